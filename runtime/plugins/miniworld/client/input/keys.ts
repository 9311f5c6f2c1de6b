/** What a key does for a walking player. */
export type Command =
  | "ahead"
  | "back"
  | "left"
  | "right"
  | "jump"
  | "sneak"
  | "run"
  | "turn_left"
  | "turn_right"
  | "look_up"
  | "look_down"
  | "dig"
  | "place"
  | "view"
  | "bag"
  | "drop"
  | "chat"
  | "board"
  | "act";

/** Commands by physical key, so that keys lie together on every keyboard layout. */
export const KEYS: Readonly<Record<string, Command>> = {
  KeyW: "ahead",
  ArrowUp: "ahead",
  KeyS: "back",
  ArrowDown: "back",
  KeyA: "left",
  ArrowLeft: "left",
  KeyD: "right",
  ArrowRight: "right",
  Space: "jump",
  ShiftLeft: "sneak",
  ShiftRight: "sneak",
  ControlLeft: "run",
  KeyJ: "turn_left",
  KeyL: "turn_right",
  KeyI: "look_up",
  KeyK: "look_down",
  KeyF: "dig",
  KeyG: "place",
  KeyV: "view",
  KeyE: "bag",
  KeyQ: "drop",
  KeyT: "chat",
  Enter: "chat",
  KeyB: "board",
  KeyX: "act",
};

/** Names for scripts that differ from the letter or digit. */
const NAMES: Readonly<Record<string, string>> = {
  ShiftLeft: "SHIFT",
  ShiftRight: "SHIFT",
  ControlLeft: "CTRL",
  ControlRight: "CTRL",
  AltLeft: "ALT",
  AltRight: "ALT",
  Escape: "ESC",
  Backspace: "BACK",
  ArrowUp: "UP",
  ArrowDown: "DOWN",
  ArrowLeft: "LEFT",
  ArrowRight: "RIGHT",
};

/**
 * The name by which scripts know a key: `W`, `1`, `SPACE`, `SHIFT` …; null for keys without one.
 */
export function keyName(code: string): string | null {
  const name = NAMES[code] ?? code.replace(/^(Key|Digit|Numpad(?=\d))/, "").toUpperCase();
  return /^[A-Z0-9_]{1,16}$/.test(name) ? name : null;
}

/** The first key with a command. */
export function codeOf(command: Command): string | null {
  return Object.keys(KEYS).find((code) => KEYS[code] === command) ?? null;
}

/** The slot index of a digit key; null for other keys. */
export function slotOfKey(code: string): number | null {
  const digit = /^Digit([1-8])$/.exec(code)?.[1];
  return digit === undefined ? null : Number(digit) - 1;
}

/** The longest time between the two presses of a double press, in ms. */
const DOUBLE_MS = 280;

/** Detects double presses. */
export class DoublePress {
  private last = "";
  private at = -Infinity;

  /** Notes a press; true if it is the second of a double press. */
  press(key: string, now: number): boolean {
    const double = key === this.last && now - this.at < DOUBLE_MS;
    this.last = double ? "" : key;
    this.at = now;
    return double;
  }
}
