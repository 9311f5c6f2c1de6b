import {
  both,
  box,
  ellipse,
  flip,
  line,
  mapPath,
  part,
  pen,
  placed,
  star,
  type Drawing,
  type Part,
} from "@page/cards/drawing";
import { GENERALS, type Beard, type Head, type Held, type Kingdom, type Traits } from "./traits";

/**
 * Portraits of generals, composed of parts in a square of 100 units: the ground in the colours of the
 * kingdom, what is held, shoulders, face, beard, hair and what is worn on it.
 */

const SIZE = 100;
/** The vertical line on which the face is symmetrical. */
const AXIS = 50;
const INK = "#1d1512";
const STEEL = "#cdd6de";
const STEEL_DARK = "#5c6874";
const GOLD = "#e3b04a";
const GOLD_DARK = "#8a5c17";
const WOOD = "#6d4423";
const CLOTH = "#f6efe0";

interface Palette {
  ground: string;
  glow: string;
  main: string;
  dark: string;
  light: string;
}

const PALETTES: Record<Kingdom, Palette> = {
  wei: { ground: "#1f3a66", glow: "#5f8fce", main: "#35609f", dark: "#1b3560", light: "#8db4e4" },
  shu: { ground: "#6b1f16", glow: "#d86a48", main: "#a93a26", dark: "#5e1a10", light: "#f0a07c" },
  wu: { ground: "#1d4a2c", glow: "#67ad72", main: "#35804a", dark: "#174225", light: "#9ed49f" },
  qun: { ground: "#453c30", glow: "#a8966f", main: "#776a55", dark: "#3b3226", light: "#cdbb93" },
  god: { ground: "#2a1c3f", glow: "#c9973c", main: "#5b3f7c", dark: "#2a1840", light: "#e6c36a" },
};

const SKINS: Record<Traits["skin"], { base: string; shade: string }> = {
  fair: { base: "#f2cfae", shade: "#c08d66" },
  tan: { base: "#dba97c", shade: "#9a6a42" },
  red: { base: "#c4563c", shade: "#7c2a1b" },
  dark: { base: "#9c6a4a", shade: "#5f3b26" },
  pale: { base: "#fae3cf", shade: "#cf9f80" },
  old: { base: "#e6c4a2", shade: "#a57e5c" },
};

const edged = pen(INK, 1);
const pair = (path: string): string => both(path, AXIS);

/** A number in 0 … 1 of a name: generals of the same traits differ by it. FNV-1a. */
function chance(name: string, salt: number): number {
  let hash = 0x811c9dc5 ^ salt;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

function ground({ kingdom }: Traits, colours: Palette): Part[] {
  const rays = Array.from({ length: 12 }, (_, i) =>
    placed("M0 0 L-7 -90 L7 -90Z", AXIS, 44, 1, 30 * i),
  );
  const plain = [
    part(box(0, 0, SIZE, SIZE), colours.ground),
    part(ellipse(AXIS, 40, 46), colours.glow, { opacity: 0.3 }),
    part(ellipse(AXIS, 40, 32), colours.glow, { opacity: 0.35 }),
  ];
  if (kingdom !== "god") return plain;
  return [
    ...plain,
    part(rays.join(" "), colours.light, { opacity: 0.18 }),
    line(ellipse(AXIS, 40, 36), colours.light, 1.6, { opacity: 0.9 }),
  ];
}

const pole = (to: number): Part[] => [
  line(`M85 100 L85 ${to}`, INK, 4.4),
  line(`M85 100 L85 ${to}`, WOOD, 2.8),
];

const blade = (path: string): Part => edged(path, STEEL, STEEL_DARK);

/** A sword, point up, turned around its grip at the given point. */
const sword = (x: number, y: number, angle: number): Part[] => [
  blade(placed("M-2.6 -8 L-2.6 -62 L0 -70 L2.6 -62 L2.6 -8Z", x, y, 1, angle)),
  edged(placed("M-8 -9 L8 -9 L6.5 -5 L-6.5 -5Z", x, y, 1, angle), GOLD, GOLD_DARK),
  edged(placed(box(-2, -5, 4, 14), x, y, 1, angle), WOOD),
];

const tassel = (y: number): Part =>
  edged(
    `M80 ${y} C77 ${y + 8} 79 ${y + 14} 82 ${y + 17} L88 ${y + 17} C91 ${y + 14} 93 ${y + 8} 90 ${y}Z`,
    "#c22a22",
    "#6a120d",
    0.8,
  );

const spearhead = (): Part => blade("M85 1 L89.5 14 L86.5 23 L83.5 23 L80.5 14Z");

/** What is held behind the shoulders, on the right. */
const BEHIND: Partial<Record<Held, () => Part[]>> = {
  glaive: () => [
    ...pole(26),
    blade("M85 30 C95 25 100 13 96 1 C92 8 83 11 81 28Z"),
    edged("M79 29 L91 29 L89 33 L81 33Z", GOLD, GOLD_DARK),
  ],
  spear: () => [...pole(20), tassel(20), spearhead()],
  serpent: () => [
    ...pole(32),
    line("M85 32 C78 27 92 23 85 18 C78 13 91 9 85 1", STEEL_DARK, 7),
    line("M85 32 C78 27 92 23 85 18 C78 13 91 9 85 1", STEEL, 4.6),
    tassel(30),
  ],
  halberd: () => [
    ...pole(20),
    blade("M86 36 L88 30 L93 30 C96 24 96 18 93 12 C102 19 102 34 93 40Z"),
    spearhead(),
  ],
  sword: () => sword(84, 82, 4),
  swords: () => [...sword(84, 80, 10), ...sword(16, 80, -10)],
  axe: () => [
    ...pole(10),
    blade("M86 12 C97 4 102 12 102 24 C102 34 96 40 86 34 L88 23Z"),
    blade("M84 17 L75 13 L76 32 L84 29Z"),
  ],
  bow: () => [
    line("M83 6 L83 92", "#efe6d0", 0.9),
    line("M83 6 C101 26 101 70 83 92", INK, 5),
    line("M83 6 C101 26 101 70 83 92", "#8a4a22", 3.2),
  ],
  staff: () => [
    ...pole(14),
    edged(ellipse(85, 10, 6.5), GOLD, GOLD_DARK),
    part(ellipse(85, 10, 2.6), "#b03a2a"),
  ],
  knives: () => [
    blade("M80 74 C84 58 92 46 100 42 C97 56 92 68 85 77Z"),
    blade("M20 74 C16 58 8 46 0 42 C3 56 8 68 15 77Z"),
  ],
  hammer: () => [
    ...pole(22),
    edged(placed(box(-13, -10, 26, 20), 85, 16), "#8b939b", STEEL_DARK),
    line("M78 6 L78 26 M92 6 L92 26", STEEL_DARK, 1.6),
  ],
  shield: () => [
    edged("M70 44 L100 40 L100 92 C84 88 72 72 70 44Z", "#7b8896", STEEL_DARK, 2),
    edged(ellipse(88, 62, 9), GOLD, GOLD_DARK),
  ],
  banner: () => [
    ...pole(2),
    edged("M85 6 L60 8 L64 16 L60 26 L64 34 L85 34Z", "#e9d8ae", GOLD_DARK),
    part(star(75, 20, 7, 8, 0.6), "#a93a26"),
  ],
};

/** Feathers of a fan around its handle. */
const FAN = [-54, -36, -18, 0, 18, 36, 54];

/** What is held before the breast, on the left. */
const BEFORE: Partial<Record<Held, () => Part[]>> = {
  fan: () => [
    edged(
      FAN.map((angle) => placed(ellipse(0, -21, 4.6, 17), 20, 98, 1, angle)).join(" "),
      "#fbf8f0",
      "#8f8672",
      0.8,
    ),
    line(FAN.map((angle) => placed("M0 -8 L0 -34", 20, 98, 1, angle)).join(" "), "#b5ab94", 0.7),
    edged("M14 90 C17 84 23 84 26 90 L23 100 L17 100Z", "#4a7f8f"),
  ],
  scroll: () => [
    edged(placed(box(-17, -11, 34, 22), 21, 86, 1, -8), "#ecd9a8", "#8a6a34"),
    line(
      [-10, -5, 0, 5, 10].map((x) => placed(`M${x} -10 L${x} 10`, 21, 86, 1, -8)).join(" "),
      "#8a6a34",
      1,
    ),
    line(placed("M-16 -5 L16 -5 M-16 5 L16 5", 21, 86, 1, -8), "#9a3a26", 1.1),
  ],
  lute: () => [
    edged(placed("M-32 -6 L32 -8 L34 4 L-30 8Z", 30, 92, 1, -12), "#5a2f1a", INK, 1.2),
    line(
      [-3, 0, 3].map((y) => placed(`M-30 ${y} L32 ${y - 1.5}`, 30, 92, 1, -12)).join(" "),
      "#f2e2b4",
      0.7,
    ),
  ],
  cup: () => [
    edged(
      "M10 78 L30 78 C29 88 25 91 21.5 91 L21.5 96 L27 98 L13 98 L18.5 96 L18.5 91 C15 91 11 88 10 78Z",
      "#b98a3a",
      GOLD_DARK,
    ),
    part(ellipse(20, 78, 9.5, 2.4), "#7a1f1a"),
    line(both("M13 80 L13 72 M16 79 L16 73", 20), GOLD_DARK, 1.2),
  ],
  bells: () => [
    line("M28 72 C30 82 40 90 50 91 C60 90 70 82 72 72", "#b03a2a", 2),
    ...[
      [31, 80],
      [40, 88],
      [50, 91],
      [60, 88],
      [69, 80],
    ].flatMap(([x = 0, y = 0]) => [
      edged(ellipse(x, y, 3.8), GOLD, GOLD_DARK),
      line(`M${x - 2.4} ${y + 1.2} L${x + 2.4} ${y + 1.2}`, GOLD_DARK, 0.9),
    ]),
  ],
  gourd: () => [
    edged(
      "M20 70 C15 70 14 76 17 79 C9 82 8 98 20 98 C32 98 31 82 23 79 C26 76 25 70 20 70Z",
      "#c98a3a",
      "#6a4214",
      1.2,
    ),
    line("M15 79 C18 81 22 81 25 79", "#a32a1e", 2.4),
    line("M20 70 L21 64", "#4a5a2a", 2),
  ],
};

function dress(traits: Traits, colours: Palette): Part[] {
  const { accent, dress: kind, skin } = traits;
  const { main, dark, light } = colours;
  const body = "M10 100 C11 85 22 77 40 72 L60 72 C78 77 89 85 90 100Z";
  const neck = edged(
    "M42 58 L58 58 L59 75 C54 80 46 80 41 75Z",
    SKINS[skin].base,
    SKINS[skin].shade,
  );
  const shadow = part("M42 64 C46 70 54 70 58 64 L58 68 C54 74 46 74 42 68Z", SKINS[skin].shade, {
    opacity: 0.5,
  });
  const lapels = [
    edged("M36 73 L42 70 L57 100 L46 100Z", CLOTH, "#8f8672"),
    edged("M64 73 L58 70 L43 100 L54 100Z", CLOTH, "#8f8672"),
    edged("M34 74 L38 72 L52 100 L42 100Z", accent),
    edged("M66 74 L62 72 L44 100 L56 100Z", accent),
  ];
  if (kind === "armour") {
    const rows = [80, 86, 92, 98].flatMap((y, row) =>
      Array.from({ length: 9 }, (_, i) => {
        const x = 22 + 7 * i + (row % 2) * 3.5;
        return `M${x - 3.5} ${y} Q${x} ${y + 6} ${x + 3.5} ${y}`;
      }),
    );
    return [
      edged(body, main),
      line(rows.join(" "), light, 0.9, { opacity: 0.55 }),
      neck,
      shadow,
      edged("M36 70 C42 76 58 76 64 70 L67 79 C57 87 43 87 33 79Z", accent),
      edged(pair(ellipse(21, 88, 12, 9.5)), GOLD, GOLD_DARK, 1.2),
      edged(pair(ellipse(21, 88, 7.5, 6)), main, GOLD_DARK),
      part(pair(ellipse(21, 88, 2.6)), light),
    ];
  }
  if (kind === "fur") {
    const tufts = Array.from({ length: 9 }, (_, i) => {
      const a = (i / 8) * Math.PI;
      return ellipse(50 - 31 * Math.cos(a), 80 - 5 * Math.sin(a) + Math.abs(i - 4) * 2, 7.5, 6.5);
    });
    return [edged(body, main), neck, shadow, edged(tufts.join(" "), accent, "#6a5a44", 0.9)];
  }
  if (kind === "bare") {
    const { base, shade } = SKINS[skin];
    return [
      edged(body, base, shade, 1.2),
      neck,
      shadow,
      line("M50 84 L50 100 M34 86 C40 92 46 92 50 88 C54 92 60 92 66 86", shade, 1.4),
      edged("M60 72 C78 77 89 85 90 100 L70 100 C72 88 68 80 58 75Z", main),
      line("M62 74 C72 82 74 90 73 100", accent, 2.4),
    ];
  }
  if (kind === "gown") {
    return [
      edged("M16 100 C18 86 30 78 42 74 L58 74 C70 78 82 86 84 100Z", main),
      edged("M42 60 L58 60 L58 74 L50 94 L42 74Z", SKINS[skin].base, SKINS[skin].shade),
      shadow,
      edged(pair("M41 72 L46 70 L51 96 L47 100 L41 100 L36 76Z"), accent),
      line(pair("M42 73 L50 95"), light, 1.3),
      line(pair("M25 84 C23 90 23 95 24 100"), light, 1.2, { opacity: 0.7 }),
    ];
  }
  return [
    edged(body, main),
    line(pair("M20 86 C18 92 18 96 19 100 M29 80 C27 88 27 94 28 100"), dark, 1.3),
    neck,
    shadow,
    ...lapels,
  ];
}

function face({ skin, woman, eyes, hair }: Traits, name: string): Part[] {
  const { base, shade } = SKINS[skin];
  const wide = woman ? 0.94 : 0.96 + 0.1 * chance(name, 1);
  const slim = (path: string) => mapPath(path, (x, y) => [AXIS + (x - AXIS) * wide, y]);
  const jaw = woman
    ? "M34 40 C33 56 42 69 50 69 C58 69 67 56 66 40 C66 25 34 25 34 40Z"
    : "M33 40 C32 56 39 69 50 69 C61 69 68 56 67 40 C67 24 33 24 33 40Z";
  const brow =
    eyes === "fierce"
      ? "M35.5 38.5 Q42 40 48 43.6"
      : eyes === "narrow"
        ? "M36 40.5 Q42 38.6 48 41.6"
        : "M36.5 42 Q42 38.4 47.5 41.2";
  const open = woman
    ? "M37.5 47.5 Q42.5 42.6 47.5 47.2 Q42.5 50.2 37.5 47.5Z"
    : "M38 47.2 Q42.5 43.4 47 47.4 Q42.5 49.8 38 47.2Z";
  const slit = "M37.6 47 Q42.5 45 47.4 47.8 Q42.5 49 37.6 47Z";
  const look: Part[] =
    eyes === "shut"
      ? [line(pair("M38 47 Q42.5 49.8 47 47"), INK, 1.5)]
      : [
          part(pair(eyes === "narrow" ? slit : open), "#fffaf2", { stroke: INK, width: 0.9 }),
          part(
            pair(ellipse(42.8, 47.1, eyes === "narrow" ? 1.5 : 2, eyes === "narrow" ? 1.3 : 2.1)),
            INK,
          ),
          line(
            pair(woman ? "M36.8 46.6 Q42 42 47.6 46.8" : "M37.6 46.4 Q42.5 43 47.2 46.8"),
            INK,
            1.3,
          ),
        ];
  const patch: Part[] =
    eyes === "patch"
      ? [line("M33 36 L67 52", INK, 1.6), edged(ellipse(57.5, 47.2, 5.6, 5), "#1c1715", "#000000")]
      : [];
  return [
    edged(pair(ellipse(33.2, 48, 3, 5)), base, shade),
    edged(slim(jaw), base, shade, 1.2),
    ...(woman ? [part(pair(ellipse(40, 55, 4, 2.6)), "#e58f7a", { opacity: 0.45 })] : []),
    ...look,
    line(pair(brow), hair, woman ? 1.5 : eyes === "fierce" ? 2.9 : 2.2),
    line("M50 46 C49.4 51 47.4 55 49 56.4 L52 56.2", shade, 1.3),
    ...(skin === "old" ? [line(pair("M37 52 Q40 54 43 53 M38 34 Q44 32 49 34"), shade, 0.9)] : []),
    ...patch,
  ];
}

const MOUSTACHE = "M50 58.4 C46 56.6 41.5 58.4 38.4 62.8 C43.4 62.2 47.4 61.4 50 60Z";

function beard(kind: Beard, hair: string): Part[] {
  const grown = (path: string) => edged(path, hair, INK, 0.8);
  const moustache = grown(pair(MOUSTACHE));
  const drooping = grown(pair("M49.5 58.2 C43 56.8 38.6 64 37.6 82 C42.4 75 45 66 49.5 60.6Z"));
  const chin = (low: number) =>
    grown(
      `M45.8 64.6 C46 73 48 ${low - 5} 50 ${low} C52 ${low - 5} 54 73 54.2 64.6 C51.5 66 48.5 66 45.8 64.6Z`,
    );
  switch (kind) {
    case "none":
      return [];
    case "moustache":
      return [moustache];
    case "goatee":
      return [chin(80), moustache];
    case "strands":
      return [chin(92), drooping];
    case "sage":
      return [chin(97), moustache, line(pair("M35 41 C32 44 31 50 31.5 56"), hair, 1.8)];
    case "long":
      return [
        grown(
          "M34 52 C33 74 39 93 50 100 C61 93 67 74 66 52 C62 60 56 59.4 50 59.4 C44 59.4 38 60 34 52Z",
        ),
        line(pair("M41 66 C41 78 43 88 46 94 M46 66 C46 80 47 88 49 96"), "#5a4a44", 0.9),
        moustache,
      ];
    case "full":
      return [
        grown(
          "M33.4 48 C32.6 66 39 80 50 82 C61 80 67.4 66 66.6 48 C63.6 58.4 57 58.6 50 58.8 C43 58.6 36.4 58.4 33.4 48Z",
        ),
        moustache,
      ];
    case "bristle": {
      const spikes = [
        [33, 45],
        [24, 50],
        [31, 54],
        [22, 61],
        [31, 63],
        [25, 73],
        [35, 71],
        [34, 83],
        [42, 76],
        [45, 88],
        [50, 78],
        [55, 88],
        [58, 76],
        [66, 83],
        [65, 71],
        [75, 73],
        [69, 63],
        [78, 61],
        [69, 54],
        [76, 50],
        [67, 45],
        [62, 58],
        [50, 58.6],
        [38, 58],
      ];
      return [grown(`M${spikes.map((at) => at.join(" ")).join(" L")}Z`), moustache];
    }
    case "short":
      return [
        grown(
          "M34.6 54 C36 66 42.6 72 50 72.6 C57.4 72 64 66 65.4 54 C61.6 62 56 61 50 61.2 C44 61 38.4 62 34.6 54Z",
        ),
        moustache,
      ];
  }
}

function mouth({ woman, beard: kind, eyes }: Traits): Part {
  if (woman) {
    return part("M45.4 60.6 Q48 58.6 50 60 Q52 58.6 54.6 60.6 Q50 64.6 45.4 60.6Z", "#c23a44");
  }
  const path =
    eyes === "fierce" && kind !== "none"
      ? "M45.6 62.6 Q50 65.4 54.4 62.6 Q50 63.4 45.6 62.6Z"
      : "M45.6 62 Q50 64.2 54.4 62";
  return line(path, "#8a3a2c", 1.8);
}

const CROP =
  "M32.6 46 C29 26 38 19.5 50 19.5 C62 19.5 71 26 67.4 46 C66.4 37 62 32.6 56 31.4 C52 33 48 33 44 31.4 C38 32.6 33.6 37 32.6 46Z";
const PARTED =
  "M32.6 48 C29 28 40 21 50 23 C60 21 71 28 67.4 48 C66.6 38 59 34 50 28.6 C41 34 33.4 38 32.6 48Z";

/** Hair that falls behind the shoulders. */
const fall = (low: number, hair: string): Part =>
  edged(
    `M28 44 C24 14 76 14 72 44 C75 60 78 ${low - 10} 74 ${low} L26 ${low} C22 ${low - 10} 25 60 28 44Z`,
    hair,
  );

/** A metal helmet's bowl and its guards for the cheeks. */
const helmet = (metal: string): Part[] => [
  edged(pair("M32 38 C29 50 30 60 35.6 68 L39 60 C35.6 54 34.6 46 36 38Z"), metal, INK),
  edged("M30 41 C27 20 38 12 50 12 C62 12 73 20 70 41 C62 32 38 32 30 41Z", metal, INK, 1.2),
  edged("M29.4 42 C37 31.6 63 31.6 70.6 42 L70 36.4 C62 27.6 38 27.6 30 36.4Z", GOLD, GOLD_DARK),
  part(ellipse(50, 31.6, 3), "#b8312a", { stroke: GOLD_DARK, width: 0.8 }),
  line("M50 13 L50 27", GOLD, 1.6),
];

const feather = (path: string): Part[] => [
  line(path, "#3a2414", 4.6),
  line(path, "#b5783a", 3),
  line(path, "#f0d9a0", 0.9),
];

const coronet = (jewel: string): Part[] => [
  line("M33 21 L67 21", GOLD_DARK, 2.4),
  edged("M40 24 C40 14 41 9 50 4 C59 9 60 14 60 24 C54 21.6 46 21.6 40 24Z", GOLD, GOLD_DARK),
  part(ellipse(50, 16, 3, 3.8), jewel, { stroke: GOLD_DARK, width: 0.8 }),
];

function headgear(head: Head, hair: string, accent: string): Part[] {
  const crop = edged(CROP, hair);
  switch (head) {
    case "topknot":
      return [
        edged(ellipse(50, 15, 7.5, 7), hair),
        crop,
        edged(box(42.6, 18.4, 14.8, 4.4), accent, INK),
        line("M36 20.6 L64 20.6", GOLD, 1.8),
      ];
    case "coronet":
      return [crop, ...coronet(accent)];
    case "mian":
      return [
        crop,
        edged("M35 31 L37 14 L63 14 L65 31 C58 27 42 27 35 31Z", accent),
        edged("M22 8 L78 8 L82 14.6 L18 14.6Z", "#1e1a24", GOLD_DARK, 1.4),
        ...[24, 31, 38, 62, 69, 76].map((x) => line(`M${x} 15 L${x} 33`, "#f0e2b8", 0.8)),
        part(
          [24, 31, 38, 62, 69, 76]
            .flatMap((x) => [19, 25, 31].map((y) => ellipse(x, y, 1.5)))
            .join(" "),
          "#e8dcc0",
          { stroke: "#8a6a34", width: 0.5 },
        ),
        line("M30 22 L70 22", GOLD, 1.6),
      ];
    case "helmet":
      return [edged("M47.4 12 L50 1 L52.6 12Z", GOLD, GOLD_DARK), ...helmet(accent)];
    case "plumed":
      return [
        edged(
          "M50 6 C58 -4 72 0 78 12 C82 22 80 30 77 36 C75 24 64 14 50 13Z",
          "#c92f26",
          "#6a120d",
        ),
        ...helmet(accent),
        edged("M46.6 13 L50 3 L53.4 13Z", GOLD, GOLD_DARK),
      ];
    case "pheasant":
      return [
        ...feather("M45 15 C38 -6 20 -2 6 22"),
        ...feather("M55 15 C62 -6 80 -2 94 22"),
        crop,
        edged("M31 40 C37 29 63 29 69 40 L68 31 C60 23 40 23 32 31Z", GOLD, GOLD_DARK),
        ...coronet(accent),
      ];
    case "scarf":
      return [
        edged("M66 32 C76 40 78 54 75 66 L69 64 C71 52 69 44 63 38Z", accent, "#6f6a60"),
        edged(
          "M31.4 38 C29 18 38 8 50 7 C62 8 71 18 68.6 38 C60 30 40 30 31.4 38Z",
          accent,
          "#6f6a60",
          1.2,
        ),
        line(
          pair("M43 9.6 C41 18 41 24 42 31 M36 15 C34 22 34 28 34.6 34") + " M50 7.4 L50 31",
          "#8f8672",
          1,
        ),
        edged("M30.6 40 C37 29.6 63 29.6 69.4 40 L69 34 C61 25.6 39 25.6 31 34Z", "#3f5f6a", INK),
        part(box(47, 26, 6, 6.4), "#bfe0d0", { stroke: INK, width: 0.8 }),
      ];
    case "cap":
      return [
        edged("M67 28 C80 36 82 54 77 68 L70 64 C74 52 72 42 64 36Z", accent),
        edged(
          "M29.6 40 C22 20 36 6 52 7 C70 8 78 22 70.4 40 C61 29.4 39 29.4 29.6 40Z",
          accent,
          INK,
          1.2,
        ),
        edged("M29.4 41 C37 30 63 30 70.6 41 L70 35 C61 25.6 39 25.6 30 35Z", GOLD, GOLD_DARK),
        part(ellipse(50, 25, 4, 4.6), "#d64a3a", { stroke: GOLD_DARK, width: 1 }),
      ];
    case "official":
      return [
        crop,
        edged("M33 34 L36.6 13 L50 6 L63.4 13 L67 34 C58 28 42 28 33 34Z", accent, INK, 1.2),
        line("M50 6 L50 28 M40 12 L38.6 29 M60 12 L61.4 29", "#ffffff", 0.9, { opacity: 0.4 }),
        line("M32 35 C40 28 60 28 68 35", GOLD, 2),
      ];
    case "turban":
      return [
        edged("M67 32 C76 34 81 42 80 52 L75 48 C74 42 71 39 66 38Z", accent),
        crop,
        edged("M30.6 40 C38 29.6 62 29.6 69.4 40 L68.6 29 C60 19 40 19 31.4 29Z", accent, INK, 1.1),
        line("M33 33 C42 24 58 24 67 33", "#ffffff", 0.9, { opacity: 0.5 }),
        edged(ellipse(68.4, 34, 3.4), accent),
      ];
    case "horns":
      return [
        edged(pair("M34 26 C22 24 16 14 19 4 C24 12 32 14 39 17Z"), "#efe2c0", "#6a5432"),
        edged("M30 40 C28 18 40 12 50 12 C60 12 72 18 70 40 C62 31 38 31 30 40Z", "#6a4424"),
        edged(
          Array.from({ length: 8 }, (_, i) =>
            ellipse(30.5 + 5.6 * i, 37 - 5 * Math.sin(((i + 0.2) / 7.4) * Math.PI), 4.2, 4.6),
          ).join(" "),
          accent,
          "#6a4424",
          0.8,
        ),
      ];
    case "wild": {
      const locks = [
        [30, 50],
        [22, 44],
        [29, 38],
        [20, 28],
        [30, 27],
        [28, 14],
        [38, 19],
        [44, 7],
        [50, 16],
        [58, 6],
        [62, 18],
        [73, 13],
        [70, 26],
        [80, 29],
        [71, 38],
        [78, 45],
        [70, 50],
        [66, 36],
        [56, 31],
        [44, 31],
        [34, 36],
      ];
      return [
        edged(`M${locks.map((at) => at.join(" ")).join(" L")}Z`, hair),
        line("M32.4 35.4 C40 28.6 60 28.6 67.6 35.4", accent, 3),
      ];
    }
    case "taoist":
      return [
        edged(CROP, hair),
        edged("M33.6 31 L37 11 L63 11 L66.4 31 C58 26.6 42 26.6 33.6 31Z", "#22202a", INK, 1.2),
        edged("M36 12 L50 5 L64 12 L50 16Z", accent),
        part(ellipse(50, 23, 3.2), "#bfe0d0", { stroke: INK, width: 0.8 }),
      ];
    case "hood":
      return [
        edged(
          "M27 74 C22 40 26 8 50 7 C74 8 78 40 73 74 C70 64 69 54 67.4 44 C66 30 58 26 50 26 C42 26 34 30 32.6 44 C31 54 30 64 27 74Z",
          accent,
          INK,
          1.2,
        ),
        line("M33.6 42 C35 30 42 27.4 50 27.4 C58 27.4 65 30 66.4 42", GOLD, 1.4),
      ];
    case "buns":
      return [
        edged(pair(ellipse(33, 19, 8.5, 8)), hair),
        edged(PARTED, hair),
        line(pair("M28 25 C32 27 36 26.4 39 23.6"), accent, 3),
        part(pair(star(30, 14, 4.6, 5, 0.5)), accent),
      ];
    case "phoenix":
      return [
        edged("M38 22 C36 4 64 4 62 22Z", hair),
        edged(PARTED, hair),
        edged(
          "M33 27 C38 18 44 20 50 9 C56 20 62 18 67 27 C58 22.6 42 22.6 33 27Z",
          GOLD,
          GOLD_DARK,
        ),
        part(ellipse(50, 19, 2.8, 3.4), accent, { stroke: GOLD_DARK, width: 0.7 }),
        ...[-1, 1].map((way) => line(`M${50 + 17 * way} 26 L${50 + 19 * way} 42`, GOLD, 1)),
        part(pair(ellipse(31, 43, 2, 2.6)), accent, { stroke: GOLD_DARK, width: 0.6 }),
      ];
    case "blossom": {
      const petals = [0, 72, 144, 216, 288].map((angle) =>
        placed(ellipse(0, -4.4, 3.2, 3.8), 65, 22, 1, angle),
      );
      return [
        edged("M36 20 C30 2 58 -2 62 14 C62 18 60 22 56 23Z", hair),
        edged(PARTED, hair),
        line("M38 15 C44 19 52 19 59 14", accent, 2),
        part(petals.join(" "), accent, { stroke: "#8a3a52", width: 0.8 }),
        part(ellipse(65, 22, 2.4), GOLD),
        line("M66 27 L68 40", GOLD, 0.9),
        part([31, 36, 41].map((y) => ellipse(66.4 + (y - 27) * 0.12, y, 1.5)).join(" "), accent),
      ];
    }
    case "ponytail":
      return [
        edged("M56 16 C74 2 86 18 84 40 C82 54 76 62 72 66 C76 50 74 34 60 25Z", hair),
        edged(PARTED, hair),
        edged("M31.4 38 C39 28 61 28 68.6 38 L68 32.4 C60 23.4 40 23.4 32 32.4Z", accent),
        part(star(50, 28.4, 4.4, 4, 0.5), GOLD),
        line("M58 19 L64 24", accent, 3.4),
      ];
    case "matron":
      return [
        edged(ellipse(50, 15, 13, 9), hair),
        edged(PARTED, hair),
        line("M36 17 L64 13", GOLD, 2.2),
        edged("M32 38 C40 28 60 28 68 38 L67.4 33 C59 24.6 41 24.6 32.6 33Z", accent),
        part(ellipse(50, 28.6, 2.8), "#bfe0d0", { stroke: INK, width: 0.6 }),
      ];
  }
}

function compose(name: string, traits: Traits): Drawing {
  const colours = PALETTES[traits.kingdom];
  const { hair, held, head, accent, woman } = traits;
  // A fan of feathers for men of letters; ladies hold it as well.
  const behind = BEHIND[held]?.() ?? [];
  // Left-handed where chance has it: two of the same arms do not look alike side by side.
  const mirrored = chance(name, 2) < 0.4 && held !== "banner";
  const aside = mirrored ? behind.map((own) => ({ ...own, path: flip(own.path, AXIS) })) : behind;
  return {
    width: SIZE,
    height: SIZE,
    parts: [
      ...ground(traits, colours),
      ...aside,
      ...(woman ? [fall(head === "matron" ? 72 : 88, hair)] : []),
      ...(head === "wild" || head === "pheasant" ? [fall(80, hair)] : []),
      ...dress(traits, colours),
      ...face(traits, name),
      ...beard(traits.beard, hair),
      mouth(traits),
      ...headgear(head, hair, accent),
      ...(BEFORE[held]?.() ?? []),
    ],
    seal: traits.seal,
  };
}

const made = new Map<string, Drawing>();

/** The portrait of a general, by its Chinese name; null for one that is not known. */
export function portraitOf(name: string): Drawing | null {
  const known = made.get(name);
  if (known) return known;
  const traits = GENERALS.get(name);
  if (!traits) return null;
  const drawing = compose(name, traits);
  made.set(name, drawing);
  return drawing;
}
