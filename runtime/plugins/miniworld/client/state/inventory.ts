import { effect, signal, untracked } from "@preact/signals";
import type { Act } from "@page/wire.generated";
import type { OwnView } from "../wire.generated";
import { clickSlot, inSlot, quickMoveTarget, STORAGE, type Picked } from "../hud/slots";
import type { WalkScreen } from "./walk";

/** The inventory dialog: whether it is open, and the items that are picked up in it. */
export class InventoryState {
  readonly open = signal(false);
  readonly picked = signal<Picked | null>(null);
  /** What is searched for in the palette. */
  readonly search = signal("");
  private hadContainer = false;

  constructor(
    private readonly walk: WalkScreen,
    private readonly act: (act: Act) => void,
    private readonly onClose: () => void,
  ) {
    effect(() => {
      const own = walk.own.value;
      untracked(() => this.follow(own));
    });
  }

  toggle(open: boolean): void {
    if (open === this.open.value) return;
    this.open.value = open;
    this.picked.value = null;
    if (open) return;
    if (this.walk.own.value?.opened) this.act({ close_box: {} });
    this.onClose();
  }

  /** Whether the player may not change one of its own slots. */
  isLocked(slot: number): boolean {
    const own = this.walk.own.value;
    const beyond = slot < STORAGE.count && slot >= (own?.room ?? STORAGE.count);
    return beyond || (own?.locked.includes(slot) ?? false);
  }

  /** Handles a click on a slot: `half` takes half of the items, `across` sends all to the other side. */
  click(slot: number, inBox: boolean, half: boolean, across: boolean): void {
    const own = this.walk.own.value;
    if (!own || (!inBox && this.isLocked(slot))) return;
    const box = own.opened?.[1] ?? [];
    if (across && !this.picked.value) {
      this.quickMove(slot, inBox, own);
      return;
    }
    const { picked, act } = clickSlot(own.bag, box, this.picked.value, slot, inBox, half);
    this.picked.value = picked;
    if (act) this.act(act);
  }

  /** Throws away the items that are picked up. */
  discard(): void {
    const picked = this.picked.value;
    if (!picked || picked.inBox) return;
    this.picked.value = null;
    this.act({ discard: { slot: picked.slot, count: picked.count } });
  }

  /** The dialog opens and closes with a container, and items that are gone are not picked up. */
  private follow(own: OwnView | null): void {
    if (!own) return;
    const had = this.hadContainer;
    this.hadContainer = own.opened !== null;
    if (own.opened && !had) this.toggle(true);
    if (!own.opened && had) this.toggle(false);
    const picked = this.picked.value;
    const from = picked?.inBox ? own.opened?.[1] : own.bag;
    if (picked && !inSlot(from ?? [], picked.slot)) this.picked.value = null;
  }

  /**
   * Sends all items of a slot across: between container and inventory, or between storage and
   * hotbar.
   */
  private quickMove(slot: number, inBox: boolean, own: OwnView): void {
    const held = inSlot(inBox ? (own.opened?.[1] ?? []) : own.bag, slot);
    if (!held) return;
    const { count } = held;
    if (own.opened) {
      this.act({ move_box_item: { into: !inBox, from: slot, count } });
      return;
    }
    const to = quickMoveTarget(own.bag, slot);
    if (to !== null) this.act({ move_item: { from: slot, to, count } });
  }
}
