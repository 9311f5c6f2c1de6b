import type { ShapeView } from "../wire.generated";
import { cssColour, teamColour } from "../drawing/colours";
import type { ActorTracks } from "../actors/actor_tracks";
import type { LocalPlayer } from "../player/local_player";

/**
 * Edge length of the map in CSS pixels, and how many blocks it shows from its centre to its edge.
 */
const SIZE = 132;
/** Edge length of the canvas, in its own pixels. */
export const CANVAS_SIZE = 2 * SIZE;
const RADIUS = 40;
/** How often it is drawn again. */
const REDRAW_MS = 120;

/** The point of the map at world coordinates x and z, for a player at `centre`. North is up. */
export function toMinimap(
  x: number,
  z: number,
  centre: readonly [number, number],
): readonly [number, number] {
  const scale = SIZE / 2 / RADIUS;
  return [SIZE / 2 + (x - centre[0]) * scale, SIZE / 2 - (z - centre[1]) * scale];
}

/** A map of what scripts marked and of the actors around the player. */
export class Minimap {
  /** The canvas to draw on; null while the map is not on the page. */
  private canvas: HTMLCanvasElement | null = null;
  private drawnAt = -Infinity;

  constructor(
    private readonly tracks: ActorTracks,
    private readonly player: LocalPlayer,
    private readonly shapes: () => readonly ShapeView[],
  ) {}

  /** Takes the canvas to draw on; null if it is gone. */
  use(canvas: HTMLCanvasElement | null): void {
    this.canvas = canvas;
    this.drawnAt = -Infinity;
  }

  /** Draws the map again, at most every `REDRAW_MS`. */
  draw(now: number, you: number | null): void {
    const { player } = this;
    const context = this.canvas?.getContext("2d");
    if (!context || now - this.drawnAt < REDRAW_MS) return;
    this.drawnAt = now;
    const centre = [player.feet[0], player.feet[2]] as const;
    context.setTransform(2, 0, 0, 2, 0, 0);
    context.clearRect(0, 0, SIZE, SIZE);
    for (const shape of this.shapes()) paint(context, shape, centre);
    for (const { view, pos } of this.tracks.shown(now)) {
      if (view.id === you || (view.kind !== "player" && view.kind !== "creature")) continue;
      const [x, y] = toMinimap(pos[0], pos[2], centre);
      context.fillStyle = cssColour(
        teamColour(view.team) ?? (view.kind === "player" ? 0xfff4dc : 0xd8a04a),
      );
      context.beginPath();
      context.arc(x, y, view.kind === "player" ? 3.4 : 2.2, 0, 7);
      context.fill();
    }
    this.arrow(context, player.controls.yaw);
  }

  private arrow(context: CanvasRenderingContext2D, yaw: number): void {
    context.translate(SIZE / 2, SIZE / 2);
    // The arrow is drawn pointing north, which is yaw 180.
    context.rotate(((yaw + 180) * Math.PI) / 180);
    context.fillStyle = "#fff";
    context.strokeStyle = "rgba(0,0,0,.6)";
    context.beginPath();
    context.moveTo(0, -7);
    context.lineTo(5, 6);
    context.lineTo(0, 3);
    context.lineTo(-5, 6);
    context.closePath();
    context.fill();
    context.stroke();
  }
}

function paint(
  context: CanvasRenderingContext2D,
  { kind, colour, numbers: [a, b, c, d] }: ShapeView,
  centre: readonly [number, number],
): void {
  const scale = SIZE / 2 / RADIUS;
  const [x, y] = toMinimap(a, b, centre);
  context.strokeStyle = cssColour(colour);
  context.fillStyle = `${cssColour(colour)}44`;
  context.lineWidth = 2;
  context.beginPath();
  if (kind === "circle") context.arc(x, y, Math.abs(c) * scale, 0, 7);
  else if (kind === "rectangle") context.rect(x, y - d * scale, c * scale, d * scale);
  else {
    context.moveTo(x, y);
    context.lineTo(...toMinimap(c, d, centre));
  }
  if (kind !== "line") context.fill();
  context.stroke();
}
