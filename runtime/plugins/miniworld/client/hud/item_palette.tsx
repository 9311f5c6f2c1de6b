import { useComputed } from "@preact/signals";
import type { TargetedKeyboardEvent } from "preact";
import { useRef } from "preact/hooks";
import type { OwnView } from "../wire.generated";
import { textLanguage } from "@page/i18n/language";
import { iconUrl } from "../drawing/item_icons";
import { slotOfKey } from "../input/keys";
import { walkText } from "../strings";
import { useWalk } from "./context";
import { MAX_PALETTE_ITEMS, paletteItemsOf, search, type PaletteItem } from "./palette_items";
import { HOTBAR, inHotbar, inSlot, slotsOf } from "./slots";

/** All blocks and items of the map, for creative mode: a click puts one into the selected slot. */
export function ItemPalette({ own }: { own: OwnView }) {
  const { model, inventory } = useWalk();
  const words = inventory.search;
  const section = useRef<HTMLElement>(null);
  const onListKey = useKeys(() => section.current?.querySelector("input"));
  const items = useComputed(() => paletteItemsOf(model.map));
  const found = useComputed(() => search(items.value, words.value)).value;
  const held = inHotbar(own.bag, own.slot)?.item ?? 0;
  const count = found.length;
  // Letters go into the search field alone. Escape passes on and closes the inventory.
  const key = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      section.current?.querySelector<HTMLElement>(".palette-item")?.focus();
    }
    if (event.key !== "Escape") event.stopPropagation();
  };
  return (
    <section class="palette" ref={section}>
      <header>
        <h3>{walkText("palette")}</h3>
        <input
          type="search"
          autocomplete="off"
          spellcheck={false}
          placeholder={walkText("palette_search")}
          aria-label={walkText("palette_search")}
          defaultValue={words.peek()}
          onInput={({ currentTarget }) => (words.value = currentTarget.value)}
          onKeyDown={key}
        />
        <small role="status">
          {walkText(count === 0 ? "palette_none" : "palette_count", { count })}
        </small>
      </header>
      <div
        class="palette-items"
        role="listbox"
        aria-label={walkText("palette")}
        onKeyDown={onListKey}
      >
        {found.slice(0, MAX_PALETTE_ITEMS).map((item) => (
          <ItemButton key={item.id} item={item} held={item.id === held} />
        ))}
      </div>
    </section>
  );
}

function ItemButton({ item, held }: { item: PaletteItem; held: boolean }) {
  const { walk, act } = useWalk();
  const name = textLanguage() === "zh" ? item.zh : item.en;
  /** Puts the item into the selected slot, or with `elsewhere` into the first empty one. */
  const take = (elsewhere: boolean) => {
    const own = walk.own.value;
    if (!own) return;
    const free = elsewhere ? slotsOf(HOTBAR).find((slot) => !inSlot(own.bag, slot)) : undefined;
    act({ choose: { slot: free ?? HOTBAR.first + own.slot, item: item.id } });
  };
  return (
    <button
      type="button"
      class="slot palette-item"
      role="option"
      data-item={item.id}
      title={`${name} · ${item.id}`}
      aria-label={`${name}, ${item.id}`}
      aria-selected={held ? "true" : "false"}
      onClick={({ shiftKey }) => take(shiftKey)}
    >
      <img src={iconUrl(`item_${item.id}`)} alt="" draggable={false} loading="lazy" />
    </button>
  );
}

/** Digits choose the slot for an item, arrows move the focus, upwards into the search field. */
function useKeys(
  searchField: () => HTMLElement | null | undefined,
): (event: TargetedKeyboardEvent<HTMLElement>) => void {
  const { act } = useWalk();
  return (event) => {
    const { target, currentTarget } = event;
    const buttons = [...currentTarget.querySelectorAll<HTMLElement>("button")];
    const at = buttons.indexOf(target as HTMLElement);
    const index = slotOfKey(event.code);
    if (index !== null && target instanceof HTMLElement) {
      const item = Number(target.dataset["item"]);
      act({ choose: { slot: HOTBAR.first + index, item } });
    } else {
      const step = arrowStep(event.key, columnsOf(buttons));
      if (step === null) return;
      if (at + step < 0) searchField()?.focus({ preventScroll: true });
      else buttons[Math.min(buttons.length - 1, at + step)]?.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  };
}

/** The number of columns of the grid, measured from the layout. */
function columnsOf([first, ...others]: readonly HTMLElement[]): number {
  const below = others.findIndex((other) => other.offsetTop !== first?.offsetTop);
  return below < 0 ? others.length + 1 : below + 1;
}

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
