import type { Label, PieceFamily } from "@page/plugins/piece_sets";

/** Letters of mainland sets; pieces that are not named are written the same in both scripts. */
const SIMPLIFIED: Record<string, Label> = {
  將: { text: "将" },
  帥: { text: "帅" },
  砲: { text: "炮" },
  傌: { text: "马" },
  馬: { text: "马" },
  俥: { text: "车" },
  車: { text: "车" },
};

/** A crown. */
const GENERAL =
  "M17 72L8 30L31 48L50 16L69 48L92 30L83 72Z M17 78H83V89H17Z " +
  "M50 4a6 6 0 1 1 -.01 0Z M8 18a5.5 5.5 0 1 1 -.01 0Z M92 18a5.5 5.5 0 1 1 -.01 0Z";
/** An official's hat with its two wings. */
const ADVISOR =
  "M31 62V44C31 20 69 20 69 44V62Z M25 68H75V80H25Z " +
  "M4 57C4 47 26 48 26 55V62C18 66 4 66 4 57Z M96 57C96 47 74 48 74 55V62C82 66 96 66 96 57Z";
/** An elephant's head from the front; the eyes are holes. */
const ELEPHANT =
  "M35 26C40 15 60 15 65 26C70 38 66 50 61 58C58 68 59 80 68 80C73 80 74 76 73 72L82 71C85 84 79 91 68 91" +
  "C51 91 46 78 46 66C46 62 42 60 39 57C32 48 30 38 35 26Z " +
  "M41 36a4 4 0 1 0 .01 0Z M59 36a4 4 0 1 0 .01 0Z " +
  "M29 20C12 12 2 28 6 46C10 62 24 66 33 58C25 48 24 34 29 20Z " +
  "M71 20C88 12 98 28 94 46C90 62 76 66 67 58C75 48 76 34 71 20Z";
/** A horse's head and neck; the eye is a hole. */
const HORSE =
  "M28 90H80C84 58 76 30 54 19L47 6L40 20C26 29 19 46 12 58C9 65 17 74 26 69L41 59" +
  "C46 59 51 56 53 51C55 66 32 70 28 90Z M40 33a4 4 0 1 0 .01 0Z";
/** A tower, as the piece that moves so is drawn elsewhere. */
const CHARIOT = "M20 12H35V23H43V12H57V23H65V12H80V36L69 45V69L79 78V90H21V78L31 69V45L20 36Z";
/** A gun on its wheel. */
const CANNON =
  "M13 40C7 48 13 60 24 58L44 47L90 24L80 5L34 29Z " +
  "M46 51a20 20 0 1 1 -.01 0Z M46 63a8 8 0 1 0 .01 0Z M68 66L92 82L88 91L64 80C67 76 68 71 68 66Z";
/** A pawn. */
const SOLDIER =
  "M50 10a17 17 0 1 1 -.01 0Z M39 46H61C62 60 68 68 75 74H25C32 68 38 60 39 46Z M19 79H81V90H19Z";

const drawn = (path: string, ...glyphs: string[]): [string, Label][] =>
  glyphs.map((glyph) => [glyph, { path }]);

const SYMBOLS: Record<string, Label> = Object.fromEntries([
  ...drawn(GENERAL, "將", "帥"),
  ...drawn(ADVISOR, "士", "仕"),
  ...drawn(ELEPHANT, "象", "相"),
  ...drawn(HORSE, "馬", "傌"),
  ...drawn(CHARIOT, "車", "俥"),
  ...drawn(CANNON, "砲", "炮"),
  ...drawn(SOLDIER, "卒", "兵"),
]);

/** The pieces of Xiangqi: characters of both scripts, and symbols for those who read neither. */
const PIECES: PieceFamily = {
  id: "xiangqi",
  name: { zh: "象棋棋子", en: "Xiangqi pieces" },
  glyphs: Object.keys(SYMBOLS),
  samples: ["帥", "馬", "俥"],
  sets: [
    { id: "traditional", name: { zh: "繁体", en: "Traditional" }, labels: {} },
    {
      id: "simplified",
      name: { zh: "简体", en: "Simplified" },
      labels: SIMPLIFIED,
    },
    { id: "symbols", name: { zh: "图形", en: "Symbols" }, labels: SYMBOLS },
  ],
};

export default PIECES;
