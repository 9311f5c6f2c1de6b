/**
 * Vector drawings as data, so that the same one is drawn on cards and shown in the page. Paths use
 * the absolute commands M, L, C, Q and Z alone: all their numbers are pairs of coordinates, which is
 * what makes them easy to mirror, to move and to measure.
 */

/** One shape of a drawing: an SVG path, filled, outlined or both. */
export interface Part {
  readonly path: string;
  readonly fill?: string;
  readonly stroke?: string;
  /** Width of the outline in the drawing's units. */
  readonly width?: number;
  readonly opacity?: number;
}

/** Shapes from the lowest to the topmost. */
export interface Drawing {
  /** The drawing's extent: x from 0 to `width`, y downwards from 0 to `height`. */
  readonly width: number;
  readonly height: number;
  readonly parts: readonly Part[];
  /** A character in a red seal, over the lower right corner. */
  readonly seal?: string;
}

/** What a shape looks like. */
export type Ink = Omit<Part, "path">;

/** A shape. */
export const part = (path: string, fill: string, ink: Ink = {}): Part => ({ path, fill, ...ink });

/** Draws shapes with an outline, of this ink and width unless a shape is given others. */
export const pen =
  (ink: string, usual: number) =>
  (path: string, fill: string, edge = ink, width = usual): Part =>
    part(path, fill, { stroke: edge, width });

/** A line without a filled area. */
export const line = (path: string, stroke: string, width: number, ink: Ink = {}): Part => ({
  path,
  stroke,
  width,
  ...ink,
});

const round = (value: number): number => Math.round(value * 100) / 100;

/** A path with every point changed. */
export function mapPath(path: string, change: (x: number, y: number) => [number, number]): string {
  return path.replace(/(-?[\d.]+)[ ,]+(-?[\d.]+)/g, (_, x: string, y: string) => {
    const [u, v] = change(Number(x), Number(y));
    return `${round(u)} ${round(v)}`;
  });
}

/** A path mirrored at a vertical line. */
export const flip = (path: string, x = 0): string => mapPath(path, (u, v) => [2 * x - u, v]);

/** A path and its mirror image. */
export const both = (path: string, x = 0): string => `${path} ${flip(path, x)}`;

/** A path turned by an angle in degrees, scaled and moved. */
export function placed(path: string, x: number, y: number, scale = 1, angle = 0): string {
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  return mapPath(path, (u, v) => [
    x + scale * (u * cos - v * sin),
    y + scale * (u * sin + v * cos),
  ]);
}

/** Parts turned by an angle in degrees, scaled and moved. */
export const placedParts = (
  parts: readonly Part[],
  x: number,
  y: number,
  scale = 1,
  angle = 0,
): Part[] =>
  parts.map((own) => ({
    ...own,
    path: placed(own.path, x, y, scale, angle),
    ...(own.width === undefined ? {} : { width: own.width * Math.abs(scale) }),
  }));

/** Four Bézier arcs with this factor approximate a circle within 0.03 % of its radius. */
const KAPPA = 0.5523;

/** An ellipse. */
export function ellipse(x: number, y: number, rx: number, ry = rx): string {
  const [kx, ky] = [KAPPA * rx, KAPPA * ry];
  return mapPath(
    `M${-rx} 0 C${-rx} ${-ky} ${-kx} ${-ry} 0 ${-ry} C${kx} ${-ry} ${rx} ${-ky} ${rx} 0 ` +
      `C${rx} ${ky} ${kx} ${ry} 0 ${ry} C${-kx} ${ry} ${-rx} ${ky} ${-rx} 0Z`,
    (u, v) => [x + u, y + v],
  );
}

/** A rectangle. */
export const box = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y} L${x + width} ${y} L${x + width} ${y + height} L${x} ${y + height}Z`;

/** A star with `points` points around a centre; `inner` is the inner radius as a part of the outer. */
export function star(x: number, y: number, radius: number, points = 5, inner = 0.42): string {
  const corners = Array.from({ length: 2 * points }, (_, i) => {
    const [r, a] = [i % 2 ? radius * inner : radius, (i * Math.PI) / points];
    return `${round(x + r * Math.sin(a))} ${round(y - r * Math.cos(a))}`;
  });
  return `M${corners.join(" L")}Z`;
}

/** All points of a path: corners and control points. Its curves lie within their hull. */
export function pointsOf(path: string): [number, number][] {
  const found: [number, number][] = [];
  mapPath(path, (x, y) => {
    found.push([x, y]);
    return [x, y];
  });
  return found;
}

/** Draws parts with the coordinates of a context. */
export function drawParts(context: CanvasRenderingContext2D, parts: readonly Part[]): void {
  context.save();
  context.lineCap = context.lineJoin = "round";
  const { globalAlpha } = context;
  for (const { path, fill, stroke, width, opacity } of parts) {
    const shape = new Path2D(path);
    context.globalAlpha = globalAlpha * (opacity ?? 1);
    if (fill) {
      context.fillStyle = fill;
      context.fill(shape);
    }
    if (stroke) {
      context.strokeStyle = stroke;
      context.lineWidth = width ?? 1;
      context.stroke(shape);
    }
  }
  context.restore();
}

/** Draws a drawing around a point, as high as `height`. */
export function draw(
  context: CanvasRenderingContext2D,
  drawing: Drawing,
  x: number,
  y: number,
  height: number,
): void {
  const scale = height / drawing.height;
  context.save();
  context.translate(x - (drawing.width * scale) / 2, y - height / 2);
  context.scale(scale, scale);
  drawParts(context, drawing.parts);
  context.restore();
}
