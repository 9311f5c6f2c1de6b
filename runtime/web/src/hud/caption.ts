import { local, t } from "../i18n/language";
import { fillWith, h } from "../util/dom";
import type { HudContext, Part } from "./context";
import type { RoomModel } from "../state/room";

/** A hint for people who do not know yet what to do. */
export function coach(model: RoomModel): string | null {
  const { seat, seats, choices, hud } = model;
  // Without seats everybody plays.
  if (hud.result || model.walks || seats.length === 0) return null;
  const open = seats.some(({ holder }) => holder.by === "open");
  if (seat === null) return open ? t("coach_sit") : t("watching");
  if (open) return t("coach_opponent");
  const mine = hud.moves.some((move) => move.seat === seat);
  if (mine || model.request === null) return null;
  // Where pieces are only placed, the question says enough.
  if (!model.request.choices.some(({ path }) => path.length > 1)) return null;
  return choices.selected ? t("coach_target") : t("coach_piece");
}

/** The line below the board: status, question, and the answers that are buttons. */
export function captionPart({ model, send, replay }: HudContext): Part {
  const status = h("p", { class: "status", role: "status" });
  const hint = h("p", { class: "hint" });
  const answers = h("div", { class: "answers" });
  // On a wide page the toolbar shows it.
  const played = h("p", { class: "played-here" });
  const element = h("div", { class: "caption" }, played, status, hint, answers);
  const render = () => {
    const { hud, request } = model;
    const { title } = hud.insight;
    played.textContent = title ? local(title) : "";
    played.hidden = !title;
    const turn = hud.turn === null ? null : model.seats[hud.turn];
    const spot =
      turn && !hud.result && h("span", { class: "spot", style: `--seat:${turn.colour}` });
    const text = hud.status ? local(hud.status) : "";
    fillWith(status, spot, text || (turn ? local(turn.name) : ""));
    status.hidden = text === "" && !turn;
    const asked = request ? local(request.hint) : "";
    const deadline = request?.deadline;
    const left =
      deadline === null || deadline === undefined
        ? ""
        : t("seconds_left", { seconds: model.secondsTo(deadline, performance.now()) });
    const ended = hud.result ? local(hud.result.text) : "";
    const words = [replay ? ended : (coach(model) ?? asked), left].filter(Boolean).join(" · ");
    hint.textContent = words;
    hint.hidden = words === "" || words === text;
    // At a card table the answers are shown above the player's hand.
    const atTable = model.setting.zones.length > 0;
    const beside = atTable ? [] : (request?.choices ?? []);
    const buttons = beside.map(({ label }, choice) => {
      if (!label || !request) return null;
      const answer = () => send({ t: "choose", request: request.id, choice });
      const props = { type: "button", class: "primary", "data-answer": `${request.id}:${choice}` };
      return h("button", { ...props, onclick: answer }, local(label));
    });
    fillWith(answers, ...buttons);
    answers.hidden = answers.childElementCount === 0;
  };
  return { element, render };
}
