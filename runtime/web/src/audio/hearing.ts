import { readMoves } from "../render/motion";
import type { BlockView, Zone } from "../wire.generated";
import { blockId, type Pos } from "../wire/decode";
import type { Look } from "../world/looks";
import type { CellChange } from "../world/store";
import type { Act, Material } from "./sets";

/** A sound of an event: what happens to how many pieces of which material, and when. */
export interface Heard {
  readonly material: Material;
  readonly act: Act;
  readonly count: number;
  /** Seconds after the event. */
  readonly after: number;
}

/** What the ear needs to know of the board, besides what changed. */
export interface Hearing {
  lookOf(id: number): Look | undefined;
  /** The rows of a card table. */
  readonly zones: readonly Zone[];
  /** Whether the viewer has dragged the piece to its place: it does not slide there. */
  readonly dragged: boolean;
  /** Whether pieces jump into place at once. */
  readonly still: boolean;
}

/** Seconds until a piece that moves has landed: as long as `render/pieces.ts` lets it glide. */
const LANDS = 0.23;
/** Seconds until a piece that is set down touches the board. */
const DROPS = 0.12;
/** Seconds until a piece that was dragged is down. */
const SETTLES = 0.07;
/** More pieces than these that change at once are set up or put away, and not moved. */
const SET_UP = 12;
/** From this number on, cards that come at once are a new deal, for which they are shuffled. */
const NEW_DEAL = 20;
/** How long shuffling is heard, in seconds. */
const SHUFFLES = 0.7;

/** The faces of dice in Unicode, U+2680 to U+2685. */
const DIE = /^[\u2680-\u2685]$/u;
/** Blocks that are ground or scenery, and not pieces. */
const SCENERY: ReadonlySet<string> = new Set(["cube", "slab", "sign"]);

/**
 * What a block is made of, as far as it is heard; null for what makes no sound. Pieces that have
 * something engraved are of wood, smooth ones are stones.
 */
export function materialOf({ shape, glyph }: Pick<BlockView, "shape" | "glyph">): Material | null {
  if (shape === "card") return "cards";
  if (glyph && DIE.test(glyph)) return "dice";
  if (SCENERY.has(shape)) return null;
  return glyph ? "wood" : "stone";
}

/** The materials of a map's blocks, each once. */
export const materialsOf = (blocks: readonly BlockView[]): Material[] => [
  ...new Set(blocks.map(materialOf).filter((material) => material !== null)),
];

/** What is heard when these cells change. */
export function heardIn(changes: readonly CellChange[], hearing: Hearing): Heard[] {
  const made = (id: number): Material | null => {
    const look = hearing.lookOf(id);
    return look ? materialOf(look) : null;
  };
  return [
    ...piecesIn(changes, hearing, made),
    ...cardsIn(changes, hearing.zones, made),
    ...diceIn(changes, made),
  ];
}

type Made = (id: number) => Material | null;

const isPiece = (material: Material | null): boolean => material === "wood" || material === "stone";

function piecesIn(
  changes: readonly CellChange[],
  { dragged, still }: Hearing,
  made: Made,
): Heard[] {
  const { moved, disappeared, appeared } = readMoves(changes, (id) => isPiece(made(id)));
  const [first] = [...moved, ...appeared, ...disappeared];
  if (!first) return [];
  const material = made(first.id) as Material;
  const heard = (act: Act, count: number, after: number): Heard => ({
    material,
    act,
    count,
    after: still ? 0 : after,
  });
  const all = moved.length + appeared.length + disappeared.length;
  // Discs that turn over in place disappear and appear, so that they count twice.
  const under = new Set(appeared.map(({ pos }) => pos.join()));
  const turned = disappeared.filter(({ pos }) => under.has(pos.join())).length;
  if (all - 2 * turned > SET_UP) return [heard("pour", all, 0)];
  // Where another stood, it was captured, whether it is put beside the board or away.
  const stood = new Set(
    changes.filter(({ before }) => isPiece(made(blockId(before)))).map(({ pos }) => pos.join()),
  );
  const goals = new Set(moved.map(({ to }) => to.join()));
  const hit = moved.some(({ to }) => stood.has(to.join()));
  const taken = disappeared.filter(({ pos }) => goals.has(pos.join())).length;
  const gone = disappeared.length - turned - taken;
  const placed = appeared.length - turned;
  const sounds: Heard[] = [];
  const lands = moved.length === 0 ? DROPS : dragged ? SETTLES : LANDS;
  const hits = hit || (gone > 0 && moved.length > 0);
  if (moved.length > 0) {
    if (!dragged && !still) sounds.push(heard("slide", 1, 0));
    // Stones that are captured are gathered below; of wooden pieces, the blow is heard.
    sounds.push(heard(hits && material === "wood" ? "capture" : "place", 1, lands));
  } else if (placed > 0) sounds.push(heard("place", 1, lands));
  if (turned > 0) sounds.push(heard("turn", turned, moved.length + placed > 0 ? lands + 0.12 : 0));
  const gathered = material === "stone" ? gone + taken : moved.length === 0 ? gone : 0;
  if (gathered > 0) sounds.push(heard("capture", gathered, placed > 0 ? lands + 0.16 : lands));
  return sounds;
}

function cardsIn(changes: readonly CellChange[], zones: readonly Zone[], made: Made): Heard[] {
  let [dealt, played, turned, revealed, cleared] = [0, 0, 0, 0, 0];
  for (const { pos, before, after } of changes) {
    const was = made(blockId(before)) === "cards";
    const is = made(blockId(after)) === "cards";
    if (!(was || is) || blockId(before) === blockId(after)) continue;
    const kind = zoneAt(zones, pos);
    if (!is) cleared += 1;
    // A hand closes up after a play: what counts is how many cards it has more than before.
    if (kind === "hand") dealt += Number(is) - Number(was);
    if (kind === "hand" && was && is) revealed += 1;
    else if (kind === "pile") played += Number(is);
    else if (kind !== "hand" && is && was) turned += 1;
    else if (kind !== "hand" && is) played += 1;
  }
  const heard = (act: Act, count: number, after = 0): Heard => ({
    material: "cards",
    act,
    count,
    after,
  });
  const shuffles = Math.max(dealt, played) >= NEW_DEAL;
  const begin = shuffles ? SHUFFLES : 0;
  const sounds: Heard[] = shuffles ? [heard("pour", dealt)] : [];
  if (dealt > 0) sounds.push(heard("deal", dealt, begin));
  else if (played > 0) sounds.push(heard("place", played));
  else if (turned > 0) sounds.push(heard("turn", turned));
  else if (revealed > 0 && cleared === 0) sounds.push(heard("turn", revealed));
  return sounds;
}

function zoneAt(zones: readonly Zone[], [x, y, z]: Pos): Zone["kind"] | null {
  const zone = zones.find(
    ({ at, count }) => at[1] === y && at[2] === z && x >= at[0] && x < at[0] + count,
  );
  return zone?.kind ?? null;
}

function diceIn(changes: readonly CellChange[], made: Made): Heard[] {
  const thrown = changes.filter(
    ({ before, after }) => blockId(before) !== blockId(after) && made(blockId(after)) === "dice",
  ).length;
  return thrown > 0 ? [{ material: "dice", act: "place", count: thrown, after: 0 }] : [];
}
