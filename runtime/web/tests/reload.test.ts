import { afterEach, describe, expect, it, vi } from "vitest";
import type { ReloadView, ServerMessage } from "../src/wire.generated";
import { answerOf, whereItDiffers } from "../src/hud/reload";
import { setLanguage } from "../src/i18n/language";
import { RoomModel } from "../src/state/room";
import { EventBuffer } from "../src/wire/events";

const text = (zh: string, en: string) => ({ zh, en });

type Differs = Extract<ReloadView, { state: "differs" }>;
const differs: Differs = {
  state: "differs",
  first: { number: 7, what: text("点击 (4, 1, 2)", "a click on (4, 1, 2)"), player: "Ada" },
  refused: null,
  parts: [text("方块 (12)", "blocks (12)"), text("界面 (status)", "display (status)")],
  blocks: [{ pos: [4, 1, 2], old: text("红车", "Red rook"), new: text("空", "empty") }],
  may_decide: true,
};

function read(language: "zh" | "en"): void {
  vi.stubGlobal("document", { documentElement: {} });
  setLanguage(language);
}

afterEach(() => vi.unstubAllGlobals());

describe("a new version of a map", () => {
  it("is described by the first input that differs, in the viewer's language", () => {
    read("en");
    expect(whereItDiffers(differs)).toEqual([
      "From input 7 on: a click on (4, 1, 2), by Ada",
      "What differs: blocks (12), display (status)",
    ]);
    read("zh");
    expect(whereItDiffers(differs)).toEqual([
      "从第 7 个输入起不同：Ada 点击 (4, 1, 2)",
      "不同之处：方块 (12)、界面 (status)",
    ]);
  });

  it("may differ from the start, without a player, or by refusing an input", () => {
    read("en");
    expect(whereItDiffers({ ...differs, first: null, parts: [] })).toEqual(["From the beginning"]);
    const first = { number: 3, what: text("时间流逝", "the passing of time"), player: null };
    const refused = text("不行", "that cannot be");
    expect(whereItDiffers({ ...differs, first, refused, parts: [] })).toEqual([
      "From input 3 on: the passing of time",
      "The new version refuses it: that cannot be",
    ]);
  });

  it("is kept until it settles or the server sends another", () => {
    const model = new RoomModel();
    const told = (reload: ReloadView) => model.take({ t: "reload", reload });
    told(differs);
    expect(model.reload).toEqual(differs);
    told({ state: "failed", message: "main.lua:3: no" });
    expect(model.reload).toEqual({ state: "failed", message: "main.lua:3: no" });
    told({ state: "settled", accepted: false });
    expect(model.reload).toBeNull();
    told(differs);
    const map = {} as never;
    model.take({ t: "welcome", you: 1, token: "", room: "r", map, fresh: false, host: true });
    expect(model.reload).toBeNull();
    expect(model.host).toBe(true);
  });

  it("is shown at once, not with the next event", () => {
    const heard: ServerMessage[] = [];
    const buffer = new EventBuffer(
      () => expect.unreachable(),
      (message) => heard.push(message),
    );
    buffer.pushMessage({ t: "reload", reload: differs });
    buffer.pushMessage({ t: "announcement", text: text("停", "stop") });
    expect(heard.map(({ t }) => t)).toEqual(["reload", "announcement"]);
  });

  it("shows the server's answer to a decision", () => {
    read("en");
    expect(answerOf(200, { outcome: "accepted" })).toMatch(/new version/);
    expect(answerOf(200, { outcome: "dismissed" })).toBeNull();
    expect(answerOf(200, { outcome: "failed" })).toBeNull();
    expect(answerOf(200, { outcome: "nothing_offered" })).toMatch(/no new version/);
    expect(answerOf(404, { code: "not_watched", text: text("不行", "not here") })).toBe("not here");
    expect(answerOf(502, null)).toMatch(/did not answer/);
  });
});

describe("absence", () => {
  it("is known for every seat that a player holds", () => {
    const model = new RoomModel();
    const players = [
      { id: 1, name: "Ada", present: true },
      { id: 2, name: "Bo", present: false },
    ];
    model.take({ t: "players", players });
    const away = [1, 2].map((player) => {
      const holder = { by: "player", player } as const;
      const care = { by: "own" } as const;
      const seat = { name: text("红", "Red"), colour: "#000000", holder, care };
      return model.isAway({ ...seat, can_hand_over: false });
    });
    expect(away).toEqual([false, true]);
  });
});
