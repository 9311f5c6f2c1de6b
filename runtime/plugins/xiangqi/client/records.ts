import { isPgn, pgnDate, pgnResult, readPgn, writePgn } from "@page/records/pgn";
import {
  lineOf,
  noMoves,
  otherGame,
  RecordProblem,
  rewritten,
  writtenLine,
  type GameRecord,
  type Placement,
  type RecordFormat,
  type RecordKeeper,
  type WrittenGame,
  type WrittenLine,
} from "@page/records/record";
import { inBoth } from "./strings";

/** FEN letters by what is engraved on a piece, upper case for Red. */
const LETTERS: Readonly<Record<string, string>> = {
  帥: "K",
  仕: "A",
  相: "B",
  傌: "N",
  俥: "R",
  炮: "C",
  兵: "P",
  將: "k",
  士: "a",
  象: "b",
  馬: "n",
  車: "r",
  砲: "c",
  卒: "p",
};
const FILES = 9;
const RANKS = 10;
/** How games begin, in FEN without its counters. */
const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

/** Files are x and ranks z, both from Red's left; boards lie at height 1. */
const keyOf = (file: number, rank: number): string => `${file},1,${rank}`;

/** The letters by square, file after file within each rank. */
const lettersOf = (placement: Placement): (string | null)[] =>
  Array.from({ length: FILES * RANKS }, (_, i) => {
    const glyph = placement.get(keyOf(i % FILES, Math.floor(i / FILES)));
    return (glyph !== undefined && LETTERS[glyph]) || null;
  });

/** The rows of a FEN, from Black's back rank. */
function rowsOf(letters: readonly (string | null)[]): string {
  const row = (rank: number) =>
    letters
      .slice(rank * FILES, (rank + 1) * FILES)
      .map((letter) => letter ?? "1")
      .join("")
      .replace(/1+/g, (empty) => String(empty.length));
  return Array.from({ length: RANKS }, (_, i) => row(RANKS - 1 - i)).join("/");
}

/** A move as its two squares, by what it changes on the board. */
interface Step {
  from: number;
  to: number;
}

function stepBetween(before: readonly (string | null)[], after: readonly (string | null)[]): Step {
  const changed = before.flatMap((letter, square) => (letter === after[square] ? [] : [square]));
  const from = changed.find((square) => after[square] === null) ?? 0;
  const to = changed.find((square) => after[square] !== null) ?? 0;
  return { from, to };
}

function stepsOf({ positions }: GameRecord): {
  boards: (string | null)[][];
  steps: Step[];
} {
  const boards = positions.map(lettersOf);
  const steps = boards
    .slice(1)
    .map((after, i) => stepBetween(boards[i] as (string | null)[], after));
  return { boards, steps };
}

function pgn(record: GameRecord, format: string, moves: WrittenLine): string {
  const { players, date, game } = record;
  const tags: [string, string][] = [
    ["Game", "Chinese Chess"],
    ["Event", game.en],
    ["Date", pgnDate(date)],
    ["Red", players[0] || "?"],
    ["Black", players[1] || "?"],
    ["Result", pgnResult(record)],
    ["Format", format],
  ];
  const [begin] = record.written;
  if (begin && !begin.startsWith(START)) tags.push(["FEN", begin]);
  return writePgn(tags, moves, pgnResult(record), record.moves[0]?.seat);
}

function readGame(text: string): WrittenGame {
  const game = readPgn(text);
  const of = game.tags.get("Game");
  if (of !== undefined && !/chinese|xiangqi|象棋/i.test(of)) {
    throw otherGame(of);
  }
  const fen = game.tags.get("FEN");
  // `H2-E2` is written `h2e2` here.
  const squares = (move: string) =>
    /^[A-Ia-i]\d-?[A-Ia-i]\d$/.test(move) ? move.replace("-", "").toLowerCase() : move;
  const line = game.line && rewritten(game.line, squares);
  const position = fen?.startsWith(START) ? undefined : fen;
  return { ...game, moves: game.moves.map(squares), line, position };
}

const CHINESE: RecordFormat = {
  id: "pgn",
  name: inBoth("pgn_chinese"),
  extension: "pgn",
  write: (record) =>
    pgn(
      record,
      "Chinese",
      writtenLine(record.moves, ({ zh }) => zh),
    ),
  read: { fits: (text) => isPgn(text), game: readGame },
};

const WXF: RecordFormat = {
  id: "wxf",
  name: inBoth("pgn_wxf"),
  extension: "pgn",
  write: (record) =>
    pgn(
      record,
      "WXF",
      writtenLine(record.moves, ({ en }) => en),
    ),
};

/** The back rank, cannons and pawns, as DhtmlXQ orders each side's pieces. */
const ORDER = "RNBAKABNRCCPPPPP";
/** A square as DhtmlXQ writes it: the file from Red's left, the row from Black's side. */
const pointOf = (square: number): string =>
  `${square % FILES}${RANKS - 1 - Math.floor(square / FILES)}`;

function binitOf(letters: readonly (string | null)[]): string {
  // From Black's side, row by row: the usual order among pieces of a kind.
  const squares = [...letters.keys()].sort(
    (a, b) => Math.floor(b / FILES) - Math.floor(a / FILES) || a - b,
  );
  const taken = new Set<number>();
  const point = (letter: string): string => {
    const square = squares.find((at) => letters[at] === letter && !taken.has(at));
    if (square === undefined) return "99";
    taken.add(square);
    return pointOf(square);
  };
  return [...ORDER, ...ORDER.toLowerCase()].map(point).join("");
}

/** Square brackets delimit fields. */
const fieldOf = (name: string, value: string): string =>
  `[DhtmlXQ_${name}]${value.replaceAll("[", "［").replaceAll("]", "］")}[/DhtmlXQ_${name}]\n`;

function writeDhtmlXq(record: GameRecord): string {
  const { boards, steps } = stepsOf(record);
  const { players, result, date, game } = record;
  const ends = result
    ? result.winner === null
      ? "和棋"
      : ["红胜", "黑胜"][result.winner]
    : "未知";
  const fields = [
    ["title", game.zh],
    ["date", pgnDate(date).replaceAll(".", "-")],
    ["red", players[0] ?? ""],
    ["black", players[1] ?? ""],
    ["binit", binitOf(boards[0] ?? [])],
    ["movelist", steps.map(({ from, to }) => pointOf(from) + pointOf(to)).join("")],
    ["result", ends ?? "未知"],
  ] as const;
  const written = fields.filter(([name, value]) => value !== "" || name === "movelist");
  return `[DhtmlXQ]\n${written.map(([name, value]) => fieldOf(name, value)).join("")}[/DhtmlXQ]\n`;
}

/** The pieces that a `binit` lists, as the rows of a FEN; null if it does not list thirty-two points. */
function rowsOfBinit(binit: string): string | null {
  if (!/^([0-8]\d|99){32}$/.test(binit)) return null;
  const letters = new Array<string | null>(FILES * RANKS).fill(null);
  [...ORDER, ...ORDER.toLowerCase()].forEach((letter, i) => {
    const [file, row] = [Number(binit[2 * i]), Number(binit[2 * i + 1])];
    if (file < FILES) letters[(RANKS - 1 - row) * FILES + file] = letter;
  });
  return rowsOf(letters);
}

/** The position in which a game begins, unless that is the usual one. Its first move tells who moves first. */
function beginOf(binit: string, list: string): string | undefined {
  if (binit === "" || binit === USUAL_BINIT) return undefined;
  const rows = rowsOfBinit(binit);
  if (rows === null) throw new RecordProblem(inBoth("bad_binit"));
  const points: readonly string[] = binit.match(/../g) ?? [];
  const isBlack = points.indexOf(list.slice(0, 2)) >= ORDER.length;
  return `${rows} ${isBlack ? "b" : "w"}`;
}

const USUAL_BINIT = "0919293949596979891777062646668600102030405060708012720323436383";

function readDhtmlXq(text: string): WrittenGame {
  const field = (name: string): { value: string; line: number } => {
    const found = new RegExp(`\\[DhtmlXQ_${name}\\]([\\s\\S]*?)\\[/DhtmlXQ_${name}\\]`).exec(text);
    return {
      value: (found?.[1] ?? "").trim(),
      line: lineOf(text, found?.index ?? 0),
    };
  };
  const binit = field("binit").value.replace(/\s/g, "");
  const { value, line } = field("movelist");
  const list = value.replace(/\s/g, "");
  const wrong = list.replace(/([0-8]\d){2}/g, "");
  if (wrong !== "") {
    throw new RecordProblem(inBoth("bad_moves", { digits: wrong.slice(0, 12) }), line);
  }
  const position = beginOf(binit, list);
  if (list === "" && position === undefined) throw noMoves();
  const square = (point: string) =>
    `${"abcdefghi"[Number(point[0])] ?? ""}${RANKS - 1 - Number(point[1])}`;
  const moves = (list.match(/\d{4}/g) ?? []).map(
    (move) => square(move.slice(0, 2)) + square(move.slice(2)),
  );
  const players = [field("red").value, field("black").value].filter(Boolean).join(" – ");
  return {
    moves,
    position,
    about: [players, field("title").value, field("date").value].filter(Boolean).join(", "),
    comments: (text.match(/\[DhtmlXQ_comment\d+(_\d+)?\]/g) ?? []).length,
    variations: (text.match(/\[DhtmlXQ_move_/g) ?? []).length,
    others: Math.max(0, (text.match(/\[DhtmlXQ\]/g) ?? []).length - 1),
  };
}

const DHTMLXQ: RecordFormat = {
  id: "dhtmlxq",
  name: { zh: "DhtmlXQ", en: "DhtmlXQ" },
  extension: "txt",
  write: writeDhtmlXq,
  read: { fits: (text) => text.includes("[DhtmlXQ"), game: readDhtmlXq },
};

/** The forms of Xiangqi, for every map that has all its pieces. */
const RECORDS: readonly RecordKeeper[] = [
  {
    keeps: (_, glyphs) => Object.keys(LETTERS).every((glyph) => glyphs.has(glyph)),
    formats: [CHINESE, WXF, DHTMLXQ],
  },
];

export default RECORDS;
