import { vi } from "vitest";

/** A minimal element for code that builds DOM: these tests run without a browser. */
export class FakeElement extends EventTarget {
  readonly children: FakeElement[] = [];
  readonly attributes = new Map<string, string>();
  readonly style: Record<string, string> = {};
  readonly classes = new Set<string>();
  readonly classList = {
    toggle: (name: string, on = !this.classes.has(name)) => {
      this.classes[on ? "add" : "delete"](name);
      return on;
    },
  };
  /** Its rectangle on the page. */
  box = { left: 0, top: 0, width: 0, height: 0 };
  captured: number | null = null;

  constructor(readonly tag: string) {
    super();
  }

  append(...children: FakeElement[]): void {
    this.children.push(...children);
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
    if (name === "class") for (const part of value.split(" ")) this.classes.add(part);
  }

  getBoundingClientRect() {
    return this.box;
  }

  setPointerCapture(id: number): void {
    this.captured = id;
  }

  focus(): void {}

  closest(): null {
    return null;
  }

  /** The first descendant with a class. */
  find(name: string): FakeElement {
    const found = this.all().find(({ classes }) => classes.has(name));
    if (!found) throw new Error(`nothing is a ${name}`);
    return found;
  }

  private all(): FakeElement[] {
    return this.children.flatMap((child) => [child, ...child.all()]);
  }
}

/** Installs a fake document and window, until `vi.unstubAllGlobals`. */
export function fakeDom(): { window: EventTarget; document: EventTarget } {
  const make = (tag: string) => new FakeElement(tag);
  const document = Object.assign(new EventTarget(), {
    createElement: make,
    createElementNS: (_: string, tag: string) => make(tag),
    createTextNode: (text: string) => make(text),
    pointerLockElement: null,
  });
  const window = new EventTarget();
  vi.stubGlobal("document", document);
  vi.stubGlobal("window", window);
  vi.stubGlobal("navigator", { language: "en" });
  vi.stubGlobal("Node", FakeElement);
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
