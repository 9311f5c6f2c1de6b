import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BARS, BOARDS, contrast, MARKS, TABLES } from "../src/style/themes";

const styles = join(import.meta.dirname, "../src/style");

/** The colours that a rule of a stylesheet gives to custom properties. */
function coloursOf(file: string, selector: string): Record<string, number> {
  const source = readFileSync(join(styles, file), "utf8");
  const start = source.indexOf(`${selector} {`);
  const rule = source.slice(start, source.indexOf("}", start));
  const found = [...rule.matchAll(/--([\w-]+): #([0-9a-f]{6});/g)];
  return Object.fromEntries(found.map(([, name, hex]) => [name, Number.parseInt(hex ?? "", 16)]));
}

const day = coloursOf("palette.css", ":root");
const night = { ...day, ...coloursOf("night.css", ':root[data-light="night"]') };

/** Texts and what they stand on, wherever they meet in the stylesheets. */
const PAPERS = ["paper", "paper-lit", "paper-deep"];
const INKS = ["ink", "ink-soft", "seal-ink", "gold-ink", "code-ink"];
const TEXTS: readonly (readonly [string, string])[] = [
  ...PAPERS.flatMap((paper) => INKS.map((ink) => [ink, paper] as const)),
  ["ink-faint", "paper"],
  ["ink-faint", "paper-lit"],
  ["on-seal", "seal"],
  ["on-seal", "seal-lit"],
];

describe("contrast", () => {
  it("is computed as WCAG says", () => {
    expect(contrast(0xffffff, 0x000000)).toBeCloseTo(21, 5);
    expect(contrast(0x777777, 0xffffff)).toBeCloseTo(4.48, 2);
    expect(contrast(0x123456, 0x123456)).toBe(1);
  });

  for (const [light, colours] of Object.entries({ day, night })) {
    it.each(TEXTS)(`by ${light}, %s is legible on %s`, (ink, paper) => {
      const [text, ground] = [colours[ink], colours[paper]];
      if (text === undefined || ground === undefined) throw new Error(`no ${ink} or ${paper}`);
      expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
    });
  }

  it("of the night's ink is the reverse of the day's", () => {
    expect(contrast(night["paper"] ?? 0, 0)).toBeLessThan(1.5);
    expect(contrast(day["paper"] ?? 0, 0xffffff)).toBeLessThan(1.5);
  });
});

describe("the browser's bars", () => {
  const coloured = (colour: string) => Number.parseInt(colour.slice(1), 16);

  it("have the colour of what lies below them", () => {
    expect(coloured(BARS.day)).toBe(day["paper"]);
    expect(coloured(BARS.night)).toBe(night["paper"]);
    expect(coloured(BARS.board)).toBe(day["walnut"]);
  });

  it("have it before the page's script runs", () => {
    const page = readFileSync(join(styles, "../../index.html"), "utf8");
    const metas = [...page.matchAll(/prefers-color-scheme: (\w+)\)" content="(#\w+)"/g)];
    const found = metas.map(([, light, colour]) => [light, colour]);
    expect(found).toEqual([
      ["light", BARS.day],
      ["dark", BARS.night],
    ]);
  });
});

describe("table themes", () => {
  const stained = TABLES.flatMap(({ id, stain }) => (stain ? [{ id, ...stain }] : []));

  it.each(stained)("the names at the edge of the board are legible on $id", ({ top, names }) => {
    expect(contrast(top, names)).toBeGreaterThanOrEqual(4.5);
  });
});

describe("board themes", () => {
  /** Wood of most maps' boards, which the theme that leaves maps alone shows. */
  const OWN = { light: 0xd9a860, dark: 0xd9a860, lines: 0x3a2012 };
  const boards = BOARDS.map(({ id, stain, paleMarks }) => ({ id, paleMarks, ...(stain ?? OWN) }));

  it.each(boards)("lines are seen on the light tiles of $id", ({ light, lines }) => {
    expect(contrast(light, lines)).toBeGreaterThanOrEqual(4.5);
  });

  for (const kind of ["ordinary", "clear"] as const) {
    it.each(boards)(`${kind} marks stand out on $id`, ({ light, dark, paleMarks }) => {
      const { edge, ...marks } = MARKS[kind][paleMarks ? "pale" : "dark"];
      for (const colour of Object.values(marks)) {
        // On a tile of much the same lightness it is the edge that shows the mark.
        for (const tile of [light, dark]) {
          expect(Math.max(contrast(colour, tile), contrast(edge, tile))).toBeGreaterThanOrEqual(3);
        }
        expect(contrast(colour, light)).toBeGreaterThanOrEqual(3);
        expect(contrast(colour, edge)).toBeGreaterThanOrEqual(4.5);
      }
    });
  }
});

describe("marks that avoid red and green", () => {
  it("are blue where one may go, and orange where something is threatened", () => {
    const channels = (colour: number) => [16, 8, 0].map((shift) => (colour >> shift) & 255);
    for (const { target, last, capture, check } of Object.values(MARKS.clear)) {
      for (const colour of [target, last]) {
        const [red = 0, , blue = 0] = channels(colour);
        expect(blue).toBeGreaterThan(red + 60);
      }
      for (const colour of [capture, check]) {
        const [red = 0, green = 0, blue = 0] = channels(colour);
        expect(red).toBeGreaterThan(green + 60);
        expect(green).toBeGreaterThan(blue + 40);
      }
    }
  });
});
