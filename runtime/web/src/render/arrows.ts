import { Group, Mesh, MeshBasicMaterial, Shape, ShapeGeometry } from "three";
import type { Arrow, ArrowKind } from "../wire.generated";

const COLOURS: Record<ArrowKind, number> = {
  hint: 0xd99a2b,
  best: 0x2e8b57,
  threat: 0xb8321c,
};
const EDGE = 0x20140a;
/** Height above the pieces, so that none covers an arrow. */
const LIFT = 0.32;
/** In blocks: gaps between an arrow and the centres of its cells, and widths of its parts. */
const TAIL_GAP = 0.3;
const POINT_GAP = 0.08;
const SHAFT = 0.085;
const HEAD = 0.25;
const HEAD_LENGTH = 0.42;
const RIM = 0.045;

/** The outline of an arrow along x from the origin, widened by `rim`. */
function outline(length: number, rim: number): ShapeGeometry {
  const neck = Math.max(length / 2, length - HEAD_LENGTH);
  const shape = new Shape();
  shape.moveTo(-rim, -SHAFT - rim);
  shape.lineTo(neck - rim, -SHAFT - rim);
  shape.lineTo(neck - rim, -HEAD - 2 * rim);
  shape.lineTo(length + 2 * rim, 0);
  shape.lineTo(neck - rim, HEAD + 2 * rim);
  shape.lineTo(neck - rim, SHAFT + rim);
  shape.lineTo(-rim, SHAFT + rim);
  const geometry = new ShapeGeometry(shape);
  geometry.rotateX(-Math.PI / 2);
  return geometry;
}

function sheet(length: number, rim: number, color: number, opacity: number, order: number): Mesh {
  const material = new MeshBasicMaterial({ color, transparent: true, opacity, depthTest: false });
  const mesh = new Mesh(outline(length, rim), material);
  mesh.renderOrder = order;
  return mesh;
}

/** Arrows over the board. */
export class ArrowLayer {
  private readonly group = new Group();
  private shown = "";

  constructor(parent: Group) {
    parent.add(this.group);
  }

  /**
   * Shows exactly these arrows, at the heights that `floor` returns; true if that changed anything.
   */
  show(arrows: readonly Arrow[], floor: (pos: Arrow["from"]) => number): boolean {
    const lifted = arrows.map((arrow) => ({ ...arrow, y: floor(arrow.from) + LIFT }));
    const now = JSON.stringify(lifted);
    if (now === this.shown) return false;
    this.shown = now;
    this.clear();
    for (const { from, to, kind, y } of lifted) {
      const [dx, dz] = [to[0] - from[0], to[2] - from[2]];
      const far = Math.hypot(dx, dz);
      const length = far - TAIL_GAP - POINT_GAP;
      if (length <= 0) continue;
      const arrow = new Group();
      arrow.add(sheet(length, RIM, EDGE, 0.55, 7), sheet(length, 0, COLOURS[kind], 0.92, 8));
      arrow.rotation.y = Math.atan2(-dz, dx);
      arrow.position.set(
        from[0] + 0.5 + (dx / far) * TAIL_GAP,
        y,
        from[2] + 0.5 + (dz / far) * TAIL_GAP,
      );
      this.group.add(arrow);
    }
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
