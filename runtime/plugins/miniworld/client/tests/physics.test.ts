import { describe, expect, it } from "vitest";
import type { Pose } from "@page/wire.generated";
import { stepBody, interpolated, bodyAt, type Body, type MoveInput } from "../physics/body";
import {
  direction,
  terrainOf,
  isPathClear,
  isBlocked,
  PLAYER,
  type Terrain,
} from "../physics/terrain";
import { POSE_MS, PoseSender } from "../player/pose_sender";

const STILL: MoveInput = { ahead: 0, aside: 0, jump: false, sneak: false, run: false, yaw: 180 };
const POWERS = {
  speeds: [4.3, 6.45, 1.72, 2.58] as const,
  jump: 0.438,
  gravity: 1,
  held: false,
};

/** Terrain that is solid below y = 1 and where `wall` says. */
const land = (
  wall: (x: number, y: number, z: number) => boolean = () => false,
  water: (x: number, y: number, z: number) => boolean = () => false,
): Terrain => ({ solid: (x, y, z) => y < 1 || wall(x, y, z), liquid: water });

function live(ground: Terrain, body: Body, ticks: number, wish: Partial<MoveInput> = {}): number {
  let highest = body.pos[1];
  for (let i = 0; i < ticks; i++) {
    stepBody(ground, body, { ...STILL, ...wish }, POWERS);
    highest = Math.max(highest, body.pos[1]);
  }
  return highest;
}

describe("a body", () => {
  it("falls according to gravity, and lands on the ground", () => {
    const body = bodyAt([0.5, 20, 0.5]);
    live(land(), body, 10);
    // gt²/2 after ten ticks.
    expect(body.pos[1]).toBeCloseTo(20 - (0.08 * 10 * 10) / 2, 9);
    live(land(), body, 40);
    expect(body.pos[1]).toBeCloseTo(1, 9);
    expect(body.grounded).toBe(true);
  });

  it("jumps a little higher than a block", () => {
    const body = bodyAt([0.5, 1, 0.5]);
    live(land(), body, 2);
    const highest = live(land(), body, 12, { jump: true });
    // v²/2g is 1.199; the highest point is between two ticks.
    const formula = 0.438 ** 2 / (2 * 0.08);
    expect(highest - 1).toBeLessThanOrEqual(formula);
    expect(highest - 1).toBeGreaterThan(formula - 0.08 / 8);
  });

  it("walks at its speed, straight and diagonally", () => {
    for (const wish of [{ ahead: 1 }, { ahead: 1, aside: 1 }]) {
      const body = bodyAt([0.5, 1, 0.5]);
      live(land(), body, 20, wish);
      const from = body.pos;
      live(land(), body, 20, wish);
      const far = Math.hypot(body.pos[0] - from[0], body.pos[2] - from[2]);
      expect(far).toBeCloseTo(4.3, 2);
    }
  });

  it("walks where it looks, with Mini World's angles", () => {
    for (const [yaw, x, z] of [
      [0, 0, -1],
      [90, -1, 0],
      [180, 0, 1],
      [270, 1, 0],
    ] as const) {
      const body = bodyAt([0.5, 1, 0.5]);
      live(land(), body, 20, { ahead: 1, yaw });
      expect((body.pos[0] - 0.5) * x + (body.pos[2] - 0.5) * z).toBeGreaterThan(3);
      expect((body.pos[0] - 0.5) * z + (body.pos[2] - 0.5) * x).toBeCloseTo(0, 9);
    }
    // South is on the right of a player who looks east.
    const body = bodyAt([0.5, 1, 0.5]);
    live(land(), body, 30, { aside: 1, yaw: 270 });
    expect(body.pos[2]).toBeLessThan(-3);
    expect(direction(0, 90)[1]).toBeCloseTo(-1, 9);
  });

  it("stops half a width before a wall, and slides along it", () => {
    const ground = land((x) => x >= 3);
    const body = bodyAt([0.5, 1, 0.5]);
    live(ground, body, 60, { ahead: 1, yaw: 225 });
    expect(body.pos[0]).toBeCloseTo(3 - 0.3, 5);
    expect(body.pos[2]).toBeGreaterThan(5);
    expect(isBlocked(ground, body.pos, PLAYER)).toBe(false);
  });

  it("does not step up a block, but jumps onto it", () => {
    const ground = land((_, y, z) => y === 1 && z >= 3);
    const body = bodyAt([0.5, 1, 0.5]);
    live(ground, body, 40, { ahead: 1 });
    expect(body.pos[2]).toBeCloseTo(3 - 0.3, 5);
    live(ground, body, 20, { ahead: 1, jump: true });
    live(ground, body, 20);
    expect(body.pos[1]).toBeCloseTo(2, 9);
  });

  it("does not sneak over an edge, but walks over it", () => {
    const ground: Terrain = { solid: (_, y, z) => y < 1 && z < 3, liquid: () => false };
    const body = bodyAt([0.5, 1, 1.5]);
    live(ground, body, 2);
    live(ground, body, 80, { ahead: 1, sneak: true });
    expect(body.pos[1]).toBeCloseTo(1, 9);
    expect(body.pos[2]).toBeGreaterThan(3);
    expect(body.pos[2]).toBeLessThan(3.31);
    live(ground, body, 20, { ahead: 1 });
    expect(body.pos[1]).toBeLessThan(0);
  });

  it("flies up and down, and lands", () => {
    const body = bodyAt([0.5, 5, 0.5]);
    body.flies = true;
    live(land(), body, 10);
    expect(body.pos[1]).toBeCloseTo(5, 9);
    live(land(), body, 20, { jump: true });
    expect(body.pos[1]).toBeGreaterThan(10);
    live(land(), body, 60, { sneak: true });
    expect(body.flies).toBe(false);
    expect(body.pos[1]).toBeCloseTo(1, 9);
  });

  it("sinks slowly in water and swims up in it", () => {
    const ground = land(
      () => false,
      (_, y) => y < 10,
    );
    const body = bodyAt([0.5, 8, 0.5]);
    live(ground, body, 20);
    expect(body.pos[1]).toBeGreaterThan(8 - 20 * 0.1 - 1e-9);
    expect(body.pos[1]).toBeLessThan(8);
    live(ground, body, 20, { jump: true });
    expect(body.pos[1]).toBeGreaterThan(8);
  });

  it("is pushed, loses the push by friction, and is interpolated between ticks", () => {
    const body = bodyAt([0.5, 1, 0.5]);
    live(land(), body, 2);
    body.velocity[0] = 1;
    stepBody(land(), body, STILL, POWERS);
    expect(interpolated(body, 0.5)[0]).toBeCloseTo(1, 9);
    live(land(), body, 40);
    // 1 + 1/2 + 1/4 … until less than 0.003 is left.
    expect(body.pos[0]).toBeGreaterThan(2.49);
    expect(body.pos[0]).toBeLessThan(2.51);
  });

  it("stays in place while it is held", () => {
    const body = bodyAt([0.5, 9, 0.5]);
    for (let i = 0; i < 5; i++) {
      stepBody(land(), body, { ...STILL, ahead: 1 }, { ...POWERS, held: true });
    }
    expect(body.pos).toEqual([0.5, 9, 0.5]);
  });
});

describe("terrain", () => {
  it("follows the map's blocks; unknown ones are solid", () => {
    const block = (id: number, more: object) => ({
      id,
      name: { zh: "", en: "" },
      glyph: null,
      colour: "#ffffff",
      glyph_colour: "#000000",
      shape: "cube",
      light: 0,
      ...more,
    });
    const map = {
      id: "m",
      name: { zh: "", en: "" },
      help: { zh: "", en: "" },
      camera: { target: [0, 0, 0] as [number, number, number], distance: 1, pitch: 1, yaw: [] },
      computer_levels: 0,
      lessons: 0,
      take_back: false,
      items: [],
      cells: [],
      ground: [],
      blocks: [block(1, {}), block(2, { open: true, liquid: true })],
    };
    const ground = terrainOf(map, (x) => x);
    expect([0, 1, 2, 3].map((x) => ground.solid(x, 0, 0))).toEqual([false, true, false, true]);
    expect([0, 1, 2, 3].map((x) => ground.liquid(x, 0, 0))).toEqual([false, false, true, false]);
  });

  it("has a clear path onto a block, and none through one", () => {
    const step = land((x, y) => x >= 2 && y === 1);
    expect(isPathClear(step, [1.5, 1, 0.5], [2.3, 2, 0.5], PLAYER)).toBe(true);
    const wall = land((x) => x === 2);
    expect(isPathClear(wall, [1.5, 1, 0.5], [3.5, 1, 0.5], PLAYER)).toBe(false);
  });
});

describe("poses", () => {
  const pose = (x: number, z = 0.5): Pose => ({
    pos: [x, 1, z],
    yaw: 0,
    pitch: 0,
    grounded: true,
    sneaks: false,
    runs: false,
    flies: false,
    moved: 0,
  });

  it("are sent when they change, at most ten per second", () => {
    const told: Pose[] = [];
    const poses = new PoseSender(land, (sent) => told.push(sent));
    for (let tick = 0; tick < 40; tick++) poses.note(pose(Math.min(tick, 20) / 10), tick * 50);
    expect(told.length).toBeLessThanOrEqual(11);
    expect(told.at(-1)?.pos[0]).toBe(2);
    poses.note(pose(2), 40 * 50);
    poses.note(pose(2), 50 * 50);
    expect(told.at(-1)?.pos[0]).toBe(2);
    expect(told.length).toBeLessThanOrEqual(11);
    expect(POSE_MS).toBe(100);
  });

  it("are sent at corners, so that each can be reached straight from the last", () => {
    const corner = land((x, _, z) => x >= 1 && z < 3);
    const told: Pose[] = [];
    const poses = new PoseSender(
      () => corner,
      (sent) => told.push(sent),
    );
    const way: [number, number][] = [];
    for (let z = 0.5; z < 3.4; z += 0.3) way.push([0.7, z]);
    for (let x = 0.7; x < 3; x += 0.3) way.push([x, 3.4]);
    way.forEach(([x, z], i) => poses.note(pose(x, z), i * 20));
    for (let i = 0; i < 20; i++)
      poses.note(pose(...(way.at(-1) as [number, number])), 1e4 + i * 100);
    told.slice(1).forEach((sent, i) => {
      expect(isPathClear(corner, (told[i] as Pose).pos, sent.pos, PLAYER)).toBe(true);
    });
    expect(told.at(-1)?.pos).toEqual([way.at(-1)?.[0], 1, 3.4]);
  });

  it("start again after a reset", () => {
    const told: Pose[] = [];
    const poses = new PoseSender(land, (sent) => told.push(sent));
    poses.note(pose(1), 0);
    poses.note(pose(2), 50);
    poses.reset(null);
    poses.note(pose(7), 200);
    expect(told.map(({ pos }) => pos[0])).toEqual([1, 7]);
  });
});
