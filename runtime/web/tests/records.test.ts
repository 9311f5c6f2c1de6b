import { describe, expect, it } from "vitest";
import { readPgn, writePgn } from "../src/records/pgn";
import { MOST_BYTES, readGame, textOf } from "../src/records/read";
import { RecordProblem } from "../src/records/record";
import { MOVES } from "../src/records/moves";

/** What a reader says is wrong, with the line; null if it reads. */
function problemOf(read: () => unknown): string | null {
  try {
    read();
  } catch (problem) {
    if (problem instanceof RecordProblem) return `${problem.line ?? "-"}: ${problem.text.en}`;
    throw problem;
  }
  return null;
}

describe("PGN", () => {
  it("breaks lines of moves, and is read again", () => {
    const moves = Array.from({ length: 120 }, (_, i) => `m${i}`);
    const text = writePgn([["Event", 'The "cup" \\ 1']], moves, "*");
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    const read = readPgn(text);
    expect(read.moves).toEqual(moves);
    expect(read.tags.get("Event")).toBe('The "cup" \\ 1');
  });

  it("says where something has no end or does not belong", () => {
    expect(problemOf(() => readPgn("1. a b\n2. {never ends"))).toMatch(/^2: The comment/);
    expect(problemOf(() => readPgn("1. a\n(2. b (3. c)"))).toMatch(/^2: The variation/);
    expect(problemOf(() => readPgn("1. a\n\n) b"))).toMatch(/^3: There is a “\)”/);
    expect(problemOf(() => readPgn('[Event "open'))).toMatch(/^1: \[Name/);
  });

  it("takes the first of several games", () => {
    const two = '[Event "A"]\n\n1. a b 1-0\n\n[Event "B"]\n\n1. c d *\n';
    expect(readPgn(two)).toMatchObject({ moves: ["a", "b"], others: 1 });
  });
});

describe("files", () => {
  it("are text in the encodings that programs write", () => {
    expect(textOf(new TextEncoder().encode("炮二平五"))).toBe("炮二平五");
    // 炮二平五 in GB 18030.
    expect(textOf(new Uint8Array([0xc5, 0xda, 0xb6, 0xfe, 0xc6, 0xbd, 0xce, 0xe5]))).toBe(
      "炮二平五",
    );
    expect(textOf(new Uint8Array([0xff, 0xfe, 0xae, 0x70]))).toBe("炮");
  });

  it("are refused if they are no text, too large or empty", () => {
    expect(problemOf(() => textOf(new Uint8Array([0x58, 0x51, 0, 3])))).toMatch(/no text file/);
    expect(problemOf(() => textOf(new Uint8Array(MOST_BYTES + 1)))).toMatch(/1 MB/);
    expect(problemOf(() => readGame(" \n", [MOVES]))).toMatch(/nothing in it/);
    expect(problemOf(() => readGame("hello", [MOVES]))).toMatch(/none of the formats/);
    const long = `1. ${"a ".repeat(1001)}`;
    expect(problemOf(() => readGame(long, [MOVES]))).toMatch(/1000 moves at most/);
    expect(problemOf(() => readGame(`1. ${"b".repeat(MOST_BYTES)}`, [MOVES]))).toMatch(/1 MB/);
  });
});
