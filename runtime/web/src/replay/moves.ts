import type { MoveEntry } from "../wire.generated";
import { rounds } from "../hud/moves";
import type { Part } from "../hud/context";
import { reviewView, verdictMark } from "../hud/review";
import { local, t } from "../i18n/language";
import { fillWith, h } from "../util/dom";
import type { Reel } from "./reel";

/** The moves of the whole game, those still to come paler. A click goes to a move. */
export function replayMoves(reel: Reel, go: (position: number) => void): Part {
  const list = h("ol", { class: "rounds" });
  const curve = h("div", { class: "review-place" });
  const element = h("section", { class: "moves", "aria-label": t("moves") }, curve, list);
  let shown = -1;
  const render = () => {
    const { score, model } = reel;
    const moves = score.movesAt(reel.at);
    const made = score.madeAt(reel.at);
    const review = score.reviewAt(reel.at);
    const goTo = (move: number) => go(move > 0 ? score.positionOf(reel.at, move - 1) : 0);
    const scene = { moves, seats: model.seats, at: made, go: goTo };
    fillWith(curve, review && reviewView({ ...scene, review }));
    if (moves.length === 0) {
      fillWith(list, h("li", { class: "empty" }, t("no_moves")));
      return;
    }
    const seats = Math.max(2, model.seats.length);
    const index = new Map(moves.map((move, i) => [move, i]));
    const button = (move: MoveEntry) => {
      const at = index.get(move) ?? 0;
      const state = at === made - 1 ? " latest" : at >= made ? " to-come" : "";
      const position = score.positionOf(reel.at, at);
      return h(
        "button",
        {
          type: "button",
          class: `move${state}`,
          style: `--seat:${model.seats[move.seat]?.colour ?? "inherit"}`,
          "data-move": at + 1,
          "data-position": position,
          onclick: () => go(position),
        },
        local(move.text),
        verdictMark(review, at),
      );
    };
    const rows =
      model.hud.plates.length > 0
        ? moves.map((move) => h("li", { class: "sentence" }, button(move)))
        : rounds(moves, seats).map((row, i) =>
            h(
              "li",
              { style: `--columns:${seats}` },
              h("span", { class: "number" }, `${i + 1}`),
              ...row.map((move) => (move ? button(move) : h("span", { class: "move" }))),
            ),
          );
    fillWith(list, ...rows);
    if (shown !== made) list.querySelector(".latest")?.scrollIntoView({ block: "nearest" });
    shown = made;
  };
  return { element, render };
}
