import { CanvasTexture, LinearFilter, LinearMipmapLinearFilter, NoColorSpace } from "three";
import { drawsInSoftware } from "./context";
import { anisotropy } from "./quality";

/** The square of a text in the atlas: low corner and edge, in texture coordinates. */
export interface Slot {
  u: number;
  v: number;
  size: number;
}

/** Maximum edge of the texture in pixels. */
const EDGE = 2048;
/** Edge of one text in pixels; smaller in software, which is slow to fill and filter textures. */
const CELL = 256;
const LOW_CELL = 128;
const FONT =
  '"Kaiti SC","STKaiti","KaiTi","Noto Serif CJK SC","Noto Serif SC","Songti SC","SimSun",serif';

/** A texture with texts, drawn white on black, each once. */
export class GlyphAtlas {
  readonly texture: CanvasTexture;
  private readonly context: CanvasRenderingContext2D;
  private readonly slots = new Map<string, Slot>();
  private readonly cell: number;
  private readonly perRow: number;
  private readonly edge: number;

  /** `expected` texts determine the size of each and of the texture. */
  constructor(expected: number) {
    const largest = drawsInSoftware() ? LOW_CELL : CELL;
    const cells = [largest, 128, 64];
    this.cell = cells.find((cell) => (EDGE / cell) ** 2 >= expected) ?? 64;
    this.perRow = 2 ** Math.ceil(Math.log2(Math.sqrt(Math.max(1, expected))));
    this.perRow = Math.min(this.perRow, EDGE / this.cell);
    this.edge = this.perRow * this.cell;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = this.edge;
    const context = canvas.getContext("2d", { willReadFrequently: false });
    if (!context) throw new Error("this browser has no 2D canvas");
    this.context = context;
    context.fillStyle = "#000";
    context.fillRect(0, 0, this.edge, this.edge);
    this.texture = new CanvasTexture(canvas);
    this.texture.colorSpace = NoColorSpace;
    this.texture.minFilter = LinearMipmapLinearFilter;
    this.texture.magFilter = LinearFilter;
    this.texture.anisotropy = anisotropy();
  }

  /**
   * The square of a text. A new text is drawn at once; when the atlas is full, it replaces the last
   * one.
   */
  slot(text: string): Slot {
    const known = this.slots.get(text);
    if (known) return known;
    const index = Math.min(this.slots.size, this.perRow * this.perRow - 1);
    const x = (index % this.perRow) * this.cell;
    const y = Math.floor(index / this.perRow) * this.cell;
    this.draw(text, x, y);
    const { cell, edge } = this;
    const slot = { u: x / edge, v: 1 - (y + cell) / edge, size: cell / edge };
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
