import type { Drawing, Figure, Part, Profile, ProfilePoint } from "@page/plugins/figures";
import type { PieceFamily } from "@page/plugins/piece_sets";

/** A ball on the axis: its middle and radius, from the height at which it begins. */
function ball(middle: number, radius: number, from = middle - radius): ProfilePoint[] {
  const start = Math.asin(Math.max(-1, (from - middle) / radius));
  const steps = 6;
  return Array.from({ length: steps + 1 }, (_, i) => {
    const angle = start + ((Math.PI / 2 - start) * i) / steps;
    return [i === steps ? 0 : radius * Math.cos(angle), middle + radius * Math.sin(angle)];
  });
}

/** The foot of a turned chessman: a felted plinth, a swelling and two rings. */
const foot = (r: number): ProfilePoint[] => [
  [0, 0],
  [r * 0.97, 0],
  [r, 0.02],
  [r, 0.06],
  [r * 0.86, 0.115, r, 0.11],
  [r * 0.86, 0.13],
  [r * 0.72, 0.2, r * 0.84, 0.2],
  [r * 0.7, 0.21],
];

/** A collar of two rings about a neck. */
const collar = (neck: number, wide: number, y: number): ProfilePoint[] => [
  [neck, y],
  [wide * 0.82, y + 0.015],
  [wide * 0.82, y + 0.03],
  [wide, y + 0.045],
  [wide * 0.92, y + 0.075, wide, y + 0.07],
  [neck * 1.05, y + 0.095],
];

const turned = (...profile: readonly ProfilePoint[]): Part => ({
  kind: "turned",
  profile,
});

/** A cross that stands on a crown: its foot, its height and half of its width. */
const cross = (y: number, height: number, half: number, depth: number): Part => {
  const arm = 0.028;
  const middle = y + height * 0.6;
  return {
    kind: "sawn",
    depth,
    corners: [
      [-arm * 1.35, y],
      [arm * 1.35, y],
      [arm, middle - arm],
      [half, middle - arm * 1.5],
      [half, middle + arm * 1.5],
      [arm, middle + arm],
      [arm * 1.5, y + height],
      [-arm * 1.5, y + height],
      [-arm, middle + arm],
      [-half, middle + arm * 1.5],
      [-half, middle - arm * 1.5],
      [-arm, middle - arm],
    ],
  };
};

const PAWN: Drawing = {
  body:
    "M50 13C58 13 64 19 64 27C64 31 62 35 59 37C66 41 70 48 70 56C70 61 68 65 65 68" +
    "C74 71 80 79 80 88H20C20 79 26 71 35 68C32 65 30 61 30 56C30 48 34 41 41 37" +
    "C38 35 36 31 36 27C36 19 42 13 50 13Z",
  lines: "",
};
const ROOK: Drawing = {
  body: "M20 12H34V22H43V12H57V22H66V12H80V33L70 42V66L77 74V79H83V89H17V79H23V74L30 66V42L20 33Z",
  lines: "M24 33H76M33 42H67M33 66H67M26 79H74",
};
const KNIGHT: Drawing = {
  body:
    "M27 89H81C84 58 76 29 54 19L47 6L40 20C26 29 19 46 12 58C9 65 17 74 26 69L41 59" +
    "C46 59 51 56 53 51C55 66 31 70 27 89Z",
  lines: "M40 34L41 35M19 62L21 60M58 28C69 41 73 60 71 83",
};
const BISHOP: Drawing = {
  body:
    "M50 5A7 7 0 0 1 54 18C65 27 73 38 73 50C73 58 69 63 65 66L68 76C77 76 87 79 88 87L82 90" +
    "C71 86 59 87 50 91C41 87 29 86 18 90L12 87C13 79 23 76 32 76L35 66C31 63 27 58 27 50" +
    "C27 38 35 27 46 18A7 7 0 0 1 50 5Z",
  lines: "M50 33V53M40 43H60M36 66H64M33 76H67",
};
const QUEEN: Drawing = {
  body:
    "M12 26A6 6 0 0 1 16 36L30 52L30 29A6 6 0 1 1 35 28L44 48L48 22A6 6 0 1 1 52 22L56 48" +
    "L65 28A6 6 0 1 1 70 29L70 52L84 36A6 6 0 1 1 87 37L78 71V89H22V71L13 37A6 6 0 0 1 12 26Z",
  lines: "M22 71C40 66 60 66 78 71M22 80C40 76 60 76 78 80",
};
const KING: Drawing = {
  body:
    "M46 5H54V12H61V20H54V28C61 30 61 37 58 45C64 37 74 34 81 40C92 50 85 63 77 71V89H23V71" +
    "C15 63 8 50 19 40C26 34 36 37 42 45C39 37 39 30 46 28V20H39V12H46Z",
  lines: "M50 45V68M23 71C40 66 60 66 77 71M23 80C40 76 60 76 77 80",
};

const MITRE: Profile = [
  [0.085, 0.79],
  [0.168, 0.92, 0.165, 0.82],
  [0.03, 1.15, 0.155, 1.05],
  [0.028, 1.16],
];

/** Chessmen after the pattern of 1849: a king of a cell and two thirds, the others in proportion. */
const TURNED: Record<string, Figure> = {
  pawn: {
    drawing: PAWN,
    parts: [
      turned(
        ...foot(0.265),
        [0.17, 0.235, 0.18, 0.215],
        [0.088, 0.5, 0.095, 0.32],
        ...collar(0.088, 0.15, 0.5),
        ...ball(0.71, 0.14, 0.6),
      ),
    ],
  },
  rook: {
    drawing: ROOK,
    parts: [
      turned(
        ...foot(0.3),
        [0.2, 0.24, 0.21, 0.215],
        [0.145, 0.62, 0.14, 0.36],
        ...collar(0.145, 0.19, 0.62),
        [0.21, 0.77, 0.16, 0.75],
        [0.215, 0.88],
        [0.15, 0.88],
        [0.14, 0.83],
        [0, 0.82],
      ),
      {
        kind: "battlements",
        inner: 0.15,
        outer: 0.215,
        low: 0.875,
        high: 0.98,
        count: 6,
        share: 0.62,
      },
    ],
  },
  knight: {
    drawing: KNIGHT,
    parts: [
      turned(...foot(0.3), [0.2, 0.24, 0.21, 0.21], [0.19, 0.27], [0, 0.28]),
      {
        kind: "carved",
        turn: 14,
        sections: [
          [0.215, 0.24, -0.195, 0.24, 0.185],
          [0.245, 0.36, -0.2, 0.34, 0.175],
          [0.255, 0.5, -0.14, 0.47, 0.155],
          [0.24, 0.63, -0.085, 0.57, 0.14],
          [0.2, 0.77, -0.055, 0.63, 0.13],
          [0.13, 0.89, -0.065, 0.65, 0.13],
          [0.03, 0.965, -0.1, 0.63, 0.128],
          [-0.07, 0.945, -0.15, 0.6, 0.115],
          [-0.17, 0.86, -0.2, 0.565, 0.092],
          [-0.26, 0.765, -0.255, 0.545, 0.08],
          [-0.325, 0.69, -0.305, 0.55, 0.074],
          [-0.352, 0.635, -0.335, 0.575, 0.05],
        ],
      },
      {
        kind: "carved",
        turn: 14,
        aside: 0.062,
        sections: [
          [0.1, 0.9, 0.0, 0.92, 0.038],
          [0.085, 0.99, 0.005, 1.0, 0.034],
          [0.05, 1.1, 0.035, 1.1, 0.006],
        ],
      },
      {
        kind: "sawn",
        turn: 14,
        depth: 0.075,
        corners: [
          [0.18, 0.36],
          [0.29, 0.36],
          [0.265, 0.43],
          [0.305, 0.47],
          [0.275, 0.53],
          [0.3, 0.59],
          [0.262, 0.64],
          [0.277, 0.71],
          [0.23, 0.75],
          [0.232, 0.83],
          [0.178, 0.85],
          [0.168, 0.925],
          [0.115, 0.925],
          [0.085, 0.995],
          [0.02, 0.98],
          [0.02, 0.85],
        ],
      },
      {
        kind: "carved",
        turn: 14,
        dark: true,
        aside: 0.104,
        sections: [
          [-0.12, 0.842, -0.115, 0.84, 0.002],
          [-0.1, 0.86, -0.1, 0.815, 0.014],
          [-0.075, 0.845, -0.08, 0.84, 0.002],
        ],
      },
      {
        kind: "carved",
        turn: 14,
        dark: true,
        aside: 0.062,
        sections: [
          [-0.318, 0.655, -0.315, 0.645, 0.002],
          [-0.3, 0.66, -0.3, 0.635, 0.014],
          [-0.285, 0.65, -0.285, 0.64, 0.002],
        ],
      },
      {
        kind: "carved",
        turn: 14,
        dark: true,
        sections: [
          [-0.351, 0.604, -0.351, 0.598, 0.02],
          [-0.31, 0.608, -0.31, 0.597, 0.078],
          [-0.235, 0.622, -0.235, 0.612, 0.086],
          [-0.2, 0.628, -0.2, 0.624, 0.01],
        ],
      },
    ],
  },
  bishop: {
    drawing: BISHOP,
    parts: [
      turned(
        ...foot(0.29),
        [0.19, 0.24, 0.2, 0.215],
        [0.092, 0.68, 0.1, 0.36],
        ...collar(0.092, 0.165, 0.68),
        ...MITRE,
        ...ball(1.185, 0.038, 1.16),
      ),
      {
        kind: "cut",
        profile: MITRE,
        height: 0.93,
        slope: 48,
        width: 0.034,
        turn: -38,
      },
    ],
  },
  queen: {
    drawing: QUEEN,
    parts: [
      {
        kind: "turned",
        profile: [
          ...foot(0.325),
          [0.21, 0.25, 0.22, 0.215],
          [0.1, 0.9, 0.105, 0.42],
          ...collar(0.1, 0.185, 0.9),
          [0.125, 1.03],
          [0.195, 1.29, 0.125, 1.16],
          [0.165, 1.3],
          [0.135, 1.23],
        ],
        teeth: { above: 1.27, count: 10, depth: 0.028 },
      },
      turned([0.15, 1.22], [0.055, 1.345, 0.12, 1.33], [0.04, 1.355], ...ball(1.395, 0.05, 1.36)),
    ],
  },
  king: {
    drawing: KING,
    parts: [
      turned(
        ...foot(0.34),
        [0.22, 0.25, 0.23, 0.215],
        [0.108, 0.98, 0.115, 0.45],
        ...collar(0.108, 0.2, 0.98),
        [0.13, 1.11],
        [0.185, 1.34, 0.135, 1.24],
        [0.185, 1.36],
        [0.16, 1.37],
        [0.05, 1.445, 0.13, 1.44],
        [0.045, 1.46],
        [0, 1.46],
      ),
      cross(1.44, 0.21, 0.085, 0.062),
    ],
  },
};

const EGG: Profile = [
  [0.075, 0.72],
  [0.145, 0.86, 0.15, 0.75],
  [0, 1.14, 0.13, 1.03],
];

/** Plain chessmen of cones and balls. */
const PLAIN: Record<string, Figure> = {
  pawn: {
    drawing: PAWN,
    parts: [
      turned(
        [0, 0],
        [0.25, 0],
        [0.25, 0.05],
        [0.075, 0.5],
        [0.07, 0.53],
        ...ball(0.66, 0.155, 0.53),
      ),
    ],
  },
  rook: {
    drawing: ROOK,
    parts: [
      turned(
        [0, 0],
        [0.28, 0],
        [0.28, 0.05],
        [0.17, 0.52],
        [0.17, 0.56],
        [0.23, 0.62],
        [0.23, 0.78],
        [0.13, 0.78],
        [0, 0.77],
      ),
      {
        kind: "battlements",
        inner: 0.12,
        outer: 0.23,
        low: 0.775,
        high: 0.93,
        count: 4,
        share: 0.66,
      },
    ],
  },
  knight: {
    drawing: KNIGHT,
    parts: [
      turned([0, 0], [0.28, 0], [0.28, 0.05], [0.17, 0.34], [0, 0.36]),
      {
        kind: "sawn",
        turn: 14,
        depth: 0.24,
        corners: [
          [0.15, 0.27],
          [0.21, 0.55],
          [0.2, 0.78],
          [0.1, 0.96],
          [0.06, 1.07],
          [-0.02, 0.97],
          [-0.16, 0.88],
          [-0.31, 0.68],
          [-0.29, 0.58],
          [-0.22, 0.55],
          [-0.06, 0.63],
          [-0.15, 0.42],
          [-0.15, 0.27],
        ],
      },
      {
        kind: "carved",
        turn: 14,
        dark: true,
        sections: [
          [-0.11, 0.8, -0.11, 0.76, 0.124],
          [-0.08, 0.81, -0.08, 0.75, 0.125],
          [-0.05, 0.8, -0.05, 0.76, 0.124],
        ],
      },
    ],
  },
  bishop: {
    drawing: BISHOP,
    parts: [
      turned([0, 0], [0.28, 0], [0.28, 0.05], [0.075, 0.68], ...EGG),
      {
        kind: "cut",
        profile: EGG,
        height: 0.87,
        slope: 48,
        width: 0.034,
        turn: -38,
      },
    ],
  },
  queen: {
    drawing: QUEEN,
    parts: [
      turned(
        [0, 0],
        [0.31, 0],
        [0.31, 0.05],
        [0.09, 0.94],
        [0.2, 1.24, 0.1, 1.14],
        [0.18, 1.26],
        [0.12, 1.2],
        [0.03, 1.24],
        ...ball(1.3, 0.08, 1.24),
      ),
      {
        kind: "turned",
        profile: ball(1.27, 0.042),
        beside: { x: 0, z: 0.19, times: 7 },
      },
    ],
  },
  king: {
    drawing: KING,
    parts: [
      turned(
        [0, 0],
        [0.33, 0],
        [0.33, 0.05],
        [0.1, 1.04],
        [0.2, 1.34, 0.11, 1.24],
        [0.2, 1.37],
        [0.05, 1.42],
        [0, 1.42],
      ),
      cross(1.4, 0.24, 0.1, 0.075),
    ],
  },
};

const GLYPHS: Record<string, readonly [string, string]> = {
  king: ["♔", "♚"],
  queen: ["♕", "♛"],
  rook: ["♖", "♜"],
  bishop: ["♗", "♝"],
  knight: ["♘", "♞"],
  pawn: ["♙", "♟"],
};

/** Figures by the glyphs of both sides. */
const byGlyph = (figures: Record<string, Figure>): Record<string, Figure> =>
  Object.fromEntries(
    Object.entries(GLYPHS).flatMap(([kind, glyphs]) =>
      glyphs.map((glyph) => [glyph, figures[kind] as Figure]),
    ),
  );

/** Chessmen: turned ones of boxwood and ebony, plain ones, and discs as in other games. */
export const CHESS: PieceFamily = {
  id: "chess",
  name: { zh: "国际象棋棋子", en: "Chess pieces" },
  glyphs: Object.values(GLYPHS).flat(),
  samples: ["♔", "♘", "♙"],
  sets: [
    {
      id: "turned",
      name: { zh: "传统立体", en: "Staunton" },
      labels: {},
      figures: byGlyph(TURNED),
      bodies: { light: "#f2e3c2", dark: "#54301f" },
    },
    {
      id: "plain",
      name: { zh: "现代简约", en: "Modern" },
      labels: {},
      figures: byGlyph(PLAIN),
      bodies: { light: "#f4efe4", dark: "#474b55" },
    },
    { id: "discs", name: { zh: "圆片", en: "Discs" }, labels: {} },
  ],
};
