import { hashUnit } from "../drawing/colours";
import type { Pattern } from "./patterns";

/** Edge of a texture in pixels. */
export const TILE = 16;

/** Which sides of a block a texture is for. */
export type Side = "top" | "bottom" | "side";

/** A colour with channels of 0 to 255. */
type Rgb = readonly [number, number, number];
/** The colour at a pixel; row 0 is the top. */
type Painter = (x: number, y: number, base: Rgb, side: Side) => Rgb;

const rgb = (hex: number): Rgb => [(hex >> 16) & 255, (hex >> 8) & 255, hex & 255];
const times = ([r, g, b]: Rgb, by: number): Rgb => [r * by, g * by, b * by];
const mix = (a: Rgb, b: Rgb, part: number): Rgb => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
  a[2] + (b[2] - a[2]) * part,
];
const WHITE: Rgb = [255, 255, 255];
const SOIL: Rgb = rgb(0x79553a);
const STONE: Rgb = rgb(0x8d9094);

const wrap = (n: number): number => ((n % TILE) + TILE) % TILE;
/** Noise of single pixels, 0 to 1; it tiles. */
const grain = (x: number, y: number, use: number): number =>
  hashUnit(wrap(x) + TILE * wrap(y), use);
/** Noise of spots two pixels wide, mixed with finer noise. */
const spots = (x: number, y: number, use: number): number =>
  0.6 * grain(x >> 1, y >> 1, use) + 0.4 * grain(x, y, use + 1);

/** Distance to the nearest and to the second nearest of scattered points, in pixels; it tiles. */
function cells(x: number, y: number, step: number, use: number): readonly [number, number, number] {
  const many = TILE / step;
  const [near, second, which] = [[99], [99], [0]];
  for (let dy = -1; dy <= 1; dy++)
    for (let dx = -1; dx <= 1; dx++) {
      const [cx, cy] = [Math.floor(x / step) + dx, Math.floor(y / step) + dy];
      const id = ((cx + many) % many) + many * ((cy + many) % many);
      const px = (cx + 0.2 + 0.6 * hashUnit(id, use)) * step;
      const py = (cy + 0.2 + 0.6 * hashUnit(id, use + 1)) * step;
      const far = Math.hypot(x + 0.5 - px, y + 0.5 - py);
      if (far < (near[0] as number)) {
        second[0] = near[0] as number;
        near[0] = far;
        which[0] = id;
      } else if (far < (second[0] as number)) second[0] = far;
    }
  return [near[0] as number, second[0] as number, which[0] as number];
}

/** How high the grass hangs over the side of its block at a column, in pixels. */
const fringe = (x: number): number => 3 + Math.floor(3 * grain(x, 0, 41));

function soil(x: number, y: number, base: Rgb): Rgb {
  const pebble = grain(x, y, 12) > 0.95 ? 1.22 : 1;
  return times(base, (0.8 + 0.34 * spots(x, y, 10)) * pebble);
}

function stone(x: number, y: number, base: Rgb): Rgb {
  const [near, second] = cells(x, y, 8, 20);
  const crack = second - near < 0.7 ? 0.84 : 1;
  const layer = 0.05 * Math.sin((y + 2 * grain(0, y, 24)) * 1.2);
  return times(base, (0.88 + layer + 0.2 * spots(x, y, 22)) * crack);
}

/** Bricks or slabs with joints: `rows` and `columns` to the block, every other row displaced. */
function masonry(x: number, y: number, base: Rgb, rows: number, columns: number, use: number): Rgb {
  const [high, wide] = [TILE / rows, TILE / columns];
  const row = Math.floor(y / high);
  const along = wrap(x + (row % 2) * (wide / 2));
  const [u, v] = [along % wide, y % high];
  if (u >= wide - 1 || v >= high - 1) return times(mix(base, STONE, 0.35), 0.66);
  const tone = 0.88 + 0.2 * hashUnit(Math.floor(along / wide) + 8 * row, use);
  const lit = v < 1 || u < 1 ? 1.1 : 1;
  return times(base, (tone + 0.1 * (grain(x, y, use + 1) - 0.5)) * lit);
}

/** A frame of one pixel around the face: bright above and to the left, dark below and to the right. */
function framed(x: number, y: number, base: Rgb, depth: number): Rgb {
  const edge = TILE - 1;
  if (y === edge || x === edge) return times(base, 1 - depth);
  return y === 0 || x === 0 ? times(base, 1 + depth * 0.7) : base;
}

const PAINTERS: Readonly<Record<Pattern, Painter>> = {
  beam: (x, _y, base) => mix(base, WHITE, 0.25 + 0.3 * grain(x, 0, 35)),
  brick: (x, y, base) => masonry(x, y, base, 4, 2, 30),
  chest(x, y, base, side) {
    const board = times(base, 0.86 + 0.2 * spots(x >> 2, y, 50));
    const rim = x === 0 || y === 0 || x === TILE - 1 || y === TILE - 1;
    if (rim) return times(base, 0.5);
    if (side !== "side") return framed(x % 8, y, board, 0.12);
    if (y === 6) return times(base, 0.42);
    const clasp = x >= 7 && x <= 8 && y >= 5 && y <= 8;
    return clasp ? [214, 196, 120] : board;
  },
  cobble(x, y, base) {
    const [near, second, which] = cells(x, y, 4, 60);
    if (second - near < 0.9) return times(base, 0.62);
    return times(base, 0.86 + 0.26 * hashUnit(which, 63) + 0.12 * (grain(x, y, 64) - 0.5));
  },
  crystal(x, y, base) {
    const [near, second, which] = cells(x, y, 8, 70);
    if (second - near < 0.8) return mix(base, WHITE, 0.55);
    return times(mix(base, WHITE, 0.22 * hashUnit(which, 72)), 0.84 + 0.05 * (near % 4));
  },
  furnace(x, y, base, side) {
    const wall = masonry(x, y, base, 4, 2, 80);
    const mouth = side === "side" && x >= 4 && x <= 11 && y >= 8 && y <= 13;
    if (!mouth) return wall;
    return y >= 11 && grain(x, y, 82) > 0.35 ? [242, 142, 48] : [30, 24, 22];
  },
  glass(x, y, base) {
    const rim = x === 0 || y === 0 || x === TILE - 1 || y === TILE - 1;
    if (rim) return mix(base, WHITE, 0.55);
    const gleam = (x + y) % TILE === 5 || (x + y) % TILE === 6;
    return gleam ? mix(base, WHITE, 0.5) : base;
  },
  grass(x, y, base, side) {
    if (side === "bottom") return soil(x, y, SOIL);
    const blade = grain(x, y, 42) > 0.86 ? 1.16 : 1;
    const green = times(base, (0.78 + 0.34 * spots(x, y, 40)) * blade);
    if (side === "top") return green;
    const hang = fringe(x);
    if (y < hang) return green;
    return y === hang ? times(soil(x, y, SOIL), 0.74) : soil(x, y, SOIL);
  },
  lamp(x, y, base) {
    const [u, v] = [Math.abs(x - 7.5), Math.abs(y - 7.5)];
    const out = Math.max(u, v);
    if (out > 7) return times(base, 0.5);
    if (out > 6) return times(base, 0.72);
    const bars = x === 5 || x === 10 || y === 5 || y === 10;
    return bars ? times(base, 0.88) : mix(base, WHITE, 0.6 * (1 - out / 7));
  },
  leaves(x, y, base) {
    const [near, , which] = cells(x, y, 4, 90);
    const gap = grain(x, y, 92) > 0.84 || near > 2.7;
    if (gap) return times(base, 0.4);
    return times(base, 0.74 + 0.4 * hashUnit(which, 93) + 0.2 * (grain(x, y, 94) - 0.5));
  },
  log(x, y, base, side) {
    if (side === "side") {
      const rib = 0.68 + 0.42 * grain(x, 0, 100);
      const knot = grain(x, y >> 2, 101) > 0.9 ? 0.72 : 1;
      return times(base, (rib + 0.12 * (grain(x, y, 102) - 0.5)) * knot);
    }
    const out = Math.max(Math.abs(x - 7.5), Math.abs(y - 7.5));
    if (out > 6.6) return times(base, 0.75 + 0.2 * grain(x, y, 100));
    const wood = mix(base, [226, 182, 120], 0.62);
    const ring = Math.floor(out) % 2 === 0 ? 1.04 : 0.84;
    return times(wood, ring + 0.1 * (grain(x, y, 103) - 0.5));
  },
  marble(x, y, base) {
    const vein = Math.sin((x + y) * 0.7853981634 + 3 * spots(x >> 1, y >> 1, 110));
    return framed(x, y, times(base, 0.96 + 0.05 * grain(x, y, 112) - (vein > 0.9 ? 0.12 : 0)), 0.1);
  },
  metal(x, y, base) {
    const brushed = 0.92 + 0.1 * grain(0, y, 120) + 0.05 * grain(x, y, 121);
    const shine = mix(times(base, brushed), WHITE, (x + y) % TILE < 3 ? 0.16 : 0);
    const rivet = (x === 2 || x === 13) && (y === 2 || y === 13);
    return rivet ? times(base, 0.66) : framed(x, y, shine, 0.28);
  },
  ore(x, y, base) {
    const [near, , which] = cells(x, y, 4, 130);
    const lump = hashUnit(which, 132) > 0.52 && near < 1.7;
    if (!lump) return stone(x, y, STONE);
    return near < 0.9 ? mix(base, WHITE, 0.35) : times(base, 0.95);
  },
  panel: (x, y, base) => framed(x, y, times(base, 0.96 + 0.06 * grain(x, y, 140)), 0.24),
  paving: (x, y, base) => masonry(x, y, base, 2, 2, 150),
  plain(x, y, base) {
    return framed(x, y, times(base, 0.93 + 0.1 * spots(x, y, 160)), 0.1);
  },
  planks(x, y, base) {
    const board = y >> 2;
    const joint = wrap(x + board * 6) === 0;
    if (y % 4 === 3 || joint) return times(base, 0.62);
    const streak = 0.12 * grain((x + board * 5) >> 2, y, 170) + 0.06 * grain(x, y, 171);
    return times(base, 0.86 + 0.12 * hashUnit(board, 172) + streak);
  },
  sand(x, y, base) {
    const ripple = 0.03 * Math.sin((y + 2 * grain(x >> 2, 0, 181)) * 1.5708);
    return times(base, 0.92 + ripple + 0.13 * grain(x, y, 180));
  },
  soil,
  stone,
  water(x, y, base) {
    // Waves with whole periods along both edges, so that the texture tiles.
    const turn = (2 * Math.PI) / TILE;
    const wave =
      Math.sin((x + 2 * y) * turn + 1.7 * Math.sin(y * turn)) +
      Math.sin((3 * x - y) * turn + 1.3 * Math.sin((x + y) * turn));
    const crest = wave > 1.35;
    return crest ? mix(base, WHITE, 0.3) : times(base, 0.93 + 0.07 * wave);
  },
  wool(x, y, base) {
    const [u, v] = [x % 4, (y + (x & 4 ? 2 : 0)) % 4];
    const knit = u === 3 || v === 3 ? 0.88 : 1;
    return times(base, (0.93 + 0.1 * grain(x, y, 190)) * knit);
  },
};

/** Opacity of clear patterns at a pixel, 0 to 1; a pane of glass has an opaque frame. */
function opacity(pattern: Pattern, x: number, y: number): number {
  if (pattern === "water") return 0.76;
  if (pattern === "beam") return 0.3 + 0.3 * grain(x, 0, 36);
  if (pattern !== "glass") return 1;
  const rim = x === 0 || y === 0 || x === TILE - 1 || y === TILE - 1;
  const gleam = (x + y) % TILE === 5 || (x + y) % TILE === 6;
  return rim ? 1 : gleam ? 0.55 : 0.22;
}

const byte = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));

/**
 * The texture of a pattern in a colour (0xrrggbb), as RGBA rows from below, in the order that WebGL
 * takes. The same arguments always give the same texture.
 */
export function paintTile(pattern: Pattern, side: Side, colour: number): Uint8Array {
  const data = new Uint8Array(TILE * TILE * 4);
  const base = rgb(colour);
  const paint = PAINTERS[pattern];
  for (let y = 0; y < TILE; y++)
    for (let x = 0; x < TILE; x++) {
      const [r, g, b] = paint(x, y, base, side);
      const rgba = [byte(r), byte(g), byte(b), byte(255 * opacity(pattern, x, y))];
      data.set(rgba, 4 * (x + TILE * (TILE - 1 - y)));
    }
  return data;
}

/** Patterns whose top, bottom and sides differ. */
const SIDED: ReadonlySet<Pattern> = new Set(["chest", "furnace", "grass", "log"]);

/** The side that is painted for a face: patterns that are alike all around have only one. */
export function sideOf(pattern: Pattern, face: number): Side {
  if (!SIDED.has(pattern)) return "side";
  return face === 3 ? "top" : face === 2 ? "bottom" : "side";
}
