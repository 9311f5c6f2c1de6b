import { describe, expect, it } from "vitest";
import { formatsOf } from "@page/records/keepers";
import { countBeside, lineOfGame, RecordProblem, type GameRecord } from "@page/records/record";
import { readSgf } from "../sgf";
import records from "../records";
import { RECORD_STRINGS } from "../strings";
import { join } from "node:path";
import { describeTexts } from "../../../../web/tests/texts";

describeTexts(RECORD_STRINGS, join(import.meta.dirname, ".."));

const glyphs = new Set("♙♘♗♖♕♔♟♞♝♜♛♚");

const usual = {
  date: [2026, 3, 9],
  options: new Map<string, string>(),
  players: ["Anna", "Bo"],
  result: { winner: 1, text: { zh: "黑方胜", en: "Black wins" } },
} as const;

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const GAME = "e4 d5 exd5 Nf6 Nf3 Nxd5 Bc4 e6 O-O Be7";

/** The record of a game of chess that begins in a position with a seat to move. */
const chessRecord = (begin: string, first = 0): GameRecord => ({
  ...usual,
  map: "chess",
  game: { zh: "国际象棋", en: "Chess" },
  moves: GAME.split(" ").map((san, i) => ({
    seat: (i + first) % 2,
    text: { zh: san, en: san },
  })),
  positions: [],
  written: [begin],
  cells: new Map(),
});

describe("records of chess", () => {
  const [pgn] = formatsOf("any", glyphs, records);

  it("are written and read again", () => {
    const text = pgn?.write(chessRecord(START), 0) ?? "";
    expect(text).toContain('[White "Anna"]\n[Black "Bo"]\n[Result "0-1"]\n\n');
    expect(text).toContain("1. e4 d5 2. exd5 Nf6 3. Nf3 Nxd5 4. Bc4 e6 5. O-O Be7 0-1");
    const read = pgn?.read?.game(text);
    expect(read?.moves).toEqual(GAME.split(" "));
    expect(read?.about).toBe("Anna – Bo, Chess, 2026.03.09");
    expect(read?.position).toBeUndefined();
  });

  it("may begin elsewhere, with Black too", () => {
    const begin = "4k3/8/8/8/8/8/4P3/4K3 b - - 5 39";
    const text = pgn?.write(chessRecord(begin, 1), 0) ?? "";
    expect(text).toContain(`[SetUp "1"]\n[FEN "${begin}"]\n`);
    expect(text).toContain("1... e4 2. d5 exd5");
    expect(pgn?.read?.game(text)).toMatchObject({
      position: begin,
      moves: GAME.split(" "),
    });
  });

  it("are read with comments, other lines of play, signs and numbers of all kinds", () => {
    const text = `[Event "A \\"cup\\""]\n\n1.e4! {best (by test)} 1... e5 (1... c5 2. Nf3 (2. c3) d6) 2.f4 $6 exf4 ; taken\n3. Nf3 1-0`;
    const read = pgn?.read?.game(text);
    expect(read?.moves).toEqual(["e4", "e5", "f4", "exf4", "Nf3"]);
    expect([read?.comments, read?.variations, read?.about]).toEqual([0, 0, 'A "cup"']);
    expect(read && countBeside(lineOfGame(read))).toEqual({ comments: 1, variations: 2 });
  });
});

/** Moves by turns, as a list shows them. */
const told = (moves: readonly string[]) =>
  moves.map((en, i) => ({ seat: i % 2, text: { zh: en, en } }));

describe("records of stones", () => {
  const [sgf] = formatsOf("go", new Set(), records);
  const cells = new Map(
    new Array(81).fill(0).map((_, i): [string, string] => {
      const [x, z] = [i % 9, Math.floor(i / 9)];
      return [`${x},1,${z}`, `${"abcdefghj"[x] ?? ""}${z + 1}`];
    }),
  );
  const record: GameRecord = {
    ...usual,
    players: ["Li]", ""],
    map: "go",
    game: { zh: "围棋", en: "Go" },
    options: new Map([["scoring", "chinese"]]),
    moves: told(["c7", "j3", "Pass"]),
    positions: [],
    written: [],
    cells,
  };

  it("are written and read again", () => {
    const text = sgf?.write(record, 0) ?? "";
    expect(text).toBe(
      "(;GM[1]FF[4]CA[UTF-8]SZ[9]RU[Chinese]KM[7.5]PB[Li\\]]DT[2026-03-09]RE[W+]\n;B[cc];W[ig];B[])\n",
    );
    expect(sgf?.read?.game(text)).toMatchObject({
      moves: ["c7", "j3", "pass"],
      about: "Li], 2026-03-09",
    });
  });

  it("tell the size, the rules and the margin, and leave out the marking of dead stones", () => {
    const [large] = formatsOf("go-19", new Set(), records);
    const text = large?.write(
      {
        ...record,
        map: "go-19",
        options: new Map([["scoring", "japanese"]]),
        result: {
          winner: 0,
          text: { zh: "黑方获胜 · 60 : 53.5", en: "Black wins · 60 : 53.5 · Japanese counting" },
        },
        moves: told(["d16", "t1", "Pass", "Pass", "d16 dead", "Agree", "Play on", "k10"]),
      },
      0,
    );
    expect(text).toContain("SZ[19]RU[Japanese]KM[6.5]");
    expect(text).toContain("RE[B+6.5]\n;B[dd];W[ss];B[];W[];W[jj])");
    expect(large?.read?.game("(;GM[1]SZ[19];B[pd];W[tt])").moves).toEqual(["q16", "pass"]);
    expect(large?.read?.game("(;B[ss])").moves).toEqual(["t1"]);
  });

  it("keep other lines of play and comments", () => {
    const text = "(;SZ[9];B[aa](;W[bb]C[a ) b];B[cc])(;W[dd](;B[ee])(;B[ff])))(;SZ[9];B[aa])";
    expect(sgf?.read?.game(text)).toMatchObject({
      moves: ["a9", "b8", "c7"],
      comments: 0,
      variations: 0,
      others: 1,
      line: [
        { move: "a9" },
        {
          move: "b8",
          comment: "a ) b",
          variations: [[{ move: "d6" }, { move: "e5", variations: [[{ move: "f4" }]] }]],
        },
        { move: "c7" },
      ],
    });
  });

  it("write other lines of play so that they are read again", () => {
    const at = (seat: number, en: string, more = {}) => ({ seat, text: { zh: en, en }, ...more });
    const moves = [
      at(0, "C7", { comment: "a [b]" }),
      at(1, "G3", { variations: [[at(1, "D6"), at(0, "E5")], [at(1, "A1")]] }),
      at(0, "F4", { variations: [[at(0, "B2")]] }),
    ];
    const text = sgf?.write({ ...record, moves }, 0) ?? "";
    const read = sgf?.read?.game(text);
    expect(read?.moves).toEqual(["c7", "g3", "f4"]);
    expect(read?.line).toMatchObject([
      { move: "c7", comment: "a [b]" },
      { move: "g3", variations: [[{ move: "d6" }, { move: "e5" }], [{ move: "a1" }]] },
      { move: "f4", variations: [[{ move: "b2" }]] },
    ]);
  });

  it("refuse other boards and broken files, and say where", () => {
    const problem = (text: string) => {
      try {
        sgf?.read?.game(text);
      } catch (caught) {
        if (caught instanceof RecordProblem) return `${caught.line ?? "-"}: ${caught.text.en}`;
        throw caught;
      }
      return null;
    };
    expect(problem("(;SZ[19];B[aa])")).toBe(
      "-: The record's board has 19 lines, and this one has 9.",
    );
    expect(problem("(;SZ[9]AB[aa];W[bb])")).toMatch(/begins with stones/);
    expect(problem("(;SZ[9];B[aa]\n;W[bb")).toBe("2: The “[” here has no end.");
    expect(problem("(;SZ[9]\n;B[aa]")).toBe("2: The file ends too early.");
    expect(problem("(;GM[2]SZ[9])")).toMatch(/another game/);
    expect(() => readSgf("(;B[aa]?)")).toThrow(RecordProblem);
  });
});
