import type { OwnView, SlotView } from "../../wire.generated";
import { fillWith, h } from "../../util/dom";
import { iconUrl } from "../drawing/item_icons";
import { inHotbar, HOTBAR } from "./slots";
import { walkText } from "../strings";

/** Vitals, in the order of `OwnView.vitals`. */
const VITALS = ["life", "hunger", "air"] as const;
/**
 * By item: the highest durability seen so far, which counts as unworn. The server does not send a
 * maximum.
 */
const maxDurability = new Map<number, number>();

/** The content of a slot: icon, count and durability. */
export function slotFace(held: SlotView | undefined): HTMLElement[] {
  if (!held) return [];
  const picture = h("img", { src: iconUrl(`item_${held.item}`), alt: "", draggable: "false" });
  const count = held.count > 1 ? h("span", { class: "count" }, String(held.count)) : null;
  return [picture, ...(count ? [count] : []), ...durabilityBar(held)];
}

function durabilityBar({ item, durability }: SlotView): HTMLElement[] {
  if (durability === null || durability <= 0) return [];
  const most = Math.max(durability, maxDurability.get(item) ?? 0);
  maxDurability.set(item, most);
  if (durability >= most) return [];
  return [h("span", { class: "worn", style: `--part:${durability / most}` })];
}

/** The hotbar, with the vitals and the name of the held item above it. */
export class Hotbar {
  readonly element = h("div", { class: "hotbar-box" });
  private readonly vitals = h("div", { class: "vitals" });
  private readonly bar = h("div", { class: "hotbar", role: "toolbar" });
  private readonly name = h("p", { class: "held-name", "aria-live": "polite" });
  private shownName = "";

  constructor(private readonly choose: (index: number) => void) {
    this.element.append(this.name, this.vitals, this.bar);
  }

  /** Shows the hotbar and vitals; `tick` is the room time, for cooldowns. */
  render(own: OwnView, tick: number): void {
    this.bar.setAttribute("aria-label", walkText("hotbar"));
    const { vitals } = own;
    fillWith(this.vitals, ...VITALS.map((name, i) => this.vital(name, vitals[i] ?? [0, 0])));
    const cooldowns = new Map(own.cooldowns);
    const slots = Array.from({ length: HOTBAR.count }, (_, index) => {
      const held = inHotbar(own.bag, index);
      const coolingDown = held && (cooldowns.get(held.item) ?? 0) > tick;
      const label = held
        ? walkText("slot_held", { slot: index + 1, name: held.name, count: held.count })
        : walkText("slot_empty", { slot: index + 1 });
      return h(
        "button",
        {
          type: "button",
          class: coolingDown ? "slot cooling-down" : "slot",
          "data-slot": HOTBAR.first + index,
          "aria-pressed": index === own.slot ? "true" : "false",
          "aria-label": label,
          title: label,
          tabindex: -1,
          onclick: () => this.choose(index),
        },
        h("kbd", {}, String(index + 1)),
        ...slotFace(held),
      );
    });
    fillWith(this.bar, ...slots);
    this.showHeldName(inHotbar(own.bag, own.slot)?.name ?? "");
  }

  /** Shows the name of the held item for a moment when it changes. */
  private showHeldName(name: string): void {
    if (name === this.shownName) return;
    this.shownName = name;
    const fresh = h("span", {}, name);
    this.name.replaceChildren(...(name === "" ? [] : [fresh]));
  }

  private vital(name: (typeof VITALS)[number], [value, most]: [number, number]): HTMLElement {
    const part = most > 0 ? Math.max(0, Math.min(1, value / most)) : 0;
    const words = { name: walkText(name), value: Math.ceil(value), most: Math.round(most) };
    return h(
      "div",
      {
        class: `vital ${name}${part < 0.25 ? " low" : ""}`,
        role: "meter",
        "aria-label": walkText("vital", words),
        "aria-valuenow": Math.ceil(value),
        "aria-valuemin": 0,
        "aria-valuemax": Math.round(most),
        style: `--part:${part.toFixed(3)}`,
        hidden: most <= 0 || (name === "air" && part >= 1),
      },
      h("i", {}),
      h("span", {}, String(Math.ceil(value))),
    );
  }
}
