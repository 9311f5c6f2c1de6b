import type { ShapeView } from "../../wire.generated";
import { h } from "../../util/dom";
import { cssColour, teamColour } from "../drawing/colours";
import type { ActorTracks } from "../actors/actor_tracks";
import type { LocalPlayer } from "../player/local_player";

/** Edge of the map in pixels, and blocks from its middle to its rim. */
const EDGE = 132;
const RANGE = 40;
/** How often it is drawn. */
const AGAIN_MS = 120;

/** Where a point is on the map of somebody at `middle`: north is up. */
export function toMinimap(
  x: number,
  z: number,
  middle: readonly [number, number],
): readonly [number, number] {
  const scale = EDGE / 2 / RANGE;
  return [EDGE / 2 + (x - middle[0]) * scale, EDGE / 2 - (z - middle[1]) * scale];
}

/** A small map of what the map's scripts have marked, and who is near; hidden without marks. */
export class Minimap {
  readonly element = h("canvas", { class: "small-map", hidden: true, "aria-hidden": "true" });
  private shapes: readonly ShapeView[] = [];
  private drawn = -Infinity;

  constructor(
    private readonly tracks: ActorTracks,
    private readonly walker: () => LocalPlayer | null,
  ) {
    this.element.width = this.element.height = 2 * EDGE;
  }

  /** Says what is marked. */
  show(shapes: readonly ShapeView[]): void {
    this.shapes = shapes;
    this.render();
  }

  /** Shows or hides it. */
  render(): void {
    this.element.hidden = this.shapes.length === 0 || this.walker() === null;
  }

  /** Draws it anew from time to time. */
  draw(now: number, you: number | null): void {
    const walker = this.walker();
    const context = this.element.getContext("2d");
    if (!walker || !context || this.element.hidden || now - this.drawn < AGAIN_MS) return;
    this.drawn = now;
    const middle = [walker.feet[0], walker.feet[2]] as const;
    context.setTransform(2, 0, 0, 2, 0, 0);
    context.clearRect(0, 0, EDGE, EDGE);
    for (const shape of this.shapes) paint(context, shape, middle);
    for (const { view, pos } of this.tracks.shown(now)) {
      if (view.id === you || (view.kind !== "player" && view.kind !== "creature")) continue;
      const [x, y] = toMinimap(pos[0], pos[2], middle);
      context.fillStyle = cssColour(
        teamColour(view.team) ?? (view.kind === "player" ? 0xfff4dc : 0xd8a04a),
      );
      context.beginPath();
      context.arc(x, y, view.kind === "player" ? 3.4 : 2.2, 0, 7);
      context.fill();
    }
    this.arrow(context, walker.controls.yaw);
  }

  private arrow(context: CanvasRenderingContext2D, yaw: number): void {
    context.translate(EDGE / 2, EDGE / 2);
    // It points up, to the north, which is a yaw of 180.
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
  middle: readonly [number, number],
): void {
  const scale = EDGE / 2 / RANGE;
  const [x, y] = toMinimap(a, b, middle);
  context.strokeStyle = cssColour(colour);
  context.fillStyle = `${cssColour(colour)}44`;
  context.lineWidth = 2;
  context.beginPath();
  if (kind === "circle") context.arc(x, y, Math.abs(c) * scale, 0, 7);
  else if (kind === "rectangle") context.rect(x, y - d * scale, c * scale, d * scale);
  else {
    context.moveTo(x, y);
    context.lineTo(...toMinimap(c, d, middle));
  }
  if (kind !== "line") context.fill();
  context.stroke();
}
