import { Group, Mesh, MeshBasicMaterial, Shape, ShapeGeometry } from "three";
import type { Arrow, ArrowKind } from "../wire.generated";

const COLOURS: Record<ArrowKind, number> = {
  hint: 0xd99a2b,
  best: 0x2e8b57,
  threat: 0xb8321c,
};
const EDGE = 0x20140a;
/** Above the pieces, so that none hides where an arrow goes. */
const LIFT = 0.32;
/** Blocks: how far an arrow keeps from the middles of its cells, and how broad it is. */
const TAIL_GAP = 0.3;
const POINT_GAP = 0.08;
const SHAFT = 0.085;
const HEAD = 0.25;
const HEAD_LENGTH = 0.42;
const RIM = 0.045;

/** An arrow along x from the origin, `rim` broader than it need be. */
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

/** Arrows lying over the board. */
export class ArrowLayer {
  private readonly group = new Group();
  private shown = "";

  constructor(parent: Group) {
    parent.add(this.group);
  }

  /** Shows these arrows and no others, at the height `floor` says; whether that changed anything. */
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
