/** What the browser remembers between visits. Private windows may refuse: then nothing is kept. */

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Under which key the token of a room is kept. */
export const tokenKey = (room: string): string => `fangqi.token.${room}`;

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing else can be done about a full or forbidden store; the visit goes on without it.
  }
}

const NAME = "fangqi.name";
export const MAX_NAME = 24;

/** The name the person goes by; null before any was given. */
export const recallName = (): string | null => recall(NAME)?.trim().slice(0, MAX_NAME) || null;
export const rememberName = (name: string): void => remember(NAME, name.trim().slice(0, MAX_NAME));
