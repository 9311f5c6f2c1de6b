import type { RecordFormat, RecordKeeper } from "./record";

// Apart from what the plugins' modules import, which would be a circle.
const FOUND = import.meta.glob<readonly RecordKeeper[]>("../../../plugins/*/client/records.ts", {
  eager: true,
  import: "default",
});

const KEEPERS: readonly RecordKeeper[] = Object.values(FOUND).flat();

/** The forms in which a game can be written and read, besides the list of its moves. */
export const formatsOf = (
  map: string,
  glyphs: ReadonlySet<string>,
  keepers: readonly RecordKeeper[] = KEEPERS,
): readonly RecordFormat[] =>
  keepers.filter((keeper) => keeper.keeps(map, glyphs)).flatMap(({ formats }) => formats);
