import { local } from "../i18n/language";
import { STRINGS } from "../i18n/strings";
import { isPgn, pgnResult, readPgn, writePgn } from "./pgn";
import { writtenLine, type RecordFormat } from "./record";

/** Moves as the page lists them, which every game has, in the language of the page. */
export const MOVES: RecordFormat = {
  id: "moves",
  name: STRINGS["record_moves"],
  extension: "txt",
  write: (record) =>
    writePgn(
      [],
      writtenLine(record.moves, (text) => local(text).replace(/\s+/g, "")),
      record.result ? pgnResult(record) : "",
    ).trimStart(),
  read: { fits: isPgn, game: readPgn },
};
