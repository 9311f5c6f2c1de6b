import { pick, type Hit, type PickWorld, type Ray } from "@page/world/pick";
import type { DrawnActor } from "../actors/actor_tracks";
import type { Vec } from "../physics/terrain";

/** How far a player reaches from its eyes, in blocks; the server allows a little more. */
export const REACH = 6;
/** Kinds of actors that can be attacked or touched. */
const TARGETABLE = new Set(["player", "creature"]);

/** What is under the crosshair. */
export type Target =
  { kind: "block"; hit: Hit } | { kind: "body"; id: number; at: Vec; distance: number };

/** Distance at which a ray enters an actor's box; null if it misses. */
export function enterBody({ origin, dir }: Ray, { view, pos }: DrawnActor): number | null {
  const [width, height] = view.size;
  const low = [pos[0] - width / 2, pos[1], pos[2] - width / 2];
  const high = [pos[0] + width / 2, pos[1] + height, pos[2] + width / 2];
  let [near, far] = [0, Infinity];
  for (let axis = 0; axis < 3; axis++) {
    const [from, step] = [origin[axis] as number, dir[axis] as number];
    const [lo, hi] = [low[axis] as number, high[axis] as number];
    if (step === 0) {
      if (from < lo || from > hi) return null;
      continue;
    }
    const [a, b] = [(lo - from) / step, (hi - from) / step];
    near = Math.max(near, Math.min(a, b));
    far = Math.min(far, Math.max(a, b));
  }
  return near <= far ? near : null;
}

/**
 * The first block or actor that a ray hits within reach of the eyes. The ray may start elsewhere,
 * as in third person.
 */
export function raycastTarget(
  ray: Ray,
  eyes: Vec,
  world: PickWorld,
  bodies: readonly DrawnActor[],
  own: number | null,
): Target | null {
  const along = (distance: number): Vec => [
    ray.origin[0] + ray.dir[0] * distance,
    ray.origin[1] + ray.dir[1] * distance,
    ray.origin[2] + ray.dir[2] * distance,
  ];
  const distanceFromEyes = (at: Vec) =>
    Math.hypot(at[0] - eyes[0], at[1] - eyes[1], at[2] - eyes[2]);
  const behind = distanceFromEyes(ray.origin);
  const hit = pick(world, ray, REACH + behind);
  let best: Target | null = null;
  let nearest = Infinity;
  if (hit && distanceFromEyes(along(hit.distance)) <= REACH) {
    best = { kind: "block", hit };
    nearest = hit.distance;
  }
  for (const body of bodies) {
    if (body.view.id === own || body.view.dead || !TARGETABLE.has(body.view.kind)) continue;
    const distance = enterBody(ray, body);
    if (distance === null || distance >= nearest || distanceFromEyes(along(distance)) > REACH)
      continue;
    best = { kind: "body", id: body.view.id, at: along(distance), distance };
    nearest = distance;
  }
  return best;
}

/** The cell beside a face of a block. Faces: 0 west, 1 east, 2 south, 3 north, 4 down, 5 up. */
export function cellBeside([x, y, z]: Vec, face: number): [number, number, number] {
  const way = face % 2 === 0 ? -1 : 1;
  const axis = [0, 2, 1][face >> 1];
  return [x + (axis === 0 ? way : 0), y + (axis === 1 ? way : 0), z + (axis === 2 ? way : 0)];
}
