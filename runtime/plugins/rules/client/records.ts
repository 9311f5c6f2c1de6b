import { isPgn, pgnDate, pgnResult, readPgn, writePgn } from "@page/records/pgn";
import {
  beginsElsewhere,
  noMoves,
  noSuchMove,
  otherGame,
  type GameRecord,
  type Placement,
  type RecordFormat,
  type RecordKeeper,
  type WrittenGame,
} from "@page/records/record";
import {
  fenOf,
  nameOf,
  play,
  readMove,
  sanOf,
  squareOf,
  START,
  type ChessMove,
  type ChessPosition,
} from "./chess_notation";
import { isSgf, readSgf, sgfText } from "./sgf";
import { problem } from "./strings";

/** FEN letters of the men by their glyphs, upper case for White. */
const MEN: Readonly<Record<string, string>> = {
  "♙": "P",
  "♘": "N",
  "♗": "B",
  "♖": "R",
  "♕": "Q",
  "♔": "K",
  "♟": "p",
  "♞": "n",
  "♝": "b",
  "♜": "r",
  "♛": "q",
  "♚": "k",
};
/** Words of the rules for what a pawn becomes. */
const WORDS: Readonly<Record<string, string>> = {
  Q: "queen",
  R: "rook",
  B: "bishop",
  N: "knight",
};

function squaresOf(placement: Placement, { cells }: GameRecord): (string | null)[] {
  const squares = new Array<string | null>(64).fill(null);
  for (const [cell, glyph] of placement) {
    const name = cells.get(cell);
    if (name !== undefined) squares[squareOf(name)] = MEN[glyph] ?? null;
  }
  return squares;
}

/** The move that leads from a position to what stands on the board then. */
function moveTo({ squares, white }: ChessPosition, after: readonly (string | null)[]): ChessMove {
  const mine = (letter: string | null | undefined) =>
    typeof letter === "string" && (letter === letter.toUpperCase()) === white;
  const changed = squares.flatMap((letter, square) => (letter === after[square] ? [] : [square]));
  const king = white ? "K" : "k";
  const left = changed.filter((square) => mine(squares[square]) && !mine(after[square]));
  const come = changed.filter((square) => mine(after[square]));
  // Castling moves two pieces; the move is the king's.
  const from = left.find((square) => squares[square] === king) ?? left[0] ?? 0;
  const to = come.find((square) => after[square] === king) ?? come[0] ?? 0;
  const letter = after[to]?.toUpperCase();
  const grew = squares[from]?.toUpperCase() === "P" && letter !== "P";
  return { from, to, promoted: grew ? letter : undefined };
}

/** All positions of a game, and its moves. */
function told(record: GameRecord): { positions: ChessPosition[]; moves: ChessMove[] } {
  const positions = [START];
  const moves: ChessMove[] = [];
  for (const placement of record.positions.slice(1)) {
    const position = positions.at(-1) as ChessPosition;
    const move = moveTo(position, squaresOf(placement, record));
    moves.push(move);
    positions.push(play(position, move));
  }
  return { positions, moves };
}

function writeChess(record: GameRecord): string {
  const { players, date, game } = record;
  const { positions, moves } = told(record);
  const tags: [string, string][] = [
    ["Event", game.en],
    ["Site", "?"],
    ["Date", pgnDate(date)],
    ["Round", "-"],
    ["White", players[0] || "?"],
    ["Black", players[1] || "?"],
    ["Result", pgnResult(record)],
  ];
  const written = moves.map((move, i) => sanOf(positions[i] as ChessPosition, move));
  return writePgn(tags, written, pgnResult(record));
}

function readChess(text: string): WrittenGame {
  const game = readPgn(text);
  const fen = game.tags.get("FEN");
  if (fen !== undefined && !fen.startsWith(fenOf(START).split(" ").slice(0, 3).join(" "))) {
    throw beginsElsewhere();
  }
  let position = START;
  const moves = game.moves.map((written, i) => {
    const move = readMove(position, written);
    if (!move) throw noSuchMove(i + 1, written);
    position = play(position, move);
    const { from, to, promoted } = move;
    return `${nameOf(from)}-${nameOf(to)}${promoted ? `-${WORDS[promoted] ?? ""}` : ""}`;
  });
  return { ...game, moves };
}

const CHESS: RecordKeeper = {
  keeps: (_, glyphs) => Object.keys(MEN).every((glyph) => glyphs.has(glyph)),
  formats: [
    {
      id: "pgn",
      name: { zh: "PGN", en: "PGN" },
      extension: "pgn",
      write: writeChess,
      read: { fits: isPgn, game: readChess },
    },
    {
      id: "fen",
      name: { zh: "FEN", en: "FEN" },
      extension: "fen",
      write: (record, made) => `${fenOf(told(record).positions[made] ?? START)}\n`,
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
  const made = moves.flatMap(({ seat, text }) => {
    const point = moveOf(text.en.toLowerCase(), game);
    return point === null ? [] : [`;${seat === 0 ? "B" : "W"}[${point}]`];
  });
  const stones = made.map((move, i) => `${i % 10 === 0 ? "\n" : ""}${move}`);
  return `(;${head.join("")}${stones.join("")})\n`;
}

function readStones(text: string, game: StoneGame): WrittenGame {
  const { nodes, variations, others } = readSgf(text);
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
  const moves = nodes.flatMap((node) => {
    const point = node.get("B")?.[0] ?? node.get("W")?.[0];
    if (point === undefined) return [];
    const passes = point.trim() === "" || (point === "tt" && size <= 19);
    return [passes ? "pass" : cellOf(point.trim().toLowerCase(), game)];
  });
  if (moves.length === 0) {
    throw noMoves();
  }
  const comments = nodes.filter((node) => node.has("C")).length;
  const players = [first("PB"), first("PW")].filter(Boolean).join(" – ");
  const about = [players, first("EV"), first("DT")].filter(Boolean).join(", ");
  return { moves, about, comments, variations, others };
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
