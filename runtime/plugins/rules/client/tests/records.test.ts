import { describe, expect, it } from "vitest";
import { formatsOf } from "@page/records/keepers";
import { RecordProblem, type GameRecord, type Placement } from "@page/records/record";
import {
  fenOf,
  isLegal,
  nameOf,
  play,
  readMove,
  sanOf,
  START,
  type ChessPosition,
} from "../chess_notation";
import { readSgf } from "../sgf";
import records from "../records";
import { RECORD_STRINGS } from "../strings";
import { join } from "node:path";
import { describeTexts } from "../../../../web/tests/texts";

describeTexts(RECORD_STRINGS, join(import.meta.dirname, ".."));

/** Plays moves in any notation, and returns the last position and the moves in standard notation. */
function played(moves: string): { position: ChessPosition; san: string[] } {
  let position = START;
  const san: string[] = [];
  for (const text of moves.split(/\s+/)) {
    const move = readMove(position, text);
    if (!move) throw new Error(`${text} cannot be played`);
    san.push(sanOf(position, move));
    position = play(position, move);
  }
  return { position, san };
}

const ALL = [...new Array(64).keys()];

/** Counts the positions after some moves. */
function perft(position: ChessPosition, depth: number): number {
  if (depth === 0) return 1;
  let count = 0;
  for (const from of ALL) {
    for (const to of ALL) {
      if (!isLegal(position, { from, to })) continue;
      const pawn = position.squares[from]?.toUpperCase() === "P" && (to > 55 || to < 8);
      for (const promoted of pawn ? ["Q", "R", "B", "N"] : [undefined]) {
        count += perft(play(position, { from, to, promoted }), depth - 1);
      }
    }
  }
  return count;
}

/** A position given by its FEN. */
function positionOf(fen: string): ChessPosition {
  const [rows = "", side, rights = "", over = "-"] = fen.split(" ");
  const squares = rows
    .split("/")
    .reverse()
    .flatMap((row) =>
      [...row].flatMap((c) => (/\d/.test(c) ? new Array<null>(Number(c)).fill(null) : [c])),
    );
  const passing = over === "-" ? null : ALL.findIndex((square) => nameOf(square) === over);
  const white = side === "w";
  return { squares, white, rights: rights.replace("-", ""), passing, quiet: 0, number: 1 };
}

describe("chess", () => {
  it("has as many positions as are known: chessprogramming.org/Perft_Results", () => {
    expect(perft(START, 3)).toBe(8902);
    const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
    expect(perft(positionOf(kiwipete), 2)).toBe(2039);
    expect(perft(positionOf("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -"), 3)).toBe(2812);
    const promotions = "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ -";
    expect(perft(positionOf(promotions), 2)).toBe(264);
  });

  it("writes check, mate, captures in passing, castling and promotions", () => {
    expect(played("f3 e5 g4 Qh4").san.at(-1)).toBe("Qh4#");
    expect(played("e2e4 a6 e5 d5 exd6").san).toEqual(["e4", "a6", "e5", "d5", "exd6"]);
    expect(played("e4 e5 Nf3 Nc6 Bc4 Bc5 e1g1").san.at(-1)).toBe("O-O");
    const { san, position } = played("h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 h7g8=N");
    expect(san.at(-1)).toBe("hxg8=N");
    expect(fenOf(position)).toBe("rnbqkbN1/pppppp2/5n2/8/8/8/PPPPPPP1/RNBQKBNR b KQq - 0 5");
  });

  it("names the file or the rank of pieces only where another could make the move", () => {
    const position = positionOf("1k6/8/8/R6R/8/8/8/K3R3 w - -");
    const san = (from: string, to: string) => {
      const move = readMove(position, from + to);
      return move && sanOf(position, move);
    };
    expect(san("a5", "d5")).toBe("Rad5");
    expect(san("e1", "e5")).toBe("Ree5");
    expect(san("e1", "e8")).toBe("Re8+");
    // A pinned piece cannot make the move.
    const pinned = positionOf("4r2k/8/8/8/8/4N3/8/N3K3 w - -");
    const move = readMove(pinned, "Nc2");
    expect(move && sanOf(pinned, move)).toBe("Nc2");
  });

  it("refuses moves that are unclear or illegal", () => {
    const position = positionOf("1k6/8/8/R6R/8/8/8/K3R3 w - -");
    expect(readMove(position, "Rd5")).toBeNull();
    expect(readMove(START, "Nf6")).toBeNull();
    expect(readMove(START, "O-O")).toBeNull();
    expect(readMove(START, "e2e5")).toBeNull();
  });
});

const GLYPHS: Record<string, string> = {
  P: "♙",
  N: "♘",
  B: "♗",
  R: "♖",
  Q: "♕",
  K: "♔",
  p: "♟",
  n: "♞",
  b: "♝",
  r: "♜",
  q: "♛",
  k: "♚",
};
const glyphs = new Set(Object.values(GLYPHS));

const usual = {
  date: [2026, 3, 9],
  options: new Map<string, string>(),
  players: ["Anna", "Bo"],
  result: { winner: 1, text: { zh: "黑方胜", en: "Black wins" } },
} as const;

/** The record of a game of chess, as a page sees it: what stands where after each move. */
function chessRecord(moves: string): GameRecord {
  const cells = new Map(ALL.map((square) => [`${square % 8},1,${square >> 3}`, nameOf(square)]));
  const placementOf = ({ squares }: ChessPosition): Placement =>
    new Map(
      squares.flatMap((letter, square): [string, string][] =>
        letter ? [[`${square % 8},1,${square >> 3}`, GLYPHS[letter] ?? ""]] : [],
      ),
    );
  const texts = moves.split(" ");
  const positions = texts.map((_, i) =>
    placementOf(played(texts.slice(0, i + 1).join(" ")).position),
  );
  return {
    ...usual,
    map: "chess",
    game: { zh: "国际象棋", en: "Chess" },
    moves: texts.map((text, i) => ({ seat: i % 2, text: { zh: text, en: text } })),
    positions: [placementOf(START), ...positions],
    cells,
  };
}

describe("records of chess", () => {
  const formats = formatsOf("any", glyphs, records);
  const pgn = formats.find(({ id }) => id === "pgn");
  const fen = formats.find(({ id }) => id === "fen");
  const game = "e4 d5 exd5 Nf6 Nf3 Nxd5 Bc4 e6 O-O Be7";

  it("are written and read again", () => {
    const text = pgn?.write(chessRecord(game), 0) ?? "";
    expect(text).toContain('[White "Anna"]\n[Black "Bo"]\n[Result "0-1"]');
    expect(text).toContain("1. e4 d5 2. exd5 Nf6 3. Nf3 Nxd5 4. Bc4 e6 5. O-O Be7 0-1");
    const read = pgn?.read?.game(text);
    expect(read?.moves.slice(-2)).toEqual(["e1-g1", "f8-e7"]);
    expect(read?.about).toBe("Anna – Bo, Chess, 2026.03.09");
  });

  it("tell the position that is looked at", () => {
    expect(fen?.write(chessRecord(game), 9)).toBe(
      "rnbqkb1r/ppp2ppp/4p3/3n4/2B5/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 5\n",
    );
  });

  it("say which move cannot be played", () => {
    const read = () => pgn?.read?.game("1. e4 e5 2. Nf3 Nc6 3. Bb4 *");
    expect(read).toThrow(RecordProblem);
    expect(read).toThrow("Move 5, “Bb4”, cannot be played here.");
  });

  it("are read with comments, other lines of play, signs and numbers of all kinds", () => {
    const text = `[Event "A \\"cup\\""]\n\n1.e4! {best (by test)} 1... e5 (1... c5 2. Nf3 (2. c3) d6) 2.f4 $6 exf4 ; taken\n3. Nf3 1-0`;
    const read = pgn?.read?.game(text);
    expect(read?.moves).toEqual(["e2-e4", "e7-e5", "f2-f4", "e5-f4", "g1-f3"]);
    expect([read?.comments, read?.variations, read?.about]).toEqual([1, 1, 'A "cup"']);
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

  it("keep to the main line", () => {
    const text = "(;SZ[9];B[aa](;W[bb]C[a ) b];B[cc])(;W[dd](;B[ee])(;B[ff])))(;SZ[9];B[aa])";
    expect(sgf?.read?.game(text)).toMatchObject({
      moves: ["a9", "b8", "c7"],
      comments: 1,
      variations: 1,
      others: 1,
    });
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
