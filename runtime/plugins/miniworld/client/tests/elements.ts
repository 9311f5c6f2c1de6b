import type { Element as PageElement } from "../wire.generated";

/** An element of a page, with some fields changed. */
export const element = (more: Partial<PageElement>): PageElement => ({
  kind: "text",
  place: null,
  size: null,
  text: null,
  font: null,
  colour: null,
  alpha: null,
  angle: null,
  picture: null,
  hidden: false,
  values: null,
  pictures: {},
  glides: {},
  motion: null,
  model: null,
  scroll: null,
  ...more,
});
