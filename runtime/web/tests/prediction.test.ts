import { describe, expect, it } from "vitest";
import type { BlockFrame, Pos } from "../src/wire/decode";
import { MovePrediction } from "../src/world/prediction";
import { BlockStore, type CellChange } from "../src/world/store";
import { random } from "./random";

const cells = (...cells: [Pos, number][]): BlockFrame => ({
  kind: "cells",
  cells: cells.map(([pos, state]) => ({ pos, state })),
});
const at = (x: number): Pos => [x, 1, 0];
const SIZE = 6;
const row = (store: BlockStore) => Array.from({ length: SIZE }, (_, x) => store.state(x, 1, 0));

function setUp(...states: number[]) {
  const store = new BlockStore();
  store.apply([cells(...states.map((state, x): [Pos, number] => [at(x), state]))]);
  return { store, prediction: new MovePrediction(store) };
}

describe("a move that is shown at once", () => {
  it("changes nothing more when the server makes it", () => {
    const { store, prediction } = setUp(7, 0, 9);
    expect(prediction.move(at(0), at(2))).toHaveLength(2);
    expect(row(store).slice(0, 3)).toEqual([0, 0, 7]);
    expect(prediction.apply([cells([at(0), 0], [at(2), 7])])).toEqual([]);
    expect(prediction.active).toBe(false);
    expect(row(store).slice(0, 3)).toEqual([0, 0, 7]);
  });

  it("stays while other things happen, and ends as if it had never been", () => {
    const { store, prediction } = setUp(7, 0, 0, 4);
    prediction.move(at(0), at(1));
    expect(prediction.apply([])).toEqual([]);
    expect(prediction.apply([cells([at(3), 5])])).toEqual([{ pos: at(3), before: 4, after: 5 }]);
    expect(row(store).slice(0, 4)).toEqual([0, 7, 0, 5]);
    expect(prediction.end()).toHaveLength(2);
    expect(row(store).slice(0, 4)).toEqual([7, 0, 0, 5]);
    expect(prediction.end()).toEqual([]);
  });

  it("gives way to what the server does instead", () => {
    const { store, prediction } = setUp(7, 0, 0);
    prediction.move(at(0), at(1));
    const changes = prediction.apply([cells([at(0), 0], [at(2), 7])]);
    expect(row(store).slice(0, 3)).toEqual([0, 0, 7]);
    expect(changes).toHaveLength(2);
    prediction.place(at(1), 3);
    prediction.apply([{ kind: "clear" }]);
    expect(row(store)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it("never changes what the server has said, and reports every difference", () => {
    const next = random(11);
    const some = (n: number) => Math.floor(next() * n);
    for (let game = 0; game < 60; game++) {
      const start = Array.from({ length: SIZE }, () => some(3));
      const { store, prediction } = setUp(...start);
      const truth = new BlockStore();
      truth.apply([cells(...start.map((state, x): [Pos, number] => [at(x), state]))]);
      let seen = row(store);
      const follow = (changes: readonly CellChange[]) => {
        for (const { pos, before, after } of changes) {
          expect(seen[pos[0]]).toBe(before);
          seen[pos[0]] = after;
        }
        expect(seen).toEqual(row(store));
      };
      for (let step = 0; step < 30; step++) {
        const what = some(4);
        if (what === 0 && !prediction.active)
          follow(prediction.move(at(some(SIZE)), at(some(SIZE))));
        else if (what === 1) {
          follow(prediction.end());
          expect(row(store)).toEqual(row(truth));
        } else {
          const frame = cells(
            ...Array.from({ length: some(3) }, (): [Pos, number] => [at(some(SIZE)), some(3)]),
          );
          truth.apply([frame]);
          follow(prediction.apply([frame]));
        }
      }
      follow(prediction.end());
      expect(row(store)).toEqual(row(truth));
    }
  });
});
