import { both } from "../i18n/language";
import { STRINGS } from "../i18n/strings";
import type { LocalText } from "../wire.generated";

/**
 * Games as text files. Which forms a game has, its plugin knows: it offers them as the default export of
 * `runtime/plugins/NAME/client/records.ts`, a list of {@link RecordKeeper}s. A list of moves can be had of
 * every game.
 */

/** What stands on a board: by the cell, `x,y,z`, the glyph of a piece, or its English name without one. */
export type Placement = ReadonlyMap<string, string>;

/** A move of a record. */
export interface RecordedMove {
  readonly seat: number;
  /** As the list of moves shows it. */
  readonly text: LocalText;
  /** What a study says of it. */
  readonly comment?: string;
  /** What a study tried in its place, each with what follows. */
  readonly variations?: readonly (readonly RecordedMove[])[];
}

/** A game as it was shown. */
export interface GameRecord {
  /** The map's id, and its name. */
  readonly map: string;
  readonly game: LocalText;
  /** The day on which the record is written, as year, month and day. */
  readonly date: readonly [number, number, number];
  /** Who held each seat; empty where it is not known. */
  readonly players: readonly string[];
  /** What was chosen before the game: values by the names of the map's options. */
  readonly options: ReadonlyMap<string, string>;
  /** How it ended; null while it goes on. The winner is null for a draw. */
  readonly result: { readonly winner: number | null; readonly text: LocalText } | null;
  readonly moves: readonly RecordedMove[];
  /** What stood on the board before the first move, and after each. */
  readonly positions: readonly Placement[];
  /** The same positions as the map writes them, for instance as FEN; null from a map that does not. */
  readonly written: readonly (string | null)[];
  /** The map's names of cells, by the cell. */
  readonly cells: ReadonlyMap<string, string>;
}

/** A move of a file. */
export interface WrittenMove {
  readonly move: string;
  readonly comment?: string | undefined;
  /** Other moves in its place, each with what follows. */
  readonly variations?: readonly WrittenLine[] | undefined;
}

export type WrittenLine = readonly WrittenMove[];

/** A game's moves as a file writes them. */
export const writtenLine = (
  moves: readonly RecordedMove[],
  textOf: (text: LocalText) => string,
): WrittenLine =>
  moves.map(({ text, comment, variations }) => ({
    move: textOf(text),
    comment,
    variations: variations?.map((line) => writtenLine(line, textOf)),
  }));

/** A line in which each move is written otherwise. */
export const rewritten = (line: WrittenLine, otherwise: (move: string) => string): WrittenLine =>
  line.map(({ move, comment, variations }) => ({
    move: otherwise(move),
    comment,
    variations: variations?.map((other) => rewritten(other, otherwise)),
  }));

/** A game read from a file. */
export interface WrittenGame {
  /** The moves of the main line, as the map reads them: as its list shows them, or by cells. */
  readonly moves: readonly string[];
  /** The same with comments and other lines of play, if the form has them. */
  readonly line?: WrittenLine | undefined;
  /** The position in which it begins, as the map reads it, if it is another than that of the map's games. */
  readonly position?: string | undefined;
  /** Who played, and where and when, as far as the file says. */
  readonly about: string;
  /** How many comments and other lines of play are left out. */
  readonly comments: number;
  readonly variations: number;
  /** How many more games the file has. */
  readonly others: number;
}

/** The moves of a game with everything that is said beside them. */
export const lineOfGame = ({ moves, line }: WrittenGame): WrittenLine =>
  moves.map((move, i) => ({ ...line?.[i], move }));

/** How many comments and other lines of play a line has. */
export function countBeside(line: WrittenLine): { comments: number; variations: number } {
  const total = { comments: 0, variations: 0 };
  for (const { comment, variations = [] } of line) {
    if (comment) total.comments += 1;
    total.variations += variations.length;
    for (const other of variations) {
      const { comments, variations: more } = countBeside(other);
      total.comments += comments;
      total.variations += more;
    }
  }
  return total;
}

/** One form of a game's record. */
export interface RecordFormat {
  readonly id: string;
  readonly name: LocalText;
  /** Of files, without a dot. */
  readonly extension: string;
  /** Writes the game, or the position after `made` moves; null if the record cannot say it. */
  write(record: GameRecord, made: number): string | null;
  /** Whether a text seems to be of this form, and reads it; throws a {@link RecordProblem}. */
  readonly read?: { fits(text: string): boolean; game(text: string): WrittenGame };
}

/** The forms of some games. */
export interface RecordKeeper {
  /** Whether a game is one of them, by its map's id and the glyphs of its pieces. */
  keeps(map: string, glyphs: ReadonlySet<string>): boolean;
  readonly formats: readonly RecordFormat[];
}

/** Why a file cannot be read, and where: the line, from 1, or null. */
export class RecordProblem extends Error {
  constructor(
    readonly text: LocalText,
    readonly line: number | null = null,
  ) {
    super(text.en);
  }
}

/** A text that holds no move. */
export const noMoves = (): RecordProblem => new RecordProblem(STRINGS["record_no_moves"]);

/** A game that does not begin as games of its map do. */
export const beginsElsewhere = (): RecordProblem => new RecordProblem(STRINGS["record_elsewhere"]);

/** A file that says to be of another game. */
export const otherGame = (game: string): RecordProblem =>
  new RecordProblem(both(STRINGS["record_other_game"], { game }));

/** The line of a text, from 1, in which a place lies. */
export const lineOf = (text: string, at: number): number =>
  1 + (text.slice(0, at).match(/\n/g)?.length ?? 0);
