import type { Act, OwnView, SlotView } from "../../wire.generated";
import { fillWith, h } from "../../util/dom";
import { icon } from "../../util/icons";
import { slotFace } from "./hotbar";
import type { ItemPalette } from "./item_palette";
import {
  HOTBAR,
  inSlot,
  quickMoveTarget,
  slotsOf,
  STORAGE,
  clickSlot,
  EQUIPMENT,
  type Picked,
} from "./slots";
import { walkText } from "../strings";

const EQUIPMENT_NAMES = ["head", "chest", "legs", "feet", "back"] as const;
/** Slots shown of a container, filled or not. */
const CONTAINER_SLOTS = 30;

/** The inventory dialog, with the slots of an open container. */
export class Inventory {
  readonly element = h("section", { class: "bag", role: "dialog", hidden: true });
  private picked: Picked | null = null;
  private own: OwnView | null = null;
  private visible = false;

  constructor(
    private readonly act: (act: Act) => void,
    private readonly onClose: () => void,
    private readonly palette: ItemPalette,
    /** Whether the player is in creative mode. */
    private readonly creative: () => boolean,
  ) {
    const { element } = this;
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** Whether the dialog is open. */
  get open(): boolean {
    return this.visible;
  }

  toggle(open: boolean): void {
    if (open === this.visible) return;
    const hadContainer = this.own?.opened != null;
    this.visible = open;
    this.picked = null;
    this.element.hidden = !open;
    this.draw();
    if (open)
      this.element.querySelector<HTMLElement>("button.slot")?.focus({ preventScroll: true });
    else {
      if (hadContainer) this.act({ close_box: {} });
      this.onClose();
    }
  }

  /** Takes the player's new state. The dialog opens and closes with a container. */
  render(own: OwnView): void {
    const before = this.own?.opened ?? null;
    this.own = own;
    if (own.opened && !before) this.toggle(true);
    if (!own.opened && before && this.visible) this.toggle(false);
    const { picked } = this;
    const from = picked?.inBox ? own.opened?.[1] : own.bag;
    if (picked && !inSlot(from ?? [], picked.slot)) this.picked = null;
    this.draw();
  }

  private draw(): void {
    const { own } = this;
    if (!own || !this.visible) return;
    const box = own.opened?.[1] ?? null;
    this.element.setAttribute("aria-label", walkText("bag"));
    const row = (slots: number[], name: string, style: string) =>
      h(
        "div",
        { class: `slots ${style}` },
        h("h3", {}, name),
        ...slots.map((slot) => this.slot(own.bag, slot, false)),
      );
    const boxSlots = slotsOf({ first: 0, count: CONTAINER_SLOTS });
    const creative = this.creative();
    this.palette.render(own, creative && !box);
    // Items in slots beyond the present capacity are still shown.
    const store = slotsOf(STORAGE).filter((slot) => slot < own.room || inSlot(own.bag, slot));
    const close = {
      type: "button",
      class: "icon-button",
      "aria-label": walkText("close"),
      onclick: () => this.toggle(false),
    };
    fillWith(
      this.element,
      h("header", {}, h("h2", {}, walkText("bag")), h("button", close, icon("close"))),
      box &&
        h(
          "div",
          { class: "slots box" },
          h("h3", {}, walkText("box")),
          ...boxSlots.map((slot) => this.slot(box, slot, true)),
        ),
      creative && !box && this.palette.element,
      row(slotsOf(EQUIPMENT), walkText("worn"), "equipment"),
      row(store, walkText("store"), "store"),
      row(slotsOf(HOTBAR), walkText("hotbar"), "hand"),
      h(
        "footer",
        {},
        h("p", {}, walkText(creative && !box ? "palette_help" : "bag_help")),
        h(
          "button",
          {
            type: "button",
            class: "quiet small",
            "data-do": "discard",
            disabled: !this.picked || this.picked.inBox,
            onclick: () => this.discard(),
          },
          walkText("discard"),
        ),
      ),
    );
  }

  private slot(bag: readonly SlotView[], slot: number, inBox: boolean): HTMLElement {
    const held = inSlot(bag, slot);
    const { picked } = this;
    const up = picked?.slot === slot && picked.inBox === inBox;
    const part = EQUIPMENT_NAMES[slot - EQUIPMENT.first];
    const locked = !inBox && this.isLocked(slot);
    const label = held ? `${held.name} × ${held.count}` : part ? walkText(part) : "";
    const name = locked ? `${label} ${walkText("locked")}`.trim() : label;
    return h(
      "button",
      {
        type: "button",
        class: `slot${up ? " picked-up" : ""}${locked ? " locked" : ""}`,
        "data-slot": inBox ? `box ${slot}` : slot,
        title: name,
        "aria-label": name || walkText("slot_empty", { slot: (slot % 1000) + 1 }),
        "aria-pressed": up ? "true" : "false",
        onclick: (event) => this.clickSlotAt(slot, inBox, false, (event as MouseEvent).shiftKey),
        oncontextmenu: () => this.clickSlotAt(slot, inBox, true, false),
      },
      ...(held
        ? slotFace(held)
        : part
          ? [h("span", { class: "placeholder" }, walkText(part))]
          : []),
    );
  }

  /** Whether the player may not change one of its own slots. */
  private isLocked(slot: number): boolean {
    const { own } = this;
    const beyond = slot < STORAGE.count && slot >= (own?.room ?? STORAGE.count);
    return beyond || (own?.locked.includes(slot) ?? false);
  }

  private clickSlotAt(slot: number, inBox: boolean, half: boolean, across: boolean): void {
    const { own } = this;
    if (!own || (!inBox && this.isLocked(slot))) return;
    const box = own.opened?.[1] ?? [];
    if (across && !this.picked) {
      this.quickMove(slot, inBox, own);
      return;
    }
    const { picked, act } = clickSlot(own.bag, box, this.picked, slot, inBox, half);
    this.picked = picked;
    if (act) this.act(act);
    this.draw();
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

  private discard(): void {
    const { picked } = this;
    if (!picked || picked.inBox) return;
    this.picked = null;
    this.act({ discard: { slot: picked.slot, count: picked.count } });
    this.draw();
  }

  private key(event: KeyboardEvent): void {
    if (event.key === "Escape" || event.code === "KeyE") {
      event.preventDefault();
      event.stopPropagation();
      this.toggle(false);
      return;
    }
    if (event.code === "KeyQ") this.discard();
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -10, ArrowDown: 10 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const slots = [...this.element.querySelectorAll<HTMLElement>("button.slot")];
    const at = slots.findIndex((slot) => slot === document.activeElement);
    slots[Math.max(0, Math.min(slots.length - 1, at + step))]?.focus();
  }
}
