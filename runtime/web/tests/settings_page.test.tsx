// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Dialogs } from "../src/hud/dialogs";
import { setLanguage } from "../src/i18n/language";
import { FAMILIES } from "../src/plugins/piece_sets";
import { change, DEFAULTS, isMuted, mute, settings } from "../src/state/settings";
import { openLobby } from "../src/lobby/lobby";
import type { MapView } from "../src/wire.generated";
import { fakeAudio } from "./audio";
import { click, find, freshRoot, pageOf } from "./page";

beforeEach(() => {
  setLanguage("en");
  change(DEFAULTS);
  vi.stubGlobal("fetch", () => new Promise<Response>(() => {}));
  vi.useFakeTimers();
});
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const input = (name: string, value?: string) =>
  `dialog.settings input[name="${name}"]${value === undefined ? "" : `[value="${value}"]`}`;

const checked = (selector: string) => (find(selector) as HTMLInputElement).checked;

describe("the settings", () => {
  it("change what is chosen, and say what is", () => {
    const page = pageOf(<Dialogs />);
    void act(() => page.screen.openDialog({ kind: "settings" }));
    expect(checked(input("board", "own"))).toBe(true);
    click(input("board", "felt"));
    click(input("table", "paper"));
    click(input("light", "night"));
    click(input("motion", "less"));
    click(input("clear"));
    expect(settings()).toEqual({
      ...DEFAULTS,
      board: "felt",
      table: "paper",
      light: "night",
      motion: "less",
      clear: true,
    });
    expect([checked(input("board", "felt")), checked(input("board", "own"))]).toEqual([
      true,
      false,
    ]);
    const volume = find(input("volume")) as HTMLInputElement;
    volume.value = "40";
    void act(() => void volume.dispatchEvent(new Event("input")));
    expect([settings().volume, find("dialog.settings output").textContent]).toEqual([40, "40"]);
    click("dialog.settings .row.end button");
    expect(settings()).toEqual(DEFAULTS);
    expect(checked(input("board", "own"))).toBe(true);
    page.leave();
  });

  it("let the sounds of pieces be heard, with sound on and up", async () => {
    const audio = fakeAudio();
    openLobby(freshRoot());
    click("[data-tool=settings]");
    const samples = [...document.querySelectorAll<HTMLButtonElement>("[data-sample]")];
    expect(samples.map(({ dataset }) => dataset["sample"])).toEqual([
      "wood",
      "stone",
      "cards",
      "dice",
    ]);
    for (const sample of samples) {
      const before = audio.sung.length;
      audio.currentTime += 5;
      sample.click();
      await Promise.resolve();
      await Promise.resolve();
      expect(audio.sung.length, sample.textContent ?? "").toBeGreaterThan(before);
    }
    void act(() => change({ volume: 0 }));
    expect(samples.every(({ disabled }) => disabled)).toBe(true);
    freshRoot();
  });

  it("offer voice calls only where something is said, and say if there is no voice", () => {
    const page = pageOf(<Dialogs />);
    const map = { id: "draughts", name: { zh: "", en: "" }, blocks: [], cells: [] };
    const welcome = (id: string) =>
      page.show({
        t: "welcome",
        you: 1,
        token: "",
        room: "room",
        map: { ...map, id } as unknown as MapView,
        fresh: true,
        host: false,
      });
    welcome("draughts");
    void act(() => page.screen.openDialog({ kind: "settings" }));
    expect(document.querySelector(input("calls"))).toBeNull();
    expect(document.querySelector("[data-sample]")).toBeNull();
    welcome("doudizhu");
    expect(checked(input("calls"))).toBe(true);
    expect(find("dialog.settings").textContent).toContain("no English voice");
    click(input("calls"));
    expect(settings().calls).toBe(false);
    page.leave();
  });

  it("mute this room only, and offer no pieces that it does not have", () => {
    const page = pageOf(<Dialogs />);
    void act(() => page.screen.openDialog({ kind: "settings" }));
    click(input("mute"));
    expect([isMuted("room"), isMuted("other")]).toEqual([true, false]);
    mute("room", false);
    click("dialog.settings header button");
    expect([document.querySelector("dialog"), page.screen.dialogs.value]).toEqual([null, []]);
    page.leave();
  });

  it("are offered on the front page, with the pieces of all games", () => {
    openLobby(freshRoot());
    click("[data-tool=settings]");
    for (const { id, sets } of FAMILIES) {
      const last = sets.at(-1)?.id ?? "";
      click(input(`pieces-${id}`, last));
      expect(settings().pieces[id]).toBe(last);
    }
    expect(document.querySelector(input("mute"))).toBeNull();
    freshRoot();
  });
});
