/** What the tests know of Xiangqi by themselves, from the rules and not from the program. */

/** Block ids, as the tutorial gives them, by the letters of FEN: capitals are red. */
const BLOCKS = {
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

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

/** Whether a block is a black piece. */
export const isBlack = (id) =>
  Object.entries(BLOCKS).some(([letter, block]) => block === id && letter >= "a");

/** The pieces of a FEN's board: square to block. */
export function position(fen = START) {
  const pieces = {};
  fen.split("/").forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (/\d/.test(letter)) {
        file += Number(letter);
      } else {
        pieces[String.fromCharCode(97 + file) + (9 - index)] = BLOCKS[letter];
        file += 1;
      }
    }
  });
  return pieces;
}

/** The pieces after a move such as "h2e2". */
export function after(pieces, ...moves) {
  const next = { ...pieces };
  for (const move of moves) {
    const [from, to] = [move.slice(0, 2), move.slice(2)];
    next[to] = next[from];
    delete next[from];
  }
  return next;
}

/** The one move that leads from one position to the other; null if it is not one move. */
export function difference(before, now) {
  const left = Object.keys(before).filter((name) => !(name in now));
  const changed = Object.keys(now).filter((name) => now[name] !== before[name]);
  if (left.length !== 1 || changed.length !== 1) return null;
  const [from] = left;
  const [to] = changed;
  return before[from] === now[to] ? from + to : null;
}
