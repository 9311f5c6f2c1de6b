import { contrast, luminance } from "../style/themes";
import type { Look } from "./looks";
import { isPieceShape } from "./shapes";

/** Bodies that differ at least so much are told apart without their hue: black and white stones. */
const PLAIN = 4.5;
const PAPER = 0xf6ead0;
const INK = 0x1b1714;

/**
 * Shapes that stand for colours, from simple to rich: a dot, a ring, a bar, a cross, a triangle, a
 * square. Paths in a square of 100 units.
 */
const SHAPES = [
  "M50 28a22 22 0 1 1 -.01 0Z",
  "M50 12a38 38 0 1 1 -.01 0Z M50 28a22 22 0 1 0 .01 0Z",
  "M12 38H88V62H12Z",
  "M38 10H62V38H90V62H62V90H38V62H10V38H38Z",
  "M50 10L92 84H8Z",
  "M14 14H86V86H14Z M34 34V66H66V34Z",
] as const;

const distinct = (values: readonly number[]): number[] => [...new Set(values)];

/** Whether some two of these colours could be taken for each other by someone who sees no hue. */
const alike = (colours: readonly number[]): boolean =>
  colours.some((one, i) => colours.slice(i + 1).some((other) => contrast(one, other) < PLAIN));

/**
 * The looks with pieces whose sides are told apart by more than a hue. Pieces of one body whose
 * letters have several colours: those of the darkest letters become dark with pale letters. Pieces
 * without letters whose bodies are of much the same lightness: each colour gets a shape.
 */
export function tellApart(looks: readonly Look[]): Look[] {
  const pieces = looks.filter(({ shape }) => isPieceShape(shape));
  const lettered = pieces.filter(({ glyph }) => glyph !== null);
  const bare = pieces.filter(({ glyph }) => glyph === null);
  const bodies = distinct(bare.map(({ colour }) => colour));
  const shapes = alike(bodies)
    ? new Map(bodies.map((body, i) => [body, SHAPES[i % SHAPES.length] as string]))
    : new Map<number, string>();
  const darkest = darkestInks(lettered);
  return looks.map((own) => {
    if (!isPieceShape(own.shape)) return own;
    if (own.glyph === null) {
      const path = shapes.get(own.colour);
      const ink = contrast(own.colour, INK) > contrast(own.colour, PAPER) ? INK : PAPER;
      return path ? { ...own, label: { path }, glyphColour: ink } : own;
    }
    return darkest.get(own.colour) === own.glyphColour
      ? { ...own, colour: own.glyphColour, glyphColour: PAPER }
      : own;
  });
}

/** The darkest colour of letters by body, for bodies whose letters have several colours. */
function darkestInks(pieces: readonly Look[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const body of distinct(pieces.map(({ colour }) => colour))) {
    const same = pieces.filter(({ colour }) => colour === body);
    const inks = distinct(same.map(({ glyphColour }) => glyphColour));
    if (inks.length < 2) continue;
    const [darkest] = inks.sort((a, b) => luminance(a) - luminance(b));
    // Pieces of a dark body cannot be turned round to be darker.
    if (luminance(body) > 0.3) found.set(body, darkest as number);
  }
  return found;
}
