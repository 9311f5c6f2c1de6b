/** The four suits as they appear in glyphs. */
export const SUITS = ["♠", "♥", "♣", "♦"] as const;
export type Suit = (typeof SUITS)[number];

/**
 * Fills a suit around a point. Drawn as a path, because fonts differ and some colour suits
 * themselves.
 */
export function drawSuit(
  context: CanvasRenderingContext2D,
  suit: Suit,
  x: number,
  y: number,
  size: number,
): void {
  context.save();
  context.translate(x, y);
  context.scale(size / 100, size / 100);
  context.beginPath();
  if (suit === "♦") diamond(context);
  else if (suit === "♥") heart(context, 1);
  else if (suit === "♠") {
    heart(context, -1);
    stem(context);
  } else {
    club(context);
    // Filled apart: the two outlines run in opposite ways and would leave a hole.
    context.fill();
    context.beginPath();
    stem(context);
  }
  context.fill();
  context.restore();
}

function diamond(context: CanvasRenderingContext2D): void {
  context.moveTo(0, -50);
  context.quadraticCurveTo(16, -20, 38, 0);
  context.quadraticCurveTo(16, 20, 0, 50);
  context.quadraticCurveTo(-16, 20, -38, 0);
  context.quadraticCurveTo(-16, -20, 0, -50);
}

/** A heart; upside down with `way` -1, for the spade. */
function heart(context: CanvasRenderingContext2D, way: 1 | -1): void {
  const shift = way === 1 ? 0 : -8;
  const at = (dy: number) => dy * way + shift;
  context.moveTo(0, at(46));
  context.bezierCurveTo(-18, at(20), -48, at(4), -48, at(-18));
  context.bezierCurveTo(-48, at(-46), -12, at(-50), 0, at(-22));
  context.bezierCurveTo(12, at(-50), 48, at(-46), 48, at(-18));
  context.bezierCurveTo(48, at(4), 18, at(20), 0, at(46));
}

function club(context: CanvasRenderingContext2D): void {
  for (const [dx, dy] of [
    [0, -24],
    [-25, 10],
    [25, 10],
  ] as const) {
    context.moveTo(dx + 23, dy);
    context.arc(dx, dy, 23, 0, 2 * Math.PI);
  }
}

function stem(context: CanvasRenderingContext2D): void {
  context.moveTo(-5, 6);
  context.quadraticCurveTo(-4, 38, -18, 48);
  context.lineTo(18, 48);
  context.quadraticCurveTo(4, 38, 5, 6);
}
