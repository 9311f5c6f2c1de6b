import { linesOf } from "../util/markup";

/** Default letter height of a painted text, in pixels. */
export const LETTER_HEIGHT = 40;
/** The most lines that are painted. */
export const MOST_LINES = 24;
const FACES = `system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif`;
const DARK = "16,12,8";

/** A painted picture and its size in pixels. */
export interface TextCanvas {
  canvas: HTMLCanvasElement;
  width: number;
  height: number;
}

/** Style of a painted text. */
export interface TextStyle {
  /** Letter height in pixels. */
  size?: number;
  faces?: string;
  /** Opacity of the background, 0 to 1. */
  ground?: number;
}

/**
 * Paints a text with colour marks and line breaks, with a dark outline, on a transparent or dark
 * background.
 */
export function paintText(text: string, colour: string, style: TextStyle = {}): TextCanvas {
  const { size = LETTER_HEIGHT, faces = FACES, ground = 0 } = style;
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser has no 2D canvas");
  const lines = linesOf(text).slice(0, MOST_LINES);
  const font = `600 ${size}px ${faces}`;
  context.font = font;
  const wide = lines.map((line) =>
    line.reduce((sum, run) => sum + context.measureText(run.text).width, 0),
  );
  const [pad, step] = [size * 0.35, size * 1.3];
  canvas.width = Math.ceil(Math.max(1, ...wide) + 2 * pad);
  canvas.height = Math.ceil(lines.length * step + pad * 0.6);
  if (ground > 0) {
    context.fillStyle = `rgba(${DARK},${Math.min(1, ground)})`;
    context.beginPath();
    context.roundRect(0, 0, canvas.width, canvas.height, size * 0.25);
    context.fill();
  }
  context.font = font;
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = size * 0.16;
  context.strokeStyle = `rgba(${DARK},.82)`;
  lines.forEach((line, row) => {
    let x = (canvas.width - (wide[row] ?? 0)) / 2;
    const y = pad * 0.3 + (row + 0.5) * step;
    for (const run of line) {
      context.strokeText(run.text, x, y);
      context.fillStyle = run.colour ?? colour;
      context.fillText(run.text, x, y);
      x += context.measureText(run.text).width;
    }
  });
  return { canvas, width: canvas.width, height: canvas.height };
}
