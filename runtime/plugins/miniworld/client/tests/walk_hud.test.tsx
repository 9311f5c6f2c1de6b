// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { render } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { setLanguage } from "@page/i18n/language";
import { InventoryState } from "../state/inventory";
import { RoomModel } from "@page/state/room";
import { WalkScreen } from "../state/walk";
import { WalkContext, type WalkHost } from "../hud/context";
import { WalkOverlay } from "../hud/overlay";
import type { Act } from "@page/wire.generated";
import type { OwnView, SlotView, SpaceView } from "../wire.generated";
import { click, find, freshRoot, text } from "../../../../web/tests/page";

beforeEach(() => setLanguage("en"));

const held = (slot: number, item: number, count = 1): SlotView => ({
  slot,
  item,
  name: `item ${item}`,
  count,
  durability: null,
});

const OWN: OwnView = {
  moved: 0,
  pos: [0, 0, 0],
  look: [0, 0],
  pushed: [0, 0, 0],
  speeds: [4, 6, 2, 4],
  jump: 8,
  gravity: 20,
  flies: [false, false],
  denied: 0,
  vitals: [
    [70, 100],
    [20, 20],
    [10, 10],
  ],
  bag: [held(1000, 104, 8), held(3, 5001, 2)],
  slot: 0,
  opened: null,
  cooldowns: [],
  buffs: [],
  room: 30,
  locked: [],
  screen: [],
  boards: [],
  shaken: null,
  revives: null,
  timers: [],
  camera: {} as OwnView["camera"],
};

const SPACE = { walks: true, mode: "custom", shapes: [] } as unknown as SpaceView;

/** The HUD of a walking player, with what it sends. */
function walking(own: Partial<OwnView> = {}) {
  const model = new RoomModel();
  const walk = new WalkScreen();
  const acts: Act[] = [];
  const send = (act: Act) => void acts.push(act);
  const onClose = vi.fn();
  const inventory = new InventoryState(walk, send, onClose);
  const toggleEmotes = (open: boolean) => (walk.emotesOpen.value = open);
  const host = {
    model,
    walk,
    inventory,
    minimap: { use: vi.fn() },
    hint: signal(false),
    touch: { stick: vi.fn(), hold: vi.fn(), dig: vi.fn(), place: vi.fn() },
    act: send,
    say: vi.fn(),
    chooseSlot: (index: number) => walk.chooseSlot(index),
    toggleEmotes,
    toggleInventory: () => inventory.toggle(!inventory.open.value),
    closeChat: () => (walk.typing.value = false),
  };
  const show = (changed: Partial<OwnView>) =>
    void act(() => (walk.own.value = { ...(walk.own.value ?? OWN), ...changed }) && undefined);
  walk.space.value = SPACE;
  const root = freshRoot();
  void act(() =>
    render(
      <WalkContext.Provider value={host as unknown as WalkHost}>
        <WalkOverlay />
      </WalkContext.Provider>,
      root,
    ),
  );
  expect(find(".walk-hud").hidden).toBe(true);
  show(own);
  return { model, walk, inventory, host, acts, onClose, show };
}

/** Presses a key where the focus is. */
function key(more: KeyboardEventInit): void {
  const event = new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...more });
  void act(() => void document.activeElement?.dispatchEvent(event));
}

describe("the walking HUD", () => {
  it("keeps its buttons while the player's state changes", () => {
    const { show } = walking();
    const before = [...document.querySelectorAll("button")];
    expect(before.length).toBeGreaterThan(10);
    for (let i = 0; i < 50; i++) {
      const vitals = OWN.vitals.map(([now, most]) => [now - (i % 5), most]) as OwnView["vitals"];
      show({ vitals, pos: [i, 0, 0] });
    }
    expect([...document.querySelectorAll("button")]).toEqual(before);
    expect(find(".vital.life").getAttribute("aria-valuenow")).toBe("66");
    click(".hotbar [data-slot='1003']");
    expect(find(".hotbar [data-slot='1003']").getAttribute("aria-pressed")).toBe("true");
  });

  it("moves items in the inventory, and keeps the focus there", () => {
    const { acts, show, onClose } = walking();
    click("[data-tool=bag]");
    const first = find(".bag button.slot");
    expect(document.activeElement).toBe(first);
    click(".bag [data-slot='1000']");
    expect(find(".bag [data-slot='1000']").getAttribute("aria-pressed")).toBe("true");
    click(".bag [data-slot='5']");
    expect(acts).toEqual([{ move_item: { from: 1000, to: 5, count: 8 } }]);
    show({ bag: [held(5, 104, 8)] });
    expect(find(".bag [data-slot='5']").getAttribute("aria-label")).toBe("item 104 × 8");
    expect(document.activeElement).toBe(first);
    key({ key: "ArrowRight" });
    expect(document.activeElement).not.toBe(first);
    key({ key: "Escape" });
    expect(find(".bag").hidden).toBe(true);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("opens and closes the inventory with a container", () => {
    const { show, inventory, acts } = walking();
    show({ opened: [[1, 2, 3], [held(0, 7, 4)]] });
    expect(inventory.open.value).toBe(true);
    click(".bag [data-slot='box 0']");
    expect(inventory.picked.value).toEqual({ slot: 0, count: 4, inBox: true });
    show({ opened: [[1, 2, 3], []] });
    expect(inventory.picked.value).toBeNull();
    click(".bag header button");
    expect(acts).toEqual([{ close_box: {} }]);
    show({ opened: null });
    show({ opened: [[1, 2, 3], []] });
    show({ opened: null });
    expect(inventory.open.value).toBe(false);
    expect(acts).toHaveLength(1);
  });

  it("keeps the search of the palette while the player's state changes", () => {
    const { model, walk, show, acts } = walking();
    const map = {
      blocks: [],
      items: [
        [600, "wool"],
        [614, "red wool"],
      ],
    } as never;
    void act(() =>
      model.take({ t: "welcome", you: 1, token: "", room: "r", map, fresh: true, host: false }),
    );
    void act(() => void (walk.space.value = { ...SPACE, mode: "creative" }));
    click("[data-tool=bag]");
    const line = find(".palette input") as HTMLInputElement;
    line.focus();
    line.value = "red";
    void act(() => void line.dispatchEvent(new Event("input", { bubbles: true })));
    expect([...document.querySelectorAll("[data-item]")]).toHaveLength(1);
    const red = find("[data-item='614']");
    for (let i = 0; i < 20; i++) show({ pos: [i, 0, 0] });
    expect(find("[data-item='614']")).toBe(red);
    expect([line.value, document.activeElement]).toEqual(["red", line]);
    key({ key: "ArrowDown" });
    expect(document.activeElement).toBe(red);
    key({ key: "3", code: "Digit3" });
    click("[data-item='614']");
    expect(acts).toEqual([
      { choose: { slot: 1002, item: 614 } },
      { choose: { slot: 1000, item: 614 } },
    ]);
    key({ key: "ArrowUp" });
    expect(document.activeElement).toBe(line);
    key({ key: "Escape" });
    click("[data-tool=bag]");
    expect((find(".palette input") as HTMLInputElement).value).toBe("red");
    expect([...document.querySelectorAll("[data-item]")]).toHaveLength(1);
  });

  it("plays emotes by keys", () => {
    const { acts, walk } = walking();
    click("[data-tool=act]");
    expect((document.activeElement as HTMLElement).dataset["act"]).toBe("1");
    key({ key: "ArrowDown" });
    expect((document.activeElement as HTMLElement).dataset["act"]).toBe("3");
    key({ key: "5", code: "Digit5" });
    expect(acts).toEqual([{ play: { act: 5 } }]);
    expect(walk.emotesOpen.value).toBe(false);
    expect(find(".gestures").hidden).toBe(true);
  });

  it("shows recent lines, and all of the last ones while somebody types", async () => {
    vi.useFakeTimers();
    const { model, walk, host } = walking();
    const hear = (words: string) =>
      void act(() => model.take({ t: "chat", from: null, text: text(words) }));
    const lines = () =>
      [...document.querySelectorAll(".talk-lines p")].map((line) => line.textContent);
    const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
    hear("#Rone");
    await pass(8000);
    hear("two");
    expect(lines()).toEqual(["one", "two"]);
    expect(find(".talk-lines span").style.getPropertyValue("--run")).toBe("#ff0000");
    await pass(5000);
    expect(lines()).toEqual(["two"]);
    await pass(20_000);
    expect(lines()).toEqual([]);
    void act(() => void (walk.typing.value = true));
    expect(lines()).toEqual(["one", "two"]);
    const line = find(".walk-talk input") as HTMLInputElement;
    expect(document.activeElement).toBe(line);
    line.value = " hi ";
    void act(() => void find(".walk-talk form").dispatchEvent(new Event("submit")));
    expect(host.say).toHaveBeenCalledWith("hi");
    expect(walk.typing.value).toBe(false);
    vi.useRealTimers();
  });

  it("says when a dead player revives, and focuses the button that does it", () => {
    const { model, walk, show, acts } = walking();
    model.reach(1, 100, performance.now());
    show({ revives: 200 });
    void act(() => void (walk.dead.value = true));
    expect(find(".death p").textContent).toMatch(/5/);
    expect(document.activeElement).toBe(find("[data-do=revive]"));
    click("[data-do=revive]");
    expect(acts).toEqual([{ revive: {} }]);
    void act(() => void (walk.dead.value = false));
    expect(find(".death").hidden).toBe(true);
  });

  it("shows effects that do not loop for a moment only", async () => {
    vi.useFakeTimers();
    walking({
      screen: [
        [1, 1, false],
        [3, 1, true],
      ],
    });
    expect(document.querySelectorAll(".veil")).toHaveLength(2);
    await act(async () => void (await vi.advanceTimersByTimeAsync(2000)));
    expect([...document.querySelectorAll(".veil")].map((it) => it.className)).toEqual([
      "veil veil-fog",
    ]);
    vi.useRealTimers();
  });
});
