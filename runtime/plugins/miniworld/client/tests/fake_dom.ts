import { vi } from "vitest";

/** A minimal element for the controls, which only listen: these tests run without a browser. */
export class FakeElement extends EventTarget {
  /** Its rectangle on the page. */
  box = { left: 0, top: 0, width: 0, height: 0 };

  getBoundingClientRect() {
    return this.box;
  }

  setPointerCapture(): void {}

  focus(): void {}

  closest(): null {
    return null;
  }
}

/** Installs a fake document and window, until `vi.unstubAllGlobals`. */
export function fakeDom(): { window: EventTarget; document: EventTarget } {
  const document = Object.assign(new EventTarget(), { pointerLockElement: null });
  const window = new EventTarget();
  vi.stubGlobal("document", document);
  vi.stubGlobal("window", window);
  vi.stubGlobal("navigator", { language: "en" });
  vi.stubGlobal("Element", FakeElement);
  return { window, document };
}

/** Dispatches a touch event at a position of an element. */
export function finger(
  element: EventTarget,
  what: "pointerdown" | "pointermove" | "pointerup" | "pointercancel",
  [clientX, clientY]: readonly [number, number] = [0, 0],
  pointerId = 1,
): void {
  const event = new Event(what, { cancelable: true });
  const more = { pointerType: "touch", pointerId, clientX, clientY, button: 0 };
  element.dispatchEvent(Object.assign(event, more));
}
