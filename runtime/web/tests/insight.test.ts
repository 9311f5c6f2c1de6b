import { describe, expect, it } from "vitest";
import { shareOf } from "../src/hud/bar";
import { curvePoints, verdictOf } from "../src/hud/review";
import { changeHud, emptyHud } from "../src/state/hud";

const text = { zh: "", en: "" };

describe("insight", () => {
  it("is changed field by field", () => {
    const bar = { seat: 0, share: 625, text };
    const first = changeHud(emptyHud(), { field: "bar", value: bar });
    expect(first.insight).toEqual({ ...emptyHud().insight, bar });
    const second = changeHud(first, { field: "title", value: text });
    expect(second.insight).toEqual({ ...emptyHud().insight, bar, title: text });
    expect(changeHud(second, { field: "bar", value: null }).insight.bar).toBeNull();
  });

  it("shows the bar from the viewer's side", () => {
    const bar = { seat: 0, share: 625, text };
    expect([shareOf(bar, 0), shareOf(bar, 1)]).toEqual([0.625, 0.375]);
    expect(shareOf({ ...bar, seat: 1 }, 1)).toBe(0.625);
  });

  it("draws the known part of the curve over the width of the whole game", () => {
    expect(curvePoints([500, 1000, 0], 4)).toEqual([
      [0, 50],
      [25, 0],
      [50, 100],
    ]);
    expect(curvePoints([], 4)).toEqual([]);
    expect(curvePoints([500], 0)).toEqual([[0, 50]]);
  });

  it("classifies marks", () => {
    const kinds = ["??", "?", "?!", "!", "!!"].map(verdictOf);
    expect(kinds).toEqual(["blunder", "mistake", "slip", "good", "good"]);
  });
});
