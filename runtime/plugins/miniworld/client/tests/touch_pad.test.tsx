// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { TouchPad } from "../input/touch_pad";
import { find, freshRoot } from "../../../../web/tests/page";

type Phase = "pointerdown" | "pointermove" | "pointerup" | "pointercancel";

/** Dispatches a touch at a position of the page. */
function finger(selector: string, phase: Phase, [x, y] = [0, 0], pointerId = 1): void {
  const event = new PointerEvent(phase, { clientX: x, clientY: y, pointerId, cancelable: true });
  void act(() => void find(selector).dispatchEvent(event));
}

describe("the touch pad", () => {
  const told: string[] = [];
  let stick: readonly number[] = [];

  beforeEach(() => {
    told.length = 0;
    const host = {
      stick: (...to: number[]) => (stick = to),
      hold: (command: string, down: boolean) => told.push(`${command} ${down}`),
      dig: (down: boolean) => told.push(`dig ${down}`),
      place: (down: boolean) => told.push(`place ${down}`),
    };
    void act(() => render(<TouchPad host={host} hidden={false} />, freshRoot()));
    const box = { left: 100, top: 500, width: 120, height: 120 };
    vi.spyOn(find(".stick"), "getBoundingClientRect").mockReturnValue(box as DOMRect);
    for (const element of document.querySelectorAll(".stick, button")) {
      element.setPointerCapture = vi.fn();
    }
  });

  it("follows the thumb up to the edge of the joystick, and stops when released", () => {
    finger(".stick", "pointerdown", [160, 560]);
    expect(stick).toEqual([0, 0]);
    finger(".stick", "pointermove", [160, 560 - 23]);
    expect(stick[0]).toBeCloseTo(0.5, 9);
    finger(".stick", "pointermove", [160 + 300, 560]);
    expect(stick).toEqual([expect.closeTo(0, 9), 1]);
    expect(find(".stick i").style.transform).toBe("translate(46px, 0px)");
    finger(".stick", "pointermove", [160 - 300, 560 + 300]);
    expect(stick).toEqual([expect.closeTo(-Math.SQRT1_2, 9), expect.closeTo(-Math.SQRT1_2, 9)]);
    finger(".stick", "pointermove", [160 + 3, 560 - 4]);
    expect(stick).toEqual([0, 0]);
    finger(".stick", "pointermove", [160, 500]);
    finger(".stick", "pointerup");
    expect(stick).toEqual([0, 0]);
    expect(find(".stick i").style.transform).toBe("");
  });

  it("follows only the finger that holds the joystick", () => {
    finger(".stick", "pointerdown", [160, 560], 4);
    finger(".stick", "pointermove", [160, 500], 5);
    expect(stick).toEqual([0, 0]);
    finger(".stick", "pointermove", [160, 500], 4);
    expect(stick[0]).toBe(1);
  });

  it("digs, places, sneaks and jumps for as long as a button is down", () => {
    for (const name of ["dig", "place", "sneak", "jump"]) {
      const button = `.pad-${name}`;
      finger(button, "pointerdown", [0, 0], 7);
      expect(find(button).setPointerCapture).toHaveBeenCalledWith(7);
      expect(find(button).classList.contains("down")).toBe(true);
      finger(button, name === "jump" ? "pointercancel" : "pointerup");
      expect(find(button).classList.contains("down")).toBe(false);
    }
    expect(told).toEqual(
      ["dig", "place", "sneak", "jump"].flatMap((name) => [`${name} true`, `${name} false`]),
    );
  });
});
