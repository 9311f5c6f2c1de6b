import { afterEach, describe, expect, it, vi } from "vitest";
import type { SceneHost, SceneModule, SceneParts, ScenePlugin } from "../src/plugins/scene";
import { ReplaySceneLoader, SceneLoader, type SceneModules } from "../src/plugins/scene_loader";
import type { ViewChange } from "../src/state/plugin_views";
import { RoomModel } from "../src/state/room";
import type { PluginView, ServerMessage } from "../src/wire.generated";
import { sceneOf } from "./messages";

afterEach(() => vi.restoreAllMocks());

const path = (plugin: string) => `../../../plugins/${plugin}/client/scene.ts`;
const change = (put: Record<string, unknown>, ...gone: string[]): ServerMessage => ({
  t: "plugin_change",
  plugin: "world",
  put,
  gone,
});
const view = (plugin: string, view: unknown): PluginView => ({ plugin, view });
const turn = (to: number): ServerMessage => ({ t: "hud", change: { field: "turn", value: to } });

/** Lets everything that is ready go on. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** A script that loads when the test says so. */
function script() {
  let loaded = (_: { default: ScenePlugin }) => {};
  let failed = (_: Error) => {};
  const load = vi.fn(
    () =>
      new Promise<{ default: ScenePlugin }>((resolve, reject) => {
        [loaded, failed] = [resolve, reject];
      }),
  );
  return {
    load,
    arrive: async (plugin: ScenePlugin) => {
      loaded({ default: plugin });
      await settle();
    },
    fail: async () => {
      failed(new Error("no network"));
      await settle();
    },
  };
}

/** A scene module that notes what it is shown and puts it together again, as any module must. */
class Scene implements SceneModule {
  readonly told: string[] = [];
  shown: Record<string, unknown> | null = null;
  testState = { pos: [1, 2, 3] };

  begin(view: unknown): void {
    this.told.push("begin");
    this.shown = view === null ? null : { ...(view as object) };
  }

  change({ put, gone }: ViewChange): void {
    this.told.push(`${Object.keys(put).join()}-${gone.join()}`);
    this.shown = { ...this.shown, ...put };
    for (const part of gone) delete this.shown[part];
  }

  refused(code: string): boolean {
    return code === "moved";
  }

  loudness(): number {
    return 0.5;
  }
}

/** A room whose plugin `world` has a scene module. */
function room() {
  const model = new RoomModel();
  const parts: SceneParts[] = [];
  const host = { model, setParts: (set: SceneParts) => void parts.push(set) };
  const world = script();
  const modules: SceneModules = { [path("world")]: world.load };
  const scene = new Scene();
  const loader = new SceneLoader(host as unknown as SceneHost, modules);
  const opened = { open: async () => scene } as unknown as ScenePlugin;
  let event = 0;
  const take = (...messages: ServerMessage[]) => {
    event += 1;
    for (const message of messages) model.take(message);
    const whole = messages.some(({ t }) => t === "scene");
    loader.take({ event, tick: event, scene: whole, blocks: [], messages });
  };
  return { model, parts, host, world, modules, scene, loader, opened, take };
}

describe("a room's scene module", () => {
  it("is not loaded for boards", async () => {
    const { world, take, loader, parts } = room();
    take(sceneOf(view("board", { pits: [] }), view("world", null)));
    take(turn(1));
    await settle();
    expect(world.load).not.toHaveBeenCalled();
    expect(parts).toEqual([]);
    expect([loader.testState, loader.refused("moved"), loader.loudness([0, 0, 0])]).toEqual([
      null,
      false,
      1,
    ]);
  });

  it("is loaded once, when the room first shows something of the plugin", async () => {
    const { world, take, scene, opened, loader } = room();
    take(sceneOf());
    take(change({ a: 1 }));
    take(turn(1));
    take(change({ a: 2 }));
    expect(world.load).toHaveBeenCalledTimes(1);
    await world.arrive(opened);
    expect(world.load).toHaveBeenCalledTimes(1);
    expect(scene.told).toEqual(["begin"]);
    expect([loader.testState, loader.loudness([0, 0, 0])]).toEqual([scene.testState, 0.5]);
    expect([loader.refused("moved"), loader.refused("rate")]).toEqual([true, false]);
  });

  it("shows what the model has, whenever changes arrive", async () => {
    // Which changes arrive before the script, before the module is open, and after.
    for (const [early, late] of [
      [0, 6],
      [2, 2],
      [2, 4],
      [5, 6],
    ] as const) {
      const { world, take, scene, model } = room();
      take(sceneOf(view("world", { a: 0, kept: true })));
      let open = () => {};
      const opens = new Promise<SceneModule>((resolve) => (open = () => resolve(scene)));
      const changes = [
        change({ a: 1, b: 1 }),
        change({ c: 2 }, "b"),
        change({}, "c", "a"),
        change({ a: 4 }),
        change({ b: 5 }, "a"),
        change({ c: 6, a: 6 }),
      ];
      for (const one of changes.slice(0, early)) take(one);
      await world.arrive({ open: () => opens } as unknown as ScenePlugin);
      for (const one of changes.slice(early, late)) take(one);
      expect(scene.told).toEqual([]);
      open();
      await settle();
      expect(scene.shown).toEqual(model.plugins.get("world"));
      for (const one of changes.slice(late)) take(one);
      expect(scene.shown).toEqual({ a: 6, b: 5, c: 6, kept: true });
      // Each later change is passed on once, and none of the earlier ones is.
      expect(scene.told).toHaveLength(1 + changes.length - late);
    }
  });

  it("gets changes in their order, and begins again with each whole view", async () => {
    const { world, take, scene, opened, model } = room();
    take(sceneOf(view("world", { a: 0 })));
    await world.arrive(opened);
    take(change({ a: 1 }), turn(1), change({ b: 1 }, "a"));
    take({ t: "plugin_change", plugin: "other", put: { x: 1 }, gone: [] });
    take({ t: "plugin", view: view("other", 1) });
    expect(scene.told.splice(0)).toEqual(["begin", "a-", "b-a"]);
    // A film joins a scene with the event it belongs to.
    take(sceneOf(view("other", 2), view("world", { z: 0 })), change({ y: 1 }));
    expect(scene.told.splice(0)).toEqual(["begin", "y-"]);
    expect(scene.shown).toEqual({ z: 0, y: 1 });
    take({ t: "plugin", view: view("world", null) });
    expect([scene.told.splice(0), scene.shown]).toEqual([["begin"], null]);
    take({ t: "plugin", view: view("world", { z: 1 }) });
    expect(scene.shown).toEqual(model.plugins.get("world"));
    take(sceneOf());
    expect(scene.shown).toBeNull();
  });

  it("leaves hints out while it loads, and is reported if it does not load", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const { world, take, parts, loader } = room();
    take(sceneOf(view("world", { a: 0 })));
    expect(parts.at(-1)?.hints?.value).toBe(false);
    await world.fail();
    expect(error).toHaveBeenCalledTimes(1);
    expect(parts.at(-1)).toEqual({});
    take(change({ a: 1 }));
    await settle();
    expect(world.load).toHaveBeenCalledTimes(1);
    expect([loader.testState, loader.refused("moved")]).toEqual([null, false]);
  });
});

describe("a replay's scene module", () => {
  it("shows the present position, and whether it is the next event", async () => {
    const { model, host, world, modules } = room();
    const shown: [unknown, boolean][] = [];
    const show = (view: unknown, isNextEvent: boolean) => void shown.push([view, isNextEvent]);
    const plugin = { openReplay: async () => ({ show }) } as unknown as ScenePlugin;
    const loader = new ReplaySceneLoader(host as unknown as SceneHost, modules);
    model.take(sceneOf());
    loader.show(false);
    expect(world.load).not.toHaveBeenCalled();
    model.take(change({ a: 1 }));
    loader.show(true);
    model.take(change({ a: 2 }));
    loader.show(true);
    await world.arrive(plugin);
    expect(world.load).toHaveBeenCalledTimes(1);
    // Nothing was shown before, so nothing may move to where it is.
    expect(shown.splice(0)).toEqual([[{ a: 2 }, false]]);
    const moment = model.moment();
    model.take(change({ b: 3 }, "a"));
    loader.show(true);
    model.recall(moment);
    loader.show(false);
    model.take(sceneOf());
    loader.show(true);
    expect(shown).toEqual([
      [{ b: 3 }, true],
      [{ a: 2 }, false],
      [null, true],
    ]);
  });
});
