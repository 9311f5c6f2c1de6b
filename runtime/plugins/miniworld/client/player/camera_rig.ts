import type { ActorView, CameraState } from "../wire.generated";
import type { Eye } from "@page/render/camera";
import { pick, type PickWorld } from "@page/world/pick";
import { ease } from "../drawing/easing";
import { direction, EYE_HEIGHT, type Vec } from "../physics/terrain";

/**
 * `VIEWPORTTYPE`: 0 first person, 1 from behind, 2 from the front, 3 from above, 4 first person
 * again. Players can choose the first three; scripts all of them.
 */
export type ViewMode = 0 | 1 | 2 | 3 | 4;
/** The view mode that the view key selects next. */
export const nextView = (view: ViewMode): ViewMode => ([1, 2, 0, 0, 0] as const)[view];

/**
 * Distance of the camera behind or in front of the head, and its height in the view from above, in
 * blocks.
 */
const BEHIND_DISTANCE = 4.2;
const TOP_DOWN_HEIGHT = 11;
/**
 * How far above the eyes the camera is in third person, so that the head does not cover the
 * crosshair.
 */
const HEAD_CLEARANCE = 0.5;
/** The distance that the camera keeps from walls. */
const WALL_MARGIN = 0.25;
const FIELD_OF_VIEW = 70;

/** A vector that moves to a new value over time. */
class Tween {
  private from: readonly number[];
  private to: readonly number[];
  private start = 0;
  private duration = 0;
  private ease = 1;

  constructor(start: readonly number[]) {
    this.from = this.to = start;
  }

  /**
   * Starts moving to a value within `seconds`, with an easing of `LinearTransformation`. Does
   * nothing if it is already moving there.
   */
  aim(to: readonly number[], seconds: number, ease: number, now: number): void {
    if (to.join() === this.to.join()) return;
    this.from = this.at(now);
    this.to = to;
    this.start = now;
    this.duration = seconds * 1000;
    this.ease = ease;
  }

  at(now: number): number[] {
    const over = this.duration > 0 ? Math.min(1, (now - this.start) / this.duration) : 1;
    const part = over < 1 ? ease(this.ease, over) : 1;
    return this.to.map((value, i) => (this.from[i] ?? 0) + (value - (this.from[i] ?? 0)) * part);
  }
}

/** The changes that scripts make to the camera. */
export class CameraScript {
  private readonly shift = new Tween([0, 0, 0]);
  private readonly turn = new Tween([0, 0, 0]);
  private readonly fov = new Tween([FIELD_OF_VIEW]);
  private state: CameraState | null = null;

  /** Takes the state that the server sent. */
  take(state: CameraState, now: number): void {
    this.state = state;
    const [shift, shiftTime] = state.shift ?? [[0, 0, 0], 0];
    const [turn, turnTime] = state.turn ?? [[0, 0, 0], 0];
    const [fov, fovTime] = state.fov ?? [FIELD_OF_VIEW, 0];
    this.shift.aim(shift, shiftTime, state.ease, now);
    this.turn.aim(turn, turnTime, state.ease, now);
    this.fov.aim([Math.max(10, Math.min(130, fov))], fovTime, state.ease, now);
  }

  /** The actor to whose head the camera is attached, if any. */
  get mount(): number | null {
    return this.state?.mount ?? null;
  }

  /** Whether a script has fixed the camera at a position. */
  get fixed(): boolean {
    return (this.state?.fixed ?? null) !== null;
  }

  /**
   * Applies the changes to an eye. `mounted` is the actor that the camera is attached to, if it
   * exists.
   */
  apply(eye: Eye, now: number, mounted: Mounted | null): Eye {
    const [x = 0, y = 0, z = 0] = this.shift.at(now);
    const [yaw = 0, pitch = 0, roll = 0] = this.turn.at(now);
    const [view = FIELD_OF_VIEW] = this.fov.at(now);
    const hard = Math.min(5, this.state?.shake ?? 0);
    const shake = (use: number) => hard * 0.35 * Math.sin(now / (31 + use * 7) + use);
    const at = this.state?.fixed ?? (mounted && headOf(mounted)) ?? eye.at;
    return {
      at: [at[0] + x, at[1] + y + shake(3) * 0.05, at[2] + z],
      yaw: eye.yaw + yaw + shake(0),
      pitch: eye.pitch + pitch + shake(1),
      roll: eye.roll + roll + shake(2),
      view,
    };
  }
}

/** What the camera needs to know of an actor it is attached to. */
export interface Mounted {
  pos: Vec;
  view: Pick<ActorView, "size">;
}

/** The position of an actor's eyes. */
const headOf = ({ pos, view }: Mounted): Vec => [
  pos[0],
  pos[1] + view.size[1] * EYE_HEIGHT,
  pos[2],
];

/**
 * The camera for a view mode, given the player's eyes and view direction. It does not go through
 * walls.
 */
export function eyeOf(
  view: ViewMode,
  eyes: Vec,
  yaw: number,
  pitch: number,
  world: PickWorld,
): Eye {
  const at = (from: Vec): [number, number, number] => [from[0], from[1], from[2]];
  const plain = { roll: 0, view: FIELD_OF_VIEW };
  if (view === 0 || view === 4) return { at: at(eyes), yaw, pitch, ...plain };
  const heading = view === 2 ? yaw + 180 : yaw;
  const tilt = view === 3 ? 78 : view === 2 ? -pitch : pitch;
  const ahead = direction(heading, tilt);
  const dir: Vec = [-ahead[0], -ahead[1], -ahead[2]];
  const wanted = view === 3 ? TOP_DOWN_HEIGHT : BEHIND_DISTANCE;
  const over = clearance(world, eyes, [0, 1, 0], HEAD_CLEARANCE);
  const head: Vec = [eyes[0], eyes[1] + over, eyes[2]];
  const far = Math.max(0.3, clearance(world, head, dir, wanted));
  const from: Vec = [head[0] + dir[0] * far, head[1] + dir[1] * far, head[2] + dir[2] * far];
  return { at: at(from), yaw: heading, pitch: tilt, ...plain };
}

/** How far there is nothing in the way, up to `most`. */
function clearance(world: PickWorld, origin: Vec, dir: Vec, most: number): number {
  const hit = pick(world, { origin, dir }, most + WALL_MARGIN);
  return Math.max(0, Math.min(most, (hit?.distance ?? Infinity) - WALL_MARGIN));
}
