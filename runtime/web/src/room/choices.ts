import type { Mark, RequestView } from "../wire.generated";
import type { Pos } from "../wire/decode";

const same = (a: Pos, b: Pos): boolean => a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
const key = (pos: Pos): string => pos.join();

/** The cells on which a click has a meaning at present. */
export class Choices {
  private readonly starts = new Map<string, Pos>();
  private readonly next = new Map<string, Pos>();
  /** The cell of the piece that is picked up, if any. */
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

  /** Whether a choice begins at a cell. */
  begins(pos: Pos): boolean {
    return this.starts.has(key(pos));
  }

  /** Whether the choice that has begun continues at a cell. */
  continues(pos: Pos): boolean {
    return this.next.has(key(pos));
  }

  /** Whether a click on a cell has a meaning. */
  has(pos: Pos): boolean {
    return this.begins(pos) || this.continues(pos);
  }

  /** Cells for the keyboard cursor: continuations first, then starts. */
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
 * The cell that a click on a block means. If a click has a meaning on the cell above and none on
 * the block itself, it means the cell above: a click on the board counts for the point that lies on
 * it.
 */
export function clickTarget(pos: Pos, matters: (pos: Pos) => boolean): Pos {
  const above: Pos = [pos[0], pos[1] + 1, pos[2]];
  return !matters(pos) && matters(above) ? above : pos;
}
