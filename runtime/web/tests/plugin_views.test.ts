import { describe, expect, it } from "vitest";
import { RoomModel } from "../src/state/room";
import type { PluginView, ServerMessage } from "../src/wire.generated";
import { hasOnlyPluginChanges } from "../src/wire/events";
import { sceneOf } from "./messages";
import { random } from "./random";

const change = (
  plugin: string,
  put: Record<string, unknown>,
  ...gone: string[]
): ServerMessage => ({ t: "plugin_change", plugin, put, gone });

/** A room after a scene with these views. */
function roomWith(...plugins: PluginView[]): RoomModel {
  const model = new RoomModel();
  model.take(sceneOf(...plugins));
  return model;
}

describe("a change of a plugin's view", () => {
  it("puts parts and takes others away", () => {
    const model = roomWith({ plugin: "world", view: { a: 1, b: { deep: true }, c: 3 } });
    model.take(change("world", { a: 2, d: null }, "c", "never there"));
    expect(model.plugins.get("world")).toEqual({ a: 2, b: { deep: true }, d: null });
    model.take(change("world", {}, "a", "b", "d"));
    expect(model.plugins.get("world")).toEqual({});
  });

  it("keeps the other plugins' views, and the parts that did not change", () => {
    const board = { pits: [4, 4] };
    const part = { deep: true };
    const model = roomWith(
      { plugin: "board", view: board },
      { plugin: "world", view: { a: 1, part } },
    );
    model.take(change("world", { a: 2 }));
    expect(model.plugins.get("board")).toBe(board);
    expect((model.plugins.get("world") as { part: unknown }).part).toBe(part);
  });

  it("begins with nothing for a plugin without a view", () => {
    const model = roomWith({ plugin: "gone", view: null }, { plugin: "number", view: 7 });
    for (const plugin of ["new", "gone", "number"]) {
      model.take(change(plugin, { a: 1 }, "b"));
      expect(model.plugins.get(plugin)).toEqual({ a: 1 });
    }
  });

  it("leaves earlier moments as they were", () => {
    const model = roomWith({ plugin: "world", view: { a: 1 } });
    const early = model.moment();
    model.take(change("world", { a: 2, b: 3 }));
    model.take(change("world", {}, "a"));
    expect(early.plugins.get("world")).toEqual({ a: 1 });
    expect(model.plugins.get("world")).toEqual({ b: 3 });
    model.recall(early);
    model.take(change("world", { c: 4 }));
    expect(model.plugins.get("world")).toEqual({ a: 1, c: 4 });
    expect(early.plugins.get("world")).toEqual({ a: 1 });
  });

  it("makes a new view, whether or not somebody reads it at once", () => {
    const roll = random(5);
    const read = roomWith({ plugin: "world", view: { "part 0": 0 } });
    const late = roomWith({ plugin: "world", view: { "part 0": 0 } });
    for (let round = 1; round < 300; round++) {
      const [put, gone] = [roll(), roll()].map((part) => `part ${Math.floor(part * 6)}`);
      const one = change("world", { [put as string]: round }, gone as string);
      const before = read.plugins.get("world");
      const copy = { ...(before as object) };
      read.take(one);
      late.take(one);
      expect(read.plugins.get("world")).not.toBe(before);
      expect(before).toEqual(copy);
      if (roll() < 0.1) expect(late.plugins.get("world")).toEqual(read.plugins.get("world"));
    }
    expect(late.plugins.get("world")).toEqual(read.plugins.get("world"));
    expect(late.plugins.get("world")).toBe(late.plugins.get("world"));
  });

  it("is undone by a whole view and by a scene", () => {
    const model = roomWith({ plugin: "world", view: { a: 1 } });
    model.take(change("world", { b: 2 }));
    model.take({ t: "plugin", view: { plugin: "world", view: { z: 0 } } });
    expect(model.plugins.get("world")).toEqual({ z: 0 });
    model.take(change("world", { b: 2 }));
    model.take(sceneOf());
    expect([model.plugins.get("world"), model.plugins.names]).toEqual([null, []]);
  });
});

describe("an event", () => {
  const event = (...messages: ServerMessage[]) => ({
    event: 1,
    tick: 1,
    scene: false,
    blocks: [],
    messages,
  });

  it("may be nothing but changes of plugins' views", () => {
    const only = event(change("world", {}), change("other", {}));
    expect(hasOnlyPluginChanges(only)).toBe(true);
    expect(hasOnlyPluginChanges(event())).toBe(false);
    expect(hasOnlyPluginChanges({ ...only, blocks: [{ kind: "clear" }] })).toBe(false);
    expect(hasOnlyPluginChanges({ ...only, scene: true })).toBe(false);
    expect(hasOnlyPluginChanges(event(change("world", {}), { t: "seats", seats: [] }))).toBe(false);
  });
});
