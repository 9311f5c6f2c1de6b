import { describe, expect, it } from "vitest";
import { arrowPaths, arrowsBetweenSeats } from "../src/hud/seat_arrows";
import type { Arrow, Zone } from "../src/wire.generated";

const zone = (seat: number | null, z: number): Zone => ({
  kind: seat === null ? "common" : "hand",
  seat,
  at: [1, 1, z],
  count: 3,
});
const ZONES = [zone(0, 0), zone(1, 2), zone(null, 5)];
const arrow = (from: [number, number], to: [number, number]): Arrow => ({
  from: [from[0], 1, from[1]],
  to: [to[0], 1, to[1]],
  kind: "threat",
});

describe("arrows between seats", () => {
  it("are those between cells of two seats' zones", () => {
    expect(arrowsBetweenSeats([arrow([1, 0], [3, 2])], ZONES)).toEqual([{ from: 0, to: 1 }]);
  });

  it("are none within a seat, to the middle or outside of the zones", () => {
    const others = [arrow([1, 0], [2, 0]), arrow([1, 0], [1, 5]), arrow([1, 0], [4, 2])];
    expect(arrowsBetweenSeats(others, ZONES)).toEqual([]);
  });

  it("go from the edge of one sign to that of the other, with the point there", () => {
    const area = (x: number, y: number) => ({ x, y, wide: 50, high: 20 });
    const { shaft, head } = arrowPaths(area(100, 100), area(500, 100));
    const numbers = (path: string) => path.match(/-?[\d.]+/g)?.map(Number) ?? [];
    const [startX = 0, startY = 0] = numbers(shaft);
    const [tipX = 0, tipY = 0] = numbers(head);
    expect(startX).toBeGreaterThan(100);
    expect(Math.abs(startX - 100) <= 50 && Math.abs(startY - 100) <= 20).toBe(true);
    expect(Math.abs(tipX - 500) <= 50.1 && Math.abs(tipY - 100) <= 20.1).toBe(true);
    // It ends on the side from which it comes.
    expect(tipX).toBeLessThan(500);
  });
});
