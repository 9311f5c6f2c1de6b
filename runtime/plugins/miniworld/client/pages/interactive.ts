import type { Element as PageElement, PageView } from "../wire.generated";

/** Kinds of elements to interact with. */
const INTERACTIVE = new Set<PageElement["kind"]>(["button", "slider", "input", "loader"]);

/** Whether a page takes the pointer: it has an element to interact with. */
export const takesPointer = ({ elements }: PageView): boolean =>
  elements.some(([, { kind, hidden }]) => !hidden && INTERACTIVE.has(kind));
