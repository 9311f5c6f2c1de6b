/**
 * PGN, by "Portable Game Notation Specification and Implementation Guide", 1994: tags, numbered moves,
 * comments, other lines of play, the result. What a move means, the game knows.
 */

import { both } from "../i18n/language";
import { STRINGS, type StringKey } from "../i18n/strings";
import {
  lineOf,
  noMoves,
  RecordProblem,
  type GameRecord,
  type WrittenGame,
  type WrittenLine,
  type WrittenMove,
} from "./record";

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

/** A move that is being read. */
interface Noted {
  move: string;
  comment: string;
  variations: Noted[][];
}

/** A line of play that is being read. */
interface OpenLine {
  moves: Noted[];
  /** What is said before its first move. */
  before: string;
  /** Where it begins in the text. */
  start: number;
}

/** How deep other lines of play lie within each other; those below are left out. */
const NESTING_MAX = 24;

class PgnReader {
  private at = 0;
  private readonly tags = new Map<string, string>();
  /** The lines that are open, the main line first. */
  private readonly open: OpenLine[] = [{ moves: [], before: "", start: 0 }];
  private leftOut = 0;

  constructor(private readonly text: string) {}

  game(): PgnGame {
    this.readTags();
    this.readMoves();
    const { tags } = this;
    const line = this.open[0]?.moves ?? [];
    if (line.length === 0 && tags.size === 0) {
      throw noMoves();
    }
    const rest = this.text.slice(this.at);
    const others = (rest.match(/^\s*\[Event\s+"/gm) ?? []).length;
    const said = (name: string) => (/^[?.*-]*$/.test(tags.get(name) ?? "") ? "" : tags.get(name));
    const players = [said("Red") || said("White"), said("Black")].filter(Boolean).join(" – ");
    const about = [players, said("Event"), said("Date")].filter(Boolean).join(", ");
    const moves = line.map(({ move }) => move);
    return { tags, moves, line, comments: 0, variations: this.leftOut, others, about };
  }

  /** The line that is read at present. */
  private get line(): OpenLine {
    return this.open.at(-1) as OpenLine;
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
      else if (letter === "(") this.begin();
      else if (letter === ")" && this.open.length > 1) this.end();
      else if (letter === "[" && this.open.length === 1) return;
      else if (letter === "}" || letter === ")" || letter === "]" || letter === "[") {
        this.fail("record_stray", letter);
      } else if (this.token() && this.open.length === 1) return;
    }
    if (this.open.length > 1) {
      this.at = this.line.start;
      this.fail("record_open_variation");
    }
  }

  private comment(): void {
    const end = this.text.indexOf("}", this.at);
    if (end < 0) this.fail("record_open_comment");
    const said = this.text
      .slice(this.at + 1, end)
      .replace(/\s+/g, " ")
      .trim();
    const { line } = this;
    const last = line.moves.at(-1);
    if (last) last.comment = [last.comment, said].filter(Boolean).join(" ");
    else line.before = [line.before, said].filter(Boolean).join(" ");
    this.at = end + 1;
  }

  /** Begins another line of play, in place of the last move. */
  private begin(): void {
    const moves: Noted[] = [];
    const instead = this.line.moves.at(-1);
    if (instead && this.open.length <= NESTING_MAX) instead.variations.push(moves);
    else this.leftOut += 1;
    this.open.push({ moves, before: "", start: this.at });
    this.at += 1;
  }

  private end(): void {
    this.open.pop();
    this.at += 1;
  }

  /** Reads a move, a number or a sign; true if the game ends with it. */
  private token(): boolean {
    const word = this.match(TOKEN)?.[0] ?? "";
    if (RESULTS.has(word)) return true;
    // `12.` and `12...` may stand alone or before the move.
    const move = word.replace(NUMBER, "").replace(/[!?]+$/, "");
    if (move !== "" && !/^(\$\d+|\.+|…+)$/.test(move)) {
      const { line } = this;
      line.moves.push({ move, comment: line.before, variations: [] });
      line.before = "";
    }
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

/** The words of a line: moves of two sides in turn, from a number of moves on. */
function wordsOf(line: WrittenLine, made: number): string[] {
  const words: string[] = [];
  // Whether the number of the move before stands right before this one.
  let numbered = false;
  line.forEach(({ move, comment, variations = [] }, i) => {
    const ply = made + i;
    const number = Math.floor(ply / 2) + 1;
    if (ply % 2 === 0) words.push(`${number}.`);
    else if (!numbered) words.push(`${number}...`);
    words.push(move);
    if (comment) words.push(...`{${comment.replace(/[{}]/g, "")}}`.split(/\s+/));
    for (const other of variations) {
      const inner = wordsOf(other, ply);
      if (inner.length > 0) words.push(...parenthesized(inner));
    }
    numbered = !comment && variations.length === 0;
  });
  return words;
}

const parenthesized = (words: readonly string[]): string[] =>
  words.map((word, i) => (i === 0 ? "(" : "") + word + (i === words.length - 1 ? ")" : ""));

/**
 * Writes tags, moves of two sides in turn with what is said beside them, and the result, if any. `first` is
 * the seat that makes the first move.
 */
export function writePgn(
  tags: readonly (readonly [string, string])[],
  moves: readonly (string | WrittenMove)[],
  result: string,
  first = 0,
): string {
  const head = tags.map(([name, value]) => `[${name} "${escaped(value)}"]\n`).join("");
  const line = moves.map((move) => (typeof move === "string" ? { move } : move));
  const words = wordsOf(line, first);
  const lines = [""];
  for (const word of result === "" ? words : [...words, result]) {
    const line = lines.at(-1) ?? "";
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length <= WIDTH) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return `${head}\n${lines.join("\n")}\n`;
}
