import {
  both,
  box,
  ellipse,
  flip,
  line,
  part,
  pen,
  placed,
  placedParts,
  star,
  type Drawing,
  type Part,
} from "@page/cards/drawing";

/** Emblems of the cards: one picture each, on a ground that tells the kind of card. */

const SIZE = 100;
const MIDDLE = 50;
const INK = "#2a1d14";
const STEEL = "#d3dbe2";
const STEEL_DARK = "#5a6672";
const GOLD = "#e0ac46";
const GOLD_DARK = "#835617";
const WOOD = "#7a4a24";
const RED = "#bf2f25";
const LEAF = "#3f8a4a";

const edged = pen(INK, 1.4);

type Kind = "basic" | "trick" | "delayed" | "weapon" | "armour" | "horse";

/** Grounds: the outline that all cards of a kind share, and its colours. */
const GROUNDS: Record<Kind, { shape: string; fill: string; glow: string; edge: string }> = {
  basic: { shape: ellipse(50, 50, 48), fill: "#f6e3c3", glow: "#fff7e6", edge: "#b98a4a" },
  trick: {
    shape:
      "M50 1 C60 9 72 12 86 12 C90 26 93 38 99 50 C93 62 90 74 86 88 C72 88 60 91 50 99 C40 91 28 88 14 88 C10 74 7 62 1 50 C7 38 10 26 14 12 C28 12 40 9 50 1Z",
    fill: "#dfe7f0",
    glow: "#f7fafd",
    edge: "#6b86a6",
  },
  delayed: {
    shape: "M50 1 L85 15 L99 50 L85 85 L50 99 L15 85 L1 50 L15 15Z",
    fill: "#e6dcf0",
    glow: "#faf6fd",
    edge: "#84689f",
  },
  weapon: { shape: box(3, 3, 94, 94), fill: "#ecd9c9", glow: "#fbf3ea", edge: "#a3623c" },
  armour: { shape: box(3, 3, 94, 94), fill: "#d8e4d6", glow: "#f3f8f1", edge: "#5e8560" },
  horse: { shape: box(3, 3, 94, 94), fill: "#e9e2c6", glow: "#fbf8ea", edge: "#978446" },
};

/** A straight sword, point up, around its middle. */
const sword = (x: number, y: number, angle: number, scale = 1): Part[] =>
  placedParts(
    [
      edged("M-4.4 16 L-4.4 -32 L0 -42 L4.4 -32 L4.4 16Z", STEEL, STEEL_DARK),
      line("M0 14 L0 -34", "#f7fafc", 1.6),
      edged("M-13 15 L13 15 L11 21 L-11 21Z", GOLD, GOLD_DARK),
      edged(box(-3, 21, 6, 16), WOOD),
      edged(ellipse(0, 40, 4.6), GOLD, GOLD_DARK),
    ],
    x,
    y,
    scale,
    angle,
  );

const flame = (x: number, y: number, scale: number): Part[] =>
  placedParts(
    [
      edged(
        "M0 -40 C4 -24 22 -14 22 8 C22 24 12 34 0 34 C-12 34 -22 24 -22 8 C-22 -4 -14 -8 -12 -20 C-6 -16 -2 -26 0 -40Z",
        "#e2521f",
        "#8a2410",
      ),
      part(
        "M1 -14 C4 -4 13 2 13 14 C13 24 7 30 0 30 C-7 30 -13 24 -13 14 C-13 4 -5 2 1 -14Z",
        "#f6a32b",
      ),
      part("M0 6 C3 11 7 14 7 20 C7 26 4 29 0 29 C-4 29 -7 26 -7 20 C-7 14 -2 12 0 6Z", "#ffe58a"),
    ],
    x,
    y,
    scale,
  );

const bolt = (x: number, y: number, scale: number, angle = 0): Part =>
  edged(
    placed("M6 -44 L-18 6 L-3 4 L-10 44 L19 -10 L4 -7Z", x, y, scale, angle),
    "#f7cf3f",
    "#8a6210",
  );

const arrow = (x: number, y: number, angle: number, scale = 1): Part[] =>
  placedParts(
    [
      line("M0 -26 L0 34", INK, 4.4),
      line("M0 -26 L0 34", "#b98a54", 2.6),
      edged("M0 -40 L6 -24 L0 -28 L-6 -24Z", STEEL, STEEL_DARK),
      edged("M0 24 L7 30 L7 40 L0 35 L-7 40 L-7 30Z", RED, "#6d1711", 1),
    ],
    x,
    y,
    scale,
    angle,
  );

const peach = (x: number, y: number, scale: number): Part[] =>
  placedParts(
    [
      edged(
        "M0 32 C-24 30 -36 10 -30 -10 C-26 -24 -10 -28 0 -20 C10 -28 26 -24 30 -10 C36 10 24 30 0 32Z",
        "#f08a86",
        "#a23a44",
      ),
      part(
        "M-22 -8 C-18 -18 -8 -18 -3 -14 C-14 -10 -20 2 -20 12 C-24 6 -25 -2 -22 -8Z",
        "#fbd0c4",
        { opacity: 0.9 },
      ),
      line("M0 -20 C-5 -8 -4 8 0 20", "#b8485a", 2.4),
      edged(
        "M0 -21 C-16 -42 -34 -36 -40 -28 C-26 -18 -12 -16 0 -21Z M0 -21 C14 -40 32 -36 38 -26 C26 -18 12 -16 0 -21Z",
        LEAF,
        "#1f5a2c",
      ),
      line("M0 -20 L0 -30", WOOD, 3.4),
    ],
    x,
    y,
    scale,
  );

const blossom = (x: number, y: number, radius: number): Part[] => [
  edged(
    [0, 72, 144, 216, 288]
      .map((angle) =>
        placed(ellipse(0, -radius * 0.58, radius * 0.42, radius * 0.5), x, y, 1, angle),
      )
      .join(" "),
    "#f4a9b8",
    "#a64a62",
    1.1,
  ),
  part(ellipse(x, y, radius * 0.24), "#f3d35a"),
];

/** The shaft of a polearm along the rising diagonal, and its head there, drawn pointing up. */
const polearm = (head: readonly Part[]): Part[] =>
  placedParts([edged(box(-2.4, -22, 4.8, 76), WOOD), ...head], 50, 44, 0.94, 32);

const tassel: Part = edged(
  "M-6 -22 C-10 -12 -8 -6 -4 -2 L4 -2 C8 -6 10 -12 6 -22Z",
  RED,
  "#6d1711",
);
const spearhead: Part = edged("M0 -54 L7 -36 L3 -22 L-3 -22 L-7 -36Z", STEEL, STEEL_DARK);

/** A horse's head with its bridle; it looks to the left. */
const horse = (coat: string, mane: string): Part[] => [
  edged(
    "M66 92 C78 70 76 38 56 24 L57 10 L46 20 L40 9 L37 24 C28 32 22 46 13 56 C9 62 13 72 22 71 C28 70 32 66 39 66 C42 66 45 64 47 62 C46 74 38 82 34 92Z",
    coat,
    INK,
    2,
  ),
  edged("M57 10 C76 18 92 44 84 90 L68 92 C78 70 76 38 56 24Z", mane, INK, 1.2),
  part(ellipse(37, 38, 3.2), INK),
  part(ellipse(17.5, 62, 2), INK),
  line("M27 70 C30 60 27 52 23 46 M31 32 C40 40 46 50 47 62", RED, 3),
  part(ellipse(47, 61, 3.4), GOLD, { stroke: GOLD_DARK, width: 1 }),
];

const towards = (parts: readonly Part[]): Part[] =>
  parts.map((own) => ({ ...own, path: flip(own.path, MIDDLE) }));

/** The eight trigrams, lines from the inside outwards: 1 is whole. */
const TRIGRAMS = ["111", "011", "010", "110", "000", "100", "101", "001"];

function trigrams(): Part {
  const strokes = TRIGRAMS.flatMap((lines, i) =>
    [...lines].map((whole, row) => {
      const y = -27 - 5.6 * row;
      const path = whole === "1" ? `M-9 ${y} L9 ${y}` : `M-9 ${y} L-2.2 ${y} M2.2 ${y} L9 ${y}`;
      return placed(path, MIDDLE, MIDDLE, 1, 45 * i);
    }),
  );
  return line(strokes.join(" "), INK, 3.2);
}

const yinyang = (radius: number): Part[] => {
  const at = (path: string) => placed(path, MIDDLE, MIDDLE, radius / 20);
  return [
    edged(ellipse(MIDDLE, MIDDLE, radius), "#fdfaf2"),
    part(
      at(
        "M0 -20 C11 -20 20 -11 20 0 C20 11 11 20 0 20 C-5.5 20 -10 15.5 -10 10 C-10 4.5 -5.5 0 0 0 C5.5 0 10 -4.5 10 -10 C10 -15.5 5.5 -20 0 -20Z",
      ),
      INK,
    ),
    part(at(ellipse(0, -10, 2.8)), INK),
    part(at(ellipse(0, 10, 2.8)), "#fdfaf2"),
  ];
};

/** A link of a chain. */
const link = (x: number, y: number, angle: number): Part[] => {
  const shape = placed("M-15 -8 C-20 -8 -20 8 -15 8 L15 8 C20 8 20 -8 15 -8Z", x, y, 1, angle);
  return [line(shape, INK, 7.4), line(shape, "#9aa4ad", 4.8), line(shape, "#dfe5ea", 1.2)];
};

const grain = (x: number, y: number, angle: number): Part[] => {
  const seeds = [0, 1, 2, 3, 4].flatMap((i) => [
    placed(ellipse(-4, 0, 3, 5.6), 0, -30 + 9 * i, 1, -28),
    placed(ellipse(4, 0, 3, 5.6), 0, -30 + 9 * i, 1, 28),
  ]);
  return placedParts(
    [
      line("M0 -36 L0 44", "#9a7420", 2.6),
      edged([...seeds, ellipse(0, -38, 3, 6)].join(" "), "#eec04a", "#8a6212", 1),
    ],
    x,
    y,
    1,
    angle,
  );
};

type Emblem = readonly [Kind, () => Part[]];

const EMBLEMS: Record<string, Emblem> = {
  杀: [
    "basic",
    () => [
      part("M10 84 C34 70 70 38 90 12 C80 46 52 76 10 84Z", RED, { opacity: 0.85 }),
      ...sword(50, 50, 45, 1.02),
    ],
  ],
  火杀: ["basic", () => [...flame(50, 52, 1.15), ...sword(50, 50, 45, 0.98)]],
  雷杀: [
    "basic",
    () => [
      part("M10 84 C34 70 70 38 90 12 C80 46 52 76 10 84Z", "#7a56b8", { opacity: 0.75 }),
      ...sword(50, 50, 45, 0.98),
      bolt(30, 34, 0.6, 12),
      bolt(74, 70, 0.56, 12),
    ],
  ],
  闪: [
    "basic",
    () => [
      line("M14 66 C34 76 62 70 74 52 C82 38 72 24 58 28 C46 32 48 48 60 46", "#2f78b8", 7),
      line("M14 66 C34 76 62 70 74 52 C82 38 72 24 58 28 C46 32 48 48 60 46", "#8cc4ec", 3),
      line(
        "M12 50 C24 56 36 54 44 48 M20 80 C40 90 66 86 82 70 M18 36 C26 40 32 40 38 36",
        "#4f97cf",
        4,
      ),
      edged(star(82, 26, 9, 4, 0.36), "#f6d254", "#94700f", 1),
    ],
  ],
  桃: ["basic", () => peach(50, 54, 1.2)],
  酒: [
    "basic",
    () => [
      edged(
        "M36 24 L64 24 L62 34 C82 40 86 62 78 78 C74 88 62 90 50 90 C38 90 26 88 22 78 C14 62 18 40 38 34Z",
        "#8a4a26",
        INK,
        2,
      ),
      part("M28 46 C24 56 26 70 32 80 C26 70 24 56 28 46Z", "#d98f5a"),
      edged("M34 14 C40 10 60 10 66 14 L65 26 L35 26Z", RED),
      edged(placed(box(-15, -15, 30, 30), 50, 62, 1, 45), "#e9c15a", GOLD_DARK),
      line("M50 48 L50 76 M40 58 C46 54 54 54 60 58 M42 68 L58 68", "#8a2018", 3.2),
    ],
  ],
  五谷丰登: [
    "trick",
    () => [
      ...grain(34, 44, -16),
      ...grain(50, 40, 0),
      ...grain(66, 44, 16),
      edged("M16 62 L84 62 C82 82 70 90 50 90 C30 90 18 82 16 62Z", "#4a7fb0"),
      line("M24 72 C40 78 60 78 76 72", "#d7e6f2", 2.6),
    ],
  ],
  桃园结义: [
    "trick",
    () => [
      line(
        "M10 80 C30 70 44 60 56 40 C62 30 72 24 88 20 M44 58 C34 50 28 42 26 30 M56 44 C66 50 72 58 76 70",
        WOOD,
        5,
      ),
      ...blossom(26, 28, 15),
      ...blossom(86, 22, 12),
      ...blossom(56, 40, 17),
      ...blossom(77, 70, 14),
      ...blossom(36, 66, 13),
    ],
  ],
  南蛮入侵: [
    "trick",
    () => [
      edged(
        "M27 34 C8 26 4 52 12 66 C18 74 30 70 34 60Z M73 34 C92 26 96 52 88 66 C82 74 70 70 66 60Z",
        "#8f97a3",
        INK,
        1.8,
      ),
      edged(
        "M28 36 C32 14 68 14 72 36 C76 54 68 64 60 66 C58 80 62 90 72 88 C68 96 48 96 46 76 L44 66 C34 64 24 54 28 36Z",
        "#a7afba",
        INK,
        1.8,
      ),
      edged(
        "M38 66 C34 78 26 82 18 80 C28 76 30 68 31 61Z M62 66 C66 78 74 82 84 76 C76 76 70 68 69 61Z",
        "#fbf5e6",
      ),
      part(both(ellipse(39, 46, 3.2), MIDDLE), INK),
      edged("M34 26 C44 16 56 16 66 26 L50 38Z", RED, "#6d1711"),
      part(ellipse(50, 26, 3.6), GOLD),
    ],
  ],
  万箭齐发: [
    "trick",
    () => [
      ...arrow(24, 60, -16, 0.78),
      ...arrow(76, 60, 16, 0.78),
      ...arrow(38, 48, -8, 0.92),
      ...arrow(62, 48, 8, 0.92),
      ...arrow(50, 42, 0, 1.02),
    ],
  ],
  决斗: [
    "trick",
    () => [
      ...sword(50, 52, -42, 0.98),
      ...sword(50, 52, 42, 0.98),
      edged(star(50, 44, 12, 8, 0.4), "#f8d95a", "#a06a12", 1),
    ],
  ],
  无中生有: [
    "trick",
    () => [
      part(star(50, 32, 26, 12, 0.55), "#f6dc7a", { opacity: 0.8 }),
      edged(ellipse(50, 32, 12), GOLD, GOLD_DARK),
      edged(box(46, 28, 8, 8), "#f7fafd", GOLD_DARK),
      edged(
        "M12 60 C22 54 32 60 40 66 L60 66 C68 60 78 54 88 60 C82 74 70 86 50 86 C30 86 18 74 12 60Z",
        "#f0cfae",
        "#9a6a44",
        1.8,
      ),
      line(
        "M40 66 C44 72 56 72 60 66 M26 62 C30 68 34 72 40 74 M74 62 C70 68 66 72 60 74",
        "#9a6a44",
        1.8,
      ),
    ],
  ],
  顺手牵羊: [
    "trick",
    () => [
      edged(
        [
          [30, 52],
          [42, 44],
          [56, 42],
          [70, 46],
          [76, 58],
          [66, 68],
          [52, 70],
          [38, 66],
        ]
          .map(([x = 0, y = 0]) => ellipse(x, y, 12))
          .join(" "),
        "#fbf6ea",
        "#8a7d6a",
        1.6,
      ),
      part(ellipse(52, 56, 22, 12), "#fbf6ea"),
      line("M40 74 L40 90 M50 77 L50 91 M62 77 L62 91 M70 72 L70 88", "#4a3a2c", 5),
      edged("M14 44 C14 32 32 30 34 44 C34 54 28 62 22 62 C16 60 13 52 14 44Z", "#5a4636"),
      line("M16 38 C6 34 6 48 13 46 M32 38 C42 32 44 46 35 46", "#c9a45a", 4),
      part(ellipse(19.5, 46, 2) + " " + ellipse(28, 46, 2), "#ffffff"),
      line("M24 62 C30 78 14 82 8 92", RED, 3),
    ],
  ],
  过河拆桥: [
    "trick",
    () => [
      line(
        "M8 84 C20 78 28 90 40 84 C52 78 60 90 72 84 C80 80 88 84 94 86 M12 94 C24 88 32 98 44 93 C56 88 66 97 88 94",
        "#3f86c4",
        4,
      ),
      edged("M4 46 L36 34 L40 44 L4 62Z M96 46 L66 32 L60 44 L96 62Z", "#a8703c", INK, 1.8),
      line("M10 44 L10 82 M26 38 L26 78 M90 44 L90 82 M74 37 L74 78", WOOD, 5),
      edged(placed(box(-11, -4, 22, 8), 46, 64, 1, 38), "#a8703c"),
      edged(placed(box(-9, -3.6, 18, 7.2), 60, 72, 1, -28), "#a8703c"),
      edged(star(50, 30, 16, 9, 0.45), "#f3b53a", "#94500f", 1),
    ],
  ],
  借刀杀人: [
    "trick",
    () => [
      ...sword(58, 34, 58, 0.9),
      edged(
        "M4 66 C16 56 28 56 36 60 C40 54 48 56 48 62 C54 62 56 70 50 74 C52 82 44 86 38 84 C26 90 14 90 4 88Z",
        "#f0cfae",
        "#9a6a44",
        1.8,
      ),
      line("M36 60 C34 66 36 70 42 70 L50 74 M38 84 C34 80 34 76 38 74", "#9a6a44", 1.6),
      edged("M0 60 L12 58 L14 92 L0 94Z", "#3f5f8f"),
    ],
  ],
  无懈可击: [
    "trick",
    () => [
      edged(
        "M50 8 C62 18 76 20 86 20 C86 56 74 80 50 93 C26 80 14 56 14 20 C24 20 38 18 50 8Z",
        "#3f6ea8",
        INK,
        2,
      ),
      edged(
        "M50 18 C60 26 70 28 77 28 C77 56 67 74 50 83 C33 74 23 56 23 28 C30 28 40 26 50 18Z",
        "#7fb0de",
        "#29507f",
      ),
      ...placedParts(yinyang(20), 12, 10, 0.76),
    ],
  ],
  乐不思蜀: [
    "delayed",
    () => [
      line("M30 14 L30 84", "#b0822a", 3),
      edged("M24 62 C8 66 8 92 26 92 C42 92 44 72 36 62 L34 22 L26 22Z", "#a4602c", INK, 1.8),
      line("M28 26 L28 84 M32 26 L32 84", "#f4e4b8", 1),
      edged(ellipse(27, 76, 4.6), "#4a2a14"),
      edged(
        "M54 44 L88 44 C87 62 80 68 74 69 L74 82 L84 88 L58 88 L68 82 L68 69 C62 68 55 62 54 44Z",
        GOLD,
        GOLD_DARK,
        1.6,
      ),
      part(ellipse(71, 45, 14, 3.4), "#8a1f1a"),
      line(
        "M60 34 C56 28 64 24 60 16 M72 34 C68 28 76 24 72 16 M84 34 C80 28 88 24 84 16",
        "#a886c4",
        2.6,
      ),
    ],
  ],
  闪电: [
    "delayed",
    () => [
      bolt(52, 60, 0.86, 6),
      edged(
        "M20 42 C8 42 8 24 22 24 C24 10 46 8 52 18 C62 8 82 14 80 28 C94 28 92 44 80 44Z",
        "#6f6a8a",
        INK,
        1.8,
      ),
      part("M24 30 C28 18 42 16 48 24 C38 24 30 28 24 30Z", "#b5b0cf"),
    ],
  ],
  兵粮寸断: [
    "delayed",
    () => [
      edged(
        "M32 30 C16 46 12 70 20 84 C34 92 66 92 80 84 C88 70 84 46 68 30 C58 36 42 36 32 30Z",
        "#c9a062",
        INK,
        2,
      ),
      edged(
        "M32 30 C28 22 34 14 40 18 C46 10 54 10 60 18 C66 14 72 22 68 30 C58 36 42 36 32 30Z",
        "#ddb87c",
      ),
      line("M32 31 C42 38 58 38 68 31", RED, 4),
      edged("M46 46 L56 58 L46 66 L58 78 L44 72 L52 62 L40 54Z", "#4a3420"),
      part(
        [
          [58, 82],
          [66, 88],
          [50, 88],
          [74, 92],
          [42, 92],
        ]
          .map(([x = 0, y = 0]) => ellipse(x, y, 3, 2.2))
          .join(" "),
        "#f3d984",
        { stroke: "#8a6212", width: 0.8 },
      ),
    ],
  ],
  铁索连环: [
    "trick",
    () => [
      ...link(24, 24, 45),
      ...link(41.5, 41.5, 45),
      ...link(59, 59, 45),
      ...link(76, 76, 45),
      edged(star(74, 26, 9, 4, 0.36), "#e8edf2", STEEL_DARK, 1),
      edged(star(26, 74, 7, 4, 0.36), "#e8edf2", STEEL_DARK, 1),
    ],
  ],
  火攻: [
    "trick",
    () => [
      ...flame(50, 40, 0.98),
      ...flame(28, 52, 0.56),
      ...flame(72, 52, 0.56),
      edged("M8 66 L92 66 C86 84 76 90 50 90 C24 90 14 84 8 66Z", WOOD, INK, 1.8),
      line("M16 75 C38 80 62 80 84 75", "#c98f54", 2.4),
    ],
  ],
  诸葛连弩: [
    "weapon",
    () => [
      line("M14 34 C30 12 70 12 86 34", INK, 9),
      line("M14 34 C30 12 70 12 86 34", "#a86a30", 6),
      line("M14 34 L50 58 L86 34", "#f3ead2", 2),
      edged(box(43, 20, 14, 70), WOOD, INK, 1.8),
      ...arrow(44, 44, 0, 0.76),
      ...arrow(56, 44, 0, 0.76),
      ...arrow(50, 38, 0, 0.84),
    ],
  ],
  雌雄双股剑: ["weapon", () => [...sword(38, 50, -14, 0.98), ...sword(64, 50, 14, 0.9)]],
  青釭剑: [
    "weapon",
    () => [
      line("M24 84 C40 70 66 40 82 14", "#7fb8d8", 12, { opacity: 0.45 }),
      ...sword(50, 50, 36, 1.06),
    ],
  ],
  寒冰剑: [
    "weapon",
    () => [
      line(
        [0, 60, 120]
          .map((angle) =>
            placed("M0 -40 L0 40 M-8 -34 L0 -26 L8 -34 M-8 34 L0 26 L8 34", 50, 50, 1, angle),
          )
          .join(" "),
        "#8cc8ea",
        3.2,
      ),
      ...sword(50, 50, 36, 1),
    ],
  ],
  古锭刀: [
    "weapon",
    () =>
      placedParts(
        [
          edged("M-6 18 L-7 -28 C-6 -38 2 -44 10 -42 C6 -32 7 -6 6 18Z", STEEL, STEEL_DARK, 1.6),
          line("M-2 14 L-3 -28", "#f7fafc", 1.6),
          edged("M-13 17 L13 17 L11 23 L-11 23Z", GOLD, GOLD_DARK),
          edged(box(-3, 23, 6, 15), WOOD),
          line(ellipse(0, 44, 6), GOLD_DARK, 4),
          line(ellipse(0, 44, 6), GOLD, 2),
        ],
        48,
        50,
        1.02,
        36,
      ),
  ],
  青龙偃月刀: [
    "weapon",
    () =>
      polearm([
        edged("M-3 -20 C-8 -36 0 -50 16 -58 C22 -44 18 -30 6 -20Z", "#bfe0d0", "#2f6a4a", 1.6),
        line("M0 -24 C-1 -36 5 -46 13 -52", "#f2fbf6", 1.8),
        edged("M-8 -22 L10 -22 L7 -15 L-5 -15Z", GOLD, GOLD_DARK),
      ]),
  ],
  丈八蛇矛: [
    "weapon",
    () =>
      polearm([
        line("M0 -20 C-8 -25 8 -31 0 -37 C-8 -43 7 -47 0 -58", STEEL_DARK, 9),
        line("M0 -20 C-8 -25 8 -31 0 -37 C-8 -43 7 -47 0 -58", STEEL, 5.6),
        tassel,
      ]),
  ],
  贯石斧: [
    "weapon",
    () =>
      polearm([
        edged("M3 -44 C16 -54 26 -48 28 -32 C28 -16 18 -10 3 -20Z", STEEL, STEEL_DARK, 1.8),
        line("M23 -42 C26 -34 25 -24 20 -18", "#f7fafc", 2),
        edged("M-3 -42 L-13 -46 L-13 -22 L-3 -24Z", "#9aa6b0", STEEL_DARK),
        edged("M0 -56 L4 -46 L-4 -46Z", GOLD, GOLD_DARK),
      ]),
  ],
  方天画戟: [
    "weapon",
    () =>
      polearm([
        edged(
          "M4 -26 L9 -34 C15 -40 16 -48 12 -54 C26 -46 26 -26 12 -18 L4 -20Z",
          STEEL,
          STEEL_DARK,
          1.6,
        ),
        edged(
          flip("M4 -26 L9 -34 C15 -40 16 -48 12 -54 C26 -46 26 -26 12 -18 L4 -20Z"),
          STEEL,
          STEEL_DARK,
          1.6,
        ),
        spearhead,
        tassel,
      ]),
  ],
  麒麟弓: [
    "weapon",
    () => [
      line("M30 8 L30 92", "#f7efdc", 1.8),
      line("M30 8 C70 22 70 78 30 92", INK, 8),
      line("M30 8 C70 22 70 78 30 92", "#b5642a", 5.2),
      line("M52 38 L60 46 L60 54 L52 62", GOLD, 3),
      ...placedParts(arrow(0, 0, 0, 1), 58, 50, 0.98, 90),
    ],
  ],
  朱雀羽扇: [
    "weapon",
    () => [
      edged(
        [-60, -40, -20, 0, 20, 40, 60]
          .map((angle) => placed(ellipse(0, -36, 8, 26), 50, 76, 1, angle))
          .join(" "),
        "#e2562f",
        "#7d1f10",
        1.4,
      ),
      part(
        [-60, -40, -20, 0, 20, 40, 60]
          .map((angle) => placed(ellipse(0, -50, 3.4, 7), 50, 76, 1, angle))
          .join(" "),
        "#f6c04a",
      ),
      line(
        [-60, -40, -20, 0, 20, 40, 60]
          .map((angle) => placed("M0 -12 L0 -58", 50, 76, 1, angle))
          .join(" "),
        "#7d1f10",
        1.2,
      ),
      edged("M40 66 C44 58 56 58 60 66 L55 94 L45 94Z", GOLD, GOLD_DARK),
    ],
  ],
  八卦阵: ["armour", () => [trigrams(), ...yinyang(19)]],
  仁王盾: [
    "armour",
    () => [
      edged(
        "M50 7 C64 16 78 17 88 17 C90 56 76 82 50 95 C24 82 10 56 12 17 C22 17 36 16 50 7Z",
        "#3a3f46",
        INK,
        2,
      ),
      line(
        "M50 16 C62 24 72 25 80 25 C81 55 70 75 50 86 C30 75 19 55 20 25 C28 25 38 24 50 16Z",
        GOLD,
        2.6,
      ),
      edged(
        "M30 42 C36 30 64 30 70 42 C74 56 64 70 50 70 C36 70 26 56 30 42Z",
        "#b9862f",
        GOLD_DARK,
      ),
      line(both("M35 44 Q42 40 47 47", MIDDLE), INK, 3),
      part(both(ellipse(41, 50, 3), MIDDLE), "#fff7e0"),
      line("M38 60 C44 66 56 66 62 60 M44 61 L44 66 M56 61 L56 66", INK, 2.2),
    ],
  ],
  藤甲: [
    "armour",
    () => [
      edged(
        "M26 12 L40 12 C44 22 56 22 60 12 L74 12 L90 30 L78 42 L76 92 L24 92 L22 42 L10 30Z",
        "#8a7a34",
        INK,
        2,
      ),
      line(
        [34, 44, 54, 64, 74, 84]
          .map((y) => `M24 ${y} C34 ${y - 7} 40 ${y + 7} 50 ${y} C60 ${y - 7} 66 ${y + 7} 76 ${y}`)
          .join(" "),
        "#5a4c1a",
        2.6,
      ),
      line(
        [34, 44, 54, 64, 74, 84]
          .map((y) => `M24 ${y} C34 ${y + 7} 40 ${y - 7} 50 ${y} C60 ${y + 7} 66 ${y - 7} 76 ${y}`)
          .join(" "),
        "#c9b45a",
        2,
      ),
      edged(
        "M62 26 C72 20 80 24 82 30 C74 34 66 32 62 26Z M30 66 C20 62 16 68 16 74 C24 76 30 72 30 66Z",
        LEAF,
        "#1f5a2c",
        1,
      ),
    ],
  ],
  白银狮子: [
    "armour",
    () => [
      edged(star(50, 50, 45, 16, 0.84), "#b8c2cc", STEEL_DARK, 1.6),
      edged(both("M26 34 C16 22 30 14 38 26Z", MIDDLE), "#9aa6b0", STEEL_DARK),
      edged(
        "M28 40 C30 22 70 22 72 40 C76 58 66 76 50 78 C34 76 24 58 28 40Z",
        "#e2e8ee",
        STEEL_DARK,
        1.8,
      ),
      line(both("M33 40 Q40 36 45 42", MIDDLE), INK, 3),
      part(both(ellipse(40, 46, 3.6), MIDDLE), GOLD, { stroke: INK, width: 1.4 }),
      edged("M44 52 L56 52 L50 60Z", "#5a4636"),
      line("M50 60 L50 65 M38 64 C42 70 48 68 50 65 C52 68 58 70 62 64", INK, 2),
      line("M42 71 L42 76 M58 71 L58 76", "#ffffff", 3),
    ],
  ],
  绝影: ["horse", () => horse("#3a3a42", "#17171c")],
  的卢: ["horse", () => [...horse("#8f7a62", "#3a2c20"), part(ellipse(34, 29, 3.4, 5), "#fbf6ea")]],
  爪黄飞电: [
    "horse",
    () => [...horse("#f2ead6", "#d2a544"), line("M76 20 L70 34 L78 34 L70 50", "#d2a544", 3)],
  ],
  骅骝: ["horse", () => horse("#a85a30", "#2a1a12")],
  赤兔: ["horse", () => towards(horse("#b8322a", "#5a120d"))],
  大宛: ["horse", () => towards(horse("#c9a062", "#6a4a24"))],
  紫骍: ["horse", () => towards(horse("#7a4a6a", "#3a1f34"))],
};

const made = new Map<string, Drawing>();

function compose([kind, picture]: Emblem): Drawing {
  const { shape, fill, glow, edge } = GROUNDS[kind];
  return {
    width: SIZE,
    height: SIZE,
    parts: [
      part(shape, fill, { stroke: edge, width: 2.4 }),
      part(ellipse(MIDDLE, MIDDLE, 36), glow, { opacity: 0.8 }),
      ...placedParts(picture(), 7, 7, 0.86),
    ],
  };
}

/** The emblem of a card, by its Chinese name; null for one that is not known. */
export function emblemOf(name: string): Drawing | null {
  const known = made.get(name);
  if (known) return known;
  const emblem = EMBLEMS[name];
  if (!emblem) return null;
  const drawing = compose(emblem);
  made.set(name, drawing);
  return drawing;
}

/** The cards that have emblems. */
export const NAMES: readonly string[] = Object.keys(EMBLEMS);
