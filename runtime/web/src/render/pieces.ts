import {
  Color,
  Euler,
  Matrix4,
  Quaternion,
  Vector3,
  type Group,
  type InstancedMesh,
  type Material,
} from "three";
import type { Figure } from "../plugins/figures";
import type { Pos } from "../wire/decode";
import { blockId } from "../wire/decode";
import { labelOf, type Look, type Looks } from "../world/looks";
import { isPieceShape } from "../world/shapes";
import type { BlockStore, CellChange } from "../world/store";
import type { GlyphAtlas } from "./atlas";
import { figureGeometry } from "./figure_shapes";
import { Instances } from "./instances";
import { easeInOut, easeOut, readMoves } from "./motion";
import { pieceMaterial, type GlyphUniforms, type PieceFace } from "./piece_material";
import { DIE_EDGE, DISC_HEIGHT, pieceGeometry } from "./piece_shapes";
import { ContactShadows } from "./shadows";

interface Flight {
  from: Vector3;
  start: number;
  duration: number;
  /** Height of the arc above the straight line. */
  arc: number;
}

interface Piece {
  pos: Pos;
  look: Look;
  seed: number;
  /** Position at rest. */
  home: Vector3;
  flight: Flight | null;
  lift: number;
  /** Removed: the piece shrinks from this time on. */
  removedAt: number | null;
  /** Added: the piece grows from this time on. */
  addedAt: number | null;
  /** Turned over in its cell: what it was before, and from when on. */
  turned: { was: Look; start: number } | null;
}

/** What is drawn in one call: a form, or a figure. */
type Kind = Exclude<PieceFace, "figure" | "symbol"> | Figure;

const SLIDE_MS = 230;
/** How long a piece that was dragged takes to settle. */
const SETTLE_MS = 90;
const REMOVE_MS = 240;
const ADD_MS = 260;
const LAYOUT = { slot: 4, ink: 3, look: 2 };
const FACES = ["disc", "sign", "stone", "ball", "die"] as const;
/** Width of the shadow under a figure, to that under a disc. */
const FIGURE_SHADOW = 0.76;
/** How long a disc takes to turn over, and a die to roll. */
const TURN_MS = { disc: 420, die: 640 } as const;
/** How far apart in time the discs of one move begin to turn over. */
const TURN_STEP_MS = 55;

const key = (pos: Pos): string => pos.join();

/** The way of a piece to its cell; one that was dragged there is let down. */
function flight(from: Vector3, home: Vector3, start: number, dragged: boolean): Flight {
  const far = from.distanceTo(home);
  if (dragged)
    return { from: from.clone(), start, duration: SETTLE_MS + 20 * Math.min(far, 8), arc: 0 };
  const duration = SLIDE_MS + 14 * Math.min(far, 12);
  return { from: from.clone(), start, duration, arc: 0.22 + 0.03 * Math.min(far, 10) };
}

/** What a block is drawn as; null if it is no piece. */
function kindOf(look: Look | undefined): Kind | null {
  if (!look) return null;
  return look.figure ?? FACES.find((face) => face === look.shape) ?? null;
}

const isFace = (look: Look | undefined): boolean => kindOf(look) !== null;

/** How far a piece or card is below the floor of its cell: half a block on a slab. */
export function sinkOf(store: BlockStore, looks: Looks, pos: Pos): number {
  const look = looks.of(store.id(...pos));
  if (!isFace(look) && look?.shape !== "card") return 0;
  return looks.of(store.id(pos[0], pos[1] - 1, pos[2]))?.shape === "slab" ? 0.5 : 0;
}

/** Draws all pieces and signs, one draw call for each form, with their animations. */
export class PieceLayer {
  private readonly pieces = new Map<string, Piece>();
  private removed: Piece[] = [];
  private readonly layers = new Map<Kind, Instances>();
  /** What stands for figures that are seen from straight above. */
  readonly symbols: Instances;
  private flat = false;
  /** Which way figures face, in radians: to the side from which the camera looks. */
  private heading = 0;
  private readonly contact: ContactShadows;
  private readonly parent: Group;
  /** The material that all figures share. */
  private readonly wood: Material;
  private lifted = new Map<string, number>();
  private glow = "";
  /** The piece that the viewer drags, and where it is. */
  private held: { cell: string; at: Vector3 } | null = null;
  private dirty = true;
  private lastUpdate = 0;
  /** The cells whose pieces are not drawn. */
  private leftOut = "";
  /** Size of pieces, to those of cells that adjoin each other. */
  size = 1;
  /** From which z pieces fall that are added, on a board that stands; null on one that lies. */
  entrance: number | null = null;

  constructor(
    parent: Group,
    private readonly store: BlockStore,
    private readonly looks: () => Looks,
    private readonly atlas: () => GlyphAtlas,
    private readonly uniforms: GlyphUniforms,
    private readonly still: () => boolean,
  ) {
    this.parent = parent;
    this.wood = pieceMaterial("figure", uniforms);
    this.contact = new ContactShadows(parent);
    const material = pieceMaterial("symbol", uniforms);
    this.symbols = new Instances(parent, pieceGeometry("symbol"), material, LAYOUT, (mesh) => {
      mesh.receiveShadow = true;
      mesh.renderOrder = 3;
    });
  }

  /** The pieces of a form, as drawn. */
  instances(face: (typeof FACES)[number]): Instances {
    return this.layer(face);
  }

  private layer(kind: Kind): Instances {
    const known = this.layers.get(kind);
    if (known) return known;
    const setUp = (mesh: InstancedMesh) => (mesh.castShadow = mesh.receiveShadow = true);
    const made =
      typeof kind === "string"
        ? new Instances(
            this.parent,
            pieceGeometry(kind),
            pieceMaterial(kind, this.uniforms),
            LAYOUT,
            setUp,
          )
        : new Instances(this.parent, figureGeometry(kind), this.wood, LAYOUT, setUp);
    this.layers.set(kind, made);
    return made;
  }

  /**
   * Sets how figures are seen: from straight above symbols stand for them, and otherwise they face
   * the camera, whose heading is given in radians, by quarter turns.
   */
  look(flat: boolean, yaw: number): void {
    const heading = Math.round(yaw / (Math.PI / 2)) * (Math.PI / 2);
    if (flat === this.flat && heading === this.heading) return;
    this.flat = flat;
    this.heading = heading;
    this.dirty = true;
  }

  /** Leaves out the pieces that `isCut` tells of their cells. */
  leaveOut(isCut: (pos: Pos) => boolean): void {
    const cut = [...this.pieces.values()].filter((piece) => isCut(piece.pos));
    const leftOut = cut.map((piece) => key(piece.pos)).join(" ");
    if (leftOut === this.leftOut) return;
    this.leftOut = leftOut;
    this.dirty = true;
  }

  /** Applies an event's changed cells; without `animate`, as for a scene, at once. */
  change(changes: readonly CellChange[], animate: boolean, now: number): void {
    const looks = this.looks();
    const moves = readMoves(changes, (id) => isFace(looks.of(id)));
    const moving = animate && !this.still();
    const movedPieces = moves.moved.map(({ from }) => this.take(from));
    const removedPieces = moves.disappeared.map(({ pos }) => this.take(pos));
    moves.moved.forEach(({ to }, i) => {
      const piece = this.put(to);
      const old = movedPieces[i];
      if (!piece || !old || !moving) return;
      piece.seed = old.seed;
      const held = this.placeOfHeld(old);
      const from = held ?? this.placeAt(old, now).at.clone();
      piece.lift = held ? 0 : old.lift;
      if (!held) from.y -= old.lift;
      piece.flight = flight(from, piece.home, now, held !== null);
    });
    const gone = new Map(removedPieces.map((piece) => [piece && key(piece.pos), piece]));
    let turns = 0;
    for (const { pos } of moves.appeared) {
      const piece = this.put(pos);
      if (!piece || !moving) continue;
      const was = gone.get(key(pos));
      if (was && turnsInto(was.look, piece.look)) {
        gone.delete(key(pos));
        piece.seed = was.seed;
        piece.turned = { was: was.look, start: now + ADD_MS * 0.6 + turns * TURN_STEP_MS };
        turns += 1;
      } else piece.addedAt = now;
    }
    if (moving) {
      const wait = moves.moved.length > 0 ? SLIDE_MS * 0.6 : 0;
      for (const piece of gone.values())
        if (piece) this.removed.push({ ...piece, removedAt: now + wait });
    }
    for (const piece of this.pieces.values()) this.settle(piece);
    this.dirty = true;
  }

  /** Animates the pieces of a first scene: they drop onto the board one after another. */
  setUp(now: number): void {
    if (this.still()) return;
    const all = [...this.pieces.values()];
    all.sort((a, b) => a.pos[2] - b.pos[2] || a.pos[0] - b.pos[0]);
    const step = Math.min(14, 420 / Math.max(all.length, 1));
    all.forEach((piece, i) => (piece.addedAt = now + i * step));
    this.dirty = true;
  }

  /** Reads all pieces from the store. */
  rebuild(): void {
    this.pieces.clear();
    this.removed = [];
    const looks = this.looks();
    this.store.forEach((pos, state) => {
      if (isFace(looks.of(blockId(state)))) this.put(pos);
    });
    for (const piece of this.pieces.values()) this.settle(piece);
    this.dirty = true;
  }

  /** Sets how far pieces are raised, by cell, and which one glows under the pointer. */
  raise(lifted: Map<string, number>, glow: string): void {
    this.lifted = lifted;
    this.glow = glow;
    this.dirty = true;
  }

  /** Draws the piece of a cell at a point, where the viewer drags it. */
  hold(pos: Pos, at: Vector3): void {
    this.held = { cell: key(pos), at };
    this.dirty = true;
  }

  /** Ends dragging: a piece that was not moved returns to its cell. */
  letGo(now: number): void {
    const piece = this.held && this.pieces.get(this.held.cell);
    if (piece && this.held && !this.still()) {
      piece.flight = flight(this.held.at, piece.home, now, true);
    }
    this.held = null;
    this.dirty = true;
  }

  private placeOfHeld(piece: Piece): Vector3 | null {
    return this.held?.cell === key(piece.pos) ? this.held.at.clone() : null;
  }

  private placeAt(piece: Piece, now: number): { at: Vector3; scale: number } {
    const held = this.held?.cell === key(piece.pos) && piece.removedAt === null;
    return held && this.held ? { at: this.held.at, scale: 1 } : placeAt(piece, now, this.entrance);
  }

  /** Draws the pieces at `now`; true while any moves. */
  update(now: number): boolean {
    if (!this.dirty) return false;
    const elapsed = Math.min(now - this.lastUpdate, 50);
    this.lastUpdate = now;
    this.removed = this.removed.filter((piece) => now < (piece.removedAt ?? 0) + REMOVE_MS);
    let busy = this.removed.length > 0;
    for (const piece of this.pieces.values()) {
      if (this.step(piece, now, elapsed)) busy = true;
    }
    this.write(now);
    this.dirty = busy;
    return busy;
  }

  private step(piece: Piece, now: number, elapsed: number): boolean {
    const wanted = this.lifted.get(key(piece.pos)) ?? 0;
    const gap = wanted - piece.lift;
    piece.lift =
      Math.abs(gap) < 0.002 || this.still()
        ? wanted
        : piece.lift + gap * (1 - Math.exp(-elapsed / 55));
    if (piece.flight && now >= piece.flight.start + piece.flight.duration) piece.flight = null;
    const added = this.entrance === null ? ADD_MS : fallTime(piece, this.entrance);
    if (piece.addedAt !== null && now >= piece.addedAt + added) piece.addedAt = null;
    if (piece.turned && now >= piece.turned.start + turnTime(piece.look)) {
      piece.turned = null;
    }
    const moves = piece.flight !== null || piece.addedAt !== null || piece.turned !== null;
    return moves || piece.lift !== wanted;
  }

  private take(pos: Pos): Piece | undefined {
    const piece = this.pieces.get(key(pos));
    this.pieces.delete(key(pos));
    return piece;
  }

  private put(pos: Pos): Piece | undefined {
    const look = this.looks().of(this.store.id(...pos));
    if (!look || !isFace(look)) return undefined;
    const seed = ((pos[0] * 73 + pos[1] * 151 + pos[2] * 37) % 97) / 9.7;
    const home = new Vector3();
    const piece: Piece = {
      pos,
      look,
      seed,
      home,
      flight: null,
      lift: 0,
      removedAt: null,
      addedAt: null,
      turned: null,
    };
    this.pieces.set(key(pos), piece);
    this.settle(piece);
    return piece;
  }

  private settle(piece: Piece): void {
    const [x, y, z] = piece.pos;
    piece.home.set(x + 0.5, y - sinkOf(this.store, this.looks(), piece.pos), z + 0.5);
  }

  private write(now: number): void {
    const rows = new Map<Instances, Piece[]>();
    for (const layer of this.layers.values()) rows.set(layer, []);
    rows.set(this.symbols, []);
    const leftOut = new Set(this.leftOut.split(" "));
    // One that is taken is seen on its way.
    const shown = [...this.pieces.values()].filter(
      (piece) => piece.flight !== null || !leftOut.has(key(piece.pos)),
    );
    const all = [...shown, ...this.removed];
    for (const piece of all) {
      const kind = kindOf(piece.look);
      if (!kind) continue;
      const layer = this.flat && piece.look.figure ? this.symbols : this.layer(kind);
      const others = rows.get(layer);
      if (others) others.push(piece);
      else rows.set(layer, [piece]);
    }
    this.contact.begin(all.length);
    for (const [layer, pieces] of rows) {
      layer.resize(pieces.length);
      pieces.forEach((piece, row) => this.writeRow(layer, row, piece, now));
      layer.mesh.instanceMatrix.needsUpdate = true;
      if (layer.mesh.instanceColor) layer.mesh.instanceColor.needsUpdate = true;
    }
    this.contact.end();
  }

  private writeRow(layer: Instances, row: number, piece: Piece, now: number): void {
    const place = this.placeAt(piece, now);
    place.scale *= this.size;
    const turn = this.turnOf(piece, now, TURN);
    const look = piece.turned && turn < 0.5 ? piece.turned.was : piece.look;
    place.at.y += turn > 0 && turn < 1 ? 0.55 * Math.sin(Math.PI * turn) : 0;
    // Dice and discs turn about their middle, not about what they lie on.
    const middle = look.shape === "die" ? DIE_EDGE / 2 : piece.turned ? DISC_HEIGHT / 2 : 0;
    place.at.y += middle;
    MATRIX.compose(place.at, TURN, SCALE.setScalar(place.scale));
    MATRIX.multiply(DOWN.makeTranslation(0, -middle, 0));
    place.at.y -= middle;
    layer.mesh.setMatrixAt(row, MATRIX);
    layer.mesh.setColorAt(row, COLOUR.setHex(look.colour));
    const label = layer === this.symbols ? look.figure?.drawing : labelOf(look);
    const slot = label ? this.atlas().slot(label) : null;
    layer.set(row, "slot", slot ? [slot.u, slot.v, slot.size, 1] : [0, 0, 0, 0]);
    COLOUR.setHex(look.glyphColour);
    layer.set(row, "ink", [COLOUR.r, COLOUR.g, COLOUR.b]);
    layer.set(row, "look", [piece.seed, key(piece.pos) === this.glow ? 1 : 0]);
    if (layer === this.symbols || !isPieceShape(look.shape)) return;
    const { x, y, z } = place.at;
    const wide = (look.figure ? FIGURE_SHADOW : 1) * this.size;
    this.contact.add(x, piece.home.y, z, y - piece.home.y, place.scale / this.size, wide);
  }

  /** How a piece is turned, into a quaternion; how far it has turned over, 0 to 1. */
  private turnOf(piece: Piece, now: number, into: Quaternion): number {
    into.identity();
    const { look, turned } = piece;
    if (look.figure && !this.flat) into.setFromAxisAngle(UP, this.heading);
    const time = turned ? (now - turned.start) / turnTime(look) : 1;
    const t = easeInOut(Math.min(1, Math.max(0, time)));
    if (look.shape === "die") {
      into.copy(dieTurn(look.glyph));
      if (t < 1) into.premultiply(SPIN.setFromAxisAngle(ROLL_AXIS, -3 * Math.PI * (1 - t)));
    } else if (turned) {
      // Both sides of a disc look alike: what is seen changes when it stands on its edge.
      into.setFromAxisAngle(FLIP_AXIS, Math.PI * t);
    }
    return t;
  }
}

const TURN = new Quaternion();
const SPIN = new Quaternion();
const UP = new Vector3(0, 1, 0);
const FLIP_AXIS = new Vector3(1, 0, 1).normalize();
const ROLL_AXIS = new Vector3(1, 0.3, 0.5).normalize();
const DOWN = new Matrix4();

/** Whether a piece that replaces another in its cell is the same, turned over or rolled again. */
const turnsInto = (was: Look, is: Look): boolean =>
  was.shape === is.shape &&
  (is.shape === "die" || (is.shape === "disc" && was.glyph === null && is.glyph === null));

const turnTime = (look: Look): number => TURN_MS[look.shape === "die" ? "die" : "disc"];

const DIE_FACES = "⚀⚁⚂⚃⚄⚅";
/** Turns that bring each number of a die to the top; 1 is there, 2 in the south, 3 in the east. */
const DIE_TURNS = [
  [0, 0, 0],
  [Math.PI / 2, 0, 0],
  [0, 0, Math.PI / 2],
  [0, 0, -Math.PI / 2],
  [-Math.PI / 2, 0, 0],
  [Math.PI, 0, 0],
].map(([x, y, z]) => new Quaternion().setFromEuler(new Euler(x, y, z)));

/** How a die lies that shows a number, as its glyph says; other glyphs show a 1. */
const dieTurn = (glyph: string | null): Quaternion =>
  DIE_TURNS[Math.max(0, DIE_FACES.indexOf(glyph ?? ""))] as Quaternion;

const MATRIX = new Matrix4();
const SCALE = new Vector3();
const COLOUR = new Color();
const AT = new Vector3();

/** How long a piece takes to fall by a block; a fall by more blocks takes the root of their number times as long. */
const FALL_MS = 125;
/** How long a piece bounces, by the time it fell, and how high, by the way. */
const BOUNCE = { time: 0.6, height: 0.05 } as const;

const fallTime = ({ home }: Piece, entrance: number): number =>
  FALL_MS * Math.sqrt(Math.max(0, entrance - home.z)) * (1 + BOUNCE.time);

/** How high a falling piece is over its cell, after a part of its time. */
function fallen(way: number, part: number): number {
  const time = part * (1 + BOUNCE.time);
  if (time < 1) return way * (1 - time * time);
  const bounce = (time - 1) / BOUNCE.time;
  return 4 * BOUNCE.height * way * bounce * (1 - bounce);
}

/** Position and scale of a piece at a time; where boards stand, pieces fall from the entrance. */
function placeAt(
  piece: Piece,
  now: number,
  entrance: number | null,
): { at: Vector3; scale: number } {
  AT.copy(piece.home);
  if (entrance !== null && piece.addedAt !== null) {
    const part = Math.max(0, now - piece.addedAt) / fallTime(piece, entrance);
    AT.z += fallen(entrance - piece.home.z, Math.min(1, part));
    return { at: AT, scale: part === 0 ? 0 : 1 };
  }
  let scale = 1;
  if (piece.flight) {
    const { from, start, duration, arc } = piece.flight;
    const t = Math.min(1, Math.max(0, (now - start) / duration));
    AT.lerpVectors(from, piece.home, easeInOut(t));
    AT.y += arc * Math.sin(Math.PI * t);
  }
  if (piece.addedAt !== null) {
    const t = Math.min(1, Math.max(0, (now - piece.addedAt) / ADD_MS));
    AT.y += 0.9 * (1 - easeOut(t));
    scale = t === 0 ? 0 : 0.7 + 0.3 * easeOut(t);
  }
  if (piece.removedAt !== null) {
    const t = Math.min(1, Math.max(0, (now - piece.removedAt) / REMOVE_MS));
    // Behind the front of a rack nothing can be lifted.
    AT.y += entrance === null ? 0.7 * easeOut(t) : 0;
    scale = 1 - easeInOut(t);
  }
  AT.y += piece.lift;
  return { at: AT, scale };
}
