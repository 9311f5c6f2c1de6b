/** Just enough Xiangqi to move pieces in the mock server: no check, no end of the game. */

export type Side = "red" | "black";
export interface Man {
  side: Side;
  kind: string;
  block: number;
}

const START = `
rnbakabnr
.........
.c.....c.
p.p.p.p.p
.........
.........
P.P.P.P.P
.C.....C.
.........
RNBAKABNR`;

/** Blocks by piece letter; red has capitals. */
export const BLOCKS: Record<string, number> = {
  k: 2010,
  K: 2011,
  A: 2012,
  a: 2013,
  b: 2014,
  B: 2015,
  c: 2016,
  C: 2017,
  N: 2018,
  n: 2019,
  r: 2020,
  R: 2021,
  p: 2022,
  P: 2023,
};

/** Pieces by square; a square is file + 9 × rank, seen from red's side. */
export type Men = Map<number, Man>;

export function startMen(): Men {
  const men: Men = new Map();
  const rows = START.trim().split("\n");
  rows.forEach((row, i) =>
    [...row].forEach((letter, file) => {
      const block = BLOCKS[letter];
      if (block === undefined) return;
      const side: Side = letter === letter.toUpperCase() ? "red" : "black";
      men.set(file + 9 * (9 - i), { side, kind: letter.toLowerCase(), block });
    }),
  );
  return men;
}

const ROOK = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;
const BISHOP = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const;

/** Where the piece on a square may move, roughly. */
export function targets(men: Men, from: number): number[] {
  const man = men.get(from);
  if (!man) return [];
  const [file, rank] = [from % 9, Math.floor(from / 9)];
  const found: number[] = [];
  const inside = (f: number, r: number) => f >= 0 && f < 9 && r >= 0 && r < 10;
  const add = (f: number, r: number) => {
    if (inside(f, r) && men.get(f + 9 * r)?.side !== man.side) found.push(f + 9 * r);
  };
  const home = man.side === "red" ? rank < 5 : rank > 4;
  const palace = (f: number, r: number) => f > 2 && f < 6 && (man.side === "red" ? r < 3 : r > 6);
  if (man.kind === "r" || man.kind === "c") slide(men, man, file, rank, found);
  if (man.kind === "k")
    for (const [x, y] of ROOK) if (palace(file + x, rank + y)) add(file + x, rank + y);
  if (man.kind === "a")
    for (const [x, y] of BISHOP) if (palace(file + x, rank + y)) add(file + x, rank + y);
  if (man.kind === "b")
    for (const [x, y] of BISHOP) {
      const beyond = man.side === "red" ? rank + 2 * y > 4 : rank + 2 * y < 5;
      if (!beyond && !men.has(file + x + 9 * (rank + y))) add(file + 2 * x, rank + 2 * y);
    }
  if (man.kind === "n")
    for (const [x, y] of ROOK) {
      if (!inside(file + x, rank + y) || men.has(file + x + 9 * (rank + y))) continue;
      for (const side of [1, -1]) add(file + 2 * x + side * y, rank + 2 * y + side * x);
    }
  if (man.kind === "p") {
    add(file, rank + (man.side === "red" ? 1 : -1));
    if (!home) for (const x of [1, -1]) add(file + x, rank);
  }
  return found;
}

function slide(men: Men, man: Man, file: number, rank: number, found: number[]): void {
  for (const [x, y] of ROOK) {
    let jumped = false;
    for (let i = 1; i < 10; i++) {
      const [f, r] = [file + i * x, rank + i * y];
      if (f < 0 || f > 8 || r < 0 || r > 9) break;
      const there = men.get(f + 9 * r);
      if (man.kind === "r") {
        if (there?.side !== man.side) found.push(f + 9 * r);
        if (there) break;
      } else if (!there) {
        if (!jumped) found.push(f + 9 * r);
      } else if (jumped) {
        if (there.side !== man.side) found.push(f + 9 * r);
        break;
      } else {
        jumped = true;
      }
    }
  }
}
