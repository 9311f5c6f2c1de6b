import { describe, expect, it } from "vitest";
import { isCut } from "../src/render/cut";
import type { Extent } from "../src/render/camera";

/** A Xiangqi board, of nine files and ten ranks. */
const BOARD: Extent = { low: [-0.4, 0, -0.4], high: [9.4, 2, 10.4] };
/** A picture from above in which a block has 40 pixels and the board's middle is its own. */
const picture = (width: number, height: number) => ({
  width,
  height,
  project: (x: number, _: number, z: number) => ({
    x: width / 2 + 40 * (x - 4.5),
    y: height / 2 - 40 * (z - 5),
  }),
});

describe("pieces in a picture from above", () => {
  it("are shown on the board, even where it is cut", () => {
    for (let x = 0; x < 9; x++) expect(isCut([x, 1, 0], BOARD, picture(100, 100))).toBe(false);
  });

  it("are shown beside it as far as there is room for all of them", () => {
    // 13 blocks across: two on either side of the board.
    const wide = picture(520, 480);
    expect([-2, -1, 9, 10].map((x) => isCut([x, 1, 4], BOARD, wide))).toEqual(Array(4).fill(false));
    expect([-3, 11].map((x) => isCut([x, 1, 4], BOARD, wide))).toEqual([true, true]);
    // Half of them would be seen here.
    const narrow = picture(400, 480);
    expect([-2, -1, 9, 10].map((x) => isCut([x, 1, 4], BOARD, narrow))).toEqual(
      Array(4).fill(true),
    );
  });

  it("are judged from either side of the board", () => {
    const { width, height, project } = picture(400, 480);
    const turned = (x: number, y: number, z: number) => {
      const at = project(x, y, z);
      return { x: width - at.x, y: height - at.y };
    };
    expect(isCut([-1, 1, 4], BOARD, { width, height, project: turned })).toBe(true);
    expect(isCut([4, 1, 4], BOARD, { width, height, project: turned })).toBe(false);
  });
});
