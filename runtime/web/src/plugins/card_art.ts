import { signal } from "@preact/signals";
import type { Drawing } from "../cards/drawing";

/**
 * Drawings for a game's cards and for those who play it. A plugin offers them as the default export
 * of `runtime/plugins/NAME/client/card_art.ts`, a {@link CardArt}. They are loaded when a room first
 * shows a card table. What cards and people are called, and what the server says of them, stays.
 */

/** Who sits at a seat, as the map names it, in Chinese: names in one language identify. */
export interface Sitter {
  /** The title of the seat's plate, or the label of an answer; empty if there is none. */
  readonly title: string;
  /** What is written beside the seat; empty if nothing is. */
  readonly badge: string;
}

/**
 * What moves over the table while a large word is shown: sparks that burst from the middle, a drawing
 * that rises from below or crosses the table, many that drift down, or a red glow at the edges.
 */
export type Drama =
  | { readonly motion: "burst" | "pulse" }
  | { readonly motion: "rise" | "cross" | "drift"; readonly drawing: Drawing };

/** The art of a plugin's games. */
export interface CardArt {
  /** Ids of the maps that use it. */
  readonly maps: readonly string[];
  /** The emblem of a card, by the Chinese name of its block without suit and number. */
  emblem?(name: string): Drawing | null;
  /** A portrait; its width is its height. */
  portrait?(sitter: Sitter): Drawing | null;
  /** What accompanies a large word, in either language; null if nothing does. */
  drama?(word: string): Drama | null;
}

const MODULES = import.meta.glob<CardArt>("../../../plugins/*/client/card_art.ts", {
  import: "default",
});

/** The art of all plugins, once it is loaded. */
const loaded = signal<readonly CardArt[]>([]);
let loading: Promise<void> | null = null;

/** Loads the art of all plugins, once. A failure leaves tables without drawings. */
export function loadCardArt(modules: typeof MODULES = MODULES): Promise<void> {
  loading ??= Promise.all(Object.values(modules).map((load) => load()))
    .then((arts) => {
      loaded.value = arts;
    })
    .catch((error: unknown) => {
      loading = null;
      console.error("fangqi: the drawings of cards", error);
    });
  return loading;
}

/** The art of a map; null if it has none, or none yet. */
export const artOf = (map: string | undefined): CardArt | null =>
  loaded.value.find(({ maps }) => map !== undefined && maps.includes(map)) ?? null;
