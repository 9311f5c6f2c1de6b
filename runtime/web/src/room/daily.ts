import { effect } from "@preact/signals";
import type { RoomModel } from "../state/room";
import { takeDaily } from "../util/daily";
import type { ClientMessage } from "../wire.generated";

/** Puts today's puzzle on the table, if the lobby opened the room for it. */
export function playDaily(
  model: RoomModel,
  room: string,
  send: (message: ClientMessage) => void,
): void {
  const daily = takeDaily(room);
  if (!daily) return;
  const stop = effect(() => {
    const button = model.hud.buttons.find(({ id }) => id === daily.button);
    if (model.seat === null || !button?.enabled) return;
    // The effect has not returned yet when it runs for the first time.
    queueMicrotask(() => stop());
    const { options } = button;
    const option = options[daily.day % options.length];
    if (option && !option.chosen) send({ t: "action", id: button.id, value: option.value });
  });
}
