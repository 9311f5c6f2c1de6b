import type { Pos } from "../wire/decode";
import type { CellChange } from "../world/store";
import { blockId } from "../wire/decode";

/** The pieces of an event that moved, disappeared and appeared. */
export interface PieceMoves {
  moved: { id: number; from: Pos; to: Pos }[];
  disappeared: { id: number; pos: Pos }[];
  appeared: { id: number; pos: Pos }[];
}

const distance = (a: Pos, b: Pos): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/**
 * Interprets an event's changed cells as moves: a piece that left one cell and a piece of the same
 * id that appeared in another are the same, nearest pairs first. `isPiece` tells which ids are
 * pieces.
 */
export function readMoves(
  changes: readonly CellChange[],
  isPiece: (id: number) => boolean,
): PieceMoves {
  const disappeared: PieceMoves["disappeared"] = [];
  const appeared: PieceMoves["appeared"] = [];
  for (const { pos, before, after } of changes) {
    if (blockId(before) === blockId(after)) continue;
    if (isPiece(blockId(before))) disappeared.push({ id: blockId(before), pos });
    if (isPiece(blockId(after))) appeared.push({ id: blockId(after), pos });
  }
  const pairs = disappeared.flatMap((g) =>
    appeared.filter((c) => c.id === g.id).map((c) => ({ g, c, far: distance(g.pos, c.pos) })),
  );
  pairs.sort((a, b) => a.far - b.far);
  const used = new Set<object>();
  const moved: PieceMoves["moved"] = [];
  for (const { g, c } of pairs) {
    if (used.has(g) || used.has(c)) continue;
    used.add(g).add(c);
    moved.push({ id: g.id, from: g.pos, to: c.pos });
  }
  const left = <T extends object>(list: T[]): T[] => list.filter((item) => !used.has(item));
  return { moved, disappeared: left(disappeared), appeared: left(appeared) };
}

/** Decelerates towards the end. */
export const easeOut = (t: number): number => 1 - (1 - t) ** 3;

/** Slow at both ends. */
export const easeInOut = (t: number): number => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);
