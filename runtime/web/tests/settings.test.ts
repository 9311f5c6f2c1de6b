// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  change,
  DEFAULTS,
  followSettings,
  isMuted,
  isNight,
  isStill,
  mute,
  readMuted,
  readSettings,
  settings,
} from "../src/state/settings";

const KEY = "fangqi.settings";

document.head.innerHTML = `
  <meta name="theme-color" media="(prefers-color-scheme: light)" content="">
  <meta name="theme-color" media="(prefers-color-scheme: dark)" content="">
`;
followSettings("paper");
beforeEach(() => {
  change(DEFAULTS);
  localStorage.clear();
});

describe("reading stored settings", () => {
  it("gives back what was written", () => {
    const wanted = {
      light: "night",
      table: "slate",
      board: "paper",
      pieces: { family: "symbols" },
      clear: true,
      volume: 35,
      calls: false,
      motion: "less",
      lines: 2,
    } as const;
    change(wanted);
    expect(readSettings(localStorage.getItem(KEY))).toEqual(wanted);
  });

  it.each([null, "", "{", "null", "7", '"night"', "[]", '[{"light":"night"}]'])(
    "gives the defaults for %j",
    (kept) => {
      expect(readSettings(kept)).toEqual(DEFAULTS);
    },
  );

  it("keeps what it knows of settings that another version wrote", () => {
    const kept = JSON.stringify({ light: "dusk", table: "slate", board: 3, clear: "yes", sky: 1 });
    expect(readSettings(kept)).toEqual({ ...DEFAULTS, table: "slate" });
    expect(readSettings(JSON.stringify({ lines: 4 })).lines).toBe(3);
  });

  it.each([
    [-5, 0],
    [250, 100],
    [33.4, 33],
    ["80", 100],
    [null, 100],
  ])("reads the volume %j as %j", (kept, volume) => {
    expect(readSettings(JSON.stringify({ volume: kept })).volume).toBe(volume);
  });

  it("drops choices of pieces that are no names, or far too many", () => {
    const pieces = { good: "letters", bad: 4, worse: null, long: "x".repeat(41) };
    expect(readSettings(JSON.stringify({ pieces })).pieces).toEqual({ good: "letters" });
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`f${i}`, "s"]));
    const read = readSettings(JSON.stringify({ pieces: many })).pieces;
    expect(Object.keys(read).length).toBe(32);
    expect(readSettings('{"pieces":{"__proto__":"x"}}').pieces).not.toBe(Object.prototype);
  });
});

describe("settings", () => {
  it("work where the browser stores nothing", () => {
    const refuse = vi.fn(() => {
      throw new DOMException("denied", "SecurityError");
    });
    vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
    change({ volume: 10 });
    mute("r1", true);
    expect(refuse).toHaveBeenCalled();
    expect([settings().volume, isMuted("r1")]).toEqual([10, true]);
    vi.unstubAllGlobals();
    mute("r1", false);
  });

  it("follow those of another tab, and only theirs", () => {
    const newValue = JSON.stringify({ board: "felt" });
    window.dispatchEvent(new StorageEvent("storage", { key: "other", newValue }));
    expect(settings().board).toBe("own");
    window.dispatchEvent(new StorageEvent("storage", { key: KEY, newValue }));
    expect(settings().board).toBe("felt");
    window.dispatchEvent(new StorageEvent("storage", { key: "fangqi.muted", newValue: '["r7"]' }));
    expect([isMuted("r7"), settings().board]).toEqual([true, "felt"]);
    window.dispatchEvent(new StorageEvent("storage", { key: null, newValue: null }));
    expect([isMuted("r7"), settings().board]).toEqual([false, "own"]);
  });

  it("set the light and the motion of the page", () => {
    const { dataset } = document.documentElement;
    change({ light: "night", motion: "less" });
    expect([isNight(), isStill(), dataset["light"], dataset["motion"]]).toEqual([
      true,
      true,
      "night",
      "less",
    ]);
    change({ light: "day", motion: "full" });
    expect([isNight(), isStill(), dataset["light"], dataset["motion"]]).toEqual([
      false,
      false,
      "day",
      "full",
    ]);
  });

  it("colour the browser's bars, whatever light the browser prefers", () => {
    const metas = () => [...document.querySelectorAll<HTMLMetaElement>("[name=theme-color]")];
    const colours = () => metas().map(({ content }) => content);
    change({ light: "night" });
    expect(colours()).toEqual(["#211a14", "#211a14"]);
    change({ light: "day" });
    expect(colours()).toEqual(["#f5eddd", "#f5eddd"]);
  });
});

describe("muted rooms", () => {
  it("are those muted last, each once", () => {
    for (let i = 0; i < 60; i++) mute(`r${i}`, true);
    mute("r30", true);
    expect([isMuted("r5"), isMuted("r30"), isMuted("r59")]).toEqual([false, true, true]);
    const kept = readMuted(localStorage.getItem("fangqi.muted"));
    expect([kept.length, kept.at(-1), new Set(kept).size]).toEqual([40, "r30", 40]);
    mute("r30", false);
    expect(isMuted("r30")).toBe(false);
  });

  it("are none where something else is stored", () => {
    expect(["{}", "7", "[1,null]", "["].map((kept) => readMuted(kept))).toEqual([[], [], [], []]);
  });
});
