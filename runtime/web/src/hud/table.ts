import type { CardPlay } from "../cards/play";
import type { Point, TablePoints } from "../cards/table";
import { local, t } from "../i18n/language";
import { fillWith, h } from "../util/dom";
import { seatGlyph, type HudContext, type Part } from "./context";

/** What the signs need of the board. */
export interface TableView {
  tablePoints(): TablePoints | null;
  /** The second byte of a cell's block: of a pile, how many cards it has. */
  dataAt(pos: readonly [number, number, number]): number;
}

const COUNT_MS = 100;
/** Below this many seconds a countdown alarms. */
const LOW_SECONDS = 5.5;
/** Holding so few, a seat is watched. */
const FEW_CARDS = 2;
const TICKS_PER_SECOND = 20;
/** More seats than that leave little room for each. */
const CROWD = 5;

const px = ({ x, y }: Point): string => `left:${x.toFixed(1)}px;top:${y.toFixed(1)}px`;

/** The signs around a card table: who sits where, with how many cards, and how long there is to answer. */
export function tablePart(context: HudContext, view: TableView, play: CardPlay | null): Part {
  const signs = h("div", { class: "signs" });
  const actions = h("div", { class: "card-actions" });
  const element = h("div", { class: "card-table", hidden: true }, signs, actions);
  const render = () => {
    const points = view.tablePoints();
    element.hidden = points === null;
    if (!points) return;
    const seats = [...points.signs].map(([seat, point]) => sign(seat, point, context));
    const piles = points.piles.map((pile) => {
      const count = view.dataAt(pile.pos);
      return count > 0 && h("span", { class: "pile-count", style: px(pile) }, String(count));
    });
    fillWith(signs, ...seats.filter((made) => made !== null), ...piles);
    signs.toggleAttribute("data-crowd", seats.length > CROWD);
    tick(signs, context);
    actions.setAttribute("style", px(points.hand));
    fillWith(actions, ...(play ? buttons(context, play) : []));
  };
  setInterval(() => element.hidden || tick(signs, context), COUNT_MS);
  return { element, render };
}

type Sign = Point & { held: number; side: -1 | 0 | 1 };

function sign(seat: number, point: Sign, { model }: HudContext): HTMLElement | null {
  const view = model.seats[seat];
  if (!view) return null;
  const { hud } = model;
  const badge = hud.badges[seat];
  const turn = hud.turn === seat && !hud.result;
  const few = point.held > 0 && point.held <= FEW_CARDS && hud.moves.length > 0;
  const { holder } = view;
  const name =
    holder.by === "player"
      ? (model.nameOf(holder.player) ?? t("somebody"))
      : t(holder.by === "open" ? "open_seat" : "computer");
  const side = point.side < 0 ? " left" : point.side > 0 ? " right" : "";
  return h(
    "div",
    {
      class: `sign${side}${turn ? " turn" : ""}${model.seat === seat ? " mine" : ""}`,
      "data-sign": seat,
      style: `${px(point)};--seat:${view.colour}`,
    },
    h("span", { class: "ring" }, arc(), h("b", {}), h("i", {}, seatGlyph(view.name))),
    h(
      "span",
      { class: "sign-text" },
      h("span", { class: "sign-name" }, name),
      badge && local(badge) !== "" && h("span", { class: "sign-badge" }, local(badge)),
    ),
    h(
      "span",
      { class: `held${few ? " few" : ""}`, "aria-label": t("cards_held", { count: point.held }) },
      String(point.held),
    ),
  );
}

/** The ring of a countdown, of length 1: how much of it is drawn, the style sheet says. */
function arc(): SVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 40 40");
  const circle = document.createElementNS(space, "circle");
  for (const name of ["cx", "cy"]) circle.setAttribute(name, "20");
  circle.setAttribute("r", "17");
  circle.setAttribute("pathLength", "1");
  svg.append(circle);
  return svg;
}

/** Brings the countdowns up to date. */
function tick(signs: HTMLElement, { model }: HudContext): void {
  const now = model.tickAtTime(performance.now());
  for (const made of signs.querySelectorAll<HTMLElement>(".sign")) {
    const asked = model.hud.asked.find(({ seat }) => seat === Number(made.dataset["sign"]));
    const number = made.querySelector<HTMLElement>(".ring b");
    made.toggleAttribute("data-asked", asked !== undefined);
    if (!asked || !number) continue;
    const left = Math.max(0, asked.until - now) / TICKS_PER_SECOND;
    const all = Math.max(1, asked.until - asked.since) / TICKS_PER_SECOND;
    made.style.setProperty("--part", String(Math.min(1, left / all)));
    made.toggleAttribute("data-low", left < LOW_SECONDS);
    number.textContent = String(Math.ceil(left));
  }
}

/** The answers to what is asked, and what can be done with the cards selected. */
function buttons({ model, send }: HudContext, play: CardPlay): (HTMLElement | null)[] {
  const { selecting, request } = model;
  if (!request) return [];
  const others = request.choices.map(({ label }, choice) => {
    if (!label) return null;
    const answer = () => send({ t: "choose", request: request.id, choice });
    const props = { type: "button", class: "other", "data-answer": `${request.id}:${choice}` };
    return h("button", { ...props, onclick: answer }, local(label));
  });
  if (!selecting) return others;
  const { suggest, label } = selecting.view;
  const count = suggest.length;
  const at = selecting.suggested === null ? "" : ` ${selecting.suggested + 1}/${count}`;
  const hint = h(
    "button",
    { type: "button", class: "other", "data-do": "suggest", onclick: () => play.suggest() },
    `${t("suggest_cards")}${at}`,
  );
  const { legal } = selecting;
  const chosen = selecting.cells.length;
  const word = label ? local(label) : t("play_cards");
  const go = h(
    "button",
    {
      type: "button",
      class: "play",
      "data-do": "play-cards",
      "data-count": chosen,
      "aria-disabled": legal ? "false" : "true",
      onclick: () => play.play(),
    },
    chosen > 1 ? `${word} · ${chosen}` : word,
  );
  return [...others, count > 0 ? hint : null, selecting.possible ? go : null];
}
