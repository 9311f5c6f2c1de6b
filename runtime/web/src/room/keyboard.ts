import type { Pos } from "../wire/decode";
import type { Choices } from "./choices";

/** A cell and its position on the page. */
export interface Place {
  pos: Pos;
  x: number;
  y: number;
}

/** Directions of the arrow keys on the page. */
export const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** How much a step sideways costs compared with one straight ahead. */
const SIDEWAYS = 2.2;

/** The nearest place in a direction, with preference for what is straight ahead. */
export function nearest(
  from: Place,
  [dx, dy]: readonly [number, number],
  places: readonly Place[],
): Place | null {
  let best: Place | null = null;
  let least = Infinity;
  for (const place of places) {
    const [x, y] = [place.x - from.x, place.y - from.y];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    if (ahead <= 1) continue;
    const cost = ahead + SIDEWAYS * aside;
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}

/** A keyboard cursor: arrows move it between cells that may be chosen, Enter clicks. */
export class KeyboardCursor {
  private at: Pos | null = null;

  constructor(
    private readonly choices: () => Choices,
    private readonly screenOf: (pos: Pos) => { x: number; y: number },
    private readonly show: (pos: Pos | null) => void,
    private readonly click: (pos: Pos) => void,
  ) {}

  /** Whether it is shown. */
  get shown(): boolean {
    return this.at !== null;
  }

  /** Handles a key; true if it had a meaning. */
  press(key: string): boolean {
    const arrow = ARROWS[key];
    if (arrow) return this.step(arrow);
    if ((key === "Enter" || key === " ") && this.at) {
      this.click(this.at);
      return true;
    }
    if (key !== "Escape" || !this.at) return false;
    const { selected } = this.choices();
    // A second click on a piece that is picked up puts it down again.
    if (selected) this.click(selected);
    else this.move(null);
    return true;
  }

  /** Hides the cursor: the pointer is used, or the board lost the focus. */
  hide(): void {
    if (this.at) this.move(null);
  }

  private step(direction: readonly [number, number]): boolean {
    const places = this.choices()
      .cells()
      .map((pos) => ({ pos, ...this.screenOf(pos) }));
    const start = this.at ?? this.choices().selected;
    const next = start
      ? nearest({ pos: start, ...this.screenOf(start) }, direction, places)
      : places.at(0);
    if (!next) return false;
    this.move(next.pos);
    return true;
  }

  private move(pos: Pos | null): void {
    this.at = pos;
    this.show(pos);
  }
}
