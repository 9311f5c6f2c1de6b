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
  /** The map's names of cells, by the cell. */
  readonly cells: ReadonlyMap<string, string>;
}

/** A game read from a file. */
export interface WrittenGame {
  /** The moves of the main line, as the map reads them: as its list shows them, or by cells. */
  readonly moves: readonly string[];
  /** Who played, and where and when, as far as the file says. */
  readonly about: string;
  /** Comments and other lines of play, which are left out. */
  readonly comments: number;
  readonly variations: number;
  /** How many more games the file has. */
  readonly others: number;
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

/** A move that cannot be played: its number, from 1, and how it is written. */
export const noSuchMove = (number: number, move: string): RecordProblem =>
  new RecordProblem(both(STRINGS["record_no_such_move"], { number, move }));

/** A file that says to be of another game. */
export const otherGame = (game: string): RecordProblem =>
  new RecordProblem(both(STRINGS["record_other_game"], { game }));

/** The line of a text, from 1, in which a place lies. */
export const lineOf = (text: string, at: number): number =>
  1 + (text.slice(0, at).match(/\n/g)?.length ?? 0);
