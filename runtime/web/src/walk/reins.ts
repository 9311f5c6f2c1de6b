/** How often the server is told anew, in ms: a ridden creature stops after a second without. */
export const REINS_MS = 300;

/** Tells the server whereto a player rides: at once when that changes, and while it goes on. */
export class Reins {
  private last = "0,0";
  private toldAt = -Infinity;

  constructor(private readonly steer: (ahead: number, aside: number) => void) {}

  /** Notes what the rider wants. */
  tell(ahead: number, aside: number, now: number): void {
    const wish = `${ahead},${aside}`;
    const goesOn = wish !== "0,0" && now - this.toldAt >= REINS_MS;
    if (wish === this.last && !goesOn) return;
    this.last = wish;
    this.toldAt = now;
    this.steer(ahead, aside);
  }
}
