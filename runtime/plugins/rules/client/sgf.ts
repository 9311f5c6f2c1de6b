/** SGF, by "SGF File Format FF[4]": trees of nodes with properties. */

import { lineOf } from "@page/records/record";
import { problem } from "./strings";

export type SgfNode = ReadonlyMap<string, readonly string[]>;

/** A line of nodes, and the lines that go on from its last one: the first is the main line. */
export interface SgfTree {
  readonly nodes: readonly SgfNode[];
  readonly branches: readonly SgfTree[];
}

/** The first game of a text. */
export interface SgfGame {
  readonly tree: SgfTree;
  /** The nodes of the main line. */
  readonly nodes: readonly SgfNode[];
  /** How many lines were left out, because they lie too deep. */
  readonly leftOut: number;
  readonly others: number;
}

interface OpenTree {
  nodes: Map<string, string[]>[];
  branches: OpenTree[];
}

/** How deep lines lie within each other. */
const NESTING_MAX = 200;

/** Whether a text begins like SGF. */
export const isSgf = (text: string): boolean => /^[^(]{0,200}\(\s*;/.test(text);

/** A value as a text of SGF. */
export const sgfText = (value: string): string => value.replace(/[\\\]:]/g, "\\$&");

/** Reads the first game; throws a `RecordProblem`. */
export function readSgf(text: string): SgfGame {
  const root: OpenTree = { nodes: [], branches: [] };
  /** The lines that are open, each a branch of the one before. */
  const open: OpenTree[] = [];
  let at = text.indexOf("(");
  /** How many lines are open that are left out. */
  let aside = 0;
  let leftOut = 0;
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
  const begin = (): void => {
    const parent = open.at(-1);
    if (aside > 0 || open.length >= NESTING_MAX) {
      aside += 1;
      leftOut += 1;
    } else if (!parent) open.push(root);
    else {
      const branch = { nodes: [], branches: [] };
      parent.branches.push(branch);
      open.push(branch);
    }
  };
  const property = (letter: string): void => {
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
    if (aside === 0) open.at(-1)?.nodes.at(-1)?.set(key, values);
  };
  for (;;) {
    const letter = text[at];
    if (letter === undefined) fail("early_end");
    else if (letter === "(") {
      begin();
      at += 1;
    } else if (letter === ")") {
      if (aside > 0) aside -= 1;
      else open.pop();
      at += 1;
      if (open.length === 0) break;
    } else if (letter === ";") {
      if (aside === 0) open.at(-1)?.nodes.push(new Map());
      at += 1;
    } else if (/\s/.test(letter)) at += 1;
    else property(letter);
  }
  const nodes: SgfNode[] = [];
  for (let tree: OpenTree | undefined = root; tree; tree = tree.branches[0]) {
    nodes.push(...tree.nodes);
  }
  const others = (text.slice(at).match(/\(\s*;/g) ?? []).length;
  return { tree: root, nodes, leftOut, others };
}
