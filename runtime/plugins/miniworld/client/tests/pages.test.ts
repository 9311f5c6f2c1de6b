import { describe, expect, it } from "vitest";
import { boxesOf, layPage, PAGE, groupsOf, type Box } from "../pages/layout";
import { element } from "./elements";
import { random } from "../../../../web/tests/random";

const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });
const meet = (a: Box, b: Box) =>
  a.x < b.x + b.width - 1e-6 &&
  b.x < a.x + a.width - 1e-6 &&
  a.y < b.y + b.height - 1e-6 &&
  b.y < a.y + a.height - 1e-6;

describe("a page", () => {
  it("has elements at their positions, and others in a column", () => {
    const boxes = boxesOf([
      ["a", element({ place: [10, 20], size: [100, 30] })],
      ["b", element({ kind: "button" })],
      ["c", element({ hidden: true })],
      ["d", element({ size: [80, 120] })],
      ["e", element({})],
    ]);
    expect(boxes[0]).toEqual(box(10, 20, 100, 30));
    const column = [boxes[1], boxes[3], boxes[4]] as Box[];
    for (const { x, width } of column) expect(x + width / 2).toBe(PAGE.width / 2);
    for (let i = 1; i < column.length; i++) {
      const above = column[i - 1] as Box;
      expect((column[i] as Box).y).toBeGreaterThanOrEqual(above.y + above.height);
    }
  });

  it("continues in another column when one is full", () => {
    const boxes = boxesOf(Array.from({ length: 25 }, (_, i) => [String(i), element({})] as const));
    for (const { y, height } of boxes) expect(y + height).toBeLessThanOrEqual(PAGE.height);
    const pairs = boxes.flatMap((a, i) => boxes.slice(i + 1).map((b) => [a, b] as const));
    for (const [a, b] of pairs) expect(meet(a, b)).toBe(false);
  });

  it("has groups of elements that are apart", () => {
    const boxes = [box(0, 0, 50, 50), box(60, 0, 50, 50), box(400, 0, 50, 50), box(55, 10, 10, 10)];
    expect(groupsOf(boxes)).toEqual([[2], [0, 1, 3]]);
  });

  it("fits a wide picture unchanged", () => {
    const { scale, boxes } = layPage([box(0, 0, 100, 50), box(1180, 670, 100, 50)], 1280, 720);
    expect(scale).toBe(1);
    expect(boxes).toEqual([box(0, 0, 100, 50), box(1180, 670, 100, 50)]);
  });

  it("enlarges each group in place on a phone, within the picture", () => {
    const shop = [box(370, 130, 540, 430), box(400, 500, 150, 40), box(750, 500, 130, 40)];
    const corner = box(24, 20, 300, 40);
    const { scale, boxes } = layPage([...shop, corner], 390, 794);
    expect(scale).toBeCloseTo(0.62, 9);
    for (const { x, y, width, height } of boxes) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(390);
      expect(y + height).toBeLessThanOrEqual(794);
    }
    const [frame, left] = boxes as [Box, Box];
    expect(left.x - frame.x).toBeCloseTo(30 * scale, 9);
    expect((boxes[3] as Box).x).toBeLessThan(30);
  });

  it("never makes separate groups overlap, whatever the picture", () => {
    const next = random(7);
    for (let round = 0; round < 200; round++) {
      const boxes = Array.from({ length: 1 + Math.floor(next() * 8) }, () =>
        box(next() * 1100, next() * 600, 20 + next() * 400, 20 + next() * 200),
      );
      const [width, height] = [300 + next() * 1300, 300 + next() * 900];
      const laid = layPage(boxes, width, height);
      const fit = Math.min(1.25, width / 1280, height / 720);
      expect(laid.scale).toBeGreaterThanOrEqual(fit - 1e-9);
      const parts = groupsOf(boxes);
      const partOf = (i: number) => parts.findIndex((part) => part.includes(i));
      boxes.forEach((_, i) =>
        boxes.forEach((_, j) => {
          if (i < j && partOf(i) !== partOf(j)) {
            expect(meet(laid.boxes[i] as Box, laid.boxes[j] as Box)).toBe(false);
          }
        }),
      );
    }
  });
});
