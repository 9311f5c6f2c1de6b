import { describe, expect, it } from "vitest";
import { heardIn, materialOf, materialsOf, type Hearing } from "../src/audio/hearing";
import type { BlockView, Zone } from "../src/wire.generated";
import { Looks } from "../src/world/looks";
import type { CellChange } from "../src/world/store";

const block = (id: number, shape: string, glyph: string | null): BlockView => ({
  id,
  name: { zh: `${id}`, en: `${id}` },
  glyph,
  colour: "#888888",
  glyph_colour: "#000000",
  shape,
  light: 0,
});

const [TILE, ROOK, PAWN, BLACK, WHITE, CARD, OTHER, BACK, DIE, THREE, QUEEN] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
] as const;
const BLOCKS = [
  block(TILE, "cube", "#nesw"),
  block(ROOK, "disc", "車"),
  block(PAWN, "disc", "♟"),
  block(BLACK, "disc", null),
  block(WHITE, "disc", null),
  block(CARD, "card", "A\n♠"),
  block(OTHER, "card", "K\n♥"),
  block(BACK, "card", null),
  block(DIE, "cube", "⚀"),
  block(THREE, "cube", "⚂"),
  block(QUEEN, "disc", "♛"),
];
const looks = new Looks(BLOCKS);
const hearing = (more: Partial<Hearing> = {}): Hearing => ({
  lookOf: (id) => looks.of(id),
  zones: [],
  dragged: false,
  still: false,
  ...more,
});

const cell = (x: number, before: number, after: number, z = 0): CellChange => ({
  pos: [x, 1, z],
  before,
  after,
});

/** What is heard, as `material act count`, in the order of time. */
const heard = (changes: CellChange[], more: Partial<Hearing> = {}): string[] =>
  heardIn(changes, hearing(more))
    .toSorted((a, b) => a.after - b.after)
    .map(({ material, act, count }) => `${material} ${act} ${count}`);

describe("materials", () => {
  it("follow from what a block is, and ground has none", () => {
    expect(BLOCKS.map(materialOf)).toEqual([
      null,
      "wood",
      "wood",
      "stone",
      "stone",
      "cards",
      "cards",
      "cards",
      "dice",
      "dice",
      "wood",
    ]);
    expect(materialsOf(BLOCKS)).toEqual(["wood", "stone", "cards", "dice"]);
    expect(materialsOf([])).toEqual([]);
  });
});

describe("wooden pieces", () => {
  const move = [cell(0, ROOK, 0), cell(4, 0, ROOK)];

  it("slide, and land later", () => {
    expect(heard(move)).toEqual(["wood slide 1", "wood place 1"]);
    const [slide, place] = heardIn(move, hearing());
    expect([slide?.after, (place?.after ?? 0) > 0.1]).toEqual([0, true]);
  });

  it("are only set down where they were dragged", () => {
    expect(heard(move, { dragged: true })).toEqual(["wood place 1"]);
  });

  it("are there at once where nothing glides", () => {
    expect(heardIn(move, hearing({ still: true }))).toEqual([
      { material: "wood", act: "place", count: 1, after: 0 },
    ]);
  });

  it("capture where another stood, or beside it", () => {
    expect(heard([cell(0, ROOK, 0), cell(4, PAWN, ROOK)])).toEqual([
      "wood slide 1",
      "wood capture 1",
    ]);
    expect(heard([cell(0, ROOK, 0), cell(4, 0, ROOK), cell(3, PAWN, 0)])).toEqual([
      "wood slide 1",
      "wood capture 1",
    ]);
  });

  it("capture one that is then put beside the board", () => {
    const away = [cell(0, ROOK, 0), cell(4, PAWN, ROOK), cell(12, 0, PAWN)];
    expect(heard(away)).toEqual(["wood slide 1", "wood capture 1"]);
    expect(heard([cell(12, 0, PAWN)])).toEqual(["wood place 1"]);
  });

  it("that become others are set down, and two that move make one sound", () => {
    expect(heard([cell(0, PAWN, 0), cell(1, 0, QUEEN)])).toContain("wood place 1");
    const castling = [cell(4, PAWN, 0), cell(6, 0, PAWN), cell(7, ROOK, 0), cell(5, 0, ROOK)];
    expect(heard(castling)).toEqual(["wood slide 1", "wood place 1"]);
  });

  it("that are all set up, or put away, are poured", () => {
    const all = Array.from({ length: 32 }, (_, x) => cell(x, 0, x % 2 ? ROOK : PAWN));
    expect(heard(all)).toEqual(["wood pour 32"]);
    expect(heard(all.map(({ pos, after }) => ({ pos, before: after, after: 0 })))).toEqual([
      "wood pour 32",
    ]);
  });
});

describe("stones", () => {
  it("click, and captured ones are gathered afterwards", () => {
    expect(heard([cell(0, 0, BLACK)])).toEqual(["stone place 1"]);
    expect(heard([cell(0, 0, BLACK), cell(1, WHITE, 0), cell(2, WHITE, 0)])).toEqual([
      "stone place 1",
      "stone capture 2",
    ]);
  });

  it("turn over in place, however many", () => {
    const turned = Array.from({ length: 16 }, (_, x) => cell(x + 1, WHITE, BLACK));
    expect(heard([cell(0, 0, BLACK), ...turned])).toEqual(["stone place 1", "stone turn 16"]);
  });
});

describe("cards", () => {
  const zone = (kind: Zone["kind"], seat: number | null, z: number, count = 20): Zone => ({
    kind,
    seat,
    at: [0, 1, z],
    count,
  });
  const zones = [
    zone("hand", 0, 0),
    zone("played", 0, 1),
    zone("common", null, 2, 3),
    zone("pile", null, 3, 1),
    zone("hand", 1, 4),
  ];
  const on = (changes: CellChange[]) => heard(changes, { zones });

  it("are shuffled and given out for a new deal", () => {
    const hand = (z: number, face: number) =>
      Array.from({ length: 17 }, (_, x) => cell(x, 0, face, z));
    const deal = heardIn([...hand(0, CARD), ...hand(4, BACK)], hearing({ zones }));
    expect(deal.map(({ act, count }) => [act, count])).toEqual([
      ["pour", 34],
      ["deal", 34],
    ]);
    expect(deal[1]?.after).toBeGreaterThan(deal[0]?.after ?? Infinity);
  });

  it("are played out of a hand, which closes up", () => {
    const closing = [cell(3, CARD, OTHER), cell(4, OTHER, 0), cell(5, CARD, 0)];
    expect(on([...closing, cell(0, 0, CARD, 1), cell(1, 0, OTHER, 1)])).toEqual(["cards place 2"]);
  });

  it("are drawn into a hand from a pile, whose top changes", () => {
    expect(on([cell(5, 0, CARD), cell(0, BACK, OTHER, 3)])).toEqual(["cards deal 1"]);
    expect(on([cell(5, CARD, 0), cell(0, CARD, OTHER, 3)])).toEqual(["cards place 1"]);
  });

  it("are turned up, in the middle or in a hand", () => {
    expect(on([0, 1, 2].map((x) => cell(x, BACK, CARD, 2)))).toEqual(["cards turn 3"]);
    expect(on([0, 1].map((x) => cell(x, BACK, CARD, 4)))).toEqual(["cards turn 2"]);
  });

  it("that are only taken away, or whose number on the pile changes, are not heard", () => {
    expect(on([cell(0, CARD, 0, 1), cell(1, CARD, 0, 1)])).toEqual([]);
    expect(on([cell(0, BACK | (40 << 16), BACK | (39 << 16), 3)])).toEqual([]);
  });

  it("without a card table are laid down like any", () => {
    expect(heard([cell(0, 0, CARD)])).toEqual(["cards place 1"]);
  });
});

describe("dice", () => {
  it("are thrown when they show something else, and counters beside them are heard too", () => {
    expect(heard([cell(0, DIE, THREE)])).toEqual(["dice place 1"]);
    expect(heard([cell(0, DIE, DIE)])).toEqual([]);
    expect(heard([cell(0, THREE, 0)])).toEqual([]);
    expect(heard([cell(0, DIE, THREE), cell(4, BLACK, 0), cell(7, 0, BLACK)])).toContain(
      "stone place 1",
    );
  });
});

describe("the ground", () => {
  it("is not heard, however much of it changes", () => {
    expect(heard(Array.from({ length: 300 }, (_, x) => cell(x, 0, TILE)))).toEqual([]);
  });
});
