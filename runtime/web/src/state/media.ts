import { signal, type ReadonlySignal } from "@preact/signals";

/** Whether the page matches a media query, now and later. */
export function follows(query: string): ReadonlySignal<boolean> {
  const list = matchMedia(query);
  const matches = signal(list.matches);
  list.addEventListener("change", () => (matches.value = list.matches));
  return matches;
}

let small: ReadonlySignal<boolean> | null = null;

/** Whether the page is so small that its parts stand closer: a phone, upright or on its side. */
export const isSmallPage = (): boolean =>
  (small ??= follows("(max-width: 820px), (max-height: 440px)")).value;
