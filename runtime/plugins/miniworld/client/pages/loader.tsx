import { useLayoutEffect, useRef } from "preact/hooks";
import { isStill } from "@page/state/settings";
import type { Element as PageElement } from "../wire.generated";
import { EMOTE_MS, emoteOf, type EmoteState } from "../actors/emotes";
import { colourOfId } from "../drawing/colours";
import { listedBlock } from "../drawing/item_icons";
import {
  creatureShape,
  cubeShape,
  personShape,
  itemShape,
  type BodyShape,
} from "../actors/body_shapes";
import { facesOf, fitOf } from "./model";

/** Width and height of the canvas, in pixels. */
const EDGE = 256;
/** The fraction of the canvas that a model of scale 1 fills. */
const FILL = 0.9;

/** The model with a name such as `mob_3400`, `block_100` or `item_12005`; null if there is none. */
export function modelOf(name: string): BodyShape | null {
  const [, kind, digits] = /^(block|item|mob|player|skin)_(\d+)$/.exec(name) ?? [];
  const id = Number(digits);
  const block = kind === "block" || kind === "item" ? listedBlock(id) : undefined;
  if (block) return cubeShape(block.colour);
  if (kind === "block") return cubeShape(colourOfId(id));
  if (kind === "item") return itemShape(id);
  if (kind === "mob") return creatureShape(id);
  return kind ? personShape(id, 0) : null;
}

/** Draws a model in three dimensions, with its scale, rotation and emote. */
export function ModelPicture({ model }: { model: PageElement["model"] }) {
  const place = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const canvas = place.current;
    if (!canvas) return;
    const shape = modelOf(model?.[0] ?? "");
    const emote = model?.[3] ?? 0;
    let asked = 0;
    const draw = (now: number) => {
      const moves = emote !== 0 && !isStill();
      const part = (now % EMOTE_MS) / EMOTE_MS;
      paint(canvas, shape, model, moves ? { kind: emoteOf(emote), progress: part } : null);
      if (moves) asked = requestAnimationFrame(draw);
    };
    draw(performance.now());
    return () => cancelAnimationFrame(asked);
  }, [model]);
  return <canvas width={EDGE} height={EDGE} aria-hidden="true" ref={place} />;
}

function paint(
  canvas: HTMLCanvasElement,
  shape: BodyShape | null,
  model: PageElement["model"],
  emote: EmoteState | null,
): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  context.clearRect(0, 0, EDGE, EDGE);
  if (!shape || !model) return;
  const [, scale, yaw] = model;
  const large = EDGE * FILL * fitOf(shape) * Math.max(0.05, Math.min(4, scale || 1));
  for (const { corners, colour } of facesOf(shape, yaw, emote)) {
    context.fillStyle = context.strokeStyle = colour;
    context.lineJoin = "round";
    context.beginPath();
    corners.forEach(([x, y], i) => {
      const at = [EDGE / 2 + x * large, EDGE / 2 - y * large] as const;
      if (i === 0) context.moveTo(...at);
      else context.lineTo(...at);
    });
    context.closePath();
    context.fill();
    context.stroke();
  }
}
