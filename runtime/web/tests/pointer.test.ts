// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { watchPointer } from "../src/render/pointer";

/** A canvas that notes what gestures do; a piece lies at x < 100. */
function board(draws = false) {
  const canvas = document.createElement("canvas");
  canvas.setPointerCapture = () => {};
  const done: string[] = [];
  const round = (n: number) => Math.round(n * 100) / 100;
  watchPointer(canvas, {
    tap: (x, y) => done.push(`tap ${x} ${y}`),
    hover: () => {},
    orbit: (dx, dy) => done.push(`orbit ${dx} ${dy}`),
    turn: (angle) => done.push(`turn ${round(angle)}`),
    pan: (dx, dy) => done.push(`pan ${dx} ${dy}`),
    zoom: (factor) => done.push(`zoom ${round(factor)}`),
    draws: () => draws,
    draw: (a, b, end) => done.push(`draw ${a.x} ${a.y} to ${b.x} ${b.y}${end ? " done" : ""}`),
    grab: (x) => x < 100,
    drag: (x, y, moved) => done.push(`drag ${x} ${y}${moved ? " moved" : ""}`),
    release: (x, y, kept) => done.push(`release ${x} ${y}${kept ? "" : " cancelled"}`),
  });
  const send = (type: string, x: number, y: number, init: PointerEventInit = {}) =>
    canvas.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, pointerId: 1, ...init }));
  return { done, send };
}

describe("pointers on the board", () => {
  it("tap with a finger or the left button, and a slip does nothing", () => {
    const { done, send } = board();
    send("pointerdown", 200, 50);
    send("pointermove", 204, 52);
    send("pointerup", 204, 52);
    expect(done).toEqual(["tap 200 50"]);
    done.length = 0;
    send("pointerdown", 200, 50);
    send("pointermove", 300, 90);
    send("pointerup", 300, 90);
    expect(done).toEqual([]);
  });

  it("drag what lies under them", () => {
    const { done, send } = board();
    send("pointerdown", 50, 50);
    send("pointermove", 52, 50);
    send("pointermove", 90, 70);
    send("pointerup", 150, 70);
    expect(done).toEqual(["drag 52 50", "drag 90 70 moved", "release 150 70"]);
    done.length = 0;
    send("pointerdown", 50, 50);
    send("pointercancel", 60, 60);
    expect(done).toEqual(["release 60 60 cancelled"]);
    done.length = 0;
    // The next press is a tap as ever.
    send("pointerdown", 200, 50);
    send("pointerup", 200, 50);
    expect(done).toEqual(["tap 200 50"]);
  });

  it("turn the view with the right button and move it with the middle one or Shift", () => {
    for (const [init, name] of [
      [{ button: 2 }, "orbit"],
      [{ altKey: true }, "orbit"],
      [{ button: 1 }, "pan"],
      [{ shiftKey: true }, "pan"],
    ] as const) {
      const { done, send } = board();
      send("pointerdown", 50, 50, init);
      send("pointermove", 70, 53, init);
      send("pointerup", 70, 53, init);
      expect(done).toEqual([`${name} 20 3`]);
    }
  });

  it("point at cells with the right button, and draw where the view does not turn", () => {
    for (const draws of [false, true]) {
      const { done, send } = board(draws);
      send("pointerdown", 50, 50, { button: 2 });
      send("pointerup", 51, 50, { button: 2 });
      expect(done).toEqual(["draw 50 50 to 50 50 done"]);
      done.length = 0;
      send("pointerdown", 50, 50, { button: 2 });
      send("pointermove", 90, 50, { button: -1 });
      send("pointerup", 90, 50, { button: 2 });
      expect(done).toEqual(
        draws ? ["draw 50 50 to 90 50", "draw 50 50 to 90 50 done"] : ["orbit 40 0"],
      );
    }
  });

  it("zoom, move and turn the view with two fingers, and let go of a piece", () => {
    const { done, send } = board();
    const second = { pointerId: 2 };
    send("pointerdown", 50, 100);
    send("pointerdown", 150, 100, second);
    expect(done).toEqual(["release 150 100 cancelled"]);
    done.length = 0;
    send("pointermove", 250, 100, second);
    expect(done).toEqual(["zoom 0.5", "pan 50 0", "turn 0"]);
    done.length = 0;
    send("pointermove", 50, 300, second);
    expect(done.at(-1)).toBe("turn 1.57");
    done.length = 0;
    send("pointerup", 50, 300, second);
    send("pointerup", 50, 100);
    expect(done).toEqual([]);
  });
});
