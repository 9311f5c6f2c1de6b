import { describe, expect, it } from "vitest";
import type { Pos } from "../src/wire/decode";
import type { Shape } from "../src/world/looks";
import { BOUNDS, enterBlock, pick, type PickWorld, type Ray } from "../src/world/pick";
import { random } from "./random";

const SIZE = 7;
const SHAPES: Shape[] = ["cube", "slab", "disc", "card", "sign"];

function scatter(seed: number, share: number): { world: PickWorld; cells: Pos[] } {
  const next = random(seed);
  const shapes = new Map<string, Shape>();
  const cells: Pos[] = [];
  for (let x = 0; x < SIZE; x++)
    for (let y = 0; y < SIZE; y++)
      for (let z = 0; z < SIZE; z++) {
        if (next() >= share) continue;
        const shape = SHAPES[Math.floor(next() * SHAPES.length)] as Shape;
        shapes.set([x, y, z].join(), shape);
        cells.push([x, y, z]);
      }
  const shape = (pos: Pos) => shapes.get(pos.join());
  const sink = ([x, y, z]: Pos) => {
    const own = shape([x, y, z]);
    const flat = own === "disc" || own === "card" || own === "sign";
    return flat && shape([x, y - 1, z]) === "slab" ? 0.5 : 0;
  };
  return { world: { shape, sink }, cells };
}

/** A reference: marches along the ray in tiny steps to the first filled point. */
function march(world: PickWorld, cells: Pos[], ray: Ray, reach: number): Pos | null {
  const inside = (cell: Pos, p: number[]): boolean => {
    const shape = world.shape(cell) as Shape;
    const [low, high] = BOUNDS[shape];
    const local = p.map((value, axis) => value - (cell[axis] as number));
    local[1] = (local[1] as number) + world.sink(cell);
    if (shape === "disc") {
      const radius = (high[0] - low[0]) / 2;
      if (Math.hypot((local[0] as number) - 0.5, (local[2] as number) - 0.5) > radius) return false;
    }
    return local.every(
      (value, axis) => value >= (low[axis] as number) && value <= (high[axis] as number),
    );
  };
  for (let t = 0; t <= reach; t += 0.004) {
    const p = ray.origin.map((value, axis) => value + (ray.dir[axis] as number) * t);
    const near = cells.filter((cell) =>
      cell.every((c, axis) => Math.abs(c + 0.5 - (p[axis] as number)) < 1.1),
    );
    const hit = near.find((cell) => inside(cell, p));
    if (hit) return hit;
  }
  return null;
}

function randomRay(next: () => number): Ray {
  const origin: Pos = [next() * 24 - 8, next() * 24 - 8, next() * 24 - 8];
  const aim = [next() * SIZE, next() * SIZE, next() * SIZE];
  const way = aim.map((value, axis) => value - (origin[axis] as number));
  const length = Math.hypot(...way);
  return { origin, dir: way.map((value) => value / length) as unknown as Pos };
}

describe("picking", () => {
  it("finds what testing every block finds", () => {
    for (const share of [0.03, 0.2, 0.6]) {
      const { world, cells } = scatter(5, share);
      const next = random(17);
      let hits = 0;
      for (let i = 0; i < 1500; i++) {
        const ray = randomRay(next);
        const all = cells.map((cell) => enterBlock(world, ray, cell)).filter((hit) => hit !== null);
        const least = Math.min(...all.map(({ distance }) => distance));
        const found = pick(world, ray, 60);
        expect(found?.distance ?? Infinity).toBeCloseTo(least, 6);
        if (found) hits += 1;
      }
      expect(hits).toBeGreaterThan(200);
    }
  });

  it("agrees with marching in tiny steps", () => {
    const { world, cells } = scatter(9, 0.12);
    const next = random(23);
    let compared = 0;
    for (let i = 0; i < 120; i++) {
      const ray = randomRay(next);
      const marched = march(world, cells, ray, 30);
      const found = pick(world, ray, 30);
      // A ray that grazes a corner may slip between two steps.
      if (!marched) continue;
      compared += 1;
      if (found?.pos.join() === marched.join()) continue;
      const near = found && enterBlock(world, ray, marched);
      expect(near && near.distance - found.distance, `ray ${i}`).toBeGreaterThanOrEqual(0);
    }
    expect(compared).toBeGreaterThan(40);
  });

  it("returns the face through which the ray enters", () => {
    const world: PickWorld = {
      shape: (p) => (p.join() === "0,0,0" ? "cube" : undefined),
      sink: () => 0,
    };
    const from = (origin: Pos, dir: Pos) => pick(world, { origin, dir }, 20)?.face;
    expect(from([-5, 0.5, 0.5], [1, 0, 0])).toBe(0);
    expect(from([5, 0.5, 0.5], [-1, 0, 0])).toBe(1);
    expect(from([0.5, 0.5, -5], [0, 0, 1])).toBe(2);
    expect(from([0.5, 0.5, 5], [0, 0, -1])).toBe(3);
    expect(from([0.5, -5, 0.5], [0, 1, 0])).toBe(4);
    expect(from([0.5, 5, 0.5], [0, -1, 0])).toBe(5);
  });

  it("misses the corners of a disc, which is round", () => {
    const world: PickWorld = {
      shape: ([x, y, z]) =>
        x === 0 && z === 0 ? (y === 1 ? "disc" : y === 0 ? "cube" : undefined) : undefined,
      sink: () => 0,
    };
    const down = (x: number, z: number) =>
      pick(world, { origin: [x, 6, z], dir: [0, -1, 0] }, 20)?.pos;
    expect(down(0.5, 0.5)).toEqual([0, 1, 0]);
    expect(down(0.09, 0.09)).toEqual([0, 0, 0]);
  });

  it("hits a piece on a slab where it is drawn", () => {
    const world: PickWorld = {
      shape: ([x, y, z]) =>
        x === 0 && z === 0 ? (y === 1 ? "disc" : y === 0 ? "slab" : undefined) : undefined,
      sink: ([, y]) => (y === 1 ? 0.5 : 0),
    };
    const level = (y: number) => pick(world, { origin: [-4, y, 0.5], dir: [1, 0, 0] }, 20)?.pos;
    expect(level(0.7)).toEqual([0, 1, 0]);
    expect(level(0.4)).toEqual([0, 0, 0]);
    expect(level(0.9)).toBeUndefined();
  });

  it("ends at its reach, and in empty worlds", () => {
    const { world } = scatter(1, 1);
    expect(pick(world, { origin: [-50, 3, 3], dir: [1, 0, 0] }, 40)).toBeNull();
    expect(
      pick({ shape: () => undefined, sink: () => 0 }, { origin: [0, 0, 0], dir: [0, -1, 0] }, 400),
    ).toBeNull();
  });

  it("hits the upper part of a figure, which reaches into the cell above its own", () => {
    const world: PickWorld = {
      shape: ([x, y, z]) => (x === 0 && z === 0 && y === 0 ? "figure" : undefined),
      sink: () => 0,
    };
    const ray = (height: number): Ray => ({ origin: [0.5, height, -5], dir: [0, 0, 1] });
    expect(pick(world, ray(1.02), 20)?.pos).toEqual([0, 0, 0]);
    expect(pick(world, ray(1.2), 20)).toBeNull();
  });
});
