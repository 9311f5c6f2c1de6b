import { describe, expect, it } from "vitest";
import type { Mark, RequestView, SeatView } from "../src/wire.generated";
import { rounds } from "../src/hud/moves";
import { readMoves } from "../src/render/motion";
import { Choices, clickTarget } from "../src/room/choices";
import { nearest } from "../src/room/keyboard";
import { changeHud } from "../src/state/hud";
import { RoomModel } from "../src/state/room";
import type { Pos } from "../src/wire/decode";
import { BlockStore } from "../src/world/store";

const text = (words: string) => ({ zh: words, en: words });

const request: RequestView = {
  id: 4,
  hint: text("move"),
  choices: [
    {
      path: [
        [1, 1, 2],
        [1, 1, 5],
      ],
      label: null,
    },
    {
      path: [
        [1, 1, 2],
        [4, 1, 2],
      ],
      label: null,
    },
    {
      path: [
        [0, 1, 0],
        [0, 1, 1],
      ],
      label: null,
    },
    { path: [], label: text("pass") },
  ],
  deadline: null,
  selection: null,
  panel: null,
};

describe("choices", () => {
  it("begin at first cells and continue from the piece picked up", () => {
    const open = new Choices(request, [], []);
    expect(open.cells()).toEqual([
      [1, 1, 2],
      [0, 1, 0],
    ]);
    expect(open.count([1, 1, 2])).toBe(2);
    expect(open.continues([4, 1, 2])).toBe(false);
    const marks: Mark[] = [{ pos: [1, 1, 2], kind: "selected" }];
    const held = new Choices(request, marks, [[1, 1, 2]]);
    expect(held.continues([4, 1, 2])).toBe(true);
    expect(held.continues([0, 1, 1])).toBe(false);
    expect(held.cells().slice(0, 2)).toEqual([
      [1, 1, 5],
      [4, 1, 2],
    ]);
  });

  it("map a click on the board to the point on it, if that has a meaning", () => {
    const matters = (pos: Pos) => pos.join() === "4,1,2" || pos.join() === "5,0,5";
    expect(clickTarget([4, 0, 2], matters)).toEqual([4, 1, 2]);
    expect(clickTarget([4, 1, 2], matters)).toEqual([4, 1, 2]);
    expect(clickTarget([5, 0, 5], matters)).toEqual([5, 0, 5]);
    expect(clickTarget([7, 0, 7], matters)).toEqual([7, 0, 7]);
  });
});

describe("keyboard", () => {
  const place = (x: number, y: number) => ({ pos: [x, 0, y] as Pos, x, y });

  it("prefers what is straight ahead to what is nearest", () => {
    const places = [place(60, 0), place(30, 60), place(-10, 0)];
    expect(nearest(place(0, 0), [1, 0], places)).toBe(places[0]);
    expect(nearest(place(0, 0), [0, 1], places)).toBe(places[1]);
    expect(nearest(place(0, 0), [-1, 0], places)).toBe(places[2]);
    expect(nearest(place(0, 0), [0, -1], places)).toBeNull();
  });
});

describe("heads-up display", () => {
  const move = (seat: number, words: string) => ({ seat, text: text(words) });

  it("keeps the first moves and adds the rest", () => {
    const model = new RoomModel();
    const add = [move(0, "a"), move(1, "b"), move(0, "c")];
    const three = changeHud(model.hud, { field: "moves", value: { keep: 0, add } });
    const back = changeHud(three, { field: "moves", value: { keep: 1, add: [move(1, "d")] } });
    expect(back.moves.map((m) => m.text.en)).toEqual(["a", "d"]);
    expect(model.hud.moves).toEqual([]);
  });

  it("sorts moves into rounds, also when the second seat begins or moves twice", () => {
    const words = (rows: ReturnType<typeof rounds>) =>
      rows.map((row) => row.map((m) => m?.text.en ?? "-").join(" "));
    expect(words(rounds([move(0, "a"), move(1, "b"), move(0, "c")], 2))).toEqual(["a b", "c -"]);
    expect(words(rounds([move(1, "a"), move(0, "b"), move(1, "c")], 2))).toEqual(["- a", "b c"]);
    expect(words(rounds([move(0, "a"), move(0, "b"), move(2, "c")], 3))).toEqual([
      "a - -",
      "b - c",
    ]);
    expect(rounds([], 2)).toEqual([]);
  });

  it("knows the viewer's seat and counts down to a deadline", () => {
    const model = new RoomModel();
    const seat = (player: number): SeatView => ({
      name: text("s"),
      colour: "#000000",
      holder: { by: "player", player },
      care: { by: "own" },
      can_hand_over: false,
    });
    model.take({ t: "seats", seats: [seat(3), seat(8)] });
    expect(model.seat).toBeNull();
    const map = {} as never;
    model.take({ t: "welcome", you: 8, token: "", room: "r", map, fresh: false, host: false });
    expect(model.seat).toBe(1);
    model.reach(1, 100, 5000);
    expect(model.secondsTo(160, 5000)).toBe(3);
    expect(model.secondsTo(160, 7100)).toBe(1);
    expect(model.secondsTo(160, 99_000)).toBe(0);
  });

  it("names who spoke, also after they left", () => {
    const model = new RoomModel();
    model.take({ t: "players", players: [{ id: 2, name: "Ada", present: true }] });
    model.take({ t: "chat", from: 2, text: text("hi") });
    model.take({ t: "players", players: [] });
    model.take({ t: "chat", from: null, text: text("room") });
    expect(model.chat.map(({ from }) => from)).toEqual(["Ada", null]);
  });
});

describe("pieces in motion", () => {
  const isPiece = (id: number) => id >= 2010;
  const change = (pos: Pos, before: number, after: number) => ({ pos, before, after });

  it("reads a capture that sets the captured piece aside as two moves", () => {
    const moves = readMoves(
      [change([1, 1, 2], 2017, 0), change([1, 1, 9], 2019, 2017), change([10, 1, 0], 0, 2019)],
      isPiece,
    );
    expect(moves.disappeared).toEqual([]);
    expect(moves.appeared).toEqual([]);
    expect(moves.moved).toHaveLength(2);
    expect(moves.moved).toContainEqual({ id: 2017, from: [1, 1, 2], to: [1, 1, 9] });
    expect(moves.moved).toContainEqual({ id: 2019, from: [1, 1, 9], to: [10, 1, 0] });
  });

  it("pairs equal pieces nearest first, and returns what appeared and disappeared", () => {
    const moves = readMoves(
      [
        change([0, 1, 0], 2023, 0),
        change([8, 1, 0], 2023, 0),
        change([8, 1, 1], 0, 2023),
        change([4, 0, 4], 7, 9),
        change([4, 1, 4], 0, 2010),
      ],
      isPiece,
    );
    expect(moves.moved).toEqual([{ id: 2023, from: [8, 1, 0], to: [8, 1, 1] }]);
    expect(moves.disappeared).toEqual([{ id: 2023, pos: [0, 1, 0] }]);
    expect(moves.appeared).toEqual([{ id: 2010, pos: [4, 1, 4] }]);
  });
});

describe("block store", () => {
  const uniform = (state: number) => new Uint32Array([state]);

  it("returns what differs after all frames, not what changed in between", () => {
    const store = new BlockStore();
    const cell = (state: number) => ({ pos: [3, 1, -2] as Pos, state });
    store.apply([{ kind: "cells", cells: [cell(5)] }]);
    expect(store.apply([{ kind: "cells", cells: [cell(6), cell(5)] }])).toEqual([]);
    expect(store.apply([{ kind: "cells", cells: [cell(0)] }])).toEqual([
      { pos: [3, 1, -2], before: 5, after: 0 },
    ]);
  });

  it("replaces everything in a fresh scene", () => {
    const store = new BlockStore();
    store.apply([{ kind: "chunk", at: [-1, 0, 0], states: uniform(1) }]);
    expect(store.id(-1, 15, 15)).toBe(1);
    expect(store.id(0, 0, 0)).toBe(0);
    const cells = [{ pos: [-1, 0, 0] as Pos, state: 0x02_0001 }];
    const changes = store.apply([{ kind: "clear" }, { kind: "cells", cells }]);
    expect(changes).toHaveLength(4096);
    expect(store.id(-1, 0, 0)).toBe(1);
    expect(store.id(-2, 0, 0)).toBe(0);
  });

  it("has endless ground, of which it draws what is near", () => {
    const store = new BlockStore();
    store.setGround([
      [0, 5, 101],
      [6, 6, 100],
    ]);
    for (const [x, z] of [
      [0, 0],
      [-5000, 77],
      [900_000, -900_000],
    ] as const) {
      expect([-1, 0, 5, 6, 7].map((y) => store.id(x, y, z))).toEqual([0, 101, 101, 100, 0]);
    }
    // A written cell leaves the rest of the ground as it is.
    const pos: Pos = [5000, 6, 5000];
    expect(store.apply([{ kind: "cells", cells: [{ pos, state: 0 }] }])).toEqual([
      { pos, before: 100, after: 0 },
    ]);
    expect([store.id(...pos), store.id(5000, 5, 5000), store.id(5001, 6, 5000)]).toEqual([
      0, 101, 100,
    ]);
    store.takeDirty();
    expect(store.layOut(5000, 5000, 1)).toBe(true);
    // Nine chunks: one existed, and its neighbours are meshed again with it.
    expect(store.takeDirty()).toHaveLength(9);
    expect(store.layOut(5001, 5001, 1)).toBe(false);
    expect([store.has([312, 0, 312]), store.has([400, 0, 312])]).toEqual([true, false]);
    // Ground far away is removed; chunks with written cells stay.
    expect(store.layOut(0, 0, 1)).toBe(true);
    expect([store.has([311, 0, 312]), store.has([312, 0, 312])]).toEqual([false, true]);
    const visited: Pos[] = [];
    store.forEach((at) => visited.push(at));
    expect(visited).toHaveLength(7 * 256 - 1);
    expect(store.frames()).toHaveLength(2);
    // A new scene leaves the ground as it is.
    store.apply([{ kind: "clear" }]);
    expect([store.id(...pos), store.has([0, 0, 0])]).toEqual([100, false]);
  });

  it("meshes neighbours again when a cell at the border changes", () => {
    const store = new BlockStore();
    const ground = [0, 1].map(
      (x) => ({ kind: "chunk", at: [x, 0, 0], states: uniform(1) }) as const,
    );
    store.apply([...ground]);
    store.takeDirty();
    const touch = (x: number) => {
      store.apply([{ kind: "cells", cells: [{ pos: [x, 5, 5], state: 2 }] }]);
      return store
        .takeDirty()
        .map(([cx]) => cx)
        .sort();
    };
    expect(touch(7)).toEqual([0]);
    expect(touch(15)).toEqual([0, 1]);
    expect(touch(16)).toEqual([0, 1]);
    expect(store.takeDirty()).toEqual([]);
  });
});
