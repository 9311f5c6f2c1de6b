import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  ExtrudeGeometry,
  LatheGeometry,
  PlaneGeometry,
  Shape as Outline,
  SphereGeometry,
  Vector2,
  Vector3,
} from "three";
import type { PieceFace } from "./piece_material";

/** Height and radius of a disc, in blocks. */
export const DISC_HEIGHT = 0.32;
export const DISC_RADIUS = 0.44;

/** Radius of a stone and half its height; its rim is an edge. */
export const STONE_RADIUS = 0.465;
const STONE_HALF = 0.135;
/** Radius of a ball, and how deep it lies in its hollow. */
export const BALL_RADIUS = 0.4;
const BALL_SUNK = 0.1;
/** Edge of a die. */
export const DIE_EDGE = 0.64;
/** Edge of the square on which a figure's symbol is drawn. */
export const SYMBOL_EDGE = 0.98;

/** A stone: two caps of spheres, rounded where they meet. */
function stone(): BufferGeometry {
  const steps = 14;
  const points = Array.from({ length: steps + 1 }, (_, i) => {
    const angle = -Math.PI / 2 + (Math.PI * i) / steps;
    // Between a lens and an ellipse.
    const r = STONE_RADIUS * Math.cos(angle) ** 0.82;
    return new Vector2(Math.max(r, 1e-4), STONE_HALF * (1 + Math.sin(angle)));
  });
  return new LatheGeometry(points, 36);
}

function ball(): BufferGeometry {
  const sphere = new SphereGeometry(BALL_RADIUS, 24, 16);
  sphere.translate(0, BALL_RADIUS - BALL_SUNK, 0);
  return sphere;
}

/** A cube with rounded edges and corners. */
function die(): BufferGeometry {
  const rounding = 0.1;
  const box = new BoxGeometry(DIE_EDGE, DIE_EDGE, DIE_EDGE, 6, 6, 6);
  const position = box.getAttribute("position");
  const normal = box.getAttribute("normal");
  const inner = DIE_EDGE / 2 - rounding;
  const at = new Vector3();
  const core = new Vector3();
  for (let i = 0; i < position.count; i++) {
    at.fromBufferAttribute(position, i);
    core.copy(at).clampScalar(-inner, inner);
    const out = at.clone().sub(core);
    if (out.lengthSq() < 1e-9) continue;
    out.normalize();
    normal.setXYZ(i, out.x, out.y, out.z);
    at.copy(core).addScaledVector(out, rounding);
    position.setXYZ(i, at.x, at.y + DIE_EDGE / 2, at.z);
  }
  return box;
}

/** A square just over the board, for a symbol. */
function symbol(): BufferGeometry {
  const plane = new PlaneGeometry(SYMBOL_EDGE, SYMBOL_EDGE);
  plane.rotateX(-Math.PI / 2);
  plane.translate(0, 0.02, 0);
  return plane;
}

/** A disc: flat bottom, rounded side, bevel and flat top. */
function disc(): BufferGeometry {
  const points: [number, number][] = [[0.0001, 0]];
  const arc = (cx: number, cy: number, rx: number, ry: number, from: number, to: number) => {
    const steps = 6;
    for (let i = 0; i <= steps; i++) {
      const a = from + ((to - from) * i) / steps;
      points.push([cx + rx * Math.cos(a), cy + ry * Math.sin(a)]);
    }
  };
  arc(0.395, 0.05, 0.035, 0.05, -Math.PI / 2, -0.35);
  arc(0.36, 0.15, DISC_RADIUS - 0.36, 0.16, -0.42, 0.5);
  arc(0.375, DISC_HEIGHT - 0.045, 0.045, 0.045, 0.35, Math.PI / 2);
  points.push([0.3749, DISC_HEIGHT], [0.0001, DISC_HEIGHT]);
  const geometry = new LatheGeometry(
    points.map(([x, y]) => new Vector2(x, y)),
    56,
  );
  flattenTop(geometry, DISC_HEIGHT);
  return geometry;
}

/** Points the normals of the top straight up; averaging leaves them slightly tilted. */
function flattenTop(geometry: BufferGeometry, height: number): void {
  const position = geometry.getAttribute("position");
  const normal = geometry.getAttribute("normal");
  for (let i = 0; i < position.count; i++) {
    if (position.getY(i) > height - 1e-4) normal.setXYZ(i, 0, 1, 0);
  }
}

/** The outline of a rectangle with rounded corners, around the origin. */
export function roundedRectangle(width: number, height: number, radius: number): Outline {
  const [x, y] = [width / 2, height / 2];
  const outline = new Outline();
  outline.moveTo(-x + radius, -y);
  outline.lineTo(x - radius, -y);
  outline.quadraticCurveTo(x, -y, x, -y + radius);
  outline.lineTo(x, y - radius);
  outline.quadraticCurveTo(x, y, x - radius, y);
  outline.lineTo(-x + radius, y);
  outline.quadraticCurveTo(-x, y, -x, y - radius);
  outline.lineTo(-x, -y + radius);
  outline.quadraticCurveTo(-x, -y, -x + radius, -y);
  return outline;
}

/** Joins geometries into one without index. */
function join(parts: BufferGeometry[]): BufferGeometry {
  const joined = new BufferGeometry();
  const flat = parts.map((part) => (part.index ? part.toNonIndexed() : part));
  for (const name of ["position", "normal"]) {
    const arrays = flat.map((part) => part.getAttribute(name).array as Float32Array);
    const all = new Float32Array(arrays.reduce((sum, array) => sum + array.length, 0));
    let at = 0;
    for (const array of arrays) {
      all.set(array, at);
      at += array.length;
    }
    joined.setAttribute(name, new BufferAttribute(all, 3));
  }
  return joined;
}

/** A board on a post, with text on both sides. */
function sign(): BufferGeometry {
  const outline = roundedRectangle(0.86, 0.52, 0.06);
  const bevel = { bevelSize: 0.012, bevelThickness: 0.012, bevelSegments: 2 };
  const board = new ExtrudeGeometry(outline, { depth: 0.06, ...bevel });
  board.translate(0, 0.66, -0.03);
  const post = new BoxGeometry(0.09, 0.42, 0.09);
  post.translate(0, 0.21, 0);
  return join([board, post]);
}

/** The geometry of a piece that stands on the origin. */
export function pieceGeometry(face: Exclude<PieceFace, "figure">): BufferGeometry {
  return { disc, sign, stone, ball, die, symbol }[face]();
}
