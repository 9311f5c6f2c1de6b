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

/** SGF's letters for columns and rows, from the upper left. */
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** A game of stones in SGF. A file of another size is another game. */
interface StoneGame {
  /** Its number in SGF. */
  readonly number: number;
  readonly size: number;
  /** The letters of columns in names of cells, which count rows from below. */
  readonly columns: string;
}

/** The number of Go in SGF. */
const GO = 1;
/** Go, whose players leave out the I. */
const go = (size: number): StoneGame => ({
  number: GO,
  size,
  columns: LETTERS.replace("i", ""),
});

/** By the map's id. */
const STONES: Readonly<Record<string, StoneGame>> = {
  go: go(9),
  "go-13": go(13),
  "go-19": go(19),
  reversi: { number: 2, size: 8, columns: LETTERS },
  gomoku: { number: 4, size: 15, columns: LETTERS },
};

/** SGF's name of each way of counting in Go, and what White has for moving second. */
const COUNTING: Readonly<Record<string, { rules: string; komi: string }>> = {
  chinese: { rules: "Chinese", komi: "7.5" },
  japanese: { rules: "Japanese", komi: "6.5" },
};

const isCell = (text: string): boolean => /^[a-z]\d+$/.test(text);
const pointOf = (cell: string, { size, columns }: StoneGame): string => {
  const [x, y] = [columns.indexOf(cell[0] ?? ""), size - Number(cell.slice(1))];
  return `${LETTERS[x] ?? ""}${LETTERS[y] ?? ""}`;
};
const cellOf = (point: string, { size, columns }: StoneGame): string => {
  const [x, y] = [LETTERS.indexOf(point[0] ?? ""), LETTERS.indexOf(point[1] ?? "")];
  return `${columns[x] ?? ""}${size - y}`;
};

/** How a game ended, with the margin where both sides' points are told. */
function resultOf({ result }: GameRecord): string | null {
  if (!result) return null;
  if (result.winner === null) return "0";
  const [, first, second] = /([\d.]+) : ([\d.]+)/.exec(result.text.en) ?? [];
  const margin = first && second ? Math.abs(Number(first) - Number(second)) : "";
  return `${result.winner === 0 ? "B" : "W"}+${margin}`;
}

/** A move as a point, "" for a pass; null for what is none, such as marking dead stones in Go. */
function moveOf(text: string, game: StoneGame): string | null {
  if (isCell(text)) return pointOf(text, game);
  return game.number !== GO || text === "pass" ? "" : null;
}

function writeStones(record: GameRecord, game: StoneGame): string {
  const { players, date, moves, options } = record;
  const counting = COUNTING[options.get("scoring") ?? ""];
  const properties: [string, string | null | undefined][] = [
    ["GM", String(game.number)],
    ["FF", "4"],
    ["CA", "UTF-8"],
    ["SZ", String(game.size)],
    ["RU", counting?.rules],
    ["KM", counting?.komi],
    ["PB", players[0]],
    ["PW", players[1]],
    ["DT", pgnDate(date).replaceAll(".", "-")],
    ["RE", resultOf(record)],
  ];
  const head = properties.map(([name, value]) => (value ? `${name}[${sgfText(value)}]` : ""));
  return `(;${head.join("")}${stonesOf(moves, game)})\n`;
}

/** The nodes of a line. Where something else was played, the rest of the line is a branch as well. */
function stonesOf(moves: readonly RecordedMove[], game: StoneGame): string {
  let out = "";
  let made = 0;
  for (const { seat, text, comment, variations = [] } of moves) {
    const point = moveOf(text.en.toLowerCase(), game);
    if (point === null) continue;
    const said = comment ? `C[${sgfText(comment)}]` : "";
    if (variations.length > 0) out += "\n(";
    else if (made % 10 === 0) out += "\n";
    made += 1;
    out += `;${seat === 0 ? "B" : "W"}[${point}]${said}`;
  }
  // The branches end together, each followed by what was played in its place.
  for (const { variations = [] } of moves.toReversed()) {
    if (variations.length === 0) continue;
    out += `)${variations.map((line) => `\n(${stonesOf(line, game).trimStart()})`).join("")}`;
  }
  return out;
}

function readStones(text: string, game: StoneGame): WrittenGame {
  const { tree, nodes, leftOut, others } = readSgf(text);
  const root = nodes[0] ?? new Map<string, string[]>();
  const first = (name: string) => root.get(name)?.[0] ?? "";
  const here = game.size;
  if (first("GM") !== "" && Number(first("GM")) !== game.number) {
    throw otherGame(`GM[${first("GM")}]`);
  }
  const size = Number(first("SZ") || (game.number === GO ? 19 : here));
  if (size !== here) {
    throw problem("other_size", { size, here });
  }
  if (nodes.some((node) => node.has("AB") || node.has("AW"))) {
    throw problem("handicap");
  }
  const line = sgfLine(tree, game);
  if (line.length === 0) {
    throw noMoves();
  }
  const moves = line.map(({ move }) => move);
  const players = [first("PB"), first("PW")].filter(Boolean).join(" – ");
  const about = [players, first("EV"), first("DT")].filter(Boolean).join(", ");
  return { moves, line, about, comments: 0, variations: leftOut, others };
}

function sgfMove(node: SgfNode, game: StoneGame): WrittenMove | null {
  const point = node.get("B")?.[0] ?? node.get("W")?.[0];
  if (point === undefined) return null;
  const passes = point.trim() === "" || (point === "tt" && game.size <= 19);
  const comment = node.get("C")?.[0]?.replace(/\s+/g, " ").trim();
  return { move: passes ? "pass" : cellOf(point.trim().toLowerCase(), game), comment };
}

/** A tree as a line of moves with others in their place; nodes without a move are passed over. */
function sgfLine({ nodes, branches }: SgfTree, game: StoneGame): WrittenLine {
  const own = nodes.flatMap((node) => sgfMove(node, game) ?? []);
  const [main = [], ...others] = branches
    .map((branch) => sgfLine(branch, game))
    .filter(({ length }) => length > 0);
  const [first, ...rest] = main;
  if (!first) return own;
  const variations = [...(first.variations ?? []), ...others];
  return [...own, { ...first, variations }, ...rest];
}

const sgf = (game: StoneGame): RecordFormat => ({
  id: "sgf",
  name: { zh: "SGF", en: "SGF" },
  extension: "sgf",
  write: (record) => writeStones(record, game),
  read: { fits: isSgf, game: (text) => readStones(text, game) },
});

const GO_AND_OTHERS: readonly RecordKeeper[] = Object.entries(STONES).map(([map, game]) => ({
  keeps: (id) => id === map,
  formats: [sgf(game)],
}));

/** The forms of the boards from rules that have one of their own. */
const RECORDS: readonly RecordKeeper[] = [CHESS, ...GO_AND_OTHERS];

export default RECORDS;
