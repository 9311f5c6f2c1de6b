import type { OwnView, SlotView } from "../wire.generated";
import { passingTime } from "@page/state/time";
import { iconUrl } from "../drawing/item_icons";
import { walkText } from "../strings";
import { useWalk } from "./context";
import { inHotbar, HOTBAR } from "./slots";

/** Vitals, in the order of `OwnView.vitals`. */
const VITALS = ["life", "hunger", "air"] as const;
/**
 * By item: the highest durability seen so far, which counts as unworn. The server does not send a
 * maximum.
 */
const maxDurability = new Map<number, number>();

/** The content of a slot: icon, count and durability. */
export const SlotFace = ({ held }: { held: SlotView }) => (
  <>
    <img src={iconUrl(`item_${held.item}`)} alt="" draggable={false} />
    {held.count > 1 && <span class="count">{held.count}</span>}
    <DurabilityBar held={held} />
  </>
);

function DurabilityBar({ held: { item, durability } }: { held: SlotView }) {
  if (durability === null || durability <= 0) return null;
  const most = Math.max(durability, maxDurability.get(item) ?? 0);
  maxDurability.set(item, most);
  return durability < most ? <span class="worn" style={`--part:${durability / most}`} /> : null;
}

/** The hotbar, with the vitals and the name of the held item above it. */
export function Hotbar({ own }: { own: OwnView }) {
  const { name = "" } = inHotbar(own.bag, own.slot) ?? {};
  return (
    <div class="hotbar-box">
      <p class="held-name" aria-live="polite">
        {/* Another name begins the animation that shows it for a moment. */}
        {name !== "" && <span key={name}>{name}</span>}
      </p>
      <div class="vitals">
        {VITALS.map((vital, i) => (
          <Vital key={vital} name={vital} amount={own.vitals[i] ?? [0, 0]} />
        ))}
      </div>
      <div class="hotbar" role="toolbar" aria-label={walkText("hotbar")}>
        {Array.from({ length: HOTBAR.count }, (_, index) => (
          <HotbarSlot key={index} own={own} index={index} />
        ))}
      </div>
    </div>
  );
}

function HotbarSlot({ own, index }: { own: OwnView; index: number }) {
  const { chooseSlot } = useWalk();
  const held = inHotbar(own.bag, index);
  const label = held
    ? walkText("slot_held", { slot: index + 1, name: held.name, count: held.count })
    : walkText("slot_empty", { slot: index + 1 });
  const coolingDown = useCoolingDown(own, held);
  return (
    <button
      type="button"
      class={coolingDown ? "slot cooling-down" : "slot"}
      data-slot={HOTBAR.first + index}
      aria-pressed={index === own.slot ? "true" : "false"}
      aria-label={label}
      title={label}
      tabindex={-1}
      onClick={() => chooseSlot(index)}
    >
      <kbd>{index + 1}</kbd>
      {held && <SlotFace held={held} />}
    </button>
  );
}

/** Whether the items of a slot cannot be used yet. */
function useCoolingDown({ cooldowns }: OwnView, held: SlotView | undefined): boolean {
  const { model } = useWalk();
  const until = held && new Map(cooldowns).get(held.item);
  return until !== undefined && until > model.tickAtTime(passingTime());
}

interface VitalProps {
  name: (typeof VITALS)[number];
  /** The present value and the highest one. */
  amount: readonly [number, number];
}

function Vital({ name, amount: [value, most] }: VitalProps) {
  const part = most > 0 ? Math.max(0, Math.min(1, value / most)) : 0;
  const words = { name: walkText(name), value: Math.ceil(value), most: Math.round(most) };
  return (
    <div
      class={`vital ${name}${part < 0.25 ? " low" : ""}`}
      role="meter"
      aria-label={walkText("vital", words)}
      aria-valuenow={Math.ceil(value)}
      aria-valuemin={0}
      aria-valuemax={Math.round(most)}
      style={`--part:${part.toFixed(3)}`}
      hidden={most <= 0 || (name === "air" && part >= 1)}
    >
      <i />
      <span>{Math.ceil(value)}</span>
    </div>
  );
}
