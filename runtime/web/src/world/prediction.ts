import type { BlockFrame, Pos } from "../wire/decode";
import type { BlockStore, CellChange } from "./store";

/** Cell contents that are shown although the server has not said so yet. */
interface Shown {
  pos: Pos;
  /** What the server has said. */
  truth: number;
  state: number;
}

/**
 * A move shown at once, while the click for it travels to the server.
 *
 * It lies over the blocks in the store and is taken off before anything from the server is applied.
 * It ends when the server empties the cell that the piece left or sends everything again; until
 * then it is put back, because other things may happen in the room in the meantime.
 */
export class MovePrediction {
  private cells: Shown[] = [];

  constructor(private readonly store: BlockStore) {}

  /** Whether a move is shown. */
  get active(): boolean {
    return this.cells.length > 0;
  }

  /** Shows the block of one cell in another, and nothing where it was. */
  move(from: Pos, to: Pos): CellChange[] {
    return this.show([
      [from, 0],
      [to, this.store.state(...from)],
    ]);
  }

  /** Shows a block in a cell. */
  place(pos: Pos, state: number): CellChange[] {
    return this.show([[pos, state]]);
  }

  /** Shows what the server has said. */
  end(): CellChange[] {
    const changes = this.lift();
    this.cells = [];
    return changes;
  }

  /** Applies what the server says. Returns the cells that look different afterwards. */
  apply(frames: BlockFrame[]): CellChange[] {
    if (!this.active) return this.store.apply(frames);
    const lifted = this.lift();
    const applied = this.store.apply(frames);
    const stands =
      frames.every(({ kind }) => kind === "cells") &&
      this.cells.every(({ pos, truth }) => this.store.state(...pos) === truth);
    const { cells } = this;
    this.cells = [];
    const shown = stands ? this.show(cells.map(({ pos, state }) => [pos, state])) : [];
    return merged([...lifted, ...applied, ...shown]);
  }

  private show(wanted: [Pos, number][]): CellChange[] {
    this.cells = wanted.map(([pos, state]) => ({ pos, truth: this.store.state(...pos), state }));
    return this.store.apply([
      { kind: "cells", cells: this.cells.map(({ pos, state }) => ({ pos, state })) },
    ]);
  }

  private lift(): CellChange[] {
    const cells = this.cells.map(({ pos, truth }) => ({ pos, state: truth }));
    return this.store.apply([{ kind: "cells", cells }]);
  }
}

/** The changes of several steps as one: what each cell was at first and is at last. */
function merged(steps: readonly CellChange[]): CellChange[] {
  const byCell = new Map<string, CellChange>();
  for (const { pos, before, after } of steps) {
    const known = byCell.get(pos.join());
    if (known) known.after = after;
    else byCell.set(pos.join(), { pos, before, after });
  }
  return [...byCell.values()].filter(({ before, after }) => before !== after);
}
