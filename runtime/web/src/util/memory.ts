/**
 * Storage that lasts between visits. Where the browser refuses it, as in private windows, nothing
 * is kept.
 */

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The key under which the token of a room is stored. */
export const tokenKey = (room: string): string => `fangqi.token.${room}`;

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing can be done about a full or forbidden store; the visit continues without it.
  }
}

const NAME = "fangqi.name";
export const MAX_NAME = 24;

/** The viewer's name; null if none is stored. */
export const recallName = (): string | null => recall(NAME)?.trim().slice(0, MAX_NAME) || null;
export const rememberName = (name: string): void => remember(NAME, name.trim().slice(0, MAX_NAME));
