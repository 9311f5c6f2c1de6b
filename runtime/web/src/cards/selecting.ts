import type { SelectView } from "../wire.generated";

/** Number of cards by class. */
type Counts = Uint8Array;

/**
 * The selection for an answer of several cells. It stays in the client, so that other players do not
 * learn of it; the server checks the answer again.
 */
export class Selecting {
  private readonly chosen = new Set<number>();
  private readonly classOf: number[];
  private readonly classes: number;
  private readonly sets: Counts[];
  /** Index of the suggestion shown; null for none. */
  suggested: number | null = null;

  constructor(
    /** The id of the question that the selection answers. */
    public request: number,
    readonly view: SelectView,
  ) {
    const letters = [...new Set(view.classes)];
    this.classes = letters.length;
    this.classOf = view.cells.map((_, i) => letters.indexOf(view.classes[i] ?? ""));
    this.sets = view.legal.map((set) => {
      const counts = new Uint8Array(letters.length);
      for (const letter of set) {
        const index = letters.indexOf(letter);
        if (index >= 0) counts[index] = (counts[index] ?? 0) + 1;
      }
      return counts;
    });
  }

  /** Indexes of the selected cells, sorted. */
  get cells(): number[] {
    return [...this.chosen].sort((a, b) => a - b);
  }

  /** Whether a cell is selected. */
  has(cell: number): boolean {
    return this.chosen.has(cell);
  }

  /** The index of a cell; -1 if it cannot be selected. */
  find([x, y, z]: readonly [number, number, number]): number {
    return this.view.cells.findIndex((pos) => pos[0] === x && pos[1] === y && pos[2] === z);
  }

  /** Whether the selection is an answer. */
  get legal(): boolean {
    const { size } = this.chosen;
    if (this.hasCounts) return size >= this.view.min && size <= this.view.max;
    const counts = this.count(this.chosen);
    return this.sets.some((set) => set.every((number, i) => number === counts[i]));
  }

  /** Whether any selection could be an answer. */
  get possible(): boolean {
    return this.hasCounts ? this.view.cells.length >= this.view.min : this.sets.length > 0;
  }

  /** Cells that can be part of an answer together with the selection. */
  selectable(): Set<number> {
    const selectable = new Set<number>();
    if (this.hasCounts) {
      const full = this.chosen.size >= this.view.max;
      this.view.cells.forEach((_, i) => (full && !this.chosen.has(i) ? null : selectable.add(i)));
      return selectable;
    }
    const counts = this.count(this.chosen);
    const more = new Set<number>();
    for (const set of this.supersetsOf(counts)) {
      set.forEach((number, i) => number > (counts[i] ?? 0) && more.add(i));
    }
    this.view.cells.forEach((_, i) => {
      if (this.chosen.has(i) || more.has(this.classOf[i] as number)) selectable.add(i);
    });
    return selectable;
  }

  /** Selects a cell, and cells that every answer with it contains; or deselects it. */
  toggle(cell: number): void {
    this.suggested = null;
    if (this.chosen.delete(cell)) return;
    // Where one cell is wanted, a new one replaces the old.
    if (this.hasCounts && this.view.max === 1) this.chosen.clear();
    const counts = this.count(this.chosen);
    const kind = this.classOf[cell];
    if (kind !== undefined && kind >= 0) counts[kind] = (counts[kind] ?? 0) + 1;
    // If no answer contains both the selection and this cell, the viewer has changed their mind:
    // start again.
    if (this.sets.length > 0 && this.supersetsOf(counts).length === 0 && this.isPlayable(cell)) {
      this.chosen.clear();
    }
    this.chosen.add(cell);
    this.complete();
  }

  /**
   * A drag across cells, in their order. If it begins on a selected cell, it deselects them.
   * Otherwise it selects the largest answer among them that contains the first and last class, or
   * all of them.
   */
  sweep(cells: readonly number[]): void {
    this.suggested = null;
    const [first] = cells;
    if (first === undefined) return;
    if (this.chosen.has(first)) {
      for (const cell of cells) this.chosen.delete(cell);
      return;
    }
    const best = this.chosen.size === 0 ? this.bestWithin(cells) : null;
    for (const cell of best ?? cells) this.chosen.add(cell);
    if (this.hasCounts && this.chosen.size > this.view.max) {
      for (const cell of this.cells.slice(this.view.max)) this.chosen.delete(cell);
    }
    this.complete();
  }

  /** Selects one more of these cells; once all are selected, deselects them. */
  cycle(cells: readonly number[]): void {
    const next = cells.find((cell) => !this.chosen.has(cell));
    if (next !== undefined) this.toggle(next);
    else for (const cell of cells) this.chosen.delete(cell);
  }

  /** Deselects everything. */
  clear(): void {
    this.suggested = null;
    this.chosen.clear();
  }

  /** Selects the next suggestion; false if there are none. */
  suggest(): boolean {
    const { suggest } = this.view;
    if (suggest.length === 0) return false;
    const next = ((this.suggested ?? -1) + 1) % suggest.length;
    this.chosen.clear();
    for (const cell of suggest[next] ?? []) this.chosen.add(cell);
    this.suggested = next;
    return true;
  }

  /** Whether any cells are an answer, if their number is right. */
  private get hasCounts(): boolean {
    return this.view.legal.length === 0 && this.view.max > 0;
  }

  private count(cells: Iterable<number>): Counts {
    const counts = new Uint8Array(this.classes);
    for (const cell of cells) {
      const kind = this.classOf[cell];
      if (kind !== undefined && kind >= 0) counts[kind] = (counts[kind] ?? 0) + 1;
    }
    return counts;
  }

  /** The answers that contain at least these counts. */
  private supersetsOf(counts: Counts): Counts[] {
    return this.sets.filter((set) => set.every((number, i) => number >= (counts[i] ?? 0)));
  }

  private isPlayable(cell: number): boolean {
    return this.supersetsOf(this.count([cell])).length > 0;
  }

  /** Adds the cells that all answers containing the selection have. */
  private complete(): void {
    const counts = this.count(this.chosen);
    const above = this.supersetsOf(counts);
    const [first] = above;
    if (!first) return;
    const required = first.map((_, i) => Math.min(...above.map((set) => set[i] ?? 0)));
    this.view.cells.forEach((_, cell) => {
      const kind = this.classOf[cell] as number;
      if (this.chosen.has(cell) || (counts[kind] ?? 0) >= (required[kind] ?? 0)) return;
      this.chosen.add(cell);
      counts[kind] = (counts[kind] ?? 0) + 1;
    });
  }

  /** The largest answer among the cells that contains the classes of the first and the last one. */
  private bestWithin(cells: readonly number[]): number[] | null {
    const counts = this.count(cells);
    const ends = [cells[0], cells.at(-1)].map((cell) => this.classOf[cell ?? -1] ?? -1);
    let best: Counts | null = null;
    let most = 0;
    for (const set of this.sets) {
      if (set.some((number, i) => number > (counts[i] ?? 0))) continue;
      if (ends.some((kind) => !set[kind])) continue;
      const size = set.reduce((sum, number) => sum + number, 0);
      if (size > most) [best, most] = [set, size];
    }
    if (!best) return null;
    const left = Uint8Array.from(best);
    return cells.filter((cell) => {
      const kind = this.classOf[cell] as number;
      if (!left[kind]) return false;
      left[kind] -= 1;
      return true;
    });
  }
}

/** The key that is typed for a rank. */
export function rankKey(key: string): string {
  const upper = key.toUpperCase();
  return upper === "0" ? "T" : upper;
}
