import type { Mark, RequestView } from "../wire.generated";
import type { Pos } from "../wire/decode";

const same = (a: Pos, b: Pos): boolean => a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
const key = (pos: Pos): string => pos.join();

/** Which cells a click means something on, now. */
export class Choices {
  private readonly starts = new Map<string, Pos>();
  private readonly next = new Map<string, Pos>();
  /** The cell picked up, if any. */
  readonly selected: Pos | null;

  constructor(
    readonly request: RequestView | null,
    marks: readonly Mark[],
  ) {
    for (const cell of request?.selection?.cells ?? []) this.starts.set(key(cell), cell);
    this.selected = marks.find(({ kind }) => kind === "selected")?.pos ?? null;
    for (const { path } of request?.choices ?? []) {
      const [first, second] = path;
      if (first) this.starts.set(key(first), first);
      if (second && this.selected && first && same(first, this.selected)) {
        this.next.set(key(second), second);
      }
    }
    for (const { pos, kind } of marks) {
      if (kind === "target" || kind === "capture") this.next.set(key(pos), pos);
    }
  }

  /** Whether a choice begins at this cell. */
  begins(pos: Pos): boolean {
    return this.starts.has(key(pos));
  }

  /** Whether the choice begun goes on at this cell. */
  continues(pos: Pos): boolean {
    return this.next.has(key(pos));
  }

  /** Whether a click on this cell means something. */
  has(pos: Pos): boolean {
    return this.begins(pos) || this.continues(pos);
  }

  /** Cells for the keyboard: where the begun choice may go on, then where one may begin. */
  cells(): Pos[] {
    return [...new Map([...this.next, ...this.starts]).values()];
  }

  /** How many choices begin at a cell. */
  count(pos: Pos): number {
    const paths = this.request?.choices.map(({ path }) => path[0]) ?? [];
    return paths.filter((first) => first && same(first, pos)).length;
  }
}

/**
 * The cell that a hit means: the cell above the block hit, if a click there means something and on
 * the block itself does not. So a click on the board counts for the point that lies on it.
 */
export function clickTarget(pos: Pos, matters: (pos: Pos) => boolean): Pos {
  const above: Pos = [pos[0], pos[1] + 1, pos[2]];
  return !matters(pos) && matters(above) ? above : pos;
}
