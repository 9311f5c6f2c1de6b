import { remember, tokenKey } from "./memory";

/**
 * Has the server open a room with a map, calls `opened` with its id, and goes there; `hash` says what
 * the room's page does first.
 */
export async function openRoom(
  map: string,
  hidden: boolean,
  hash: string,
  opened: (room: string) => unknown = () => undefined,
): Promise<void> {
  const answer = await fetch("/api/rooms", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ map, private: hidden }),
  });
  if (!answer.ok) throw new Error(`rooms: ${answer.status}`);
  const { room, token } = (await answer.json()) as { room: string; token: string | null };
  // With this token the person who opened the room enters as its host.
  if (token) remember(tokenKey(room), token);
  opened(room);
  location.assign(`/r/${encodeURIComponent(room)}${hash}`);
}
