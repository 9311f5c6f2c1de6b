import { Group, Mesh, MeshBasicMaterial, RingGeometry, Shape, ShapeGeometry, Vector2 } from "three";
import type { ArrowKind } from "../wire.generated";
import type { Pos } from "../wire/decode";

/** The server's kinds of arrows, and those that the viewer draws. */
type ShownKind = ArrowKind | "drawn";

/** An arrow; one that ends where it begins is a ring around the cell. */
export interface ShownArrow {
  from: Pos;
  to: Pos;
  kind: ShownKind;
}

/** An arrow and the height at which it lies. */
export interface LiftedArrow extends ShownArrow {
  y: number;
}

export const ARROW_COLOURS: Record<ShownKind, number> = {
  hint: 0xd99a2b,
  best: 0x2e8b57,
  threat: 0xb8321c,
  drawn: 0x2f6fb5,
};
export const ARROW_EDGE = 0x20140a;
/** Height above the pieces, so that none covers an arrow. */
const LIFT = 0.32;
/** In blocks: gaps between an arrow and the centres of its cells, and widths of its parts. */
const TAIL_GAP = 0.3;
const POINT_GAP = 0.08;
const SHAFT = 0.085;
const HEAD = 0.25;
const HEAD_LENGTH = 0.42;
const RIM = 0.045;
/** Outer radius of a ring around a cell. */
const RING = 0.5;

/** The outline of an arrow along x from the origin, widened by `rim`. */
function corners(length: number, rim: number): [number, number][] {
  const neck = Math.max(length / 2, length - HEAD_LENGTH);
  return [
    [-rim, -SHAFT - rim],
    [neck - rim, -SHAFT - rim],
    [neck - rim, -HEAD - 2 * rim],
    [length + 2 * rim, 0],
    [neck - rim, HEAD + 2 * rim],
    [neck - rim, SHAFT + rim],
    [-rim, SHAFT + rim],
  ];
}

function outline(length: number, rim: number): ShapeGeometry {
  const shape = new Shape(corners(length, rim).map(([x, y]) => new Vector2(x, y)));
  const geometry = new ShapeGeometry(shape);
  geometry.rotateX(-Math.PI / 2);
  return geometry;
}

/** Where an arrow of this length ends short of the centres of its cells. */
const lengthOf = (far: number): number => far - TAIL_GAP - POINT_GAP;

/** The outline of an arrow between two cells on the ground, as x and z of the world. */
export function arrowOutline({ from, to }: ShownArrow): [number, number][] {
  const [dx, dz] = [to[0] - from[0], to[2] - from[2]];
  const far = Math.hypot(dx, dz);
  const [ux, uz] = [dx / far, dz / far];
  return corners(lengthOf(far), 0).map(([along, aside]) => [
    from[0] + 0.5 + ux * (along + TAIL_GAP) - uz * aside,
    from[2] + 0.5 + uz * (along + TAIL_GAP) + ux * aside,
  ]);
}

/** The outline of a ring around the origin, widened by `rim`. */
function ring(rim: number): RingGeometry {
  const geometry = new RingGeometry(RING - SHAFT - rim, RING + rim, 48);
  geometry.rotateX(-Math.PI / 2);
  return geometry;
}

function sheet(
  geometry: ShapeGeometry | RingGeometry,
  color: number,
  opacity: number,
  order: number,
): Mesh {
  const material = new MeshBasicMaterial({ color, transparent: true, opacity, depthTest: false });
  const mesh = new Mesh(geometry, material);
  mesh.renderOrder = order;
  return mesh;
}

/** Arrows over the board. */
export class ArrowLayer {
  private readonly group = new Group();
  private shown = "";
  /** The arrows shown. */
  current: readonly LiftedArrow[] = [];

  constructor(parent: Group) {
    parent.add(this.group);
  }

  /**
   * Shows exactly these arrows, at the heights that `floor` returns; true if that changed anything.
   */
  show(arrows: readonly ShownArrow[], floor: (pos: Pos) => number): boolean {
    const lifted = arrows.map((arrow) => ({ ...arrow, y: floor(arrow.from) + LIFT }));
    const now = JSON.stringify(lifted);
    if (now === this.shown) return false;
    this.shown = now;
    this.current = lifted;
    this.clear();
    for (const arrow of lifted) this.group.add(drawn(arrow, arrow.y));
    return true;
  }

  private clear(): void {
    this.group.traverse((object) => {
      if (!(object instanceof Mesh)) return;
      object.geometry.dispose();
      (object.material as MeshBasicMaterial).dispose();
    });
    this.group.clear();
  }
}

function drawn({ from, to, kind }: ShownArrow, y: number): Group {
  const [dx, dz] = [to[0] - from[0], to[2] - from[2]];
  const far = Math.hypot(dx, dz);
  const shape = (rim: number) => (far === 0 ? ring(rim) : outline(lengthOf(far), rim));
  const arrow = new Group();
  arrow.add(sheet(shape(RIM), ARROW_EDGE, 0.55, 7), sheet(shape(0), ARROW_COLOURS[kind], 0.92, 8));
  arrow.rotation.y = Math.atan2(-dz, dx);
  const away = far === 0 ? 0 : TAIL_GAP / far;
  arrow.position.set(from[0] + 0.5 + dx * away, y, from[2] + 0.5 + dz * away);
  return arrow;
}
