import type { ReadonlySignal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { RoomModel } from "@page/state/room";
import type { InventoryState } from "../state/inventory";
import type { WalkScreen } from "../state/walk";
import type { Act } from "@page/wire.generated";
import type { TouchPadHost } from "../input/touch_pad";
import type { Minimap } from "./minimap";

/** What the components of the walking HUD share. */
export interface WalkHost {
  model: RoomModel;
  walk: WalkScreen;
  inventory: InventoryState;
  minimap: Minimap;
  /** Whether the keys are explained. */
  hint: ReadonlySignal<boolean>;
  /** What touch controls report. */
  touch: TouchPadHost;
  /** Sends what the player does. */
  act(act: Act): void;
  say(text: string): void;
  chooseSlot(index: number): void;
  changeView(): void;
  toggleTopView(): void;
  togglePanel(): void;
  toggleInventory(): void;
  toggleEmotes(open: boolean): void;
  openChat(): void;
  closeChat(): void;
  /** Gives the keys to the canvas and locks the mouse. */
  start(): void;
}

/** Gives the components below it the walking player. */
export const WalkContext = createContext<WalkHost | null>(null);

/** The walking player that a component belongs to. */
export function useWalk(): WalkHost {
  const host = useContext(WalkContext);
  if (!host) throw new Error("the component does not belong to a walking player");
  return host;
}
