/** What the tests know of Xiangqi by themselves, from the rules and not from the program. */

/** Block ids: the letter's piece, black first; red is one more. */
const BLOCKS = { k: 2010, a: 2012, b: 2014, c: 2016, n: 2018, r: 2020, p: 2022 };

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

/** The block of a piece of FEN: capital letters are red. */
export function block(letter) {
  const black = BLOCKS[letter.toLowerCase()];
  return letter === letter.toLowerCase() ? black : black + 1;
}

/** Whether a block is a red piece. */
export const isRed = (id) => Object.values(BLOCKS).includes(id - 1);

/** Whether a block is a black piece. */
export const isBlack = (id) => Object.values(BLOCKS).includes(id);

/** The pieces of a FEN's board: square to block. */
export function position(fen = START) {
  const pieces = {};
  fen.split("/").forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (/\d/.test(letter)) {
        file += Number(letter);
      } else {
        pieces[String.fromCharCode(97 + file) + (9 - index)] = block(letter);
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
