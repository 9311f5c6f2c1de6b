import type { Look } from "@page/world/looks";
import { paintBlock } from "./block_icon";
import { hashUnit, colourOfId, cssColour, shade } from "./colours";

/** Where icons get the looks of blocks and the names of items from. */
export interface IconSource {
  look(block: number): Look | undefined;
  name(item: number): string | null;
}

let source: IconSource = { look: () => undefined, name: () => null };
const cache = new Map<string, string>();

/** Sets the source of icons and forgets the icons painted so far. */
export function setIconSource(of: IconSource): void {
  source = of;
  cache.clear();
}

/** The look of a block that the map lists under this number; undefined for other numbers. */
export function listedBlock(id: number): Look | undefined {
  const look = id > 0 && id < 0x10000 ? source.look(id) : undefined;
  // Blocks that the map does not list are named `#` and their number.
  return look?.name.zh.startsWith("#") ? undefined : look;
}

/** A data URL of the icon with a name such as `item_12005`, `block_100` or `mob_3400`. */
export function iconUrl(name: string): string {
  let url = cache.get(name);
  if (!url) {
    url = iconCanvas(name, 96).toDataURL();
    cache.set(name, url);
  }
  return url;
}

/** Paints the icon with a name; `edge` is its width and height in pixels. */
export function iconCanvas(name: string, edge: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = edge;
  const context = canvas.getContext("2d");
  if (!context) return canvas;
  context.scale(edge / 96, edge / 96);
  const [, kind = "", digits = ""] = /^([a-z]+)_?(\d+)$/.exec(name) ?? [];
  const id = Number(digits);
  const block = kind === "block" || kind === "item" ? listedBlock(id) : undefined;
  if (block) paintCube(context, block);
  else if (kind === "block") paintCube(context, null, colourOfId(id));
  else if (kind === "mob") paintFace(context, colourOfId(id), id);
  else if (kind === "player" || kind === "skin") paintFace(context, 0xe2b184, id);
  else if (kind === "buff") paintGem(context, id, "✦");
  else if (kind === "item") paintGem(context, id, lettersOf(id));
  else paintGem(context, hashText(name), "");
  return canvas;
}

/** A hash of a text. */
export const hashText = (text: string): number =>
  [...text].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, 7);

/**
 * The first letters of an item's name. An item without a name has the last digits of its number.
 */
function lettersOf(item: number): string {
  const name = source.name(item)?.trim() ?? "";
  if (name === "" || /^物品\d+$/.test(name)) return String(item).slice(-2);
  const letters = [...name];
  return /\p{Script=Han}/u.test(letters[0] ?? "")
    ? (letters[0] ?? "")
    : letters.slice(0, 2).join("");
}

type Corner = readonly [number, number];

function fill(context: CanvasRenderingContext2D, colour: number, corners: readonly Corner[]): void {
  context.fillStyle = context.strokeStyle = cssColour(colour);
  context.lineWidth = 1;
  context.lineJoin = "round";
  context.beginPath();
  corners.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
  context.closePath();
  context.fill();
  context.stroke();
}

/** A block seen from above one of its corners. */
function paintCube(context: CanvasRenderingContext2D, look: Look | null, plain = 0): void {
  const colour = look?.colour ?? plain;
  const low = look?.shape === "slab" || look?.shape === "card" ? 19 : 0;
  const [left, right, back, front, middle] = [12, 84, 12 + low, 54 + low, 33 + low] as const;
  const floor = (y: number) => y + 38 - low;
  fill(context, shade(colour, 0.78), [
    [left, middle],
    [48, front],
    [48, floor(front)],
    [left, floor(middle)],
  ]);
  fill(context, shade(colour, 0.58), [
    [right, middle],
    [48, front],
    [48, floor(front)],
    [right, floor(middle)],
  ]);
  fill(context, shade(colour, 1.12), [
    [left, middle],
    [48, back],
    [right, middle],
    [48, front],
  ]);
  if (look?.shape === "cube" || look?.shape === "slab") paintBlock(context, look, low > 0);
  if (!look?.glyph) return;
  context.fillStyle = cssColour(look.glyphColour);
  context.font = "600 26px serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.setTransform(
    context.getTransform().multiply(new DOMMatrix([1, 0.5, -1, 0.5, 48, middle])),
  );
  context.fillText([...look.glyph][0] ?? "", 0, 0);
}

/** A gem with letters on it, for things of which only the number is known. */
function paintGem(context: CanvasRenderingContext2D, id: number, letters: string): void {
  const colour = colourOfId(id);
  const corners: Corner[] = [
    [48, 8],
    [82, 27],
    [82, 69],
    [48, 88],
    [14, 69],
    [14, 27],
  ];
  const round = hashUnit(id, 8) > 0.5;
  if (round) {
    context.fillStyle = cssColour(shade(colour, 0.72));
    context.beginPath();
    context.arc(48, 48, 40, 0, 7);
    context.fill();
    context.fillStyle = cssColour(colour);
    context.beginPath();
    context.arc(48, 45, 35, 0, 7);
    context.fill();
  } else {
    fill(context, shade(colour, 0.72), corners);
    fill(
      context,
      colour,
      corners.map(([x, y]): Corner => [48 + (x - 48) * 0.86, 45 + (y - 48) * 0.86]),
    );
  }
  context.fillStyle = "rgba(255,255,255,.28)";
  context.beginPath();
  context.ellipse(38, 27, 15, 7, -0.5, 0, 7);
  context.fill();
  context.fillStyle = "#fffaf0";
  context.strokeStyle = "rgba(30,18,8,.45)";
  context.lineWidth = 5;
  context.lineJoin = "round";
  context.font = `700 ${letters.length > 1 ? 34 : 42}px system-ui,"Noto Sans CJK SC",sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.strokeText(letters, 48, 50);
  context.fillText(letters, 48, 50);
}

/** A square face, for creatures and players. */
function paintFace(context: CanvasRenderingContext2D, colour: number, id: number): void {
  const square = (x: number, y: number, w: number, h: number, of: number) => {
    context.fillStyle = cssColour(of);
    context.beginPath();
    context.roundRect(x, y, w, h, Math.min(10, w / 4));
    context.fill();
  };
  square(14, 12, 68, 74, shade(colour, 0.75));
  square(14, 10, 68, 70, colour);
  square(14, 10, 68, 16, shade(colourOfId(id + 5), 0.6));
  for (const x of [27, 55]) {
    square(x, 38, 14, 14, 0xf6f2ea);
    square(x + 4, 40, 8, 11, 0x1c1714);
  }
  square(36, 62, 24, 6, shade(colour, 0.55));
}
