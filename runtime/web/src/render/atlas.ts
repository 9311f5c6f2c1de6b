import { CanvasTexture, LinearFilter, LinearMipmapLinearFilter, NoColorSpace } from "three";
import { anisotropy } from "./quality";

/** Where a text lies in the atlas: low corner and edge length, in texture coordinates. */
export interface Slot {
  u: number;
  v: number;
  size: number;
}

const EDGE = 2048;
const FONT =
  '"Kaiti SC","STKaiti","KaiTi","Noto Serif CJK SC","Noto Serif SC","Songti SC","SimSun",serif';

/** Texts drawn white on black into one texture, each once. */
export class GlyphAtlas {
  readonly texture: CanvasTexture;
  private readonly context: CanvasRenderingContext2D;
  private readonly slots = new Map<string, Slot>();
  private readonly cell: number;
  private readonly perRow: number;

  /** `expected` texts decide how large each is drawn; more still find a place, up to the edge. */
  constructor(expected: number) {
    this.cell = [256, 128, 64].find((cell) => (EDGE / cell) ** 2 >= expected) ?? 64;
    this.perRow = EDGE / this.cell;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = EDGE;
    const context = canvas.getContext("2d", { willReadFrequently: false });
    if (!context) throw new Error("this browser has no 2D canvas");
    this.context = context;
    context.fillStyle = "#000";
    context.fillRect(0, 0, EDGE, EDGE);
    this.texture = new CanvasTexture(canvas);
    this.texture.colorSpace = NoColorSpace;
    this.texture.minFilter = LinearMipmapLinearFilter;
    this.texture.magFilter = LinearFilter;
    this.texture.anisotropy = anisotropy();
  }

  /** The place of a text, drawn now if it is new. When the atlas is full, the last place is used. */
  slot(text: string): Slot {
    const known = this.slots.get(text);
    if (known) return known;
    const index = Math.min(this.slots.size, this.perRow * this.perRow - 1);
    const x = (index % this.perRow) * this.cell;
    const y = Math.floor(index / this.perRow) * this.cell;
    this.draw(text, x, y);
    const slot = { u: x / EDGE, v: 1 - (y + this.cell) / EDGE, size: this.cell / EDGE };
    this.slots.set(text, slot);
    this.texture.needsUpdate = true;
    return slot;
  }

  private draw(text: string, x: number, y: number): void {
    const { context, cell } = this;
    context.save();
    context.beginPath();
    context.rect(x, y, cell, cell);
    context.clip();
    context.fillStyle = "#000";
    context.fillRect(x, y, cell, cell);
    context.fillStyle = "#fff";
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    const inner = cell * 0.86;
    const lines = text.split("\n");
    let size = inner / lines.length;
    context.font = `700 ${size}px ${FONT}`;
    const width = Math.max(...lines.map((line) => context.measureText(line).width));
    size *= Math.min(1, inner / width);
    context.font = `700 ${size}px ${FONT}`;
    lines.forEach((line, i) => {
      const box = context.measureText(line);
      const middle = (box.actualBoundingBoxAscent - box.actualBoundingBoxDescent) / 2;
      const sideways = (box.actualBoundingBoxRight - box.actualBoundingBoxLeft) / 2;
      const row = (i - (lines.length - 1) / 2) * size * 1.06;
      context.fillText(line, x + cell / 2 - sideways, y + cell / 2 + middle + row);
    });
    context.restore();
  }
}
