import { describe, expect, it } from "vitest";
import { LINE, parseLines } from "../src/world/lines";

describe("line tiles", () => {
  it("ignores other glyphs", () => {
    expect(parseLines("帥")).toBeNull();
    expect(parseLines("")).toBeNull();
    expect(parseLines("n#")).toBeNull();
  });

  it("gives every letter its own bit", () => {
    const bits = Object.values(LINE);
    expect(new Set(bits).size).toBe(bits.length);
    for (const bit of bits) expect(bit & (bit - 1)).toBe(0);
  });

  it("reads letters in any order, and duplicates once", () => {
    const cross = LINE.n | LINE.s | LINE.e | LINE.w;
    for (const glyph of ["#nsew", "#wens", "#nnssew", "#n s e w"]) {
      expect(parseLines(glyph)).toEqual({ bits: cross, hexes: 0, text: null });
    }
  });

  it("reads diagonals with or without their x, ticks and dots", () => {
    const diagonals = LINE["1"] | LINE["2"] | LINE["3"] | LINE["4"];
    expect(parseLines("#1234")?.bits).toBe(diagonals);
    expect(parseLines("#x1x2x3x4")?.bits).toBe(diagonals);
    expect(parseLines("#newc")?.bits).toBe(LINE.n | LINE.e | LINE.w | LINE.c);
    expect(parseLines("#o")?.bits).toBe(LINE.o);
    expect(parseLines("#qh")?.bits).toBe(LINE.q | LINE.h);
    expect(parseLines("#")).toEqual({ bits: 0, hexes: 0, text: null });
  });

  it("reads the lines and the ground of a hollow as sets of six", () => {
    expect(parseLines("#h\u2806\u2802")).toEqual({
      bits: LINE.h,
      hexes: 0b000110 | (0b000010 << 6),
      text: null,
    });
    expect(parseLines("#h\u283f")?.hexes).toBe(0b111111);
  });

  it("reads the word across the edge", () => {
    expect(parseLines("#swe^楚河")).toEqual({
      bits: LINE.s | LINE.w | LINE.e,
      hexes: 0,
      text: "楚河",
    });
    expect(parseLines("#^nsew")).toEqual({ bits: 0, hexes: 0, text: "nsew" });
    expect(parseLines("#n^")).toEqual({ bits: LINE.n, hexes: 0, text: null });
  });
});
