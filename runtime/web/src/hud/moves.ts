import type { MoveEntry, SeatView } from "../wire.generated";
import { local, t } from "../i18n/language";
import { fillWith, h } from "../util/dom";
import type { HudContext, Part } from "./context";
import { reviewView, verdictMark } from "./review";

/** The most move sentences shown; the replay has all of them. */
const LINES_MAX = 150;

/** A row of the list: the moves of one round, by seat. */
export type MoveRow = (MoveEntry | null)[];

/** Groups moves into rounds. A move of the same or an earlier seat begins a new round. */
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

/** The latest moves, one per line, where moves are sentences. */
function lines(moves: readonly MoveEntry[], seats: readonly SeatView[]): HTMLElement[] {
  return moves.slice(-LINES_MAX).map((move, i, shown) => {
    const latest = i === shown.length - 1 ? " latest" : "";
    const colour = seats[move.seat]?.colour;
    const props = { class: `move${latest}`, style: colour ? `--seat:${colour}` : "" };
    return h("li", { class: "sentence" }, h("span", props, local(move.text)));
  });
}

/** The list of moves, one round per row, with marks after a review. */
export function movesPart({ model, room, redraw }: HudContext): Part {
  const list = h("ol", { class: "rounds" });
  const curve = h("div", { class: "review-place" });
  const element = h("section", { class: "moves", "aria-label": t("moves") }, curve, list);
  let length = 0;
  const go = (move: number) => {
    model.lookAt(move);
    redraw();
    list.querySelector(".chosen")?.scrollIntoView({ block: "nearest" });
  };
  const link = (move: number) => `/replay/${encodeURIComponent(room)}#move-${move}`;
  const render = () => {
    const { moves, insight } = model.hud;
    const { review } = insight;
    const { seats } = model;
    if (!review) model.lookAt(null);
    const at = model.lookingAt;
    fillWith(curve, review && reviewView({ review, moves, seats, at, go, link }));
    if (moves.length === 0) {
      length = 0;
      fillWith(list, h("li", { class: "empty" }, t("no_moves")));
      return;
    }
    if (model.hud.plates.length > 0) {
      fillWith(list, ...lines(moves, seats));
      if (moves.length !== length) element.scrollTop = element.scrollHeight;
      length = moves.length;
      return;
    }
    const columns = Math.max(2, seats.length);
    const index = new Map(moves.map((move, i) => [move, i]));
    const rows = rounds(moves, columns).map((row, i) =>
      h(
        "li",
        { style: `--columns:${columns}` },
        h("span", { class: "number" }, `${i + 1}`),
        ...row.map((move) => {
          if (!move) return h("span", { class: "move" });
          const number = (index.get(move) ?? 0) + 1;
          const colour = seats[move.seat]?.colour;
          const latest = number === moves.length ? " latest" : "";
          const chosen = number === at ? " chosen" : "";
          const props = {
            class: `move${latest}${chosen}`,
            style: colour ? `--seat:${colour}` : "",
          };
          const text = [local(move.text), verdictMark(review, number - 1)];
          if (!review) return h("span", props, ...text);
          const onclick = () => go(number);
          return h("button", { ...props, type: "button", "data-move": number, onclick }, ...text);
        }),
      ),
    );
    fillWith(list, ...rows);
    if (moves.length !== length) element.scrollTop = element.scrollHeight;
    length = moves.length;
  };
  return { element, render };
}
