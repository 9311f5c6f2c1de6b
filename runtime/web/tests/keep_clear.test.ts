import { describe, expect, it } from "vitest";
import { keepClear, type Box } from "../src/hud/keep_clear";
import { random } from "./random";

const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const moved = ({ left, top, right, bottom }: Box, { x, y }: { x: number; y: number }): Box => ({
  left: left + x,
  top: top + y,
  right: right + x,
  bottom: bottom + y,
});
const apart = (a: Box, b: Box): boolean =>
  a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
const ROOM = box(0, 0, 400, 300);

describe("labels that keep clear of each other", () => {
  it("stay where nothing is in their way", () => {
    const boxes = [box(10, 10, 100, 30), box(200, 10, 100, 30)];
    expect(keepClear(boxes, ROOM)).toEqual([
      { x: 0, y: 0 },
      { x: 0, y: 0 },
    ]);
  });

  it("come into the room", () => {
    expect(keepClear([box(-20, 290, 100, 30)], ROOM)).toEqual([{ x: 20, y: -20 }]);
  });

  it("give way to those before them on the shortest way", () => {
    const [first, second] = keepClear([box(0, 200, 120, 40), box(100, 200, 200, 40)], ROOM);
    expect(first).toEqual({ x: 0, y: 0 });
    // 23 pixels to the right are less than 43 upwards.
    expect(second).toEqual({ x: 23, y: 0 });
    const [, wide] = keepClear([box(0, 200, 120, 40), box(60, 200, 300, 40)], ROOM);
    expect(wide).toEqual({ x: 0, y: -43 });
  });

  it("stay within the room where there is no place", () => {
    const all = [box(0, 0, 400, 300), box(-50, 100, 80, 30)];
    expect(keepClear(all, ROOM)[1]).toEqual({ x: 50, y: 0 });
  });

  it("lie apart wherever a search finds a place on a fine grid", () => {
    const draw = random(7);
    const between = (low: number, high: number) => low + draw() * (high - low);
    let found = 0;
    for (let round = 0; round < 300; round++) {
      const boxes = Array.from({ length: 6 }, () =>
        box(between(-30, 380), between(-30, 280), between(20, 160), between(15, 60)),
      );
      const placed: Box[] = [];
      keepClear(boxes, ROOM).forEach((shift, i) => {
        const before = boxes[i] as Box;
        const there = moved(before, shift);
        expect(there.left).toBeGreaterThanOrEqual(-1e-9);
        expect(there.right).toBeLessThanOrEqual(400 + 1e-9);
        expect(there.top).toBeGreaterThanOrEqual(-1e-9);
        expect(there.bottom).toBeLessThanOrEqual(300 + 1e-9);
        const free = placed.every((other) => apart(there, other));
        // An independent search: no place on a grid of five pixels is nearer, or free if none was found.
        const length = free ? Math.hypot(shift.x, shift.y) : Infinity;
        const size = [before.right - before.left, before.bottom - before.top] as const;
        for (let x = 0; x + size[0] <= 400; x += 5) {
          for (let y = 0; y + size[1] <= 300; y += 5) {
            const way = { x: x - before.left, y: y - before.top };
            if (Math.hypot(way.x, way.y) >= length) continue;
            const at = moved(before, way);
            const wide = box(at.left - 3, at.top - 3, size[0] + 6, size[1] + 6);
            expect(placed.some((other) => !apart(wide, other))).toBe(true);
          }
        }
        if (free && (shift.x !== 0 || shift.y !== 0)) found += 1;
        placed.push(there);
      });
    }
    expect(found).toBeGreaterThan(300);
  });
});
