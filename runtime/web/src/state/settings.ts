import { computed, effect, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { BARS, BOARDS, TABLES, type BoardId, type TableId } from "../style/themes";
import { recall, remember } from "../util/memory";
import { follows } from "./media";

const LIGHTS = ["system", "day", "night"] as const;
const MOTIONS = ["system", "less", "full"] as const;

/** Whether pages are light or dark; `system` is what the browser prefers. */
export type LightChoice = (typeof LIGHTS)[number];
/** Whether pieces and the camera glide; `system` is what the browser prefers. */
export type MotionChoice = (typeof MOTIONS)[number];

/** How many lines of play a study shows. */
export const LINE_COUNTS = [1, 2, 3] as const;
export type LineCount = (typeof LINE_COUNTS)[number];

/** How this person wants games to look and sound, in every room. */
export interface Settings {
  readonly light: LightChoice;
  readonly table: TableId;
  readonly board: BoardId;
  /** The set of pieces chosen, by the id of its family. */
  readonly pieces: Readonly<Record<string, string>>;
  /** Whether sides are told apart without their colours. */
  readonly clear: boolean;
  /** Loudness of all sounds, 0 to 100. */
  readonly volume: number;
  /** Whether what players say with their moves is spoken, at tables where they say something. */
  readonly calls: boolean;
  readonly motion: MotionChoice;
  /** How many of the computer's lines a study shows. */
  readonly lines: LineCount;
}

export const DEFAULTS: Settings = {
  light: "system",
  table: "own",
  board: "own",
  pieces: {},
  clear: false,
  volume: 100,
  calls: true,
  motion: "system",
  lines: 3,
};

const KEY = "fangqi.settings";
const MUTED = "fangqi.muted";
/** Rooms end, so only the last ones that were muted are kept. */
const MOST_MUTED = 40;
/** Most families of pieces that are kept, and the longest name of a family or set. */
const MOST_FAMILIES = 32;
const LONGEST_NAME = 40;

function parsed(kept: string | null): unknown {
  try {
    return kept === null ? null : JSON.parse(kept);
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** One of `choices`, or the first. */
const oneOf = <T extends string>(choices: readonly T[], value: unknown): T =>
  choices.find((choice) => choice === value) ?? (choices[0] as T);

function readPieces(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  const named = Object.entries(value).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === "string" &&
      Math.max(...entry.map((name) => String(name).length)) <= LONGEST_NAME,
  );
  return Object.fromEntries(named.slice(0, MOST_FAMILIES));
}

function readVolume(value: unknown): number {
  if (typeof value !== "number" || !Number.isFinite(value)) return DEFAULTS.volume;
  return Math.round(Math.min(100, Math.max(0, value)));
}

/**
 * Reads stored settings. What is missing, or is no value that this version knows, gets its default:
 * another version may have written it.
 */
export function readSettings(kept: string | null): Settings {
  const found = parsed(kept);
  if (!isRecord(found)) return DEFAULTS;
  return {
    light: oneOf(LIGHTS, found["light"]),
    table: oneOf(
      TABLES.map(({ id }) => id),
      found["table"],
    ),
    board: oneOf(
      BOARDS.map(({ id }) => id),
      found["board"],
    ),
    pieces: readPieces(found["pieces"]),
    clear: found["clear"] === true,
    volume: readVolume(found["volume"]),
    calls: found["calls"] !== false,
    motion: oneOf(MOTIONS, found["motion"]),
    lines: LINE_COUNTS.find((count) => count === found["lines"]) ?? DEFAULTS.lines,
  };
}

/** Reads the stored list of muted rooms. */
export function readMuted(kept: string | null): string[] {
  const found = parsed(kept);
  const rooms = Array.isArray(found) ? found.filter((room) => typeof room === "string") : [];
  return rooms.slice(-MOST_MUTED);
}

const current: Signal<Settings> = signal(readSettings(recall(KEY)));
const muted: Signal<readonly string[]> = signal(readMuted(recall(MUTED)));

/** The settings. What reads them is shown again when they change. */
export const settings = (): Settings => current.value;

/** Changes settings, now, for later visits, and in this browser's other tabs. */
export function change(part: Partial<Settings>): void {
  current.value = { ...current.value, ...part };
  remember(KEY, JSON.stringify(current.value));
}

/** Whether the viewer has muted a room. */
export const isMuted = (room: string): boolean => muted.value.includes(room);

/** Mutes a room, or lets it be heard again. */
export function mute(room: string, quiet: boolean): void {
  const others = muted.value.filter((other) => other !== room);
  muted.value = quiet ? [...others, room].slice(-MOST_MUTED) : others;
  remember(MUTED, JSON.stringify(muted.value));
}

/** Made when first read: there is no `matchMedia` outside of a page. */
function later(query: string, decide: (matches: boolean) => boolean): () => boolean {
  let made: ReadonlySignal<boolean> | null = null;
  return () => {
    if (!made) {
      const matches = follows(query);
      made = computed(() => decide(matches.value));
    }
    return made.value;
  };
}

/** Whether pages are dark. */
export const isNight = later("(prefers-color-scheme: dark)", (dark) => {
  const { light } = current.value;
  return light === "system" ? dark : light === "night";
});

/** Whether nothing should glide, fly or pulse. */
export const isStill = later("(prefers-reduced-motion: reduce)", (reduced) => {
  const { motion } = current.value;
  return motion === "system" ? reduced : motion === "less";
});

/**
 * Lets the page's style and the browser's bars follow the settings, and the settings those of other tabs.
 * `above` says what lies below the browser's upper bar.
 */
export function followSettings(above: "paper" | "board"): void {
  effect(() => {
    const { dataset } = document.documentElement;
    const light = isNight() ? "night" : "day";
    dataset["light"] = light;
    dataset["motion"] = isStill() ? "less" : "full";
    const colour = BARS[above === "board" ? "board" : light];
    for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
      meta.setAttribute("content", colour);
  });
  window.addEventListener("storage", ({ key, newValue }) => {
    // A key of null means that everything was cleared.
    if (key === KEY || key === null) current.value = readSettings(newValue);
    if (key === MUTED || key === null) muted.value = readMuted(newValue);
  });
}
