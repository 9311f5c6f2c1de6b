import { signal } from "@preact/signals";
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
}

/** Plays a reel. */
export class Player {
  private readonly timer = signal<number | null>(null);
  private readonly chosen = signal<Speed>("moves");

  constructor(
    private readonly reel: Reel,
    private readonly host: PlayerHost,
  ) {}

  get playing(): boolean {
    return this.timer.value !== null;
  }

  get speed(): Speed {
    return this.chosen.value;
  }

  set speed(speed: Speed) {
    this.chosen.value = speed;
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
  }

  /** Pauses. */
  pause(): void {
    if (this.timer.value === null) return;
    this.host.cancel(this.timer.value);
    this.timer.value = null;
  }

  /** The position to go to next; null at the end. */
  next(): number | null {
    const { reel } = this;
    if (reel.at >= reel.length) return null;
    return this.speed === "moves" ? (reel.score.stopAfter(reel.at) ?? reel.length) : reel.at + 1;
  }

  private plan(): void {
    if (this.timer.value !== null) this.host.cancel(this.timer.value);
    const next = this.next();
    if (next === null) {
      this.timer.value = null;
      return;
    }
    const wait =
      this.speed === "moves"
        ? MOVE_MS
        : Math.min(LONGEST_MS, this.reel.ticksTo(next) * TICK_MS) / this.speed;
    this.timer.value = this.host.later(() => {
      this.host.go(next);
      this.plan();
    }, wait);
  }
}
