/**
 * PGN, by "Portable Game Notation Specification and Implementation Guide", 1994: tags, numbered moves,
 * comments, other lines of play, the result. What a move means, the game knows.
 */

import { both } from "../i18n/language";
import { STRINGS, type StringKey } from "../i18n/strings";
import { lineOf, noMoves, RecordProblem, type GameRecord, type WrittenGame } from "./record";

/** A game read from PGN: its tags and what its main line says. */
export interface PgnGame extends WrittenGame {
  readonly tags: ReadonlyMap<string, string>;
}

/** Whether a text begins like PGN: with a tag or a numbered move. */
export const isPgn = (text: string): boolean =>
  /^\s*\[\s*\w+\s+"/.test(text) || /^\s*1\s*[.．、]/.test(text);

const RESULTS = new Set(["1-0", "0-1", "1/2-1/2", "*"]);
const TAG = /\[\s*(\w+)\s+"((?:[^"\\\n]|\\.)*)"\s*\]/y;
const TOKEN = /[^\s(){}[\];]+/y;
const NUMBER = /^\d+\s*[.．、…]*\s*/;

/** Reads the first game of a text. */
export function readPgn(text: string): PgnGame {
  const reader = new PgnReader(text.replace(/^\ufeff/, ""));
  return reader.game();
}

class PgnReader {
  private at = 0;
  private readonly tags = new Map<string, string>();
  private readonly moves: string[] = [];
  private comments = 0;
  private variations = 0;

  constructor(private readonly text: string) {}

  game(): PgnGame {
    this.readTags();
    this.readMoves();
    const { tags, moves, comments, variations } = this;
    if (moves.length === 0 && tags.size === 0) {
      throw noMoves();
    }
    const rest = this.text.slice(this.at);
    const others = (rest.match(/^\s*\[Event\s+"/gm) ?? []).length;
    const said = (name: string) => (/^[?.*-]*$/.test(tags.get(name) ?? "") ? "" : tags.get(name));
    const players = [said("Red") || said("White"), said("Black")].filter(Boolean).join(" – ");
    const about = [players, said("Event"), said("Date")].filter(Boolean).join(", ");
    return { tags, moves, comments, variations, others, about };
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  private space(): void {
    this.match(/\s*/y);
  }

  private readTags(): void {
    for (this.space(); this.text[this.at] === "["; this.space()) {
      const tag = this.match(TAG);
      if (!tag) {
        this.fail("record_bad_tag");
      }
      this.tags.set(tag?.[1] ?? "", (tag?.[2] ?? "").replace(/\\(.)/g, "$1"));
    }
  }

  private readMoves(): void {
    for (this.space(); this.at < this.text.length; this.space()) {
      const letter = this.text[this.at];
      if (letter === "{") this.comment();
      else if (letter === ";") this.match(/[^\n]*/y);
      else if (letter === "(") this.variation();
      else if (letter === "[") return;
      else if (letter === "}" || letter === ")" || letter === "]") {
        this.fail("record_stray", letter);
      } else if (this.token()) return;
    }
  }

  private comment(): void {
    const end = this.text.indexOf("}", this.at);
    if (end < 0) this.fail("record_open_comment");
    this.comments += 1;
    this.at = end + 1;
  }

  private variation(): void {
    const start = this.at;
    let depth = 0;
    do {
      const letter = this.text[this.at];
      if (letter === undefined) {
        this.at = start;
        this.fail("record_open_variation");
      }
      if (letter === "{") {
        this.comment();
        continue;
      }
      if (letter === "(") depth += 1;
      if (letter === ")") depth -= 1;
      this.at += 1;
    } while (depth > 0);
    this.variations += 1;
  }

  /** Reads a move, a number or a sign; true if the game ends with it. */
  private token(): boolean {
    const word = this.match(TOKEN)?.[0] ?? "";
    if (RESULTS.has(word)) return true;
    // `12.` and `12...` may stand alone or before the move.
    const move = word.replace(NUMBER, "").replace(/[!?]+$/, "");
    if (move !== "" && !/^(\$\d+|\.+|…+)$/.test(move)) this.moves.push(move);
    return false;
  }

  private fail(key: StringKey, letter = ""): never {
    throw new RecordProblem(both(STRINGS[key], { letter }), lineOf(this.text, this.at));
  }
}

/** Characters of a line of moves. */
const WIDTH = 80;
const escaped = (value: string): string => value.replace(/[\\"]/g, "\\$&").replace(/\s+/g, " ");

/** The result as PGN writes it; the first seat's players are those before the dash. */
export function pgnResult({ result }: GameRecord): string {
  if (!result) return "*";
  if (result.winner === null) return "1/2-1/2";
  return result.winner === 0 ? "1-0" : "0-1";
}

/** The date as PGN writes it. */
export const pgnDate = ([year, month, day]: GameRecord["date"]): string =>
  `${year}.${String(month).padStart(2, "0")}.${String(day).padStart(2, "0")}`;

/**
 * Writes tags, moves of two sides in turn, and the result, if there is one. `first` is the seat that makes
 * the first move.
 */
export function writePgn(
  tags: readonly (readonly [string, string])[],
  moves: readonly string[],
  result: string,
  first = 0,
): string {
  const head = tags.map(([name, value]) => `[${name} "${escaped(value)}"]\n`).join("");
  const words = moves.flatMap((move, i) => {
    const ply = i + first;
    if (ply % 2 === 0) return [`${ply / 2 + 1}.`, move];
    return i === 0 ? ["1...", move] : [move];
  });
  const lines = [""];
  for (const word of result === "" ? words : [...words, result]) {
    const line = lines.at(-1) ?? "";
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length <= WIDTH) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return `${head}\n${lines.join("\n")}\n`;
}
