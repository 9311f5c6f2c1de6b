/** How often the server is told anew, in ms: a ridden creature stops after a second without. */
export const RESEND_MS = 300;

/** How long a change stands before the next is told: the server looks once a tick. */
export const MIN_INTERVAL_MS = 60;

/**
 * Tells the server whereto a player rides: at once when that changes, and while it goes on. A pull
 * at the reins that is over before it could be told is told all the same.
 */
export class SteeringSender {
  private last = "0,0";
  private sentAt = -Infinity;
  private pending: readonly [number, number] | null = null;

  constructor(private readonly send: (ahead: number, aside: number) => void) {}

  /** Notes what the rider wants. */
  update(ahead: number, aside: number, now: number): void {
    if (now - this.sentAt < MIN_INTERVAL_MS) {
      const steers = ahead !== 0 || aside !== 0;
      if (steers && `${ahead},${aside}` !== this.last) this.pending ??= [ahead, aside];
      return;
    }
    const [to, by] = this.pending ?? [ahead, aside];
    this.pending = null;
    const next = `${to},${by}`;
    const keepsAlive = next !== "0,0" && now - this.sentAt >= RESEND_MS;
    if (next === this.last && !keepsAlive) return;
    this.last = next;
    this.sentAt = now;
    this.send(to, by);
  }
}
