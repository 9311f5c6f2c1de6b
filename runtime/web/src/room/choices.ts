import type { Mark, RequestView } from "../wire.generated";
import type { Pos } from "../wire/decode";
import { nextCells, same } from "./picking";

/** The most places for a stone that are marked; more would only be noise. */
const MOST_MARKED = 24;

const key = (pos: Pos): string => pos.join();

/** The cells on which a click has a meaning at present. */
export class Choices {
  private readonly starts = new Map<string, Pos>();
  private readonly next = new Map<string, Pos>();
  /** The cell of the piece that is picked up, if any. */
  readonly selected: Pos | null;
  /** Cells that are answers by themselves, such as those for a stone, if they are few. */
  readonly places: readonly Pos[];

  /** `picked`: the cells clicked so far towards a choice. */
  constructor(
    readonly request: RequestView | null,
    marks: readonly Mark[],
    picked: readonly Pos[],
  ) {
    for (const cell of request?.selection?.cells ?? []) this.starts.set(key(cell), cell);
    this.selected = picked.at(-1) ?? marks.find(({ kind }) => kind === "selected")?.pos ?? null;
    for (const { path } of request?.choices ?? []) {
      if (path[0]) this.starts.set(key(path[0]), path[0]);
    }
    if (request && picked.length > 0) {
      for (const pos of nextCells(request, picked)) this.next.set(key(pos), pos);
    }
    const paths = request?.choices.map(({ path }) => path).filter(({ length }) => length > 0) ?? [];
    const few = paths.length <= MOST_MARKED && paths.every(({ length }) => length === 1);
    this.places = few ? paths.map(([pos]) => pos as Pos) : [];
    for (const { pos, kind } of marks) {
      if (kind === "target" || kind === "capture") this.next.set(key(pos), pos);
    }
  }

  /** Whether a choice begins at a cell. */
  begins(pos: Pos): boolean {
    return this.starts.has(key(pos));
  }

  /** Whether a choice that begins at a cell goes on to another, as a move does. */
  leadsOn(pos: Pos): boolean {
    const paths = this.request?.choices ?? [];
    return paths.some(({ path: [first, second] }) => first && second && same(first, pos));
  }

  /** Whether the choice that has begun continues at a cell. */
  continues(pos: Pos): boolean {
    return this.next.has(key(pos));
  }

  /** Whether a click on a cell has a meaning. */
  has(pos: Pos): boolean {
    return this.begins(pos) || this.continues(pos);
  }

  /** The only cell in the column of another that is an answer by itself; null if none is, or several. */
  inColumn([x, y]: Pos): Pos | null {
    const [only, another] = this.places.filter((pos) => pos[0] === x && Math.abs(pos[1] - y) <= 1);
    return only && !another ? only : null;
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
