import type { Act, SlotView } from "../../wire.generated";

/** First slots of the bars, and how many they have. */
export const STORAGE = { first: 0, count: 30 } as const;
export const HOTBAR = { first: 1000, count: 8 } as const;
export const EQUIPMENT = { first: 8000, count: 5 } as const;

/** The numbers of a bar's slots. */
export const slotsOf = ({ first, count }: { first: number; count: number }): number[] =>
  Array.from({ length: count }, (_, i) => first + i);

/** What lies in a slot. */
export const inSlot = (bag: readonly SlotView[], slot: number): SlotView | undefined =>
  bag.find((held) => held.slot === slot);

/** What somebody has at hand, by the index of the slot. */
export const inHotbar = (bag: readonly SlotView[], index: number): SlotView | undefined =>
  inSlot(bag, HOTBAR.first + index);

/** The slot at hand after turning the wheel by so many notches. */
export const cycleSlot = (index: number, by: number): number =>
  (((index + by) % HOTBAR.count) + HOTBAR.count) % HOTBAR.count;

/** Where a slot's items go when they are simply sent to the other side: the first that fits. */
export function quickMoveTarget(bag: readonly SlotView[], from: number): number | null {
  const held = inSlot(bag, from);
  if (!held) return null;
  const there = from >= HOTBAR.first && from < HOTBAR.first + HOTBAR.count ? STORAGE : HOTBAR;
  const slots = slotsOf(there);
  const same = slots.find((slot) => inSlot(bag, slot)?.item === held.item);
  return same ?? slots.find((slot) => !inSlot(bag, slot)) ?? null;
}

/** What is picked up in the inventory, to be put down elsewhere. */
export interface Picked {
  slot: number;
  count: number;
  /** Whether the slot is one of the open box. */
  inBox: boolean;
}

/** What comes of touching a slot: what is picked up afterwards, and what is to be done. */
export interface SlotClick {
  picked: Picked | null;
  act: Act | null;
}

/**
 * Touches a slot. With empty hands what lies there is picked up, half of it with `half`; else it is
 * put down. The same slot again lays it back.
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
  // What lies where in a box is the server's own matter.
  if (inBox) return { picked: null, act: null };
  return { picked: null, act: { move_item: { from: picked.slot, to: slot, count } } };
}
