// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from "vitest";
import { courtFigure, COURT_HIGH, type Rank } from "../src/cards/courts";
import { flip, pointsOf, type Part } from "../src/cards/drawing";
import { bareName, drawFace } from "../src/cards/faces";
import { HIGH, WIDE } from "../src/cards/standard_faces";
import { SUITS } from "../src/cards/suits";
import { setLanguage } from "../src/i18n/language";
import { recorder } from "./canvas_recorder";

const NONE = { zh: "", en: "" };
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const STANDARD = SUITS.flatMap((suit) => RANKS.map((rank) => `${rank}\n${suit}`));

vi.stubGlobal("Path2D", class {});
afterEach(() => setLanguage("en"));

function texts(glyph: string, name = NONE, emblem = false) {
  const { context, written } = recorder();
  const drawing = { width: 100, height: 100, parts: [] };
  const look = { glyph, name, colour: 0xfffdf8, glyphColour: 0 };
  drawFace(context, look, () => (emblem ? drawing : null));
  return written;
}

describe("the face of a card", () => {
  it("has its index in two corners, where the next card of a fan leaves it in view", () => {
    for (const glyph of STANDARD) {
      const [rank] = glyph.split("\n");
      const written = texts(glyph);
      expect(written.map(({ text }) => text)).toEqual([rank, rank]);
      const [first] = written;
      expect(first?.left).toBeGreaterThanOrEqual(4);
      // A quarter of the card is seen in the closest fan.
      expect(first?.right).toBeLessThanOrEqual(WIDE * 0.26);
    }
  });

  it("keeps every text inside, in both languages", async () => {
    const names = [
      { zh: "杀 ♠7", en: "Slash 7♠" },
      { zh: "青龙偃月刀 ♠5", en: "Green Dragon Crescent Blade 5♠" },
      { zh: "万箭齐发 ♥A", en: "Raining Arrows A♥" },
    ];
    for (const language of ["zh", "en"] as const) {
      await setLanguage(language);
      const all = [
        ...[...STANDARD, "小\n王", "大\n王", "福"].map((glyph) => texts(glyph)),
        ...names.flatMap((name) => [texts("10\n♠\n*", name), texts("10\n♠\n*", name, true)]),
      ];
      for (const { text, left, right, top, bottom } of all.flat()) {
        expect([text, left >= 0 && right <= WIDE, top >= 0 && bottom <= HIGH]).toEqual([
          text,
          true,
          true,
        ]);
      }
    }
  });

  it("writes a joker's name in the index's column, letter below letter", async () => {
    for (const [language, name] of [
      ["zh", "大王"],
      ["en", "JOKER"],
    ] as const) {
      await setLanguage(language);
      const written = texts("大\n王").slice(0, name.length);
      expect(written.map(({ text }) => text).join("")).toBe(name);
      for (const { right } of written) expect(right).toBeLessThanOrEqual(WIDE * 0.26);
      written.slice(1).forEach(({ top }, i) => {
        expect(top).toBeGreaterThanOrEqual((written[i]?.bottom ?? 0) - 1);
      });
    }
  });

  it("shows as many pips as the card counts, each in its place", () => {
    for (const [i, rank] of RANKS.slice(1, 10).entries()) {
      const { context, suits } = recorder();
      const look = { glyph: `${rank}\n♦`, name: NONE, colour: 0xffffff, glyphColour: 0 };
      drawFace(context, look, () => null);
      const places = new Set(suits.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`));
      // Two more belong to the indices.
      expect(places.size).toBe(i + 2 + 2);
    }
  });

  it("reads a card's name without its suit and number", () => {
    expect([bareName("杀 ♠7"), bareName("酒")]).toEqual(["杀", "酒"]);
  });
});

describe("court cards", () => {
  const shapes = (parts: readonly Part[]) => parts.map(({ path }) => path).join("|");

  it("are twelve different people", () => {
    const all = (["J", "Q", "K"] as Rank[]).flatMap((rank) =>
      SUITS.map((suit) => shapes(courtFigure(rank, suit))),
    );
    expect(new Set(all).size).toBe(12);
  });

  it("keep their heads inside the frame", () => {
    for (const rank of ["J", "Q", "K"] as Rank[]) {
      for (const suit of SUITS) {
        const points = courtFigure(rank, suit).flatMap(({ path }) => pointsOf(path));
        const highest = Math.min(...points.map(([, y]) => y));
        expect(highest).toBeGreaterThanOrEqual(-COURT_HIGH);
      }
    }
  });

  it("are mirrored point by point", () => {
    expect(flip("M1 2 L-3 4Z")).toBe("M-1 2 L3 4Z");
    expect(flip("M1 2 C1 2 3 4 5 6", 10)).toBe("M19 2 C19 2 17 4 15 6");
  });
});
