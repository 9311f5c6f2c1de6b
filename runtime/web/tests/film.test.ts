import { describe, expect, it } from "vitest";
import type { Review, MoveEntry, ServerMessage } from "../src/wire.generated";
import { effectsAfter, effectsBetween, type Running } from "../src/replay/effects";
import { readFilm, type Film } from "../src/replay/film";
import { Player } from "../src/replay/player";
import { Reel } from "../src/replay/reel";
import { Score } from "../src/replay/score";
import { emptyHud } from "../src/state/hud";
import { WireError } from "../src/wire/decode";
import { BlockStore } from "../src/world/store";
import { random } from "./random";

const hud = emptyHud();
const move = (seat: number, name: string): MoveEntry => ({ seat, text: { zh: name, en: name } });

/** Encodes a replay file as the server does. */
class Writer {
  private readonly parts: Uint8Array[] = [];

  text(value: unknown): this {
    return this.frame(0, new TextEncoder().encode(JSON.stringify(value)));
  }

  cells(...cells: [number, number, number, number][]): this {
    const bytes = new DataView(new ArrayBuffer(5 + 16 * cells.length));
    bytes.setUint8(0, 2);
    bytes.setUint32(1, cells.length, true);
    cells.forEach((cell, i) =>
      cell.forEach((value, k) => bytes.setInt32(5 + 16 * i + 4 * k, value, true)),
    );
    return this.frame(1, new Uint8Array(bytes.buffer));
  }

  file(): ArrayBuffer {
    const length = this.parts.reduce((sum, part) => sum + part.length, 0);
    const all = new Uint8Array(length);
    let at = 0;
    for (const part of this.parts) {
      all.set(part, at);
      at += part.length;
    }
    return all.buffer;
  }

  private frame(kind: number, bytes: Uint8Array): this {
    const head = new DataView(new ArrayBuffer(5));
    head.setUint8(0, kind);
    head.setUint32(1, bytes.length, true);
    this.parts.push(new Uint8Array(head.buffer), bytes);
    return this;
  }
}

const start = () =>
  new Writer()
    .text({ room: "abc", map: { id: "m" }, events: 0, complete: true })
    .cells()
    .text({
      t: "scene",
      event: 0,
      tick: 0,
      effects: [],
      hud,
      seats: [],
      players: [],
      request: null,
      marks: [],
    });

/** What is to be seen after an event: blocks by cell, and the parts of a plugin's view. */
interface Truth {
  cells: Map<string, number>;
  parts: Map<string, unknown>;
}

/**
 * A film of `count` events. Each sets one cell and changes a plugin's view, and every third adds a
 * move.
 */
function film(count: number, seed: number): { film: Film; truth: Truth[] } {
  const roll = random(seed);
  const writer = start();
  const truth: Truth[] = [{ cells: new Map(), parts: new Map() }];
  let moves = 0;
  for (let event = 1; event <= count; event++) {
    const pos = [0, 1, 2].map(() => Math.floor(roll() * 20) - 4) as [number, number, number];
    const state = Math.floor(roll() * 4);
    writer.cells([...pos, state]);
    const before = truth[event - 1] as Truth;
    const [part, lost] = [Math.floor(roll() * 5), Math.floor(roll() * 5)].map(String);
    const parts = new Map(before.parts);
    parts.delete(`part ${lost}`);
    parts.set(`part ${part}`, event);
    const put = { [`part ${part}`]: event };
    writer.text({ t: "plugin_change", plugin: "world", put, gone: [`part ${lost}`] });
    truth.push({ cells: new Map(before.cells).set(pos.join(), state), parts });
    if (event % 3 === 0) {
      const value = { keep: moves, add: [move(moves % 2, `m${moves}`)] };
      writer.text({ t: "hud", change: { field: "moves", value } });
      moves += 1;
    }
    writer.text({ t: "event", event, tick: event * 10 });
  }
  return { film: readFilm(writer.file()), truth };
}

describe("readFilm", () => {
  it("groups frames by event", () => {
    const { film: made } = film(7, 1);
    expect(made.head.room).toBe("abc");
    expect(made.events.map(({ event }) => event)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(made.events[2]?.messages.map(({ t }) => t)).toEqual(["plugin_change", "hud"]);
  });

  it("refuses files that are cut short anywhere between frames' bytes or without a scene", () => {
    const whole = start().text({ t: "event", event: 1, tick: 3 }).file();
    expect(() => readFilm(whole)).not.toThrow();
    expect(() => readFilm(whole.slice(0, whole.byteLength - 1))).toThrow(WireError);
    expect(() => readFilm(whole.slice(0, 3))).toThrow(WireError);
    expect(() => readFilm(new ArrayBuffer(0))).toThrow(WireError);
    const odd = new Uint8Array(whole.slice(0));
    odd[0] = 9;
    expect(() => readFilm(odd.buffer)).toThrow(WireError);
  });
});

describe("Reel", () => {
  it("shows the same state at a position, however it is reached", () => {
    const count = 150;
    const { film: made, truth } = film(count, 7);
    const reel = new Reel(made);
    expect(reel.length).toBe(count);
    const shown = new BlockStore();
    shown.apply(reel.blocks());
    const roll = random(3);
    for (let step = 0; step < 200; step++) {
      const far = Math.floor(roll() * (count + 1));
      const to = step % 3 === 0 ? far : Math.min(count, Math.max(0, reel.at + (step % 2) * 2 - 1));
      const { cells } = reel.seek(to);
      // Applies the changes as a board does.
      const changed = cells.map(({ pos, after }) => ({ pos, state: after }));
      shown.apply([{ kind: "cells", cells: changed }]);
      expect(reel.at).toBe(to);
      expect(reel.model.hud.moves).toHaveLength(Math.floor(to / 3));
      const { cells: wanted, parts } = truth[to] as Truth;
      const view = reel.model.plugins.get("world") ?? {};
      expect(view).toEqual(Object.fromEntries(parts));
      for (const [pos, state] of wanted) {
        const [x, y, z] = pos.split(",").map(Number) as [number, number, number];
        expect(shown.state(x, y, z), `${pos} at ${to}`).toBe(state);
      }
    }
  });

  it("returns the event of a step by one, and none for other seeks", () => {
    const reel = new Reel(film(9, 2).film);
    expect(reel.seek(1).batch?.event).toBe(1);
    expect(reel.seek(5).batch).toBeNull();
    expect(reel.seek(4).batch).toBeNull();
    expect(reel.seek(99).cells).toBeDefined();
    expect(reel.at).toBe(9);
  });

  it("finds events of links, and the nearest one for unknown numbers", () => {
    const reel = new Reel(film(9, 2).film);
    expect([0, 4, 9, 10, 1e8].map((event) => reel.positionOf(event))).toEqual([0, 4, 9, 9, 9]);
  });
});

describe("Score", () => {
  it("follows take-backs and new games", () => {
    const score = new Score();
    const [a, b, c, d] = ["a", "b", "c", "d"].map((name, i) => move(i % 2, name)) as [
      MoveEntry,
      MoveEntry,
      MoveEntry,
      MoveEntry,
    ];
    const lists: MoveEntry[][] = [[], [], [a], [a, b], [a], [a], [a, c], [], [d]];
    lists.forEach((moves, at) => score.note(at, moves, at > 0, null));
    expect(score.stops).toEqual([2, 3, 4, 6, 7, 8]);
    expect(score.movesAt(2)).toEqual([a, b]);
    expect(score.movesAt(5)).toEqual([a, c]);
    expect(score.movesAt(8)).toEqual([d]);
    expect([2, 3, 4, 6, 7].map((at) => score.madeAt(at))).toEqual([1, 2, 1, 2, 0]);
    expect(score.positionOf(6, 0)).toBe(2);
    expect(score.positionOf(4, 1)).toBe(6);
    expect(score.positionsOf(2, 9)).toEqual([1, 2, 3]);
    expect(score.positionsOf(5, 9)).toEqual([1, 2, 6]);
    expect(score.positionsOf(8, 9)).toEqual([7, 9]);
    expect([score.stopAfter(0), score.stopBefore(6), score.stopAfter(8)]).toEqual([2, 4, null]);
  });

  it("keeps the review of a line for all its positions", () => {
    const score = new Score();
    const [a, b] = [move(0, "a"), move(1, "b")];
    const review: Review = { seat: 0, shares: [500, 400, 450], notes: [] };
    const looking: Review = { ...review, shares: [500] };
    score.note(0, [], false, null);
    score.note(1, [a], true, null);
    score.note(2, [a, b], true, null);
    score.note(3, [a, b], false, looking);
    score.note(4, [a, b], false, review);
    expect([0, 1, 2, 4].map((at) => score.reviewAt(at))).toEqual([review, review, review, review]);
    expect(score.stops).toEqual([1, 2]);
    expect([0, 1, 2].map((moves) => score.positionAfter(moves))).toEqual([0, 1, 2]);
    score.note(5, [], true, null);
    expect(score.reviewAt(5)).toBeNull();
    expect(score.reviewAt(4)).toBe(review);
  });

  it("stops where blocks change when a map lists no moves", () => {
    const score = new Score();
    for (let at = 0; at < 6; at++) score.note(at, [], at % 2 === 1, null);
    expect(score.stops).toEqual([1, 3, 5]);
  });
});

describe("effects", () => {
  const particle = (x: number) => ({ kind: "particle", pos: [x, 0, 0], id: 5, scale: 1 }) as const;
  const text = (id: number, words: string) =>
    ({ kind: "text", id, pos: [0, 0, 0], text: words, size: 9, colour: "#ffffff" }) as const;
  const after = (running: Running, ...effects: unknown[]) =>
    effects.reduce<Running>(
      (map, effect) => effectsAfter(map, { t: "effect", effect } as ServerMessage),
      running,
    );

  it("computes changes from any set of running effects to any other", () => {
    const one = after(new Map(), particle(1), text(3, "a"));
    const two = after(one, { kind: "stop_particle", pos: [1, 0, 0], id: 5 }, text(3, "b"));
    for (const [from, to] of [
      [one, two],
      [two, one],
      [one, new Map()],
      [new Map(), two],
    ] as [Running, Running][]) {
      const reached = after(from, ...effectsBetween(from, to));
      expect([...reached].sort()).toEqual([...to].sort());
    }
    expect(effectsBetween(one, one)).toEqual([]);
  });
});

describe("Player", () => {
  function playing(speed: "moves" | 2) {
    const reel = new Reel(film(9, 4).film);
    const waits: number[] = [];
    let next: (() => void) | null = null;
    const player = new Player(reel, {
      later: (run, ms) => {
        next = run;
        return waits.push(ms);
      },
      cancel: () => (next = null),
      go: (position) => reel.seek(position),
    });
    player.speed = speed;
    const visited: number[] = [];
    player.toggle();
    while (next && visited.length < 50) {
      const run: () => void = next;
      next = null;
      run();
      visited.push(reel.at);
    }
    return { visited, waits, player, reel };
  }

  it("plays one move per second, and stops at the end", () => {
    const { visited, waits, player } = playing("moves");
    expect(visited).toEqual([3, 6, 9]);
    expect(waits).toEqual([1000, 1000, 1000]);
    expect(player.playing).toBe(false);
  });

  it("plays by events at double speed, and restarts from the end", () => {
    const { visited, waits, player, reel } = playing(2);
    expect(visited).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(new Set(waits)).toEqual(new Set([250]));
    player.toggle();
    expect([reel.at, player.playing]).toEqual([0, true]);
  });
});
