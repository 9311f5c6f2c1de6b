/** As much of the rules of chess as its notation needs: which pieces could make a move, and what it does. */

/** FEN letters by square, from a1 rank by rank; null where nothing stands. */
export type Squares = readonly (string | null)[];

/** A move by its squares. `promoted` is the letter of the piece that a pawn becomes, in upper case. */
export interface ChessMove {
  readonly from: number;
  readonly to: number;
  readonly promoted?: string | undefined;
}

/** A position; `passing` is the square over which a pawn has just gone. */
export interface ChessPosition {
  readonly squares: Squares;
  readonly white: boolean;
  /** Rights to castle, as FEN writes them. */
  readonly rights: string;
  readonly passing: number | null;
  /** Moves since a capture or a move of a pawn, and the number of the full move. */
  readonly quiet: number;
  readonly number: number;
}

const fileOf = (square: number): number => square % 8;
const rankOf = (square: number): number => Math.floor(square / 8);
const isWhite = (letter: string): boolean => letter === letter.toUpperCase();

export const nameOf = (square: number): string =>
  `${"abcdefgh"[fileOf(square)] ?? ""}${rankOf(square) + 1}`;
export const squareOf = (name: string): number =>
  "abcdefgh".indexOf(name[0] ?? "") + 8 * (Number(name[1]) - 1);

/** Reads the rows of a FEN. */
function squaresOf(rows: string): (string | null)[] {
  const ranks = rows
    .split("/")
    .map((row) =>
      [...row].flatMap((letter) =>
        /\d/.test(letter) ? new Array<null>(Number(letter)).fill(null) : [letter],
      ),
    );
  return ranks.reverse().flat();
}

export const START: ChessPosition = {
  squares: squaresOf("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
  white: true,
  rights: "KQkq",
  passing: null,
  quiet: 0,
  number: 1,
};

/** The position as FEN. */
export function fenOf({ squares, white, rights, passing, quiet, number }: ChessPosition): string {
  const rows = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) =>
    squares
      .slice(8 * rank, 8 * rank + 8)
      .map((letter) => letter ?? "1")
      .join("")
      .replace(/1+/g, (empty) => String(empty.length)),
  );
  const over = passing === null ? "-" : nameOf(passing);
  return `${rows.join("/")} ${white ? "w" : "b"} ${rights || "-"} ${over} ${quiet} ${number}`;
}

/** Whether nothing stands between two squares on a line. */
function isClear(squares: Squares, from: number, to: number): boolean {
  const [df, dr] = [fileOf(to) - fileOf(from), rankOf(to) - rankOf(from)];
  const step = Math.sign(df) + 8 * Math.sign(dr);
  for (let at = from + step; at !== to; at += step) if (squares[at]) return false;
  return true;
}

/** Whether the piece on a square attacks another, whatever stands there. */
function attacks(squares: Squares, from: number, to: number): boolean {
  const letter = squares[from];
  if (!letter || from === to) return false;
  const [df, dr] = [Math.abs(fileOf(to) - fileOf(from)), rankOf(to) - rankOf(from)];
  const [straight, diagonal] = [df === 0 || dr === 0, df === Math.abs(dr)];
  switch (letter.toUpperCase()) {
    case "P":
      return df === 1 && dr === (isWhite(letter) ? 1 : -1);
    case "N":
      return df * Math.abs(dr) === 2;
    case "B":
      return diagonal && isClear(squares, from, to);
    case "R":
      return straight && isClear(squares, from, to);
    case "Q":
      return (straight || diagonal) && isClear(squares, from, to);
    default:
      return df <= 1 && Math.abs(dr) <= 1;
  }
}

/** Whether a side's king is attacked. */
export function inCheck(squares: Squares, white: boolean): boolean {
  const king = squares.indexOf(white ? "K" : "k");
  return squares.some(
    (letter, from) => letter && isWhite(letter) !== white && attacks(squares, from, king),
  );
}

const isCastling = ({ squares }: ChessPosition, { from, to }: ChessMove): boolean =>
  squares[from]?.toUpperCase() === "K" && Math.abs(from - to) === 2;

/** The squares after a move. */
function after(position: ChessPosition, move: ChessMove): (string | null)[] {
  const squares = [...position.squares];
  const { from, to, promoted } = move;
  const letter = squares[from] ?? null;
  const becomes = promoted && (position.white ? promoted : promoted.toLowerCase());
  squares[to] = becomes || letter;
  squares[from] = null;
  if (letter?.toUpperCase() === "P" && to === position.passing) {
    squares[to + (position.white ? -8 : 8)] = null;
  }
  if (isCastling(position, move)) {
    const [rook, beside] = to > from ? [to + 1, to - 1] : [to - 2, to + 1];
    squares[beside] = squares[rook] ?? null;
    squares[rook] = null;
  }
  return squares;
}

function reaches({ squares, white, passing }: ChessPosition, from: number, to: number): boolean {
  const letter = squares[from];
  const taken = squares[to];
  if (taken && isWhite(taken) === white) return false;
  if (letter?.toUpperCase() !== "P") return attacks(squares, from, to);
  if (attacks(squares, from, to)) return taken !== null || to === passing;
  const step = white ? 8 : -8;
  if (taken || fileOf(from) !== fileOf(to)) return false;
  if (to === from + step) return true;
  return to === from + 2 * step && rankOf(from) === (white ? 1 : 6) && !squares[from + step];
}

/** Whether a side may castle to a square. */
function mayCastle(position: ChessPosition, from: number, to: number): boolean {
  const { squares, white, rights } = position;
  const short = to > from;
  const right = short ? "K" : "Q";
  if (!rights.includes(white ? right : right.toLowerCase())) return false;
  if (!isClear(squares, from, short ? from + 3 : from - 4)) return false;
  const over = (from + to) / 2;
  return !inCheck(squares, white) && !inCheck(after(position, { from, to: over }), white);
}

/** Whether the side to move may move so. */
export function isLegal(position: ChessPosition, move: ChessMove): boolean {
  const { squares, white } = position;
  const { from, to } = move;
  const letter = squares[from];
  if (!letter || isWhite(letter) !== white) return false;
  const goes = isCastling(position, move)
    ? rankOf(from) === rankOf(to) && mayCastle(position, from, to)
    : reaches(position, from, to);
  return goes && !inCheck(after(position, move), white);
}

const ALL = [...new Array(64).keys()];

const isMated = (position: ChessPosition): boolean =>
  inCheck(position.squares, position.white) &&
  !ALL.some((from) => ALL.some((to) => isLegal(position, { from, to })));

/** Squares whose pieces' moves, and whose loss, end rights to castle. */
const RIGHTS: Readonly<Record<number, string>> = {
  0: "Q",
  4: "KQ",
  7: "K",
  56: "q",
  60: "kq",
  63: "k",
};

/** The position after a move. */
export function play(position: ChessPosition, move: ChessMove): ChessPosition {
  const { squares, white } = position;
  const { from, to } = move;
  const isPawn = squares[from]?.toUpperCase() === "P";
  const lost = (RIGHTS[from] ?? "") + (RIGHTS[to] ?? "");
  return {
    squares: after(position, move),
    white: !white,
    rights: [...position.rights].filter((right) => !lost.includes(right)).join(""),
    passing: isPawn && Math.abs(to - from) === 16 ? (from + to) / 2 : null,
    quiet: isPawn || squares[to] ? 0 : position.quiet + 1,
    number: position.number + (white ? 0 : 1),
  };
}

/** A legal move in standard algebraic notation, by the laws of FIDE, appendix C. */
export function sanOf(position: ChessPosition, move: ChessMove): string {
  const { squares } = position;
  const { from, to, promoted } = move;
  const next = play(position, move);
  const sign = isMated(next) ? "#" : inCheck(next.squares, next.white) ? "+" : "";
  if (isCastling(position, move)) return `${to > from ? "O-O" : "O-O-O"}${sign}`;
  const letter = squares[from]?.toUpperCase() ?? "";
  const takes = squares[to] || (letter === "P" && to === position.passing) ? "x" : "";
  if (letter === "P") {
    const file = takes ? nameOf(from)[0] : "";
    return `${file}${takes}${nameOf(to)}${promoted ? `=${promoted}` : ""}${sign}`;
  }
  const others = ALL.filter(
    (other) =>
      other !== from && squares[other] === squares[from] && isLegal(position, { from: other, to }),
  );
  let which = "";
  if (others.length > 0) {
    const [file = "", rank = ""] = nameOf(from);
    if (others.every((other) => fileOf(other) !== fileOf(from))) which = file;
    else if (others.every((other) => rankOf(other) !== rankOf(from))) which = rank;
    else which = file + rank;
  }
  return `${letter}${which}${takes}${nameOf(to)}${sign}`;
}

const SAN =
  /^([KQRBN])?([a-h])?([1-8])?[x:-]?([a-h][1-8])(?:=?\(?([QRBNqrbn])\)?)?(?:e\.?p\.?)?[+#]*$/;

/** The move that is written so, in algebraic notation or by its squares; null if there is not just one. */
export function readMove(position: ChessPosition, text: string): ChessMove | null {
  const { squares, white } = position;
  const castling = /^([O0o])-\1(-\1)?[+#]*$/.exec(text);
  if (castling) {
    const from = squares.indexOf(white ? "K" : "k");
    const move = { from, to: castling[2] ? from - 2 : from + 2 };
    return isCastling(position, move) && isLegal(position, move) ? move : null;
  }
  const [, letter, file, rank, to = "", becomes] = SAN.exec(text) ?? [];
  if (to === "") return null;
  const target = squareOf(to);
  // By its squares, whatever stands there.
  const any = !letter && file && rank;
  const candidates = ALL.filter((from) => {
    const kind = squares[from]?.toUpperCase();
    if (!any && kind !== (letter ?? "P")) return false;
    const name = nameOf(from);
    if ((file && name[0] !== file) || (rank && name[1] !== rank)) return false;
    return isLegal(position, { from, to: target });
  });
  const [from] = candidates;
  if (from === undefined || candidates.length > 1) return null;
  const last = squares[from]?.toUpperCase() === "P" && (target > 55 || target < 8);
  return { from, to: target, promoted: last ? (becomes ?? "Q").toUpperCase() : undefined };
}
