import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Controls, type ControlsHost } from "../input/controls";
import { FakeElement, fakeDom, finger } from "./fake_dom";

afterEach(() => vi.unstubAllGlobals());

describe("touch controls", () => {
  let controls: Controls;
  let canvas: FakeElement;
  let mayFly = true;
  let ready = true;
  const told: string[] = [];

  beforeEach(() => {
    fakeDom();
    told.length = 0;
    [mayFly, ready] = [true, true];
    const note =
      (name: string) =>
      (...values: readonly unknown[]) =>
        void told.push([name, ...values].join(" "));
    const host: ControlsHost = {
      ready: () => ready,
      viewKeysActive: () => true,
      mayFly: () => mayFly,
      primary: note("primary"),
      secondary: note("secondary"),
      slot: note("slot"),
      wheel: note("wheel"),
      command: note("command"),
      tap: note("tap"),
      key: note("key"),
      toggleFlight: note("flight"),
      onLock: note("lock"),
      onTouch: note("touched"),
    };
    canvas = new FakeElement();
    controls = new Controls(canvas as unknown as HTMLCanvasElement, host);
  });

  const jump = () => {
    controls.hold("jump", true);
    expect(controls.moveInput().jump).toBe(true);
    controls.hold("jump", false);
    expect(controls.moveInput().jump).toBe(false);
  };

  const flights = () => told.filter((line) => line === "flight").length;

  it("toggle flight on a double jump, where allowed", () => {
    jump();
    expect(flights()).toBe(0);
    jump();
    expect(flights()).toBe(1);
    // A third press is the first of another double press.
    jump();
    expect(flights()).toBe(1);
    jump();
    expect(flights()).toBe(2);
    mayFly = false;
    jump();
    jump();
    expect(flights()).toBe(2);
  });

  it("are reported to scripts as keys, once per press", () => {
    controls.hold("jump", true);
    controls.hold("jump", true);
    controls.hold("sneak", true);
    controls.hold("jump", false);
    expect(told).toEqual(["key SPACE true", "key SHIFT true", "key SPACE false"]);
    controls.release();
    expect(told).toContain("key SHIFT false");
  });

  it("are ignored while a menu is open", () => {
    ready = false;
    controls.hold("jump", true);
    expect(controls.moveInput().jump).toBe(false);
    controls.hold("jump", false);
    expect(told).toEqual([]);
  });

  it("do not fly after a held press or other buttons", () => {
    controls.hold("jump", true);
    controls.hold("jump", true);
    controls.hold("jump", false);
    controls.hold("sneak", true);
    controls.hold("sneak", false);
    controls.hold("jump", true);
    expect(flights()).toBe(0);
  });

  it("follow the joystick, and run when it is pushed all the way", () => {
    controls.stick = [0.6, -0.3];
    expect(controls.moveInput()).toMatchObject({ ahead: 0.6, aside: -0.3, run: false });
    controls.stick = [1, 0];
    expect(controls.moveInput().run).toBe(true);
    controls.release();
    expect(controls.moveInput()).toMatchObject({ ahead: 0, aside: 0, run: false });
  });

  it("look around with a drag, and touch with a tap", () => {
    canvas.box = { left: 10, top: 20, width: 390, height: 800 };
    finger(canvas, "pointerdown", [100, 300]);
    finger(canvas, "pointermove", [200, 260]);
    finger(canvas, "pointerup", [200, 260]);
    expect(controls.yaw).toBeCloseTo(32, 9);
    expect(controls.pitch).toBeCloseTo(360 - 12.8 - 360, 9);
    expect(told).toEqual(["touched"]);
    finger(canvas, "pointerdown", [150, 420]);
    finger(canvas, "pointerup", [150, 420]);
    expect(told.slice(1)).toEqual(["touched", "tap 140 400"]);
  });
});
