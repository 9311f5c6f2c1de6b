// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from "vitest";
import { act } from "preact/test-utils";
import { setLanguage } from "../src/i18n/language";
import type { MountPlugin, PluginHost } from "../src/plugins/api";
import { Plugins } from "../src/plugins/part";
import type { ServerMessage } from "../src/wire.generated";
import { find, openSeat, pageOf } from "./page";

afterEach(() => vi.restoreAllMocks());

const path = (plugin: string) => `../../../plugins/${plugin}/client/plugin.ts`;
const shows = (plugin: string, view: unknown): ServerMessage => ({
  t: "plugin",
  view: { plugin, view },
});

/** A room page's part with one plugin that notes what it is shown. */
function page(replay = false) {
  const shown: unknown[] = [];
  const hosts: PluginHost[] = [];
  const mount: MountPlugin = (host) => {
    hosts.push(host);
    return { show: (view) => void shown.push(view) };
  };
  const load = vi.fn(async () => ({ default: mount }));
  const broken = vi.fn(async () => Promise.reject(new Error("no network")));
  const modules = { [path("counter")]: load, [path("broken")]: broken };
  const room = pageOf(<Plugins modules={modules} />, replay);
  const take = async (message: ServerMessage) => {
    room.show(message);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { ...room, shown, hosts, load, take };
}

describe("a plugin's part of the page", () => {
  it("is loaded when the room first shows something of it, and once", async () => {
    const { load, shown, take } = page();
    expect(load).not.toHaveBeenCalled();
    await take(shows("counter", { count: 3 }));
    await take(shows("counter", { count: 4 }));
    expect(load).toHaveBeenCalledTimes(1);
    expect(shown.at(0)).toEqual({ count: 3 });
    expect(shown.at(-1)).toEqual({ count: 4 });
    await take(shows("counter", null));
    expect(shown.at(-1)).toBeNull();
  });

  it("shows nothing for a plugin without such a part, and reports one that does not load", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const { take, shown } = page();
    await take(shows("elsewhere", 1));
    expect(error).not.toHaveBeenCalled();
    await take(shows("broken", 1));
    expect(error).toHaveBeenCalledTimes(1);
    await take(shows("counter", 2));
    expect(shown).toEqual([2]);
  });

  it("sends its inputs under its name, and none from a replay", async () => {
    const live = page();
    await live.take(shows("counter", 1));
    live.hosts[0]?.send({ to: 3 });
    live.hosts[0]?.send({ to: 4 }, 2);
    expect(live.sent).toEqual([
      { t: "plugin", plugin: "counter", version: 1, payload: { to: 3 } },
      { t: "plugin", plugin: "counter", version: 2, payload: { to: 4 } },
    ]);
    const past = page(true);
    await past.take(shows("counter", 1));
    past.hosts[0]?.send({ to: 3 });
    expect(past.sent).toEqual([]);
  });

  it("is shown again when the language or the seat changes, in the element that it has", async () => {
    const { shown, hosts, take, model } = page();
    await take(shows("counter", 7));
    const root = find("[data-plugin=counter]");
    expect(hosts[0]?.root).toBe(root);
    root.append("seven");
    const before = shown.length;
    await act(() => setLanguage("zh"));
    expect(shown.length).toBe(before + 1);
    const map = {} as never;
    model.take({ t: "welcome", you: 4, token: "", room: "r", map, fresh: true, host: false });
    await take({ t: "seats", seats: [{ ...openSeat, holder: { by: "player", player: 4 } }] });
    expect(shown.length).toBe(before + 2);
    expect(hosts[0]?.seat()).toBe(0);
    expect(root.textContent).toBe("seven");
  });

  it("is not shown again when another plugin's view changes", async () => {
    const { shown, take } = page();
    await take(shows("counter", 1));
    await take({ t: "plugin_change", plugin: "world", put: { a: 1 }, gone: [] });
    await take(shows("elsewhere", 2));
    expect(shown).toEqual([1]);
    await take({ t: "plugin_change", plugin: "counter", put: { a: 1 }, gone: [] });
    expect(shown).toEqual([1, { a: 1 }]);
  });

  it("follows the room through moments", async () => {
    const { model, take } = page();
    await take(shows("counter", 1));
    const moment = model.moment();
    await take(shows("counter", 2));
    model.recall(moment);
    expect(model.plugins.get("counter")).toBe(1);
  });
});
