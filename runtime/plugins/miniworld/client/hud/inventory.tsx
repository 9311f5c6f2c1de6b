import type { TargetedKeyboardEvent } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { OwnView, SlotView } from "../wire.generated";
import { Icon } from "@page/util/icons";
import { walkText } from "../strings";
import { useWalk } from "./context";
import { SlotFace } from "./hotbar";
import { ItemPalette } from "./item_palette";
import { EQUIPMENT, HOTBAR, inSlot, slotsOf, STORAGE } from "./slots";

const EQUIPMENT_NAMES = ["head", "chest", "legs", "feet", "back"] as const;
/** Slots shown of a container, filled or not. */
const CONTAINER_SLOTS = 30;

/** The inventory dialog, with the slots of an open container. */
export function Inventory({ own }: { own: OwnView }) {
  const { inventory } = useWalk();
  const open = inventory.open.value;
  const dialog = useRef<HTMLElement>(null);
  const onKeyDown = useKeys();
  useLayoutEffect(() => {
    if (!open) return;
    dialog.current?.querySelector<HTMLElement>("button.slot")?.focus({ preventScroll: true });
  }, [open]);
  return (
    <section
      class="bag"
      role="dialog"
      aria-label={walkText("bag")}
      hidden={!open}
      ref={dialog}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      {open && <Content own={own} />}
    </section>
  );
}

function Content({ own }: { own: OwnView }) {
  const { inventory, walk } = useWalk();
  const box = own.opened?.[1] ?? null;
  const hasPalette = walk.mode.value === "creative" && !box;
  const picked = inventory.picked.value;
  // Items in slots beyond the present capacity are still shown.
  const store = slotsOf(STORAGE).filter((slot) => slot < own.room || inSlot(own.bag, slot));
  return (
    <>
      <header>
        <h2>{walkText("bag")}</h2>
        <button
          type="button"
          class="icon-button"
          aria-label={walkText("close")}
          onClick={() => inventory.toggle(false)}
        >
          <Icon name="close" />
        </button>
      </header>
      {box && <Slots name={walkText("box")} style="box" bag={box} slots={CONTAINER} inBox />}
      {hasPalette && <ItemPalette own={own} />}
      <Slots name={walkText("worn")} style="equipment" bag={own.bag} slots={slotsOf(EQUIPMENT)} />
      <Slots name={walkText("store")} style="store" bag={own.bag} slots={store} />
      <Slots name={walkText("hotbar")} style="hand" bag={own.bag} slots={slotsOf(HOTBAR)} />
      <footer>
        <p>{walkText(hasPalette ? "palette_help" : "bag_help")}</p>
        <button
          type="button"
          class="quiet small"
          data-do="discard"
          disabled={!picked || picked.inBox}
          onClick={() => inventory.discard()}
        >
          {walkText("discard")}
        </button>
      </footer>
    </>
  );
}

const CONTAINER = slotsOf({ first: 0, count: CONTAINER_SLOTS });

interface SlotsProps {
  name: string;
  style: string;
  bag: readonly SlotView[];
  slots: readonly number[];
  /** Whether they are the slots of the open container. */
  inBox?: boolean;
}

function Slots({ name, style, bag, slots, inBox = false }: SlotsProps) {
  return (
    <div class={`slots ${style}`}>
      <h3>{name}</h3>
      {slots.map((slot) => (
        <Slot key={slot} slot={slot} held={inSlot(bag, slot)} inBox={inBox} />
      ))}
    </div>
  );
}

interface SlotProps {
  slot: number;
  held: SlotView | undefined;
  inBox: boolean;
}

function Slot({ slot, held, inBox }: SlotProps) {
  const { inventory } = useWalk();
  const picked = inventory.picked.value;
  const up = picked?.slot === slot && picked.inBox === inBox;
  const part = EQUIPMENT_NAMES[slot - EQUIPMENT.first];
  const locked = !inBox && inventory.isLocked(slot);
  const label = held ? `${held.name} × ${held.count}` : part ? walkText(part) : "";
  const name = locked ? `${label} ${walkText("locked")}`.trim() : label;
  return (
    <button
      type="button"
      class={`slot${up ? " picked-up" : ""}${locked ? " locked" : ""}`}
      data-slot={inBox ? `box ${slot}` : slot}
      title={name}
      aria-label={name || walkText("slot_empty", { slot: (slot % 1000) + 1 })}
      aria-pressed={up ? "true" : "false"}
      onClick={({ shiftKey }) => inventory.click(slot, inBox, false, shiftKey)}
      onContextMenu={() => inventory.click(slot, inBox, true, false)}
    >
      {held && <SlotFace held={held} />}
      {!held && part && <span class="placeholder">{walkText(part)}</span>}
    </button>
  );
}

/** Escape and E close, Q throws away, arrows move the focus between slots. */
function useKeys(): (event: TargetedKeyboardEvent<HTMLElement>) => void {
  const { inventory } = useWalk();
  return (event) => {
    if (event.key === "Escape" || event.code === "KeyE") {
      event.preventDefault();
      event.stopPropagation();
      inventory.toggle(false);
      return;
    }
    if (event.code === "KeyQ") inventory.discard();
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -10, ArrowDown: 10 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const slots = [...event.currentTarget.querySelectorAll<HTMLElement>("button.slot")];
    const at = slots.findIndex((slot) => slot === document.activeElement);
    slots[Math.max(0, Math.min(slots.length - 1, at + step))]?.focus();
  };
}
