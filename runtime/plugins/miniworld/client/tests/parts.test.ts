import { describe, expect, it } from "vitest";
import { PluginViews } from "@page/state/plugin_views";
import { actorsBetween, readChange, readView } from "../parts";
import type { OwnView, PageView } from "../wire.generated";
import { actor } from "./actors";
import { space } from "./spaces";

const own = { slot: 3 } as OwnView;
const page: PageView = { id: "7001", state: null, elements: [] };
const player = actor({ id: 12, kind: "player" });
const far = actor({ id: 2 ** 32 + 1 });
const view = { own, pages: [page], space: space({}), "actor:12": player, "actor:4294967297": far };

describe("the view of a world", () => {
  it("is read from its parts", () => {
    expect(readView(view)).toEqual({
      actors: [player, far],
      own,
      pages: [page],
      space: space({}),
    });
  });

  it("is empty where a room shows nothing", () => {
    const empty = { actors: [], own: null, pages: [], space: null };
    expect(readView(null)).toEqual(empty);
    expect(readView({})).toEqual(empty);
  });
});

describe("a change of the world", () => {
  const nothing = {
    actors: { put: [], gone: [] },
    own: undefined,
    pages: undefined,
    space: undefined,
  };

  it("tells actors that came or changed from those that went", () => {
    const moved = actor({ id: 12, pos: [1, 0, 0] });
    const change = readChange({ put: { "actor:12": moved }, gone: ["actor:4294967297"] });
    expect(change).toEqual({ ...nothing, actors: { put: [moved], gone: [far.id] } });
  });

  it("says nothing of parts that did not change", () => {
    expect(readChange({ put: {}, gone: [] })).toEqual(nothing);
    const darker = space({ sky: 3 });
    expect(readChange({ put: { space: darker }, gone: [] })).toEqual({ ...nothing, space: darker });
    expect(readChange({ put: { pages: [] }, gone: [] })).toEqual({ ...nothing, pages: [] });
  });

  it("says when the viewer has no player any more", () => {
    expect(readChange({ put: { own: null }, gone: [] })).toEqual({ ...nothing, own: null });
    const gone = readChange({ put: {}, gone: ["own", "pages", "space"] });
    expect(gone).toEqual({ ...nothing, own: null, pages: [], space: null });
  });

  it("leads from one moment of a film to the next", () => {
    const [b, c] = [actor({ id: 13 }), actor({ id: 14 })];
    const views = new PluginViews();
    views.set("miniworld", { "actor:12": player, "actor:13": b });
    const before = readView(views.get("miniworld"));
    views.change("miniworld", { put: { "actor:14": c }, gone: ["actor:13"] });
    const after = readView(views.get("miniworld"));
    expect(actorsBetween(before.actors, after.actors)).toEqual({ put: [c], gone: [13] });
  });
});
