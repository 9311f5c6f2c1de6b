import type { Look } from "@page/world/looks";

/** What a block's texture shows. */
export type Pattern =
  | "beam"
  | "brick"
  | "chest"
  | "cobble"
  | "crystal"
  | "furnace"
  | "glass"
  | "grass"
  | "lamp"
  | "leaves"
  | "log"
  | "marble"
  | "metal"
  | "ore"
  | "panel"
  | "paving"
  | "plain"
  | "planks"
  | "sand"
  | "soil"
  | "stone"
  | "water"
  | "wool";

/** Patterns of the blocks that Mini World itself has, by their numbers. */
const BY_ID: Readonly<Record<number, Pattern>> = {
  1: "cobble",
  3: "water",
  4: "water",
  100: "grass",
  101: "soil",
  104: "stone",
  201: "log",
  351: "beam",
  734: "chest",
  735: "chest",
  736: "chest",
  801: "chest",
  802: "chest",
  803: "furnace",
};

/** Ranges of numbers: the dyed wools, and hard sand plain and dyed. */
const WOOL = [600, 615] as const;
const SAND = [666, 682] as const;

/** Patterns by words in a block's English or Chinese name; the first that fits counts. */
const BY_NAME: readonly (readonly [RegExp, Pattern])[] = [
  [/\bore\b|矿石/i, "ore"],
  [/\bwater\b|\bsea\b|水/i, "water"],
  [/lea(f|ves)|hedge|bush|树叶|棕榈叶|树篱/i, "leaves"],
  [/plank|counter|\btable\b|wood|crate|木板|柜台|桌/i, "planks"],
  [/\blog\b|trunk|leg\b|原木|树干/i, "log"],
  [/lamp|lantern|brazier|torch|灯|火盆/i, "lamp"],
  [/crystal|ruby|sapphire|emerald|topaz|amethyst|pearl|水晶|宝石/i, "crystal"],
  [/gold|\biron\b|metal|\bbell\b|cannon|金砖|金块|铁块|钟|大炮/i, "metal"],
  [/glass|window|玻璃|窗/i, "glass"],
  [/marble|大理石/i, "marble"],
  [/paving|tile|广场砖|石板|瓷砖/i, "paving"],
  [/brick|post|砖|门柱/i, "brick"],
  [/cobble|bedrock|圆石|基岩/i, "cobble"],
  [/grass|lawn|草块|草地/i, "grass"],
  [/sand|沙/i, "sand"],
  [/\bsoil\b|\bdirt\b|\broad\b|\bpath\b|土|路/i, "soil"],
  [/\bwool\b|mat\b|羊毛|席/i, "wool"],
  [/stone|rock|岩|石/i, "stone"],
];

const within = (id: number, [low, high]: readonly [number, number]): boolean =>
  id >= low && id <= high;

const known = new WeakMap<Look, Pattern>();

/**
 * The pattern of a block: by its number if it is Mini World's own, else by its name. The face of a
 * block with a glyph is a plain panel, so that the glyph can be read.
 */
export function patternOf(look: Look): Pattern {
  let pattern = known.get(look);
  if (!pattern) {
    pattern = find(look);
    known.set(look, pattern);
  }
  return pattern;
}

function find({ id, name, glyph, light }: Look): Pattern {
  const own = BY_ID[id];
  if (own) return own;
  if (within(id, WOOL)) return "wool";
  if (within(id, SAND)) return "sand";
  if (glyph !== null) return "panel";
  const words = `${name.en} ${name.zh}`;
  const named = BY_NAME.find(([word]) => word.test(words))?.[1];
  return named ?? (light > 0 ? "lamp" : "plain");
}

/** Whether one sees through the pattern. */
export const isClearPattern = (pattern: Pattern): boolean =>
  pattern === "water" || pattern === "glass" || pattern === "beam";
