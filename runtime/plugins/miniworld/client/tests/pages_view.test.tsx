// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { takesPointer } from "../pages/interactive";
import { Pages } from "../pages/pages";
import type { Act } from "@page/wire.generated";
import type { Element as PageElement, PageView } from "../wire.generated";
import { element } from "./elements";
import { click, find, freshRoot } from "../../../../web/tests/page";

const acts: Act[] = [];
const page = (...elements: [string, PageElement][]): PageView => ({
  id: "7001",
  state: null,
  elements,
});

let root: HTMLElement;

function show(...views: PageView[]): void {
  void act(() => render(<Pages views={views} act={(it) => void acts.push(it)} />, root));
}

beforeEach(() => {
  acts.length = 0;
  root = freshRoot();
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1280);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(720);
  Element.prototype.setPointerCapture = vi.fn();
});

describe("a page of the map", () => {
  it("keeps its elements, and what somebody types, while the map changes others", () => {
    const line = element({ kind: "input", text: "name?" });
    const label = (text: string) => element({ text, place: [10, 10] });
    show(page(["a", label("1")], ["b", line]));
    const [words, input] = [find("[data-element=a]"), find("input") as HTMLInputElement];
    expect(input.value).toBe("name?");
    input.focus();
    input.value = "Ad";
    for (let i = 0; i < 20; i++) show(page(["a", label(`#R${i}`)], ["b", line]));
    expect(find("[data-element=a]")).toBe(words);
    expect(words.textContent).toBe("19");
    expect([find("input"), input.value]).toEqual([input, "Ad"]);
    void act(() => void input.dispatchEvent(new Event("change")));
    expect(acts).toEqual([{ type: { page: "7001", element: "b", content: "Ad" } }]);
    show(page(["a", element({ kind: "button", text: "now a button" })], ["b", line]));
    expect(find("[data-element=a]")).not.toBe(words);
    expect(document.activeElement).toBe(input);
  });

  it("reports presses with a pointer and with keys, and can be closed", () => {
    show(page(["c", element({ kind: "button", text: "Buy" })]));
    const buy = find("[data-element=c] .inner");
    expect([buy.getAttribute("role"), buy.getAttribute("aria-label")]).toEqual(["button", "Buy"]);
    const point = (phase: string) =>
      void act(() => void buy.dispatchEvent(new PointerEvent(phase, { pointerId: 1 })));
    point("pointerdown");
    expect(buy.classList.contains("down")).toBe(true);
    point("pointerup");
    expect(buy.classList.contains("down")).toBe(false);
    point("pointerdown");
    point("pointercancel");
    void act(() => void buy.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" })));
    const presses = acts.map((it) => ("press" in it ? it.press.down : null));
    expect(presses).toEqual([true, false, true, true, false]);
    click(".close-page");
    expect(acts.at(-1)).toEqual({ close_page: { page: "7001" } });
  });

  it("puts elements that begin on a list into it", () => {
    const list = element({ kind: "slider", place: [100, 100], size: [300, 300], text: "long" });
    const row = element({ kind: "button", place: [110, 120], size: [80, 40], text: "row" });
    show(page(["list", list], ["row", row]));
    const inner = find("[data-element=list] > .inner");
    expect(find("[data-element=row]").parentElement).toBe(inner);
    expect(find("[data-element=row]").style.left).toBe("10px");
  });

  it("takes the pointer if one can interact with it", () => {
    expect(takesPointer(page(["a", element({ text: "words" })]))).toBe(false);
    expect(takesPointer(page(["a", element({ kind: "button", hidden: true })]))).toBe(false);
    expect(takesPointer(page(["a", element({ kind: "button" })]))).toBe(true);
  });
});
