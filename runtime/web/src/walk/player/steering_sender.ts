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
  private toldAt = -Infinity;
  private missed: readonly [number, number] | null = null;

  constructor(private readonly steer: (ahead: number, aside: number) => void) {}

  /** Notes what the rider wants. */
  tell(ahead: number, aside: number, now: number): void {
    if (now - this.toldAt < MIN_INTERVAL_MS) {
      const pulls = ahead !== 0 || aside !== 0;
      if (pulls && `${ahead},${aside}` !== this.last) this.missed ??= [ahead, aside];
      return;
    }
    const [to, by] = this.missed ?? [ahead, aside];
    this.missed = null;
    const wish = `${to},${by}`;
    const goesOn = wish !== "0,0" && now - this.toldAt >= RESEND_MS;
    if (wish === this.last && !goesOn) return;
    this.last = wish;
    this.toldAt = now;
    this.steer(to, by);
  }
}
