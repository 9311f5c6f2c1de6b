import { Matrix4, Quaternion, Vector3, type Group, type Sprite } from "three";
import type { GraphEnd, GraphView } from "../wire.generated";
import { BoxBatch, type BoxPart } from "../drawing/box_batch";
import { cssColour } from "../drawing/colours";
import { iconCanvas } from "../drawing/item_icons";
import { MOST_LINES, paintText, type TextCanvas } from "@page/render/text_canvas";
import { linesOf } from "@page/util/markup";
import { disposeSprite, makeSprite } from "../actors/name_tags";
import type { ActorTracks } from "../actors/actor_tracks";

/** Height in blocks of a letter of size 1. */
const LETTER_SIZE = 0.022;
/** Thickness in blocks of a line of size 1. */
const LINE_WIDTH = 0.06;
const NORTH = new Vector3(0, 0, 1);
const FROM = new Vector3();
const WAY = new Vector3();
const TURN = new Quaternion();
const FRAME = new Matrix4();
const ONE = new Vector3(1, 1, 1);

interface SpriteEntry {
  key: string;
  sprite: Sprite;
}

/** Graphics that scripts place in the world: texts, progress bars, pictures, lines and arrows. */
export class ScriptGraphics {
  private graphs: readonly GraphView[] = [];
  private readonly sprites = new Map<number, SpriteEntry>();
  private readonly batch: BoxBatch;

  constructor(private readonly parent: Group) {
    this.batch = new BoxBatch(parent);
  }

  /** Sets which graphics are shown. */
  show(graphs: readonly GraphView[]): void {
    this.graphs = graphs;
    const wanted = new Map(graphs.map((graph) => [graph.id, keyOf(graph)]));
    for (const [id, { key, sprite }] of this.sprites) {
      if (wanted.get(id) === key) continue;
      disposeSprite(this.parent, sprite);
      this.sprites.delete(id);
    }
    for (const graph of graphs) {
      if (graph.to !== null || this.sprites.has(graph.id)) continue;
      const sprite = spriteOf(graph);
      const [seen, opaque] = isText(graph) ? [true, 1] : [graph.alpha > 0, graph.alpha / 255];
      sprite.visible = seen;
      sprite.material.opacity = opaque;
      this.sprites.set(graph.id, { key: keyOf(graph), sprite });
      this.parent.add(sprite);
    }
  }

  /** Places everything for a moment: ends may be attached to actors that move. */
  draw(tracks: ActorTracks, now: number): void {
    const lines = this.graphs.filter(({ to }) => to !== null);
    this.batch.begin(lines.length * 6);
    for (const graph of this.graphs) {
      const from = endPosition(graph.from, tracks, now);
      if (!from) continue;
      const [x, y, z] = graph.offset;
      FROM.set(from[0] + x, from[1] + y, from[2] + z);
      const entry = this.sprites.get(graph.id);
      if (entry) {
        const float = graph.kind === "floating" ? 0.08 * Math.sin(now / 700 + graph.id) : 0;
        entry.sprite.position.set(FROM.x, FROM.y + float, FROM.z);
      }
      const to = graph.to && endPosition(graph.to, tracks, now);
      if (to) this.drawLine(graph, WAY.set(...to).sub(FROM), now);
    }
    this.batch.end();
  }

  private drawLine(graph: GraphView, way: Vector3, now: number): void {
    const length = way.length();
    if (length < 0.01) return;
    TURN.setFromUnitVectors(NORTH, way.divideScalar(length));
    FRAME.compose(FROM, TURN, ONE);
    const { kind, colour } = graph;
    const thick = LINE_WIDTH * Math.max(0.3, Math.min(10, graph.size));
    const bar = (at: BoxPart["at"], size: BoxPart["size"]) =>
      this.batch.add(FRAME, { at, size, colour });
    if (kind === "surface_pos" || kind === "surface_actor") {
      bar([0, 0, length / 2], [thick * 6, thick * 0.4, length]);
      return;
    }
    const pointed = kind === "arrow_pos" || kind === "arrow_actor";
    const head = pointed ? Math.min(length, thick * 6) : 0;
    bar([0, 0, (length - head) / 2], [thick, thick, length - head]);
    for (let i = 0; i < 4 && pointed; i++) {
      const wide = thick * (4 - i);
      bar([0, 0, length - head + (head * (i + 0.5)) / 4], [wide, wide, head / 4]);
    }
    // A bead moves along arrows, to show their direction.
    const bead = ((now / 1200) % 1) * length;
    if (pointed) bar([0, 0, bead], [thick * 1.7, thick * 1.7, thick * 1.7]);
  }
}

const keyOf = ({ kind, size, colour, alpha, text, bar }: GraphView): string =>
  JSON.stringify([kind, size, colour, alpha, text, bar]);

function endPosition(
  end: GraphEnd,
  tracks: ActorTracks,
  now: number,
): readonly [number, number, number] | null {
  if ("at" in end) return end.at;
  const body = tracks.one(end.object, now);
  return body && [body.pos[0], body.pos[1] + body.view.size[1] * 0.6, body.pos[2]];
}

/**
 * Whether a graphic is a text. Its `alpha` is the opacity of the background in percent; that of
 * others is 0 to 255.
 */
const isText = ({ kind }: GraphView): boolean => kind === "board" || kind === "floating";

function spriteOf(graph: GraphView): Sprite {
  if (graph.kind === "progress") return makeSprite(paintBar(graph), 0.17);
  if (graph.kind === "image") {
    const canvas = iconCanvas(graph.text, 128);
    const size = Math.max(0.1, Math.min(20, graph.size));
    return makeSprite({ canvas, width: canvas.width, height: canvas.height }, size);
  }
  const painted = paintText(graph.text, cssColour(graph.colour), { ground: graph.alpha / 100 });
  const lines = linesOf(graph.text).length;
  return makeSprite(painted, LETTER_SIZE * graph.size * 1.5 * Math.min(MOST_LINES, lines));
}

function paintBar({ bar: [value, most], colour }: GraphView): TextCanvas {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [192, 32];
  const context = canvas.getContext("2d");
  if (context) {
    const part = most > 0 ? Math.max(0, Math.min(1, value / most)) : 0;
    context.fillStyle = "rgba(16,12,8,.82)";
    context.beginPath();
    context.roundRect(0, 0, 192, 32, 14);
    context.fill();
    context.fillStyle = cssColour(colour);
    context.beginPath();
    context.roundRect(5, 5, Math.max(0.01, 182 * part), 22, 10);
    context.fill();
  }
  return { canvas, width: 192, height: 32 };
}
