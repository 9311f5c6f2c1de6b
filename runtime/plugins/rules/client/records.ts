import { isPgn, pgnDate, pgnResult, readPgn, writePgn } from "@page/records/pgn";
import {
  noMoves,
  otherGame,
  type GameRecord,
  type RecordFormat,
  type RecordKeeper,
  type WrittenGame,
} from "@page/records/record";
import { isSgf, readSgf, sgfText } from "./sgf";
import { problem } from "./strings";

/** The men of chess by what the map shows. */
const MEN = "♙♘♗♖♕♔♟♞♝♜♛♚";
/** How games of chess begin, in FEN without its counters. */
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/** PGN of the moves as the map lists them, which is standard algebraic notation. */
function writeChess(record: GameRecord): string {
  const { players, date, game, moves, written } = record;
  const tags: [string, string][] = [
    ["Event", game.en],
    ["Site", "?"],
    ["Date", pgnDate(date)],
    ["Round", "-"],
    ["White", players[0] || "?"],
    ["Black", players[1] || "?"],
    ["Result", pgnResult(record)],
  ];
  const [begin] = written;
  if (begin && !begin.startsWith(START)) tags.push(["SetUp", "1"], ["FEN", begin]);
  const texts = moves.map(({ text }) => text.en);
  return writePgn(tags, texts, pgnResult(record), moves[0]?.seat);
}

function readChess(text: string): WrittenGame {
  const game = readPgn(text);
  const fen = game.tags.get("FEN");
  return { ...game, position: fen?.startsWith(START) ? undefined : fen };
}

const CHESS: RecordKeeper = {
  keeps: (_, glyphs) => [...MEN].every((glyph) => glyphs.has(glyph)),
  formats: [
    {
      id: "pgn",
      name: { zh: "PGN", en: "PGN" },
      extension: "pgn",
      write: writeChess,
      read: { fits: isPgn, game: readChess },
    },
  ],
};

/** A game of stones in SGF: its number there, and its compensation for White. */
interface StoneGame {
  readonly number: number;
  readonly komi?: number;
}

/** By the map's id. */
const STONES: Readonly<Record<string, StoneGame>> = {
  go: { number: 1, komi: 7.5 },
  reversi: { number: 2 },
  gomoku: { number: 4 },
};

/** Columns and rows are letters, from the upper left; names of cells count rows from below. */
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const isCell = (text: string): boolean => /^[a-z]\d+$/.test(text);
const flipped = (letter: string, size: number): string =>
  LETTERS[size - 1 - LETTERS.indexOf(letter)] ?? "";
const pointOf = (cell: string, size: number): string =>
  `${cell[0] ?? ""}${flipped(LETTERS[Number(cell.slice(1)) - 1] ?? "", size)}`;
const cellOf = (point: string, size: number): string =>
  `${point[0] ?? ""}${LETTERS.indexOf(flipped(point[1] ?? "", size)) + 1}`;

const sizeOf = ({ cells }: GameRecord): number =>
  Math.max(...[...cells.values()].map((name) => Number(name.slice(1))));

function writeStones(record: GameRecord, { number, komi }: StoneGame): string {
  const size = sizeOf(record);
  const { players, date, result, moves } = record;
  const winner = result && (result.winner === null ? "0" : `${result.winner === 0 ? "B" : "W"}+`);
  const properties: [string, string | null | undefined][] = [
    ["GM", String(number)],
    ["FF", "4"],
    ["CA", "UTF-8"],
    ["SZ", String(size)],
    ["KM", komi?.toString()],
    ["PB", players[0]],
    ["PW", players[1]],
    ["DT", pgnDate(date).replaceAll(".", "-")],
    ["RE", winner],
  ];
  const head = properties.map(([name, value]) => (value ? `${name}[${sgfText(value)}]` : ""));
  const stones = moves.map(({ seat, text }, i) => {
    const cell = text.en.toLowerCase();
    const point = isCell(cell) ? pointOf(cell, size) : "";
    return `${i % 10 === 0 ? "\n" : ""};${seat === 0 ? "B" : "W"}[${point}]`;
  });
  return `(;${head.join("")}${stones.join("")})\n`;
}

/** How many lines each game's board has; a file of another size is another game. */
const SIZES: Readonly<Record<string, number>> = {
  go: 9,
  reversi: 8,
  gomoku: 15,
};

function readStones(text: string, map: string, { number }: StoneGame): WrittenGame {
  const { nodes, variations, others } = readSgf(text);
  const root = nodes[0] ?? new Map<string, string[]>();
  const first = (name: string) => root.get(name)?.[0] ?? "";
  const here = SIZES[map] ?? 0;
  if (first("GM") !== "" && Number(first("GM")) !== number) {
    throw otherGame(`GM[${first("GM")}]`);
  }
  const size = Number(first("SZ") || (number === 1 ? 19 : here));
  if (size !== here) {
    throw problem("other_size", { size, here });
  }
  if (nodes.some((node) => node.has("AB") || node.has("AW"))) {
    throw problem("handicap");
  }
  const moves = nodes.flatMap((node) => {
    const point = node.get("B")?.[0] ?? node.get("W")?.[0];
    if (point === undefined) return [];
    const passes = point.trim() === "" || (point === "tt" && size <= 19);
    return [passes ? "pass" : cellOf(point.trim().toLowerCase(), size)];
  });
  if (moves.length === 0) {
    throw noMoves();
  }
  const comments = nodes.filter((node) => node.has("C")).length;
  const players = [first("PB"), first("PW")].filter(Boolean).join(" – ");
  const about = [players, first("EV"), first("DT")].filter(Boolean).join(", ");
  return { moves, about, comments, variations, others };
}

const sgf = (map: string, game: StoneGame): RecordFormat => ({
  id: "sgf",
  name: { zh: "SGF", en: "SGF" },
  extension: "sgf",
  write: (record) => writeStones(record, game),
  read: { fits: isSgf, game: (text) => readStones(text, map, game) },
});

const GO_AND_OTHERS: readonly RecordKeeper[] = Object.entries(STONES).map(([map, game]) => ({
  keeps: (id) => id === map,
  formats: [sgf(map, game)],
}));

/** The forms of the boards from rules that have one of their own. */
const RECORDS: readonly RecordKeeper[] = [CHESS, ...GO_AND_OTHERS];

export default RECORDS;
