import { isPgn, pgnDate, pgnResult, readPgn, writePgn } from "@page/records/pgn";
import {
  noMoves,
  otherGame,
  writtenLine,
  type GameRecord,
  type RecordFormat,
  type RecordedMove,
  type RecordKeeper,
  type WrittenGame,
  type WrittenLine,
  type WrittenMove,
} from "@page/records/record";
import { isSgf, readSgf, sgfText, type SgfNode, type SgfTree } from "./sgf";
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
  const texts = writtenLine(moves, ({ en }) => en);
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
  return `(;${head.join("")}${stonesOf(moves, size)})\n`;
}

/** The nodes of a line. Where something else was played, the rest of the line is a branch as well. */
function stonesOf(moves: readonly RecordedMove[], size: number): string {
  let out = "";
  moves.forEach(({ seat, text, comment, variations = [] }, i) => {
    const cell = text.en.toLowerCase();
    const point = isCell(cell) ? pointOf(cell, size) : "";
    const said = comment ? `C[${sgfText(comment)}]` : "";
    if (variations.length > 0) out += "\n(";
    else if (i % 10 === 0) out += "\n";
    out += `;${seat === 0 ? "B" : "W"}[${point}]${said}`;
  });
  // The branches end together, each followed by what was played in its place.
  for (const { variations = [] } of moves.toReversed()) {
    if (variations.length === 0) continue;
    out += `)${variations.map((line) => `\n(${stonesOf(line, size).trimStart()})`).join("")}`;
  }
  return out;
}

/** How many lines each game's board has; a file of another size is another game. */
const SIZES: Readonly<Record<string, number>> = {
  go: 9,
  reversi: 8,
  gomoku: 15,
};

function readStones(text: string, map: string, { number }: StoneGame): WrittenGame {
  const { tree, nodes, leftOut, others } = readSgf(text);
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
  const line = sgfLine(tree, size);
  if (line.length === 0) {
    throw noMoves();
  }
  const moves = line.map(({ move }) => move);
  const players = [first("PB"), first("PW")].filter(Boolean).join(" – ");
  const about = [players, first("EV"), first("DT")].filter(Boolean).join(", ");
  return { moves, line, about, comments: 0, variations: leftOut, others };
}

function sgfMove(node: SgfNode, size: number): WrittenMove | null {
  const point = node.get("B")?.[0] ?? node.get("W")?.[0];
  if (point === undefined) return null;
  const passes = point.trim() === "" || (point === "tt" && size <= 19);
  const comment = node.get("C")?.[0]?.replace(/\s+/g, " ").trim();
  return { move: passes ? "pass" : cellOf(point.trim().toLowerCase(), size), comment };
}

/** A tree as a line of moves with others in their place; nodes without a move are passed over. */
function sgfLine({ nodes, branches }: SgfTree, size: number): WrittenLine {
  const own = nodes.flatMap((node) => sgfMove(node, size) ?? []);
  const [main = [], ...others] = branches
    .map((branch) => sgfLine(branch, size))
    .filter(({ length }) => length > 0);
  const [first, ...rest] = main;
  if (!first) return own;
  const variations = [...(first.variations ?? []), ...others];
  return [...own, { ...first, variations }, ...rest];
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
