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
