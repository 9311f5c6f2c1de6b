import { CanvasTexture, LinearFilter, LinearMipmapLinearFilter, NoColorSpace } from "three";
import { drawsInSoftware } from "./context";
import { OUTLINE, type Drawing } from "../plugins/figures";
import type { Label } from "../plugins/piece_sets";
import { keyOf } from "../world/looks";
import { anisotropy } from "./quality";

/** The square of a label in the atlas: low corner and edge, in texture coordinates. */
export interface Slot {
  u: number;
  v: number;
  size: number;
}

/** Maximum edge of the texture in pixels. */
const EDGE = 2048;
/** Edge of one label in pixels; smaller in software, which is slow to fill and filter textures. */
const CELL = 256;
const LOW_CELL = 128;
const FONT =
  '"Kaiti SC","STKaiti","KaiTi","Noto Serif CJK SC","Noto Serif SC","Songti SC","SimSun",serif';

/** The square in which paths of labels are drawn, in their units. */
const PATH_SQUARE = 100;
/** How much of its square a label fills. */
const FILL = 0.86;

/**
 * A texture with texts and paths, white on black, each once. Of a {@link Drawing} red is the outline,
 * green the silhouette and blue the lines on it.
 */
export class GlyphAtlas {
  readonly texture: CanvasTexture;
  private readonly context: CanvasRenderingContext2D;
  private readonly slots = new Map<string, Slot>();
  private readonly cell: number;
  private readonly perRow: number;
  private readonly edge: number;

  /** The number of labels expected determines the size of each and of the texture. */
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
   * The square of a label. A new one is drawn at once; when the atlas is full, it replaces the last
   * one.
   */
  slot(label: Label | Drawing): Slot {
    const key = keyOf(label);
    const known = this.slots.get(key);
    if (known) return known;
    const index = Math.min(this.slots.size, this.perRow * this.perRow - 1);
    const x = (index % this.perRow) * this.cell;
    const y = Math.floor(index / this.perRow) * this.cell;
    this.draw(label, x, y);
    const { cell, edge } = this;
    const slot = { u: x / edge, v: 1 - (y + cell) / edge, size: cell / edge };
    this.slots.set(key, slot);
    this.texture.needsUpdate = true;
    return slot;
  }

  private draw(label: Label | Drawing, x: number, y: number): void {
    const { context, cell } = this;
    context.save();
    context.beginPath();
    context.rect(x, y, cell, cell);
    context.clip();
    context.fillStyle = "#000";
    context.fillRect(x, y, cell, cell);
    context.fillStyle = "#fff";
    if ("body" in label) this.drawDrawing(label, x, y);
    else if ("path" in label) this.drawPath(label.path, x, y);
    else this.drawText(label.text, x, y);
    context.restore();
  }

  private drawPath(path: string, x: number, y: number): void {
    this.scaleToPath(x, y);
    this.context.fill(new Path2D(path));
  }

  private drawDrawing({ body, lines }: Drawing, x: number, y: number): void {
    const { context } = this;
    this.scaleToPath(x, y);
    const silhouette = new Path2D(body);
    context.lineWidth = OUTLINE;
    context.lineCap = context.lineJoin = "round";
    context.globalCompositeOperation = "lighter";
    context.fillStyle = "#0f0";
    context.fill(silhouette);
    context.strokeStyle = "#f00";
    context.stroke(silhouette);
    context.strokeStyle = "#00f";
    context.stroke(new Path2D(lines));
  }

  private scaleToPath(x: number, y: number): void {
    const { context, cell } = this;
    const margin = ((1 - FILL) / 2) * cell;
    context.translate(x + margin, y + margin);
    context.scale((cell * FILL) / PATH_SQUARE, (cell * FILL) / PATH_SQUARE);
  }

  private drawText(text: string, x: number, y: number): void {
    const { context, cell } = this;
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    const inner = cell * FILL;
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
  }
}
