import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { ClientMessage, LocalText } from "../wire.generated";
import type { Shot } from "../render/board";
import type { RoomModel } from "../state/room";
import type { Screen } from "../state/screen";

/** What the components of a room's page share. */
export interface HudHost {
  model: RoomModel;
  screen: Screen;
  /** The room's id. */
  room: string;
  /** Whether this is a replay, in which nothing can be done. */
  replay: boolean;
  /** Sends a message; shows a toast if there is no connection. */
  send(message: ClientMessage): void;
  /** Turns the view to the other side of the board. */
  flip(): void;
  goHome(): void;
  /** Connects again, with the name now stored. */
  reconnect(): void;
  /** The position that the board shows, for a picture of it. */
  shot(): Shot;
}

/** Gives the components below it their page. */
export const HudContext = createContext<HudHost | null>(null);

/** The page that a component belongs to. */
export function useHud(): HudHost {
  const host = useContext(HudContext);
  if (!host) throw new Error("the component is not on a room's page");
  return host;
}

/** The character that stands for a seat. */
export const seatGlyph = (name: LocalText): string => [...name.zh][0] ?? "·";

/** The address of the room's replay, at its last event. */
export const replayLink = ({ room, model }: HudHost): string =>
  `/replay/${encodeURIComponent(room)}#${model.event}`;
