import { describe, expect, it } from "vitest";
import type { Look } from "@page/world/looks";
import { isClearPattern, patternOf, type Pattern } from "../blocks/patterns";
import { TileArray } from "../blocks/tile_array";
import { paintTile, sideOf, TILE } from "../blocks/tiles";

const block = (id: number, en: string, zh: string, more: Partial<Look> = {}): Look => ({
  id,
  name: { zh, en },
  shape: "cube",
  colour: 0x808080,
  glyph: null,
  label: null,
  figure: null,
  hexes: 0,
  lines: 0,
  glyphColour: 0,
  light: 0,
  ...more,
});

const PATTERNS: readonly Pattern[] = [
  ...(["beam", "brick", "chest", "cobble", "crystal", "furnace", "glass", "grass"] as const),
  ...(["lamp", "leaves", "log", "marble", "metal", "ore", "panel", "paving"] as const),
  ...(["plain", "planks", "sand", "soil", "stone", "water", "wool"] as const),
];

describe("patterns of blocks", () => {
  it.each([
    [100, "Grass", "草块", "grass"],
    [104, "Stone", "岩石块", "stone"],
    [4, "Water", "水", "water"],
    [607, "Wool, grey", "灰色羊毛", "wool"],
    [667, "Hard sand, white", "白色硬沙块", "sand"],
    [2507, "Palm leaves", "棕榈叶", "leaves"],
    [2508, "Planks", "木板", "planks"],
    [2702, "Iron ore", "铁矿石", "ore"],
    [3201, "Hedge", "树篱", "leaves"],
    [3301, "Window", "窗", "glass"],
    [2604, "Road", "土路", "soil"],
  ] as const)("knows number %i, %s", (id, en, zh, pattern) => {
    expect(patternOf(block(id, en, zh))).toBe(pattern);
  });

  it("keeps a block with a glyph plain, so that the glyph can be read", () => {
    expect(patternOf(block(2501, "Stone of start", "起点石", { glyph: "1" }))).toBe("panel");
  });

  it("shows unknown blocks as lamps if they shine, else as plain ones", () => {
    expect(patternOf(block(999, "#999", "#999", { light: 9 }))).toBe("lamp");
    expect(patternOf(block(999, "#999", "#999"))).toBe("plain");
  });
});

describe("textures", () => {
  const hash = (data: Uint8Array) =>
    data.reduce((sum, byte) => (Math.imul(sum, 31) + byte) >>> 0, 7);

  it("are the same each time, and differ from pattern to pattern", () => {
    const all = PATTERNS.map((pattern) => paintTile(pattern, "side", 0x6aa84f));
    expect(all).toEqual(PATTERNS.map((pattern) => paintTile(pattern, "side", 0x6aa84f)));
    expect(new Set(all.map(hash)).size).toBe(PATTERNS.length);
  });

  it("have about the brightness of their block's colour", () => {
    const colour = 0x808080;
    for (const pattern of PATTERNS) {
      const data = paintTile(pattern, sideOf(pattern, 3), colour);
      let sum = 0;
      for (let i = 0; i < data.length; i += 4) sum += data[i] as number;
      const mean = sum / (TILE * TILE);
      expect.soft(mean, pattern).toBeGreaterThan(0x80 * 0.65);
      expect.soft(mean, pattern).toBeLessThan(0x80 * 1.65);
    }
  });

  it("can be seen through only where a pattern is clear", () => {
    for (const pattern of PATTERNS) {
      const opaque = paintTile(pattern, "side", 0x6aa84f).every((v, i) => i % 4 < 3 || v === 255);
      expect.soft(opaque, pattern).toBe(!isClearPattern(pattern));
    }
  });

  it("have grass on top and soil below", () => {
    const middle = (side: "top" | "bottom") => {
      const data = paintTile("grass", side, 0x6aa84f);
      return [...data.subarray(4 * 136, 4 * 136 + 3)] as [number, number, number];
    };
    const [top, bottom] = [middle("top"), middle("bottom")];
    expect(top[1]).toBeGreaterThan(top[0]);
    expect(bottom[0]).toBeGreaterThan(bottom[1]);
  });
});

describe("the array of textures", () => {
  it("has one layer for faces that look the same, and keeps it when it grows", () => {
    const tiles = new TileArray();
    const stone = block(104, "Stone", "岩石块");
    const grass = block(100, "Grass", "草块", { colour: 0x6aa84f });
    const first = tiles.layer(stone, 0);
    expect(tiles.layer(block(105, "Rock", "岩"), 5)).toBe(first);
    expect(new Set([0, 2, 3].map((face) => tiles.layer(grass, face))).size).toBe(3);
    const before = [...tiles.pixels(first)];
    for (let i = 0; i < 100; i++) tiles.layer(block(2000 + i, "Stone", "石", { colour: i }), 0);
    expect([...tiles.pixels(first)]).toEqual(before);
    expect(tiles.uniform.value.image.depth).toBeGreaterThanOrEqual(104);
  });

  it("takes the layer of the most similar colour when it is full", () => {
    const tiles = new TileArray();
    const layers = Array.from({ length: 256 }, (_, i) =>
      tiles.layer(block(3000 + i, "Stone", "石", { colour: i << 16 }), 0),
    );
    expect(tiles.layer(block(9000, "Stone", "石", { colour: (77 << 16) | 1 }), 0)).toBe(layers[77]);
  });
});
