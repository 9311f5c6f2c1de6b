/** SGF, by "SGF File Format FF[4]": trees of nodes with properties, of which one line is a game. */

import { lineOf } from "@page/records/record";
import { problem } from "./strings";

export type SgfNode = ReadonlyMap<string, readonly string[]>;

/** The main line of the first game of a text. */
export interface SgfLine {
  readonly nodes: readonly SgfNode[];
  readonly variations: number;
  readonly others: number;
}

/** Whether a text begins like SGF. */
export const isSgf = (text: string): boolean => /^[^(]{0,200}\(\s*;/.test(text);

/** A value as a text of SGF. */
export const sgfText = (value: string): string => value.replace(/[\\\]:]/g, "\\$&");

/** Reads the main line; throws a `RecordProblem`. */
export function readSgf(text: string): SgfLine {
  const nodes: Map<string, string[]>[] = [];
  let at = text.indexOf("(");
  let depth = 0;
  /** The depth at which another line of play began, which is passed over. */
  let aside = 0;
  let closed = false;
  let variations = 0;
  const fail = (what: "open_value" | "early_end" | "stray", letter = ""): never => {
    throw problem(what, { letter }, lineOf(text, at));
  };
  const value = (): string => {
    const start = at;
    let out = "";
    for (at += 1; text[at] !== "]"; at++) {
      if (at >= text.length) {
        at = start;
        fail("open_value");
      }
      if (text[at] === "\\") at += 1;
      out += text[at] ?? "";
    }
    at += 1;
    return out;
  };
  for (;;) {
    const letter = text[at];
    if (letter === undefined) fail("early_end");
    else if (letter === "(") {
      depth += 1;
      at += 1;
      // A branch after the end of another is another line of play.
      if (closed && aside === 0) {
        aside = depth;
        variations += 1;
      }
    } else if (letter === ")") {
      if (depth === aside) aside = 0;
      closed = true;
      depth -= 1;
      at += 1;
      if (depth === 0) break;
    } else if (letter === ";") {
      if (aside === 0) nodes.push(new Map());
      at += 1;
    } else if (/\s/.test(letter)) at += 1;
    else {
      const name = /^[A-Za-z]+\s*(?=\[)/.exec(text.slice(at, at + 64))?.[0];
      if (name === undefined) fail("stray", letter);
      const values: string[] = [];
      for (
        at += name?.length ?? 0;
        text[at] === "[";
        at += (/^\s*/.exec(text.slice(at)) ?? [""])[0].length
      ) {
        values.push(value());
      }
      // Older files spell names with lower-case letters in between.
      const key = (name ?? "").replace(/[^A-Z]/g, "");
      if (aside === 0) nodes.at(-1)?.set(key, values);
    }
  }
  const others = (text.slice(at).match(/\(\s*;/g) ?? []).length;
  return { nodes, variations, others };
}
