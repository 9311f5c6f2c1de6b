import type { EdgeView, MapView } from "../wire.generated";
import type { Pos } from "../wire/decode";

/** A name beside a cell: on which side (0 west, 1 east, 2 south, 3 north), and in both languages. */
export interface Edge {
  cell: Pos;
  face: number;
  zh: string;
  en: string;
}

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

function ofView({ from, to, face, names }: EdgeView): Edge[] {
  const [zh, en] = [words(names.zh), words(names.en)];
  const last = Math.max(1, zh.length - 1);
  const along = (axis: 0 | 1 | 2, i: number) => from[axis] + ((to[axis] - from[axis]) / last) * i;
  return zh.map((name, i) => ({
    cell: [along(0, i), along(1, i), along(2, i)],
    face,
    zh: name,
    en: en[i] ?? name,
  }));
}

/** The letter and the number of a cell such as `c4`. */
function split(name: string): [string, string] | null {
  const [, letter, number] = /^([a-z])(\d{1,2})$/.exec(name) ?? [];
  return letter && number ? [letter, number] : null;
}

/**
 * The names along the edges of a map's board: those that it gives, else the letters and numbers of
 * its cells, if all of them have such names and lie in rows and columns. A board that stands has
 * letters below its columns.
 */
export function edgesOf({ edges, cells, camera }: MapView): Edge[] {
  if (edges && edges.length > 0) return edges.flatMap(ofView);
  const columns = new Map<number, string>();
  const rows = new Map<number, string>();
  for (const [[x, , z], name] of cells) {
    const parts = split(name);
    if (!parts) return [];
    if ((columns.get(x) ?? parts[0]) !== parts[0] || (rows.get(z) ?? parts[1]) !== parts[1])
      return [];
    columns.set(x, parts[0]);
    rows.set(z, parts[1]);
  }
  const [first] = cells;
  if (!first || columns.size < 2 || rows.size < 2) return [];
  const y = first[0][1];
  const [xs, zs] = [[...columns.keys()], [...rows.keys()]];
  const [west, east, south, north] = [
    Math.min(...xs),
    Math.max(...xs),
    Math.min(...zs),
    Math.max(...zs),
  ];
  const named = (cell: Pos, face: number, name = ""): Edge => ({ cell, face, zh: name, en: name });
  if (camera.stands) return xs.map((x) => named([x, y, south], 2, columns.get(x)));
  return [
    ...xs.flatMap((x) => [
      named([x, y, south], 2, columns.get(x)),
      named([x, y, north], 3, columns.get(x)),
    ]),
    ...zs.flatMap((z) => [
      named([west, y, z], 0, rows.get(z)),
      named([east, y, z], 1, rows.get(z)),
    ]),
  ];
}

/** How far from the middle of its cell a name lies. */
const AWAY = 0.69;
const STEPS: readonly (readonly [number, number])[] = [
  [-AWAY, 0],
  [AWAY, 0],
  [0, -AWAY],
  [0, AWAY],
];

/** Where a name lies, in world coordinates. */
export function besideCell({ cell, face }: Edge): { x: number; z: number } {
  const [dx, dz] = STEPS[face] ?? [0, 0];
  return { x: cell[0] + 0.5 + dx, z: cell[2] + 0.5 + dz };
}
