import { TICK_MS } from "../physics/body";

/** A press that was over before anything saw it lasts no longer than this afterwards, in steps. */
const MAX_STEPS = 5;
/** Phases of one thing that wait to be seen: more are a stammer. */
const MAX_PHASES = 8;

/** How something was for a while that nobody has seen yet. */
interface Phase {
  down: boolean;
  steps: number;
}

/** One thing that can be held down. */
interface Held {
  readonly holders: Set<string>;
  /** Since when it is as it is, in ms, and whether a step has seen that. */
  since: number;
  seen: boolean;
  readonly unseen: Phase[];
}

/**
 * What is held down, as it is seen in steps (ticks, frames). What went down and up again between two
 * steps is seen in those after them for as long as it was held, for one step at least; so is a gap
 * between two presses. Nothing is lost when steps are long.
 */
export class PressBuffer<K> {
  private readonly inputs = new Map<K, Held>();

  /** Something goes down by a key, a button or a finger, at a moment in ms. */
  down(what: K, holder: string, at: number): void {
    const held = this.inputs.get(what) ?? { holders: new Set(), since: at, seen: true, unseen: [] };
    this.inputs.set(what, held);
    if (held.holders.size === 0) recordChange(held, false, at);
    held.holders.add(holder);
  }

  /** It goes up. */
  up(what: K, holder: string, at: number): void {
    const held = this.inputs.get(what);
    if (held?.holders.delete(holder) && held.holders.size === 0) recordChange(held, true, at);
  }

  /** Whether something holds it down now, seen or not. */
  holds(what: K): boolean {
    return (this.inputs.get(what)?.holders.size ?? 0) > 0;
  }

  /** Whether it is down in this step. */
  has(what: K): boolean {
    const held = this.inputs.get(what);
    return held !== undefined && (held.unseen[0]?.down ?? held.holders.size > 0);
  }

  /** A step has seen all this. */
  step(): void {
    for (const [what, held] of this.inputs) {
      const [next] = held.unseen;
      if (!next) held.seen = true;
      else if (--next.steps <= 0) held.unseen.shift();
      if (held.holders.size === 0 && held.unseen.length === 0) this.inputs.delete(what);
    }
  }

  /** Lets go of everything; what has not been seen still is. */
  release(at: number): void {
    for (const held of this.inputs.values()) {
      if (held.holders.size > 0) recordChange(held, true, at);
      held.holders.clear();
    }
  }

  /** Forgets everything, seen or not. */
  clear(): void {
    this.inputs.clear();
  }
}

/** It changes from down to up or back: how it was is kept if no step has seen it. */
function recordChange(held: Held, down: boolean, at: number): void {
  const { unseen } = held;
  if (!held.seen && unseen.length < MAX_PHASES) {
    const long = Math.round((at - held.since) / TICK_MS);
    const steps = down ? Math.max(1, Math.min(MAX_STEPS, long)) : 1;
    unseen.push({ down, steps });
  }
  held.since = at;
  held.seen = false;
}
