/**
 * Line tiles: a block whose glyph starts with `#` draws lines on its top face.
 *
 * After the `#`: `n` `s` `e` `w` are lines from the centre to that edge, `1` `2` `3` `4` diagonals
 * from the centre to the north-west, north-east, south-west and south-east corner (an `x` may
 * precede them), `c` the small corner ticks of a starting point, `o` a round dot (a star point),
 * `q` the outline of the square, `r` a hole in the front of a standing rack, which has the colour
 * of the ink, and `h` a hollow. A hollow among hexagons has two cells of Braille,
 * each a set of six directions counter-clockwise from the east, where dot 1 is the first: to which
 * neighbours lines lead half the way, and between which one and the next the ground has the colour
 * of the ink. After a `^` comes a word that is written across the north edge, such as `#we^楚河`.
 */
export interface LineGlyph {
  bits: number;
  /** Directions to neighbours among hexagons in the low six bits, coloured ground in the next six. */
  hexes: number;
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
  r: 4096,
} as const;

/** The first cell of Braille, and the number of those with six dots. */
const BRAILLE = 0x2800;
const SETS_OF_SIX = 64;

/** Where the neighbours of a hexagon lie, in x and z, counter-clockwise from the east. */
export const HEXES = [
  [2, 0],
  [1, 2],
  [-1, 2],
  [-2, 0],
  [-1, -2],
  [1, -2],
] as const;

/** Parses a glyph; null if it is no line tile. Unknown letters are ignored. */
export function parseLines(glyph: string): LineGlyph | null {
  if (!glyph.startsWith("#")) return null;
  const [letters = "", ...rest] = glyph.slice(1).split("^");
  const text = rest.join("^");
  let bits = 0;
  const sets: number[] = [];
  for (const letter of letters) {
    const six = letter.charCodeAt(0) - BRAILLE;
    if (letter in LINE) bits |= LINE[letter as keyof typeof LINE];
    else if (six >= 0 && six < SETS_OF_SIX) sets.push(six);
  }
  const [ways = 0, filled = 0] = sets;
  return { bits, hexes: ways | (filled << 6), text: text === "" ? null : text };
}
