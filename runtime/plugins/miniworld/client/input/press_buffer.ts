import { TICK_MS } from "../physics/body";

/** A press that no step saw is replayed for at most this many steps. */
const MAX_STEPS = 5;
/** Unseen changes of one input that are kept; more are dropped. */
const MAX_PHASES = 8;

/** A state of an input that no step has seen, and for how many steps it is to be replayed. */
interface Phase {
  down: boolean;
  steps: number;
}

/** The state of one input. */
interface Held {
  readonly holders: Set<string>;
  /** When the present state began, in ms, and whether a step has seen it. */
  since: number;
  seen: boolean;
  readonly unseen: Phase[];
}

/**
 * Which inputs are held down, read in steps (ticks or frames) of any length. A press that begins
 * and ends between two steps is replayed in the following steps for as long as it lasted, at least
 * for one; so is the gap between two presses. Slow frames therefore lose no input.
 */
export class PressBuffer<K> {
  private readonly inputs = new Map<K, Held>();

  /** A key, button or finger (`holder`) presses an input, at a time in ms. */
  down(what: K, holder: string, at: number): void {
    const held = this.inputs.get(what) ?? { holders: new Set(), since: at, seen: true, unseen: [] };
    this.inputs.set(what, held);
    if (held.holders.size === 0) recordChange(held, false, at);
    held.holders.add(holder);
  }

  /** A holder releases an input. */
  up(what: K, holder: string, at: number): void {
    const held = this.inputs.get(what);
    if (held?.holders.delete(holder) && held.holders.size === 0) recordChange(held, true, at);
  }

  /** Whether the input is physically held down at this moment. */
  holds(what: K): boolean {
    return (this.inputs.get(what)?.holders.size ?? 0) > 0;
  }

  /** Whether the input is down in the present step. */
  has(what: K): boolean {
    const held = this.inputs.get(what);
    return held !== undefined && (held.unseen[0]?.down ?? held.holders.size > 0);
  }

  /** Ends the present step. */
  step(): void {
    for (const [what, held] of this.inputs) {
      const [next] = held.unseen;
      if (!next) held.seen = true;
      else if (--next.steps <= 0) held.unseen.shift();
      if (held.holders.size === 0 && held.unseen.length === 0) this.inputs.delete(what);
    }
  }

  /** Releases all inputs; unseen presses are still replayed. */
  release(at: number): void {
    for (const held of this.inputs.values()) {
      if (held.holders.size > 0) recordChange(held, true, at);
      held.holders.clear();
    }
  }

  /** Forgets all inputs, unseen ones included. */
  clear(): void {
    this.inputs.clear();
  }
}

/**
 * Changes an input from `down` to the opposite. The old state is kept for replay if no step saw it.
 */
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
