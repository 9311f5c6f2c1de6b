/** Taller bars are only up while somebody reads them, and are ignored. */
const TALLEST = 64;

/** Told how many CSS pixels of the picture are covered at the top and at the bottom. */
export type OnInsets = (top: number, bottom: number) => void;

/**
 * Reports how much of the picture is covered, now and after each change; the camera keeps the board
 * clear of both. Returns a function that ends it.
 */
export function watchInsets(
  view: HTMLElement | null,
  bars: readonly (HTMLElement | null)[],
  foot: HTMLElement | null,
  tell: OnInsets,
): () => void {
  if (!view || !foot) return () => {};
  const above = bars.filter((bar) => bar !== null);
  const told = { top: -1, bottom: -1 };
  const measure = () => {
    const box = view.getBoundingClientRect();
    const over = foot.getBoundingClientRect();
    const overlaps = over.height > 0 && over.top < box.bottom - 1 && over.left < box.right - 1;
    const low = above.map((bar) => {
      const { height, bottom, left } = bar.getBoundingClientRect();
      return height <= TALLEST && left < box.right ? bottom - box.top : 0;
    });
    const top = Math.max(0, ...low);
    const bottom = overlaps ? box.bottom - over.top + 6 : 0;
    // What covers more of the picture would lie over the board. What covers a little less, such as by a
    // line of text that comes and goes, does not move the camera.
    const holds = (now: number, before: number, slack: number) =>
      now <= before && now > before - slack;
    if (holds(top, told.top, 8) && holds(bottom, told.bottom, 40)) return;
    Object.assign(told, { top, bottom });
    tell(top, bottom);
  };
  const observer = new ResizeObserver(measure);
  for (const element of [view, ...above, foot]) observer.observe(element);
  measure();
  return () => observer.disconnect();
}
