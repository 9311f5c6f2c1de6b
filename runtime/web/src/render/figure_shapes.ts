import { BufferAttribute, BufferGeometry, ExtrudeGeometry, Shape, Vector2, Vector3 } from "three";
import type {
  Battlements,
  Carved,
  Cut,
  Figure,
  Part,
  Profile,
  Sawn,
  Turned,
} from "../plugins/figures";

/** How finely round things are divided: turned parts, small ones beside the axis, carved ones. */
const AROUND = 20;
const AROUND_SMALL = 7;
const AROUND_CARVED = 10;
/** Points of a curve of a profile. */
const CURVE_STEPS = 3;
/** Bends of a profile sharper than this are edges; the cosine of 40 degrees. */
const EDGE_COSINE = 0.766;
/** How dark stained parts are. */
const STAIN = 0.22;
/** Width of broken edges of sawn parts. */
const BEVEL = 0.014;

type Point = readonly [number, number];
type Triangle = readonly [Vector3, Vector3, Vector3];

/** The straight pieces of a profile. */
export function straightened(profile: Profile): Point[] {
  const points: Point[] = [];
  for (const point of profile) {
    const [r, y, cr, cy] = point;
    const from = points.at(-1);
    if (cr === undefined || cy === undefined || !from) {
      points.push([r, y]);
      continue;
    }
    for (let i = 1; i <= CURVE_STEPS; i++) {
      const t = i / CURVE_STEPS;
      const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
      points.push([a * from[0] + b * cr + c * r, a * from[1] + b * cy + c * y]);
    }
  }
  return points.filter((point, i) => {
    const before = points[i - 1];
    return !before || Math.hypot(point[0] - before[0], point[1] - before[1]) > 1e-6;
  });
}

/** The radius of a profile at a height; 0 above it. */
function radiusAt(points: readonly Point[], y: number): number {
  let widest = 0;
  points.forEach(([r1, y1], i) => {
    const [r0, y0] = points[i - 1] ?? [r1, y1];
    if ((y - y0) * (y - y1) > 0 || y0 === y1) return;
    widest = Math.max(widest, r0 + ((r1 - r0) * (y - y0)) / (y1 - y0));
  });
  return widest;
}

/** Collects triangles with normals. */
class Mesh {
  private readonly position: number[] = [];
  private readonly normal: number[] = [];
  private readonly tone: number[] = [];

  /** Adds triangles that wind about the outside, with a normal for each corner or a flat one. */
  add(triangles: readonly Triangle[], normals: readonly Triangle[] | null, dark: boolean): void {
    // Which way they wind shows in the volume that they enclose.
    const volume = triangles.reduce((sum, [a, b, c]) => sum + a.dot(b.clone().cross(c)), 0);
    triangles.forEach((corners, i) => {
      const flat = corners[1].clone().sub(corners[0]).cross(corners[2].clone().sub(corners[0]));
      if (flat.lengthSq() < 1e-14) return;
      if (volume < 0) flat.negate();
      const own = normals?.[i] ?? [flat.normalize(), flat, flat];
      for (const k of volume < 0 ? [0, 2, 1] : [0, 1, 2]) {
        this.position.push(...(corners[k] as Vector3).toArray());
        this.normal.push(...(own[k] as Vector3).toArray());
        this.tone.push(dark ? STAIN : 1);
      }
    });
  }

  geometry(): BufferGeometry {
    const made = new BufferGeometry();
    made.setAttribute("position", new BufferAttribute(new Float32Array(this.position), 3));
    made.setAttribute("normal", new BufferAttribute(new Float32Array(this.normal), 3));
    made.setAttribute("tone", new BufferAttribute(new Float32Array(this.tone), 1));
    return made;
  }
}

const turnedBy = (v: Vector3, degrees: number): Vector3 =>
  v.applyAxisAngle(new Vector3(0, 1, 0), (-degrees * Math.PI) / 180);

/** Normals of a profile at the ends of each of its straight pieces. */
function profileNormals(points: readonly Point[]): [Vector2, Vector2][] {
  const flat = points.slice(1).map(([r, y], i) => {
    const [r0, y0] = points[i] as Point;
    return new Vector2(y - y0, r0 - r).normalize();
  });
  const between = (own: Vector2, other: Vector2 | undefined) =>
    other && own.dot(other) > EDGE_COSINE ? own.clone().add(other).normalize() : own;
  return flat.map((own, i) => [between(own, flat[i - 1]), between(own, flat[i + 1])]);
}

function turned(mesh: Mesh, part: Turned): void {
  const points = straightened(part.profile);
  const normals = profileNormals(points);
  const { x = 0, z = 0, times = 1 } = part.beside ?? {};
  const around = part.beside ? AROUND_SMALL : AROUND;
  const { teeth } = part;
  for (let time = 0; time < times; time++) {
    const turn = (part.turn ?? 0) + (360 * time) / times;
    const triangles: Triangle[] = [];
    const smooth: Triangle[] = [];
    const place = ([r, y]: Point, side: number): Vector3 => {
      const angle = (2 * Math.PI * side) / around;
      const raised = teeth && y > teeth.above && r > 0.12 ? Math.cos(teeth.count * angle) : 0;
      const at = new Vector3(r * Math.sin(angle), y, r * Math.cos(angle));
      if (teeth) at.y += teeth.depth * raised;
      return turnedBy(at.add(new Vector3(x, 0, z)), turn);
    };
    const lean = ({ x: out, y }: Vector2, side: number): Vector3 => {
      const angle = (2 * Math.PI * side) / around;
      return turnedBy(new Vector3(out * Math.sin(angle), y, out * Math.cos(angle)), turn);
    };
    points.slice(1).forEach((upper, i) => {
      const lower = points[i] as Point;
      const [below, above] = normals[i] as [Vector2, Vector2];
      for (let side = 0; side < around; side++) {
        const [a, b] = [place(lower, side), place(lower, side + 1)];
        const [c, d] = [place(upper, side + 1), place(upper, side)];
        triangles.push([a, b, c], [a, c, d]);
        const [na, nb] = [lean(below, side), lean(below, side + 1)];
        const [nc, nd] = [lean(above, side + 1), lean(above, side)];
        smooth.push([na, nb, nc], [na, nc, nd]);
      }
    });
    mesh.add(triangles, smooth, part.dark ?? false);
  }
}

function carved(mesh: Mesh, part: Carved): void {
  for (const side of part.aside ? [-1, 1] : [0]) {
    const rings = part.sections.map(([bx, by, fx, fy, half]) =>
      Array.from({ length: AROUND_CARVED }, (_, i) => {
        const angle = (2 * Math.PI * i) / AROUND_CARVED;
        // A little squarer than an ellipse, as a knife leaves it.
        const along = Math.sign(Math.cos(angle)) * Math.abs(Math.cos(angle)) ** 0.85;
        const across = Math.sign(Math.sin(angle)) * Math.abs(Math.sin(angle)) ** 0.85;
        const [mx, my] = [(bx + fx) / 2, (by + fy) / 2];
        const z = half * across + side * (part.aside ?? 0);
        return new Vector3(mx + ((fx - bx) / 2) * along, my + ((fy - by) / 2) * along, z);
      }),
    );
    const middle = (ring: readonly Vector3[]) =>
      ring.reduce((sum, v) => sum.add(v), new Vector3()).divideScalar(AROUND_CARVED);
    const faces: Triangle[] = [];
    rings.slice(1).forEach((upper, i) => {
      const lower = rings[i] as Vector3[];
      for (let k = 0; k < AROUND_CARVED; k++) {
        const next = (k + 1) % AROUND_CARVED;
        const [a, b] = [lower[k] as Vector3, lower[next] as Vector3];
        const [c, d] = [upper[next] as Vector3, upper[k] as Vector3];
        faces.push([a, b, c], [a, c, d]);
      }
    });
    for (const [ring, ways] of [
      [rings[0] as Vector3[], [1, 0]],
      [rings.at(-1) as Vector3[], [0, 1]],
    ] as const) {
      const centre = middle(ring);
      for (let k = 0; k < AROUND_CARVED; k++) {
        const ends = [ring[k] as Vector3, ring[(k + 1) % AROUND_CARVED] as Vector3];
        faces.push([ends[ways[0]] as Vector3, ends[ways[1]] as Vector3, centre]);
      }
    }
    mesh.add(...rounded(faces, part.turn ?? 0), part.dark ?? false);
  }
}

/** Faces with the normals of corners that they share, turned. */
function rounded(faces: readonly Triangle[], turn: number): [Triangle[], Triangle[]] {
  const volume = faces.reduce((sum, [a, b, c]) => sum + a.dot(b.clone().cross(c)), 0);
  const normals = new Map<Vector3, Vector3>();
  for (const [a, b, c] of faces) {
    const flat = b.clone().sub(a).cross(c.clone().sub(a)).multiplyScalar(Math.sign(volume));
    for (const corner of [a, b, c]) {
      normals.set(corner, (normals.get(corner) ?? new Vector3()).add(flat));
    }
  }
  for (const normal of normals.values()) turnedBy(normal.normalize(), turn);
  const normalOf = (corner: Vector3) => normals.get(corner) as Vector3;
  const placed = new Map([...normals.keys()].map((v) => [v, turnedBy(v.clone(), turn)]));
  return [
    faces.map(([a, b, c]) => [placed.get(a), placed.get(b), placed.get(c)] as unknown as Triangle),
    faces.map(([a, b, c]) => [normalOf(a), normalOf(b), normalOf(c)]),
  ];
}

function sawn(mesh: Mesh, part: Sawn): void {
  const outline = new Shape(part.corners.map(([x, y]) => new Vector2(x, y)));
  const board = new ExtrudeGeometry(outline, {
    depth: part.depth - 2 * BEVEL,
    bevelSize: BEVEL,
    bevelOffset: -BEVEL,
    bevelThickness: BEVEL,
    bevelSegments: 1,
  });
  board.translate(0, 0, BEVEL - part.depth / 2);
  const flat = board.index ? board.toNonIndexed() : board;
  const position = flat.getAttribute("position");
  const corner = (i: number) =>
    turnedBy(new Vector3().fromBufferAttribute(position, i), part.turn ?? 0);
  const faces: Triangle[] = [];
  for (let i = 0; i < position.count; i += 3) {
    faces.push([corner(i), corner(i + 1), corner(i + 2)]);
  }
  mesh.add(faces, null, part.dark ?? false);
}

function battlements(mesh: Mesh, part: Battlements): void {
  const { inner, outer, low, high, count, share } = part;
  const steps = Math.max(1, Math.round(AROUND / count / 2));
  for (let block = 0; block < count; block++) {
    const start = ((block + 0.5 - share / 2) / count) * 2 * Math.PI;
    const width = ((share / count) * 2 * Math.PI) / steps;
    const at = (r: number, y: number, step: number) => {
      const angle = start + width * step;
      const v = new Vector3(r * Math.sin(angle), y, r * Math.cos(angle));
      return turnedBy(v, part.turn ?? 0);
    };
    const faces: Triangle[] = [];
    const face = (a: Vector3, b: Vector3, c: Vector3, d: Vector3) =>
      faces.push([a, b, c], [a, c, d]);
    for (let s = 0; s < steps; s++) {
      face(at(outer, low, s), at(outer, low, s + 1), at(outer, high, s + 1), at(outer, high, s));
      face(at(inner, low, s + 1), at(inner, low, s), at(inner, high, s), at(inner, high, s + 1));
      face(at(outer, high, s), at(outer, high, s + 1), at(inner, high, s + 1), at(inner, high, s));
      face(at(inner, low, s), at(inner, low, s + 1), at(outer, low, s + 1), at(outer, low, s));
    }
    face(at(inner, low, 0), at(outer, low, 0), at(outer, high, 0), at(inner, high, 0));
    const e = steps;
    face(at(outer, low, e), at(inner, low, e), at(inner, high, e), at(outer, high, e));
    mesh.add(faces, null, part.dark ?? false);
  }
}

/** How far the dark walls of a cut lie before the surface that they are cut into. */
const BEFORE = 0.004;

/** The cut shows as its dark inside: a ribbon over the surface. */
function cut(mesh: Mesh, part: Cut): void {
  const points = straightened(part.profile);
  const slope = (part.slope * Math.PI) / 180;
  const along = new Vector3(Math.cos(slope), Math.sin(slope), 0);
  const across = new Vector3(-Math.sin(slope), Math.cos(slope), 0);
  /** Where the blade leaves the wood. */
  const leaves = (angle: number, off: number): Vector3 => {
    const way = along.clone().multiplyScalar(Math.cos(angle));
    way.z += Math.sin(angle);
    const at = (far: number) =>
      new Vector3(0, part.height, 0).addScaledVector(way, far).addScaledVector(across, off);
    let [near, far] = [0, 1];
    for (let round = 0; round < 20; round++) {
      const middle = (near + far) / 2;
      const { x, y, z } = at(middle);
      if (Math.hypot(x, z) < radiusAt(points, y)) near = middle;
      else far = middle;
    }
    return turnedBy(at(near + BEFORE), part.turn ?? 0);
  };
  const steps = 10;
  const rows = Array.from({ length: steps + 1 }, (_, i) => {
    const angle = ((i / steps) * 2 - 1) * 1.35;
    return [leaves(angle, -part.width / 2), leaves(angle, part.width / 2)] as const;
  });
  const faces: Triangle[] = [];
  rows.slice(1).forEach(([c, d], i) => {
    const [a, b] = rows[i] as readonly [Vector3, Vector3];
    faces.push([a, c, d], [a, d, b]);
  });
  mesh.add(faces, null, true);
}

function add(mesh: Mesh, part: Part): void {
  switch (part.kind) {
    case "turned":
      return turned(mesh, part);
    case "carved":
      return carved(mesh, part);
    case "sawn":
      return sawn(mesh, part);
    case "battlements":
      return battlements(mesh, part);
    case "cut":
      return cut(mesh, part);
  }
}

/** The geometry of a figure, without index, with an attribute `tone`: how bright its colour is. */
export function figureGeometry(figure: Figure): BufferGeometry {
  const mesh = new Mesh();
  for (const part of figure.parts) add(mesh, part);
  return mesh.geometry();
}
