import {
  BufferGeometry,
  ExtrudeGeometry,
  Matrix4,
  Quaternion,
  Vector3,
  type Group,
  type IUniform,
  type Material,
  type Texture,
} from "three";
import { Instances } from "../render/instances";
import { easeOut, readMoves } from "../render/motion";
import { roundedRectangle } from "../render/piece_shapes";
import { litMaterial } from "../render/quality";
import { blockId, type Pos } from "../wire/decode";
import type { Look, Looks } from "../world/looks";
import type { BlockStore, CellChange } from "../world/store";
import { FaceAtlas, type Emblems } from "./faces";
import { CARD_WIDTH, RAISE, type Place } from "./layout";

/** Position and orientation of a card. */
interface Pose extends Place {
  /** Rotation about the upright axis in radians, towards the viewer. */
  turn: number;
}

interface Card {
  pos: Pos;
  look: Look;
  from: Pose;
  to: Pose;
  start: number;
  duration: number;
  arc: number;
  grows: boolean;
}

/** How a card is highlighted. */
export interface CardState {
  raised: boolean;
  dim: boolean;
  glow: boolean;
}

const MOVE_MS = 300;
const SHIFT_MS = 160;
/** Delay between cards that move together. */
const STAGGER_MS = 26;
const PLAIN: CardState = { raised: false, dim: false, glow: false };
const LAYOUT = { slot: 4, state: 3 };
const THICK = 0.012;
const keyOf = (pos: Pos): string => pos.join();

/**
 * Draws all playing cards. Cards on a card table lie where the layout places them, others in their
 * cells.
 */
export class CardLayer {
  private readonly cards = new Map<string, Card>();
  private readonly layer: Instances;
  private readonly atlas: IUniform<Texture | null> = { value: null };
  private faces = new FaceAtlas(1);
  private states = new Map<string, CardState>();
  private dirty = true;

  constructor(
    parent: Group,
    private readonly store: BlockStore,
    private readonly looks: () => Looks,
    private readonly place: (pos: Pos) => Pose,
    private readonly source: () => Place | null,
    private readonly still: () => boolean,
  ) {
    this.layer = new Instances(parent, geometry(), material(this.atlas), LAYOUT, (mesh) => {
      mesh.castShadow = mesh.receiveShadow = true;
    });
  }

  /** The cards as drawn, the upper ones last. */
  get instances(): Instances {
    return this.layer;
  }

  /** The picture with all faces. */
  get picture(): HTMLCanvasElement {
    return this.faces.texture.image as HTMLCanvasElement;
  }

  /** Takes the cards of a map, and the emblems of those with names. */
  setLooks(looks: readonly Look[], emblems: Emblems): void {
    this.faces.texture.dispose();
    this.faces = new FaceAtlas(looks.length, emblems);
    this.atlas.value = this.faces.texture;
    for (const look of looks) this.faces.slot(look);
    this.dirty = true;
  }

  private isCard(id: number): boolean {
    return this.looks().of(id)?.shape === "card";
  }

  /** Reads all cards from the store, without animation. */
  rebuild(): void {
    this.cards.clear();
    this.store.forEach((pos, state) => {
      if (this.isCard(blockId(state))) this.put(pos, null, 0);
    });
    this.dirty = true;
  }

  /**
   * Applies an event's changed cells. Cards that disappeared are matched with cards that appeared,
   * so that they move.
   */
  change(changes: readonly CellChange[], now: number): void {
    const moves = readMoves(changes, (id) => this.isCard(id));
    const poses = new Map<string, Pose>();
    const take = (pos: Pos) => {
      const card = this.cards.get(keyOf(pos));
      if (card) poses.set(keyOf(pos), poseAt(card, now));
      this.cards.delete(keyOf(pos));
      return poses.get(keyOf(pos)) ?? null;
    };
    const movedPoses = moves.moved.map(({ from }) => take(from));
    const removedPoses = moves.disappeared
      .map(({ pos }) => take(pos))
      .filter((pose) => pose !== null);
    moves.moved.forEach(({ to }, i) => this.put(to, movedPoses[i] ?? null, now));
    const source = this.source();
    const appeared = [...moves.appeared].sort((a, b) => a.pos[0] - b.pos[0]);
    appeared.forEach(({ pos }, i) => {
      // A card that appears may be a hidden card that was turned up. Others were dealt from the
      // pile.
      const from = removedPoses.shift() ?? (source && { ...source, turn: 0 });
      const card = this.put(pos, from, now + i * STAGGER_MS);
      if (card && !from) card.grows = true;
    });
    this.dirty = true;
  }

  /** Moves cards to their places after a change of the layout. */
  settle(now: number, animate: boolean): void {
    for (const card of this.cards.values()) {
      const to = this.goal(card.pos);
      if (near(card.to, to)) continue;
      const running = now < card.start + card.duration;
      card.from = poseAt(card, now);
      card.to = to;
      if (!running) {
        card.start = now;
        card.duration = animate && !this.still() ? SHIFT_MS : 0;
        card.arc = 0;
      }
    }
    this.dirty = true;
  }

  /** Sets how cards are highlighted, by cell. */
  show(states: Map<string, CardState>, now: number): void {
    this.states = states;
    this.settle(now, true);
  }

  /** Draws the cards at `now`; true while any moves. */
  update(now: number): boolean {
    if (!this.dirty) return false;
    const all = [...this.cards.values()].sort((a, b) => a.to.order - b.to.order);
    this.layer.resize(all.length);
    let busy = false;
    all.forEach((card, row) => {
      const pose = poseAt(card, now);
      if (now < card.start + card.duration) busy = true;
      MATRIX.compose(AT.set(pose.x, pose.y, pose.z), turned(pose), SCALE.setScalar(pose.size));
      this.layer.mesh.setMatrixAt(row, MATRIX);
      const { dim, glow } = this.states.get(keyOf(card.pos)) ?? PLAIN;
      this.layer.set(row, "slot", this.faces.slot(card.look));
      this.layer.set(row, "state", [dim ? 1 : 0, glow ? 1 : 0, 0]);
    });
    this.layer.mesh.instanceMatrix.needsUpdate = true;
    this.dirty = busy;
    return busy;
  }

  /**
   * The cell of the topmost card at a point of the picture. `project` maps world coordinates to the
   * picture.
   */
  pick(
    x: number,
    y: number,
    project: (x: number, y: number, z: number) => { x: number; y: number },
  ): Pos | null {
    let best: Card | null = null;
    for (const card of this.cards.values()) {
      // A card that is not shown has size 0; every point would be inside it.
      if (card.to.size === 0 || (best && best.to.order > card.to.order)) continue;
      const corners = CORNERS.map(([u, v]) => {
        AT.set(u * CARD_WIDTH, 0, v)
          .applyQuaternion(turned(card.to))
          .multiplyScalar(card.to.size);
        return project(card.to.x + AT.x, card.to.y + AT.y, card.to.z + AT.z);
      });
      if (within(corners, x, y)) best = card;
    }
    return best?.pos ?? null;
  }

  /** A point of a card that no neighbour covers, in world coordinates. */
  handle(pos: Pos): { x: number; y: number; z: number } | null {
    const card = this.cards.get(keyOf(pos));
    if (!card) return null;
    const { to } = card;
    AT.set(-CARD_WIDTH * 0.36, 0, 0.34)
      .applyQuaternion(turned(to))
      .multiplyScalar(to.size);
    return { x: to.x + AT.x, y: to.y + AT.y, z: to.z + AT.z };
  }

  private goal(pos: Pos): Pose {
    const pose = this.place(pos);
    const state = this.states.get(keyOf(pos));
    if (!state?.raised && !state?.glow) return pose;
    const up = pose.size * (state.raised ? RAISE : RAISE * 0.3);
    return { ...pose, y: pose.y + up * Math.sin(pose.tilt), z: pose.z + up * Math.cos(pose.tilt) };
  }

  private put(pos: Pos, from: Pose | null, start: number): Card | undefined {
    const look = this.looks().of(this.store.id(...pos));
    if (!look) return undefined;
    const to = this.goal(pos);
    const moving = from !== null && !this.still();
    const far = from ? Math.hypot(from.x - to.x, from.z - to.z) : 0;
    const card: Card = {
      pos,
      look,
      from: from ?? to,
      to,
      start,
      duration: moving ? MOVE_MS + 8 * Math.min(far, 20) : 0,
      arc: far > 2 ? 0.5 : 0,
      grows: false,
    };
    this.cards.set(keyOf(pos), card);
    return card;
  }
}

const MATRIX = new Matrix4();
const SCALE = new Vector3();
const AT = new Vector3();
const TILT = new Quaternion();
const TURN = new Quaternion();
const EAST = new Vector3(1, 0, 0);
const UP = new Vector3(0, 1, 0);
const CORNERS = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
] as const;

/** The orientation of a pose. The result is valid until the next call. */
function turned({ tilt, turn }: Pose): Quaternion {
  TURN.setFromAxisAngle(UP, turn);
  return TURN.multiply(TILT.setFromAxisAngle(EAST, -tilt));
}

function near(a: Pose, b: Pose): boolean {
  const gap = Math.abs(a.x - b.x) + Math.abs(a.y - b.y) + Math.abs(a.z - b.z);
  return gap + Math.abs(a.tilt - b.tilt) + Math.abs(a.size - b.size) < 1e-4 && a.turn === b.turn;
}

/** The pose of a card at a time. */
function poseAt({ from, to, start, duration, arc, grows }: Card, now: number): Pose {
  if (now >= start + duration) return to;
  const part = easeOut(Math.min(1, Math.max(0, (now - start) / Math.max(1, duration))));
  const mix = (a: number, b: number) => a + (b - a) * part;
  return {
    x: mix(from.x, to.x),
    y: mix(from.y, to.y) + arc * Math.sin(Math.PI * part),
    z: mix(from.z, to.z),
    tilt: mix(from.tilt, to.tilt),
    turn: to.turn,
    size: mix(grows ? 0.01 : from.size, to.size),
    order: to.order,
  };
}

/** Whether a point is inside a convex quadrilateral. */
function within(corners: readonly { x: number; y: number }[], x: number, y: number): boolean {
  let sign = 0;
  return corners.every((a, i) => {
    const b = corners[(i + 1) % corners.length] as { x: number; y: number };
    const cross = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
    if (sign === 0) sign = Math.sign(cross);
    return cross * sign >= 0;
  });
}

/** A card of height 1 around the origin, lying face up. */
function geometry(): BufferGeometry {
  const outline = roundedRectangle(CARD_WIDTH, 1, 0.06);
  const made = new ExtrudeGeometry(outline, {
    depth: THICK,
    bevelEnabled: false,
    curveSegments: 6,
  });
  made.rotateX(-Math.PI / 2);
  return made;
}

function material(atlas: IUniform<Texture | null>): Material {
  return litMaterial("playing-card", 0.55, {}, (shader) => {
    shader.uniforms["atlas"] = atlas;
    shader.vertexShader = shader.vertexShader
      .replace(
        "#include <common>",
        `#include <common>
        attribute vec4 slot;
        attribute vec3 state;
        varying vec4 vSlot;
        varying vec3 vState;
        varying vec3 vLocal;
        varying float vUp;`,
      )
      .replace(
        "#include <begin_vertex>",
        `#include <begin_vertex>
        vSlot = slot;
        vState = state;
        vLocal = position;
        vUp = normal.y;`,
      );
    shader.fragmentShader = shader.fragmentShader
      .replace(
        "#include <common>",
        `#include <common>
        uniform sampler2D atlas;
        varying vec4 vSlot;
        varying vec3 vState;
        varying vec3 vLocal;
        varying float vUp;`,
      )
      .replace(
        "#include <color_fragment>",
        `#include <color_fragment>
        vec2 q = vec2(vLocal.x / ${CARD_WIDTH.toFixed(2)}, vLocal.z) + 0.5;
        vec3 face = texture2D(atlas, vSlot.xy + clamp(q, 0.004, 0.996) * vSlot.zw).rgb;
        vec2 rim = min(q, 1.0 - q) * vec2(${CARD_WIDTH.toFixed(2)}, 1.0);
        float edge = 1.0 - smoothstep(0.006, 0.014, min(rim.x, rim.y));
        face = mix(face, vec3(0.25, 0.2, 0.15), edge * 0.65);
        face = mix(face, vec3(1.0, 0.62, 0.12), vState.y * (1.0 - smoothstep(0.012, 0.04, min(rim.x, rim.y))));
        diffuseColor.rgb = mix(vec3(0.86, 0.83, 0.76), face, step(0.9, vUp));
        // The lamp's light is warm; this keeps paper white.
        diffuseColor.rgb *= vec3(1.03, 1.07, 1.17) * (1.0 - 0.45 * vState.x);`,
      );
  });
}
