import type { LocalText } from "../wire.generated";

/**
 * The looks of tables and boards that a person may choose. Maps give their own colours; a theme
 * stains the wood of the board and of the table, and leaves all else as the map made it. Colours
 * are 0xrrggbb.
 */

/** The look of the table around a board, and of the cloth under cards. */
export interface TableTheme {
  readonly id: TableId;
  readonly name: LocalText;
  /** What becomes of the table's wood; null leaves the map's own. */
  readonly stain: {
    /** Colour of wood of ordinary darkness; lighter and darker wood keeps its distance to it. */
    readonly top: number;
    /** The cloth under cards. */
    readonly cloth: number;
    /** The names of columns and rows, which lie on the table. */
    readonly names: number;
  } | null;
  /** What lies beyond the table, by day and by night. */
  readonly beyond: { readonly day: number; readonly night: number };
}

/** The look of a board. */
export interface BoardTheme {
  readonly id: BoardId;
  readonly name: LocalText;
  /** Lightest and darkest tiles, and the lines; null leaves the map's own. */
  readonly stain: { readonly light: number; readonly dark: number; readonly lines: number } | null;
  /** Whether marks are the pale ones, which show on dark boards. */
  readonly paleMarks: boolean;
}

export type TableId = "own" | "walnut" | "baize" | "slate" | "paper";
export type BoardId = "own" | "maple" | "walnut" | "slate" | "felt" | "paper";

/** The first is the default. */
export const TABLES: readonly TableTheme[] = [
  {
    id: "own",
    name: { zh: "随游戏", en: "As the game has it" },
    stain: null,
    beyond: { day: 0x2a1d13, night: 0x120c08 },
  },
  {
    id: "walnut",
    name: { zh: "胡桃木", en: "Walnut" },
    stain: { top: 0x6b4226, cloth: 0x6b4226, names: 0xe3c592 },
    beyond: { day: 0x2a1d13, night: 0x120c08 },
  },
  {
    id: "baize",
    name: { zh: "绿呢", en: "Green baize" },
    stain: { top: 0x1f5a40, cloth: 0x1e5a41, names: 0xdfe6c4 },
    beyond: { day: 0x12281e, night: 0x08120d },
  },
  {
    id: "slate",
    name: { zh: "青石", en: "Slate" },
    stain: { top: 0x3f4a55, cloth: 0x36434f, names: 0xd3dce4 },
    beyond: { day: 0x1b2229, night: 0x0b0f13 },
  },
  {
    id: "paper",
    name: { zh: "水墨", en: "Ink and paper" },
    stain: { top: 0xd8d0bf, cloth: 0xcfc6b3, names: 0x2b2722 },
    beyond: { day: 0x8d8677, night: 0x1c1a17 },
  },
];

/** The first is the default. */
export const BOARDS: readonly BoardTheme[] = [
  { id: "own", name: { zh: "随游戏", en: "As the game has it" }, stain: null, paleMarks: false },
  {
    id: "maple",
    name: { zh: "枫木", en: "Maple" },
    stain: { light: 0xe9cb98, dark: 0xcb9a5c, lines: 0x4a2a12 },
    paleMarks: false,
  },
  {
    id: "walnut",
    name: { zh: "胡桃木", en: "Walnut" },
    stain: { light: 0x7a4d2b, dark: 0x4a2b17, lines: 0xf0d8ac },
    paleMarks: true,
  },
  {
    id: "slate",
    name: { zh: "青石", en: "Slate" },
    stain: { light: 0x54606b, dark: 0x39434c, lines: 0xe4ebf0 },
    paleMarks: true,
  },
  {
    id: "felt",
    name: { zh: "绿呢", en: "Green felt" },
    stain: { light: 0x2a644a, dark: 0x1a4532, lines: 0xe6e3c0 },
    paleMarks: true,
  },
  {
    id: "paper",
    name: { zh: "宣纸", en: "Rice paper" },
    stain: { light: 0xf0e8d6, dark: 0xc4b99f, lines: 0x2b2722 },
    paleMarks: false,
  },
];

/** The colours of the browser's own bars: of the paper, or of the bar above a board, which is always dark. */
export const BARS = { day: "#f5eddd", night: "#211a14", board: "#17100b" } as const;

export const tableOf = (id: TableId): TableTheme =>
  TABLES.find((theme) => theme.id === id) ?? (TABLES[0] as TableTheme);

export const boardOf = (id: BoardId): BoardTheme =>
  BOARDS.find((theme) => theme.id === id) ?? (BOARDS[0] as BoardTheme);

/** Colours of the marks that say something by their colour. */
export interface MarkColours {
  /** Where the chosen piece may go. */
  readonly target: number;
  readonly capture: number;
  /** The cells of the last move. */
  readonly last: number;
  readonly check: number;
  readonly hint: number;
  readonly planned: number;
  /** A thin edge around marks, so that they stand out from tiles of any colour. */
  readonly edge: number;
}

/**
 * The marks by whether they are pale, and whether they avoid red and green: blue and orange look
 * different to everyone.
 */
export const MARKS: Readonly<
  Record<"ordinary" | "clear", Readonly<Record<"dark" | "pale", MarkColours>>>
> = {
  ordinary: {
    dark: {
      target: 0x0b5a35,
      capture: 0xa31708,
      last: 0x12407a,
      check: 0xa00f08,
      hint: 0x784600,
      planned: 0x3b3f9a,
      edge: 0xfff6dc,
    },
    pale: {
      target: 0x8ff0b6,
      capture: 0xffb0a0,
      last: 0xa9d8ff,
      check: 0xffb0a0,
      hint: 0xffd36a,
      planned: 0xc9c6ff,
      edge: 0x140d08,
    },
  },
  clear: {
    dark: {
      target: 0x0a4f86,
      capture: 0x8a3500,
      last: 0x0a3f73,
      check: 0x8a3500,
      hint: 0x6a4a00,
      planned: 0x3b3f9a,
      edge: 0xfffbe8,
    },
    pale: {
      target: 0x8fd0ff,
      capture: 0xffb670,
      last: 0x9ed6ff,
      check: 0xffb670,
      hint: 0xffe07a,
      planned: 0xc9c6ff,
      edge: 0x0b0d12,
    },
  },
};

/** Relative luminance of a colour, 0 to 1, as WCAG defines it. */
export function luminance(colour: number): number {
  const channel = (shift: number) => {
    const value = ((colour >> shift) & 255) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0);
}

/** Contrast of two colours, 1 to 21, as WCAG defines it. */
export function contrast(one: number, other: number): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return ((light as number) + 0.05) / ((dark as number) + 0.05);
}
