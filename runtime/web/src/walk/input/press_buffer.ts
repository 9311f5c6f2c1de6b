import { TICK_MS } from "../physics/body";

/** A press that was over before anything saw it lasts no longer than this afterwards, in steps. */
const MOST_STEPS = 5;
/** Phases of one thing that wait to be seen: more are a stammer. */
const MOST_PHASES = 8;

/** How something was for a while that nobody has seen yet. */
interface Phase {
  down: boolean;
  steps: number;
}

/** One thing that can be held down. */
interface Held {
  readonly by: Set<string>;
  /** Since when it is as it is, in ms, and whether a step has seen that. */
  since: number;
  seen: boolean;
  readonly missed: Phase[];
}

/**
 * What is held down, as it is seen in steps (ticks, frames). What went down and up again between two
 * steps is seen in those after them for as long as it was held, for one step at least; so is a gap
 * between two presses. Nothing is lost when steps are long.
 */
export class PressBuffer<K> {
  private readonly all = new Map<K, Held>();

  /** Something goes down by a key, a button or a finger, at a moment in ms. */
  down(what: K, by: string, at: number): void {
    const held = this.all.get(what) ?? { by: new Set(), since: at, seen: true, missed: [] };
    this.all.set(what, held);
    if (held.by.size === 0) turn(held, false, at);
    held.by.add(by);
  }

  /** It goes up. */
  up(what: K, by: string, at: number): void {
    const held = this.all.get(what);
    if (held?.by.delete(by) && held.by.size === 0) turn(held, true, at);
  }

  /** Whether something holds it down now, seen or not. */
  holds(what: K): boolean {
    return (this.all.get(what)?.by.size ?? 0) > 0;
  }

  /** Whether it is down in this step. */
  has(what: K): boolean {
    const held = this.all.get(what);
    return held !== undefined && (held.missed[0]?.down ?? held.by.size > 0);
  }

  /** A step has seen all this. */
  step(): void {
    for (const [what, held] of this.all) {
      const [next] = held.missed;
      if (!next) held.seen = true;
      else if (--next.steps <= 0) held.missed.shift();
      if (held.by.size === 0 && held.missed.length === 0) this.all.delete(what);
    }
  }

  /** Lets go of everything; what has not been seen still is. */
  release(at: number): void {
    for (const held of this.all.values()) {
      if (held.by.size > 0) turn(held, true, at);
      held.by.clear();
    }
  }

  /** Forgets everything, seen or not. */
  clear(): void {
    this.all.clear();
  }
}

/** It changes from down to up or back: how it was is kept if no step has seen it. */
function turn(held: Held, down: boolean, at: number): void {
  const { missed } = held;
  if (!held.seen && missed.length < MOST_PHASES) {
    const long = Math.round((at - held.since) / TICK_MS);
    const steps = down ? Math.max(1, Math.min(MOST_STEPS, long)) : 1;
    missed.push({ down, steps });
  }
  held.since = at;
  held.seen = false;
}
