import { describe, expect, it } from "vitest";
import { OrbitCamera, type Extent } from "../src/render/camera";
import type { CameraView } from "../src/wire.generated";

const board: Extent = { low: [-0.55, 0.7, -0.55], high: [9.55, 1.3, 10.55] };
const above: Extent = { low: [-0.13, 0.7, -0.13], high: [9.13, 1.3, 10.13] };
const view: CameraView = { target: [4.5, 1, 5], yaw: [0, 180], pitch: 52, distance: 20 };
const SIZES = [
  [390, 510],
  [1018, 640],
  [676, 640],
  [2212, 1440],
  [320, 300],
] as const;

function cameraOf(width: number, height: number, seat = 0): OrbitCamera {
  const camera = new OrbitCamera();
  camera.resize(width, height, { top: 56, bottom: 0 });
  camera.setMap(view, board, seat, above);
  return camera;
}

describe("the flat view", () => {
  it.each(SIZES)("fills a picture of %i × %i with a board whose edges are straight", (w, h) => {
    for (const seat of [0, 1]) {
      const camera = cameraOf(w, h, seat);
      camera.setFlat(true);
      const [a, b, c, d] = [
        camera.project(0, 1, 0),
        camera.project(9, 1, 0),
        camera.project(0, 1, 10),
        camera.project(9, 1, 10),
      ];
      expect(Math.abs(a.y - b.y)).toBeLessThan(0.5);
      expect(Math.abs(a.x - c.x)).toBeLessThan(0.5);
      expect(Math.abs(d.x - b.x)).toBeLessThan(0.5);
      const cell = Math.abs(b.x - a.x) / 9;
      expect(Math.abs(c.y - a.y) / 10).toBeCloseTo(cell, 0);
      for (const { x, y } of [a, b, c, d]) {
        expect(x).toBeGreaterThan(0);
        expect(x).toBeLessThan(w);
        expect(y).toBeGreaterThan(56);
        expect(y).toBeLessThan(h);
      }
      // It is as large as the picture lets it: width or height is full but for a narrow rim.
      expect(cell * Math.max(9.6 / w, 10.6 / (h - 56))).toBeGreaterThan(0.96);
      // The seat's own side is below.
      const [near, far] = seat === 0 ? [a, c] : [c, a];
      expect(near.y).toBeGreaterThan(far.y);
    }
  });

  it("does not turn, can be zoomed and moved, and is reset", () => {
    const camera = cameraOf(1018, 640);
    camera.setFlat(true);
    const at = () => camera.project(3, 1, 7);
    const home = at();
    const settle = () => camera.update(1e6, true);
    camera.orbit(80, 40);
    camera.turn(1);
    settle();
    expect(at()).toEqual(home);
    camera.zoomBy(0.6);
    camera.pan(30, -20);
    settle();
    expect(at()).not.toEqual(home);
    camera.goHome();
    settle();
    expect(at().x).toBeCloseTo(home.x, 3);
    expect(at().y).toBeCloseTo(home.y, 3);
  });

  it("keeps the side that the viewer has turned to, there and back", () => {
    const camera = cameraOf(1018, 640);
    const isNear = () => camera.project(4.5, 1, 10).y > camera.project(4.5, 1, 0).y;
    expect(isNear()).toBe(false);
    camera.flip();
    camera.update(1e6, true);
    expect(isNear()).toBe(true);
    camera.setFlat(true);
    expect(isNear()).toBe(true);
    camera.setFlat(false);
    expect(isNear()).toBe(true);
    expect(camera.flat).toBe(false);
  });

  it("finds the point under the pointer again", () => {
    for (const flat of [false, true]) {
      const camera = cameraOf(1018, 640);
      camera.setFlat(flat);
      const { x, y } = camera.project(2.5, 1.4, 7.25);
      const found = camera.pointAt(x, y, 1.4);
      expect(found?.x).toBeCloseTo(2.5, 2);
      expect(found?.z).toBeCloseTo(7.25, 2);
    }
    // A ray that leads upwards meets nothing below.
    expect(cameraOf(1018, 640).pointAt(10, 10, 5000)).toBeNull();
  });
});

describe("a board that stands", () => {
  const rack: Extent = { low: [-1.05, 0, -2.05], high: [8.05, 2.2, 6.4] };
  const front: Extent = { low: [-0.13, 0.7, -0.36], high: [7.13, 1.3, 6.36] };
  const before: CameraView = { ...view, target: [3.5, 0.5, 3], pitch: 9, yaw: [0], stands: true };
  const standing = (width: number, height: number, seat = 0) => {
    const camera = new OrbitCamera();
    camera.resize(width, height, { top: 56, bottom: 0 });
    camera.setMap(before, rack, seat, front);
    return camera;
  };

  it.each(SIZES)("has its first row at the bottom of a picture of %i × %i", (w, h) => {
    for (const flat of [false, true]) {
      for (const seat of [0, 1]) {
        const camera = standing(w, h, seat);
        camera.setFlat(flat);
        const [a, b, c] = [
          camera.project(0, 1, 0),
          camera.project(7, 1, 0),
          camera.project(0, 1, 6),
        ];
        expect(a.x).toBeLessThan(b.x);
        expect(c.y).toBeLessThan(a.y);
        for (const { x, y } of [a, b, c]) {
          expect(x).toBeGreaterThan(0);
          expect(x).toBeLessThan(w);
          expect(y).toBeGreaterThan(55);
          expect(y).toBeLessThan(h);
        }
        if (!flat) continue;
        expect(Math.abs(a.y - b.y)).toBeLessThan(0.5);
        expect((a.y - c.y) / 6).toBeCloseTo((b.x - a.x) / 7, 0);
      }
    }
  });

  it("is hit by the ray through the point at which it is seen", () => {
    const camera = standing(1018, 640);
    for (const [x, z] of [
      [0.5, 0.5],
      [6.5, 5.5],
    ] as const) {
      const at = camera.project(x, 1, z);
      const hit = camera.pointAt(at.x, at.y, 1);
      expect(hit?.x).toBeCloseTo(x, 3);
      expect(hit?.z).toBeCloseTo(z, 3);
    }
  });

  it("is never seen from behind", () => {
    const camera = standing(1018, 640);
    camera.flip();
    camera.orbit(5000, 0);
    camera.turn(9);
    camera.update(1e6, true);
    expect(camera.project(0, 1, 3).x).toBeLessThan(camera.project(7, 1, 3).x);
  });
});

/** Boxes of all proportions, as layouts have them. */
const BOXES: Record<string, Extent> = {
  wide: { low: [-0.55, 0.7, -0.55], high: [40.55, 2, 6.55] },
  deep: { low: [-0.55, 0.7, -0.55], high: [6.55, 2, 40.55] },
  flat: { low: [-0.55, 0.7, -0.55], high: [26.55, 0.8, 26.55] },
  stacked: { low: [2.45, -4, 7.45], high: [6.55, 12, 11.55] },
  tower: { low: [-1, 0, -1], high: [2, 40, 2] },
  line: { low: [100, 3, -60], high: [164, 4, -59] },
  point: { low: [0, 0, 0], high: [1, 1, 1] },
  vast: { low: [-400, 0, -500], high: [400, 30, 500] },
};
const SCREENS = [
  [320, 568],
  [320, 300],
  [390, 844],
  [568, 320],
  [844, 390],
  [1018, 640],
  [1440, 900],
  [2560, 1080],
] as const;
const COVERED = [
  { top: 0, bottom: 0 },
  { top: 56, bottom: 0 },
  { top: 56, bottom: 96 },
  { top: 110, bottom: 40 },
];

describe("the home position", () => {
  const yaw = [0, 180, 90, 270, 45, -30];
  const corners = ({ low, high }: Extent) =>
    Array.from({ length: 8 }, (_, i) =>
      [0, 1, 2].map((axis) => ((i >> axis) & 1 ? high : low)[axis] as number),
    ) as [number, number, number][];

  /** Where the corners of a box lie, beside the part of the picture that is not covered. */
  function framed(camera: OrbitCamera, box: Extent, [w, h]: readonly number[], covered: Covered) {
    const points = corners(box).map((corner) => camera.project(...corner));
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [top, bottom] = [Math.min(...ys) - covered.top, Math.max(...ys)];
    const height = (h as number) - covered.top - covered.bottom;
    return { left, right: (w as number) - right, top, bottom: height - (bottom - covered.top) };
  }
  type Covered = (typeof COVERED)[number];

  it.each(Object.keys(BOXES))("shows all of a %s box on every screen at every seat", (name) => {
    const box = BOXES[name] as Extent;
    for (const pitch of [9, 30, 58, 85]) {
      for (const screen of SCREENS) {
        for (const covered of COVERED) {
          for (let seat = 0; seat < yaw.length; seat++) {
            for (const flat of [false, true]) {
              const camera = new OrbitCamera();
              camera.resize(screen[0], screen[1], covered);
              camera.setMap({ ...view, pitch, yaw, fits: true }, box, seat);
              camera.setFlat(flat);
              const where = `${name} ${screen} ${JSON.stringify(covered)} ${pitch} ${seat} ${flat}`;
              for (const turned of [false, true]) {
                if (turned) {
                  camera.flip();
                  camera.update(1e6, true);
                }
                const beside = framed(camera, box, screen, covered);
                for (const gap of Object.values(beside)) expect(gap, where).toBeGreaterThan(-0.5);
              }
              // What is turned round stays whole when the picture changes.
              camera.resize(screen[0], screen[1], COVERED[2]);
              const beside = framed(camera, box, screen, COVERED[2] as Covered);
              for (const gap of Object.values(beside)) expect(gap, where).toBeGreaterThan(-0.5);
            }
          }
        }
      }
    }
  });

  it("is as near as that allows, and has the box in the middle", () => {
    for (const [name, box] of Object.entries(BOXES)) {
      if (name === "point") continue; // the camera keeps a little away
      for (const screen of SCREENS) {
        for (const covered of COVERED) {
          const camera = new OrbitCamera();
          camera.resize(screen[0], screen[1], covered);
          camera.setMap({ ...view, yaw, fits: true }, box, 4);
          const { left, right, top, bottom } = framed(camera, box, screen, covered);
          const where = `${name} ${screen} ${JSON.stringify(covered)}`;
          expect(Math.min(left, top), where).toBeLessThan(1);
          expect(Math.abs(left - right), where).toBeLessThan(1);
          expect(Math.abs(top - bottom), where).toBeLessThan(1);
        }
      }
    }
  });

  it("is where the map has placed the camera of the seat, in the middle of what is not covered", () => {
    const seats = [{ target: [3, 1, 2] as [number, number, number], distance: 9 }, null];
    for (const [w, h] of SCREENS) {
      for (const covered of COVERED) {
        const camera = new OrbitCamera();
        camera.resize(w, h, covered);
        camera.setMap({ ...view, fits: true, seats }, board, 0);
        const at = camera.project(3, 1, 2);
        expect(at.x).toBeCloseTo(w / 2, 1);
        expect(at.y).toBeCloseTo((covered.top + h - covered.bottom) / 2, 1);
        const isWhole = () => {
          const beside = framed(camera, board, [w, h], covered);
          return Object.values(beside).every((gap) => gap > -0.5);
        };
        expect(isWhole()).toBe(false);
        camera.setSeat(1);
        camera.update(1e6, true);
        expect(isWhole()).toBe(true);
        camera.setSeat(0);
        camera.update(1e6, true);
        expect(camera.project(3, 1, 2).x).toBeCloseTo(w / 2, 1);
        // Who stands up watches, and sees what all spectators do, from the same side.
        camera.setSeat(null);
        camera.update(1e6, true);
        expect(isWhole()).toBe(true);
        expect(Math.cos(camera.yaw)).toBeCloseTo(1, 5);
      }
    }
  });

  it("is at the map's own distance where the whole is not to fit", () => {
    const camera = new OrbitCamera();
    camera.resize(1200, 1000, { top: 0, bottom: 0 });
    camera.setMap(view, null, 0);
    const [a, b] = [camera.project(4, 1, 5), camera.project(5, 1, 5)];
    // A block at this distance, of a picture whose height is 2 · 20 · tan 15° blocks.
    expect(b.x - a.x).toBeCloseTo(1000 / (40 * Math.tan(Math.PI / 12)), 3);
    camera.resize(600, 1000, { top: 0, bottom: 0 });
    const [c, d] = [camera.project(4, 1, 5), camera.project(5, 1, 5)];
    expect(d.x - c.x).toBeCloseTo((b.x - a.x) / 2, 3);
  });
});
