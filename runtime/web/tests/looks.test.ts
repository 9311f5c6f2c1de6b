import { describe, expect, it } from "vitest";
import { FAMILIES, familiesOf, labelsFor, type PieceFamily } from "../src/plugins/piece_sets";
import { boardOf, contrast, tableOf } from "../src/style/themes";
import type { BlockView } from "../src/wire.generated";
import { keyOf, labelOf, Looks, pieceGlyphs, type LookChanges } from "../src/world/looks";
import { isWood } from "../src/world/stain";

const block = (id: number, shape: string, colour: string, glyph = "", ink = "#1f1b16") =>
  ({
    id,
    name: { zh: "", en: "" },
    glyph: glyph || null,
    colour,
    glyph_colour: ink,
    shape,
    light: 0,
  }) satisfies BlockView;

const CHANGES: LookChanges = { table: "own", board: "own", labels: {}, figures: {}, clear: false };
const looksOf = (views: BlockView[], changes: Partial<LookChanges>) => {
  const looks = new Looks(views, { ...CHANGES, ...changes });
  return views.map(({ id }) => {
    const look = looks.of(id);
    if (!look) throw new Error(`no look of ${id}`);
    return look;
  });
};

describe("other wood", () => {
  const tile = block(1, "cube", "#d9a860", "#nsew", "#3a2012");
  const between = block(2, "cube", "#d9a860");
  const dark = block(3, "cube", "#b07030", "#q");
  const river = block(4, "cube", "#5b93b8", "#nsew");
  const table = block(5, "cube", "#6b4226");
  const rim = block(6, "cube", "#4d2c18");
  const floor = block(7, "cube", "#b4ada0");
  const piece = block(8, "disc", "#ecd2a2", "車");

  it("stains the board and what lies between its tiles, and nothing that means something", () => {
    const views = [tile, between, dark, river, table, floor, piece];
    const shown = looksOf(views, { board: "slate" });
    const { light, dark: deep, lines } = boardOf("slate").stain ?? { light: 0, dark: 0, lines: 0 };
    expect(shown.map(({ colour }) => colour)).toEqual([
      light,
      light,
      deep,
      0x5b93b8,
      0x6b4226,
      0xb4ada0,
      0xecd2a2,
    ]);
    expect(shown[0]?.glyphColour).toBe(lines);
    expect(shown[3]?.glyphColour).toBe(0x1f1b16);
  });

  it("stains the table in shades, and leaves the board", () => {
    const [board, top, edge, stone] = looksOf([tile, table, rim, floor], { table: "baize" });
    expect(top?.colour).toBe(tableOf("baize").stain?.top);
    expect(contrast(edge?.colour ?? 0, 0)).toBeLessThan(contrast(top?.colour ?? 0, 0));
    expect([board?.colour, stone?.colour]).toEqual([0xd9a860, 0xb4ada0]);
  });

  it("lays another cloth only under cards", () => {
    const felt = block(1, "cube", "#1e5a41");
    const card = block(2, "card", "#fffdf8", "A");
    expect(looksOf([felt, card], { table: "slate" })[0]?.colour).toBe(
      tableOf("slate").stain?.cloth,
    );
    expect(looksOf([felt, piece], { table: "slate" })[0]?.colour).toBe(0x1e5a41);
  });

  it("is told from other colours as the materials tell it", () => {
    expect([0xd9a860, 0x6b4226, 0x4d2c18, 0xe9cb98].map(isWood)).toEqual([true, true, true, true]);
    expect([0x5b93b8, 0x1e5a41, 0xb4ada0, 0xc9302c, 0x000000].map(isWood)).toEqual(
      new Array<boolean>(5).fill(false),
    );
  });
});

describe("sides told apart without colours", () => {
  it("by dark pieces with pale letters", () => {
    const red = block(1, "disc", "#ecd2a2", "兵", "#b3261e");
    const black = block(2, "disc", "#ecd2a2", "卒", "#1f1b16");
    const [one, other] = looksOf([red, black], { clear: true });
    expect([one?.colour, one?.glyphColour]).toEqual([0xecd2a2, 0xb3261e]);
    expect(contrast(one?.colour ?? 0, other?.colour ?? 0)).toBeGreaterThan(7);
    expect(contrast(other?.colour ?? 0, other?.glyphColour ?? 0)).toBeGreaterThan(7);
  });

  it("by shapes, where no letters are and bodies are alike", () => {
    const colours = ["#c0392b", "#e5b82e", "#2e8b57", "#2f6fb3", "#8e4fa8", "#f2ede1"];
    const shown = looksOf(
      colours.map((colour, i) => block(i + 1, "disc", colour)),
      { clear: true },
    );
    const labels = shown.map((look) => labelOf(look));
    expect(new Set(labels.map((label) => label && keyOf(label))).size).toBe(6);
    for (const look of shown) expect(contrast(look.colour, look.glyphColour)).toBeGreaterThan(4);
  });

  it("not at all, where black and white or the letters do so already", () => {
    const stones = [block(1, "disc", "#1f1b16"), block(2, "disc", "#f2ede1")];
    const same = [block(1, "disc", "#ecd2a2", "A"), block(2, "disc", "#ecd2a2", "B")];
    for (const views of [stones, same]) {
      expect(looksOf(views, { clear: true })).toEqual(looksOf(views, { clear: false }));
    }
  });
});

describe("sets of pieces", () => {
  const family: PieceFamily = {
    id: "f",
    name: { zh: "", en: "" },
    glyphs: ["A", "B"],
    samples: ["A"],
    sets: [
      { id: "own", name: { zh: "", en: "" }, labels: {} },
      { id: "drawn", name: { zh: "", en: "" }, labels: { A: { path: "M0 0H9V9Z" } } },
    ],
  };

  it("belong to maps that have all their pieces", () => {
    const ids = (glyphs: string[]) => familiesOf(new Set(glyphs), [family]).map(({ id }) => id);
    expect([ids(["A", "B", "C"]), ids(["A"]), ids([])]).toEqual([["f"], [], []]);
    const views = [block(1, "disc", "#ecd2a2", "A"), block(2, "cube", "#ecd2a2", "B")];
    expect([...pieceGlyphs(views)]).toEqual(["A"]);
  });

  it("label the pieces that they name; an unknown choice is the default", () => {
    const glyphs = new Set(["A", "B"]);
    const labels = (set: string) => labelsFor(glyphs, { f: set }, [family]);
    expect(labels("drawn")).toEqual({ A: { path: "M0 0H9V9Z" } });
    expect([labels("gone"), labelsFor(new Set(["A"]), { f: "drawn" }, [family])]).toEqual([{}, {}]);
    const views = [block(1, "disc", "#ecd2a2", "A"), block(2, "cube", "#d9a860", "A")];
    const [piece, cube] = looksOf(views, { labels: labels("drawn") });
    expect([piece && labelOf(piece), cube && labelOf(cube)]).toEqual([
      { path: "M0 0H9V9Z" },
      { text: "A" },
    ]);
    expect(piece?.glyph).toBe("A");
  });

  it("of the plugins draw within their square, and name only pieces of their family", () => {
    expect(FAMILIES.length).toBeGreaterThan(0);
    for (const { glyphs, samples, sets } of FAMILIES) {
      expect(new Set(sets.map(({ id }) => id)).size).toBe(sets.length);
      expect(samples.filter((glyph) => !glyphs.includes(glyph))).toEqual([]);
      for (const { labels } of sets) {
        expect(Object.keys(labels).filter((glyph) => !glyphs.includes(glyph))).toEqual([]);
        for (const label of Object.values(labels)) {
          if (!("path" in label)) continue;
          const absolute = label.path.replace(/a[^A-Z]*/g, "").match(/-?\d*\.?\d+/g) ?? [];
          expect(absolute.length).toBeGreaterThan(3);
          for (const value of absolute.map(Number)) {
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(100);
          }
        }
      }
    }
  });
});

describe("figures", () => {
  const figure = { parts: [], drawing: { body: "M0 0Z", lines: "" } };
  const white = block(1, "disc", "#fbf5e6", "♔");
  const black = block(2, "disc", "#2b2622", "♔");

  it("stand for discs of their glyph, light and dark as the pieces are", () => {
    const figures = { "♔": { figure, bodies: { light: "#eeddcc", dark: "#332211" } } };
    const shown = looksOf([white, black, block(3, "cube", "#ffffff", "♔")], { figures });
    expect(shown.map(({ shape }) => shape)).toEqual(["figure", "figure", "cube"]);
    expect(shown.map(({ colour }) => colour)).toEqual([0xeeddcc, 0x332211, 0xffffff]);
  });

  it("keep the map's colours where their set has none, and need a place for their drawing", () => {
    const figures = { "♔": { figure, bodies: undefined } };
    const [one] = looksOf([white], { figures });
    expect([one?.shape, one?.colour]).toEqual(["figure", 0xfbf5e6]);
    const looks = new Looks([white, black], { ...CHANGES, figures });
    expect([...looks.labels()]).toEqual([keyOf(figure.drawing)]);
    expect(looks.hasFigures).toBe(true);
  });
});
