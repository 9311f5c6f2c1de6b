import { both, box, ellipse, flip, line, part, pen, placed, star, type Part } from "./drawing";
import type { Suit } from "./suits";

/**
 * The figures of court cards and jokers. A court's figure is half of the picture: the card shows it
 * twice, the lower one upside down. The origin is the centre of the card; y points down.
 */

/** Half of the width and half of the height of a court's picture, in units of the card. */
export const COURT_WIDE = 52;
export const COURT_HIGH = 124;

export type Rank = "J" | "Q" | "K";

interface Dress {
  main: string;
  second: string;
  trim: string;
  hair: string;
  shade: string;
}

/** What people of a suit wear. */
const DRESS: Record<Suit, Dress> = {
  "♠": { main: "#23407c", second: "#b8322a", trim: "#e6b84a", hair: "#4a3a2e", shade: "#16284f" },
  "♥": { main: "#b3261e", second: "#24508c", trim: "#efc455", hair: "#c98d3a", shade: "#7a1712" },
  "♣": { main: "#23603f", second: "#c4842a", trim: "#ecd07a", hair: "#33261d", shade: "#123a25" },
  "♦": { main: "#c05a1c", second: "#1f6a6e", trim: "#f2cf6b", hair: "#8a4b22", shade: "#7f370d" },
};

const SKIN = "#f6d9bd";
const INK = "#2b2018";
const GOLD = "#e0ab3c";
const GOLD_EDGE = "#8d5f14";
const STEEL = "#c9d3dc";
const STEEL_EDGE = "#4d5a66";
const WOOD = "#7a4a22";

const edged = pen(INK, 1.4);

/** Eyes, brows and nose of a face around (0, -76). */
function features(brow: string, lips: string): Part[] {
  return [
    line(both("M-14 -84 Q-9 -88 -4 -84.5"), brow, 2),
    part(both(ellipse(-8.5, -79, 3.6, 2.3)), "#fffaf2", { stroke: INK, width: 0.9 }),
    part(both(ellipse(-8, -78.9, 1.7, 1.9)), INK),
    line("M0 -80 C-1 -76 -4 -72 -1.5 -70.5 L2.5 -70.8", "#b98a63", 1.5),
    line("M-5 -63.5 Q0 -61.5 5 -63.5", lips, 2.4),
  ];
}

/** Shoulders and robe down to the middle of the card, with a sash across it. */
function robe({ main, second, trim, shade }: Dress): Part[] {
  const folds = both("M-40 2 C-40 -18 -34 -32 -26 -40 M-27 2 C-28 -14 -24 -28 -19 -36");
  return [
    edged("M-52 2 L-52 -24 C-44 -44 -26 -50 -14 -55 L14 -55 C26 -50 44 -44 52 -24 L52 2Z", main),
    line(folds, shade, 2, { opacity: 0.8 }),
    edged("M-16 -50 L16 -50 L20 2 L-20 2Z", second),
    part([-32, -18, -4].map((y) => star(0, y, 6.5, 4, 0.5)).join(" "), trim),
    line(both("M-17.5 -48 L-22 2"), trim, 3.2),
    part("M-52 2 L-52 -9 C-24 -17 24 -17 52 -9 L52 2Z", trim, { stroke: INK, width: 1.2 }),
    part([-40, -20, 0, 20, 40].map((x) => ellipse(x, -5, 3.1)).join(" "), main),
  ];
}

/** A hand that holds something at a point. */
const hand = (x: number, y: number): Part => edged(ellipse(x, y, 6, 5.4), SKIN, "#8f6a4a", 1.1);

/** A straight sword, point up, its grip at (0, 0). */
const sword = (x: number, y: number, angle: number): Part[] => [
  edged(placed("M-3.2 -8 L-3.2 -70 L0 -79 L3.2 -70 L3.2 -8Z", x, y, 1, angle), STEEL, STEEL_EDGE),
  line(placed("M0 -10 L0 -70", x, y, 1, angle), "#f4f8fb", 1.2),
  edged(placed("M-11 -10 L11 -10 L11 -6 L-11 -6Z", x, y, 1, angle), GOLD, GOLD_EDGE),
  edged(placed(box(-2.4, -6, 4.8, 15), x, y, 1, angle), WOOD),
  edged(placed(ellipse(0, 11, 3.6), x, y, 1, angle), GOLD, GOLD_EDGE),
];

/** An axe, its shaft upright. */
const axe = (x: number, y: number, blade: 1 | -1): Part[] => {
  const edge = "M2 -62 C12 -72 22 -68 23 -54 C22 -40 12 -36 2 -46Z";
  return [
    edged(placed(box(-2, -74, 4, 82), x, y), WOOD),
    edged(placed(blade === 1 ? edge : flip(edge), x, y), STEEL, STEEL_EDGE),
  ];
};

/** A sceptre with a globe. */
const sceptre = (x: number, y: number): Part[] => [
  edged(placed(box(-2, -46, 4, 54), x, y), GOLD, GOLD_EDGE),
  edged(ellipse(x, y - 54, 9), "#d9e6f0", STEEL_EDGE),
  line(placed("M-9 -54 L9 -54 M0 -63 L0 -45", x, y), GOLD, 2),
  edged(
    placed(
      "M-2 -63 L-2 -68 L-6 -68 L-6 -72 L-2 -72 L-2 -76 L2 -76 L2 -72 L6 -72 L6 -68 L2 -68 L2 -63Z",
      x,
      y,
    ),
    GOLD,
    GOLD_EDGE,
    1,
  ),
];

/** A spear with a tassel. */
const spear = (x: number, y: number, tassel: string): Part[] => [
  edged(placed(box(-1.8, -66, 3.6, 76), x, y), WOOD),
  part(placed("M-5 -66 C-8 -58 -7 -52 -4 -48 L4 -48 C7 -52 8 -58 5 -66Z", x, y), tassel),
  edged(placed("M0 -86 L6 -72 L2.5 -64 L-2.5 -64 L-6 -72Z", x, y), STEEL, STEEL_EDGE),
];

/** A halberd: a spear's point with an axe beside it. */
const halberd = (x: number, y: number): Part[] => [
  edged(placed(box(-1.8, -70, 3.6, 80), x, y), WOOD),
  edged(placed("M-1 -60 L-15 -68 C-19 -58 -18 -50 -13 -44 L-1 -52Z", x, y), STEEL, STEEL_EDGE),
  edged(placed("M0 -88 L4.5 -74 L2 -66 L-2 -66 L-4.5 -74Z", x, y), STEEL, STEEL_EDGE),
];

/** A bow with its string. */
const bow = (x: number, y: number): Part[] => [
  line(placed("M4 -44 L4 40", x, y), "#efe5cf", 1.4),
  line(placed("M4 -44 C-10 -34 -10 -16 -4 -2 C-10 12 -10 30 4 40", x, y), INK, 6),
  line(placed("M4 -44 C-10 -34 -10 -16 -4 -2 C-10 12 -10 30 4 40", x, y), WOOD, 3.6),
];

/** A flower on its stem, with five petals around a golden centre. */
function flower(x: number, y: number, petal: string): Part[] {
  const petals = [0, 72, 144, 216, 288].map((angle) =>
    placed(ellipse(0, -6.4, 4.6, 5.4), x, y, 1, angle),
  );
  return [
    line(`M${x} ${y} Q${x - 4} ${y + 16} ${x + 2} ${y + 30}`, "#2f7a45", 2.6),
    part(placed("M0 0 C8 -8 14 -6 16 -2 C10 4 4 4 0 0Z", x - 1, y + 19), "#2f7a45"),
    part(petals.join(" "), petal, { stroke: INK, width: 0.9 }),
    part(ellipse(x, y, 3.6), GOLD),
  ];
}

/** A folding fan. */
const fan = (x: number, y: number, paper: string): Part[] => [
  edged(placed("M0 0 L-20 -22 C-14 -34 14 -34 20 -22Z", x, y), paper, INK, 1.2),
  line(placed("M0 0 L-11 -28 M0 0 L0 -31 M0 0 L11 -28", x, y), GOLD, 1.3),
];

/** A round mirror with a handle. */
const mirror = (x: number, y: number): Part[] => [
  edged(placed(box(-2, -14, 4, 20), x, y), GOLD, GOLD_EDGE),
  edged(ellipse(x, y - 26, 11, 13), GOLD, GOLD_EDGE),
  part(ellipse(x, y - 26, 8, 10), "#dcebf2"),
  line(`M${x - 4} ${y - 28} L${x + 2} ${y - 34}`, "#ffffff", 2),
];

function king(suit: Suit): Part[] {
  const dress = DRESS[suit];
  const { hair, main, second, trim } = dress;
  const beards: Record<Suit, string> = {
    "♠": "M-19 -77 C-22 -54 -12 -40 0 -36 C12 -40 22 -54 19 -77 C14 -67 8 -68 0 -68 C-8 -68 -14 -67 -19 -77Z",
    "♥": "M-19 -77 C-20 -58 -12 -50 0 -48 C12 -50 20 -58 19 -77 C15 -66 8 -67 0 -67 C-8 -67 -15 -66 -19 -77Z",
    "♣": "M-19 -77 C-23 -56 -16 -46 -9 -44 L-5 -38 L0 -44 L5 -38 L9 -44 C16 -46 23 -56 19 -77 C14 -66 8 -67 0 -67 C-8 -67 -14 -66 -19 -77Z",
    "♦": "M-19 -77 C-20 -60 -9 -56 -6 -40 L0 -34 L6 -40 C9 -56 20 -60 19 -77 C15 -66 8 -67 0 -67 C-8 -67 -15 -66 -19 -77Z",
  };
  const held: Record<Suit, Part[]> = {
    "♠": [...sword(38, -22, 0), hand(38, -20)],
    "♥": [...sword(-26, -70, 52), hand(-28, -68)],
    "♣": [...sceptre(37, -24), hand(37, -22)],
    "♦": [...axe(34, -22, 1), hand(34, -22)],
  };
  const behind = suit === "♥" ? held[suit] : [];
  const before = suit === "♥" ? [] : held[suit];
  return [
    ...behind,
    edged(both("M-17 -94 C-32 -88 -34 -66 -27 -56 C-22 -50 -16 -54 -17 -60Z"), hair),
    ...robe(dress),
    edged("M-33 -44 C-20 -57 20 -57 33 -44 L25 -29 C11 -39 -11 -39 -25 -29Z", "#fbf6ea"),
    part(
      [
        [-24, -40],
        [-13, -46],
        [13, -46],
        [24, -40],
      ]
        .map(([x, y]) => ellipse(x as number, y as number, 1.6, 2.4))
        .join(" "),
      INK,
    ),
    edged(ellipse(0, -76, 19, 21), SKIN, "#8f6a4a"),
    edged(beards[suit], hair),
    ...features(hair, "#a8402f"),
    edged(both("M-1 -68 C-8 -72 -15 -69 -18 -64 C-11 -63 -5 -63 -1 -66Z"), hair, INK, 0.9),
    edged("M-23 -94 L-29 -117 L-14 -106 L0 -123 L14 -106 L29 -117 L23 -94Z", GOLD, GOLD_EDGE),
    edged("M-24 -99 C-12 -103 12 -103 24 -99 L23 -91 C12 -95 -12 -95 -23 -91Z", trim, GOLD_EDGE),
    part([-14, 14].map((x) => ellipse(x, -96.5, 2.8)).join(" "), second),
    part(ellipse(0, -98, 3.4), main, { stroke: GOLD_EDGE, width: 0.8 }),
    ...before,
  ];
}

function queen(suit: Suit): Part[] {
  const dress = DRESS[suit];
  const { hair, main, second, trim } = dress;
  const held: Record<Suit, Part[]> = {
    "♠": [...sceptre(36, -26), hand(36, -24)],
    "♥": [...flower(35, -56, "#e2637a"), hand(35, -28)],
    "♣": [...fan(35, -30, "#f4e2b8"), hand(35, -28)],
    "♦": [...mirror(36, -30), hand(36, -27)],
  };
  const long = "M-15 -99 C-36 -94 -36 -62 -38 -40 C-30 -38 -22 -44 -17 -58Z";
  const rolled = "M-14 -99 C-32 -98 -37 -78 -30 -66 C-34 -56 -26 -46 -17 -52Z";
  const veil = "M0 -104 C-24 -106 -34 -88 -35 -40 C-27 -36 -20 -42 -17 -54 L0 -60Z";
  const braids =
    "M-15 -98 C-30 -96 -28 -82 -24 -74 C-32 -70 -22 -62 -27 -56 C-32 -48 -24 -42 -26 -32 L-17 -36 L-16 -60Z";
  const locks: Record<Suit, Part> = {
    "♠": edged(both(veil), second),
    "♥": edged(both(long), hair),
    "♣": edged(both(rolled), hair),
    "♦": edged(both(braids), hair),
  };
  return [
    locks[suit],
    ...robe(dress),
    edged("M-13 -56 L13 -56 L9 -40 C4 -34 -4 -34 -9 -40Z", SKIN, "#8f6a4a", 1),
    line("M-11 -52 C-7 -36 7 -36 11 -52", trim, 2.4),
    part(ellipse(0, -37, 3.2), second, { stroke: GOLD_EDGE, width: 0.8 }),
    edged(ellipse(0, -76, 17, 20), SKIN, "#8f6a4a"),
    edged(
      "M-17 -78 C-18 -96 -6 -98 0 -93 C6 -98 18 -96 17 -78 C14 -88 8 -90 0 -89 C-8 -90 -14 -88 -17 -78Z",
      hair,
    ),
    part(both(ellipse(-11, -70, 3.6, 2.4)), "#e9a48e", { opacity: 0.6 }),
    ...features(hair, "#c02f3c"),
    part(both(ellipse(-17.5, -66, 1.9, 3.2)), trim, { stroke: GOLD_EDGE, width: 0.6 }),
    edged(
      "M-18 -97 L-21 -112 L-11 -106 L-7 -117 L0 -108 L7 -117 L11 -106 L21 -112 L18 -97 C8 -101 -8 -101 -18 -97Z",
      GOLD,
      GOLD_EDGE,
    ),
    part(
      [
        [-21, -113],
        [-7, -118],
        [7, -118],
        [21, -113],
      ]
        .map(([x, y]) => ellipse(x as number, y as number, 2.6))
        .join(" "),
      "#fdf8ee",
      { stroke: GOLD_EDGE, width: 0.8 },
    ),
    part(ellipse(0, -103, 2.6), main),
    ...held[suit],
  ];
}

function jack(suit: Suit): Part[] {
  const dress = DRESS[suit];
  const { hair, main, second, trim } = dress;
  const held: Record<Suit, Part[]> = {
    "♠": [...spear(38, -24, second), hand(38, -26)],
    "♥": [...halberd(39, -24), hand(39, -26)],
    "♣": [...bow(39, -42), hand(36, -44)],
    "♦": [...sword(38, -22, 6), hand(38, -20)],
  };
  const feather = "M14 -104 C22 -122 38 -124 44 -114 C36 -116 28 -106 18 -98Z";
  const cap = "M-22 -90 C-26 -112 22 -120 24 -90 C10 -97 -10 -97 -22 -90Z";
  const beret = "M-27 -91 C-34 -108 -4 -116 14 -110 C26 -106 28 -96 22 -90 C8 -97 -12 -97 -27 -91Z";
  const round_ = suit === "♥" || suit === "♣";
  return [
    edged(both("M-16 -92 C-29 -90 -30 -70 -29 -58 C-24 -53 -17 -56 -16 -62Z"), hair),
    ...robe(dress),
    edged("M-22 -50 L0 -30 L22 -50 L13 -57 L-13 -57Z", trim),
    edged(ellipse(0, -76, 17.5, 20), SKIN, "#8f6a4a"),
    ...features(hair, "#b4513d"),
    ...(suit === "♠" || suit === "♣"
      ? [line(both("M-1 -67.5 C-6 -70 -11 -68 -13 -65"), hair, 2.2)]
      : []),
    edged(round_ ? flip(feather) : feather, suit === "♣" ? "#fbf6ea" : second, INK, 1.1),
    edged(round_ ? flip(beret) : cap, main),
    edged("M-22 -93 C-10 -99 10 -99 22 -93 L21 -87 C10 -92 -10 -92 -21 -87Z", trim),
    part(star(0, -93, 4.4, 4, 0.5), second),
    ...held[suit],
  ];
}

/** The upper half of a court card's picture. */
export function courtFigure(rank: Rank, suit: Suit): Part[] {
  return rank === "K" ? king(suit) : rank === "Q" ? queen(suit) : jack(suit);
}

/** The colour of what people of a suit wear, for the ground of the picture. */
export const courtColour = (suit: Suit): string => DRESS[suit].main;

/** A jester with his cap and bells, around the origin, 150 units high: in colour or in grey. */
export function jester(coloured: boolean): Part[] {
  const [main, second, third] = coloured
    ? ["#c22a22", "#e8b23a", "#2b6a4b"]
    : ["#3b3f46", "#a7abb0", "#70757c"];
  const [skin, gold] = coloured ? [SKIN, GOLD] : ["#f2efe9", "#d3d5d7"];
  const ruff = Array.from({ length: 8 }, (_, i) => {
    const x = -42 + 12 * i;
    return `M${x - 6} 22 L${x} ${38 - Math.abs(i - 3.5) * 1.6} L${x + 6} 22Z`;
  });
  return [
    edged("M-44 75 C-44 46 -26 34 0 34 C26 34 44 46 44 75Z", main),
    edged("M0 34 C26 34 44 46 44 75 L0 75Z", second),
    part([46, 60].map((y) => ellipse(0, y, 4)).join(" "), third, { stroke: INK, width: 1 }),
    edged(ruff.join(" "), "#fdf8ee", INK, 1.1),
    edged("M-42 26 C-20 12 20 12 42 26 C20 34 -20 34 -42 26Z", third),
    edged("M-24 -12 C-50 -22 -56 4 -62 10 C-64 -14 -58 -44 -20 -42Z", second),
    edged("M24 -12 C50 -22 56 4 62 10 C64 -14 58 -44 20 -42Z", main),
    edged("M-22 -14 C-30 -44 -14 -52 2 -74 C12 -52 30 -44 22 -14Z", third),
    edged(ellipse(0, 0, 24, 26), skin, "#6a5340"),
    edged("M-25 -10 C-14 -22 14 -22 25 -10 L24 -2 C12 -13 -12 -13 -24 -2Z", gold, INK),
    line(both("M-15 -3 Q-10 -8 -5 -4"), INK, 2.2),
    part(both(ellipse(-10, 2, 3.2, 2.6)), INK),
    line("M0 2 C-1 7 -4 11 -1 12 L3 12", "#8a6a4c", 1.8),
    part(both(ellipse(-15, 11, 4.4, 3)), main, { opacity: coloured ? 0.35 : 0.18 }),
    edged("M-12 14 C-6 24 6 24 12 14 C6 17 -6 17 -12 14Z", "#fffaf2", INK, 1.2),
    edged(both(ellipse(-62, 14, 6)), gold, INK),
    edged(ellipse(2, -76, 6), gold, INK),
  ];
}
