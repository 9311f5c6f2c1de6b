import type { SeatView } from "../wire.generated";
import { local, t } from "../i18n/language";
import { fillWith, h } from "../util/dom";
import { icon } from "../util/icons";
import { clockDigits, countdown, readClock } from "../room/clock";
import { recallName } from "../util/memory";
import { seatGlyph, type HudContext, type Part } from "./context";
import { renameDialog } from "./dialogs";
import { hostLink, unseatButton } from "./host";

/** The value of the level list that opens the seat for people. */
const OPEN = "open";

/** How often countdowns are updated; clocks show tenths of a second. */
const COUNT_MS = 100;

/** The seats: who sits where, and buttons to change it. */
export function seatsPart(context: HudContext): Part {
  const element = h("section", { class: "seats" });
  setInterval(() => count(element, context), COUNT_MS);
  return { element, render: () => render(element, context) };
}

/** Updates what changes with time alone. */
function count(element: HTMLElement, context: HudContext): void {
  const { model } = context;
  model.seats.forEach((seat, index) => {
    const card = element.querySelector(`[data-seat="${index}"]`);
    if (!card) return;
    if (model.hud.clocks[index]?.running) {
      const [shown, fresh] = [card.querySelector(".clock"), clock(seat, index, context)];
      if (shown && fresh && !shown.isEqualNode(fresh)) shown.replaceWith(fresh);
    }
    if (seat.care.by === "held") {
      const [shown, fresh] = [card.querySelector(".care"), badge(seat, context)];
      if (shown && fresh && !shown.isEqualNode(fresh)) shown.replaceWith(fresh);
    }
  });
}

function render(element: HTMLElement, context: HudContext): void {
  element.setAttribute("aria-label", t("seats"));
  const cards = context.model.seats.map((seat, index) => card(seat, index, context));
  fillWith(element, ...cards, people(context));
}

function card(seat: SeatView, index: number, context: HudContext): HTMLElement {
  const { model } = context;
  const { hud } = model;
  const active = hud.turn === index && !hud.result;
  const mine = model.seat === index;
  const won = hud.result?.winner === index;
  const thinking = hud.thinking === index;
  const who = h(
    "div",
    { class: "who" },
    h("span", { class: "name" }, holderName(seat, context)),
    badge(seat, context),
  );
  if (thinking)
    who.append(h("span", { class: "dots", "aria-label": t("thinking") }, h("i"), h("i"), h("i")));
  return h(
    "div",
    {
      class: `seat${active ? " turn" : ""}${mine ? " mine" : ""}${won ? " won" : ""}`,
      "data-seat": index,
      "data-holder": seat.holder.by,
      style: `--seat:${seat.colour}`,
    },
    h("span", { class: "token" }, seatGlyph(seat.name)),
    h(
      "div",
      { class: "seat-text" },
      h(
        "div",
        { class: "seat-name" },
        local(seat.name),
        active &&
          !thinking &&
          h("span", { class: "turn-note" }, mine ? t("your_turn") : t("to_move")),
        clock(seat, index, context),
      ),
      who,
    ),
    h("div", { class: "seat-do" }, ...controls(seat, index, context)),
  );
}

function holderName(seat: SeatView, { model }: HudContext): string {
  const { holder } = seat;
  if (holder.by === "open") return t("open_seat");
  if (holder.by === "computer") return t("computer_level", { level: holder.level });
  const player = model.players.find(({ id }) => id === holder.player);
  const note = holder.player === model.you ? ` · ${t("you")}` : "";
  return `${player?.name ?? t("somebody")}${note}`;
}

/** The game clock of a seat; null if it has none. */
function clock(seat: SeatView, index: number, { model }: HudContext): HTMLElement | null {
  const view = model.hud.clocks[index];
  if (!view) return null;
  const face = readClock(view, model.tickAtTime(performance.now()));
  const whole = Math.ceil(face.seconds);
  const [minutes, seconds] = [Math.floor(whole / 60), whole % 60];
  const spoken = [t("clock_of", { seat: local(seat.name), minutes, seconds })];
  if (face.periods > 0) spoken.push(t("periods_left", { count: face.periods }));
  const note =
    face.periods === 0
      ? null
      : face.overtime
        ? t("periods_short", { count: face.periods })
        : `${face.periods}×${face.period}″`;
  return h(
    "span",
    {
      class: `clock${face.running ? " running" : ""}${face.low ? " low" : ""}`,
      role: "timer",
      "aria-label": spoken.join(", "),
    },
    h("b", { "aria-hidden": "true" }, clockDigits(face.seconds)),
    note && h("i", { "aria-hidden": "true" }, note),
  );
}

/** Who plays instead of the seat's player; null if the player does. */
function badge({ holder, care }: SeatView, { model }: HudContext): HTMLElement | null {
  if (holder.by !== "player") return null;
  const label = () => {
    switch (care.by) {
      case "own":
        return null;
      case "held":
        return t("away_until", {
          left: countdown(model.secondsTo(care.until, performance.now())),
        });
      case "away":
        return t("away");
      case "stand_in":
        return care.wished ? t("stand_in_wished") : t("stand_in_away");
    }
  };
  const text = label();
  return text === null ? null : h("span", { class: "care", "data-care": care.by }, text);
}

function controls(seat: SeatView, index: number, context: HudContext): (HTMLElement | null)[] {
  const { model, send } = context;
  const { holder } = seat;
  if (context.replay) return [];
  if (holder.by === "player") {
    if (holder.player !== model.you) return [unseatButton(seat, index, context)];
    const handed = seat.care.by === "stand_in";
    const over = h(
      "button",
      {
        class: handed ? "primary small" : "quiet small",
        type: "button",
        title: handed ? t("take_seat_back_title") : t("hand_over_title"),
        "data-do": handed ? "take_seat_back" : "hand_over",
        onclick: () => send({ t: "stand_in", on: !handed }),
      },
      handed ? t("take_seat_back") : t("hand_over"),
    );
    return [
      seat.can_hand_over ? over : null,
      h(
        "button",
        { class: "quiet small", type: "button", onclick: () => send({ t: "stand" }) },
        t("stand"),
      ),
    ];
  }
  const sit = h(
    "button",
    {
      class: "primary small",
      type: "button",
      "data-do": "sit",
      onclick: () => send({ t: "sit", seat: index }),
    },
    t("sit"),
  );
  return [holder.by === "open" && model.seat === null ? sit : null, levels(seat, index, context)];
}

/** The list of computer levels; null if the map has no computer player. */
function levels(seat: SeatView, index: number, { model, send }: HudContext): HTMLElement | null {
  const count = model.map?.computer_levels ?? 0;
  if (count === 0) return null;
  const now = seat.holder.by === "computer" ? seat.holder.level : null;
  const select = h("select", {
    class: "small",
    "aria-label": t("level_of", { seat: local(seat.name) }),
    onchange: () => {
      const level = select.value === OPEN ? null : Number(select.value);
      // The list shows the new value when the server confirms it.
      select.value = now === null ? "" : String(now);
      send({ t: "set_computer", seat: index, level });
    },
  });
  if (now === null)
    select.append(h("option", { value: "", disabled: true, selected: true }, t("let_computer")));
  for (let level = 1; level <= count; level++) {
    const label = t("computer_level", { level });
    select.append(h("option", { value: level, selected: level === now }, label));
  }
  if (now !== null) select.append(h("option", { value: OPEN }, t("open_it")));
  return select;
}

/** The number of spectators, and the viewer's own name. */
function people(context: HudContext): HTMLElement {
  const { model } = context;
  const seated = new Set(
    model.seats.map(({ holder }) => (holder.by === "player" ? holder.player : null)),
  );
  const watchers = model.players.filter(({ id, present }) => present && !seated.has(id)).length;
  // Without seats there are no spectators.
  const watched = watchers > 0 && model.seats.length > 0;
  const name = (model.you !== null && model.nameOf(model.you)) || recallName() || "";
  const rename = h(
    "button",
    {
      class: "link",
      type: "button",
      title: t("rename"),
      "aria-label": t("rename"),
      onclick: () => renameDialog(name, () => context.reconnect()),
    },
    t("you_are", { name }),
    icon("edit"),
  );
  const eye = h("span", { class: "watchers" }, icon("eye"), t("watchers", { count: watchers }));
  if (context.replay) return h("div", { class: "people" }, watched && eye);
  return h("div", { class: "people" }, name ? rename : null, hostLink(context), watched && eye);
}
