import type { Pos } from "../wire/decode";
import type { Shape } from "./looks";

/** A ray in the world. `dir` need not have length 1; distances are in multiples of it. */
export interface Ray {
  origin: Pos;
  dir: Pos;
}

/** The first block that a ray hits. Faces: 0 west, 1 east, 2 south, 3 north, 4 down, 5 up. */
export interface Hit {
  pos: Pos;
  face: number;
  distance: number;
}

/**
 * What picking needs of the world: the shape in a cell, and how far it is sunk into the cell below.
 */
export interface PickWorld {
  shape(pos: Pos): Shape | undefined;
  sink(pos: Pos): number;
}

/**
 * Bounds of a shape within its cell: low and high corner. Round ones are the cylinder in them. That
 * of a figure leaves out the ends of tall ones, so that what stands behind them can be picked.
 */
export const BOUNDS: Record<Shape, readonly [Pos, Pos]> = {
  cube: [
    [0, 0, 0],
    [1, 1, 1],
  ],
  slab: [
    [0, 0, 0],
    [1, 0.5, 1],
  ],
  disc: [
    [0.06, 0, 0.06],
    [0.94, 0.32, 0.94],
  ],
  card: [
    [0.14, 0, 0.03],
    [0.86, 0.06, 0.97],
  ],
  sign: [
    [0.1, 0, 0.1],
    [0.9, 0.95, 0.9],
  ],
  stone: [
    [0.04, 0, 0.04],
    [0.96, 0.3, 0.96],
  ],
  ball: [
    [0.08, 0, 0.08],
    [0.92, 0.75, 0.92],
  ],
  die: [
    [0.15, 0, 0.15],
    [0.85, 0.7, 0.85],
  ],
  figure: [
    [0.22, 0, 0.22],
    [0.78, 1.05, 0.78],
  ],
};

const ROUND: readonly Shape[] = ["disc", "stone", "ball", "figure"];

/** The upper face of a block. */
export const UP = 5;

/** Where a ray enters a box, and through which face (slab test). */
function enterBox(ray: Ray, low: Pos, high: Pos): { distance: number; face: number } | null {
  let near = -Infinity;
  let far = Infinity;
  let face = 5;
  for (let axis = 0; axis < 3; axis++) {
    const from = ray.origin[axis] as number;
    const step = ray.dir[axis] as number;
    const lo = low[axis] as number;
    const hi = high[axis] as number;
    if (step === 0) {
      if (from < lo || from > hi) return null;
      continue;
    }
    const enter = ((step > 0 ? lo : hi) - from) / step;
    const leave = ((step > 0 ? hi : lo) - from) / step;
    if (enter > near) {
      near = enter;
      face = faceOf(axis, step);
    }
    far = Math.min(far, leave);
  }
  return near <= far && far >= 0 ? { distance: Math.max(near, 0), face } : null;
}

/** The face through which a ray along an axis enters. */
function faceOf(axis: number, step: number): number {
  const negative = [0, 4, 2][axis] as number;
  return step > 0 ? negative : negative + 1;
}

/** Where a ray enters the upright cylinder inscribed in a box. */
function enterDisc(ray: Ray, low: Pos, high: Pos): { distance: number; face: number } | null {
  const box = enterBox(ray, low, high);
  if (!box) return null;
  const cx = (low[0] + high[0]) / 2;
  const cz = (low[2] + high[2]) / 2;
  const radius = (high[0] - low[0]) / 2;
  const ox = ray.origin[0] - cx;
  const oz = ray.origin[2] - cz;
  const [dx, , dz] = ray.dir;
  const at = (t: number) => Math.hypot(ox + dx * t, oz + dz * t);
  if (at(box.distance) <= radius) return box;
  const a = dx * dx + dz * dz;
  const b = ox * dx + oz * dz;
  const root = b * b - a * (ox * ox + oz * oz - radius * radius);
  if (a === 0 || root < 0) return null;
  const distance = (-b - Math.sqrt(root)) / a;
  const y = ray.origin[1] + ray.dir[1] * distance;
  return distance >= 0 && y >= low[1] && y <= high[1] ? { distance, face: box.face } : null;
}

/** Where a ray hits the block of a cell; null if it misses. */
export function enterBlock(world: PickWorld, ray: Ray, pos: Pos): Hit | null {
  const shape = world.shape(pos);
  if (!shape) return null;
  const sink = world.sink(pos);
  const [low, high] = BOUNDS[shape];
  const at = (corner: Pos): Pos => [
    pos[0] + corner[0],
    pos[1] + corner[1] - sink,
    pos[2] + corner[2],
  ];
  const enter = ROUND.includes(shape) ? enterDisc : enterBox;
  const found = enter(ray, at(low), at(high));
  return found && { pos, ...found };
}

/**
 * The first block along a ray, within `reach`. Visits the cells that the ray passes (Amanatides and
 * Woo 1987). A block may be sunk into the cell below its own, and a figure reaches into the one
 * above, so each step also tests the cells above and below.
 */
export function pick(world: PickWorld, ray: Ray, reach: number): Hit | null {
  const cell = ray.origin.map(Math.floor) as [number, number, number];
  const step = ray.dir.map(Math.sign) as [number, number, number];
  const delta = ray.dir.map((d) => (d === 0 ? Infinity : Math.abs(1 / d)));
  const next = ray.dir.map((d, axis) => {
    if (d === 0) return Infinity;
    const edge = (cell[axis] as number) + (d > 0 ? 1 : 0);
    return (edge - (ray.origin[axis] as number)) / d;
  });
  for (let distance = 0; distance <= reach;) {
    let first: Hit | null = null;
    for (const up of [0, 1, -1]) {
      const hit = enterBlock(world, ray, [cell[0], cell[1] + up, cell[2]]);
      if (hit && (!first || hit.distance < first.distance)) first = hit;
    }
    const leave = Math.min(...next);
    // The block of the cell above may be hit beyond this cell, behind something nearer.
    if (first && first.distance <= leave + 1e-9) return first.distance <= reach ? first : null;
    const axis = next.indexOf(leave);
    if (leave === Infinity) return null;
    cell[axis] = (cell[axis] as number) + (step[axis] as number);
    next[axis] = (next[axis] as number) + (delta[axis] as number);
    distance = leave;
  }
  return null;
}
