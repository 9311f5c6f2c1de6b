import { SANS, SERIF, fitColumn, fitText } from "./card_text";
import { COURT_HIGH, COURT_WIDE, courtColour, courtFigure, jester, type Rank } from "./courts";
import { drawParts } from "./drawing";
import { drawSuit, type Suit } from "./suits";

/** Size of a card's face. All faces are drawn in these units. */
export const WIDE = 210;
export const HIGH = 300;

const MIDDLE = WIDE / 2;
/** Centre of the index's column: it stays visible when the next card covers the rest. */
const INDEX = 29;
const INDEX_WIDE = 46;
/** Distance of the outer pips' columns from the middle, and of rows of pips from it. */
const COLUMN = 29;
const ROW = 100;
const PIP = 37;

/** Places of pips: columns -1, 0, 1; rows from -1, the topmost, to 1. Those below 0 are upside down. */
const PIPS: Record<string, readonly (readonly [column: number, row: number])[]> = (() => {
  const pair = (row: number) => [[-1, row] as const, [1, row] as const];
  const ends = [...pair(-1), ...pair(1)];
  const four = [...ends, ...pair(-1 / 3), ...pair(1 / 3)];
  const six = [...ends, ...pair(0)];
  return {
    "2": [
      [0, -1],
      [0, 1],
    ],
    "3": [
      [0, -1],
      [0, 0],
      [0, 1],
    ],
    "4": ends,
    "5": [...ends, [0, 0]],
    "6": six,
    "7": [...six, [0, -0.5]],
    "8": [...six, [0, -0.5], [0, 0.5]],
    "9": [...four, [0, 0]],
    "10": [...four, [0, -2 / 3], [0, 2 / 3]],
  };
})();

/** Calls `half` for the card as it is, and for the card upside down. */
function twice(context: CanvasRenderingContext2D, half: () => void): void {
  for (const turn of [0, Math.PI]) {
    context.save();
    context.translate(MIDDLE, HIGH / 2);
    context.rotate(turn);
    context.translate(-MIDDLE, -HIGH / 2);
    half();
    context.restore();
  }
}

/** Draws the face of a card with rank and suit. */
export function drawStandard(
  context: CanvasRenderingContext2D,
  rank: string,
  suit: Suit,
  ink: string,
): void {
  context.fillStyle = ink;
  twice(context, () => {
    fitText(context, rank, INDEX, 42, 56, INDEX_WIDE, SANS);
    drawSuit(context, suit, INDEX, 94, 42);
  });
  const pips = PIPS[rank];
  if (pips) pips.forEach(([column, row]) => pip(context, suit, column, row));
  else if (rank === "J" || rank === "Q" || rank === "K") court(context, rank, suit, ink);
  else if (rank === "A") ace(context, suit, ink);
  // Ranks of other decks have no usual layout.
  else drawSuit(context, suit, MIDDLE, HIGH / 2, 110);
}

function pip(context: CanvasRenderingContext2D, suit: Suit, column: number, row: number): void {
  context.save();
  context.translate(MIDDLE + COLUMN * column, HIGH / 2 + ROW * row);
  if (row > 0) context.scale(1, -1);
  drawSuit(context, suit, 0, 0, PIP);
  context.restore();
}

/** An ace: one large suit, with a fine outline around it. */
function ace(context: CanvasRenderingContext2D, suit: Suit, ink: string): void {
  const large = suit === "♠" ? 138 : 112;
  drawSuit(context, suit, MIDDLE, HIGH / 2, large);
  if (suit !== "♠") return;
  // The ace of spades is the one that card makers adorn.
  context.fillStyle = "#fffdf8";
  drawSuit(context, suit, MIDDLE, HIGH / 2 - 4, large * 0.62);
  context.fillStyle = ink;
  drawSuit(context, suit, MIDDLE, HIGH / 2 - 4, large * 0.5);
}

function court(context: CanvasRenderingContext2D, rank: Rank, suit: Suit, ink: string): void {
  const [left, top] = [MIDDLE - COURT_WIDE, HIGH / 2 - COURT_HIGH];
  context.save();
  context.beginPath();
  context.rect(left, top, 2 * COURT_WIDE, 2 * COURT_HIGH);
  context.clip();
  context.fillStyle = "#fbf0d6";
  context.fillRect(left, top, 2 * COURT_WIDE, 2 * COURT_HIGH);
  context.fillStyle = courtColour(suit);
  context.globalAlpha = 0.1;
  context.fillRect(left, top, 2 * COURT_WIDE, 2 * COURT_HIGH);
  context.globalAlpha = 1;
  const figure = courtFigure(rank, suit);
  twice(context, () => {
    context.beginPath();
    context.rect(left, top, 2 * COURT_WIDE, COURT_HIGH);
    context.clip();
    context.save();
    context.translate(MIDDLE, HIGH / 2);
    drawParts(context, figure);
    context.restore();
    context.fillStyle = ink;
    drawSuit(context, suit, left + 17, top + 20, 28);
  });
  context.restore();
  context.strokeStyle = ink;
  context.lineWidth = 2.4;
  context.strokeRect(left, top, 2 * COURT_WIDE, 2 * COURT_HIGH);
}

/** Draws a joker; its name stands in the index's column. */
export function drawJoker(
  context: CanvasRenderingContext2D,
  name: string,
  coloured: boolean,
  ink: string,
): void {
  context.fillStyle = ink;
  const letters = [...name];
  const size = Math.min(44, 128 / letters.length);
  // Letters of a short name stand as high as the index of other cards.
  const middle = 20 + (size * 1.08 * letters.length) / 2;
  twice(context, () =>
    fitColumn(context, letters, INDEX, middle, size, letters.length > 2 ? SANS : SERIF),
  );
  context.save();
  context.translate(MIDDLE, HIGH / 2 + 2);
  context.scale(0.86, 0.98);
  drawParts(context, jester(coloured));
  context.restore();
}

/** Draws the back of all cards: interlocking rings, a frame and a medallion. */
export function drawBack(context: CanvasRenderingContext2D, ground: string, ink: string): void {
  context.strokeStyle = ink;
  context.fillStyle = ink;
  context.save();
  context.beginPath();
  context.rect(20, 20, WIDE - 40, HIGH - 40);
  context.clip();
  const glow = context.createRadialGradient(MIDDLE, HIGH / 2, 20, MIDDLE, HIGH / 2, 190);
  glow.addColorStop(0, "rgba(255,190,120,0.28)");
  glow.addColorStop(1, "rgba(40,0,0,0.38)");
  context.fillStyle = glow;
  context.fillRect(0, 0, WIDE, HIGH);
  context.globalAlpha = 0.62;
  context.lineWidth = 1.7;
  // Circles that meet those two steps away form the old pattern of coins.
  const step = 17;
  for (let row = -9; row <= 9; row++) {
    for (let column = -6; column <= 6; column++) {
      if ((row + column) % 2 !== 0) continue;
      context.beginPath();
      context.arc(MIDDLE + column * step, HIGH / 2 + row * step, step, 0, 2 * Math.PI);
      context.stroke();
    }
  }
  context.restore();
  context.lineWidth = 5;
  context.strokeRect(13, 13, WIDE - 26, HIGH - 26);
  context.lineWidth = 1.6;
  context.strokeRect(20, 20, WIDE - 40, HIGH - 40);
  context.fillStyle = ground;
  context.beginPath();
  context.arc(MIDDLE, HIGH / 2, 45, 0, 2 * Math.PI);
  context.fill();
  context.lineWidth = 4;
  context.stroke();
  context.lineWidth = 1.4;
  context.beginPath();
  context.arc(MIDDLE, HIGH / 2, 38, 0, 2 * Math.PI);
  context.stroke();
  context.fillStyle = ink;
  fitText(context, "方", MIDDLE, HIGH / 2, 52, 56, SERIF);
}
