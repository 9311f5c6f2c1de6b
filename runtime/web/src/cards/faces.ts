import { CanvasTexture, LinearFilter, LinearMipmapLinearFilter, SRGBColorSpace } from "three";
import type { LocalText } from "../wire.generated";
import { drawsInSoftware } from "../render/context";
import { anisotropy } from "../render/quality";
import type { Look } from "../world/looks";
import { textLanguage } from "../i18n/language";
import { drawSuit, SUITS, type Suit } from "./suits";

/** The third line of a glyph that marks a card with a name. */
const NAMED = "*";

/** The rectangle of a face in the texture, in texture coordinates. */
export type FaceSlot = readonly [u: number, v: number, width: number, height: number];

/** The content of a card's glyph: rank and suit, or a few words. */
export interface FaceText {
  rank: string;
  suit: Suit | null;
  /** The card also has a name: that of its block. */
  named?: true;
}

const WIDE = 210;
const HIGH = 300;
const PER_ROW = 8;
const SERIF = '"Georgia","Times New Roman","Noto Serif CJK SC","Songti SC","SimSun",serif';
const SANS = '"Arial Narrow","Helvetica Neue",Arial,"PingFang SC","Noto Sans CJK SC",sans-serif';

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
  if (rank === "小\n王") return "B";
  if (rank === "大\n王") return "R";
  return suit ? (rank === "10" ? "T" : rank) : "";
}

const css = (colour: number): string => `#${colour.toString(16).padStart(6, "0")}`;

/** A texture with the faces and backs of all cards of a map. */
export class FaceAtlas {
  readonly texture: CanvasTexture;
  private readonly context: CanvasRenderingContext2D;
  private readonly slots = new Map<string, FaceSlot>();
  private readonly rows: number;
  private readonly scale: number;

  /** `expected` faces determine the size of the texture. */
  constructor(expected: number) {
    this.rows = Math.max(1, Math.ceil(expected / PER_ROW));
    const fits = Math.min(1, 4096 / (this.rows * HIGH));
    this.scale = drawsInSoftware() ? Math.min(fits, 0.62) : fits;
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(PER_ROW * WIDE * this.scale);
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
    const index = Math.min(this.slots.size, PER_ROW * this.rows - 1);
    const [column, row] = [index % PER_ROW, Math.floor(index / PER_ROW)];
    const { context, scale } = this;
    context.save();
    context.setTransform(scale, 0, 0, scale, column * WIDE * scale, row * HIGH * scale);
    context.beginPath();
    context.rect(0, 0, WIDE, HIGH);
    context.clip();
    context.fillStyle = css(look.colour);
    context.fillRect(0, 0, WIDE, HIGH);
    if (look.glyph) this.face(readFace(look.glyph), look.name, css(look.glyphColour));
    else this.back(css(look.glyphColour));
    context.restore();
    const slot: FaceSlot = [
      column / PER_ROW,
      1 - (row + 1) / this.rows,
      1 / PER_ROW,
      1 / this.rows,
    ];
    this.slots.set(key, slot);
    this.texture.needsUpdate = true;
    return slot;
  }

  private face({ rank, suit, named }: FaceText, name: LocalText, ink: string): void {
    const { context } = this;
    context.fillStyle = ink;
    context.strokeStyle = ink;
    if (named) {
      // The block's name ends with suit and number, which are drawn apart.
      this.named(rank, suit, name[textLanguage()].replace(/ [^ ]+$/, ""), ink);
      return;
    }
    if (!suit) {
      this.words(rank, ink);
      return;
    }
    // The corner stays visible when the next card covers the rest.
    this.text(rank, 36, 50, 70, 57, SANS);
    drawSuit(context, suit, 36, 112, 47);
    if (/^[JQK]$/.test(rank)) this.court(rank, suit, ink);
    else drawSuit(context, suit, 134, 206, rank === "A" ? 128 : 104);
  }

  /**
   * A card with a name: rank, suit and name along the left edge, which stays visible, and the name
   * large.
   */
  private named(rank: string, suit: Suit | null, name: string, ink: string): void {
    const { context } = this;
    this.text(rank, 32, 42, 54, 50, SANS);
    if (suit) drawSuit(context, suit, 32, 92, 38);
    context.fillStyle = ink;
    context.globalAlpha = 0.06;
    context.fillRect(7, 7, 51, HIGH - 14);
    context.globalAlpha = 1;
    context.fillStyle = "#241a12";
    const letters = [...name];
    if (textLanguage() === "zh") {
      this.column(letters, 32, 210, Math.min(34, 156 / letters.length));
      const columns = letters.length > 4 ? 2 : 1;
      const each = Math.ceil(letters.length / columns);
      const size = Math.min(columns > 1 ? 64 : 96, 240 / each);
      for (let i = 0; i < columns; i++) {
        const x = columns > 1 ? 168 - 70 * i : 132;
        this.column(letters.slice(i * each, (i + 1) * each), x, 150, size);
      }
    } else {
      context.save();
      context.translate(32, 204);
      context.rotate(-Math.PI / 2);
      this.text(name, 0, 0, 30, 160, SERIF);
      context.restore();
      const words = name.split(" ").flatMap((word) => (word === "of" ? [] : [word]));
      const lines = words.length > 3 ? [words.slice(0, 2).join(" "), ...words.slice(2)] : words;
      const size = Math.min(42, 200 / Math.max(2, lines.length));
      lines.forEach((line, i) => {
        const y = 160 + (i - (lines.length - 1) / 2) * size * 1.25;
        this.text(line, 132, y, size, 138, SERIF);
      });
    }
    context.fillStyle = ink;
    context.strokeStyle = ink;
    context.globalAlpha = 0.35;
    context.lineWidth = 3;
    context.strokeRect(7, 7, WIDE - 14, HIGH - 14);
    context.globalAlpha = 1;
  }

  /** Letters below each other, centred at a point. */
  private column(letters: readonly string[], x: number, y: number, size: number): void {
    const top = y - (size * 1.08 * (letters.length - 1)) / 2;
    letters.forEach((letter, i) => this.text(letter, x, top + i * size * 1.08, size, size, SERIF));
  }

  /** A court card: the letter in a frame instead of a picture. */
  private court(rank: string, suit: Suit, ink: string): void {
    const { context } = this;
    context.save();
    context.globalAlpha = 0.1;
    context.fillRect(82, 34, 108, 236);
    context.globalAlpha = 0.75;
    context.lineWidth = 3;
    context.strokeRect(82, 34, 108, 236);
    context.globalAlpha = 1;
    context.fillStyle = ink;
    this.text(rank, 136, 190, 130, 96, SERIF);
    this.crown(136, 92);
    drawSuit(context, suit, 136, 256 - 14, 36);
    context.restore();
  }

  private crown(x: number, y: number): void {
    const { context } = this;
    context.fillStyle = "#c9953f";
    context.beginPath();
    context.moveTo(x - 34, y + 24);
    for (const [dx, dy] of [
      [-38, -16],
      [-18, 4],
      [0, -26],
      [18, 4],
      [38, -16],
      [34, 24],
    ] as const) {
      context.lineTo(x + dx, y + dy);
    }
    context.closePath();
    context.fill();
  }

  /** Words along the left edge, and a star instead of a suit. */
  private words(words: string, ink: string): void {
    const { context } = this;
    const letters = [...words.replace(/\n/g, "")];
    const step = Math.min(56, 250 / Math.max(1, letters.length));
    letters.forEach((letter, i) => this.text(letter, 40, 46 + i * step, step, 60, SERIF));
    context.save();
    context.lineWidth = 5;
    context.beginPath();
    context.arc(136, 196, 58, 0, 2 * Math.PI);
    context.stroke();
    context.fillStyle = ink;
    this.star(136, 196, 50);
    context.restore();
  }

  private star(x: number, y: number, radius: number): void {
    const { context } = this;
    context.beginPath();
    for (let i = 0; i < 10; i++) {
      const [r, a] = [i % 2 ? radius * 0.42 : radius, (i * Math.PI) / 5];
      context.lineTo(x + r * Math.sin(a), y - r * Math.cos(a));
    }
    context.fill();
  }

  private back(ink: string): void {
    const { context } = this;
    context.strokeStyle = ink;
    context.fillStyle = ink;
    context.lineWidth = 5;
    context.strokeRect(15, 15, WIDE - 30, HIGH - 30);
    context.save();
    context.beginPath();
    context.rect(25, 25, WIDE - 50, HIGH - 50);
    context.clip();
    context.globalAlpha = 0.4;
    context.lineWidth = 3;
    for (let at = -HIGH; at < WIDE + HIGH; at += 25) {
      context.beginPath();
      context.moveTo(at, 0);
      context.lineTo(at + HIGH, HIGH);
      context.moveTo(at + HIGH, 0);
      context.lineTo(at, HIGH);
      context.stroke();
    }
    context.restore();
    context.save();
    context.translate(WIDE / 2, HIGH / 2);
    context.rotate(Math.PI / 4);
    context.fillRect(-36, -36, 72, 72);
    context.restore();
    context.fillStyle = "#8e2f2a";
    this.text("方", WIDE / 2, HIGH / 2, 48, 56, SERIF);
  }

  /** Text centred at a point, condensed to a width. */
  private text(
    text: string,
    x: number,
    y: number,
    size: number,
    width: number,
    font: string,
  ): void {
    const { context } = this;
    context.save();
    context.font = `700 ${size}px ${font}`;
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    const box = context.measureText(text);
    context.translate(x, y + (box.actualBoundingBoxAscent - box.actualBoundingBoxDescent) / 2);
    context.scale(Math.min(1, width / Math.max(1, box.width)), 1);
    context.fillText(text, 0, 0);
    context.restore();
  }
}
