import { BODY } from "../../wire.generated";
import { direction, isBlocked, PLAYER, slideUntilBlocked, type Terrain, type Vec } from "./terrain";

/** Length of a tick in ms: bodies move in the server's steps, and are drawn between them. */
export const TICK_MS = BODY.tickMs;
/** How soon the pace follows the wish, each tick: on the ground, in the air, flying. */
const ACCELERATION = [0.55, 0.2, 0.3] as const;
/** Blocks a tick up and down in flight, and how much faster than running one flies. */
const FLY_SPEED = 0.36;
const FLY_FACTOR = 1.5;
/** In a liquid: the pull down, what a stroke upwards adds, the fastest rise, the leap out. */
const LIQUID_GRAVITY = 0.02;
const SWIM_ACCELERATION = 0.05;
const MAX_SWIM_SPEED = 0.14;
const LEAVE_WATER_SPEED = 0.32;
/** How deep one may look down from an edge on which one sneaks. */
const SNEAK_DROP = 0.6;

/** What a person wants of its body. */
export interface MoveInput {
  /** Ahead (1) or back (-1), to the right (1) or left (-1). */
  ahead: number;
  aside: number;
  jump: boolean;
  sneak: boolean;
  run: boolean;
  /** Heading in degrees: 0 south, 90 west. */
  yaw: number;
}

/** What the server lets a body do. */
export interface MoveLimits {
  /** Blocks a second: walking, running, sneaking, swimming. */
  speeds: readonly [number, number, number, number];
  /** Blocks a tick at the beginning of a jump. */
  jump: number;
  /** How much stronger than usual everything is pulled down. */
  gravity: number;
  /** Whether it may not move at all. */
  held: boolean;
}

/** A player's own body. */
export interface Body {
  /** The middle of its feet. */
  pos: Vec;
  /** Where that was a tick ago. */
  previous: Vec;
  /** What pushes and falling make of it, in blocks a tick. */
  velocity: [number, number, number];
  /** What its own legs make of it, east and north. */
  walkVelocity: [number, number];
  grounded: boolean;
  flies: boolean;
  wet: boolean;
  runs: boolean;
  sneaks: boolean;
}

/** A body that stands still. */
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

/** Lets a body live for a tick. */
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
  // A tick falls as far as the mean of its two speeds, as on the server: v²/2g is the height then.
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

/** The pace of the legs comes nearer to what is wished. */
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

/** What the person does against falling. */
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

/** Moves a body until something stops it: up or down by `rise`, then across. */
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
    // Who is inside something gets out sideways and upwards, and does not sink through it.
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

/** A coordinate that rounding has put just below the edge of a cell, on it. */
function snapToCellEdge(axis: number): number {
  const edge = Math.round(axis);
  return axis < edge && edge - axis < BODY.skin ? edge : axis;
}

/** As much of a step as keeps something underfoot. */
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

/** Where a body is between its last two ticks. */
export function interpolated(body: Body, part: number): [number, number, number] {
  return body.previous.map((axis, i) => axis + ((body.pos[i] as number) - axis) * part) as [
    number,
    number,
    number,
  ];
}
