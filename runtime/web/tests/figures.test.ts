import { describe, expect, it } from "vitest";
import { FAMILIES, figuresFor, setOf, type PieceFamily } from "../src/plugins/piece_sets";
import type { Figure } from "../src/plugins/figures";
import { figureGeometry, straightened } from "../src/render/figure_shapes";

const FIGURES = FAMILIES.flatMap(({ id, sets }) =>
  sets.flatMap((set) =>
    Object.entries(set.figures ?? {}).map(([glyph, figure]) => ({
      name: `${id} ${set.id} ${glyph}`,
      figure,
    })),
  ),
);
/** Software draws every corner of every piece in each frame. */
const MOST_TRIANGLES = 1600;
const TALLEST = 1.7;

/** Six times the volume within triangles; positive where they wind about the outside. */
function volume(position: ArrayLike<number>): number {
  let sum = 0;
  const at = (i: number) => position[i] as number;
  for (let i = 0; i < position.length; i += 9) {
    const [a, b, c] = [i, i + 3, i + 6];
    sum +=
      at(a) * (at(b + 1) * at(c + 2) - at(b + 2) * at(c + 1)) +
      at(a + 1) * (at(b + 2) * at(c) - at(b) * at(c + 2)) +
      at(a + 2) * (at(b) * at(c + 1) - at(b + 1) * at(c));
  }
  return sum;
}

describe("figures", () => {
  it("are there for some game", () => expect(FIGURES.length).toBeGreaterThan(10));

  it.each(FIGURES)("$name stands in its cell and is cheap to draw", ({ figure }) => {
    const geometry = figureGeometry(figure);
    const position = geometry.getAttribute("position");
    expect(position.count / 3).toBeLessThanOrEqual(MOST_TRIANGLES);
    geometry.computeBoundingBox();
    const { min, max } = geometry.boundingBox ?? {};
    expect(min?.y).toBeCloseTo(0, 3);
    expect(max?.y).toBeLessThan(TALLEST);
    for (const side of [max?.x, max?.z]) expect(side).toBeLessThan(0.5);
    for (const side of [min?.x, min?.z]) expect(side).toBeGreaterThan(-0.5);
    expect(volume(position.array)).toBeGreaterThan(0);
    const normal = geometry.getAttribute("normal");
    for (let i = 0; i < normal.count; i++) {
      expect(Math.hypot(normal.getX(i), normal.getY(i), normal.getZ(i))).toBeCloseTo(1, 3);
    }
    expect(figure.drawing.body).toMatch(/^M[\d.]+ [\d.]+.*Z$/);
  });

  it("follow a curve from the last point to its end", () => {
    const points = straightened([
      [1, 0],
      [0, 1, 1, 1],
    ]);
    expect(points[0]).toEqual([1, 0]);
    expect(points.at(-1)).toEqual([0, 1]);
    // Half of the way, were it a point of it, would be three quarters out and up.
    for (const [r, y] of points.slice(1, -1)) expect(r + y).toBeGreaterThan(1.3);
  });

  it("are those of the set that was chosen, in its colours", () => {
    const figure: Figure = { parts: [], drawing: { body: "M0 0Z", lines: "" } };
    const bodies = { light: "#ffffff", dark: "#000000" };
    const family: PieceFamily = {
      id: "f",
      name: { zh: "", en: "" },
      glyphs: ["♔"],
      samples: ["♔"],
      sets: [
        { id: "solid", name: { zh: "", en: "" }, labels: {}, figures: { "♔": figure }, bodies },
        { id: "flat", name: { zh: "", en: "" }, labels: {} },
      ],
    };
    const glyphs = new Set(["♔"]);
    expect(figuresFor(glyphs, {}, [family])).toEqual({ "♔": { figure, bodies } });
    expect(figuresFor(glyphs, { f: "flat" }, [family])).toEqual({});
    expect(figuresFor(new Set(["x"]), {}, [family])).toEqual({});
    expect(setOf(family, { f: "gone" })?.id).toBe("solid");
  });
});
