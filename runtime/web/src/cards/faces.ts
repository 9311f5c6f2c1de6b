import { CanvasTexture, LinearFilter, LinearMipmapLinearFilter, SRGBColorSpace } from "three";
import type { LocalText } from "../wire.generated";
import { drawsInSoftware } from "../render/context";
import { anisotropy } from "../render/quality";
import type { Look } from "../world/looks";
import { textLanguage } from "../i18n/language";
import { KAI, SANS, SERIF, fitColumn, fitText } from "./card_text";
import { draw, star, type Drawing } from "./drawing";
import { drawBack, drawJoker, drawStandard, HIGH, WIDE } from "./standard_faces";
import { drawSuit, SUITS, type Suit } from "./suits";

/** The third line of a glyph that marks a card with a name. */
const NAMED = "*";
/** Glyphs of the jokers. */
const SMALL_JOKER = "小\n王";
const BIG_JOKER = "大\n王";

/** The rectangle of a face in the texture, in texture coordinates. */
export type FaceSlot = readonly [u: number, v: number, width: number, height: number];

/** The content of a card's glyph: rank and suit, or a few words. */
export interface FaceText {
  rank: string;
  suit: Suit | null;
  /** The card also has a name: that of its block. */
  named?: true;
}

/** The emblem of a card, by its Chinese name; null if it has none. */
export type Emblems = (name: string) => Drawing | null;

/** Pixels per unit of a face where the texture has room: sharp at two device pixels per pixel. */
const SHARP = 1.3;
/** Longest side of the texture in pixels. */
const LONGEST = 4096;

/** Parses a card's glyph. Rank and suit may stand in any order. */
export function readFace(glyph: string): FaceText {
  const suit = SUITS.find((sign) => glyph.includes(sign)) ?? null;
  const [rank, , named] = glyph.split("\n");
  if (rank !== undefined && named === NAMED) return { rank, suit, named: true };
  const rest = suit ? glyph.replace(suit, "") : glyph;
  return { rank: rest.replace(/\n/g, suit ? "" : "\n").trim(), suit };
}

/** The character typed for the rank of a card; empty for a card without rank. */
export function rankOf(glyph: string): string {
  const { rank, suit, named } = readFace(glyph);
  if (named) return "";
  if (rank === SMALL_JOKER) return "B";
  if (rank === BIG_JOKER) return "R";
  return suit ? (rank === "10" ? "T" : rank) : "";
}

/** The name of a card without its suit and number, which end the name of its block. */
export const bareName = (name: string): string => name.replace(/ [^ ]+$/, "");

const css = (colour: number): string => `#${colour.toString(16).padStart(6, "0")}`;

/** How many faces stand beside each other, so that the texture is about as wide as high. */
const columnsFor = (faces: number): number =>
  Math.max(1, Math.ceil(Math.sqrt((faces * HIGH) / WIDE)));

/** A texture with the faces and backs of all cards of a map. */
export class FaceAtlas {
  readonly texture: CanvasTexture;
  private readonly context: CanvasRenderingContext2D;
  private readonly slots = new Map<string, FaceSlot>();
  private readonly columns: number;
  private readonly rows: number;
  private readonly scale: number;

  /** `expected` faces determine the size of the texture. */
  constructor(
    expected: number,
    private readonly emblems: Emblems = () => null,
  ) {
    this.columns = columnsFor(expected);
    this.rows = Math.max(1, Math.ceil(expected / this.columns));
    const fits = LONGEST / Math.max(this.rows * HIGH, this.columns * WIDE);
    this.scale = Math.min(fits, drawsInSoftware() ? 0.75 : SHARP);
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(this.columns * WIDE * this.scale);
    canvas.height = Math.ceil(this.rows * HIGH * this.scale);
    const context = canvas.getContext("2d");
    if (!context) throw new Error("this browser has no 2D canvas");
    this.context = context;
    this.texture = new CanvasTexture(canvas);
    this.texture.colorSpace = SRGBColorSpace;
    this.texture.minFilter = drawsInSoftware() ? LinearFilter : LinearMipmapLinearFilter;
    this.texture.generateMipmaps = !drawsInSoftware();
    this.texture.magFilter = LinearFilter;
    this.texture.anisotropy = anisotropy();
  }

  /** The rectangle of a card's face. A new face is drawn at once. */
  slot(look: Look): FaceSlot {
    const key = `${look.glyph?.endsWith(NAMED) ? look.id : (look.glyph ?? "")}|${look.colour}|${look.glyphColour}`;
    const known = this.slots.get(key);
    if (known) return known;
    const { context, scale, columns, rows } = this;
    const index = Math.min(this.slots.size, columns * rows - 1);
    const [column, row] = [index % columns, Math.floor(index / columns)];
    context.save();
    context.setTransform(scale, 0, 0, scale, column * WIDE * scale, row * HIGH * scale);
    context.beginPath();
    context.rect(0, 0, WIDE, HIGH);
    context.clip();
    drawFace(context, look, this.emblems);
    context.restore();
    const slot: FaceSlot = [column / columns, 1 - (row + 1) / rows, 1 / columns, 1 / rows];
    this.slots.set(key, slot);
    this.texture.needsUpdate = true;
    return slot;
  }
}

/** Draws the face of a card, or the back of a card without glyph, in a field of WIDE by HIGH units. */
export function drawFace(
  context: CanvasRenderingContext2D,
  { glyph, colour, glyphColour, name }: Pick<Look, "glyph" | "colour" | "glyphColour" | "name">,
  emblems: Emblems,
): void {
  const ink = css(glyphColour);
  context.fillStyle = css(colour);
  context.fillRect(0, 0, WIDE, HIGH);
  if (!glyph) {
    drawBack(context, css(colour), ink);
    return;
  }
  const { rank, suit, named } = readFace(glyph);
  context.fillStyle = ink;
  context.strokeStyle = ink;
  if (named) drawNamed(context, rank, suit, name, ink, emblems(bareName(name.zh)));
  else if (suit) drawStandard(context, rank, suit, ink);
  else if (rank === SMALL_JOKER || rank === BIG_JOKER) {
    const title = textLanguage() === "zh" ? rank.replace("\n", "") : "JOKER";
    drawJoker(context, title, rank === BIG_JOKER, ink);
  } else drawWords(context, rank);
}

/**
 * A card with a name: rank, suit and name along the left edge, which stays visible, and its emblem,
 * or its name large.
 */
function drawNamed(
  context: CanvasRenderingContext2D,
  rank: string,
  suit: Suit | null,
  name: LocalText,
  ink: string,
  emblem: Drawing | null,
): void {
  const title = bareName(name[textLanguage()]);
  const letters = [...title];
  const chinese = textLanguage() === "zh";
  fitText(context, rank, 32, 42, 54, 48, SANS);
  if (suit) drawSuit(context, suit, 32, 92, 38);
  context.fillStyle = ink;
  context.globalAlpha = 0.06;
  context.fillRect(7, 7, 51, HIGH - 14);
  context.globalAlpha = 1;
  context.fillStyle = "#241a12";
  if (chinese) fitColumn(context, letters, 32, 205, Math.min(36, 164 / letters.length));
  else {
    context.save();
    context.translate(32, 204);
    context.rotate(-Math.PI / 2);
    fitText(context, title, 0, 0, 30, 166, SERIF);
    context.restore();
  }
  if (emblem) {
    draw(context, emblem, 132, 174, 138);
    context.fillStyle = "#241a12";
    if (chinese) fitText(context, title, 132, 54, 52, 136, KAI);
    else {
      const lines = halves(title);
      const size = lines.length > 1 ? 29 : 36;
      lines.forEach((line, i) => {
        fitText(context, line, 132, 56 + (i - (lines.length - 1) / 2) * 36, size, 136, SERIF);
      });
    }
  } else drawTitle(context, title, chinese);
  context.fillStyle = ink;
  context.strokeStyle = ink;
  context.globalAlpha = 0.35;
  context.lineWidth = 3;
  context.strokeRect(7, 7, WIDE - 14, HIGH - 14);
  context.globalAlpha = 1;
}

/** A title of several words, broken into two lines of about one length. */
function halves(title: string): string[] {
  const gaps = [...title.matchAll(/ /g)].map(({ index }) => index);
  if (title.length < 12 || gaps.length === 0) return [title];
  const middle = title.length / 2;
  const [at = 0] = gaps.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return [title.slice(0, at), title.slice(at + 1)];
}

/** The name of a card without emblem, as large as it fits. */
function drawTitle(context: CanvasRenderingContext2D, title: string, chinese: boolean): void {
  if (chinese) {
    const letters = [...title];
    const columns = letters.length > 4 ? 2 : 1;
    const each = Math.ceil(letters.length / columns);
    const size = Math.min(columns > 1 ? 64 : 96, 240 / each);
    for (let i = 0; i < columns; i++) {
      const x = columns > 1 ? 168 - 70 * i : 132;
      fitColumn(context, letters.slice(i * each, (i + 1) * each), x, 150, size);
    }
    return;
  }
  const words = title.split(" ").filter((word) => word !== "of");
  const lines = words.length > 3 ? [words.slice(0, 2).join(" "), ...words.slice(2)] : words;
  const size = Math.min(42, 200 / Math.max(2, lines.length));
  lines.forEach((line, i) => {
    const y = 160 + (i - (lines.length - 1) / 2) * size * 1.25;
    fitText(context, line, 132, y, size, 136, SERIF);
  });
}

/** Words along the left edge, and a star instead of a suit. */
function drawWords(context: CanvasRenderingContext2D, words: string): void {
  const letters = [...words.replace(/\n/g, "")];
  const step = Math.min(52, 250 / Math.max(1, letters.length));
  letters.forEach((letter, i) => fitText(context, letter, 32, 44 + i * step, step, 50, SERIF));
  context.save();
  context.lineWidth = 5;
  context.beginPath();
  context.arc(136, 180, 56, 0, 2 * Math.PI);
  context.stroke();
  context.fill(new Path2D(star(136, 180, 48)));
  context.restore();
}
