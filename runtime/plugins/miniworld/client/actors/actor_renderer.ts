import { Euler, Matrix4, Quaternion, Vector3, type Group } from "three";
import type { ActorView } from "../wire.generated";
import type { Look } from "@page/world/looks";
import type { BlockSkin } from "@page/render/blocks";
import type { Eye } from "@page/render/camera";
import { emotePose, emoteLimbTurn } from "./emotes";
import { BoxBatch, type BoxPart } from "../drawing/box_batch";
import { hashUnit, colourOfId } from "../drawing/colours";
import {
  armParts,
  creatureShape,
  cubeShape,
  missileShape,
  personShape,
  itemShape,
  type BodyShape,
} from "./body_shapes";
import { HeldBlock } from "./held_block";
import { direction, type Vec } from "../physics/terrain";
import type { DrawnActor } from "./actor_tracks";

const RADIANS = Math.PI / 180;
/** The most boxes that one actor and its particles may take. */
const MAX_PARTS = 40;
/** How far legs swing, in radians, and how many blocks one step covers. */
const SWING = 0.75;
const STRIDE = 1.1;
const PARTICLES = 8;

const FRAME = new Matrix4();
const LIMB = new Matrix4();
const TURN = new Quaternion();
const EULER = new Euler();
const AT = new Vector3();
const SIZE = new Vector3();
const ONE = new Vector3(1, 1, 1);

/** Draws all actors (players, creatures, dropped items and missiles) as batches of boxes. */
export class ActorRenderer {
  private readonly batch: BoxBatch;
  private readonly shapes = new Map<string, BodyShape>();

  private readonly handBatch: BoxBatch;
  private readonly heldBlock: HeldBlock;

  /** `skin` are the textures of the world's blocks, if they have any. */
  constructor(
    parent: Group,
    private readonly lookOf: (block: number) => Look | undefined,
    private readonly skin: () => BlockSkin | null,
  ) {
    this.batch = new BoxBatch(parent);
    this.handBatch = new BoxBatch(parent, false);
    this.heldBlock = new HeldBlock(parent);
  }

  /**
   * Draws the player's own hand with the held item in first person; draws nothing when `eye` is
   * null. In a narrow picture the hand is held nearer to the centre. `swing` is the progress of a
   * blow, 0 to 1.
   */
  hand(eye: Eye | null, item: number | null, owner: number, swing: number, aspect: number): void {
    this.handBatch.begin(MAX_PARTS);
    this.heldBlock.hide();
    if (eye) {
      const way = Math.sin(swing * Math.PI);
      EULER.set(eye.pitch * RADIANS, yawToRotation(eye.yaw), 0, "YXZ");
      FRAME.compose(AT.set(...eye.at), TURN.setFromEuler(EULER), ONE);
      const shape = item === null ? null : this.itemBody(item);
      const cube = shape?.limbs[0]?.parts[0]?.size[0] === 1;
      EULER.set(0.1 + way * 0.9, cube ? 0.75 : -0.35, item === null ? 0.3 : 0, "YXZ");
      const aside = 0.5 * Math.min(1, 0.12 + 0.8 * aspect);
      AT.set(aside - way * 0.16, -0.5 + way * 0.14, 0.86 + way * 0.12);
      LIMB.compose(AT, TURN.setFromEuler(EULER), SIZE.setScalar(cube ? 0.19 : 0.36));
      LIMB.premultiply(FRAME);
      const look = item === null ? null : this.blockOf(item);
      const skin = this.skin();
      if (look && skin) this.heldBlock.show(look, skin, LIMB);
      else {
        const parts = shape?.limbs.flatMap((limb) => limb.parts) ?? armParts(owner);
        for (const part of parts) this.handBatch.add(LIMB, part);
      }
    }
    this.handBatch.end();
  }

  /** Draws these actors at a time in ms. Actors that cannot be seen from `eye` are skipped. */
  draw(shown: readonly DrawnActor[], now: number, eye: Eye | null): void {
    this.batch.begin(shown.length * MAX_PARTS);
    const way = eye && direction(eye.yaw, eye.pitch);
    for (const body of shown) {
      if (eye && way && isHidden(body, eye, way)) continue;
      if (body.view.kind === "drop") this.drop(body, now);
      else this.body(body, now);
      this.drawParticles(body, now);
    }
    this.batch.end();
  }

  private body(body: DrawnActor, now: number): void {
    const { view, pos } = body;
    const shape = this.shapeOf(view);
    const tall = view.size[1] / shape.tall;
    const hops = shape.limbs.length === 1 && body.speed > 0.2;
    const lift = hops ? Math.abs(Math.sin((body.walked / STRIDE) * Math.PI)) * 0.25 * tall : 0;
    const missile = view.kind === "missile";
    const { lift: up, turn, lean } = emotePose(body.emote);
    EULER.set(missile ? body.pitch * RADIANS : lean, yawToRotation(body.yaw) + turn, 0, "YXZ");
    if (view.dead) EULER.z = Math.PI / 2;
    TURN.setFromEuler(EULER);
    const low = view.doing === SNEAKING && view.kind === "player" ? -0.12 : 0;
    AT.set(pos[0], pos[1] + lift + low + up * tall + (view.dead ? 0.25 : 0), pos[2]);
    FRAME.compose(AT, TURN, SIZE.setScalar(tall));
    for (const limb of shape.limbs) {
      const turns = limb.swing !== 0 || limb.looks || limb.strikes;
      if (turns) LIMB.compose(AT.set(...limb.joint), this.turnOf(body, limb, now), ONE);
      else LIMB.makeTranslation(...limb.joint);
      LIMB.premultiply(FRAME);
      for (const part of limb.parts) this.batch.add(LIMB, part, body.hurt * 0.6);
    }
  }

  private turnOf(body: DrawnActor, limb: BodyShape["limbs"][number], now: number): Quaternion {
    const phase = (body.walked / STRIDE) * Math.PI;
    const stride = Math.min(1, body.speed / 3);
    let x = limb.swing * Math.sin(phase) * SWING * stride;
    if (limb.swing !== 0) x += limb.swing * Math.sin(now / 900) * 0.03;
    if (limb.strikes && body.swing > 0) x -= Math.sin(body.swing * Math.PI) * 1.6;
    if (limb.looks) x = Math.max(-1, Math.min(1, body.pitch * RADIANS));
    const [ahead, round, aside] = emoteLimbTurn(body.emote, limb);
    return TURN.setFromEuler(EULER.set(x + ahead, round, aside, "YXZ"));
  }

  private drop({ view, pos, emote }: DrawnActor, now: number): void {
    const acted = emote?.progress ?? 0;
    const hop = 0.6 * Math.abs(Math.sin(acted * 2 * Math.PI));
    const bob = 0.1 + 0.06 * Math.sin(now / 420 + view.id) + hop;
    const size = Math.max(0.24, view.size[1]);
    TURN.setFromEuler(EULER.set(0, now / 900 + view.id + acted * 4 * Math.PI, 0, "YXZ"));
    const shape = this.shapeOf(view);
    // A stack of several items is drawn as two or three of them.
    const heap = view.count > 16 ? 3 : view.count > 1 ? 2 : 1;
    for (let i = 0; i < heap; i++) {
      AT.set(pos[0] + i * 0.07, pos[1] + bob + i * 0.05, pos[2] - i * 0.05);
      FRAME.compose(AT, TURN, SIZE.setScalar(size));
      for (const limb of shape.limbs) for (const part of limb.parts) this.batch.add(FRAME, part);
    }
  }

  /** Draws the particle effects of an actor: small cubes that rise around it. */
  private drawParticles({ view, pos }: DrawnActor, now: number): void {
    for (const [id, scale] of view.effects.slice(0, 2)) {
      for (let i = 0; i < PARTICLES; i++) {
        const age = (now / 1400 + hashUnit(id * 31 + i, 1)) % 1;
        const turn = 6.283 * hashUnit(i, 2) + age * 2;
        const wide = view.size[0] * (0.5 + 0.4 * hashUnit(i, 4)) * scale;
        AT.set(
          pos[0] + Math.cos(turn) * wide,
          pos[1] + age * view.size[1] * 1.1,
          pos[2] + Math.sin(turn) * wide,
        );
        FRAME.compose(AT, TURN.identity(), SIZE.setScalar(0.09 * scale * (1 - age)));
        this.batch.add(FRAME, { ...PARTICLE, colour: BODY_EFFECTS[id] ?? colourOfId(id) });
      }
    }
  }

  private shapeOf(view: ActorView): BodyShape {
    const { kind, of, model, team, id } = view;
    const key = `${kind}/${of}/${model}/${kind === "player" ? id : 0}/${team}`;
    let shape = this.shapes.get(key);
    if (!shape) {
      shape = this.build(view);
      this.shapes.set(key, shape);
    }
    return shape;
  }

  private build(view: ActorView): BodyShape {
    const [kind = "", number = ""] = (view.model ?? "").split("_");
    const id = Number(number) || 0;
    if (kind === "block") return cubeShape(this.lookOf(id)?.colour ?? colourOfId(id));
    if (kind === "item") return this.itemBody(id);
    if (kind === "mob") return creatureShape(id);
    if (view.kind === "creature" && kind === "") return creatureShape(view.of);
    if (view.kind === "missile") return missileShape(view.of);
    if (view.kind === "drop") return this.itemBody(view.of);
    return personShape(kind === "" ? view.id : id, view.team);
  }

  private itemBody(item: number): BodyShape {
    const look = this.blockOf(item);
    return look ? cubeShape(look.colour) : itemShape(item);
  }

  /** The look of an item that is a block; null for other items. */
  private blockOf(item: number): Look | null {
    const look = item < 0x10000 ? this.lookOf(item) : undefined;
    // A block that the map did not list is named `#` and its number: it is drawn as an item.
    return look && !look.name.zh.startsWith("#") ? look : null;
  }
}

/**
 * Rotation about the vertical axis, in radians, for a yaw in degrees. Shapes are modelled facing
 * north, which is yaw 180.
 */
const yawToRotation = (yaw: number): number => (yaw + 180) * RADIANS;

/** Whether an actor is behind the eye or farther away than can be seen in the fog. */
function isHidden({ pos, view }: DrawnActor, { at }: Eye, way: Vec): boolean {
  const [x, y, z] = [pos[0] - at[0], pos[1] - at[1], pos[2] - at[2]];
  const ahead = x * way[0] + y * way[1] + z * way[2];
  return ahead < -3 - view.size[1] || x * x + y * y + z * z > VIEW_DISTANCE * VIEW_DISTANCE;
}

/** How far actors are drawn, in blocks. */
const VIEW_DISTANCE = 110;
const SNEAKING = 16;
/**
 * Colours of the particle effects in `ACTORBODY_EFFECT` whose meaning is published: blood, fire,
 * portal. Others get a colour from their number.
 */
const BODY_EFFECTS: Readonly<Record<number, number>> = { 0: 0xd8452f, 1: 0xff7a1a, 2: 0x8a4de0 };
const PARTICLE: BoxPart = { at: [0, 0, 0], size: [1, 1, 1], colour: 0xffffff };
