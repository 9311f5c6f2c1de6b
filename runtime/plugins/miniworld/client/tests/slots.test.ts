import { describe, expect, it } from "vitest";
import type { SlotView } from "../wire.generated";
import {
  inHotbar,
  quickMoveTarget,
  slotsOf,
  STORAGE,
  clickSlot,
  cycleSlot,
  EQUIPMENT,
} from "../hud/slots";

const held = (slot: number, item: number, count: number): SlotView => ({
  slot,
  item,
  name: `item ${item}`,
  count,
  durability: null,
});
const BAG = [held(0, 100, 9), held(1000, 104, 5), held(1001, 100, 3)];

describe("slots", () => {
  it("have Mini World's numbers", () => {
    expect(slotsOf(STORAGE)).toHaveLength(30);
    expect(slotsOf(EQUIPMENT)).toEqual([8000, 8001, 8002, 8003, 8004]);
    expect(inHotbar(BAG, 1)?.count).toBe(3);
    expect(inHotbar(BAG, 7)).toBeUndefined();
  });

  it("are cycled by the wheel", () => {
    expect([cycleSlot(7, 1), cycleSlot(0, -1), cycleSlot(3, 2), cycleSlot(0, -9)]).toEqual([
      0, 7, 5, 7,
    ]);
  });

  it("quick-move items to the same item, else to an empty slot", () => {
    expect(quickMoveTarget(BAG, 0)).toBe(1001);
    expect(quickMoveTarget(BAG, 1000)).toBe(1);
    expect(quickMoveTarget(BAG, 5)).toBeNull();
    const full = slotsOf(STORAGE).map((slot) => held(slot, 7, 1));
    expect(quickMoveTarget([...full, held(1000, 104, 5)], 1000)).toBeNull();
  });

  it("are picked up and put down", () => {
    const up = clickSlot(BAG, [], null, 0, false, false);
    expect(up).toEqual({ picked: { slot: 0, count: 9, inBox: false }, act: null });
    const down = clickSlot(BAG, [], up.picked, 5, false, false);
    expect(down).toEqual({ picked: null, act: { move_item: { from: 0, to: 5, count: 9 } } });
    expect(clickSlot(BAG, [], up.picked, 0, false, false)).toEqual({ picked: null, act: null });
    expect(clickSlot(BAG, [], null, 3, false, false).picked).toBeNull();
    expect(clickSlot(BAG, [], null, 0, false, true).picked?.count).toBe(5);
  });

  it("exchange items with a container", () => {
    const box = [held(3, 500, 2)];
    const out = clickSlot(BAG, box, null, 3, true, false).picked;
    expect(clickSlot(BAG, box, out, 8, false, false).act).toEqual({
      move_box_item: { into: false, from: 3, count: 2 },
    });
    const into = clickSlot(BAG, box, null, 0, false, false).picked;
    expect(clickSlot(BAG, box, into, 0, true, false).act).toEqual({
      move_box_item: { into: true, from: 0, count: 9 },
    });
  });
});
