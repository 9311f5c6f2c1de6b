import type { LocalText } from "../wire.generated";
import type { Figure } from "./figures";

/**
 * Other labels or forms for a game's pieces, such as letters or symbols for characters, or figures
 * for discs. A plugin offers them as the default export of `runtime/plugins/NAME/client/pieces.ts`:
 * a {@link PieceFamily}, or a list of them. What the pieces are called, and what the server says of
 * them, stays.
 */

/** What is engraved on a piece: a text, or a drawing as an SVG path in a square of 100 units. */
export type Label = { readonly text: string } | { readonly path: string };

/** Colours of the light and of the dark pieces of a set, `#rrggbb`. */
export interface Bodies {
  readonly light: string;
  readonly dark: string;
}

/** One way to show the pieces of a family. */
export interface PieceSet {
  readonly id: string;
  readonly name: LocalText;
  /** Labels by the glyph of the block; a piece without one keeps its glyph. */
  readonly labels: Readonly<Record<string, Label>>;
  /** Figures that stand for discs, by glyph. */
  readonly figures?: Readonly<Record<string, Figure>>;
  /** What the figures are made of; without it they have the colours of the map's pieces. */
  readonly bodies?: Bodies;
}

/** Pieces that occur together, and the ways to label them. */
export interface PieceFamily {
  /** Under this the choice is kept. */
  readonly id: string;
  readonly name: LocalText;
  /** Glyphs of the pieces: the family is that of every map which has them all. */
  readonly glyphs: readonly string[];
  /** The glyphs whose labels stand for a set where it is chosen. */
  readonly samples: readonly string[];
  /** The first is the default. */
  readonly sets: readonly PieceSet[];
}

const FOUND = import.meta.glob<PieceFamily | readonly PieceFamily[]>(
  "../../../plugins/*/client/pieces.ts",
  {
    eager: true,
    import: "default",
  },
);

/** The families of all plugins. */
export const FAMILIES: readonly PieceFamily[] = Object.values(FOUND).flat();

/** The families that a map with pieces of these glyphs uses. */
export const familiesOf = (
  glyphs: ReadonlySet<string>,
  families: readonly PieceFamily[] = FAMILIES,
): PieceFamily[] => families.filter((family) => family.glyphs.every((glyph) => glyphs.has(glyph)));

/** The set chosen of a family; the first where none is, or one that no longer exists. */
export const setOf = (
  family: PieceFamily,
  chosen: Readonly<Record<string, string>>,
): PieceSet | undefined => family.sets.find(({ id }) => id === chosen[family.id]) ?? family.sets[0];

/** A figure, and the colours in which it comes. */
export interface Figured {
  readonly figure: Figure;
  readonly bodies: Bodies | undefined;
}

/** The figures by glyph that stand for a map's discs. */
export function figuresFor(
  glyphs: ReadonlySet<string>,
  chosen: Readonly<Record<string, string>>,
  families: readonly PieceFamily[] = FAMILIES,
): Record<string, Figured> {
  const found: Record<string, Figured> = {};
  for (const family of familiesOf(glyphs, families)) {
    const set = setOf(family, chosen);
    for (const [glyph, figure] of Object.entries(set?.figures ?? {}))
      found[glyph] = { figure, bodies: set?.bodies };
  }
  return found;
}

/** The labels by glyph that replace those of a map's pieces. */
export function labelsFor(
  glyphs: ReadonlySet<string>,
  chosen: Readonly<Record<string, string>>,
  families: readonly PieceFamily[] = FAMILIES,
): Record<string, Label> {
  const sets = familiesOf(glyphs, families).map((family) => setOf(family, chosen));
  return Object.assign({}, ...sets.map((set) => set?.labels)) as Record<string, Label>;
}

/** The label of a glyph in a set. */
export const labelIn = (set: PieceSet, glyph: string): Label =>
  set.labels[glyph] ?? { text: glyph };
