import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/** A list this close to its end counts as being there, in CSS pixels. */
const NEAR = 4;

/**
 * Scrolls a list to its end whenever `news` changes, and keeps it there while the room around it
 * changes. A viewer who scrolled back stays where they are until there is news.
 */
export function useListEnd(place: RefObject<HTMLElement | null>, news: unknown): void {
  useLayoutEffect(() => {
    const list = place.current;
    if (!list) return;
    let stays = true;
    let top = 0;
    const toEnd = () => {
      list.scrollTop = list.scrollHeight;
      top = list.scrollTop;
    };
    const scrolled = () => {
      const left = list.scrollHeight - list.clientHeight - list.scrollTop;
      // The list may have become smaller before it tells that it was scrolled to its end.
      if (left <= NEAR) stays = true;
      else if (list.scrollTop < top) stays = false;
      top = list.scrollTop;
    };
    const observer = new ResizeObserver(() => stays && toEnd());
    toEnd();
    list.addEventListener("scroll", scrolled);
    observer.observe(list);
    return () => {
      list.removeEventListener("scroll", scrolled);
      observer.disconnect();
    };
  }, [news]);
}
