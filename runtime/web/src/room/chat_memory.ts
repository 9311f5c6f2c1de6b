import type { RoomModel, SaidLine } from "../state/room";

/**
 * What was said in a room, kept from when its page goes until the same tab shows the room again. The
 * server tells arriving viewers nothing of what was said before, because they were not there.
 */

const key = (room: string): string => `fangqi.chat.${room}`;

const isText = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  "zh" in value &&
  "en" in value &&
  typeof value.zh === "string" &&
  typeof value.en === "string";

const isLine = (value: unknown): value is SaidLine =>
  typeof value === "object" &&
  value !== null &&
  "from" in value &&
  "text" in value &&
  (value.from === null || typeof value.from === "string") &&
  isText(value.text);

/** The lines that are kept of a room; none where the store is refused or holds anything else. */
function kept(room: string, store: () => Storage): SaidLine[] {
  try {
    const lines: unknown = JSON.parse(store().getItem(key(room)) ?? "[]");
    return Array.isArray(lines) ? lines.filter(isLine) : [];
  } catch {
    return [];
  }
}

/** Fills the chat with what is kept of the room, and keeps it when the page goes. */
export function keepChat(
  model: RoomModel,
  room: string,
  store: () => Storage = () => sessionStorage,
): void {
  model.recallChat(kept(room, store));
  addEventListener("pagehide", () => {
    const lines: SaidLine[] = model.chat.map(({ from, text }) => ({ from, text }));
    try {
      store().setItem(key(room), JSON.stringify(lines));
    } catch {
      // A full or forbidden store keeps nothing; the chat begins with the next visit.
    }
  });
}
