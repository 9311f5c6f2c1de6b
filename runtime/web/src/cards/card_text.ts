/** Fonts of card faces. */
export const SERIF = '"Georgia","Times New Roman","Noto Serif CJK SC","Songti SC","SimSun",serif';
export const SANS =
  '"Arial Narrow","Helvetica Neue",Arial,"PingFang SC","Noto Sans CJK SC",sans-serif';
/** Brush script for characters that are drawn large. */
export const KAI =
  '"Kaiti SC","STKaiti","KaiTi","LXGW WenKai","Noto Serif CJK SC","Songti SC",serif';

/** Draws a text centred at a point, condensed to a width. */
export function fitText(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  size: number,
  width: number,
  font: string,
): void {
  context.save();
  context.font = `700 ${size}px ${font}`;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  const edges = context.measureText(text);
  context.translate(x, y + (edges.actualBoundingBoxAscent - edges.actualBoundingBoxDescent) / 2);
  context.scale(Math.min(1, width / Math.max(1, edges.width)), 1);
  context.fillText(text, 0, 0);
  context.restore();
}

/** Draws letters below each other, centred at a point. */
export function fitColumn(
  context: CanvasRenderingContext2D,
  letters: readonly string[],
  x: number,
  y: number,
  size: number,
  font = SERIF,
): void {
  const step = size * 1.08;
  const top = y - (step * (letters.length - 1)) / 2;
  letters.forEach((letter, i) => fitText(context, letter, x, top + i * step, size, size, font));
}
