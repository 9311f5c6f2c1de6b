import type { CardPlay } from "../cards/play";
import type { Point, TablePoints } from "../cards/table";
import type { Plate, SeatView } from "../wire.generated";
import { local, t } from "../i18n/language";
import { fillWith, h } from "../util/dom";
import { answers, isSheet } from "./answers";
import { seatGlyph, type HudContext, type Part } from "./context";
import { choiceOf, plateBody, PlateSheet } from "./plates";

/** What the signs need of the board. */
export interface TableView {
  tablePoints(): TablePoints | null;
  /** The data byte of a cell's block. For a pile it is the number of cards. */
  dataAt(pos: readonly [number, number, number]): number;
}

const COUNT_MS = 100;
/** Below this many seconds a countdown is highlighted. */
const LOW_SECONDS = 5.5;
/** Seats with this many cards or fewer are highlighted. */
const FEW_CARDS = 2;
const TICKS_PER_SECOND = 20;
/** With more seats than this, signs are smaller. */
const CROWD = 5;

const px = ({ x, y }: Point): string => `left:${x.toFixed(1)}px;top:${y.toFixed(1)}px`;

/** The signs around a card table: name, number of cards and countdown of each seat. */
export function tablePart(context: HudContext, view: TableView, play: CardPlay | null): Part {
  const signs = h("div", { class: "signs" });
  const actions = h("div", { class: "card-actions" });
  const sheet = new PlateSheet(context);
  const element = h("div", { class: "card-table", hidden: true }, signs, actions, sheet.element);
  const render = () => {
    const points = view.tablePoints();
    element.hidden = points === null;
    if (!points) return;
    const seats = [...points.signs].map(([seat, point]) => sign(seat, point, context, sheet));
    const piles = points.piles.map((pile) => {
      const count = view.dataAt(pile.pos);
      return count > 0 && h("span", { class: "pile-count", style: px(pile) }, String(count));
    });
    fillWith(signs, ...seats.filter((made) => made !== null), ...piles);
    signs.toggleAttribute("data-crowd", seats.length > CROWD);
    signs.toggleAttribute("data-offers", points.offers);
    tick(signs, context);
    actions.setAttribute("style", px(points.hand));
    fillWith(actions, ...(play ? answers(context, play) : []));
    const { request } = context.model;
    actions.toggleAttribute("data-pages", request !== null && isSheet(request));
    sheet.render();
  };
  setInterval(() => element.hidden || tick(signs, context), COUNT_MS);
  return { element, render };
}

/** The letter in a plate's ring: of its side, or of its name while it has no side. */
function letter({ glyph, title, life_max }: Plate, view: SeatView): string {
  if (glyph !== "") return glyph;
  return life_max > 0 ? ([...title.zh][0] ?? "") : seatGlyph(view.name);
}

type Sign = Point & { held: number; side: -1 | 0 | 1 };

function sign(
  seat: number,
  point: Sign,
  context: HudContext,
  sheet: PlateSheet,
): HTMLElement | null {
  const { model, send } = context;
  const view = model.seats[seat];
  if (!view) return null;
  const { hud, request } = model;
  const plate = hud.plates[seat];
  const plays = plate && local(plate.title) !== "" ? plate : null;
  const choice = choiceOf(request, seat);
  const picked = request?.panel?.seats.includes(seat) ?? false;
  const badge = hud.badges[seat];
  const turn = hud.turn === seat && !hud.result;
  const few = point.held > 0 && point.held <= FEW_CARDS && hud.moves.length > 0;
  const { holder } = view;
  const name =
    holder.by === "player"
      ? (model.nameOf(holder.player) ?? t("somebody"))
      : t(holder.by === "open" ? "open_seat" : "computer");
  const side = point.side < 0 ? " left" : point.side > 0 ? " right" : "";
  const mine = model.seat === seat;
  const badgeText = badge ? local(badge) : "";
  const own = mine && hud.secret ? local(hud.secret) : "";
  // A secret that is public by now is not shown twice.
  const secret = own === badgeText ? "" : own;
  const states = [
    plays && "plate",
    turn && "turn",
    mine && "mine",
    plays?.acts && "acts",
    plays?.out && "out",
    plays?.turned && "turned",
    choice >= 0 && "pickable",
    picked && "picked",
  ].filter(Boolean);
  const onclick = () => {
    if (choice >= 0 && request) send({ t: "choose", request: request.id, choice });
    else if (plays) sheet.toggle(seat);
  };
  return h(
    "div",
    {
      class: `sign${side} ${states.join(" ")}`,
      "data-sign": seat,
      "data-choice": choice >= 0 && request ? `${request.id}:${choice}` : undefined,
      style: `${px(point)};--seat:${plays?.colour || view.colour}`,
      ...(plays ? { onclick } : {}),
    },
    h(
      "span",
      { class: "ring" },
      arc(),
      h("b", {}),
      h("i", {}, plays ? letter(plays, view) : seatGlyph(view.name)),
    ),
    h(
      "span",
      { class: "sign-text" },
      h("span", { class: "sign-name" }, plays ? local(plays.title) : name),
      plays && holder.by === "player" && h("span", { class: "sign-who" }, name),
      badgeText !== "" && h("span", { class: "sign-badge" }, badgeText),
      ...(plays ? plateBody(plays, secret) : []),
    ),
    h(
      "span",
      { class: `held${few ? " few" : ""}`, "aria-label": t("cards_held", { count: point.held }) },
      String(point.held),
    ),
  );
}

/** The countdown ring. Its path has length 1; the style sheet draws a part of it. */
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

/** Updates the countdowns. */
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
