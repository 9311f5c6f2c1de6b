import { Color, Matrix4, Vector3, type Mesh } from "three";
import { CARD_WIDTH } from "../cards/layout";
import { HEXES, LINE } from "../world/lines";
import { ARROW_COLOURS, ARROW_EDGE, arrowOutline, type LiftedArrow } from "./arrows";
import type { OrbitCamera } from "./camera";
import type { ShownEffects } from "./effects";
import type { Instances } from "./instances";
import { HOLLOW_RADIUS } from "./line_shader";
import { MARK_KINDS, type ShownKind } from "./marks";
import { HOLE_RADIUS, RACK_FRONT } from "./rack";
import {
  BALL_RADIUS,
  DIE_EDGE,
  DISC_HEIGHT,
  DISC_RADIUS,
  STONE_RADIUS,
  SYMBOL_EDGE,
} from "./piece_shapes";

/** What is drawn: the objects that are also given to WebGL. */
export interface PlainLayers {
  blocks(): Iterable<Mesh>;
  tiles: Instances;
  /** The front of a standing rack. */
  rack: Instances;
  sheets: Instances;
  discs: Instances;
  stones: Instances;
  balls: Instances;
  dice: Instances;
  /** Pieces that WebGL shows as figures. */
  symbols: Instances;
  signs: Instances;
  marks: Instances;
  cards: Instances;
  arrows(): readonly LiftedArrow[];
  effects: ShownEffects;
  /** The pictures with all glyphs, white on black, and with the faces of all cards. */
  glyphs(): HTMLCanvasElement;
  faces(): HTMLCanvasElement;
}

type Point = readonly [number, number];
type At = readonly [number, number, number];

/** Something to be drawn, and what it lies over: first by height, then by kind, then by distance. */
interface Item {
  /** The layer of cells that it belongs to; what stands on a layer of blocks belongs to that. */
  level: number;
  order: number;
  far: number;
  draw(): void;
}

/** Within a level, from below. */
const ORDER = {
  side: 0,
  slab: 1,
  sideGlyph: 2,
  top: 3,
  tile: 4,
  glyph: 5,
  shadow: 6,
  mark: 7,
  piece: 8,
  rack: 9,
  rackMark: 10,
  card: 11,
  arrow: 12,
};

const HOLLOW_INK = "rgb(58 32 18 / 0.6)";
const BACKGROUND = "#20150e";
/** How bright faces are: upward ones, those along north and south, and those along east and west. */
const LIGHT = { up: 1.02, northSouth: 0.5, eastWest: 0.36 };
/** Where a sentence stands: below the middle, where worlds show how to begin. */
const SENTENCE = 0.75;
/** Corners of a circle. */
const AROUND = 28;
const HOVER_LIGHT = 1.25;
const RING = 0.338 / DISC_RADIUS;
/** How forms of pieces are simplified: radius, height, and whether they have a ring or corners. */
const FORMS = {
  discs: { radius: DISC_RADIUS, height: DISC_HEIGHT, ring: true, around: 28 },
  stones: { radius: STONE_RADIUS, height: 0.14, ring: false, around: 28 },
  balls: { radius: BALL_RADIUS, height: 0.3, ring: false, around: 28 },
  dice: { radius: DIE_EDGE / Math.SQRT2, height: DIE_EDGE, ring: false, around: 4 },
} as const;
/** Edge of a disc's glyph in blocks, and of a sign's. */
const GLYPH = 0.56;

/** How marks look: a ring, a dot, a glow, the corners of a square or a square; sizes in blocks. */
type Sign =
  | { shape: "ring"; radius: number; width: number }
  | { shape: "dot"; radius: number }
  | { shape: "glow"; radius: number }
  | { shape: "corners"; half: number; arm: number; width: number }
  | { shape: "square"; half: number };

const SIGNS: Record<ShownKind, Sign & { colour: string }> = {
  selected: { shape: "ring", radius: 0.485, width: 0.05, colour: "rgb(255 231 161 / 0.95)" },
  target: { shape: "dot", radius: 0.14, colour: "rgb(28 104 78 / 0.95)" },
  capture: { shape: "ring", radius: 0.5, width: 0.07, colour: "rgb(203 54 38 / 0.95)" },
  last_from: {
    shape: "corners",
    half: 0.36,
    arm: 0.13,
    width: 0.04,
    colour: "rgb(39 101 137 / 0.75)",
  },
  last_to: {
    shape: "corners",
    half: 0.485,
    arm: 0.15,
    width: 0.04,
    colour: "rgb(39 101 137 / 0.95)",
  },
  check: { shape: "glow", radius: 0.66, colour: "rgb(238 89 63 / 0.8)" },
  hint: { shape: "ring", radius: 0.5, width: 0.07, colour: "rgb(252 220 124 / 0.95)" },
  hover: { shape: "ring", radius: 0.475, width: 0.03, colour: "rgb(255 239 200 / 0.8)" },
  cursor: {
    shape: "corners",
    half: 0.54,
    arm: 0.18,
    width: 0.05,
    colour: "rgb(252 249 237 / 0.95)",
  },
  differs: {
    shape: "corners",
    half: 0.46,
    arm: 0.46,
    width: 0.06,
    colour: "rgb(111 89 191 / 0.9)",
  },
  won: { shape: "ring", radius: 0.47, width: 0.08, colour: "rgb(255 243 196 / 0.98)" },
  planned: { shape: "square", half: 0.48, colour: "rgb(89 111 173 / 0.55)" },
};

/** The colours of marks that would not show on the front of a rack. */
const ON_RACK: Partial<Record<ShownKind, string>> = {
  target: "rgb(143 240 182 / 0.95)",
  last_from: "rgb(169 216 255 / 0.8)",
  last_to: "rgb(169 216 255 / 0.98)",
};

const COLOUR = new Color();
const MATRIX = new Matrix4();
const A = new Vector3();
const B = new Vector3();
const C = new Vector3();
const ROW: number[] = [];

/** A colour in linear light, as CSS. */
const css = (r: number, g: number, b: number, light = 1): string =>
  COLOUR.setRGB(Math.min(1, r * light), Math.min(1, g * light), Math.min(1, b * light)).getStyle();

const hex = (colour: number): string => COLOUR.setHex(colour).getStyle();

/** Draws in world coordinates on a canvas. */
class Pen {
  readonly eye = new Vector3();
  private readonly matrix = new Matrix4();
  private size = { width: 1, height: 1 };

  constructor(readonly paper: CanvasRenderingContext2D) {}

  begin({ camera, stands }: OrbitCamera, width: number, height: number, density: number): void {
    camera.updateMatrixWorld();
    this.matrix.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    const { x, y, z } = camera.position;
    if (stands) {
      // The scene tips the world up, so that its north is up and its up to the front.
      this.matrix.multiply(MATRIX.set(1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1));
      this.eye.set(x, z, y);
    } else {
      // The scene mirrors the world in z.
      this.matrix.multiply(MATRIX.makeScale(1, 1, -1));
      this.eye.set(x, y, -z);
    }
    this.size = { width, height };
    this.paper.setTransform(density, 0, 0, density, 0, 0);
    this.paper.fillStyle = BACKGROUND;
    this.paper.fillRect(0, 0, width, height);
  }

  /** The point of the picture; null behind the camera. */
  at([x, y, z]: At): Point | null {
    const e = this.matrix.elements;
    const w = e[3] * x + e[7] * y + e[11] * z + e[15];
    if (w <= 0.01) return null;
    const u = (e[0] * x + e[4] * y + e[8] * z + e[12]) / w;
    const v = (e[1] * x + e[5] * y + e[9] * z + e[13]) / w;
    return [((u + 1) / 2) * this.size.width, ((1 - v) / 2) * this.size.height];
  }

  /** Squared distance from the camera. */
  far([x, y, z]: At): number {
    return (x - this.eye.x) ** 2 + (y - this.eye.y) ** 2 + (z - this.eye.z) ** 2;
  }

  /** Pixels per block at a point. */
  pixels(at: At): number {
    const [a, b] = [this.at(at), this.at([at[0] + 0.1, at[1], at[2]])];
    return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1]) * 10 : 0;
  }

  /** Fills what lies between an outline and a hole in it. */
  fillAround(outline: readonly At[], hole: readonly At[], colour: string): void {
    if (!this.trace(outline, true) || !this.trace(hole, true, false)) return;
    this.paper.fillStyle = colour;
    this.paper.fill("evenodd");
  }

  private trace(points: readonly At[], closed: boolean, begins = true): boolean {
    const { paper } = this;
    if (begins) paper.beginPath();
    let moves = !begins;
    for (const point of points) {
      const at = this.at(point);
      if (!at) return false;
      if (moves) paper.moveTo(...at);
      else paper.lineTo(...at);
      moves = false;
    }
    if (closed) paper.closePath();
    return true;
  }

  /** `seam` also draws the edge, so that no gap shows between neighbours. */
  fill(points: readonly At[], colour: string | CanvasGradient, seam = false): void {
    if (!this.trace(points, true)) return;
    const { paper } = this;
    paper.fillStyle = colour;
    paper.fill();
    if (!seam) return;
    paper.strokeStyle = colour;
    paper.lineWidth = 0.7;
    paper.lineJoin = "round";
    paper.stroke();
  }

  stroke(points: readonly At[], colour: string, pixels: number, closed = false): void {
    if (!this.trace(points, closed)) return;
    const { paper } = this;
    paper.strokeStyle = colour;
    paper.lineWidth = Math.max(1, pixels);
    paper.lineCap = "round";
    paper.lineJoin = "round";
    paper.stroke();
  }

  /** Draws a part of a picture on a parallelogram, given by its centre and its right and up edges. */
  picture(
    image: CanvasImageSource,
    [sx, sy, sw, sh]: readonly [number, number, number, number],
    centre: At,
    right: At,
    up: At,
  ): void {
    const corner = (i: number, j: number): At => [
      centre[0] + i * right[0] + j * up[0],
      centre[1] + i * right[1] + j * up[1],
      centre[2] + i * right[2] + j * up[2],
    ];
    const [a, b, c] = [
      this.at(corner(-0.5, 0.5)),
      this.at(corner(0.5, 0.5)),
      this.at(corner(-0.5, -0.5)),
    ];
    if (!a || !b || !c) return;
    const { paper } = this;
    paper.save();
    paper.transform(b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1], a[0], a[1]);
    paper.drawImage(image, sx, sy, sw, sh, 0, 0, 1, 1);
    paper.restore();
  }
}

/** A circle on the ground, or a square that is turned a little. */
const circle = ([x, y, z]: At, radius: number, around: number = AROUND): At[] =>
  Array.from({ length: around }, (_, i) => {
    const angle = (2 * Math.PI * (i + (around === 4 ? 0.5 : 0))) / around;
    return [x + radius * Math.cos(angle), y, z + radius * Math.sin(angle)];
  });

/**
 * The picture of a board where there is no WebGL: the same camera and the same things, without wood,
 * shadows and glow. Picking needs no WebGL, so the board is played as ever.
 */
export class PlainPicture {
  readonly canvas = document.createElement("canvas");
  private readonly pen: Pen;
  /** Glyphs in their colours, by picture, place and colour. */
  private inked = new WeakMap<HTMLCanvasElement, Map<string, HTMLCanvasElement>>();
  private items: Item[] = [];
  private yaw = 0;

  constructor(private readonly layers: PlainLayers) {
    this.canvas.className = "plain";
    this.canvas.setAttribute("aria-hidden", "true");
    const paper = this.canvas.getContext("2d");
    if (!paper) throw new Error("this browser has no 2D canvas");
    this.pen = new Pen(paper);
  }

  /** Draws everything. */
  draw(view: OrbitCamera, width: number, height: number, density: number): void {
    const [wide, high] = [Math.round(width * density), Math.round(height * density)];
    if (this.canvas.width !== wide || this.canvas.height !== high) {
      this.canvas.width = wide;
      this.canvas.height = high;
    }
    this.pen.begin(view, width, height, density);
    this.yaw = view.yaw;
    this.items = [];
    for (const mesh of this.layers.blocks()) this.blocks(mesh);
    this.tiles();
    this.rack();
    this.sheets();
    for (const form of ["discs", "stones", "balls", "dice"] as const) this.pieces(form);
    this.symbols();
    this.signs();
    this.marks();
    this.effects();
    this.cards();
    this.arrows();
    this.items.sort((a, b) => a.level - b.level || a.order - b.order || b.far - a.far);
    for (const item of this.items) item.draw();
    this.texts();
  }

  /** Draws nothing but a sentence. */
  say(view: OrbitCamera, width: number, height: number, density: number, text: string): void {
    this.canvas.width = Math.round(width * density);
    this.canvas.height = Math.round(height * density);
    this.pen.begin(view, width, height, density);
    const { paper } = this.pen;
    paper.fillStyle = "#f2e2c2";
    paper.font = '17px "Noto Serif CJK SC", "Songti SC", serif';
    paper.textAlign = "center";
    wrapped(paper, text, Math.min(460, width - 48)).forEach((line, i, lines) =>
      paper.fillText(line, width / 2, height * SENTENCE + (i - (lines.length - 1) / 2) * 28),
    );
  }

  private add(level: number, order: number, at: At, draw: () => void): void {
    this.items.push({ level, order, far: this.pen.far(at), draw });
  }

  /** The faces of a chunk that are turned to the camera: four corners each. */
  private blocks({ geometry, position: origin }: Mesh): void {
    const { pen } = this;
    const position = geometry.getAttribute("position");
    const normal = geometry.getAttribute("normal");
    const colour = geometry.getAttribute("color");
    for (let i = 0; i + 3 < position.count; i += 4) {
      const corners = [0, 1, 2, 3].map((c): At => [
        position.getX(i + c) + origin.x,
        position.getY(i + c) + origin.y,
        position.getZ(i + c) + origin.z,
      ]);
      const [a, , b] = corners as [At, At, At, At];
      const middle: At = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
      const [nx, ny, nz] = [normal.getX(i), normal.getY(i), normal.getZ(i)];
      const { eye } = pen;
      const facing = nx * (eye.x - middle[0]) + ny * (eye.y - middle[1]) + nz * (eye.z - middle[2]);
      if (facing <= 0) continue;
      const light = ny > 0.5 ? LIGHT.up : Math.abs(nz) > 0.5 ? LIGHT.northSouth : LIGHT.eastWest;
      const style = css(colour.getX(i), colour.getY(i), colour.getZ(i), light);
      const whole = Number.isInteger(middle[1]);
      const level = ny > 0.5 ? Math.ceil(middle[1]) - 1 : Math.floor(Math.min(a[1], b[1]));
      const order = ny > 0.5 ? (whole ? ORDER.top : ORDER.slab) : ORDER.side;
      this.add(level, order, middle, () => pen.fill(corners, style, true));
    }
  }

  /** What lies at a height belongs to the blocks below it. */
  private over(at: At): number {
    return Math.ceil(at[1] - 0.01) - 1;
  }

  private tiles(): void {
    const { pen } = this;
    const { tiles } = this.layers;
    for (let row = 0; row < tiles.count; row++) {
      const at = placeOf(tiles, row);
      const [bits = 0, hexes = 0] = tiles.read(row, "slot", ROW);
      const [r = 0, g = 0, b = 0] = tiles.read(row, "ink", ROW);
      const ink = css(r, g, b).replace("rgb(", "rgba(").replace(")", ",0.9)");
      this.add(this.over(at), ORDER.tile, at, () => {
        const [x, y, z] = at;
        const size = pen.pixels(at);
        const line = (width: number, ...points: Point[]) =>
          pen.stroke(
            points.map(([u, v]): At => [x + u, y, z + v]),
            ink,
            size * width,
          );
        const has = (bit: number) => (bits & bit) !== 0;
        const ways: [number, Point, number][] = [
          [LINE.n, [0, 0.5], 0.031],
          [LINE.s, [0, -0.5], 0.031],
          [LINE.e, [0.5, 0], 0.031],
          [LINE.w, [-0.5, 0], 0.031],
          [LINE["1"], [-0.5, 0.5], 0.023],
          [LINE["2"], [0.5, 0.5], 0.023],
          [LINE["3"], [-0.5, -0.5], 0.023],
          [LINE["4"], [0.5, -0.5], 0.023],
        ];
        for (const [bit, to, width] of ways) if (has(bit)) line(width, [0, 0], to);
        if (has(LINE.q)) {
          line(0.023, [-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5], [-0.5, -0.5]);
        }
        if (has(LINE.c)) {
          for (const [u, v] of [
            [1, 1],
            [-1, 1],
            [1, -1],
            [-1, -1],
          ] as const) {
            if (!has(u > 0 ? LINE.e : LINE.w) || !has(v > 0 ? LINE.n : LINE.s)) continue;
            line(0.023, [0.085 * u, 0.235 * v], [0.085 * u, 0.085 * v], [0.235 * u, 0.085 * v]);
          }
        }
        if (has(LINE.o)) pen.fill(circle(at, 0.085), ink);
        if (has(LINE.h)) this.hollow(at, hexes, ink);
      });
    }
  }

  private rack(): void {
    const { pen } = this;
    const { rack } = this.layers;
    for (let row = 0; row < rack.count; row++) {
      const [x, y, z] = placeOf(rack, row);
      rack.mesh.getColorAt(row, COLOUR);
      const colour = COLOUR.getStyle();
      const at: At = [x, y + RACK_FRONT.front, z];
      const corner = (u: number, v: number): At => [x + 0.505 * u, at[1], z + 0.505 * v];
      const square = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
      this.add(this.over(at), ORDER.rack, at, () =>
        pen.fillAround(square, circle(at, HOLE_RADIUS), colour),
      );
    }
  }

  /** A hollow with the lines and the coloured ground about it. */
  private hollow([x, y, z]: At, hexes: number, ink: string): void {
    const { pen } = this;
    const size = pen.pixels([x, y, z]);
    const at = (dx: number, dz: number): At => [x + dx, y, z + dz];
    const way = (k: number) => HEXES[k % HEXES.length] as readonly [number, number];
    HEXES.forEach((_, k) => {
      if (!(hexes & (64 << k))) return;
      const [[ax, az], [bx, bz]] = [way(k), way(k + 1)];
      // The middle of the triangle of the three.
      const [mx, mz] = [(ax + bx) / 3, (az + bz) / 3];
      pen.fill([at(0, 0), at(ax / 2, az / 2), at(mx, mz), at(bx / 2, bz / 2)], ink, true);
    });
    HEXES.forEach(([dx, dz], k) => {
      if (hexes & (1 << k)) pen.stroke([at(0, 0), at(dx / 2, dz / 2)], HOLLOW_INK, size * 0.05);
    });
    pen.fill(circle([x, y, z], HOLLOW_RADIUS * (hexes ? 1 : 0.67)), HOLLOW_INK);
  }

  private sheets(): void {
    const { sheets } = this.layers;
    for (let row = 0; row < sheets.count; row++) {
      sheets.mesh.getMatrixAt(row, MATRIX);
      MATRIX.extractBasis(A, B, C);
      const [right, up] = [A.toArray(), B.toArray()];
      const at = placeOf(sheets, row);
      if (C.dot(new Vector3(...at).sub(this.pen.eye)) > 0) continue;
      const [turns = 0] = sheets.read(row, "turns", ROW);
      const yaw = turns > 1.5 ? (Math.cos(this.yaw) < 0 ? Math.PI : 0) : turns > 0.5 ? this.yaw : 0;
      const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)];
      const along = (p: number, q: number): At => [
        p * right[0] + q * up[0],
        p * right[1] + q * up[1],
        p * right[2] + q * up[2],
      ];
      const glyph = this.glyphOf(sheets, row);
      if (!glyph) continue;
      const level = this.over(at);
      const lies = Math.abs(up[1]) < 0.5;
      this.add(level, lies ? ORDER.glyph : ORDER.sideGlyph, at, () =>
        this.pen.picture(
          glyph,
          [0, 0, glyph.width, glyph.height],
          at,
          along(cos, -sin),
          along(sin, cos),
        ),
      );
    }
  }

  private pieces(form: keyof typeof FORMS): void {
    const { pen } = this;
    const discs = this.layers[form];
    const { height, ring, around } = FORMS[form];
    for (let row = 0; row < discs.count; row++) {
      const at = placeOf(discs, row);
      const scale = scaleOf(discs, row);
      if (scale < 0.01) continue;
      discs.mesh.getColorAt(row, COLOUR);
      const { r, g, b } = COLOUR;
      const [, glow = 0] = discs.read(row, "look", ROW);
      const bright = glow > 0 ? HOVER_LIGHT : 1;
      const [top, side] = [css(r, g, b, bright), css(r, g, b, 0.42 * bright)];
      const [ir = 0, ig = 0, ib = 0] = discs.read(row, "ink", ROW);
      const ink = css(ir, ig, ib);
      const glyph = this.glyphOf(discs, row);
      const radius = FORMS[form].radius * scale;
      const face: At = [at[0], at[1] + height * scale, at[2]];
      const level = this.over(at);
      this.add(level, ORDER.shadow, at, () =>
        pen.fill(circle([at[0], at[1], at[2]], radius * 1.12), "rgb(20 10 4 / 0.28)"),
      );
      this.add(level, ORDER.piece, at, () => {
        const [low, high] = [circle(at, radius, around), circle(face, radius, around)];
        pen.fill(low, side, true);
        high.forEach((corner, i) => {
          const next = (i + 1) % around;
          pen.fill([low[i] as At, low[next] as At, high[next] as At, corner], side, true);
        });
        pen.fill(high, top, true);
        if (!glyph) return;
        const size = pen.pixels(face);
        if (ring) pen.stroke(circle(face, radius * RING), ink, size * 0.016, true);
        const [cos, sin] = [Math.cos(this.yaw) * GLYPH * scale, Math.sin(this.yaw) * GLYPH * scale];
        pen.picture(glyph, [0, 0, glyph.width, glyph.height], face, [cos, 0, -sin], [sin, 0, cos]);
      });
    }
  }

  /** Drawings that stand for figures, on the ground. */
  private symbols(): void {
    const { pen } = this;
    const { symbols } = this.layers;
    for (let row = 0; row < symbols.count; row++) {
      const at = placeOf(symbols, row);
      const edge = SYMBOL_EDGE * scaleOf(symbols, row);
      symbols.mesh.getColorAt(row, COLOUR);
      const { r, g, b } = COLOUR;
      const [, glow = 0] = symbols.read(row, "look", ROW);
      const picture = this.glyphOf(symbols, row, css(r, g, b, glow > 0 ? HOVER_LIGHT : 1));
      if (!picture) continue;
      const [cos, sin] = [Math.cos(this.yaw) * edge, Math.sin(this.yaw) * edge];
      this.add(this.over(at), ORDER.piece, at, () =>
        pen.picture(
          picture,
          [0, 0, picture.width, picture.height],
          at,
          [cos, 0, -sin],
          [sin, 0, cos],
        ),
      );
    }
  }

  /** Boards on posts, turned to the camera. */
  private signs(): void {
    const { pen } = this;
    const { signs } = this.layers;
    for (let row = 0; row < signs.count; row++) {
      const [x, y, z] = placeOf(signs, row);
      signs.mesh.getColorAt(row, COLOUR);
      const style = css(COLOUR.r, COLOUR.g, COLOUR.b, 0.9);
      const glyph = this.glyphOf(signs, row);
      const [cos, sin] = [Math.cos(this.yaw), -Math.sin(this.yaw)];
      const corner = (u: number, v: number): At => [x + u * cos, y + v, z + u * sin];
      const box = (u: number, low: number, high: number) =>
        [corner(-u, low), corner(u, low), corner(u, high), corner(-u, high)] as const;
      this.add(this.over([x, y, z]), ORDER.piece, [x, y, z], () => {
        pen.fill(box(0.045, 0, 0.42), style, true);
        pen.fill(box(0.43, 0.4, 0.92), style, true);
        if (!glyph) return;
        pen.picture(
          glyph,
          [0, 0, glyph.width, glyph.height],
          corner(0, 0.66),
          [0.5 * cos, 0, 0.5 * sin],
          [0, 0.5, 0],
        );
      });
    }
  }

  private marks(): void {
    const { marks } = this.layers;
    for (let row = 0; row < marks.count; row++) {
      const at = placeOf(marks, row);
      const [kind = 0] = marks.read(row, "mark", ROW);
      const shown = MARK_KINDS[Math.round(kind)] as ShownKind;
      const [sign, onRack] = [SIGNS[shown], this.layers.rack.count > 0];
      const colour = (onRack && ON_RACK[shown]) || sign.colour;
      const order = onRack ? ORDER.rackMark : ORDER.mark;
      this.add(this.over(at), order, at, () => this.sign(at, { ...sign, colour }));
    }
  }

  private sign(at: At, sign: Sign & { colour: string }): void {
    const { pen } = this;
    const { colour } = sign;
    const [x, y, z] = at;
    const size = pen.pixels(at);
    switch (sign.shape) {
      case "ring":
        pen.stroke(circle(at, sign.radius), colour, size * sign.width, true);
        break;
      case "dot":
        pen.fill(circle(at, sign.radius), colour);
        break;
      case "glow": {
        const middle = pen.at(at);
        if (!middle) break;
        const [u, v] = middle;
        const glow = pen.paper.createRadialGradient(u, v, 0, u, v, size * sign.radius);
        glow.addColorStop(0.5, colour);
        glow.addColorStop(1, "rgb(238 89 63 / 0)");
        pen.fill(circle(at, sign.radius), glow);
        break;
      }
      case "corners": {
        const { half, arm, width } = sign;
        for (const [i, j] of [
          [-1, -1],
          [1, -1],
          [1, 1],
          [-1, 1],
        ] as const) {
          const corner = (u: number, v: number): At => [x + i * u, y, z + j * v];
          pen.stroke(
            [corner(half - arm, half), corner(half, half), corner(half, half - arm)],
            colour,
            size * width,
          );
        }
        break;
      }
      case "square": {
        const { half } = sign;
        const corner = (u: number, v: number): At => [x + u * half, y, z + v * half];
        pen.fill([corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)], colour);
        break;
      }
    }
  }

  /** Marks of maps, and their particles as still rings. */
  private effects(): void {
    const { pen } = this;
    const { marks, running } = this.layers.effects;
    for (const { position, material } of marks()) {
      const at = position.toArray();
      const colour = `#${material.color.getHexString()}80`;
      const corner = (u: number, v: number): At => [at[0] + u * 0.46, at[1], at[2] + v * 0.46];
      this.add(this.over(at), ORDER.mark, at, () =>
        pen.fill([corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)], colour),
      );
    }
    for (const { position } of running()) {
      const at = position.toArray();
      const ring = { shape: "ring", radius: 0.46, width: 0.09, colour: "rgb(255 220 148 / 0.85)" };
      this.add(this.over(at), ORDER.mark, at, () => this.sign(at, ring as Sign & typeof ring));
    }
  }

  private texts(): void {
    const { pen } = this;
    for (const { position, scale, material } of this.layers.effects.texts()) {
      const at = position.toArray();
      const middle = pen.at(at);
      const image = material.map?.image as HTMLCanvasElement | undefined;
      if (!middle || !image) continue;
      const size = pen.pixels(at);
      const [wide, high] = [scale.x * size, scale.y * size];
      pen.paper.drawImage(image, middle[0] - wide / 2, middle[1] - high / 2, wide, high);
    }
  }

  /** Cards; they come with the upper ones last. */
  private cards(): void {
    const { pen } = this;
    const { cards } = this.layers;
    const faces = this.layers.faces();
    for (let row = 0; row < cards.count; row++) {
      if (scaleOf(cards, row) < 0.01) continue;
      cards.mesh.getMatrixAt(row, MATRIX);
      MATRIX.extractBasis(A, B, C);
      const right = A.multiplyScalar(CARD_WIDTH).toArray();
      const up = C.toArray();
      const at = placeOf(cards, row);
      const [u = 0, v = 0, w = 0, h = 0] = cards.read(row, "slot", ROW);
      const part = [
        u * faces.width,
        (1 - v - h) * faces.height,
        w * faces.width,
        h * faces.height,
      ] as const;
      const [dim = 0, glow = 0] = cards.read(row, "state", ROW);
      const corner = (i: number, j: number): At => [
        at[0] + (i * right[0] + j * up[0]) / 2,
        at[1] + (i * right[1] + j * up[1]) / 2,
        at[2] + (i * right[2] + j * up[2]) / 2,
      ];
      const outline = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
      this.items.push({
        level: Infinity,
        order: ORDER.card,
        far: -row,
        draw: () => {
          pen.picture(faces, part, at, right, up);
          if (dim > 0) pen.fill(outline, "rgb(0 0 0 / 0.45)");
          const rim = glow > 0 ? "#f0a020" : "rgb(64 51 38 / 0.65)";
          pen.stroke(outline, rim, glow > 0 ? 3 : 1, true);
        },
      });
    }
  }

  private arrows(): void {
    const { pen } = this;
    for (const arrow of this.layers.arrows()) {
      const { from, to, kind, y } = arrow;
      const draw = () => {
        const colour = hex(ARROW_COLOURS[kind]);
        if (from.join() === to.join()) {
          const ring = circle([from[0] + 0.5, y, from[2] + 0.5], 0.46);
          pen.stroke(ring, colour, pen.pixels(ring[0] as At) * 0.09, true);
          return;
        }
        const outline = arrowOutline(arrow).map(([x, z]): At => [x, y, z]);
        pen.fill(outline, colour);
        pen.stroke(outline, hex(ARROW_EDGE), 1.2, true);
      };
      this.items.push({ level: Infinity, order: ORDER.arrow, far: 0, draw });
    }
  }

  /** The glyph of a row in its ink, or its drawing with a body; null if it has none. */
  private glyphOf(layer: Instances, row: number, body?: string): HTMLCanvasElement | null {
    const [u = 0, v = 0, size = 0, shown = 0] = layer.read(row, "slot", ROW);
    if (shown === 0) return null;
    const [r = 0, g = 0, b = 0] = layer.read(row, "ink", ROW);
    const ink = css(r, g, b);
    const atlas = this.layers.glyphs();
    const known = this.inked.get(atlas) ?? new Map<string, HTMLCanvasElement>();
    this.inked.set(atlas, known);
    const key = `${u} ${v} ${size} ${ink} ${body ?? ""}`;
    const make = () =>
      body === undefined
        ? inkedGlyph(atlas, u, v, size, ink)
        : paintedDrawing(atlas, u, v, size, ink, body);
    const found = known.get(key) ?? make();
    known.set(key, found);
    return found;
  }
}

/** Colour of a drawing's outline. */
const OUTLINE_INK = "#1d1712";

/** A drawing of the atlas in its colours: the channels are its outline, silhouette and lines. */
function paintedDrawing(
  atlas: HTMLCanvasElement,
  u: number,
  v: number,
  size: number,
  ink: string,
  body: string,
): HTMLCanvasElement {
  const layer = (channel: number, colour: string) => inkedGlyph(atlas, u, v, size, colour, channel);
  const canvas = layer(1, body);
  const paper = canvas.getContext("2d");
  if (!paper) return canvas;
  paper.globalCompositeOperation = "source-over";
  paper.drawImage(layer(2, ink), 0, 0);
  paper.drawImage(layer(0, OUTLINE_INK), 0, 0);
  return canvas;
}

/** A glyph of the atlas, which is bright on black, in a colour on nothing. */
function inkedGlyph(
  atlas: HTMLCanvasElement,
  u: number,
  v: number,
  size: number,
  ink: string,
  channel = 0,
): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  const edge = Math.round(size * atlas.width);
  canvas.width = canvas.height = edge;
  const paper = canvas.getContext("2d");
  if (!paper) return canvas;
  paper.drawImage(
    atlas,
    u * atlas.width,
    (1 - v) * atlas.height - edge,
    edge,
    edge,
    0,
    0,
    edge,
    edge,
  );
  const pixels = paper.getImageData(0, 0, edge, edge);
  for (let i = 0; i < pixels.data.length; i += 4)
    pixels.data[i + 3] = pixels.data[i + channel] as number;
  paper.putImageData(pixels, 0, 0);
  paper.globalCompositeOperation = "source-in";
  paper.fillStyle = ink;
  paper.fillRect(0, 0, edge, edge);
  return canvas;
}

function placeOf(layer: Instances, row: number): [number, number, number] {
  layer.mesh.getMatrixAt(row, MATRIX);
  const e = MATRIX.elements;
  return [e[12], e[13], e[14]];
}

function scaleOf(layer: Instances, row: number): number {
  layer.mesh.getMatrixAt(row, MATRIX);
  return Math.hypot(MATRIX.elements[0], MATRIX.elements[1], MATRIX.elements[2]);
}

/** A text in lines of at most this width; Chinese may break after any letter. */
function wrapped(paper: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.match(/[\u3000-\uffef][，。；：！？、）]?|[^\s\u3000-\uffef]+\s*|\s+/g) ??
    []) {
    const longer = (lines.at(-1) ?? "") + word;
    if (paper.measureText(longer).width > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
