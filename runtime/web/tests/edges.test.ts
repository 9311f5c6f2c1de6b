import { describe, expect, it } from "vitest";
import { besideCell, edgesOf } from "../src/world/edges";
import type { MapView } from "../src/wire.generated";

const map = (part: Partial<MapView>): MapView => ({ cells: [], camera: {}, ...part }) as MapView;
const grid = (name: (x: number, z: number) => string, width = 3, height = 2) =>
  map({
    cells: Array.from({ length: width * height }, (_, i) => {
      const [x, z] = [i % width, Math.floor(i / width)];
      return [[x, 1, z], name(x, z)];
    }),
  });
const letters = (x: number, z: number) => "abc"[x] + String(z + 1);

describe("names along the edges of a board", () => {
  it("are those that the map gives, one for each cell of the row", () => {
    const names = { zh: "九 八  七", en: "9 8 7" };
    const shown = edgesOf(
      map({ edges: [{ from: [0, 1, 4], to: [2, 1, 4], face: 2, names }], cells: [] }),
    );
    expect(shown.map(({ cell, zh, en }) => [cell, zh, en])).toEqual([
      [[0, 1, 4], "九", "9"],
      [[1, 1, 4], "八", "8"],
      [[2, 1, 4], "七", "7"],
    ]);
    const one = { from: [5, 1, 5], to: [5, 1, 5], face: 1, names: { zh: "车", en: "R" } };
    expect(edgesOf(map({ edges: [one as never] }))).toEqual([
      { cell: [5, 1, 5], face: 1, zh: "车", en: "R" },
    ]);
  });

  it("are the letters and numbers of cells in rows and columns", () => {
    const shown = edgesOf(grid(letters));
    const at = (wanted: number) =>
      shown.filter(({ face }) => face === wanted).map(({ en, cell }) => `${en} ${cell}`);
    expect(at(2)).toEqual(["a 0,1,0", "b 1,1,0", "c 2,1,0"]);
    expect(at(3)).toEqual(["a 0,1,1", "b 1,1,1", "c 2,1,1"]);
    expect(at(0)).toEqual(["1 0,1,0", "2 0,1,1"]);
    expect(at(1)).toEqual(["1 2,1,0", "2 2,1,1"]);
  });

  it("are letters below the columns of a board that stands", () => {
    const rack = { ...grid(letters), camera: { stands: true } } as MapView;
    const shown = edgesOf(rack);
    expect(shown.map(({ zh, cell: [x, , z], face }) => [zh, x, z, face])).toEqual([
      ["a", 0, 0, 2],
      ["b", 1, 0, 2],
      ["c", 2, 0, 2],
    ]);
  });

  it("are left out where cells have other names, or letters that jump", () => {
    expect(edgesOf(grid((x, z) => `${x}-${z}`))).toEqual([]);
    expect(edgesOf(grid((x, z) => letters((x + z) % 3, z)))).toEqual([]);
    expect(edgesOf(grid((x) => letters(x, x % 2)))).toEqual([]);
    expect(edgesOf(grid(letters, 1, 1))).toEqual([]);
    expect(edgesOf(map({}))).toEqual([]);
  });

  it("lie outside of their cells, on their side", () => {
    const at = (face: number) => besideCell({ cell: [4, 1, 7], face, zh: "", en: "" });
    expect(at(0).x).toBeLessThan(4);
    expect(at(1).x).toBeGreaterThan(5);
    expect(at(2).z).toBeLessThan(7);
    expect(at(3).z).toBeGreaterThan(8);
    expect([at(0).z, at(2).x]).toEqual([7.5, 4.5]);
  });
});
