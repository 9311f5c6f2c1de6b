// @vitest-environment happy-dom
import { batch, effect } from "@preact/signals";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { RoomModel } from "../src/state/room";
import { Screen } from "../src/state/screen";
import { passingTime } from "../src/state/time";
import type { HudChange, Review, ServerMessage } from "../src/wire.generated";
import { text } from "./page";

const hud = (change: HudChange): ServerMessage => ({ t: "hud", change });
const chat = (words: string): ServerMessage => ({ t: "chat", from: null, text: text(words) });

beforeAll(() => {
  // A small page: its side panel shows one tab at a time.
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => {} }));
});

describe("the state of a room", () => {
  it("tells its readers of an event once, when all of it is there", () => {
    const model = new RoomModel();
    const seen: string[] = [];
    effect(() => void seen.push(`${model.hud.turn} ${model.chat.length} ${model.event}`));
    batch(() => {
      model.take(hud({ field: "turn", value: 1 }));
      model.take(chat("hello"));
      model.reach(7, 100, 0);
    });
    expect(seen).toEqual(["null 0 0", "1 1 7"]);
  });

  it("tells those who read only the moves of moves alone", () => {
    const model = new RoomModel();
    let told = 0;
    effect(() => {
      void model.moves;
      told += 1;
    });
    for (let turn = 0; turn < 20; turn++) model.take(hud({ field: "turn", value: turn % 2 }));
    expect(told).toBe(1);
    const add = [{ seat: 0, text: text("a") }];
    model.take(hud({ field: "moves", value: { keep: 0, add } }));
    expect(told).toBe(2);
  });

  it("tells of a moment of a film at once", () => {
    const model = new RoomModel();
    const moment = model.moment();
    model.take(chat("later"));
    model.take(hud({ field: "turn", value: 1 }));
    const seen: string[] = [];
    effect(() => void seen.push(`${model.hud.turn} ${model.chat.length}`));
    model.recall(moment);
    expect(seen).toEqual(["1 1", "null 0"]);
  });
});

describe("what the viewer has open", () => {
  const review: Review = { seat: 0, shares: [500], notes: [] };

  it("becomes the moves when a review arrives, and then what the viewer chooses", () => {
    const model = new RoomModel();
    const screen = new Screen(model);
    model.take(hud({ field: "review", value: review }));
    expect(screen.tab.value).toBe("moves");
    screen.tab.value = "seats";
    model.take(hud({ field: "review", value: { ...review, shares: [500, 510] } }));
    model.take(hud({ field: "turn", value: 1 }));
    expect(screen.tab.value).toBe("seats");
    model.lookAt(1);
    model.take(hud({ field: "review", value: null }));
    expect(model.lookingAt).toBeNull();
  });

  it("leaves lines of chat unread until the chat is open", () => {
    const model = new RoomModel();
    const screen = new Screen(model);
    expect(screen.hasUnreadChat).toBe(false);
    model.take(chat("one"));
    expect(screen.hasUnreadChat).toBe(true);
    screen.tab.value = "chat";
    expect(screen.hasUnreadChat).toBe(false);
    model.take(chat("two"));
    screen.tab.value = "seats";
    expect(screen.hasUnreadChat).toBe(false);
    // The list keeps only the last lines; the next one is unread all the same.
    screen.tab.value = "chat";
    for (let i = 0; i < 1000; i++) model.take(chat(`line ${i}`));
    expect(model.chat.length).toBeLessThan(1000);
    screen.tab.value = "seats";
    expect(screen.hasUnreadChat).toBe(false);
    model.take(chat("last"));
    expect(screen.hasUnreadChat).toBe(true);
  });
});

describe("time", () => {
  it("passes only while something reads it", () => {
    vi.useFakeTimers();
    let told = 0;
    const end = effect(() => {
      passingTime();
      told += 1;
    });
    vi.advanceTimersByTime(1000);
    expect(told).toBe(11);
    end();
    vi.advanceTimersByTime(1000);
    expect([told, vi.getTimerCount()]).toEqual([11, 0]);
    vi.useRealTimers();
  });
});
