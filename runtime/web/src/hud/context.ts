import type { ClientMessage, LocalText, ToastKind } from "../wire.generated";
import type { RoomModel } from "../state/room";

/** What the parts of the HUD share. */
export interface HudContext {
  model: RoomModel;
  /** The room's id. */
  room: string;
  /** Whether this is a replay, in which nothing can be done. */
  replay: boolean;
  /** Sends a message; shows a toast if there is no connection. */
  send(message: ClientMessage): void;
  toast(kind: ToastKind, text: string): void;
  /** Turns the view to the other side of the board. */
  flip(): void;
  goHome(): void;
  /** Renders all parts, after a change that came from no message. */
  redraw(): void;
  /** Connects again, with the name now stored. */
  reconnect(): void;
}

/** A part of the HUD. `render` updates its element from the model. */
export interface Part {
  element: HTMLElement;
  render(): void;
}

/** The character that stands for a seat. */
export const seatGlyph = (name: LocalText): string => [...name.zh][0] ?? "·";

/** The address of the room's replay, at its last event. */
export const replayLink = ({ room, model }: HudContext): string =>
  `/replay/${encodeURIComponent(room)}#${model.event}`;
