import type { LocalText, MapView, MoveEntry } from "../wire.generated";

/**
 * What players of a game say aloud when they move, such as bids. A plugin offers it as the default
 * export of `runtime/plugins/NAME/client/calls.ts`, a {@link CallBook}.
 */
export interface CallBook {
  /** Whether this is what is said at the tables of a map. */
  fits(map: MapView): boolean;
  /** What a seat says with a move, the `number`th of the game; null for nothing. */
  ofMove(move: MoveEntry, number: number): LocalText | null;
  /** What is said when the table calls something out; null for nothing. */
  ofShout(text: LocalText): LocalText | null;
}

const FOUND = import.meta.glob<CallBook>("../../../plugins/*/client/calls.ts", {
  eager: true,
  import: "default",
});

/** The books of all plugins. */
export const BOOKS: readonly CallBook[] = Object.values(FOUND);

/** What is said at the tables of a map; null if nothing is. */
export const bookOf = (map: MapView | null, books: readonly CallBook[] = BOOKS): CallBook | null =>
  (map && books.find((book) => book.fits(map))) ?? null;
