/**
 * Line tiles: a block whose glyph starts with `#` draws lines on its top face.
 *
 * After the `#`: `n` `s` `e` `w` are lines from the centre to that edge, `1` `2` `3` `4` diagonals
 * from the centre to the north-west, north-east, south-west and south-east corner (an `x` may
 * precede them), `c` the small corner ticks of a starting point, `o` a round dot (a star point),
 * `q` the outline of the square, and `h` the rim of a hole. After a `^` comes a word that is
 * written across the north edge, such as `#we^楚河`.
 */
export interface LineGlyph {
  bits: number;
  text: string | null;
}

export const LINE = {
  n: 1,
  s: 2,
  e: 4,
  w: 8,
  "1": 16,
  "2": 32,
  "3": 64,
  "4": 128,
  c: 256,
  o: 512,
  q: 1024,
  h: 2048,
} as const;

/** Parses a glyph; null if it is no line tile. Unknown letters are ignored. */
export function parseLines(glyph: string): LineGlyph | null {
  if (!glyph.startsWith("#")) return null;
  const [letters = "", ...rest] = glyph.slice(1).split("^");
  const text = rest.join("^");
  let bits = 0;
  for (const letter of letters) {
    if (letter in LINE) bits |= LINE[letter as keyof typeof LINE];
  }
  return { bits, text: text === "" ? null : text };
}
