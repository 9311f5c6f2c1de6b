import { CHUNK } from "../wire/decode";
import type { Look } from "../world/looks";

/** What the mesher knows of textures that a layer has put on the blocks of its world. */
export interface Texturing {
  /** Whether what is behind a block can be seen through it, as through water. */
  isClear(look: Look): boolean;
  /** The texture of a face: 0 west, 1 east, 2 down, 3 up, 4 south, 5 north. */
  tile(look: Look, face: number): number;
}

/** Returns the look of a cell in or around the chunk: coordinates are -1 to 16. */
export type Sample = (x: number, y: number, z: number) => Look | undefined;

/**
 * A rectangle of equal faces of a chunk. Axes: 0 x, 1 y, 2 z; `u` and `v` are the next two axes
 * after `axis`.
 */
export interface Quad {
  axis: number;
  /** Whether it faces along the axis (east, up, north) or against it. */
  positive: boolean;
  /** Low corner in chunk coordinates; faces of slabs are half a block lower or shorter. */
  at: [number, number, number];
  width: number;
  height: number;
  look: Look;
  /** Ambient occlusion of the corners (0 dark … 3 open): u0v0, u1v0, u0v1, u1v1. */
  shade: [number, number, number, number];
  /** Bits of edges at which the surface ends or bends: u low, u high, v low, v high. */
  edges: number;
  /** Whether the wood grain runs north instead of east, as in bars that run north. */
  northward: boolean;
  /** Number of the face's texture; 0 without {@link Texturing}. */
  tile: number;
}

interface Face {
  look: Look;
  key: number;
  shade: number;
  edges: number;
  northward: boolean;
  tile: number;
}

const PAD = CHUNK + 2;
const SLAB_HEIGHT = 0.5;

const isCube = (look: Look | undefined): boolean => look?.shape === "cube";
const isSlab = (look: Look | undefined): boolean => look?.shape === "slab";

/** Whether the face of `own` towards `other` is visible. `side`: -1 down, 0 sideways, 1 up. */
export function faceShows(own: Look, other: Look | undefined, side: -1 | 0 | 1): boolean {
  if (own.shape !== "cube" && own.shape !== "slab") return false;
  if (isSlab(own) && side === 1) return true;
  if (isCube(other)) return false;
  if (isSlab(other)) return !(side === 1 || (side === 0 && isSlab(own)));
  return true;
}

/** The looks of a chunk and the cells around it, each read once. */
class Cells {
  private readonly looks: (Look | undefined)[] = new Array(PAD * PAD * PAD);
  solid = 0;

  constructor(sample: Sample) {
    let i = 0;
    for (let y = -1; y <= CHUNK; y++)
      for (let z = -1; z <= CHUNK; z++)
        for (let x = -1; x <= CHUNK; x++) {
          const look = sample(x, y, z);
          if (isCube(look) || isSlab(look)) this.solid += 1;
          this.looks[i++] = look;
        }
  }

  at(p: readonly number[]): Look | undefined {
    const [x, y, z] = p as [number, number, number];
    return this.looks[x + 1 + PAD * (z + 1 + PAD * (y + 1))];
  }
}

/** As far as blocks of a colour are followed. */
const RUN_MAX = 8;

/** Whether blocks of this colour extend farther along north and south than along east and west. */
function runsNorth(cells: Cells, p: readonly number[], look: Look): boolean {
  const run = (axis: number): number => {
    let length = 0;
    for (const way of [-1, 1]) {
      let q = stepped(p, axis, way);
      while (inPad(q) && cells.at(q)?.colour === look.colour && length < RUN_MAX) {
        length += 1;
        q = stepped(q, axis, way);
      }
      // What goes on in the next chunk is not seen from here, and may be long.
      if (!inPad(q)) return RUN_MAX;
    }
    return length;
  };
  return run(2) > 2 * run(0) + 1;
}

const inPad = (p: readonly number[]): boolean => p.every((value) => value >= -1 && value <= CHUNK);

function stepped(p: readonly number[], axis: number, by: number): number[] {
  const q = [...p];
  q[axis] = (q[axis] as number) + by;
  return q;
}

/** As {@link faceShows}, where blocks may be clear: they hide only faces of their own kind. */
function texturedFaceShows(
  texturing: Texturing,
  own: Look,
  other: Look | undefined,
  side: -1 | 0 | 1,
): boolean {
  const seenThrough = other !== undefined && texturing.isClear(other) && other.id !== own.id;
  return faceShows(own, seenThrough ? undefined : other, side);
}

/** A visible face of a cell, with the key of the faces it may be merged with; null if hidden. */
function faceOf(
  cells: Cells,
  p: number[],
  axis: number,
  positive: boolean,
  texturing: Texturing | null,
): Face | null {
  const look = cells.at(p);
  if (!look) return null;
  const by = positive ? 1 : -1;
  const front = stepped(p, axis, by);
  const side = axis === 1 ? by : 0;
  const shows = texturing
    ? texturedFaceShows(texturing, look, cells.at(front), side)
    : faceShows(look, cells.at(front), side);
  if (!shows) return null;
  // The top of a slab lies within its own cell, so the cells beside it cause its occlusion.
  const layer = isSlab(look) && axis === 1 && positive ? p : front;
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const blocks = (du: number, dv: number): number => {
    const beside = cells.at(stepped(stepped(layer, u, du), v, dv));
    return beside && isCube(beside) && !texturing?.isClear(beside) ? 1 : 0;
  };
  const corner = (du: number, dv: number): number => {
    const [a, b] = [blocks(du, 0), blocks(0, dv)];
    return a + b === 2 ? 0 : 3 - a - b - blocks(du, dv);
  };
  const shade = corner(-1, -1) | (corner(1, -1) << 2) | (corner(-1, 1) << 4) | (corner(1, 1) << 6);
  if (texturing) {
    const tile = texturing.tile(look, axis * 2 + Number(positive));
    const kind = (tile * 2 + (isSlab(look) ? 1 : 0)) * 16 + look.light;
    const clear = Number(texturing.isClear(look));
    const key = (kind * 2 + clear) * 256 + shade;
    return { look, shade, edges: 0, northward: false, tile, key };
  }
  const turns = (along: number, d: number): number => {
    const beside = cells.at(stepped(p, along, d));
    const level = isCube(look) ? isCube(beside) : isCube(beside) || isSlab(beside);
    return level ? 0 : 1;
  };
  const edges = turns(u, -1) | (turns(u, 1) << 1) | (turns(v, -1) << 2) | (turns(v, 1) << 3);
  const northward = runsNorth(cells, p, look);
  // Blocks that look the same are merged, whatever their ids.
  const kind = (look.colour * 2 + (isSlab(look) ? 1 : 0)) * 16 + look.light;
  const key = ((kind * 2 + (northward ? 1 : 0)) * 256 + shade) * 16 + edges;
  return { look, shade, edges, northward, tile: 0, key };
}

/** Whether such faces may be merged along u or v: their shade must be constant along it. */
function joins({ look, shade }: Face, axis: number): { u: boolean; v: boolean } {
  const s = (i: number) => (shade >> (2 * i)) & 3;
  const upright = isSlab(look) && axis !== 1;
  return {
    u: s(0) === s(1) && s(2) === s(3) && !(upright && (axis + 1) % 3 === 1),
    v: s(0) === s(2) && s(1) === s(3) && !(upright && (axis + 2) % 3 === 1),
  };
}

function quad(
  face: Face,
  axis: number,
  positive: boolean,
  p: number[],
  w: number,
  h: number,
): Quad {
  const { look, shade, edges, northward, tile } = face;
  const at = [...p] as [number, number, number];
  let [width, height] = [w, h];
  if (positive) at[axis] = (at[axis] as number) + 1;
  if (isSlab(look)) {
    if (axis === 1 && positive) at[1] -= 1 - SLAB_HEIGHT;
    if ((axis + 1) % 3 === 1) width *= SLAB_HEIGHT;
    if ((axis + 2) % 3 === 1) height *= SLAB_HEIGHT;
  }
  const s = (i: number) => (shade >> (2 * i)) & 3;
  const corners: Quad["shade"] = [s(0), s(1), s(2), s(3)];
  return { axis, positive, at, width, height, look, edges, northward, tile, shade: corners };
}

/**
 * Merges the faces of one layer into rectangles, greedily: first as wide, then as high as possible.
 */
function mergeLayer(
  faces: (Face | null)[],
  emit: (face: Face, u: number, v: number, w: number, h: number) => void,
  axis: number,
): void {
  for (let v = 0; v < CHUNK; v++)
    for (let u = 0; u < CHUNK; u++) {
      const face = faces[u + CHUNK * v];
      if (!face) continue;
      const join = joins(face, axis);
      const same = (du: number, dv: number) => faces[u + du + CHUNK * (v + dv)]?.key === face.key;
      let w = 1;
      while (join.u && u + w < CHUNK && same(w, 0)) w += 1;
      let h = 1;
      const row = () => Array.from({ length: w }, (_, i) => same(i, h)).every(Boolean);
      while (join.v && v + h < CHUNK && row()) h += 1;
      for (let dv = 0; dv < h; dv++)
        faces.fill(null, u + CHUNK * (v + dv), u + w + CHUNK * (v + dv));
      emit(face, u, v, w, h);
    }
}

/**
 * The visible faces of a chunk's cubes and slabs, merged into few rectangles. With textures, faces
 * are merged across edges and colours as long as their texture is the same.
 */
export function meshChunk(sample: Sample, texturing: Texturing | null = null): Quad[] {
  const cells = new Cells(sample);
  const quads: Quad[] = [];
  if (cells.solid === 0) return quads;
  const faces: (Face | null)[] = new Array(CHUNK * CHUNK);
  for (let axis = 0; axis < 3; axis++)
    for (const positive of [false, true])
      for (let layer = 0; layer < CHUNK; layer++) {
        const cell = (u: number, v: number): number[] => {
          const p = [0, 0, 0];
          p[axis] = layer;
          p[(axis + 1) % 3] = u;
          p[(axis + 2) % 3] = v;
          return p;
        };
        for (let v = 0; v < CHUNK; v++)
          for (let u = 0; u < CHUNK; u++)
            faces[u + CHUNK * v] = faceOf(cells, cell(u, v), axis, positive, texturing);
        const emit = (face: Face, u: number, v: number, w: number, h: number) =>
          quads.push(quad(face, axis, positive, cell(u, v), w, h));
        mergeLayer(faces, emit, axis);
      }
  return quads;
}
