import type { Act } from "@page/wire.generated";
import type { SlotView } from "../wire.generated";

/** First slot number and number of slots of each bar, as Mini World counts them. */
export const STORAGE = { first: 0, count: 30 } as const;
export const HOTBAR = { first: 1000, count: 8 } as const;
export const EQUIPMENT = { first: 8000, count: 5 } as const;

/** The slot numbers of a bar. */
export const slotsOf = ({ first, count }: { first: number; count: number }): number[] =>
  Array.from({ length: count }, (_, i) => first + i);

/** The items in a slot. */
export const inSlot = (bag: readonly SlotView[], slot: number): SlotView | undefined =>
  bag.find((held) => held.slot === slot);

/** The items in a slot of the hotbar, by its index. */
export const inHotbar = (bag: readonly SlotView[], index: number): SlotView | undefined =>
  inSlot(bag, HOTBAR.first + index);

/** The index of the hotbar slot `by` notches of the wheel further. */
export const cycleSlot = (index: number, by: number): number =>
  (((index + by) % HOTBAR.count) + HOTBAR.count) % HOTBAR.count;

/**
 * The slot that a quick move (Shift-click) puts a slot's items into, on the other side of storage
 * and hotbar: one with the same item, else the first empty one; null if there is neither.
 */
export function quickMoveTarget(bag: readonly SlotView[], from: number): number | null {
  const held = inSlot(bag, from);
  if (!held) return null;
  const there = from >= HOTBAR.first && from < HOTBAR.first + HOTBAR.count ? STORAGE : HOTBAR;
  const slots = slotsOf(there);
  const same = slots.find((slot) => inSlot(bag, slot)?.item === held.item);
  return same ?? slots.find((slot) => !inSlot(bag, slot)) ?? null;
}

/** Items picked up in the inventory, to be put into another slot. */
export interface Picked {
  slot: number;
  count: number;
  /** Whether the slot belongs to the open container. */
  inBox: boolean;
}

/**
 * The result of a click on a slot: what is picked up afterwards, and what to send to the server.
 */
export interface SlotClick {
  picked: Picked | null;
  act: Act | null;
}

/**
 * Handles a click on a slot. Without picked-up items it picks up those of the slot (half of them
 * with `half`); with some it puts them there. A click on the slot they came from puts them back.
 */
export function clickSlot(
  bag: readonly SlotView[],
  box: readonly SlotView[],
  picked: Picked | null,
  slot: number,
  inBox: boolean,
  half: boolean,
): SlotClick {
  const held = inSlot(inBox ? box : bag, slot);
  if (!picked) {
    if (!held) return { picked: null, act: null };
    const count = half ? Math.ceil(held.count / 2) : held.count;
    return { picked: { slot, count, inBox }, act: null };
  }
  if (picked.slot === slot && picked.inBox === inBox) return { picked: null, act: null };
  const { count } = picked;
  if (picked.inBox !== inBox) {
    return { picked: null, act: { move_box_item: { into: inBox, from: picked.slot, count } } };
  }
  // The server arranges the items within a container itself.
  if (inBox) return { picked: null, act: null };
  return { picked: null, act: { move_item: { from: picked.slot, to: slot, count } } };
}
