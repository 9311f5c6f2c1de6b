// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { arrowsOf } from "../src/room/follow";
import { RoomModel } from "../src/state/room";
import type { Arrow, ReviewNote, ServerMessage } from "../src/wire.generated";

const arrow = (x: number, kind: Arrow["kind"]): Arrow => ({ from: [x, 1, 0], to: [x, 1, 1], kind });
const words = { zh: "", en: "" };
const note = (move: number, better: Arrow | null): ReviewNote => ({
  move,
  mark: "?",
  text: words,
  better,
});

/** A game of three moves with a hint in the present, and a review of it. */
function reviewed(notes: ReviewNote[]): RoomModel {
  const model = new RoomModel();
  const add = [0, 1, 0].map((seat) => ({ seat, text: words }));
  for (const change of [
    { field: "moves", value: { keep: 0, add } },
    { field: "arrows", value: [arrow(9, "hint")] },
    { field: "review", value: { seat: 0, shares: [], notes } },
  ]) {
    model.take({ t: "hud", change } as ServerMessage);
  }
  return model;
}

/** Looks at the position after a move. */
function lookAt(model: RoomModel, move: number): void {
  model.lookAt(move);
  model.showPast({ marks: [], tallies: [], tags: [] });
}

describe("arrows over the board", () => {
  it("show the better move of a reviewed position, as the board shows it", () => {
    const model = reviewed([note(1, arrow(1, "best")), note(2, null), note(3, arrow(3, "best"))]);
    expect(arrowsOf(model)).toEqual([arrow(3, "best")]);
    lookAt(model, 1);
    expect(arrowsOf(model)).toEqual([arrow(1, "best")]);
    lookAt(model, 2);
    expect(arrowsOf(model)).toEqual([]);
  });

  it("are the map's in the present, and none in an earlier position without a better move", () => {
    const model = reviewed([]);
    expect(arrowsOf(model)).toEqual([arrow(9, "hint")]);
    lookAt(model, 1);
    expect(arrowsOf(model)).toEqual([]);
  });

  it("are the line's that the viewer looks at, which is about the present", () => {
    const model = reviewed([]);
    expect(arrowsOf(model, arrow(5, "hint"))).toEqual([arrow(5, "hint")]);
    lookAt(model, 1);
    expect(arrowsOf(model, arrow(5, "hint"))).toEqual([]);
  });
});
