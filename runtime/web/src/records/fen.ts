import { STRINGS } from "../i18n/strings";
import type { RecordFormat } from "./record";

/** Rows with slashes between them and perhaps a few more fields, on one line. */
const POSITION = /^\s*[A-Za-z0-9]+(\/[A-Za-z0-9]+){3,}([ \t]+\S+){0,6}\s*$/;

/** One position, in FEN or in what a map has like it. The map writes and reads it. */
export const FEN: RecordFormat = {
  id: "fen",
  name: STRINGS["record_position"],
  extension: "fen",
  write: ({ written }, made) => {
    const position = written[made];
    return position ? `${position}\n` : null;
  },
  read: {
    fits: (text) => POSITION.test(text),
    game: (text) => ({
      moves: [],
      position: text.trim().replace(/\s+/g, " "),
      about: "",
      comments: 0,
      variations: 0,
      others: 0,
    }),
  },
};
