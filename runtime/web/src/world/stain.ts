import { luminance, type BoardTheme, type TableTheme } from "../style/themes";
import type { Look } from "./looks";

/** Luminance of the wood that becomes exactly the table's colour: a dark walnut. */
const ORDINARY_WOOD = luminance(0x6b4226);
/** Wood above this luminance is that of boards, and of what lies on the table. */
const LIGHTEST_TABLE = 0.17;
/** A table keeps at least this and at most that share of its colour in darker and lighter wood. */
const SHADES = { darkest: 0.72, lightest: 1.22 };

const channels = (colour: number): [number, number, number] => [
  (colour >> 16) & 255,
  (colour >> 8) & 255,
  colour & 255,
];

const joined = (parts: readonly number[]): number =>
  parts.reduce((all, part) => all * 256 + Math.round(Math.min(255, Math.max(0, part))), 0);

const mixed = (from: number, to: number, share: number): number => {
  const other = channels(to);
  return joined(channels(from).map((part, i) => part + ((other[i] as number) - part) * share));
};

/** Whether a colour is that of wood: a warm hue of medium saturation, as the materials tell it. */
export function isWood(colour: number): boolean {
  const [r, g, b] = channels(colour);
  if (r < g || g < b || r === b) return false;
  const hue = (g - b) / (r - b);
  return (r - b) / r > 0.3 && hue > 0.2 && hue < 0.92;
}

const isCloth = (look: Look): boolean => look.lines === 0 && look.glyph === null;

/**
 * The looks with other wood: the board's tiles, the table around it, and the cloth under cards.
 * What is not of wood keeps its colour, since a map may mean something by it.
 */
export function stained(
  looks: readonly Look[],
  table: TableTheme["stain"],
  board: BoardTheme["stain"],
): Look[] {
  const tiles = looks.filter(({ lines, colour }) => lines !== 0 && isWood(colour));
  // Blocks between the tiles are of their wood.
  const wood = new Set(tiles.map(({ colour }) => colour));
  const lights = tiles.map(({ colour }) => luminance(colour));
  const [least, most] = [Math.min(...lights), Math.max(...lights)];
  const hasCards = looks.some(({ shape }) => shape === "card");
  const tile = (own: Look): Look => {
    if (!board || !isWood(own.colour)) return own;
    // A board of one colour is all of the light wood.
    const share = most > least ? (most - luminance(own.colour)) / (most - least) : 0;
    const colour = mixed(board.light, board.dark, share);
    return own.lines !== 0 ? { ...own, colour, glyphColour: board.lines } : { ...own, colour };
  };
  const around = (own: Look): Look => {
    const solid = own.shape === "cube" || own.shape === "slab";
    if (!table || !solid || own.light > 0 || own.glyph !== null) return own;
    if (isWood(own.colour)) {
      const light = luminance(own.colour);
      if (light > LIGHTEST_TABLE) return own;
      const shade = (light / ORDINARY_WOOD) ** 0.4;
      const share = Math.min(SHADES.lightest, Math.max(SHADES.darkest, shade));
      return { ...own, colour: joined(channels(table.top).map((part) => part * share)) };
    }
    return hasCards && isCloth(own) ? { ...own, colour: table.cloth } : own;
  };
  const isTile = (own: Look): boolean =>
    own.lines !== 0 || (own.shape === "cube" && own.glyph === null && wood.has(own.colour));
  return looks.map((own) => (isTile(own) ? tile(own) : around(own)));
}
