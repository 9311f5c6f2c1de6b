import type { Pose } from "@page/wire.generated";
import { isPathClear, PLAYER, type Terrain } from "../physics/terrain";

/** Shortest time between two poses. */
export const POSE_MS = 100;
/** How many poses are kept that were not sent yet. */
const MAX_TRAIL = 60;

const samePose = (a: Pose, b: Pose): boolean =>
  (Object.keys(a) as (keyof Pose)[]).every((name) => String(a[name]) === String(b[name]));

/** The states of a pose besides position and direction. */
const STATES = ["grounded", "sneaks", "runs", "flies"] as const;

/** Whether sending pose `to` of the trail would hide a state that began and ended before it. */
const hidesChange = (sent: Pose, trail: readonly Pose[], to: number): boolean =>
  STATES.some((state) => {
    const then = (trail[to] as Pose)[state];
    return then === sent[state] && trail.slice(0, to).some((pose) => pose[state] !== then);
  });

/**
 * Sends the player's pose to the server when it has changed, at most every `POSE_MS`. The server
 * checks the straight line between two poses, so when the player walks around a corner, the pose at
 * the corner is sent first.
 */
export class PoseSender {
  private sent: Pose | null = null;
  private sentAt = -Infinity;
  private trail: Pose[] = [];

  constructor(
    private readonly terrain: () => Terrain,
    private readonly send: (pose: Pose) => void,
  ) {}

  /** Takes the pose after a tick, and sends one if it is time. */
  note(pose: Pose, now: number): void {
    const last = this.trail.at(-1) ?? this.sent;
    if (!last || !samePose(last, pose)) this.trail.push(pose);
    if (this.trail.length > MAX_TRAIL) this.trail.shift();
    if (now - this.sentAt < POSE_MS || this.trail.length === 0) return;
    const index = this.furthestReachable();
    const [next] = this.trail.splice(0, index + 1).slice(-1);
    if (!next) return;
    this.sent = next;
    this.sentAt = now;
    this.send(next);
  }

  /** Starts again after the server moved the player or refused a pose. */
  reset(at: Pose | null): void {
    this.sent = at;
    this.trail = [];
  }

  /**
   * Index of the last pose in the trail that can be reached in a straight line from the last one
   * sent, and that hides no short sneak or hop on the way.
   */
  private furthestReachable(): number {
    const { sent, trail } = this;
    if (!sent) return trail.length - 1;
    const terrain = this.terrain();
    for (let i = trail.length - 1; i > 0; i--) {
      if (hidesChange(sent, trail, i)) continue;
      if (isPathClear(terrain, sent.pos, (trail[i] as Pose).pos, PLAYER)) return i;
    }
    return 0;
  }
}
