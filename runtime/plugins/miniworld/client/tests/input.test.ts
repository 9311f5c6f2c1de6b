import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Pose } from "@page/wire.generated";
import { stepBody, bodyAt, TICK_MS } from "../physics/body";
import { Controls, type ControlsHost } from "../input/controls";
import type { Terrain } from "../physics/terrain";
import { POSE_MS, PoseSender } from "../player/pose_sender";
import { PressBuffer } from "../input/press_buffer";
import { SteeringSender } from "../player/steering_sender";
import { FakeElement, fakeDom } from "./fake_dom";
import { random } from "../../../../web/tests/random";

afterEach(() => vi.unstubAllGlobals());

/** The states of an input that a number of steps see. */
const seen = (presses: PressBuffer<string>, steps: number, what = "w"): string => {
  let line = "";
  for (let i = 0; i < steps; i++) {
    line += presses.has(what) ? "#" : ".";
    presses.step();
  }
  return line;
};

describe("the press buffer", () => {
  it("that are held are seen in each step", () => {
    const presses = new PressBuffer<string>();
    expect(seen(presses, 2)).toBe("..");
    presses.down("w", "KeyW", 0);
    expect(seen(presses, 3)).toBe("###");
    presses.up("w", "KeyW", 150);
    expect(seen(presses, 2)).toBe("..");
  });

  it("between two steps are replayed for as long as they lasted", () => {
    for (const [ms, wanted] of [
      [1, "#...."],
      [60, "#...."],
      [150, "###.."],
      [100_000, "#####...."],
    ] as const) {
      const presses = new PressBuffer<string>();
      presses.down("w", "KeyW", 1000);
      presses.up("w", "KeyW", 1000 + ms);
      expect(seen(presses, wanted.length), `${ms} ms`).toBe(wanted);
    }
  });

  it("in sequence keep the gap between them", () => {
    const presses = new PressBuffer<string>();
    for (const at of [0, 60]) {
      presses.down("w", "KeyW", at);
      presses.up("w", "KeyW", at + 50);
    }
    presses.down("w", "KeyW", 120);
    expect(seen(presses, 7)).toBe("#.#.###");
    // Released and pressed again between two steps.
    presses.up("w", "KeyW", 400);
    presses.down("w", "KeyW", 410);
    expect(seen(presses, 3)).toBe(".##");
  });

  it("of two keys are one while either is down", () => {
    const presses = new PressBuffer<string>();
    presses.down("w", "KeyW", 0);
    presses.down("w", "ArrowUp", 10);
    presses.up("w", "KeyW", 20);
    expect(seen(presses, 2)).toBe("##");
    presses.up("w", "ArrowUp", 120);
    presses.up("w", "ArrowUp", 130);
    expect(seen(presses, 2)).toBe("..");
  });

  it("are each seen, in any timing, and end when all are released", () => {
    const next = random(7);
    for (let round = 0; round < 200; round++) {
      const presses = new PressBuffer<string>();
      let [at, downs, rises, was] = [0, 0, 0, false];
      const look = () => {
        const is = presses.has("w");
        if (is && !was) rises++;
        was = is;
        presses.step();
      };
      for (let i = 0; i < 12; i++) {
        presses.down("w", "KeyW", (at += next() * 90));
        downs++;
        if (next() < 0.4) look();
        presses.up("w", "KeyW", (at += next() * 90));
        // The buffer drops presses beyond its limit.
        for (let step = 0; step < 6; step++) if (next() < 0.7) look();
      }
      for (let step = 0; step < 60; step++) look();
      expect(rises).toBeLessThanOrEqual(downs);
      expect(rises).toBeGreaterThanOrEqual(downs - 3);
      expect(presses.has("w")).toBe(false);
    }
  });
});

describe("a key", () => {
  let window: EventTarget;
  let document: EventTarget & { visibilityState?: string };
  let controls: Controls;
  let now = 1000;

  beforeEach(() => {
    const dom = fakeDom();
    window = dom.window;
    document = dom.document;
    const none = () => undefined;
    const host: ControlsHost = {
      ready: () => true,
      viewKeysActive: () => true,
      mayFly: () => false,
      primary: none,
      secondary: none,
      slot: none,
      wheel: none,
      command: none,
      tap: none,
      key: none,
      toggleFlight: none,
      onLock: none,
      onTouch: none,
    };
    controls = new Controls(new FakeElement() as unknown as HTMLCanvasElement, host);
  });

  /** Dispatches a key event `after` ms after the last one. The handler may run much later. */
  const key = (type: "keydown" | "keyup", code: string, after: number) => {
    now += after;
    const event = new Event(type, { cancelable: true });
    Object.defineProperty(event, "timeStamp", { value: now });
    window.dispatchEvent(Object.assign(event, { code, repeat: false }));
  };
  const tap = (code: string, ms: number) => {
    key("keydown", code, 20);
    key("keyup", code, ms);
  };

  const land: Terrain = { solid: (_x, y) => y < 1, liquid: () => false };
  const POWERS = { speeds: [4.3, 6.45, 1.72, 2.58] as const, jump: 0.438, gravity: 1, held: false };
  /** How far and how high a body moves in a number of ticks. */
  const live = (ticks: number): { far: number; high: number } => {
    const body = bodyAt([0.5, 1, 0.5]);
    stepBody(
      land,
      body,
      { ahead: 0, aside: 0, jump: false, sneak: false, run: false, yaw: 0 },
      POWERS,
    );
    let high = 0;
    for (let i = 0; i < ticks; i++) {
      stepBody(land, body, controls.moveInput(), POWERS);
      high = Math.max(high, body.pos[1] - 1);
    }
    return { far: body.pos[2] - 0.5, high };
  };

  it("pressed for 150 ms between two frames moves as far as three ticks do", () => {
    key("keydown", "KeyW", 0);
    const three = [controls.moveInput(), controls.moveInput(), controls.moveInput()];
    expect(three.map(({ ahead }) => ahead)).toEqual([1, 1, 1]);
    key("keyup", "KeyW", 150);
    expect(controls.moveInput().ahead).toBe(0);
    now += 1000;
    // The same body with the key held for exactly three ticks.
    const driven = bodyAt([0.5, 1, 0.5]);
    const still = { ahead: 0, aside: 0, jump: false, sneak: false, run: false, yaw: 0 };
    stepBody(land, driven, still, POWERS);
    for (let tick = 0; tick < 20; tick++) {
      stepBody(land, driven, { ...still, ahead: tick < 3 ? 1 : 0 }, POWERS);
    }
    tap("KeyW", 150);
    expect(live(20).far).toBeCloseTo(driven.pos[2] - 0.5, 9);
    expect(Math.abs(driven.pos[2] - 0.5)).toBeGreaterThan(0.4);
  });

  it("jumps however short the press is", () => {
    tap("Space", 5);
    expect(live(20).high).toBeGreaterThan(1);
  });

  it("turns the view for as long as it was pressed", () => {
    tap("KeyL", 150);
    for (let frame = 0; frame < 10; frame++) controls.turn(16);
    expect(controls.yaw).toBeCloseTo(120 * 0.15, 9);
  });

  it("counts when the window loses the focus right after the press", () => {
    key("keydown", "ShiftLeft", 10);
    window.dispatchEvent(new Event("blur"));
    expect([controls.moveInput().sneak, controls.moveInput().sneak]).toEqual([true, false]);
  });

  it("is dropped when the page is hidden", () => {
    key("keydown", "KeyW", 10);
    Object.assign(document, { visibilityState: "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
    expect(controls.moveInput().ahead).toBe(0);
  });

  it("is part of a double press by its timestamp, not by when it is handled", () => {
    tap("KeyW", 50);
    tap("KeyW", 50);
    expect(controls.moveInput().run).toBe(true);
    controls.release();
    for (let i = 0; i < 20; i++) controls.moveInput();
    tap("KeyW", 50);
    now += 600;
    tap("KeyW", 50);
    expect(controls.moveInput().run).toBe(false);
  });

  it("counts a joystick push that ends before the next tick", () => {
    controls.stick = [0.8, 0];
    controls.stick = [0, 0];
    expect([controls.moveInput().ahead, controls.moveInput().ahead]).toEqual([0.8, 0]);
  });
});

describe("what is sent to the server", () => {
  const pose = (z: number, more: Partial<Pose> = {}): Pose => ({
    pos: [0.5, 1, z],
    yaw: 0,
    pitch: 0,
    grounded: true,
    sneaks: false,
    runs: false,
    flies: false,
    moved: 0,
    ...more,
  });
  const open: Terrain = { solid: (_x, y) => y < 1, liquid: () => false };

  it("includes a sneak or hop of one tick", () => {
    for (const brief of [{ sneaks: true }, { grounded: false }, { runs: true }]) {
      const told: Pose[] = [];
      const poses = new PoseSender(
        () => open,
        (one) => told.push(one),
      );
      poses.note(pose(0), 0);
      poses.note(pose(0.1, brief), TICK_MS);
      for (let tick = 2; tick < 12; tick++) poses.note(pose(tick / 10), tick * TICK_MS);
      const name = Object.keys(brief)[0] as keyof Pose;
      expect(told.filter((one) => one[name] !== pose(0)[name])).toHaveLength(1);
      // The poses end at the player's position.
      expect(told.at(-1)?.pos[2]).toBeGreaterThan(0.9);
      expect(told.length).toBeLessThanOrEqual((12 * TICK_MS) / POSE_MS + 1);
    }
  });

  it("includes short steering, even within one frame", () => {
    const told: string[] = [];
    const steering = new SteeringSender((ahead, aside) => told.push(`${ahead},${aside}`));
    // One frame catches up four ticks.
    steering.update(1, 0, 1000);
    for (let i = 0; i < 3; i++) steering.update(0, 0, 1000);
    steering.update(0, 0, 1016);
    expect(told).toEqual(["1,0"]);
    steering.update(0, 0, 1100);
    expect(told).toEqual(["1,0", "0,0"]);
    steering.update(0, 1, 1110);
    steering.update(0, 0, 1120);
    steering.update(0, 0, 1200);
    steering.update(0, 0, 1300);
    expect(told).toEqual(["1,0", "0,0", "0,1", "0,0"]);
  });
});
