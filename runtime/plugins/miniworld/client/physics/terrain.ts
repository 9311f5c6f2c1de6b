import { BODY, type MapView } from "@page/wire.generated";

/** A point or a vector in blocks: east, up, north. */
export type Vec = readonly [number, number, number];
/** Width and height of a body in blocks. */
export type Size = readonly [number, number];

/** Size of a player. */
export const PLAYER: Size = BODY.player;
/** Height of the eyes as a fraction of the body's height. */
export const EYE_HEIGHT = BODY.eyes;
/**
 * The distance that bodies keep from walls, so that touching a wall does not count as being inside
 * it.
 */
export const SKIN = BODY.skin;

/** What fills a cell, as far as bodies are concerned. */
export interface Terrain {
  solid(x: number, y: number, z: number): boolean;
  liquid(x: number, y: number, z: number): boolean;
}

/** The terrain of a map's blocks; `idOf` returns the block in a cell. */
export function terrainOf(
  map: MapView | null,
  idOf: (x: number, y: number, z: number) => number,
): Terrain {
  const blocks = map?.blocks ?? [];
  const open = new Set(blocks.filter((block) => block.open).map(({ id }) => id));
  const liquids = new Set(blocks.filter((block) => block.liquid).map(({ id }) => id));
  return {
    solid: (x, y, z) => {
      const id = idOf(x, y, z);
      return id !== 0 && !open.has(id);
    },
    liquid: (x, y, z) => liquids.has(idOf(x, y, z)),
  };
}

/** Whether a body whose feet are centred at a point would be inside something solid. */
export function isBlocked(terrain: Terrain, [x, y, z]: Vec, [width, height]: Size): boolean {
  const half = width / 2 - SKIN;
  const low = [x - half, y + SKIN, z - half].map(Math.floor) as [number, number, number];
  const high = [x + half, y + height - SKIN, z + half].map(Math.floor) as [number, number, number];
  for (let cy = low[1]; cy <= high[1]; cy++)
    for (let cx = low[0]; cx <= high[0]; cx++)
      for (let cz = low[2]; cz <= high[2]; cz++) if (terrain.solid(cx, cy, cz)) return true;
  return false;
}

/** How far a body moves along one axis before something solid stops it. */
export function slideUntilBlocked(
  terrain: Terrain,
  pos: Vec,
  size: Size,
  axis: number,
  by: number,
): number {
  let went = 0;
  while (went !== by) {
    const next = Math.abs(by - went) > BODY.stride ? went + BODY.stride * Math.sign(by) : by;
    if (isBlocked(terrain, offset(pos, axis, next), size)) {
      return contactDistance(pos[axis] as number, went, size, axis, by);
    }
    went = next;
  }
  return by;
}

/**
 * The distance until a body touches the cell in its way; the first `free` blocks are known to be
 * clear.
 */
function contactDistance(
  from: number,
  free: number,
  [width, height]: Size,
  axis: number,
  by: number,
): number {
  const half = by > 0 ? width / 2 : -width / 2;
  const ahead = axis !== 1 ? half : by > 0 ? height : 0;
  const edge = from + free + ahead;
  const wall = by > 0 ? Math.ceil(edge - SKIN) : Math.floor(edge + SKIN);
  // Rounding may have put the body slightly past the edge; that counts as touching.
  return free + (by > 0 ? Math.max(0, wall - edge) : Math.min(0, wall - edge));
}

function offset(pos: Vec, axis: number, by: number): Vec {
  const to = [...pos] as [number, number, number];
  to[axis] = (to[axis] as number) + by;
  return to;
}

/**
 * Whether the server accepts a move between two nearby positions. As the server does, it samples
 * the straight line, and then the way up, across and down. A body that starts inside something
 * solid may go anywhere.
 */
export function isPathClear(terrain: Terrain, from: Vec, to: Vec, size: Size): boolean {
  if (isBlocked(terrain, from, size)) return true;
  if (isBlocked(terrain, to, size)) return false;
  const steps = Math.max(1, Math.ceil(Math.hypot(...difference(from, to)) / BODY.look));
  const clear = (a: Vec, b: Vec) => {
    for (let step = 1; step < steps; step++) {
      const part = step / steps;
      const at = a.map((axis, i) => axis + ((b[i] as number) - axis) * part);
      if (isBlocked(terrain, at as unknown as Vec, size)) return false;
    }
    return true;
  };
  if (clear(from, to)) return true;
  const corner: Vec = [from[0], Math.max(from[1], to[1]), from[2]];
  const above: Vec = [to[0], corner[1], to[2]];
  if (isBlocked(terrain, corner, size)) return false;
  return clear(from, corner) && clear(corner, above) && clear(above, to);
}

/** The vector from one point to another. */
export const difference = (a: Vec, b: Vec): [number, number, number] => [
  b[0] - a[0],
  b[1] - a[1],
  b[2] - a[2],
];

/**
 * The unit vector of a view direction in degrees: yaw 0 is south (-z), 90 west (-x), 180 north;
 * pitch 90 is straight down.
 */
export function direction(yaw: number, pitch: number): [number, number, number] {
  const [y, p] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180];
  return [-Math.sin(y) * Math.cos(p), -Math.sin(p), -Math.cos(y) * Math.cos(p)];
}
