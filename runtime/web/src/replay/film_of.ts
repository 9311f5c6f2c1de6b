import { readFilm } from "./film";
import { Reel } from "./reel";

/** The film of a room until now. */
export async function filmOf(room: string): Promise<Reel> {
  const answer = await fetch(`/api/rooms/${encodeURIComponent(room)}/replay`);
  if (!answer.ok) throw new Error(`no replay of the room: ${answer.status}`);
  return new Reel(readFilm(await answer.arrayBuffer()));
}
