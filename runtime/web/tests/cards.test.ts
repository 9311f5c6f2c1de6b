import { describe, expect, it } from "vitest";
import { rankOf, readFace } from "../src/cards/faces";
import {
  CARD_WIDTH,
  cellsOf,
  tableSize,
  TableLayout,
  type Layout,
  type Place,
  type TableCard,
  type TableContext,
} from "../src/cards/layout";
import { Selecting } from "../src/cards/selecting";
import { RoomModel } from "../src/state/room";
import { random as seeded } from "./random";
import type { RequestView, SelectView, Zone } from "../src/wire.generated";

const sorted = (text: string): string => [...text].sort().join("");

function view(classes: string, legal: string[], more: Partial<SelectView> = {}): SelectView {
  const sizes = legal.map(({ length }) => length);
  return {
    cells: [...classes].map((_, x) => [x, 1, 0]),
    classes,
    legal: legal.map(sorted),
    min: Math.min(...sizes, 99),
    max: Math.max(...sizes, 0),
    suggest: [],
    label: null,
    ...more,
  };
}

const held = (selecting: Selecting): string =>
  selecting.cells.map((cell) => selecting.view.classes[cell]).join("");

describe("selecting cards", () => {
  it("survives the same question under another number and no other question", () => {
    const model = new RoomModel();
    const hint = { zh: "", en: "" };
    const ask = (id: number, selection: SelectView | null) => {
      const rest = { hint, choices: [], deadline: null, panel: null };
      const request: RequestView | null = selection && { id, selection, ...rest };
      model.take({ t: "request", request });
    };
    ask(1, view("KK7", ["K", "KK"]));
    model.selecting?.toggle(0);
    ask(2, view("KK7", ["K", "KK"]));
    expect([model.selecting?.request, model.selecting?.cells]).toEqual([2, [0]]);
    ask(3, view("KK7", ["KK"]));
    expect([model.selecting?.request, model.selecting?.cells]).toEqual([3, []]);
    model.selecting?.toggle(0);
    ask(4, null);
    ask(5, view("KK7", ["KK"]));
    expect(model.selecting?.cells).toEqual([]);
  });

  it("is legal only with all cards of a play", () => {
    const selecting = new Selecting(1, view("KK7654333", ["333", "34567", "K", "KK"]));
    selecting.toggle(0);
    expect([held(selecting), selecting.legal]).toEqual(["K", true]);
    selecting.toggle(1);
    expect([held(selecting), selecting.legal]).toEqual(["KK", true]);
    selecting.toggle(1);
    expect(held(selecting)).toBe("K");
    selecting.clear();
    expect([selecting.cells, selecting.legal]).toEqual([[], false]);
  });

  it("adds the cards that every play with the selection has", () => {
    const selecting = new Selecting(1, view("99876554333", ["333", "99"]));
    selecting.toggle(10);
    expect(held(selecting)).toBe("333");
    // A card that fits no play with the selection starts a new one.
    selecting.toggle(0);
    expect(held(selecting)).toBe("99");
  });

  it("takes a straight from a drag, whatever other cards it crosses", () => {
    const straights = ["34567", "45678", "345678", "55", "33"];
    const selecting = new Selecting(1, view("8765543321".slice(0, 8), straights));
    selecting.sweep([0, 1, 2, 3, 4, 5, 6]);
    expect(held(selecting)).toBe("876543");
    expect(selecting.legal).toBe(true);
    selecting.sweep([0, 1]);
    expect(held(selecting)).toBe("6543");
  });

  it("takes all cards of a drag that contain no play", () => {
    const selecting = new Selecting(1, view("KQJ", ["K"]));
    selecting.sweep([2, 1]);
    expect([held(selecting), selecting.legal]).toEqual(["QJ", false]);
  });

  it("highlights exactly the cards that can be added", () => {
    const selecting = new Selecting(1, view("A7654433", ["334", "34567", "A"]));
    expect([...selecting.selectable()].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    // A three needs a four, which is selected with it.
    selecting.toggle(7);
    expect(held(selecting)).toBe("43");
    expect([...selecting.selectable()].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 6, 7]);
    selecting.toggle(6);
    expect(held(selecting)).toBe("433");
  });

  it("cycles through the suggestions", () => {
    const suggest = [[2], [0, 1]];
    const selecting = new Selecting(1, view("KK3", ["3", "KK", "K"], { suggest }));
    const seen = [0, 1, 2].map(() => (selecting.suggest(), selecting.cells));
    expect(seen).toEqual([[2], [0, 1], [2]]);
    expect(selecting.suggested).toBe(0);
    expect(new Selecting(1, view("3", ["3"])).suggest()).toBe(false);
  });

  it("takes any cards of the right number where plays are not listed", () => {
    const free = { classes: "", legal: [], min: 2, max: 2, cells: view("abcd", []).cells };
    const selecting = new Selecting(1, view("", [], free));
    selecting.toggle(3);
    expect(selecting.legal).toBe(false);
    selecting.toggle(1);
    expect([selecting.cells, selecting.legal]).toEqual([[1, 3], true]);
    expect([...selecting.selectable()].sort()).toEqual([1, 3]);
    const one = new Selecting(1, view("", [], { ...free, min: 1, max: 1 }));
    one.toggle(0);
    one.toggle(2);
    expect(one.cells).toEqual([2]);
  });

  it("knows when nothing can be played", () => {
    expect(new Selecting(1, view("KK", [])).possible).toBe(false);
    expect(new Selecting(1, view("KK", ["K"])).possible).toBe(true);
  });

  it("agrees with the list of plays in whatever order cards are selected", () => {
    const random = seeded(5);
    const legal = ["3", "33", "333", "3334", "34567", "45678", "8", "88", "77", "7788"];
    const selecting = new Selecting(1, view("88776654333", legal));
    const cells = selecting.view.cells.length;
    for (let step = 0; step < 3000; step++) {
      const [a, b] = [Math.floor(random() * cells), Math.floor(random() * cells)];
      if (random() < 0.6) selecting.toggle(a);
      else
        selecting.sweep(Array.from({ length: Math.abs(a - b) + 1 }, (_, i) => Math.min(a, b) + i));
      expect(selecting.legal).toBe(legal.map(sorted).includes(sorted(held(selecting))));
      const before = selecting.cells;
      for (const cell of selecting.selectable()) {
        if (before.includes(cell)) continue;
        const more = sorted(held(selecting) + selecting.view.classes[cell]);
        const leads = legal.some((play) => {
          let rest = sorted(play);
          return [...more].every((c) => rest.includes(c) && ((rest = rest.replace(c, "")), true));
        });
        expect(leads, `${held(selecting)} and ${more}`).toBe(true);
      }
    }
  });
});

describe("faces", () => {
  it("are read with rank and suit in any order", () => {
    expect(readFace("10\n♠")).toEqual({ rank: "10", suit: "♠" });
    expect(readFace("7\n♣\n*")).toEqual({ rank: "7", suit: "♣", named: true });
    expect(rankOf("7\n♣\n*")).toBe("");
    expect(readFace("♥K")).toEqual({ rank: "K", suit: "♥" });
    expect(readFace("杀")).toEqual({ rank: "杀", suit: null });
    expect(["10\n♠", "A\n♦", "小\n王", "大\n王", "杀"].map(rankOf)).toEqual([
      "T",
      "A",
      "B",
      "R",
      "",
    ]);
  });
});

const HAND = 20;

/** Seats with a hand and a row of played cards each, and three cards in the middle. */
function zones(seats: number): Zone[] {
  const own = Array.from({ length: seats }, (_, seat): Zone[] => [
    { kind: "hand", seat, at: [1, 1, 2 * seat], count: HAND },
    { kind: "played", seat, at: [1, 1, 2 * seat + 1], count: HAND },
  ]).flat();
  return [
    ...own,
    { kind: "common", seat: null, at: [1, 1, 40], count: 3 },
    { kind: "pile", seat: null, at: [1, 1, 41], count: 1 },
  ];
}

/** How the table is seen, and how large plates are, where a test is not about that. */
const PITCH = 1.1;
const PLATES = { width: 2.5, depth: 1.6 };

function lay(
  seats: number,
  seat: number,
  aspect: number,
  played: number,
  more: Partial<TableContext> = {},
): Layout {
  const all = zones(seats);
  const frame = { x: 0, y: 1, z: 0, ...tableSize(aspect) };
  const lying = (pos: readonly number[]): TableCard | null => {
    const zone = all.find(({ at, count }) => at[2] === pos[2] && (pos[0] ?? 0) < at[0] + count);
    const index = (pos[0] ?? 0) - 1;
    const there = zone?.kind === "played" ? index < played : true;
    const hidden = zone?.kind === "hand" && zone.seat !== seat;
    return there ? { pos: [index + 1, 1, pos[2] ?? 0], hidden } : null;
  };
  const context = { zones: all, seats, seat, frame, pitch: PITCH, ...more };
  return new TableLayout(context, lying).make();
}

describe("the layout of a card table with plates", () => {
  const hand = (seat: number) =>
    cellsOf(zones(seat + 1).find((one) => one.kind === "hand" && one.seat === seat) as Zone);
  for (const seats of [2, 5, 8, 10]) {
    for (const aspect of [0.6, 1.3]) {
      it(`gives each of ${seats} seats a place of its own at ${aspect}`, () => {
        const { width, depth } = tableSize(aspect);
        const layout = lay(seats, 0, aspect, 1, { plates: PLATES });
        const signs = [...layout.signs.values()];
        expect(signs.length).toBe(seats);
        signs.forEach((one, i) => {
          expect(Math.abs(one.x)).toBeLessThanOrEqual(width / 2);
          expect(Math.abs(one.z)).toBeLessThanOrEqual(depth / 2);
          for (const other of signs.slice(i + 1)) {
            expect(Math.hypot(one.x - other.x, one.z - other.z)).toBeGreaterThan(1.5);
          }
        });
        // Plates show the number of cards, so backs are not drawn.
        expect(hand(1).some((pos) => layout.places.has(pos.join()))).toBe(false);
      });

      it(`lays what is offered by one of ${seats} in the middle at ${aspect}`, () => {
        const offered = new Set(hand(1).map((pos) => pos.join()));
        const layout = lay(seats, 0, aspect, 0, { plates: PLATES, offered });
        expect(layout.offers).toBe(true);
        expect(layout.piles).toEqual([]);
        const places = [...offered].map((key) => layout.places.get(key));
        expect(places.every((place) => place && place.size >= 1.5)).toBe(true);
        expect(new Set(places.map((place) => `${place?.x},${place?.z}`)).size).toBe(HAND);
      });
    }
  }
});

describe("cards before plates", () => {
  /** How large plates get in CSS pixels, on phones and elsewhere. */
  const SMALL = { width: 108, height: 50 };
  const LARGE = { width: 150, height: 84 };
  interface Box {
    what: string;
    left: number;
    right: number;
    bottom: number;
    top: number;
  }
  const apart = (a: Box, b: Box) =>
    a.right <= b.left || b.right <= a.left || a.top <= b.bottom || b.top <= a.bottom;
  /** Every seat wears four cards and has two to be judged by. */
  const worn = (seats: number): Zone[] =>
    [...Array(seats).keys()].flatMap((seat) => [
      { kind: "row", seat, at: [1, 1, 10 * seat], count: 4 },
      { kind: "row", seat, at: [1, 1, 10 * seat + 1], count: 2 },
    ]);

  for (const seats of [5, 8, 10]) {
    // Pictures beside the panel, of windows that are 844, 1024, 1366, 1440 and 2560 pixels wide.
    for (const [width, height, plate] of [
      [524, 250, SMALL],
      [676, 464, LARGE],
      [1018, 464, LARGE],
      [1092, 740, LARGE],
      [2212, 1270, LARGE],
    ] as const) {
      it(`lie under none of ${seats} plates in a picture of ${width}×${height}`, () => {
        const size = tableSize(width / height);
        const block = width / size.width;
        const upright = Math.sin(PITCH) * block;
        const frame = { x: 0, y: 1, z: 0, ...size };
        const plates = { width: plate.width / block, depth: plate.height / upright };
        const context = { zones: worn(seats), seats, seat: 0, frame, pitch: PITCH, plates };
        const cardAt = (pos: readonly number[]): TableCard => ({
          pos: [pos[0] ?? 0, pos[1] ?? 0, pos[2] ?? 0],
          hidden: false,
        });
        const layout = new TableLayout(context, cardAt).make();
        const signs = [...layout.signs].slice(1).map(([seat, { x, z, side }]): Box => {
          const left = x * block - (plate.width * (side + 1)) / 2;
          const [top, right] = [z * upright, left + plate.width];
          return { what: `plate ${seat}`, left, right, top, bottom: top - plate.height };
        });
        const rows = new Map<number, Box>();
        for (const [key, { x, z, size }] of layout.places) {
          const seat = Math.floor(Number(key.split(",")[2]) / 10);
          const half = [(size * CARD_WIDTH * block) / 2, (size * upright) / 2] as const;
          const before = rows.get(seat);
          rows.set(seat, {
            what: `cards ${seat}`,
            left: Math.min(before?.left ?? Infinity, x * block - half[0]),
            right: Math.max(before?.right ?? -Infinity, x * block + half[0]),
            bottom: Math.min(before?.bottom ?? Infinity, z * upright - half[1]),
            top: Math.max(before?.top ?? -Infinity, z * upright + half[1]),
          });
        }
        const others = [...rows].filter(([seat]) => seat !== 0).map(([, box]) => box);
        const boxes = [...signs, ...others];
        const covered = boxes.flatMap((one, i) =>
          boxes
            .slice(i + 1)
            .filter((other) => !apart(one, other))
            .map(({ what }) => `${one.what} and ${what}`),
        );
        expect(covered).toEqual([]);
        for (const { left, right } of boxes) {
          expect(left).toBeGreaterThanOrEqual(-width / 2);
          expect(right).toBeLessThanOrEqual(width / 2);
        }
      });
    }
  }
});

describe("cards offered to all", () => {
  /** How wide the plates at the sides may get, in blocks. */
  const PLATE = 3.3;
  const row = (count: number): Zone[] => [
    ...zones(8).filter(({ kind }) => kind !== "common"),
    { kind: "common", seat: null, at: [1, 1, 40], count },
  ];
  for (const aspect of [1.21, 1.6, 1.9]) {
    for (const count of [1, 4, 6, 8, 10]) {
      const frame = { x: 0, y: 1, z: 0, ...tableSize(aspect) };
      const all = row(count);
      const cardAt = (pos: readonly number[]): TableCard | null =>
        pos[2] === 40 ? { pos: [pos[0] ?? 0, 1, 40], hidden: false } : null;
      const seen = { pitch: PITCH, plates: PLATES };
      const context = { zones: all, seats: 8, seat: 0, frame, ...seen };
      const { places } = new TableLayout(context, cardAt).make();

      it(`keep clear of the plates at the sides: ${count} at ${aspect}`, () => {
        expect(places.size).toBe(count);
        for (const { x, size } of places.values()) {
          expect(Math.abs(x) + (size * CARD_WIDTH) / 2).toBeLessThan(frame.width / 2 - PLATE);
        }
      });

      it(`can be read, from the top left: ${count} at ${aspect}`, () => {
        const laid = [...Array(count).keys()].map((i) => places.get(`${i + 1},1,40`) as Place);
        laid.slice(1).forEach((place, i) => {
          const before = laid[i] as Place;
          if (place.z === before.z) {
            expect(place.x - before.x).toBeGreaterThan(0.75 * CARD_WIDTH * place.size);
          } else {
            expect(before.z - place.z).toBeGreaterThan(place.size);
            expect(place.x).toBeLessThan(before.x);
          }
        });
      });
    }
  }
});

describe("the layout of a card table", () => {
  for (const seats of [1, 2, 3, 4, 5, 6, 8, 10]) {
    for (const aspect of [0.6, 0.85, 1.3, 1.9]) {
      it(`keeps ${seats} seats on the table at ${aspect}`, () => {
        const { width, depth } = tableSize(aspect);
        const layout = lay(seats, seats - 1, aspect, 6);
        expect(layout.places.size).toBe(seats * (HAND + 6) + 4);
        for (const { x, z, size } of layout.places.values()) {
          expect(Math.abs(x) + size * 0.35).toBeLessThanOrEqual(width / 2 + 0.5);
          expect(Math.abs(z)).toBeLessThanOrEqual(depth / 2);
        }
        expect(layout.signs.size).toBe(seats);
        for (const { held } of layout.signs.values()) expect(held).toBe(HAND);
      });

      it(`shows the corner of every card of one's own among ${seats} at ${aspect}`, () => {
        const seat = Math.floor(seats / 2);
        const layout = lay(seats, seat, aspect, 0);
        const [zone] = zones(seats).filter((one) => one.kind === "hand" && one.seat === seat);
        const hand = cellsOf(zone as Zone).map((pos) => layout.places.get(pos.join()));
        hand.forEach((place, i) => {
          const next = hand[i + 1];
          if (!place || !next || next.z !== place.z) return;
          // The index is a quarter of a card's width.
          expect(next.x - place.x).toBeGreaterThanOrEqual(place.size * 0.7 * 0.25);
          expect(next.order).toBeGreaterThan(place.order);
        });
        const others = [...layout.signs].filter(([other]) => other !== seat);
        for (const [, { z }] of others) expect(z).toBeGreaterThan(layout.hand.z);
      });
    }
  }

  for (const seats of [2, 4]) {
    for (const aspect of [0.8, 1.2, 1.8]) {
      it(`lays the piles of ${seats} seats beyond the answers at ${aspect}`, () => {
        const answers = 2.8;
        const layout = lay(seats, 0, aspect, 0, { answers });
        // The line of the table that the upper edge of the hand just hides.
        const edge = layout.hand.z + (layout.hand.y - 1) / Math.tan(PITCH);
        for (const { pos, z } of layout.piles) {
          const pile = layout.places.get(pos.join()) as Place;
          expect(pile.z - pile.size / 2).toBeGreaterThanOrEqual(edge + answers);
          expect(z).toBeGreaterThanOrEqual(edge + answers);
          // And not over the cards of the seat opposite.
          const far = Math.max(...[...layout.places.values()].map((place) => place.z));
          expect(pile.z + pile.size / 2).toBeLessThanOrEqual(far);
        }
        expect(layout.piles.length).toBe(1);
      });
    }
  }

  it("has the next seat on the right and the one before on the left", () => {
    const { signs } = lay(3, 1, 1.4, 0);
    expect(signs.get(2)?.x).toBeGreaterThan(0);
    expect(signs.get(0)?.x).toBeLessThan(0);
  });
});
