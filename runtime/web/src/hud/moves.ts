import type { MoveEntry } from "../wire.generated";
import { local, t } from "../i18n/language";
import { fillWith, h } from "../util/dom";
import type { HudContext, Part } from "./context";

/** One line of the list: the moves of a round, by seat. */
export type MoveRow = (MoveEntry | null)[];

/** Sorts moves into rounds: a seat that moves again, or an earlier one, begins the next. */
export function rounds(moves: readonly MoveEntry[], seats: number): MoveRow[] {
  const rows: MoveRow[] = [];
  let last = seats;
  for (const move of moves) {
    const row = rows.at(-1);
    if (!row || move.seat <= last) {
      rows.push(Array.from({ length: seats }, (_, seat) => (seat === move.seat ? move : null)));
    } else {
      row[move.seat] = move;
    }
    last = move.seat;
  }
  return rows;
}

/** The moves so far, a round to a line. */
export function movesPart({ model }: HudContext): Part {
  const list = h("ol", { class: "rounds" });
  const element = h("section", { class: "moves", "aria-label": t("moves") }, list);
  const render = () => {
    const { moves } = model.hud;
    if (moves.length === 0) {
      fillWith(list, h("li", { class: "empty" }, t("no_moves")));
      return;
    }
    const seats = Math.max(2, model.seats.length);
    const newest = moves.at(-1);
    const rows = rounds(moves, seats).map((row, i) =>
      h(
        "li",
        { style: `--columns:${seats}` },
        h("span", { class: "number" }, `${i + 1}`),
        ...row.map((move) => {
          const colour = move && model.seats[move.seat]?.colour;
          const latest = move === newest && move !== null ? " latest" : "";
          const style = colour ? `--seat:${colour}` : "";
          return h("span", { class: `move${latest}`, style }, move ? local(move.text) : "");
        }),
      ),
    );
    fillWith(list, ...rows);
    element.scrollTop = element.scrollHeight;
  };
  return { element, render };
}
