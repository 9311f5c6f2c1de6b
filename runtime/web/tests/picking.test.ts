import { describe, expect, it } from "vitest";
import { marksOf, nextCells, pick, pickedBy, withoutPicking } from "../src/room/picking";
import type { Mark, RequestView } from "../src/wire.generated";
import type { Pos } from "../src/wire/decode";
import { random } from "./random";

const A: Pos = [1, 1, 0];
const B: Pos = [2, 1, 0];
const C: Pos = [3, 1, 0];
const D: Pos = [4, 1, 0];

const asked = (...paths: Pos[][]): RequestView => ({
  id: 1,
  hint: { zh: "", en: "" },
  choices: paths.map((path) => ({ path: path.map((pos) => [...pos]), label: null })),
  deadline: null,
  selection: null,
  panel: null,
});

describe("a click on a cell", () => {
  const request = asked([A, B], [A, C, D], [B, D], [D]);

  it("picks up, goes on, chooses, changes, puts down or is refused", () => {
    expect(pick(request, [], A)).toEqual({ kind: "picked", picked: [A] });
    expect(pick(request, [A], C)).toEqual({ kind: "picked", picked: [A, C] });
    expect(pick(request, [A, C], D)).toEqual({ kind: "chosen", choice: 1 });
    expect(pick(request, [A], B)).toEqual({ kind: "chosen", choice: 0 });
    expect(pick(request, [], D)).toEqual({ kind: "chosen", choice: 3 });
    expect(pick(request, [A, C], B)).toEqual({ kind: "picked", picked: [B] });
    expect(pick(request, [A], A)).toEqual({ kind: "picked", picked: [] });
    expect(pick(request, [], C)).toEqual({ kind: "refused" });
  });

  it("reaches every choice by clicks along its path", () => {
    const next = random(5);
    const cells = [A, B, C, D];
    for (let round = 0; round < 300; round++) {
      const paths = Array.from({ length: 1 + Math.floor(next() * 6) }, () =>
        Array.from(
          { length: 1 + Math.floor(next() * 3) },
          () => cells[Math.floor(next() * 4)] as Pos,
        ),
      );
      // A choice that is the beginning of another is made before the other can be reached.
      const free = paths.filter(
        (path) =>
          !paths.some(
            (other) => other.length < path.length && String(path).startsWith(String(other)),
          ),
      );
      for (const path of free) {
        let picked: readonly Pos[] = [];
        for (const [i, pos] of path.entries()) {
          const outcome = pick(asked(...paths), picked, pos);
          if (i < path.length - 1) {
            expect(outcome).toEqual({ kind: "picked", picked: path.slice(0, i + 1) });
            picked = path.slice(0, i + 1);
          } else {
            const choice = paths.findIndex((other) => String(other) === String(path));
            expect(outcome).toEqual({ kind: "chosen", choice });
          }
        }
      }
    }
  });
});

describe("marks of what is picked", () => {
  const request = asked([A, B], [A, C, D], [A, C]);

  it("show the cells picked and each cell that may follow, once", () => {
    const shown = marksOf(request, [A], (pos) => pos[0] !== 3);
    expect(shown).toEqual([
      { pos: A, kind: "selected" },
      { pos: B, kind: "target" },
      { pos: C, kind: "capture" },
    ]);
    expect(marksOf(request, [], () => true)).toEqual([]);
    expect(nextCells(request, [A, C])).toEqual([D]);
  });

  it("are told from a map's own marks", () => {
    const own: Mark = { pos: [9, 1, 9], kind: "target" };
    const check: Mark = { pos: [2, 1, 0], kind: "check" };
    const all = [...marksOf(request, [A], () => true), own, check];
    expect(withoutPicking(request, all)).toEqual([own, check]);
    expect(pickedBy(request, all)).toEqual([A]);
    expect(pickedBy(null, all)).toEqual([]);
    expect(pickedBy(asked([B, C]), all)).toEqual([]);
  });
});
