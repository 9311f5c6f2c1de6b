/**
 * A 2D context that remembers where texts and suits are drawn. Widths of letters are those of a wide
 * face, so that what fits here fits with the fonts that are installed.
 */

/** A text in the coordinates of the canvas. */
export interface Written {
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];

const times = ([a, b, c, d, e, f]: Matrix, [p, q, r, s, t, u]: Matrix): Matrix => [
  a * p + c * q,
  b * p + d * q,
  a * r + c * s,
  b * r + d * s,
  a * t + c * u + e,
  b * t + d * u + f,
];

/** Width of a letter in units of the font's size. */
const widthOf = (letter: string): number =>
  letter > "\u2e80" ? 1 : /[MWmw]/.test(letter) ? 0.95 : 0.62;

export function recorder(): {
  context: CanvasRenderingContext2D;
  written: Written[];
  /** Centres of outlines that begin at the top of a diamond. */
  suits: { x: number; y: number }[];
} {
  const written: Written[] = [];
  const suits: { x: number; y: number }[] = [];
  const stack: Matrix[] = [];
  let now: Matrix = [1, 0, 0, 1, 0, 0];
  const at = (x: number, y: number) => {
    const [a, b, c, d, e, f] = now;
    return { x: a * x + c * y + e, y: b * x + d * y + f };
  };
  const own: Record<string, unknown> = {
    font: "",
    globalAlpha: 1,
    save: () => stack.push(now),
    restore: () => (now = stack.pop() ?? now),
    setTransform: (...matrix: Matrix) => (now = matrix),
    translate: (x: number, y: number) => (now = times(now, [1, 0, 0, 1, x, y])),
    scale: (x: number, y: number) => (now = times(now, [x, 0, 0, y, 0, 0])),
    rotate: (angle: number) => {
      const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
      now = times(now, [cos, sin, -sin, cos, 0, 0]);
    },
    createRadialGradient: () => ({ addColorStop: () => {} }),
    measureText: (text: string) => {
      const size = Number(/(\d+(\.\d+)?)px/.exec(String(own["font"]))?.[1]);
      const width = [...text].reduce((sum, letter) => sum + widthOf(letter) * size, 0);
      return {
        width,
        actualBoundingBoxAscent: size * 0.78,
        actualBoundingBoxDescent: size * 0.08,
      };
    },
    fillText: (text: string) => {
      const measure = own["measureText"] as (text: string) => TextMetrics;
      const { width, actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = measure(text);
      const corners = [-width / 2, width / 2].flatMap((x) => [at(x, -up), at(x, down)]);
      const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
      written.push({
        text,
        left: Math.min(...xs),
        right: Math.max(...xs),
        top: Math.min(...ys),
        bottom: Math.max(...ys),
      });
    },
    moveTo: (x: number, y: number) => {
      if (x === 0 && y === -50) suits.push(at(0, 0));
    },
  };
  const context = new Proxy(own, {
    get: (target, name) => target[name as string] ?? (() => {}),
  });
  return { context: context as unknown as CanvasRenderingContext2D, written, suits };
}
