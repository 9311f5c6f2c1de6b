// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Heard } from "../src/audio/hearing";
import type { Call } from "../src/audio/voice";
import { setLanguage } from "../src/i18n/language";
import { BOOKS, bookOf } from "../src/plugins/calls";
import { alarmAt, secondsLeft, watchTime } from "../src/room/alarm";
import { callsOf, Listening } from "../src/room/listening";
import { signalsOf, type Situation } from "../src/room/signals";
import { RoomModel } from "../src/state/room";
import { change, DEFAULTS } from "../src/state/settings";
import type {
  ClockView,
  MapView,
  Mark,
  MoveEntry,
  RequestView,
  ServerMessage,
} from "../src/wire.generated";
import type { EventBatch } from "../src/wire/events";
import { openSeat, text } from "./page";

const request: RequestView = {
  id: 1,
  hint: text("move"),
  choices: [],
  deadline: null,
  selection: null,
  panel: null,
};
const check = (x: number): Mark => ({ pos: [x, 1, 0], kind: "check" });
const calm: Situation = {
  marks: [],
  result: null,
  request: null,
  seat: 0,
  seats: 2,
  sides: false,
};
const names = (before: Partial<Situation>, after: Partial<Situation>, waited = false) =>
  signalsOf({ ...calm, ...before }, { ...calm, ...after }, waited).map(({ name }) => name);
const won = (winner: number | null) => ({ winner, text: text("over") });

describe("signals", () => {
  it("call a check once, and one that answers another", () => {
    expect(names({}, { marks: [check(4)] })).toEqual(["check"]);
    expect(names({ marks: [check(4)] }, { marks: [check(4)] })).toEqual([]);
    expect(names({ marks: [check(4)] }, { marks: [check(7)] })).toEqual(["check"]);
    expect(names({}, { marks: [{ pos: [4, 1, 0], kind: "last_to" }] })).toEqual([]);
  });

  it("say how the game ended for the viewer", () => {
    expect(names({}, { result: won(0) })).toEqual(["win"]);
    expect(names({}, { result: won(1) })).toEqual(["lose"]);
    expect(names({}, { result: won(null) })).toEqual(["draw"]);
    expect(names({}, { result: won(1), seat: null })).toEqual(["over"]);
    expect(names({ result: won(1) }, { result: won(1) })).toEqual([]);
  });

  it("call nobody a loser who may have won with another", () => {
    expect(names({}, { result: won(1), sides: true })).toEqual(["over"]);
    expect(names({}, { result: won(0), sides: true })).toEqual(["win"]);
  });

  it("sound a mate before its outcome", () => {
    const all = signalsOf(calm, { ...calm, result: won(1), marks: [check(4)] }, false);
    expect(all.map(({ name }) => name)).toEqual(["mate", "lose"]);
    expect(all[1]?.after).toBeGreaterThan(all[0]?.after ?? Infinity);
    expect(names({ marks: [check(1)] }, { result: won(null), marks: [check(1)] })).toEqual([
      "draw",
    ]);
  });

  it("call the viewer to its turn after a long wait, and only then", () => {
    expect(names({}, { request }, true)).toEqual(["turn"]);
    expect(names({}, { request }, false)).toEqual([]);
    expect(names({ request }, { request }, true)).toEqual([]);
    expect(names({}, { request, seat: null }, true)).toEqual([]);
    expect(names({}, { request, result: won(0) }, true)).not.toContain("turn");
  });
});

const clock = (seconds: number, more: Partial<ClockView> = {}): ClockView => ({
  left: seconds * 20,
  later: 0,
  period: 0,
  overtime: false,
  running: true,
  at: 0,
  ...more,
});

/** A room in which the viewer has the first seat, at tick 0 of the browser's time 0. */
function seated(): RoomModel {
  const model = new RoomModel();
  const map = { id: "m", name: text("m"), blocks: [], cells: [] } as unknown as MapView;
  model.take({
    t: "welcome",
    you: 1,
    token: "",
    room: "r",
    map,
    fresh: true,
    host: false,
  });
  model.take({
    t: "seats",
    seats: [{ ...openSeat, holder: { by: "player", player: 1 } }, openSeat],
  });
  model.setLink({ kind: "live" });
  model.reach(1, 0, 0);
  return model;
}
const clocks = (...value: ClockView[]): ServerMessage => ({
  t: "hud",
  change: { field: "clocks", value },
});

describe("the alarm", () => {
  it("ticks at ten seconds and in the last five, louder at the end", () => {
    const heard = Array.from({ length: 13 }, (_, i) => alarmAt(13 - i, 12 - i));
    expect(heard.map((name) => name ?? "-").join(" ")).toBe(
      "- - tick - - - - tick tick hurry hurry hurry -",
    );
    expect(alarmAt(null, 4)).toBeNull();
    expect(alarmAt(4, 4)).toBeNull();
    expect(alarmAt(2, 5)).toBeNull();
  });

  it("knows the viewer's clock, and that main time with overtime behind it may end", () => {
    const model = seated();
    model.take(clocks(clock(8), clock(3)));
    expect(secondsLeft(model, 1000)).toBeCloseTo(7, 6);
    model.take(clocks(clock(8, { running: false }), clock(3)));
    expect(secondsLeft(model, 1000)).toBeNull();
    model.take(clocks(clock(8, { later: 3, period: 600 }), clock(3)));
    expect(secondsLeft(model, 1000)).toBeNull();
    model.take(clocks(clock(8, { later: 2, period: 600, overtime: true }), clock(3)));
    expect(secondsLeft(model, 1000)).toBeCloseTo(7, 6);
  });

  it("knows when an answer is due, and ends with the game and the connection", () => {
    const model = seated();
    model.take({ t: "request", request: { ...request, deadline: 200 } });
    expect(secondsLeft(model, 4000)).toBe(6);
    model.setLink({ kind: "connecting", attempt: 1 });
    expect(secondsLeft(model, 4000)).toBeNull();
    model.setLink({ kind: "live" });
    model.take({ t: "hud", change: { field: "result", value: won(0) } });
    expect(secondsLeft(model, 4000)).toBeNull();
  });

  it("is heard once for each second, and only while time runs", () => {
    vi.useFakeTimers();
    const model = seated();
    let now = 0;
    const heard: string[] = [];
    const stop = watchTime(
      model,
      (name) => heard.push(name),
      () => now,
    );
    const pass = (ms: number) => {
      for (let i = 0; i < ms / 100; i++) {
        now += 100;
        vi.advanceTimersByTime(100);
      }
    };
    pass(3000);
    expect(vi.getTimerCount()).toBe(0);
    model.take(clocks(clock(15, { at: 60 }), clock(15)));
    pass(15_000);
    expect(heard).toEqual(["tick", "tick", "tick", "hurry", "hurry", "hurry"]);
    model.take(clocks(clock(15, { running: false }), clock(15)));
    expect(vi.getTimerCount()).toBe(0);
    stop();
    vi.useRealTimers();
  });
});

describe("listening", () => {
  const pieces: Heard[] = [];
  const signals: string[] = [];
  const said: Call[] = [];
  let hushed = 0;
  let time = 0;
  let hidden = false;
  let audible = true;
  let model = seated();
  const ears = () =>
    new Listening({
      model,
      sounds: {
        pieces: (all) => void pieces.push(...all),
        signal: (name) => void signals.push(name),
        get audible() {
          return audible;
        },
      },
      voice: { say: (call) => void said.push(call), hush: () => void (hushed += 1) },
      lookOf: (id) => (id === 0 ? undefined : ({ id, shape: "disc", glyph: null } as never)),
      isHidden: () => hidden,
      now: () => time,
    });
  const event = (messages: ServerMessage[], scene = false): EventBatch => ({
    event: 1,
    tick: 0,
    scene,
    blocks: [],
    messages,
  });
  const play = (listening: Listening, messages: ServerMessage[], scene = false) => {
    const batch = event(messages, scene);
    listening.begin(batch);
    for (const message of messages) model.take(message);
    listening.changed([{ pos: [0, 1, 0], before: 0, after: 5 }], false);
    listening.end(batch);
  };

  beforeEach(() => {
    change(DEFAULTS);
    setLanguage("zh");
    model = seated();
    [hidden, audible, time, hushed] = [false, true, 0, 0];
    for (const list of [pieces, signals, said]) list.length = 0;
  });

  it("hears the board, unless the room's scripts make the sounds", () => {
    const listening = ears();
    play(listening, []);
    expect(pieces.map(({ material, act }) => `${material} ${act}`)).toEqual(["stone place"]);
    play(listening, [
      { t: "effect", effect: { kind: "sound", pos: null, id: 3, volume: 100, pitch: 1 } },
    ]);
    expect(pieces).toHaveLength(1);
  });

  it("hears what others do while the viewer is elsewhere", () => {
    const listening = ears();
    play(listening, [{ t: "request", request }]);
    expect(signals).toEqual([]);
    play(listening, [{ t: "request", request: null }]);
    time = 20_000;
    play(listening, [{ t: "request", request: { ...request, id: 2 } }]);
    expect(signals.splice(0)).toEqual(["turn"]);
    play(listening, [{ t: "request", request: null }]);
    time = 21_000;
    play(listening, [{ t: "request", request: { ...request, id: 3 } }]);
    expect(signals).toEqual([]);
    play(listening, [{ t: "request", request: null }]);
    hidden = true;
    play(listening, [{ t: "request", request: { ...request, id: 4 } }]);
    expect(signals).toEqual(["turn"]);
  });

  it("hears good news once, and not what a scene brings", () => {
    const listening = ears();
    const toast: ServerMessage = { t: "toast", kind: "win", text: text("solved") };
    play(listening, [toast]);
    expect(signals.splice(0)).toEqual(["win"]);
    play(listening, [toast, { t: "hud", change: { field: "result", value: won(1) } }]);
    expect(signals.splice(0)).toEqual(["lose"]);
    play(ears(), [toast], true);
    expect(signals).toEqual([]);
  });

  const dealt = () =>
    model.take({
      t: "welcome",
      you: 1,
      token: "",
      room: "r",
      map: { ...(model.map as MapView), id: "doudizhu" },
      fresh: true,
      host: false,
    });
  const moves = (keep: number, ...add: MoveEntry[]): ServerMessage => ({
    t: "hud",
    change: { field: "moves", value: { keep, add } },
  });
  const move = (seat: number, zh: string): MoveEntry => ({ seat, text: { zh, en: "" } });

  it("says what was played in the viewer's language, as loud as the volume", () => {
    dealt();
    change({ volume: 40 });
    const listening = ears();
    play(listening, [moves(0, move(2, "3 分"))]);
    setLanguage("en");
    play(listening, [moves(1, move(1, "炸弹 5555"))]);
    expect(said).toEqual([
      { text: "三分", seat: 2, volume: 0.4 },
      { text: "Bomb!", seat: 1, volume: 0.4 },
    ]);
  });

  it("says nothing where calls are turned off, muted, or of another game", () => {
    play(ears(), [moves(0, move(0, "炸弹 5555"))]);
    dealt();
    change({ calls: false });
    play(ears(), [moves(0, move(0, "炸弹 6666"))]);
    change({ calls: true });
    audible = false;
    play(ears(), [moves(0, move(0, "炸弹 7777"))]);
    expect([said, hushed]).toEqual([[], 3]);
    audible = true;
    play(ears(), [moves(0, move(0, "炸弹 8888"))], true);
    expect(said).toEqual([]);
  });
});

describe("calls", () => {
  const map = { id: "doudizhu" } as MapView;
  const book = bookOf(map);
  if (!book) throw new Error("there is no book of calls");
  const said = (zh: string, number = 0) => book.ofMove({ seat: 0, text: { zh, en: "" } }, number);

  it("belong to the tables of their game", () => {
    expect(bookOf({ id: "go" } as MapView)).toBeNull();
    expect(bookOf(null)).toBeNull();
    expect(bookOf({ id: "doudizhu-puzzles" } as MapView)).toBe(book);
    expect(BOOKS.length).toBeGreaterThan(0);
  });

  it.each([
    ["1 分", "一分", "one"],
    ["2 分", "两分", "two"],
    ["不叫", "不叫", "pass"],
    ["单张 3", "三", "three"],
    ["单张 10", "十", "ten"],
    ["单张 🃟", "大王", "big joker"],
    ["对子 66", "对六", "pair of sixes"],
    ["对子 10 10", "对十", "pair of tens"],
    ["三张 AAA", "三个尖", "three aces"],
    ["三带一 3 JJJ", "三带一", "three with one"],
    ["三带二 33JJJ", "三带一对", "three with a pair"],
    ["顺子 34567", "顺子", "straight"],
    ["飞机带单 3334445 6", "飞机带翅膀", "aircraft with wings"],
    ["炸弹 4444", "炸弹！", "Bomb!"],
    ["王炸 🃏🃟", "王炸！", "Rocket!"],
  ])("say %s as %s", (line, zh, en) => expect(said(line)).toEqual({ zh, en }));

  it("vary how a seat passes", () => {
    expect([0, 1, 2].map((number) => said("不出", number)?.zh)).toEqual(["不要", "要不起", "过"]);
    expect(said("没有这种牌 3")).toBeNull();
  });

  it("call out few cards and a spring, but no bomb twice", () => {
    const shout = (zh: string) => book.ofShout({ zh, en: "" })?.zh ?? null;
    expect(shout("西报单！")).toMatch(/报单/);
    expect(shout("反春天！")).toBe("反春天！");
    expect(shout("春天！")).toBe("春天！");
    expect(shout("炸弹！")).toBeNull();
    expect(shout("东是地主")).toBeNull();
  });

  it("are of moves that were added, not of a list that came whole", () => {
    const line = (zh: string): MoveEntry => ({ seat: 1, text: { zh, en: "" } });
    const [a, b] = [line("1 分"), line("顺子 34567")];
    expect(callsOf(book, [a], [a, b], []).map((call) => call.text.zh)).toEqual(["顺子"]);
    expect(callsOf(book, [a, b], [a], [])).toEqual([]);
    expect(callsOf(book, [a], [line("1 分"), b], [])).toEqual([]);
    const many = Array.from({ length: 9 }, () => line("不叫"));
    expect(callsOf(book, [], many, [])).toEqual([]);
    const toast: ServerMessage = { t: "toast", kind: "big", text: text("东报单！") };
    expect(callsOf(book, [a], [a, b], [toast]).map(({ seat }) => seat)).toEqual([1, null]);
  });
});
