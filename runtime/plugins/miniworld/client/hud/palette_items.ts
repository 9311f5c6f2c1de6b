import type { MapView } from "@page/wire.generated";

/** An entry of the creative palette: a block or another item. */
export interface PaletteItem {
  id: number;
  /** Items have one name, which is then in both fields. */
  zh: string;
  en: string;
  block: boolean;
  /** Whether the map gives a name, rather than only a number. */
  named: boolean;
}

/** How many entries are shown at once. */
export const MAX_PALETTE_ITEMS = 160;

/** A generated name that contains nothing but the number. */
const NUMBER_ONLY = /^(#|方块|物品)\s*\d+$/;

/** All entries of a map: those with names first, blocks before items, by number. */
export function paletteItemsOf(map: MapView | null): PaletteItem[] {
  const blocks = (map?.blocks ?? []).map(({ id, name: { zh, en } }) => ({
    id,
    zh,
    en,
    block: true,
    named: !NUMBER_ONLY.test(zh),
  }));
  const items = (map?.items ?? []).map(([id, name]) => ({
    id,
    zh: name,
    en: name,
    block: false,
    named: !NUMBER_ONLY.test(name),
  }));
  const taken = new Set(items.map(({ id }) => id));
  const all = [...blocks.filter(({ id }) => !taken.has(id)), ...items];
  const rank = (item: PaletteItem) => (item.named ? 0 : 2) + (item.block ? 0 : 1);
  return all.sort((a, b) => rank(a) - rank(b) || a.id - b.id);
}

/** How well an entry matches one search term: 0 is best, null is no match. */
function matchRank({ id, zh, en }: PaletteItem, text: string): number | null {
  const number = String(id);
  if (number === text) return 0;
  const names = [zh.toLowerCase(), en.toLowerCase()];
  if (names.some((name) => name.startsWith(text))) return 1;
  if (names.some((name) => name.split(/[\s,_-]+/).some((word) => word.startsWith(text)))) return 2;
  if (names.some((name) => name.includes(text))) return 3;
  return number.startsWith(text) ? 4 : null;
}

/** The entries that match all search terms, best first. Without terms, all that have names. */
export function search(items: readonly PaletteItem[], words: string): PaletteItem[] {
  const texts = words.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (texts.length === 0) return items.filter(({ named }) => named);
  const found = items.flatMap((item, order) => {
    const ranks = texts.map((text) => matchRank(item, text));
    if (ranks.includes(null)) return [];
    return [{ item, order, worst: Math.max(...(ranks as number[])) }];
  });
  found.sort((a, b) => a.worst - b.worst || a.order - b.order);
  return found.map(({ item }) => item);
}
