import { describe, expect, it } from "vitest";
import { OrbitCamera } from "@page/render/camera";
import { direction } from "../physics/terrain";
import type { Act } from "@page/wire.generated";
import type { ActorView, Mode, SlotView } from "../wire.generated";
import { DIG_MS, Hands, overlaps, type HandsHost } from "../player/hands";
import { DoublePress, keyName, slotOfKey } from "../input/keys";
import { mixColour, approachHour, skyAt } from "../sky/sky";
import { cellBeside, enterBody, raycastTarget, type Target } from "../player/target";
import { ActorTracks, lerpAngle } from "../actors/actor_tracks";
import { eyeOf, nextView } from "../player/camera_rig";
import type { PickWorld } from "@page/world/pick";
import { actor } from "./actors";

/** A wall of cubes at z = 5. */
const wall: PickWorld = { shape: ([, , z]) => (z === 5 ? "cube" : undefined), sink: () => 0 };

describe("tracks", () => {
  it("interpolate a move over the time since the last update", () => {
    const tracks = new ActorTracks();
    tracks.reset([actor({})], 0);
    tracks.change({ put: [actor({ pos: [2, 0, 0], yaw: 90 })], gone: [] }, 100);
    expect(tracks.one(7, 100)?.pos[0]).toBe(0);
    expect(tracks.one(7, 150)?.pos[0]).toBeCloseTo(1, 9);
    expect(tracks.one(7, 150)?.yaw).toBeCloseTo(45, 9);
    expect(tracks.one(7, 150)?.speed).toBeCloseTo(20, 9);
    expect(tracks.one(7, 300)?.pos[0]).toBe(2);
    expect(tracks.one(7, 300)?.walked).toBeCloseTo(2, 9);
  });

  it("teleport over long distances, and forget actors that are gone", () => {
    const tracks = new ActorTracks();
    tracks.reset([actor({})], 0);
    tracks.change({ put: [actor({ pos: [50, 0, 0] })], gone: [] }, 100);
    expect(tracks.one(7, 100)?.pos[0]).toBe(50);
    tracks.change({ put: [], gone: [7] }, 120);
    expect(tracks.shown(130)).toEqual([]);
  });

  it("show hurt and attacks for a while", () => {
    const tracks = new ActorTracks();
    tracks.reset([actor({ doing: 1 })], 0);
    tracks.change({ put: [actor({ life: 0.5, doing: 4 })], gone: [] }, 100);
    expect(tracks.one(7, 110)?.hurt).toBeGreaterThan(0.9);
    expect(tracks.one(7, 200)?.swing).toBeGreaterThan(0);
    expect(tracks.one(7, 900)?.hurt).toBe(0);
    expect(tracks.one(7, 900)?.swing).toBe(0);
  });

  it("turn the short way round", () => {
    expect(lerpAngle(350, 10, 0.5)).toBeCloseTo(360, 9);
    expect(lerpAngle(10, 350, 0.5)).toBeCloseTo(0, 9);
  });
});

describe("the crosshair", () => {
  const ray = { origin: [0.5, 1, 0] as const, dir: [0, 0, 1] as const };
  const shown = (more: Partial<ActorView>) => {
    const tracks = new ActorTracks();
    tracks.reset([actor(more)], 0);
    return tracks.shown(0);
  };

  it("hits actors in their boxes", () => {
    const [body] = shown({ pos: [0.5, 0, 3] });
    expect(body && enterBody(ray, body)).toBeCloseTo(3 - 0.4, 6);
    const [aside] = shown({ pos: [2, 0, 3] });
    expect(aside && enterBody(ray, aside)).toBeNull();
  });

  it("targets what is nearest and within reach", () => {
    const kind = (target: Target | null) => target?.kind ?? null;
    const at = (more: Partial<ActorView>, own: number | null = null) =>
      kind(raycastTarget(ray, ray.origin, wall, shown(more), own));
    expect(at({ pos: [0.5, 0, 3] })).toBe("body");
    expect(at({ pos: [0.5, 0, 9] })).toBe("block");
    expect(at({ pos: [0.5, 0, 3], dead: true })).toBe("block");
    expect(at({ pos: [0.5, 0, 3] }, 7)).toBe("block");
    expect(at({ pos: [0.5, 0, 3], kind: "drop" })).toBe("block");
    const far = { origin: [0.5, 1, -3] as const, dir: [0, 0, 1] as const };
    expect(raycastTarget(far, far.origin, wall, [], null)).toBeNull();
    // In third person the camera is farther away, but the reach is measured from the eyes.
    expect(kind(raycastTarget(far, [0.5, 1, 0], wall, [], null))).toBe("block");
  });

  it("returns the cell beside a face", () => {
    expect([0, 1, 2, 3, 4, 5].map((face) => cellBeside([1, 2, 3], face))).toEqual([
      [0, 2, 3],
      [2, 2, 3],
      [1, 2, 2],
      [1, 2, 4],
      [1, 1, 3],
      [1, 3, 3],
    ]);
  });
});

class Workshop {
  readonly acts: Act[] = [];
  readonly clicks: string[] = [];
  mode: Mode = "custom";
  held: SlotView | undefined;
  block = 104;
  readonly hands: Hands;

  constructor() {
    const reach: HandsHost = {
      mode: () => this.mode,
      held: () => this.held,
      isBlock: (item) => item < 1000,
      blockAt: () => this.block,
      isAir: ([x]) => x !== 9,
      feet: () => [0.5, 1, 0.5],
      sneaks: () => false,
      act: (act) => this.acts.push(act),
      click: (pos, face) => this.clicks.push(`${pos.join()}/${face}`),
      onSwing: () => {},
    };
    this.hands = new Hands(reach);
  }

  hold(item: number): void {
    this.held = { slot: 1000, item, name: "", count: 3, durability: null };
  }
}
const block = (x: number, face = 5): Target => ({
  kind: "block",
  hit: { pos: [x, 0, 0], face, distance: 1 },
});
const body: Target = { kind: "body", id: 7, at: [0, 0, 0], distance: 1 };

describe("hands", () => {
  it("dig a block for its time, and then the next", () => {
    const shop = new Workshop();
    shop.hands.primary(true, block(3), 0);
    shop.hands.update(block(3), DIG_MS - 1);
    expect(shop.acts).toEqual([{ dig_begin: { pos: [3, 0, 0] } }]);
    expect(shop.hands.progress(DIG_MS / 2)?.progress).toBeCloseTo(0.5, 9);
    shop.hands.update(block(3), DIG_MS);
    expect(shop.acts.slice(1)).toEqual([{ dig_end: { pos: [3, 0, 0] } }]);
    shop.hands.update(block(4), DIG_MS + 1000);
    expect(shop.acts.at(-1)).toEqual({ dig_begin: { pos: [4, 0, 0] } });
    expect(shop.clicks).toEqual(["3,0,0/5"]);
  });

  it("cancel digging when the target changes or the button is released", () => {
    const shop = new Workshop();
    shop.hands.primary(true, block(3), 0);
    shop.hands.update(block(4), 50);
    shop.hands.primary(false, block(4), 60);
    const kinds = shop.acts.map((act) => Object.keys(act)[0]);
    expect(kinds).toEqual(["dig_begin", "dig_cancel", "dig_begin", "dig_cancel"]);
    expect(shop.hands.progress(70)).toBeNull();
  });

  it("dig at once in creative mode", () => {
    const shop = new Workshop();
    shop.mode = "creative";
    shop.hands.primary(true, block(3), 0);
    expect(shop.acts.map((act) => Object.keys(act)[0])).toEqual(["dig_begin", "dig_end"]);
  });

  it("attack repeatedly, at intervals", () => {
    const shop = new Workshop();
    shop.hands.primary(true, body, 0);
    for (let now = 50; now <= 1000; now += 50) shop.hands.update(body, now);
    expect(shop.acts).toEqual(Array(3).fill({ attack: { target: 7 } }));
    shop.hands.update(null, 1500);
    expect(shop.acts[3]).toEqual({ attack: { target: 0 } });
  });

  it("place a block beside the face, not into the player or another block", () => {
    const shop = new Workshop();
    shop.hold(300);
    shop.hands.secondary(true, block(3), 0);
    expect(shop.acts).toEqual([{ place: { pos: [3, 1, 0], face: 5 } }]);
    shop.hands.secondary(true, block(0), 1000);
    shop.hands.secondary(true, block(8, 1), 2000);
    expect(shop.acts).toHaveLength(1);
    expect(overlaps([0.5, 1, 0.5], [0, 1, 0])).toBe(true);
    expect(overlaps([0.5, 1, 0.5], [1, 1, 0])).toBe(false);
  });

  it("use items, touch actors, open containers, and report each click on a block", () => {
    const shop = new Workshop();
    shop.hold(12005);
    shop.hands.secondary(true, block(3), 0);
    shop.hands.secondary(true, body, 1000);
    shop.block = 801;
    shop.hands.secondary(true, block(3), 2000);
    expect(shop.acts).toEqual([
      { use: {} },
      { touch: { target: 7 } },
      { open_box: { pos: [3, 0, 0] } },
    ]);
    shop.block = 104;
    shop.held = undefined;
    shop.hands.secondary(true, block(3), 3000);
    expect(shop.clicks).toEqual(Array(3).fill("3,0,0/5"));
  });
});

describe("keys", () => {
  it("have the names that scripts use", () => {
    const codes = ["KeyW", "Digit1", "Space", "ShiftRight", "ArrowUp", "F5", "Numpad7", "Slash"];
    expect(codes.map(keyName)).toEqual(["W", "1", "SPACE", "SHIFT", "UP", "F5", "7", "SLASH"]);
    expect([slotOfKey("Digit1"), slotOfKey("Digit8"), slotOfKey("Digit9")]).toEqual([0, 7, null]);
  });

  it("are double-pressed only within the time limit", () => {
    const doubles = new DoublePress();
    expect(doubles.press("jump", 0)).toBe(false);
    expect(doubles.press("jump", 200)).toBe(true);
    expect(doubles.press("jump", 300)).toBe(false);
    expect(doubles.press("ahead", 350)).toBe(false);
    expect(doubles.press("ahead", 1000)).toBe(false);
  });
});

describe("the sky", () => {
  it("is bright at noon, starry at midnight, and never lights from below", () => {
    expect(skyAt(12).sunStrength).toBeGreaterThan(3 * skyAt(0).sunStrength - 0.5);
    expect([skyAt(0).stars, skyAt(12).stars, skyAt(24).stars]).toEqual([1, 0, 1]);
    for (let hour = 0; hour < 24; hour += 0.25) {
      const { sun } = skyAt(hour);
      expect(sun[1]).toBeGreaterThan(0.2);
      expect(Math.hypot(...sun)).toBeCloseTo(1, 9);
    }
    expect(skyAt(9).sun[0]).toBeGreaterThan(0);
    expect(skyAt(15).sun[0]).toBeLessThan(0);
  });

  it("changes gradually, the short way round the clock", () => {
    expect(mixColour(0x000000, 0xff8040, 0.5)).toBe(0x804020);
    expect(approachHour(23, 1, 100)).toBeGreaterThan(23);
    expect(approachHour(1, 23, 100)).toBeLessThan(1);
    expect(approachHour(12, 12.001, 16)).toBe(12.001);
  });
});

describe("the camera", () => {
  const open: PickWorld = { shape: () => undefined, sink: () => 0 };

  it("is from the eyes, from behind and from the front", () => {
    expect(eyeOf(0, [0, 2, 0], 30, 10, open)).toMatchObject({ at: [0, 2, 0], yaw: 30, pitch: 10 });
    const behind = eyeOf(1, [0, 2, 0], 180, 0, open);
    expect(behind.at[2]).toBeLessThan(-4);
    const before = eyeOf(2, [0, 2, 0], 180, 0, open);
    expect(before.at[2]).toBeGreaterThan(4);
    expect(before.yaw).toBe(360);
    expect(eyeOf(3, [0, 2, 0], 0, 0, open).at[1]).toBeGreaterThan(10);
    expect([0, 1, 2, 3].map((view) => nextView(view as 0 | 1 | 2 | 3))).toEqual([1, 2, 0, 0]);
  });

  it("looks where the body walks", () => {
    const camera = new OrbitCamera();
    camera.resize(800, 600);
    for (const [yaw, pitch] of [
      [0, 0],
      [90, 0],
      [180, 20],
      [270, -35],
      [33, 60],
    ] as const) {
      camera.setEye({ at: [3, 4, 5], yaw, pitch, roll: 0, view: 70 });
      const { origin, dir } = camera.ray(400, 300);
      direction(yaw, pitch).forEach((axis, i) => expect(dir[i]).toBeCloseTo(axis, 6));
      [3, 4, 5].forEach((axis, i) => expect(origin[i]).toBeCloseTo(axis, 6));
    }
  });

  it("does not pass through walls", () => {
    // The player looks south, so the wall in the north is behind it.
    expect(eyeOf(1, [0.5, 2, 3.5], 0, 0, wall).at[2]).toBeLessThan(5);
  });
});
