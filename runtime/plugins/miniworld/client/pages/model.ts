import { emotePose, emoteLimbTurn, type EmoteState } from "../actors/emotes";
import { cssColour, shade } from "../drawing/colours";
import type { BodyShape } from "../actors/body_shapes";

type Point = readonly [number, number, number];
/** A rotation matrix, as rows. */
type Turn = readonly [Point, Point, Point];

/** A visible side of a box: its corners relative to the centre of the picture, and its colour. */
export interface Face {
  corners: readonly (readonly [number, number])[];
  colour: string;
}

/** The pitch from which models are seen, in radians. */
const ABOVE = 0.34;
/** A side with less area than this is seen edge-on. */
const EDGE_ON = 1e-9;
const RADIANS = Math.PI / 180;
/** Brightness of sides that face sideways, up and forward. */
const BRIGHT = [0.74, 1.08, 0.92] as const;

const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const applied = (turn: Turn, p: Point): Point => [
  dot(turn[0], p),
  dot(turn[1], p),
  dot(turn[2], p),
];
const column = (turn: Turn, i: 0 | 1 | 2): Point => [turn[0][i], turn[1][i], turn[2][i]];
const after = (a: Turn, b: Turn): Turn =>
  a.map((row) => [0, 1, 2].map((i) => dot(row, column(b, i as 0 | 1 | 2)))) as unknown as Turn;

/** A rotation about the forward, then the sideways, then the upright axis, as in the world. */
function turned(x: number, y: number, z: number): Turn {
  const [sx, cx, sy, cy, sz, cz] = [x, y, z].flatMap((angle) => [
    Math.sin(angle),
    Math.cos(angle),
  ]) as [number, number, number, number, number, number];
  const about: Turn[] = [
    [
      [cy, 0, sy],
      [0, 1, 0],
      [-sy, 0, cy],
    ],
    [
      [1, 0, 0],
      [0, cx, -sx],
      [0, sx, cx],
    ],
    [
      [cz, -sz, 0],
      [sz, cz, 0],
      [0, 0, 1],
    ],
  ];
  return about.reduce(after);
}

/** A side of a box in model coordinates. */
interface Side {
  points: Point[];
  colour: number;
}

/** The six sides of a box around a point. */
function sidesOf(at: Point, size: Point, colour: number): Side[] {
  return [0, 1, 2].flatMap((axis) =>
    [-1, 1].map((way) => {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      const points = CORNERS.map(([a, b]) => {
        const point: [number, number, number] = [at[0], at[1], at[2]];
        point[axis as 0] += (way * (size[axis] ?? 0)) / 2;
        point[u as 0] += (a * way * (size[u] ?? 0)) / 2;
        point[v as 0] += (b * (size[v] ?? 0)) / 2;
        return point;
      });
      return { points, colour: shade(colour, axis === 1 && way < 0 ? 0.55 : (BRIGHT[axis] ?? 1)) };
    }),
  );
}

/** Corners of a side, in the same order for all sides as seen from outside. */
const CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;

/** The factor that keeps a model inside the picture at every rotation. */
export function fitOf({ limbs, tall }: BodyShape): number {
  const reaches = limbs.flatMap(({ joint, parts }) =>
    parts.map(({ at, size }) =>
      Math.hypot(
        Math.abs(at[0] + joint[0]) + size[0] / 2,
        Math.abs(at[2] + joint[2]) + size[2] / 2,
      ),
    ),
  );
  const wide = (2 * Math.max(0, ...reaches)) / tall;
  return 1 / Math.max(1, wide, Math.cos(ABOVE) + Math.sin(ABOVE) * wide);
}

/**
 * The visible sides of a model seen from slightly above, farthest first. `yaw` is in degrees. A
 * model of normal size is 1 high.
 */
export function facesOf(shape: BodyShape, yaw: number, emote: EmoteState | null): Face[] {
  const { lift, turn, lean } = emotePose(emote);
  const heading = after(turned(0, yaw * RADIANS + turn, 0), turned(lean, 0, 0));
  const view = after(turned(ABOVE, 0, 0), heading);
  const faces = shape.limbs.flatMap((limb) => {
    const bend = turned(...emoteLimbTurn(emote, limb));
    return limb.parts.flatMap(({ at, size, colour }) =>
      sidesOf(at, size, colour).map((side) => {
        const points = side.points.map((point) => {
          const [x, y, z] = applied(bend, point);
          const [jx, jy, jz] = limb.joint;
          const body: Point = [x + jx, y + jy + lift - shape.tall / 2, z + jz];
          const [east, up, near] = applied(view, body);
          // The model faces the viewer, so its right is on the left of the picture.
          return [-east / shape.tall, up / shape.tall, near / shape.tall] as const;
        });
        return { points, colour: side.colour };
      }),
    );
  });
  const seen = faces.filter(({ points }) => area(points) < -EDGE_ON);
  const depth = ({ points }: Side) => points.reduce((sum, point) => sum + point[2], 0);
  return seen
    .sort((a, b) => depth(a) - depth(b))
    .map(({ points, colour }) => ({
      corners: points.map(([x, y]) => [x, y] as const),
      colour: cssColour(colour),
    }));
}

/** Twice the signed area of a side in the picture; positive if its back is seen. */
function area(points: readonly Point[]): number {
  return points.reduce((sum, [x, y], i) => {
    const [nx, ny] = points[(i + 1) % points.length] as Point;
    return sum + x * ny - nx * y;
  }, 0);
}
