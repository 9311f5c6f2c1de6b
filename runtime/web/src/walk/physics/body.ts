import { BODY } from "../../wire.generated";
import { direction, isBlocked, PLAYER, slideUntilBlocked, type Terrain, type Vec } from "./terrain";

/** Length of a tick in ms: bodies move in the server's steps, and are drawn between them. */
export const TICK_MS = BODY.tickMs;
/** How soon the pace follows the wish, each tick: on the ground, in the air, flying. */
const FOLLOW = [0.55, 0.2, 0.3] as const;
/** Blocks a tick up and down in flight, and how much faster than running one flies. */
const RISE = 0.36;
const FLIGHT = 1.5;
/** In a liquid: the pull down, what a stroke upwards adds, the fastest rise, the leap out. */
const WET = 0.02;
const STROKE = 0.05;
const FLOAT = 0.14;
const LEAP = 0.32;
/** How deep one may look down from an edge on which one sneaks. */
const EDGE = 0.6;

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
  was: Vec;
  /** What pushes and falling make of it, in blocks a tick. */
  motion: [number, number, number];
  /** What its own legs make of it, east and north. */
  pace: [number, number];
  grounded: boolean;
  flies: boolean;
  wet: boolean;
  runs: boolean;
  sneaks: boolean;
}

/** A body that stands still. */
export const bodyAt = (pos: Vec): Body => ({
  pos,
  was: pos,
  motion: [0, 0, 0],
  pace: [0, 0],
  grounded: false,
  flies: false,
  wet: false,
  runs: false,
  sneaks: false,
});

/** Lets a body live for a tick. */
export function stepBody(ground: Terrain, body: Body, wish: MoveInput, powers: MoveLimits): void {
  body.was = body.pos;
  if (powers.held) {
    body.motion = [0, 0, 0];
    body.pace = [0, 0];
    return;
  }
  const [x, y, z] = body.pos.map(Math.floor) as [number, number, number];
  body.wet = !body.flies && ground.liquid(x, y, z);
  body.sneaks = wish.sneak && !body.flies && !body.wet;
  body.runs = wish.run && !body.sneaks && wish.ahead > 0;
  setPace(body, wish, powers);
  rise(body, wish, powers);
  const before = body.motion[1];
  fall(body, powers);
  // A tick falls as far as the mean of its two speeds, as on the server: v²/2g is the height then.
  const stopped = go(ground, body, (before + body.motion[1]) / 2);
  body.grounded = stopped.ground;
  if (body.flies && stopped.ground) body.flies = false;
  if (body.wet && stopped.wall && wish.jump) body.motion[1] = LEAP;
  const keep = BODY.friction[body.grounded ? 0 : 1];
  for (const axis of [0, 2] as const) {
    body.motion[axis] *= keep;
    if (Math.abs(body.motion[axis]) < BODY.still) body.motion[axis] = 0;
  }
}

/** The pace of the legs comes nearer to what is wished. */
function setPace(body: Body, wish: MoveInput, { speeds }: MoveLimits): void {
  const [walk, run, sneak, swim] = speeds;
  const onLand = body.sneaks ? sneak : body.runs ? run : walk;
  const inAir = Math.max(walk, run) * (body.runs ? FLIGHT : 1);
  const speed = body.flies ? inAir : body.wet ? swim : onLand;
  const [x, , z] = direction(wish.yaw, 0);
  const length = Math.max(1, Math.hypot(wish.ahead, wish.aside));
  const step = speed / 20 / length;
  const goal = [
    (x * wish.ahead + z * wish.aside) * step,
    (z * wish.ahead - x * wish.aside) * step,
  ] as const;
  const follow = FOLLOW[body.flies ? 2 : body.grounded || body.wet ? 0 : 1];
  for (const axis of [0, 1] as const) {
    const gap = goal[axis] - body.pace[axis];
    body.pace[axis] = Math.abs(gap) < BODY.still ? goal[axis] : body.pace[axis] + gap * follow;
  }
}

/** What the person does against falling. */
function rise(body: Body, wish: MoveInput, powers: MoveLimits): void {
  if (body.flies) {
    const goal = RISE * (Number(wish.jump) - Number(wish.sneak));
    body.motion[1] += (goal - body.motion[1]) * 0.5;
  } else if (body.wet) {
    if (wish.jump) body.motion[1] = Math.min(FLOAT, Math.max(body.motion[1], 0) + STROKE);
  } else if (wish.jump && body.grounded) {
    body.motion[1] = powers.jump;
  }
}

function fall(body: Body, { gravity }: MoveLimits): void {
  if (body.flies) return;
  const pull = body.wet ? WET : BODY.gravity * gravity;
  body.motion[1] = Math.max(body.motion[1] - pull, -(body.wet ? BODY.sink : BODY.fallMax));
}

/** Moves a body until something stops it: up or down by `rise`, then across. */
function go(ground: Terrain, body: Body, rise: number): { ground: boolean; wall: boolean } {
  const stopped = { ground: false, wall: false };
  const inside = isBlocked(ground, body.pos, PLAYER);
  const moves = [body.motion[0] + body.pace[0], rise, body.motion[2] + body.pace[1]];
  for (const axis of [1, 0, 2] as const) {
    let by = moves[axis] as number;
    if (axis !== 1 && body.sneaks && body.grounded) by = kept(ground, body.pos, axis, by);
    if (by === 0) continue;
    // Who is inside something gets out sideways and upwards, and does not sink through it.
    const free = axis === 1 ? Math.max(by, 0) : by;
    const went = inside ? free : slideUntilBlocked(ground, body.pos, PLAYER, axis, by);
    const pos = [...body.pos] as [number, number, number];
    pos[axis] = clear(pos[axis] + went);
    body.pos = pos;
    if (went === by) continue;
    body.motion[axis] = 0;
    if (axis === 1) stopped.ground = by < 0;
    else {
      stopped.wall = true;
      body.pace[axis === 0 ? 0 : 1] = 0;
    }
  }
  return stopped;
}

/** A coordinate that rounding has put just below the edge of a cell, on it. */
function clear(axis: number): number {
  const edge = Math.round(axis);
  return axis < edge && edge - axis < BODY.skin ? edge : axis;
}

/** As much of a step as keeps something underfoot. */
function kept(ground: Terrain, pos: Vec, axis: 0 | 2, by: number): number {
  const held = (step: number) => {
    const at = [pos[0], pos[1] - EDGE, pos[2]] as [number, number, number];
    at[axis] += step;
    return isBlocked(ground, at, PLAYER);
  };
  let step = by;
  while (Math.abs(step) > 0.02 && !held(step)) step -= Math.sign(by) * 0.02;
  return held(step) ? step : 0;
}

/** Where a body is between its last two ticks. */
export function interpolated(body: Body, part: number): [number, number, number] {
  return body.was.map((axis, i) => axis + ((body.pos[i] as number) - axis) * part) as [
    number,
    number,
    number,
  ];
}
