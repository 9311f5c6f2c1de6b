import { both } from "../i18n/language";
import { STRINGS, type StringKey } from "../i18n/strings";
import { RecordProblem, type RecordFormat, type WrittenGame } from "./record";

/** Longest file that is read, in bytes, and most moves of a game. */
export const MOST_BYTES = 1 << 20;
const MOST_MOVES = 1000;

const problem = (key: StringKey, values: Record<string, number> = {}): RecordProblem =>
  new RecordProblem(both(STRINGS[key], values));

/** The text of a file: UTF-8, UTF-16 with its mark, or what Chinese programs write, GB 18030. */
export function textOf(bytes: Uint8Array): string {
  if (bytes.length > MOST_BYTES) throw problem("record_too_large");
  const marks: Record<string, string> = { "255 254": "utf-16le", "254 255": "utf-16be" };
  const marked = marks[bytes.slice(0, 2).join(" ")];
  if (!marked && bytes.includes(0)) throw problem("record_no_text");
  for (const encoding of marked ? [marked] : ["utf-8", "gb18030"]) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The next encoding, if there is one.
    }
  }
  throw problem("record_no_text");
}

/** Reads a game in the form that it seems to have; throws a {@link RecordProblem}. */
export function readGame(text: string, formats: readonly RecordFormat[]): WrittenGame {
  if (text.trim() === "") throw problem("record_empty");
  if (text.length > MOST_BYTES) throw problem("record_too_large");
  const format = formats.find(({ read }) => read?.fits(text));
  if (!format?.read) throw problem("record_unknown_form");
  const game = format.read.game(text);
  const count = game.moves.length;
  if (count > MOST_MOVES) throw problem("record_too_long", { count, most: MOST_MOVES });
  return game;
}
