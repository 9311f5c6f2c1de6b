import type { MoveEntry, Review } from "../wire.generated";

/** A part of the film in which moves are only added. A take-back or a new game begins another. */
interface Line {
  /** The position at which it begins. */
  from: number;
  moves: readonly MoveEntry[];
  /** For each move, the position at which it was made. */
  made: number[];
  /** The last review of it. */
  review: Review | null;
}

/** The moves of a film and the positions at which they were made. */
export class Score {
  private readonly lines: Line[] = [{ from: 0, moves: [], made: [], review: null }];
  private readonly turns: number[] = [];
  private readonly changes: number[] = [];

  /**
   * Notes the moves at a position, whether blocks changed there, and the review. Call it for all
   * positions in order.
   */
  note(at: number, moves: readonly MoveEntry[], changed: boolean, review: Review | null): void {
    if (changed) this.changes.push(at);
    this.noteMoves(at, moves);
    const line = this.lines[this.lines.length - 1] as Line;
    line.review = review ?? line.review;
  }

  private noteMoves(at: number, moves: readonly MoveEntry[]): void {
    const line = this.lines[this.lines.length - 1] as Line;
    if (moves === line.moves) return;
    let keep = 0;
    while (keep < line.moves.length && sameMove(moves[keep], line.moves[keep])) keep += 1;
    if (keep === line.moves.length && keep === moves.length) return;
    const made = line.made.slice(0, keep);
    while (made.length < moves.length) made.push(at);
    if (keep === line.moves.length) Object.assign(line, { moves, made });
    else this.lines.push({ from: at, moves, made, review: null });
    if (at > 0) this.turns.push(at);
  }

  /**
   * Positions to stop at: where moves were made or taken back; in a film without moves, where
   * blocks changed.
   */
  get stops(): readonly number[] {
    return this.turns.length > 0 ? this.turns : this.changes;
  }

  /** The moves of the line at a position, including those still to come. */
  movesAt(at: number): readonly MoveEntry[] {
    return this.lineAt(at).moves;
  }

  /** The review of the line at a position. */
  reviewAt(at: number): Review | null {
    return this.lineAt(at).review;
  }

  /** The position after a number of moves, in the last line. */
  positionAfter(moves: number): number {
    const line = this.lines[this.lines.length - 1] as Line;
    return line.made[moves - 1] ?? line.from;
  }

  /** The last position to which these moves led, from the beginning of a game; null if there is none. */
  positionWith(moves: readonly MoveEntry[]): number | null {
    const line = this.lines.findLast((line) =>
      moves.every((move, i) => sameMove(move, line.moves[i])),
    );
    if (!line) return null;
    if (moves.length > 0) return line.made[moves.length - 1] ?? null;
    // Before its first move, a game may have been given another board.
    const first = line.made[0];
    return first === undefined ? line.from : Math.max(0, first - 1);
  }

  /**
   * The positions of the line at a position: its beginning, that after each move, and its end in a
   * film of this length, where the result shows.
   */
  positionsOf(at: number, length: number): number[] {
    const line = this.lineAt(at);
    const next = this.lines[this.lines.indexOf(line) + 1];
    const end = next ? next.from - 1 : length;
    const start = line.made[0] === undefined ? line.from : line.made[0] - 1;
    return [...new Set([Math.max(0, start), ...line.made.slice(0, -1), end])];
  }

  /** How many moves of the line have been made at a position. */
  madeAt(at: number): number {
    return this.lineAt(at).made.filter((when) => when <= at).length;
  }

  /** The position at which a move of the line was made. */
  positionOf(at: number, move: number): number {
    return this.lineAt(at).made[move] ?? at;
  }

  /** The next stop after a position; the last one before it. */
  stopAfter(at: number): number | null {
    return this.stops.find((stop) => stop > at) ?? null;
  }

  stopBefore(at: number): number | null {
    return this.stops.findLast((stop) => stop < at) ?? null;
  }

  private lineAt(at: number): Line {
    return this.lines.findLast((line) => line.from <= at) ?? (this.lines[0] as Line);
  }
}

function sameMove(a: MoveEntry | undefined, b: MoveEntry | undefined): boolean {
  return a?.seat === b?.seat && a?.text.zh === b?.text.zh && a?.text.en === b?.text.en;
}
