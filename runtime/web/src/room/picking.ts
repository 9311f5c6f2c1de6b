import type { Mark, RequestView } from "../wire.generated";
import type { Pos } from "../wire/decode";

/**
 * What a click does to a question whose answers are paths of cells.
 *
 * The server decides by the same rule (`Question::click` in `plugin/src/host/requests.rs`); the page
 * knows all paths and need not wait for it.
 */
export type Picking =
  { kind: "chosen"; choice: number } | { kind: "picked"; picked: Pos[] } | { kind: "refused" };

export const same = (a: Pos, b: Pos): boolean => a[0] === b[0] && a[1] === b[1] && a[2] === b[2];

const startsWith = (path: readonly Pos[], start: readonly Pos[]): boolean =>
  path.length >= start.length && start.every((pos, i) => same(pos, path[i] as Pos));

/** Handles a click on a cell after the cells picked so far. */
export function pick(request: RequestView, picked: readonly Pos[], pos: Pos): Picking {
  const path = [...picked, pos];
  const choice = request.choices.findIndex(
    (choice) => choice.path.length === path.length && startsWith(choice.path, path),
  );
  if (choice >= 0) return { kind: "chosen", choice };
  if (request.choices.some((choice) => startsWith(choice.path, path))) {
    return { kind: "picked", picked: path };
  }
  const last = picked.at(-1);
  if (last && same(last, pos)) return { kind: "picked", picked: [] };
  if (request.choices.some((choice) => startsWith(choice.path, [pos]))) {
    return { kind: "picked", picked: [pos] };
  }
  return { kind: "refused" };
}

/** The cells that may be clicked after those picked. */
export function nextCells(request: RequestView, picked: readonly Pos[]): Pos[] {
  return request.choices.flatMap(({ path }) => {
    const next = path[picked.length];
    return next && startsWith(path, picked) ? [next] : [];
  });
}

/** The marks of the cells picked and of those that may follow. */
export function marksOf(
  request: RequestView,
  picked: readonly Pos[],
  isEmpty: (pos: Pos) => boolean,
): Mark[] {
  if (picked.length === 0) return [];
  const cells = new Map(nextCells(request, picked).map((pos) => [pos.join(), pos]));
  const next = [...cells.values()].map((pos): Mark => ({
    pos: [...pos],
    kind: isEmpty(pos) ? "target" : "capture",
  }));
  return [...picked.map((pos): Mark => ({ pos: [...pos], kind: "selected" })), ...next];
}

/** The cells that are picked according to the server's marks, in their order. */
export function pickedBy(request: RequestView | null, marks: readonly Mark[]): Pos[] {
  if (!request) return [];
  const selected = marks.filter(({ kind }) => kind === "selected").map(({ pos }) => pos);
  return request.choices.some(({ path }) => startsWith(path, selected)) ? selected : [];
}

const OF_PICKING: readonly Mark["kind"][] = ["selected", "target", "capture"];

/** The marks without those that the server shows for the cells picked. */
export function withoutPicking(request: RequestView, marks: readonly Mark[]): Mark[] {
  const cells = new Set(request.choices.flatMap(({ path }) => path.map((pos) => pos.join())));
  return marks.filter(({ pos, kind }) => !OF_PICKING.includes(kind) || !cells.has(pos.join()));
}
