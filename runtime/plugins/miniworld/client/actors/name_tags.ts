import { CanvasTexture, Sprite, SpriteMaterial, SRGBColorSpace, type Group } from "three";
import { LETTER_HEIGHT, paintText, type TextCanvas } from "@page/render/text_canvas";
import { cssColour, teamColour } from "../drawing/colours";
import type { DrawnActor } from "./actor_tracks";

/** From how far tags are shown, in blocks, and of how many actors at once. */
const VISIBLE_DISTANCE = 26;
const MAX_TAGS = 40;
/**
 * Height of a tag's letters, in blocks. Life bars change in steps, so that a tag is not painted
 * again for each small loss.
 */
const HEIGHT = 0.3;
const LIFE_STEPS = 24;

/** Makes a sprite of a picture that is `tall` blocks high. */
export function makeSprite(
  { canvas, width, height }: TextCanvas,
  tall: number,
  depth = true,
): Sprite {
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  const material = new SpriteMaterial({
    map,
    transparent: true,
    depthTest: depth,
    depthWrite: false,
    fog: false,
    toneMapped: false,
  });
  const sprite = new Sprite(material);
  sprite.scale.set((tall * width) / height, tall, 1);
  sprite.renderOrder = 8;
  return sprite;
}

/** Removes a sprite from its group and frees its texture and material. */
export function disposeSprite(parent: Group, sprite: Sprite): void {
  parent.remove(sprite);
  sprite.material.map?.dispose();
  sprite.material.dispose();
}

/** Paints a name and a life bar (0 to 1; null for none) as one picture. */
function paintTag(name: string, colour: string, life: number | null): TextCanvas {
  const words = paintText(name, colour);
  if (life === null) return words;
  const canvas = document.createElement("canvas");
  const bar = name === "" ? 120 : Math.max(120, Math.min(words.width, 220));
  canvas.width = Math.max(words.width, bar + 8);
  const top = name === "" ? 0 : words.height - 4;
  canvas.height = top + 22;
  const context = canvas.getContext("2d");
  if (!context) return words;
  if (name !== "") context.drawImage(words.canvas, (canvas.width - words.width) / 2, 0);
  const left = (canvas.width - bar) / 2;
  context.fillStyle = "rgba(16,12,8,.8)";
  context.beginPath();
  context.roundRect(left - 3, top, bar + 6, 18, 9);
  context.fill();
  context.fillStyle = life > 0.55 ? "#63b955" : life > 0.25 ? "#e0a93a" : "#d5493a";
  context.beginPath();
  context.roundRect(left, top + 3, Math.max(12, bar * life), 12, 6);
  context.fill();
  return { canvas, width: canvas.width, height: canvas.height };
}

interface NameTag {
  key: string;
  sprite: Sprite;
}

/** Names and life bars above actors that are near. */
export class NameTags {
  private readonly tags = new Map<number, NameTag>();
  /** `GameRule.DisplayName` and the viewer's own team; see [`isNamed`]. */
  nameRule = { rule: 0, team: 0 };

  constructor(private readonly parent: Group) {}

  /** Shows the tags of these actors, seen from a point. */
  draw(shown: readonly DrawnActor[], eye: readonly [number, number, number]): void {
    const near = shown
      .map((body) => ({
        body,
        distance: Math.hypot(...body.pos.map((axis, i) => axis - (eye[i] ?? 0))),
      }))
      .filter(({ body, distance }) => distance < VISIBLE_DISTANCE && wanted(body))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, MAX_TAGS);
    const kept = new Set(near.map(({ body }) => body.view.id));
    for (const [id, { sprite }] of this.tags) {
      if (kept.has(id)) continue;
      disposeSprite(this.parent, sprite);
      this.tags.delete(id);
    }
    for (const { body, distance } of near) this.put(body, distance);
  }

  private put({ view, pos }: DrawnActor, distance: number): void {
    const { id, life, team, size } = view;
    const name = view.kind !== "player" || isNamed(this.nameRule, team) ? view.name : null;
    const bar = life !== null && life < 1 ? Math.round(life * LIFE_STEPS) / LIFE_STEPS : null;
    const key = `${name}/${bar}/${team}`;
    let tag = this.tags.get(id);
    if (tag?.key !== key) {
      if (tag) disposeSprite(this.parent, tag.sprite);
      const colour = teamColour(team);
      const painted = paintTag(name ?? "", colour === null ? "#fdf6e6" : cssColour(colour), bar);
      const tall = (HEIGHT * painted.height) / (LETTER_HEIGHT * 1.3);
      tag = { key, sprite: makeSprite(painted, tall) };
      this.tags.set(id, tag);
      this.parent.add(tag.sprite);
    }
    const { sprite } = tag;
    const lift = view.dead ? 0.7 : size[1] + 0.12 + sprite.scale.y / 2;
    sprite.position.set(pos[0], pos[1] + lift, pos[2]);
    sprite.material.opacity = Math.max(0, Math.min(1, (VISIBLE_DISTANCE - distance) / 6));
  }
}

/**
 * Whether a player's name is shown: rule 0 shows all, 1 those of the viewer's team, 2 those of
 * other teams, 3 none.
 */
export function isNamed(
  { rule, team: own }: { rule: number; team: number },
  team: number,
): boolean {
  if (rule === 1) return team === own;
  if (rule === 2) return team !== own;
  return rule !== 3;
}

const wanted = ({ view }: DrawnActor): boolean =>
  Boolean(view.name) || (view.life !== null && view.life < 1 && !view.dead);
