import { NARROW } from "../cards/layout";

/** A box in CSS pixels. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** How far a box is moved, in CSS pixels. */
export interface Shift {
  x: number;
  y: number;
}

/** The least distance between two boxes. */
const GAP = 3;
/** Where less is left between the page's bar and the viewer's hand, signs have no words. */
const LOW = 145;

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right + GAP &&
  b.left < a.right + GAP &&
  a.top < b.bottom + GAP &&
  b.top < a.bottom + GAP;

const moved = ({ left, top, right, bottom }: Box, { x, y }: Shift): Box => ({
  left: left + x,
  top: top + y,
  right: right + x,
  bottom: bottom + y,
});

/**
 * How far each box has to be moved to lie in `room` and clear of those before it: the shortest way
 * along which that is possible. A box for which there is no place stays where it is.
 */
export function keepClear(boxes: readonly Box[], room: Box): Shift[] {
  const placed: Box[] = [];
  return boxes.map((box) => {
    const shift = shortest(box, placed, room);
    placed.push(moved(box, shift));
    return shift;
  });
}

/** A shortest way ends at an edge of another box or of the room, on either axis. */
function shortest(box: Box, placed: readonly Box[], room: Box): Shift {
  const within = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));
  const [left, right] = [room.left - box.left, room.right - box.right];
  const [up, down] = [room.top - box.top, room.bottom - box.bottom];
  const rest = { x: within(0, left, right), y: within(0, up, down) };
  const across = [rest.x, left, right];
  const along = [rest.y, up, down];
  for (const other of placed) {
    across.push(other.left - GAP - box.right, other.right + GAP - box.left);
    along.push(other.top - GAP - box.bottom, other.bottom + GAP - box.top);
  }
  let best: Shift | null = null;
  const length = ({ x, y }: Shift) => Math.hypot(x, y);
  for (const x of across.filter((x) => x === within(x, left, right))) {
    for (const y of along.filter((y) => y === within(y, up, down))) {
      const shift = { x, y };
      if (best && length(best) <= length(shift)) continue;
      const there = moved(box, shift);
      if (!placed.some((other) => overlap(there, other))) best = shift;
    }
  }
  return best ?? rest;
}

/** How far a label has been moved. */
function shiftOf({ style }: HTMLElement): Shift {
  const [x = 0, y = 0] = style.translate.split(" ").map((part) => parseFloat(part) || 0);
  return { x, y };
}

/**
 * Keeps the labels of a card table without plates apart, now and after each change. Each gives way to those
 * before it: the viewer's own sign, the answers, the other signs from the top, the counts of piles. Returns a
 * function that ends it.
 */
export function keepSignsClear(table: HTMLElement): () => void {
  const all = (selector: string) => [...table.querySelectorAll<HTMLElement>(selector)];
  const arrange = () => {
    const { left, top, right } = table.getBoundingClientRect();
    const styles = getComputedStyle(table);
    const inset = (name: string) => parseFloat(styles.getPropertyValue(name)) || 0;
    const room = {
      left: left + GAP,
      top: top + inset("--bar") + GAP,
      right: right - GAP,
      bottom: top + inset("--hand"),
    };
    table.toggleAttribute("data-narrow", right - left < NARROW);
    table.toggleAttribute("data-low", room.bottom - room.top < LOW);
    const labels = table.querySelector(".sign.plate")
      ? []
      : [
          ...all(".sign.mine"),
          ...all(".card-actions"),
          ...all(".sign:not(.mine)").sort((a, b) => a.offsetTop - b.offsetTop),
          ...all(".pile-count"),
        ].filter((label) => label.offsetWidth > 0);
    // Boxes as they are without being moved.
    const before = labels.map(shiftOf);
    const boxes = labels.map((label, i) => {
      const { x, y } = before[i] as Shift;
      return moved(label.getBoundingClientRect(), { x: -x, y: -y });
    });
    keepClear(boxes, room).forEach((shift, i) => {
      const [x, y] = [Math.round(shift.x), Math.round(shift.y)];
      const { x: wasX, y: wasY } = before[i] as Shift;
      if (x !== wasX || y !== wasY) (labels[i] as HTMLElement).style.translate = `${x}px ${y}px`;
    });
  };
  const changed = new MutationObserver(arrange);
  changed.observe(table, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ["class", "style"],
  });
  const resized = new ResizeObserver(arrange);
  resized.observe(table);
  arrange();
  return () => {
    changed.disconnect();
    resized.disconnect();
  };
}
