import type { Element as PageElement } from "../wire.generated";

/** Size of a page in the map's coordinates. */
export const PAGE = { width: 1280, height: 720 } as const;
/** Elements without a position stand in a column; when it is full, in the next one. */
const COLUMN = { width: 380, row: 58, gap: 10, top: 90, bottom: 640 } as const;
/** Offsets of the columns: in the middle, right of it, left of it. */
const COLUMNS = [0, COLUMN.width + COLUMN.gap, -COLUMN.width - COLUMN.gap] as const;
/** Sizes of elements that set none. */
const DEFAULT_SIZES: Readonly<Record<PageElement["kind"], readonly [number, number]>> = {
  text: [COLUMN.width, 40],
  picture: [96, 96],
  button: [200, 56],
  progress: [320, 26],
  slider: [COLUMN.width, 240],
  input: [COLUMN.width, 52],
  loader: [160, 160],
};
/** Elements this close belong to one group. */
const TOUCHING = 14;
/** Largest scale on large pictures, and the scale below which groups are enlarged on small ones. */
const MAX_SCALE = 1.25;
const MIN_SCALE = 0.62;
const STEP = 0.04;
/** Distance of groups from the edge of the picture, in CSS pixels. */
const MARGIN = 6;

/** A rectangle, in page coordinates or CSS pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The box of each element, in page coordinates. */
export function boxesOf(elements: readonly (readonly [string, PageElement])[]): Box[] {
  let row = 0;
  let column = 0;
  return elements.map(([, element]) => {
    const [width, height] = element.size ?? DEFAULT_SIZES[element.kind];
    if (element.place) return { x: element.place[0], y: element.place[1], width, height };
    if (row > 0 && COLUMN.top + row + height > COLUMN.bottom) {
      column += 1;
      row = 0;
    }
    const y = COLUMN.top + row;
    if (!element.hidden) row += Math.max(height, COLUMN.row - COLUMN.gap) + COLUMN.gap;
    const beside = COLUMNS[column % COLUMNS.length] ?? 0;
    return { x: (PAGE.width - width) / 2 + beside, y, width, height };
  });
}

const overlap = (a: Box, b: Box, by: number): boolean =>
  a.x < b.x + b.width + by &&
  b.x < a.x + a.width + by &&
  a.y < b.y + b.height + by &&
  b.y < a.y + a.height + by;

const boundsOf = (boxes: readonly Box[]): Box => {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
};

/** Groups of elements that touch or overlap, as indexes into the list. */
export function groupsOf(boxes: readonly Box[]): number[][] {
  const groups: number[][] = [];
  boxes.forEach((box, i) => {
    const met = groups.filter((group) =>
      group.some((j) => overlap(box, boxes[j] as Box, TOUCHING)),
    );
    for (const group of met) groups.splice(groups.indexOf(group), 1);
    groups.push([...met.flat(), i]);
  });
  return groups.map((group) => group.sort((a, b) => a - b));
}

/** The scale of a page and the boxes of its elements, in CSS pixels. */
export interface PageLayout {
  scale: number;
  boxes: Box[];
}

/**
 * Fits a page into a picture. Where text would be too small to read, each group is enlarged in
 * place, as far as groups neither overlap nor leave the picture.
 */
export function layPage(boxes: readonly Box[], width: number, height: number): PageLayout {
  const fit = Math.min(MAX_SCALE, width / PAGE.width, height / PAGE.height);
  const groups = groupsOf(boxes);
  for (let scale = Math.max(fit, MIN_SCALE); scale > fit; scale -= STEP) {
    const laid = layGroups(boxes, groups, scale, width, height);
    if (laid) return { scale, boxes: laid };
  }
  const left = (width - PAGE.width * fit) / 2;
  const top = (height - PAGE.height * fit) / 2;
  return {
    scale: fit,
    boxes: boxes.map((box) => ({
      x: left + box.x * fit,
      y: top + box.y * fit,
      width: box.width * fit,
      height: box.height * fit,
    })),
  };
}

/** The boxes at a scale, with each group at its relative position; null if they do not fit. */
function layGroups(
  boxes: readonly Box[],
  groups: readonly number[][],
  scale: number,
  width: number,
  height: number,
): Box[] | null {
  const laid: Box[] = boxes.map((box) => box);
  const bounds: Box[] = [];
  for (const group of groups) {
    const bound = boundsOf(group.map((i) => boxes[i] as Box));
    const [w, h] = [bound.width * scale, bound.height * scale];
    if (w > width - 2 * MARGIN || h > height - 2 * MARGIN) return null;
    const x = placed(bound.x, bound.width, PAGE.width, w, width);
    const y = placed(bound.y, bound.height, PAGE.height, h, height);
    const grown = { x, y, width: w, height: h };
    if (bounds.some((other) => overlap(grown, other, 0))) return null;
    bounds.push(grown);
    for (const i of group) {
      const box = boxes[i] as Box;
      laid[i] = {
        x: x + (box.x - bound.x) * scale,
        y: y + (box.y - bound.y) * scale,
        width: box.width * scale,
        height: box.height * scale,
      };
    }
  }
  return laid;
}

/**
 * The position of an enlarged group along one axis, so that its free space is divided as on the
 * page.
 */
function placed(at: number, long: number, of: number, grown: number, room: number): number {
  const middle = of - long > 0 ? Math.max(0, Math.min(1, at / (of - long))) : 0.5;
  return MARGIN + (room - 2 * MARGIN - grown) * middle;
}
