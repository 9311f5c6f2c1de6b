import { Color, Matrix4, Quaternion, Vector3, type Group, type InstancedMesh } from "three";
import type { Pos } from "../wire/decode";
import { blockId } from "../wire/decode";
import { labelOf, type Look, type Looks } from "../world/looks";
import type { BlockStore, CellChange } from "../world/store";
import type { GlyphAtlas } from "./atlas";
import { Instances } from "./instances";
import { easeInOut, easeOut, readMoves } from "./motion";
import { pieceMaterial, type GlyphUniforms, type PieceFace } from "./piece_material";
import { pieceGeometry } from "./piece_shapes";
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
}

const SLIDE_MS = 230;
/** How long a piece that was dragged takes to settle. */
const SETTLE_MS = 90;
const REMOVE_MS = 240;
const ADD_MS = 260;
const LAYOUT = { slot: 4, ink: 3, look: 2 };
const FACES: readonly PieceFace[] = ["disc", "sign"];

const key = (pos: Pos): string => pos.join();

/** The way of a piece to its cell; one that was dragged there is let down. */
function flight(from: Vector3, home: Vector3, start: number, dragged: boolean): Flight {
  const far = from.distanceTo(home);
  if (dragged)
    return { from: from.clone(), start, duration: SETTLE_MS + 20 * Math.min(far, 8), arc: 0 };
  const duration = SLIDE_MS + 14 * Math.min(far, 12);
  return { from: from.clone(), start, duration, arc: 0.22 + 0.03 * Math.min(far, 10) };
}

const isFace = (look: Look | undefined): boolean =>
  look !== undefined && FACES.some((face) => face === look.shape);

/** How far a piece or card is below the floor of its cell: half a block on a slab. */
export function sinkOf(store: BlockStore, looks: Looks, pos: Pos): number {
  const look = looks.of(store.id(...pos));
  if (!isFace(look) && look?.shape !== "card") return 0;
  return looks.of(store.id(pos[0], pos[1] - 1, pos[2]))?.shape === "slab" ? 0.5 : 0;
}

/** Draws all discs and signs, one draw call each, with their animations. */
export class PieceLayer {
  private readonly pieces = new Map<string, Piece>();
  private removed: Piece[] = [];
  private readonly layers = new Map<PieceFace, Instances>();
  private readonly contact: ContactShadows;
  private lifted = new Map<string, number>();
  private glow = "";
  /** The piece that the viewer drags, and where it is. */
  private held: { cell: string; at: Vector3 } | null = null;
  private dirty = true;
  private lastUpdate = 0;

  constructor(
    parent: Group,
    private readonly store: BlockStore,
    private readonly looks: () => Looks,
    private readonly atlas: () => GlyphAtlas,
    uniforms: GlyphUniforms,
    private readonly still: () => boolean,
  ) {
    const setUp = (mesh: InstancedMesh) => (mesh.castShadow = mesh.receiveShadow = true);
    for (const face of FACES) {
      const made = new Instances(
        parent,
        pieceGeometry(face),
        pieceMaterial(face, uniforms),
        LAYOUT,
        setUp,
      );
      this.layers.set(face, made);
    }
    this.contact = new ContactShadows(parent);
  }

  /** The pieces of a kind, as drawn. */
  instances(face: PieceFace): Instances {
    return this.layers.get(face) as Instances;
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
    for (const { pos } of moves.appeared) {
      const piece = this.put(pos);
      if (piece && moving) piece.addedAt = now;
    }
    if (moving) {
      const wait = moves.moved.length > 0 ? SLIDE_MS * 0.6 : 0;
      for (const piece of removedPieces)
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
    return held && this.held ? { at: this.held.at, scale: 1 } : placeAt(piece, now);
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
    if (piece.addedAt !== null && now >= piece.addedAt + ADD_MS) piece.addedAt = null;
    return piece.flight !== null || piece.addedAt !== null || piece.lift !== wanted;
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
    const all = [...this.pieces.values(), ...this.removed];
    this.contact.begin(all.length);
    for (const face of FACES) {
      const layer = this.layers.get(face);
      const pieces = all.filter((piece) => piece.look.shape === face);
      if (!layer) continue;
      layer.resize(pieces.length);
      pieces.forEach((piece, row) => this.writeRow(layer, row, piece, now));
      layer.mesh.instanceMatrix.needsUpdate = true;
      if (layer.mesh.instanceColor) layer.mesh.instanceColor.needsUpdate = true;
    }
    this.contact.end();
  }

  private writeRow(layer: Instances, row: number, piece: Piece, now: number): void {
    const { look } = piece;
    const place = this.placeAt(piece, now);
    MATRIX.compose(place.at, UPRIGHT, SCALE.setScalar(place.scale));
    layer.mesh.setMatrixAt(row, MATRIX);
    layer.mesh.setColorAt(row, COLOUR.setHex(look.colour));
    const label = labelOf(look);
    const slot = label ? this.atlas().slot(label) : null;
    layer.set(row, "slot", slot ? [slot.u, slot.v, slot.size, 1] : [0, 0, 0, 0]);
    COLOUR.setHex(look.glyphColour);
    layer.set(row, "ink", [COLOUR.r, COLOUR.g, COLOUR.b]);
    layer.set(row, "look", [piece.seed, key(piece.pos) === this.glow ? 1 : 0]);
    if (look.shape === "disc") {
      this.contact.add(
        place.at.x,
        piece.home.y,
        place.at.z,
        place.at.y - piece.home.y,
        place.scale,
      );
    }
  }
}

const MATRIX = new Matrix4();
const UPRIGHT = new Quaternion();
const SCALE = new Vector3();
const COLOUR = new Color();
const AT = new Vector3();

/** Position and scale of a piece at a time. */
function placeAt(piece: Piece, now: number): { at: Vector3; scale: number } {
  AT.copy(piece.home);
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
    AT.y += 0.7 * easeOut(t);
    scale = 1 - easeInOut(t);
  }
  AT.y += piece.lift;
  return { at: AT, scale };
}
