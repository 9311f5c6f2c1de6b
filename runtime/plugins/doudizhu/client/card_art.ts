import {
  both,
  box,
  ellipse,
  line,
  part,
  pen,
  placed,
  star,
  type Drawing,
  type Part,
} from "@page/cards/drawing";
import type { CardArt, Drama } from "@page/plugins/card_art";

/**
 * The drawings of Dou Dizhu: the landlord in silk, farmers with their hats of straw, and what goes
 * with a bomb, the rocket of both jokers, an aircraft and a spring.
 */

const SIZE = 100;
const MIDDLE = 50;
const INK = "#231a14";

const edged = pen(INK, 1.4);
const pair = (path: string): string => both(path, MIDDLE);

const ground = (fill: string, glow: string): Part[] => [
  part(box(0, 0, SIZE, SIZE), fill),
  part(ellipse(MIDDLE, 44, 42), glow, { opacity: 0.45 }),
];

const face = (skin: string, shade: string): Part[] => [
  edged(pair(ellipse(30, 54, 3.6, 6)), skin, shade),
  edged("M30 46 C28 68 38 80 50 80 C62 80 72 68 70 46 C70 28 30 28 30 46Z", skin, shade, 1.6),
  line("M50 52 C49 58 46 62 48 64 L53 64", shade, 2),
];

const eyes = (y: number): Part => part(pair(ellipse(41, y, 2.6, 3)), INK);

/** In satin and gold, with a round cap and a thin moustache. */
const LANDLORD: Drawing = {
  width: SIZE,
  height: SIZE,
  parts: [
    ...ground("#7d1f1a", "#f0b64a"),
    edged("M8 100 C10 84 26 78 40 76 L60 76 C74 78 90 84 92 100Z", "#b07a1e"),
    part(
      [
        [24, 92],
        [76, 92],
        [38, 98],
        [62, 98],
      ]
        .map(([x = 0, y = 0]) => ellipse(x, y, 6))
        .join(" "),
      "#e9c45c",
    ),
    edged("M40 76 L60 76 L58 86 C54 90 46 90 42 86Z", "#f5ead0"),
    line("M50 88 L50 100", "#5a2f10", 2.4),
    ...face("#f2cfa8", "#b37d50"),
    eyes(51),
    line(pair("M35 45 Q41 41 47 44"), INK, 2.6),
    part(pair(ellipse(37, 62, 5, 3.4)), "#e58a70", { opacity: 0.5 }),
    line(pair("M50 67 C44 66 40 69 33 67 C30 66 29 63 30 61"), INK, 2.4),
    edged("M43 71 C47 75 53 75 57 71 C53 73 47 73 43 71Z", "#a8392c", "#6a1f17", 1),
    part("M48 76 L50 84 L52 76Z", INK),
    edged("M26 42 C26 18 38 12 50 12 C62 12 74 18 74 42 C60 35 40 35 26 42Z", "#2a2230", INK, 1.8),
    line("M50 12 L50 36 M38 15 C34 22 33 30 33 38 M62 15 C66 22 67 30 67 38", "#5a4a66", 1.8),
    edged("M25 43 C38 33 62 33 75 43 L74 36 C62 27 38 27 26 36Z", "#b8862c", "#6a4a10"),
    edged(ellipse(50, 35, 4.4, 5), "#4fae7a", "#1f5a3a", 1.2),
    edged(ellipse(50, 10, 5), "#d6331f", "#6d1711", 1.2),
  ],
};

/** In blue linen, with a wide hat of straw and a towel around the neck. */
const FARMER: Drawing = {
  width: SIZE,
  height: SIZE,
  parts: [
    ...ground("#2f6a3c", "#cfe08a"),
    edged("M8 100 C10 86 26 80 40 77 L60 77 C74 80 90 86 92 100Z", "#3a6ea5"),
    line(pair("M26 86 C24 92 24 96 25 100"), "#234a74", 2),
    edged("M34 78 C42 88 58 88 66 78 L70 86 C58 96 42 96 30 86Z", "#f5efe0", "#9a8f78", 1.2),
    ...face("#cf9464", "#8a5530"),
    eyes(54),
    line(pair("M35 48 Q41 45 47 48"), "#3a2414", 3),
    part(pair(ellipse(37, 63, 4.6, 3.2)), "#d8694a", { opacity: 0.5 }),
    edged("M40 68 C45 75 55 75 60 68 C55 70 45 70 40 68Z", "#fffaf0", "#7a3f28", 1.4),
    edged(
      "M4 46 C18 30 32 28 36 16 C40 8 60 8 64 16 C68 28 82 30 96 46 C76 38 24 38 4 46Z",
      "#e6bd5c",
      "#8a6420",
      1.8,
    ),
    line(
      "M12 42 C34 32 66 32 88 42 M34 24 C44 20 56 20 66 24 M37 16 C45 13 55 13 63 16",
      "#b58a30",
      1.6,
    ),
    line("M33 30 C42 26 58 26 67 30", "#b3392a", 4),
  ],
};

/** Who has no part yet: bareheaded, on a neutral ground. */
const GUEST: Drawing = {
  width: SIZE,
  height: SIZE,
  parts: [
    ...ground("#3a5560", "#9ac0c4"),
    edged("M8 100 C10 86 26 80 40 77 L60 77 C74 80 90 86 92 100Z", "#6d7f88"),
    edged("M38 77 L50 96 L62 77 L56 74 L44 74Z", "#f2eddf", "#8f8672", 1.2),
    ...face("#e6bd94", "#a8754c"),
    eyes(54),
    line(pair("M35 47 Q41 44 47 47"), "#3a281c", 2.6),
    line("M43 69 Q50 74 57 69", "#8a4a34", 2.4),
    edged(
      "M28 52 C22 26 38 16 52 18 C68 16 80 28 72 52 C70 42 66 37 58 36 C48 42 36 38 33 42 C30 45 29 48 28 52Z",
      "#3a281c",
    ),
  ],
};

const ROCKET: Drawing = {
  width: 60,
  height: 120,
  parts: [
    part("M30 118 C20 104 20 94 24 86 L36 86 C40 94 40 104 30 118Z", "#f3a02b"),
    part("M30 108 C25 100 26 94 27 88 L33 88 C34 94 35 100 30 108Z", "#fff0b0"),
    edged(both("M16 60 C6 68 4 80 6 92 C10 86 14 83 20 82Z", 30), "#c2281f", INK, 1.6),
    edged("M30 4 C46 18 48 44 42 84 L18 84 C12 44 14 18 30 4Z", "#f6efe0", INK, 2),
    edged("M30 4 C38 11 42 20 43.6 31 L16.4 31 C18 20 22 11 30 4Z", "#c2281f", INK, 1.6),
    edged(ellipse(30, 48, 8), "#6fb4dc", INK, 2),
    line("M25 45 C26 42 29 41 31 41", "#ffffff", 2),
    edged("M30 62 L34 86 L30 92 L26 86Z", "#e0a93c", INK, 1.4),
  ],
};

const PLANE: Drawing = {
  width: 160,
  height: 90,
  parts: [
    edged("M20 40 L6 12 L22 12 L44 38Z", "#c2281f", INK, 2),
    edged(
      "M14 42 C40 30 104 28 138 38 C150 42 152 52 140 56 C104 64 40 62 20 52Z",
      "#f6efe0",
      INK,
      2.4,
    ),
    edged("M70 50 L42 84 L60 84 L100 52Z", "#d94a34", INK, 2),
    edged("M72 34 L58 10 L72 10 L98 34Z", "#a8322a", INK, 2),
    part([64, 80, 96, 112].map((x) => ellipse(x, 43, 4)).join(" "), "#6fb4dc", {
      stroke: INK,
      width: 1.4,
    }),
    edged("M124 36 C134 38 142 41 145 46 L128 46Z", "#6fb4dc", INK, 1.6),
    part("M24 52 C50 58 100 58 144 52 C120 62 50 62 24 54Z", "#d8c9a8", { opacity: 0.8 }),
  ],
};

const BLOSSOM: Drawing = {
  width: 40,
  height: 40,
  parts: [
    part(
      [0, 72, 144, 216, 288]
        .map((angle) => placed(ellipse(0, -10, 6.6, 8.4), 20, 20, 1, angle))
        .join(" "),
      "#f7a9bd",
      { stroke: "#c9637f", width: 1 },
    ),
    part(star(20, 20, 6, 5, 0.5), "#f6d65a"),
  ],
};

/** Words as the map's strings have them, in both languages, and what goes with them. */
const DRAMAS: readonly (readonly [words: RegExp, drama: Drama])[] = [
  [/^(王炸|Rocket)/, { motion: "rise", drawing: ROCKET }],
  [/^(炸弹|Bomb)/, { motion: "burst" }],
  [/^(飞机|Aircraft)/, { motion: "cross", drawing: PLANE }],
  [/^(反?春天|Spring|Counter-spring)/, { motion: "drift", drawing: BLOSSOM }],
  [/(报单|报双|last card|two cards left)/, { motion: "pulse" }],
];

/** The drawings of Dou Dizhu. */
const ART: CardArt = {
  maps: ["doudizhu"],
  portrait({ badge }) {
    if (badge.startsWith("地主")) return LANDLORD;
    return badge.startsWith("农民") ? FARMER : GUEST;
  },
  drama: (word) => DRAMAS.find(([words]) => words.test(word))?.[1] ?? null,
};

export default ART;
