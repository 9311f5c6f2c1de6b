import { describe, expect, it } from "vitest";
import { FEN } from "@page/records/fen";
import { formatsOf } from "@page/records/keepers";
import { RecordProblem, type GameRecord, type Placement } from "@page/records/record";
import { join } from "node:path";
import { describeTexts } from "../../../../web/tests/texts";
import records from "../records";
import { RECORD_STRINGS } from "../strings";

describeTexts(RECORD_STRINGS, join(import.meta.dirname, ".."));

const ROWS = [
  "俥傌相仕帥仕相傌俥",
  "·········",
  "·炮·····炮·",
  "兵·兵·兵·兵·兵",
  "·········",
  "·········",
  "卒·卒·卒·卒·卒",
  "·砲·····砲·",
  "·········",
  "車馬象士將士象馬車",
];
const start = new Map(
  ROWS.flatMap((row, rank) =>
    [...row].flatMap((glyph, file): [string, string][] =>
      glyph === "·" ? [] : [[`${file},1,${rank}`, glyph]],
    ),
  ),
);
const glyphs = new Set(start.values());

function moved(placement: Placement, move: string): Placement {
  const key = (square: string) => `${square.charCodeAt(0) - 97},1,${square[1] ?? ""}`;
  const after = new Map(placement);
  after.set(key(move.slice(2)), after.get(key(move.slice(0, 2))) ?? "");
  after.delete(key(move.slice(0, 2)));
  return after;
}

const MOVES = [
  ["h2e2", "炮二平五", "C2=5"],
  ["h9g7", "马８进７", "H8+7"],
  ["e2e6", "炮五进四", "C5+4"],
] as const;

const record: GameRecord = {
  map: "any",
  game: { zh: "中国象棋", en: "Xiangqi" },
  date: [2026, 3, 9],
  players: ["胡", "吕"],
  options: new Map(),
  result: { winner: 0, text: { zh: "红方胜", en: "Red wins" } },
  moves: MOVES.map(([, zh, en], i) => ({ seat: i % 2, text: { zh, en } })),
  positions: MOVES.reduce<Placement[]>(
    (all, [move]) => [...all, moved(all.at(-1) as Placement, move)],
    [start],
  ),
  written: [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1",
    "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2",
    "rnbakab1r/9/1c4nc1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2",
  ],
  cells: new Map(),
};

const formats = formatsOf("any", glyphs, records);
const format = (wanted: string) => formats.find(({ id }) => id === wanted);

describe("records of Xiangqi", () => {
  it("belong to maps that have all pieces", () => {
    expect(formats.map(({ id }) => id)).toEqual(["pgn", "wxf", "dhtmlxq"]);
    expect(formatsOf("any", new Set(["帥", "將"]), records)).toEqual([]);
  });

  it("tell the position that is looked at, as the map writes it", () => {
    expect(FEN.write(record, 3)).toBe(`${record.written[3] ?? ""}\n`);
    expect(FEN.write({ ...record, written: [null, null, null, null] }, 3)).toBeNull();
  });

  it("may begin elsewhere, with Black too", () => {
    const endgame = "3k5/9/9/9/9/9/9/9/4r4/3RK4";
    const other = {
      ...record,
      moves: [{ seat: 1, text: { zh: "车５进１", en: "R5+1" } }],
      written: [`${endgame} b - - 0 1`, "whatever"],
    };
    const text = format("wxf")?.write(other, 0) ?? "";
    expect(text).toContain(`[FEN "${endgame} b - - 0 1"]`);
    expect(text).toContain("1... R5+1 1-0");
    expect(format("pgn")?.read?.game(text)).toMatchObject({
      position: `${endgame} b - - 0 1`,
      moves: ["R5+1"],
    });
    const usual = format("pgn")?.write(record, 0) ?? "";
    expect(usual).not.toContain("FEN");
    expect(format("pgn")?.read?.game(usual).position).toBeUndefined();
    // Red's left chariot beside its king, Black's left chariot before it, and Black's king.
    const points = [..."RNBAKABNRCCPPPPPrnbakabnrccppppp"].map(() => "99");
    [points[0], points[4], points[16], points[20]] = ["39", "49", "48", "30"];
    const written = `[DhtmlXQ]\n[DhtmlXQ_binit]${points.join("")}[/DhtmlXQ_binit]\n[DhtmlXQ_movelist]4849[/DhtmlXQ_movelist]\n[/DhtmlXQ]`;
    expect(format("dhtmlxq")?.read?.game(written)).toMatchObject({
      position: `${endgame} b`,
      moves: ["e1e0"],
    });
  });

  it("are written as PGN in both notations, and read again", () => {
    expect(format("wxf")?.write(record, 0)).toContain("1. C2=5 H8+7 2. C5+4 1-0");
    const text = format("pgn")?.write(record, 0) ?? "";
    expect(text).toContain('[Red "胡"]\n[Black "吕"]');
    expect(format("pgn")?.read?.game(text)).toMatchObject({
      moves: MOVES.map(([, zh]) => zh),
      about: "胡 – 吕, Xiangqi, 2026.03.09",
    });
    expect(format("pgn")?.read?.game("1. H2-E2 h9g7 *").moves).toEqual(["h2e2", "h9g7"]);
  });

  it("are written as DhtmlXQ, and read again", () => {
    const text = format("dhtmlxq")?.write(record, 0) ?? "";
    // As in the documentation of the format: Red's left chariot is 09, and 炮二平五 is 7747.
    expect(text).toContain("[DhtmlXQ_movelist]774770624743[/DhtmlXQ_movelist]");
    expect(text).toContain(
      "[DhtmlXQ_binit]0919293949596979891777062646668600102030405060708012720323436383[/",
    );
    expect(text).toContain("[DhtmlXQ_result]红胜[/DhtmlXQ_result]");
    expect(format("dhtmlxq")?.read?.game(text).moves).toEqual(MOVES.map(([move]) => move));
  });

  it("are refused where they cannot be understood, with the line", () => {
    const read = format("dhtmlxq")?.read;
    const problem = (text: string) => {
      try {
        read?.game(text);
      } catch (caught) {
        if (caught instanceof RecordProblem) return `${caught.line ?? "-"}: ${caught.text.en}`;
        throw caught;
      }
      return null;
    };
    const list = (moves: string) =>
      `[DhtmlXQ]\n[DhtmlXQ_movelist]${moves}[/DhtmlXQ_movelist]\n[/DhtmlXQ]`;
    expect(problem(list("77479x"))).toBe("2: A move is four digits, as in 7747; here is “9x”.");
    expect(problem(list(""))).toMatch(/no move/);
    expect(problem("[DhtmlXQ]\n[DhtmlXQ_binit]0000[/DhtmlXQ_binit]\n[/DhtmlXQ]")).toMatch(
      /thirty-two pieces/,
    );
    const chess = () => format("pgn")?.read?.game('[Game "Chess"]\n\n1. e4 *');
    expect(chess).toThrow("This is a record of another game (Chess).");
  });
});
