import { BODY } from "@page/wire.generated";
import { direction, isBlocked, PLAYER, slideUntilBlocked, type Terrain, type Vec } from "./terrain";

/** Length of a tick in ms. Bodies move in the server's ticks and are interpolated between them. */
export const TICK_MS = BODY.tickMs;
/**
 * The share of the gap between present and wanted speed that is closed in a tick: on the ground (or
 * in liquid), in the air, flying.
 */
const ACCELERATION = [0.55, 0.2, 0.3] as const;
/**
 * Vertical flight speed in blocks per tick, and the factor by which flying while running is faster
 * than running.
 */
const FLY_SPEED = 0.36;
const FLY_FACTOR = 1.5;
/**
 * In liquid, in blocks per tick: gravity, acceleration upwards while swimming, maximum speed
 * upwards, and the jump that leaves the liquid at a wall.
 */
const LIQUID_GRAVITY = 0.02;
const SWIM_ACCELERATION = 0.05;
const MAX_SWIM_SPEED = 0.14;
const LEAVE_WATER_SPEED = 0.32;
/** How deep a drop must be, in blocks, before sneaking stops at its edge. */
const SNEAK_DROP = 0.6;

/** What the player wants its body to do in a tick. */
export interface MoveInput {
  /** Forward (1) or backward (-1), and right (1) or left (-1). */
  ahead: number;
  aside: number;
  jump: boolean;
  sneak: boolean;
  run: boolean;
  /** Heading in degrees: 0 is south, 90 west. */
  yaw: number;
}

/** The limits that the server sets for a body. */
export interface MoveLimits {
  /** Blocks per second: walking, running, sneaking, swimming. */
  speeds: readonly [number, number, number, number];
  /** Upward speed at the start of a jump, in blocks per tick. */
  jump: number;
  /** Factor of gravity; 1 is normal. */
  gravity: number;
  /** Whether the body may not move at all. */
  held: boolean;
}

/** The player's own body. */
export interface Body {
  /** Centre of the feet. */
  pos: Vec;
  /** Position one tick ago. */
  previous: Vec;
  /** Velocity from falling, jumping and pushes, in blocks per tick. */
  velocity: [number, number, number];
  /** Velocity from walking, in blocks per tick: east and north. */
  walkVelocity: [number, number];
  grounded: boolean;
  flies: boolean;
  wet: boolean;
  runs: boolean;
  sneaks: boolean;
}

/** A body at rest. */
export const bodyAt = (pos: Vec): Body => ({
  pos,
  previous: pos,
  velocity: [0, 0, 0],
  walkVelocity: [0, 0],
  grounded: false,
  flies: false,
  wet: false,
  runs: false,
  sneaks: false,
});

/** Advances a body by one tick. */
export function stepBody(terrain: Terrain, body: Body, input: MoveInput, limits: MoveLimits): void {
  body.previous = body.pos;
  if (limits.held) {
    body.velocity = [0, 0, 0];
    body.walkVelocity = [0, 0];
    return;
  }
  const [x, y, z] = body.pos.map(Math.floor) as [number, number, number];
  body.wet = !body.flies && terrain.liquid(x, y, z);
  body.sneaks = input.sneak && !body.flies && !body.wet;
  body.runs = input.run && !body.sneaks && input.ahead > 0;
  accelerate(body, input, limits);
  applyVerticalInput(body, input, limits);
  const before = body.velocity[1];
  applyGravity(body, limits);
  // A falling body moves by the mean of its two speeds in a tick, as on the server. A jump then
  // rises by v²/2g.
  const stopped = moveAndCollide(terrain, body, (before + body.velocity[1]) / 2);
  body.grounded = stopped.onGround;
  if (body.flies && stopped.onGround) body.flies = false;
  if (body.wet && stopped.onWall && input.jump) body.velocity[1] = LEAVE_WATER_SPEED;
  const keep = BODY.friction[body.grounded ? 0 : 1];
  for (const axis of [0, 2] as const) {
    body.velocity[axis] *= keep;
    if (Math.abs(body.velocity[axis]) < BODY.still) body.velocity[axis] = 0;
  }
}

/** Moves the walking velocity towards the wanted one. */
function accelerate(body: Body, input: MoveInput, { speeds }: MoveLimits): void {
  const [walk, run, sneak, swim] = speeds;
  const onLand = body.sneaks ? sneak : body.runs ? run : walk;
  const inAir = Math.max(walk, run) * (body.runs ? FLY_FACTOR : 1);
  const speed = body.flies ? inAir : body.wet ? swim : onLand;
  const [x, , z] = direction(input.yaw, 0);
  const length = Math.max(1, Math.hypot(input.ahead, input.aside));
  const step = speed / 20 / length;
  const goal = [
    (x * input.ahead + z * input.aside) * step,
    (z * input.ahead - x * input.aside) * step,
  ] as const;
  const follow = ACCELERATION[body.flies ? 2 : body.grounded || body.wet ? 0 : 1];
  for (const axis of [0, 1] as const) {
    const gap = goal[axis] - body.walkVelocity[axis];
    body.walkVelocity[axis] =
      Math.abs(gap) < BODY.still ? goal[axis] : body.walkVelocity[axis] + gap * follow;
  }
}

/** Applies flying up and down, swimming and jumping to the vertical velocity. */
function applyVerticalInput(body: Body, input: MoveInput, limits: MoveLimits): void {
  if (body.flies) {
    const goal = FLY_SPEED * (Number(input.jump) - Number(input.sneak));
    body.velocity[1] += (goal - body.velocity[1]) * 0.5;
  } else if (body.wet) {
    if (input.jump)
      body.velocity[1] = Math.min(
        MAX_SWIM_SPEED,
        Math.max(body.velocity[1], 0) + SWIM_ACCELERATION,
      );
  } else if (input.jump && body.grounded) {
    body.velocity[1] = limits.jump;
  }
}

function applyGravity(body: Body, { gravity }: MoveLimits): void {
  if (body.flies) return;
  const pull = body.wet ? LIQUID_GRAVITY : BODY.gravity * gravity;
  body.velocity[1] = Math.max(body.velocity[1] - pull, -(body.wet ? BODY.sink : BODY.fallMax));
}

/** Moves a body until something solid stops it: first up or down by `rise`, then horizontally. */
function moveAndCollide(
  terrain: Terrain,
  body: Body,
  rise: number,
): { onGround: boolean; onWall: boolean } {
  const stopped = { onGround: false, onWall: false };
  const inside = isBlocked(terrain, body.pos, PLAYER);
  const moves = [
    body.velocity[0] + body.walkVelocity[0],
    rise,
    body.velocity[2] + body.walkVelocity[1],
  ];
  for (const axis of [1, 0, 2] as const) {
    let by = moves[axis] as number;
    if (axis !== 1 && body.sneaks && body.grounded) by = stayOnEdge(terrain, body.pos, axis, by);
    if (by === 0) continue;
    // A body that is already inside something solid may leave it sideways and upwards, but does not
    // sink through it.
    const free = axis === 1 ? Math.max(by, 0) : by;
    const went = inside ? free : slideUntilBlocked(terrain, body.pos, PLAYER, axis, by);
    const pos = [...body.pos] as [number, number, number];
    pos[axis] = snapToCellEdge(pos[axis] + went);
    body.pos = pos;
    if (went === by) continue;
    body.velocity[axis] = 0;
    if (axis === 1) stopped.onGround = by < 0;
    else {
      stopped.onWall = true;
      body.walkVelocity[axis === 0 ? 0 : 1] = 0;
    }
  }
  return stopped;
}

/** Moves a coordinate that rounding put just below the edge of a cell onto the edge. */
function snapToCellEdge(axis: number): number {
  const edge = Math.round(axis);
  return axis < edge && edge - axis < BODY.skin ? edge : axis;
}

/** Shortens a step so that the ground below does not drop by more than `SNEAK_DROP`. */
function stayOnEdge(terrain: Terrain, pos: Vec, axis: 0 | 2, by: number): number {
  const held = (step: number) => {
    const at = [pos[0], pos[1] - SNEAK_DROP, pos[2]] as [number, number, number];
    at[axis] += step;
    return isBlocked(terrain, at, PLAYER);
  };
  let step = by;
  while (Math.abs(step) > 0.02 && !held(step)) step -= Math.sign(by) * 0.02;
  return held(step) ? step : 0;
}

/** The position between the last two ticks; `part` is 0 to 1. */
export function interpolated(body: Body, part: number): [number, number, number] {
  return body.previous.map((axis, i) => axis + ((body.pos[i] as number) - axis) * part) as [
    number,
    number,
    number,
  ];
}
