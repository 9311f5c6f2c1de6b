// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setLanguage } from "../src/i18n/language";
import { openLobby } from "../src/lobby/lobby";
import type { LobbyView } from "../src/wire.generated";
import { click, find, freshRoot, text } from "./page";

const maps = [{ id: "go", name: text("Go"), description: text("stones"), seats: 2 }];
let answer: LobbyView | null = null;

beforeEach(() => {
  setLanguage("en");
  vi.useFakeTimers();
  answer = { maps, rooms: [] };
  vi.stubGlobal("fetch", async () => {
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
    answer = { maps, rooms: [{ id: "r1", map: "go", seats: ["Bo", null], present: 1 }] };
    await pass(5000);
    expect(find(".rooms strong").textContent).toBe("Go");
    expect(find("[data-map=go]")).toBe(card);
    expect([find(".name input"), document.activeElement, name.value]).toEqual([name, name, "Ad"]);
    answer = null;
    await pass(5000);
    expect(find("[data-map=go]")).toBe(card);
  });

  it("says when the server does not answer, and tries again", async () => {
    answer = null;
    openLobby(freshRoot());
    await pass(0);
    answer = { maps, rooms: [] };
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
    answer = { maps, rooms: [] };
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
});
