import type { Reel } from "./reel";

/** Playback speed: one move per second, or a multiple of the real speed. */
export type Speed = "moves" | 0.5 | 1 | 2 | 4 | 8;
export const SPEEDS: readonly Speed[] = ["moves", 0.5, 1, 2, 4, 8];

const TICK_MS = 50;
const MOVE_MS = 1000;
/** Longer pauses are shortened to this. */
const LONGEST_MS = 5000;

/** What the player needs from outside. */
export interface PlayerHost {
  later(run: () => void, ms: number): number;
  cancel(timer: number): void;
  /** Goes to a position. */
  go(position: number): void;
  /** Called when playback starts or stops. */
  changed(): void;
}

/** Plays a reel. */
export class Player {
  private timer: number | null = null;
  private chosen: Speed = "moves";

  constructor(
    private readonly reel: Reel,
    private readonly host: PlayerHost,
  ) {}

  get playing(): boolean {
    return this.timer !== null;
  }

  get speed(): Speed {
    return this.chosen;
  }

  set speed(speed: Speed) {
    this.chosen = speed;
    if (this.playing) this.plan();
  }

  /** Starts or pauses. At the end it starts from the beginning. */
  toggle(): void {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.reel.length === 0) return;
    if (this.next() === null) this.host.go(0);
    this.plan();
    this.host.changed();
  }

  /** Pauses. */
  pause(): void {
    if (this.timer === null) return;
    this.host.cancel(this.timer);
    this.timer = null;
    this.host.changed();
  }

  /** The position to go to next; null at the end. */
  next(): number | null {
    const { reel } = this;
    if (reel.at >= reel.length) return null;
    return this.chosen === "moves" ? (reel.score.stopAfter(reel.at) ?? reel.length) : reel.at + 1;
  }

  private plan(): void {
    if (this.timer !== null) this.host.cancel(this.timer);
    this.timer = null;
    const next = this.next();
    if (next === null) return;
    const wait =
      this.chosen === "moves"
        ? MOVE_MS
        : Math.min(LONGEST_MS, this.reel.ticksTo(next) * TICK_MS) / this.chosen;
    this.timer = this.host.later(() => {
      this.host.go(next);
      this.plan();
      if (!this.playing) this.host.changed();
    }, wait);
  }
}
