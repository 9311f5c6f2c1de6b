/**
 * How often unchanged steering is sent again, in ms. A ridden creature stops after a second
 * without.
 */
export const RESEND_MS = 300;

/** Shortest time between two messages, in ms: the server reads steering once per tick. */
export const MIN_INTERVAL_MS = 60;

/**
 * Sends a rider's steering to the server, at once when it changes and again while it lasts.
 * Steering that ends before it could be sent is sent all the same.
 */
export class SteeringSender {
  private last = "0,0";
  private sentAt = -Infinity;
  private pending: readonly [number, number] | null = null;

  constructor(private readonly send: (ahead: number, aside: number) => void) {}

  /** Takes the rider's present steering. */
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
