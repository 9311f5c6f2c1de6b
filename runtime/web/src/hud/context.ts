import type { ClientMessage, LocalText, ToastKind } from "../wire.generated";
import type { RoomModel } from "../room/model";

/** What the parts of the heads-up display share. */
export interface HudContext {
  model: RoomModel;
  /** The room's id. */
  room: string;
  /** Whether the past is shown, where nothing can be done. */
  replay: boolean;
  /** Sends a message; says so if the line is down. */
  send(message: ClientMessage): void;
  toast(kind: ToastKind, text: string): void;
  /** Looks from the other side of the board. */
  flip(): void;
  goHome(): void;
  /** Draws everything again, after a change that came from no message. */
  redraw(): void;
  /** Connects again under the name now remembered. */
  reconnect(): void;
}

/** A part of the display: draws itself again from the model when told to. */
export interface Part {
  element: HTMLElement;
  render(): void;
}

/** The character that stands for a seat. */
export const seatGlyph = (name: LocalText): string => [...name.zh][0] ?? "·";

/** Where the room's past is shown, at its last event. */
export const replayLink = ({ room, model }: HudContext): string =>
  `/replay/${encodeURIComponent(room)}#${model.event}`;
