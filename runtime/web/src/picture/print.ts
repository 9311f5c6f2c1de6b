/** The picture that is given away: the board between two lines that say who plays, and what happened. */

/** A seat in the lines: the colour of its side, and who holds it. */
export interface NamedSeat {
  colour: string;
  name: string;
  won: boolean;
}

/** What the lines above and below the board say. */
export interface Caption {
  /** Seats on the far side, and on the near one. */
  far: readonly NamedSeat[];
  near: readonly NamedSeat[];
  game: string;
  /** The last move, or how the game ended. */
  said: string;
}

/** Colours of the lines: paper, ink, pale ink and the edge. */
const DAY = { paper: "#f5eddd", ink: "#2a2019", soft: "#6a5945", line: "#dccdb1", seal: "#a8321f" };
const NIGHT = {
  paper: "#211a14",
  ink: "#efe3cd",
  soft: "#b7a488",
  line: "#463a2c",
  seal: "#f0907c",
};

/** Height of a line, its letters and its margins, as parts of the picture's width. */
const LINE = 0.078;
const LETTERS = 0.034;
const MARGIN = 0.028;
const SERIF = '"Noto Serif CJK SC", "Noto Serif SC", "Songti SC", "SimSun", Georgia, serif';
const SANS = 'system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';

/** Height of the line above the board, and of that below it, for a picture of a width. */
export const lineHeight = (width: number): number => Math.round(width * LINE);

type Paper = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Draws a picture of a board, with the lines of its caption if it has one. */
export function print(
  paper: Paper,
  board: CanvasImageSource & { width: number; height: number },
  caption: Caption | null,
  night: boolean,
): void {
  const { width, height } = board;
  const line = caption ? lineHeight(width) : 0;
  paper.drawImage(board, 0, line);
  if (!caption) return;
  const { far, near, game, said } = caption;
  const draw = new LinePainter(paper, width, line, night ? NIGHT : DAY);
  draw.line(0, far, game, false);
  draw.line(line + height, near, said, true);
}

class LinePainter {
  private readonly letters: number;
  private readonly margin: number;

  constructor(
    private readonly paper: Paper,
    private readonly width: number,
    private readonly height: number,
    private readonly colours: typeof DAY,
  ) {
    this.letters = Math.round(width * LETTERS);
    this.margin = Math.round(width * MARGIN);
  }

  /** A line at a height of the picture: seats on the left, a text on the right. */
  line(top: number, seats: readonly NamedSeat[], text: string, strong: boolean): void {
    const { paper, width, height, letters, margin, colours } = this;
    paper.fillStyle = colours.paper;
    paper.fillRect(0, top, width, height);
    paper.textBaseline = "middle";
    const middle = top + height / 2;
    const room = width - 2 * margin;
    paper.font = `${strong ? 600 : 400} ${letters}px ${strong ? SERIF : SANS}`;
    const right = this.fitted(text, seats.length > 0 ? room * 0.5 : room);
    const taken = paper.measureText(right).width;
    paper.textAlign = "right";
    paper.fillStyle = strong ? colours.ink : colours.soft;
    paper.fillText(right, width - margin, middle);
    this.seats(seats, middle, room - taken - letters);
  }

  /** Seats side by side, each with as much room as is there for it. */
  private seats(seats: readonly NamedSeat[], middle: number, room: number): void {
    const { paper, letters, margin, colours } = this;
    const each = room / Math.max(1, seats.length);
    const radius = letters * 0.36;
    let left = margin;
    paper.textAlign = "left";
    paper.font = `600 ${letters}px ${SANS}`;
    for (const { colour, name, won } of seats) {
      paper.beginPath();
      paper.arc(left + radius, middle, radius, 0, 2 * Math.PI);
      paper.fillStyle = colour;
      paper.fill();
      paper.lineWidth = Math.max(1, letters * 0.06);
      paper.strokeStyle = colours.soft;
      paper.stroke();
      const text = this.fitted(name, each - 3 * radius - (won ? letters * 1.3 : 0));
      paper.fillStyle = won ? colours.seal : colours.ink;
      paper.fillText(text, left + 3 * radius, middle);
      let wide = 3 * radius + paper.measureText(text).width;
      if (won) {
        this.crown(left + wide + letters * 0.35, middle);
        wide += letters * 1.3;
      }
      left += Math.min(each, wide + letters);
    }
  }

  /** The sign of who won, drawn since not every font has one. */
  private crown(left: number, middle: number): void {
    const { paper, letters, colours } = this;
    const [w, h] = [letters * 0.8, letters * 0.6];
    const [top, bottom] = [middle - h / 2, middle + h / 2];
    paper.beginPath();
    for (const [x, y] of [
      [0, top + h * 0.12],
      [0.27, top + h * 0.5],
      [0.5, top],
      [0.73, top + h * 0.5],
      [1, top + h * 0.12],
      [0.88, bottom],
      [0.12, bottom],
    ] as const) {
      paper.lineTo(left + x * w, y);
    }
    paper.closePath();
    paper.fillStyle = colours.seal;
    paper.fill();
  }

  /** The text, cut to a width. */
  private fitted(text: string, room: number): string {
    const { paper } = this;
    if (paper.measureText(text).width <= room) return text;
    const letters = [...text];
    while (letters.length > 1 && paper.measureText(`${letters.join("")}…`).width > room)
      letters.pop();
    return `${letters.join("")}…`;
  }
}
