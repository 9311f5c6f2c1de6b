import { describe, expect, it } from "vitest";
import type { MapView } from "@page/wire.generated";
import { paletteItemsOf, search } from "../hud/palette_items";
import { arrowStep } from "../hud/item_palette";

const block = (id: number, zh: string, en: string) => ({
  id,
  name: { zh, en },
  glyph: null,
  colour: "#ffffff",
  glyph_colour: "#000000",
  shape: "cube",
  light: 0,
  open: false,
  liquid: false,
});

const MAP: MapView = {
  id: "m",
  name: { zh: "", en: "" },
  help: { zh: "", en: "" },
  camera: { target: [0, 0, 0], distance: 1, pitch: 1, yaw: [] },
  computer_levels: 0,
  lessons: 0,
  take_back: false,
  items: [
    [12005, "能量剑"],
    [5001, "red apple"],
  ],
  cells: [],
  ground: [],
  blocks: [
    block(7, "方块7", "Block 7"),
    block(614, "红色羊毛", "Wool, red"),
    block(600, "白色羊毛", "Wool, white"),
    block(104, "岩石块", "Stone"),
  ],
};
const items = (words: string): number[] => search(paletteItemsOf(MAP), words).map(({ id }) => id);

describe("the creative palette", () => {
  it("has all named items, blocks first, by number", () => {
    expect(items("")).toEqual([104, 600, 614, 5001, 12005]);
    expect(paletteItemsOf(MAP).at(-1)?.id).toBe(7);
    expect(paletteItemsOf(null)).toEqual([]);
  });

  it("is searched by names in both languages, by words and by numbers", () => {
    expect(items("羊毛")).toEqual([600, 614]);
    expect(items("WOOL")).toEqual([600, 614]);
    expect(items("red")).toEqual([5001, 614]);
    expect(items("wool red")).toEqual([614]);
    expect(items("剑")).toEqual([12005]);
    expect(items("104")).toEqual([104]);
    expect(items("60")).toEqual([600]);
    // Items that only have a number are found by it.
    expect(items("7")).toEqual([7]);
    expect(items("nothing like it")).toEqual([]);
  });

  it("is navigated with arrow keys", () => {
    expect(
      ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "x"].map((k) => arrowStep(k, 9)),
    ).toEqual([-1, 1, -9, 9, null]);
  });
});
