// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setLanguage } from "../src/i18n/language";
import { openLobby } from "../src/lobby/lobby";
import { takeDaily } from "../src/util/daily";
import { noteVisit, visits } from "../src/util/visits";
import type { LobbyMap, LobbyRoom, LobbyView } from "../src/wire.generated";
import { click, find, freshRoot, text } from "./page";

const map = (id: string, zh: string, en: string, shelf: LobbyMap["shelf"]): LobbyMap => ({
  id,
  name: { zh, en },
  description: text("a game"),
  seats: 2,
  shelf,
  daily: null,
  lessons: 0,
  variant: null,
});
const maps = [
  map("go", "围棋", "Go", "boards"),
  map("whist", "惠斯特", "Whist", "cards"),
  map("demo", "示例", "A demonstration", "workshop"),
];
const room = (id: string, more: Partial<LobbyRoom> = {}): LobbyRoom => ({
  id,
  map: "go",
  seats: ["Bo", null],
  present: 1,
  turn: null,
  private: false,
  ...more,
});
let answer: LobbyView | null = null;
let asked: { url: string; body: string }[] = [];

beforeEach(() => {
  setLanguage("en");
  vi.useFakeTimers();
  answer = { maps, rooms: [], yours: [] };
  asked = [];
  localStorage.clear();
  vi.stubGlobal("fetch", async (url: string, { body = "" }: { body?: string } = {}) => {
    asked.push({ url, body });
    if (!answer) throw new Error("no network");
    return new Response(JSON.stringify(answer));
  });
});
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Lets the answers of the server arrive, and time pass. */
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

describe("the lobby", () => {
  it("keeps the name that somebody types, and the maps, while rooms come and go", async () => {
    openLobby(freshRoot());
    await pass(0);
    const [card, name] = [find("[data-map=go]"), find(".name input") as HTMLInputElement];
    name.focus();
    name.value = "Ad";
    void act(() => void name.dispatchEvent(new Event("input")));
    expect(localStorage.getItem("fangqi.name")).toBe("Ad");
    answer = { maps, rooms: [room("r1")], yours: [] };
    await pass(5000);
    expect(find(".rooms strong").textContent).toBe("Go");
    expect(find("[data-map=go]")).toBe(card);
    expect([find(".name input"), document.activeElement, name.value]).toEqual([name, name, "Ad"]);
    answer = null;
    await pass(5000);
    expect(find("[data-map=go]")).toBe(card);
  });

  describe("a quick match", () => {
    const went = vi.fn<(where: string | URL) => void>();

    beforeEach(() => {
      went.mockClear();
      vi.spyOn(location, "assign").mockImplementation(went);
    });
    afterEach(() => void vi.restoreAllMocks());

    it("joins a table of the game where a seat is free and people wait", async () => {
      openLobby(freshRoot());
      await pass(0);
      // They came after the list was shown; only the last one will do.
      const full = room("r1", { seats: ["Bo", "Cy"] });
      const others = [full, room("r2", { present: 0 }), room("r3", { map: "whist" })];
      answer = { maps, rooms: [...others, room("r4"), room("r5")], yours: [room("r4")] };
      click("[data-do=match]");
      await pass(0);
      expect(went.mock.calls).toEqual([["/r/r5#sit"]]);
      expect(asked.some(({ url }) => url === "/api/rooms")).toBe(false);
    });

    it("opens a table that the others see where there is none, and remembers the game", async () => {
      localStorage.setItem("fangqi.private", "yes");
      openLobby(freshRoot());
      await pass(0);
      const games = find(".quick-match select") as HTMLSelectElement;
      expect([...games.options].map(({ value }) => value)).toEqual(["go", "whist"]);
      games.value = "whist";
      void act(() => void games.dispatchEvent(new Event("change")));
      vi.stubGlobal("fetch", async (url: string, { body = "" }: { body?: string } = {}) => {
        asked.push({ url, body });
        const opened = { room: "r9", token: null };
        return new Response(JSON.stringify(url === "/api/rooms" ? opened : answer));
      });
      click("[data-do=match]");
      await pass(0);
      expect(asked.at(-1)?.body).toBe(JSON.stringify({ map: "whist", private: false }));
      expect(went.mock.calls).toEqual([["/r/r9#wait"]]);
      expect(localStorage.getItem("fangqi.match")).toBe("whist");
    });
  });

  it("offers variants with their map, and opens rooms with them", async () => {
    const misere = {
      ...map("go:misere", "围棋 · 反", "Go · Misère", "boards"),
      variant: text("Misère"),
    };
    answer = { maps: [maps[0] as LobbyMap, misere, ...maps.slice(1)], rooms: [], yours: [] };
    const went = vi.spyOn(location, "assign").mockImplementation(() => {});
    openLobby(freshRoot());
    await pass(0);
    const cards = [...document.querySelectorAll<HTMLElement>(".map")];
    expect(cards.map(({ dataset }) => dataset["map"])).toEqual(["go", "whist", "demo"]);
    const offered = find(".variants button");
    expect([offered.textContent, offered.getAttribute("aria-label")]).toEqual([
      "Misère",
      "Go · Misère",
    ]);
    const games = find(".quick-match select") as HTMLSelectElement;
    expect([...games.options].map(({ value }) => value)).toEqual(["go", "whist"]);
    // Who seeks a variant finds its map.
    const search = find("[data-do=search]") as HTMLInputElement;
    search.value = "misère";
    void act(() => void search.dispatchEvent(new Event("input")));
    expect([...document.querySelectorAll(".map strong")].map((it) => it.textContent)).toEqual([
      "Go",
    ]);
    click(".variants button");
    await pass(0);
    const opened = asked.find(({ url }) => url === "/api/rooms");
    expect(JSON.parse(opened?.body ?? "{}")).toEqual({ map: "go:misere", private: false });
    expect(went).toHaveBeenCalled();
    went.mockRestore();
  });

  it("opens a room of one's own to learn the rules, and says how far one has come", async () => {
    const went = vi.spyOn(location, "assign").mockImplementation(() => {});
    const teaching = (lessons: number) => ({ ...map("go", "围棋", "Go", "boards"), lessons });
    const opened = { room: "r9", token: null };
    const view = { maps: [teaching(10), ...maps.slice(1)], rooms: [], yours: [] };
    vi.stubGlobal("fetch", async (url: string, { body = "" }: { body?: string } = {}) => {
      asked.push({ url, body });
      return new Response(JSON.stringify(url === "/api/rooms" ? opened : view));
    });
    localStorage.setItem("fangqi.lesson.go", "4");
    openLobby(freshRoot());
    await pass(0);
    expect(document.querySelectorAll(".learn")).toHaveLength(1);
    expect(find("[data-learn=go]").textContent).toBe("Learn 4/10");
    click("[data-learn=go]");
    await pass(0);
    expect(asked.at(-1)?.body).toBe(JSON.stringify({ map: "go", private: true }));
    expect(went.mock.calls).toEqual([["/r/r9#learn"]]);
    went.mockRestore();
  });

  it("says when the server does not answer, and tries again", async () => {
    answer = null;
    openLobby(freshRoot());
    await pass(0);
    answer = { maps, rooms: [], yours: [] };
    click(".failure button");
    await pass(0);
    expect(document.querySelector(".failure")).toBeNull();
    answer = null;
    await pass(5000);
    expect(find(".stale").textContent).not.toBe("");
    click("[data-map=go]");
    await pass(0);
    expect(find("[role=alert]").textContent).not.toBe("");
    expect((find("[data-map=go]") as HTMLButtonElement).disabled).toBe(false);
  });

  it("opens by itself when the server is back", async () => {
    answer = null;
    openLobby(freshRoot());
    await pass(0);
    expect(find(".failure").textContent).toContain("by itself");
    answer = { maps, rooms: [], yours: [] };
    await pass(5000);
    expect(document.querySelector(".failure")).toBeNull();
    expect(find("[data-map=go]").textContent).toContain("Go");
  });

  it("does not ask again while the server takes its time", async () => {
    let asked = 0;
    vi.stubGlobal("fetch", () => {
      asked += 1;
      return new Promise(() => {});
    });
    openLobby(freshRoot());
    await pass(9000);
    expect(asked).toBe(1);
  });

  const shown = (selector: string, key: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].map(({ dataset }) => dataset[key]);

  it("shows games of one kind, finds them by either name, and keeps demonstrations apart", async () => {
    openLobby(freshRoot());
    await pass(0);
    expect(shown("[data-map]", "map")).toEqual(["go", "whist", "demo"]);
    expect(find(".workshop [data-map]").dataset["map"]).toBe("demo");
    click("[data-shelf=cards]");
    expect(shown("[data-map]", "map")).toEqual(["whist"]);
    const search = find("[data-do=search]") as HTMLInputElement;
    const seek = (words: string) => {
      search.value = words;
      void act(() => void search.dispatchEvent(new Event("input")));
      return shown("[data-map]", "map");
    };
    expect(seek("围")).toEqual(["go"]);
    expect(seek(" WHI")).toEqual(["whist"]);
    expect(seek("demo")).toEqual(["demo"]);
    expect(seek("nothing")).toEqual([]);
  });

  it("leads back to the rooms played in, those that wait for the viewer first", async () => {
    noteVisit("gone", 0);
    noteVisit("wait", 1);
    noteVisit("other", 0);
    const yours = [room("other", { turn: 1, private: true }), room("wait", { turn: 1 })];
    answer = {
      maps,
      rooms: [room("wait"), room("full", { seats: ["A", "B"] }), room("free")],
      yours,
    };
    openLobby(freshRoot());
    await pass(0);
    expect(asked[0]?.url).toBe("/api/lobby?rooms=other,wait,gone");
    expect(shown(".continue [data-room]", "room")).toEqual(["wait", "other"]);
    expect(find(".continue [data-room=wait] .turn-here").textContent).toBe("Your turn");
    expect(document.querySelector(".continue [data-room=other] .turn-here")).toBeNull();
    expect(find(".continue [data-room=other] .private-note").textContent).toBe("private");
    expect(shown(".tables [data-room]", "room")).toEqual(["free", "full"]);
    expect(visits().map((visit) => visit.room)).toEqual(["other", "wait"]);
    click(".continue [data-room=other] button");
    expect(shown(".continue [data-room]", "room")).toEqual(["wait"]);
    expect(visits()).toEqual([{ room: "wait", seat: 1 }]);
  });

  it("opens private rooms when asked to, and remembers it", async () => {
    openLobby(freshRoot());
    await pass(0);
    click(".private input");
    answer = null;
    click("[data-map=go]");
    await pass(0);
    expect(JSON.parse(asked.at(-1)?.body ?? "")).toEqual({ map: "go", private: true });
    expect(localStorage.getItem("fangqi.private")).toBe("yes");
  });

  it("survives a damaged list of rooms", () => {
    for (const kept of ["{", "7", '[1,null,{"room":3},{"room":"r","seat":0}]']) {
      localStorage.setItem("fangqi.visits", kept);
      expect(visits().every((visit) => visit.room === "r")).toBe(true);
    }
    expect(visits()).toEqual([{ room: "r", seat: 0 }]);
  });
});

describe("today's puzzle", () => {
  beforeEach(() => sessionStorage.clear());

  it("is offered of each collection, and opens a room of one's own with it", async () => {
    vi.setSystemTime(new Date(2026, 2, 9, 12));
    const puzzles = { ...map("mates", "残局", "Mates", "puzzles"), daily: "option_puzzle" };
    answer = { maps: [...maps, puzzles], rooms: [], yours: [] };
    openLobby(freshRoot());
    await pass(0);
    expect([...document.querySelectorAll("[data-daily]")].length).toBe(1);
    vi.stubGlobal("fetch", async (url: string, { body = "" }: { body?: string } = {}) => {
      asked.push({ url, body });
      return new Response(JSON.stringify({ room: "abc", token: null }));
    });
    click("[data-daily=mates]");
    await pass(0);
    expect(asked.at(-1)).toEqual({
      url: "/api/rooms",
      body: JSON.stringify({ map: "mates", private: true }),
    });
    const day = Math.floor(Date.UTC(2026, 2, 9) / 86_400_000);
    expect(takeDaily("abc")).toEqual({ button: "option_puzzle", day });
    expect(takeDaily("abc")).toBeNull();
  });

  it("is not offered where no map has puzzles", async () => {
    openLobby(freshRoot());
    await pass(0);
    expect(document.querySelector(".dailies")).toBeNull();
  });
});
