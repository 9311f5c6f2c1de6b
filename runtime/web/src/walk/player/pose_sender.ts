import type { Pose } from "../../wire.generated";
import { isPathClear, PLAYER, type Terrain } from "../physics/terrain";

/** Least time between two poses. */
export const POSE_MS = 100;
/** Longest way that is remembered, in ticks. */
const MAX_TRAIL = 60;

const samePose = (a: Pose, b: Pose): boolean =>
  (Object.keys(a) as (keyof Pose)[]).every((name) => String(a[name]) === String(b[name]));

/** What a body does besides being somewhere. */
const STATES = ["grounded", "sneaks", "runs", "flies"] as const;

/** Whether something begins and ends on a trail between what was told and a later place of it. */
const hidesChange = (sent: Pose, trail: readonly Pose[], to: number): boolean =>
  STATES.some((state) => {
    const then = (trail[to] as Pose)[state];
    return then === sent[state] && trail.slice(0, to).some((pose) => pose[state] !== then);
  });

/**
 * Tells the server where the player is: when that has changed, and not too often. The server looks
 * at the straight way between two poses, so who went round a corner is first told at the corner.
 */
export class PoseSender {
  private sent: Pose | null = null;
  private sentAt = -Infinity;
  private trail: Pose[] = [];

  constructor(
    private readonly terrain: () => Terrain,
    private readonly send: (pose: Pose) => void,
  ) {}

  /** Notes where the player is after a tick, and tells it if it is time. */
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

  /** Begins anew where the server has the player: it was moved, or what it said was refused. */
  reset(at: Pose | null): void {
    this.sent = at;
    this.trail = [];
  }

  /**
   * The last place of the trail that can be reached straight from the last that was told, and on the
   * way to which nothing was done that would not be told of: a short sneak, a hop.
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
