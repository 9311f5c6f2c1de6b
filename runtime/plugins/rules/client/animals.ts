import type { Label, PieceFamily } from "@page/plugins/piece_sets";

/** A hole in a face, such as an eye: a circle that runs the other way than the outline. */
const eye = (x: number, y: number, r = 4): string => `M${x} ${y - r}a${r} ${r} 0 1 0 .01 0Z`;
/** Both eyes of a face that looks ahead. */
const eyes = (apart: number, y: number, r = 4): string =>
  eye(50 - apart, y, r) + eye(50 + apart, y, r);
/** A disc, filled. */
const dot = (x: number, y: number, r: number): string => `M${x} ${y - r}a${r} ${r} 0 1 1 -.01 0Z`;

/** A rat from the side: round ears, a pointed nose, and a tail that curls over its back. */
const RAT =
  "M6 62C14 50 25 42 36 40C35 30 42 24 50 27C56 29 58 35 55 41C72 42 84 54 84 70L83 78H64" +
  "C66 73 64 69 60 68C61 73 58 78 52 78H26C30 75 32 72 30 70C20 71 10 68 6 62Z" +
  eye(27, 53, 3.4) +
  "M81 66C94 64 97 48 90 38C84 29 71 29 67 20L72 15C76 25 88 24 95 36C100 51 98 70 83 73Z";
/** A cat's face: pointed ears, slit eyes and whiskers. */
const CAT =
  "M22 14L41 29C47 27 53 27 59 29L78 14C82 26 84 37 82 48C85 70 70 86 50 86C30 86 15 70 18 48" +
  "C16 37 18 26 22 14Z" +
  "M28 52C32 58 40 58 45 53C42 44 32 44 28 52Z M72 52C68 44 58 44 55 53C60 58 68 58 72 52Z" +
  "M45 64L50 70L55 64Z M49 70C48 76 42 77 39 74L37 77C41 81 47 80 50 76C53 80 59 81 63 77L61 74" +
  "C58 77 52 76 51 70Z" +
  "M14 56L1 52L1 55L14 59Z M14 64L1 67L2 70L15 67Z M86 56L99 52L99 55L86 59Z M86 64L99 67L98 70L85 67Z";
/** A dog's head: hanging ears and a long muzzle, its tongue out. */
const DOG =
  "M30 24C36 17 64 17 70 24C75 33 74 45 70 54L64 70C61 80 39 80 36 70L30 54C26 45 25 33 30 24Z" +
  eyes(10, 40, 4.2) +
  "M40 58C40 64 45 67 48.5 67V73H51.5V67C55 67 60 64 60 58C56 54 44 54 40 58Z" +
  "M27 25C14 20 6 32 9 48C11 60 18 66 23 62C27 56 23 42 27 25Z" +
  "M73 25C86 20 94 32 91 48C89 60 82 66 77 62C73 56 77 42 73 25Z" +
  "M43 80H57V87C57 96 43 96 43 87Z";
/** A wolf's head: upright ears, ruffled cheeks and a narrow muzzle. */
const WOLF =
  "M16 8L38 26C46 23 54 23 62 26L84 8C87 24 86 36 82 46L92 58L80 60L84 72L68 70L58 90C55 94 45 94 42 90" +
  "L32 70L16 72L20 60L8 58L18 46C14 36 13 24 16 8Z" +
  "M27 43L29 52C33 57 41 57 43 51Z M73 43L57 51C59 57 67 57 71 52Z" +
  "M42 74C42 80 46 83 50 83C54 83 58 80 58 74C55 71 45 71 42 74Z" +
  "M24 21L26 34L33 29Z M76 21L67 29L74 34Z";
/** Spots of a coat: holes, each a little oval. */
const spot = (x: number, y: number): string => `M${x} ${y - 3.6}a4.4 3.6 0 1 0 .01 0Z`;
/** A leopard's face: round ears, and spots on its brow and cheeks. */
const LEOPARD =
  dot(23, 24, 13) +
  dot(77, 24, 13) +
  "M50 16C72 16 88 32 86 52C85 74 70 88 50 88C30 88 15 74 14 52C12 32 28 16 50 16Z" +
  eyes(15, 49, 4.6) +
  "M42 62L50 70L58 62Z M48.5 70V75C45 79 38 78 35 75L33 78C38 83 46 83 50 78C54 83 62 83 67 78L65 75" +
  "C62 78 55 79 51.5 75V70Z" +
  spot(50, 26) +
  spot(37, 29) +
  spot(63, 29) +
  spot(44, 38) +
  spot(56, 38) +
  spot(24, 58) +
  spot(76, 58) +
  spot(27, 69) +
  spot(73, 69);
/** A tiger's face: stripes on its cheeks, and the sign for a king on its brow. */
const TIGER =
  dot(22, 23, 12) +
  dot(78, 23, 12) +
  "M50 13C73 13 89 29 88 51L82 76C72 90 60 92 50 92C40 92 28 90 18 76L12 51C11 29 27 13 50 13Z" +
  "M37 19V23H47.500V27H39V31H47.500V35H36V39H64V35H52.500V31H61V27H52.500V23H63V19Z" +
  "M24 50C29 57 38 57 43 52C40 44 29 43 24 50Z M76 50C71 43 60 44 57 52C62 57 71 57 76 50Z" +
  "M41 64L50 73L59 64Z M48.5 73V78C44 83 36 81 33 77L31 80C36 87 46 87 50 82C54 87 64 87 69 80L67 77" +
  "C64 81 56 83 51.5 78V73Z" +
  "M15 57L17 62L27 60Z M17 68L21 73L29 67Z M85 57L73 60L83 62Z M83 68L71 67L79 73Z";
/** A lion's face in its mane, whose locks are a ring of points. */
const LION = (() => {
  const locks = 14;
  const at = (r: number, k: number): string => {
    const angle = (2 * Math.PI * k) / (2 * locks);
    return `${(50 + r * Math.sin(angle)).toFixed(1)} ${(50 - r * Math.cos(angle)).toFixed(1)}`;
  };
  const points = Array.from({ length: 2 * locks }, (_, k) => at(k % 2 ? 40 : 48.5, k));
  return (
    `M${points.join("L")}Z` +
    // The gap between mane and face, and the face within it.
    "M50 20C30 20 21 35 23 52C25 70 36 81 50 81C64 81 75 70 77 52C79 35 70 20 50 20Z" +
    "M50 24C68 24 74 37 73 52C71 68 62 77 50 77C38 77 29 68 27 52C26 37 32 24 50 24Z" +
    eyes(11, 44, 4.2) +
    "M42 56L50 64L58 56Z M48.5 62V66C45 70 39 69 36 66L34 68C38 73 46 73 50 69C54 73 62 73 66 68" +
    "L64 66C61 69 55 70 51.5 66V62Z"
  );
})();
/** An elephant from the front: great ears, a tusk, and a trunk that curls at its end. */
const ELEPHANT =
  "M33 26C38 14 62 14 67 26C71 38 67 50 62 57C60 66 60 76 66 79C71 81 74 77 73 72L82 71" +
  "C85 84 76 92 65 90C51 87 47 76 46 66C44 62 41 60 38 57C33 50 29 38 33 26Z" +
  eyes(9, 40, 3.6) +
  "M27 19C12 11 1 26 4 45C7 61 22 66 31 58C23 48 22 34 27 19Z" +
  "M73 19C88 11 99 26 96 45C93 61 78 66 69 58C77 48 78 34 73 19Z" +
  "M36 63C34 72 29 78 22 80C30 84 40 78 42 67Z";

const DRAWN: Record<string, Label> = {
  鼠: { path: RAT },
  猫: { path: CAT },
  狗: { path: DOG },
  狼: { path: WOLF },
  豹: { path: LEOPARD },
  虎: { path: TIGER },
  狮: { path: LION },
  象: { path: ELEPHANT },
};

/** The animals of Dou Shou Qi: drawn, or as characters. */
export const ANIMALS: PieceFamily = {
  id: "animals",
  name: { zh: "斗兽棋棋子", en: "Jungle pieces" },
  glyphs: Object.keys(DRAWN),
  samples: ["象", "狮", "鼠"],
  sets: [
    { id: "pictures", name: { zh: "图画", en: "Pictures" }, labels: DRAWN },
    { id: "characters", name: { zh: "汉字", en: "Characters" }, labels: {} },
  ],
};
