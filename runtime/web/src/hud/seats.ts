import type { SeatView } from "../wire.generated";
import { local, t } from "../i18n/language";
import { fillWith, h } from "../util/dom";
import { icon } from "../util/icons";
import { recallName } from "../util/memory";
import { renameDialog } from "./dialogs";
import { seatGlyph, type HudContext, type Part } from "./context";

/** What the level list sends for "let people sit here". */
const OPEN = "open";

/** Who sits where, and how that may be changed. */
export function seatsPart(context: HudContext): Part {
  const element = h("section", { class: "seats" });
  return { element, render: () => render(element, context) };
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
  const who = h("div", { class: "who" }, holderName(seat, context));
  if (thinking)
    who.append(h("span", { class: "dots", "aria-label": t("thinking") }, h("i"), h("i"), h("i")));
  return h(
    "div",
    {
      class: `seat${active ? " turn" : ""}${mine ? " mine" : ""}${won ? " won" : ""}`,
      "data-seat": index,
      "data-holder": seat.holder.by,
    },
    h("span", { class: "token", style: `--seat:${seat.colour}` }, seatGlyph(seat.name)),
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
  const notes = [holder.player === model.you && t("you"), player && !player.present && t("away")];
  const note = notes.filter(Boolean).join(", ");
  return `${player?.name ?? t("somebody")}${note ? ` · ${note}` : ""}`;
}

function controls(seat: SeatView, index: number, context: HudContext): (HTMLElement | null)[] {
  const { model, send } = context;
  const { holder } = seat;
  if (context.replay) return [];
  if (holder.by === "player") {
    if (holder.player !== model.you) return [];
    return [
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

/** The list of the computer's levels; null if the map has none. */
function levels(seat: SeatView, index: number, { model, send }: HudContext): HTMLElement | null {
  const count = model.map?.computer_levels ?? 0;
  if (count === 0) return null;
  const now = seat.holder.by === "computer" ? seat.holder.level : null;
  const select = h("select", {
    class: "small",
    "aria-label": t("level_of", { seat: local(seat.name) }),
    onchange: () => {
      const level = select.value === OPEN ? null : Number(select.value);
      // Shown again once it is so.
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

/** A line on who else is here, and the person's own name. */
function people(context: HudContext): HTMLElement {
  const { model } = context;
  const seated = new Set(
    model.seats.map(({ holder }) => (holder.by === "player" ? holder.player : null)),
  );
  const watchers = model.players.filter(({ id, present }) => present && !seated.has(id)).length;
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
  if (context.replay) return h("div", { class: "people" }, watchers > 0 && eye);
  return h("div", { class: "people" }, name ? rename : null, watchers > 0 && eye);
}
