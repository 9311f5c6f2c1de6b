import type { Act, OwnView } from "../../wire.generated";
import { language, onLanguage } from "../../i18n/language";
import type { RoomModel } from "../../state/room";
import { fillWith, h } from "../../util/dom";
import { MAX_PALETTE_ITEMS, paletteItemsOf, search, type PaletteItem } from "./palette_items";
import { iconUrl } from "../drawing/item_icons";
import { slotOfKey } from "../input/keys";
import { inHotbar, HOTBAR, inSlot, slotsOf } from "./slots";
import { walkText } from "../strings";

/** All blocks and items of the map, for creative mode: a click puts one into the selected slot. */
export class ItemPalette {
  readonly element = h("section", { class: "palette", hidden: true });
  private readonly input = h("input", { type: "search", autocomplete: "off", spellcheck: "false" });
  private readonly list = h("div", { class: "palette-items", role: "listbox" });
  private readonly count = h("small", { role: "status" });
  private readonly title = h("h3", {});
  private items: readonly PaletteItem[] = [];
  private shownMap: unknown = null;
  private own: OwnView | null = null;
  private stale = true;

  constructor(
    private readonly model: RoomModel,
    private readonly act: (act: Act) => void,
  ) {
    const { element, input, list } = this;
    element.append(h("header", {}, this.title, input, this.count), list);
    input.addEventListener("input", () => this.draw());
    // Letters go into the search field alone. Escape passes on and closes the inventory.
    input.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") {
        event.preventDefault();
        this.buttons()[0]?.focus();
      }
      if (event.key !== "Escape") event.stopPropagation();
    });
    list.addEventListener("keydown", (event) => this.key(event));
    onLanguage(() => {
      this.stale = true;
      this.render(this.own, !element.hidden);
    });
  }

  /** Takes the player's new state; `shown` says whether the palette is visible. */
  render(own: OwnView | null, shown: boolean): void {
    const before = this.own && heldItem(this.own);
    this.own = own;
    this.element.hidden = !shown;
    if (!shown) return;
    const { map } = this.model;
    if (this.shownMap !== map) {
      this.shownMap = map;
      this.items = paletteItemsOf(map);
      this.stale = true;
    }
    if (this.stale || before !== (own && heldItem(own))) this.draw();
  }

  /** Focuses the search field. */
  focus(): void {
    this.input.focus({ preventScroll: true });
  }

  private draw(): void {
    this.stale = false;
    const found = search(this.items, this.input.value);
    const shown = found.slice(0, MAX_PALETTE_ITEMS);
    this.title.textContent = walkText("palette");
    this.input.placeholder = walkText("palette_search");
    this.input.setAttribute("aria-label", walkText("palette_search"));
    this.list.setAttribute("aria-label", walkText("palette"));
    this.count.textContent = walkText(found.length === 0 ? "palette_none" : "palette_count", {
      count: found.length,
    });
    const held = this.own ? heldItem(this.own) : 0;
    fillWith(this.list, ...shown.map((item) => this.itemButton(item, item.id === held)));
  }

  private itemButton(item: PaletteItem, held: boolean): HTMLElement {
    const name = language() === "zh" ? item.zh : item.en;
    return h(
      "button",
      {
        type: "button",
        class: "slot palette-item",
        role: "option",
        "data-item": item.id,
        title: `${name} · ${item.id}`,
        "aria-label": `${name}, ${item.id}`,
        "aria-selected": held ? "true" : "false",
        onclick: (event) => this.take(item.id, (event as MouseEvent).shiftKey),
      },
      h("img", {
        src: iconUrl(`item_${item.id}`),
        alt: "",
        draggable: "false",
        loading: "lazy",
      }),
    );
  }

  /** Puts an item into the selected slot, or with `elsewhere` into the first empty one. */
  private take(item: number, elsewhere: boolean): void {
    const { own } = this;
    if (!own) return;
    const free = elsewhere ? slotsOf(HOTBAR).find((slot) => !inSlot(own.bag, slot)) : undefined;
    this.act({ choose: { slot: free ?? HOTBAR.first + own.slot, item } });
  }

  private key(event: KeyboardEvent): void {
    const { target } = event;
    const at = this.buttons().indexOf(target as HTMLElement);
    const index = slotOfKey(event.code);
    if (index !== null && target instanceof HTMLElement) {
      // A digit chooses the slot.
      const item = Number(target.dataset["item"]);
      this.act({ choose: { slot: HOTBAR.first + index, item } });
    } else {
      const step = arrowStep(event.key, this.columns());
      if (step === null) return;
      if (at + step < 0) this.focus();
      else this.buttons()[Math.min(this.buttons().length - 1, at + step)]?.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  }

  private buttons(): HTMLElement[] {
    return [...this.list.querySelectorAll<HTMLElement>("button")];
  }

  /** The number of columns of the grid, measured from the layout. */
  private columns(): number {
    const [first, ...others] = this.buttons();
    const below = others.findIndex((other) => other.offsetTop !== first?.offsetTop);
    return below < 0 ? others.length + 1 : below + 1;
  }
}

const heldItem = (own: OwnView): number => inHotbar(own.bag, own.slot)?.item ?? 0;

/** By how many entries an arrow key moves in a grid of `columns`; null for other keys. */
export function arrowStep(key: string, columns: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  };
  return steps[key] ?? null;
}
