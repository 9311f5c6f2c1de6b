import type { SeatView } from "../wire.generated";
import { local, t } from "../i18n/language";
import { h } from "../util/dom";
import { icon } from "../util/icons";
import type { HudContext } from "./context";
import { button, confirmDialog, openDialog } from "./dialogs";

/** A button that opens the seat of an absent player; null where that is not possible. */
export function unseatButton(
  seat: SeatView,
  index: number,
  context: HudContext,
): HTMLElement | null {
  const { model } = context;
  if (!model.host || !model.isAway(seat)) return null;
  return h(
    "button",
    {
      class: "quiet small",
      type: "button",
      "data-do": "unseat",
      onclick: () => unseat(seat, index, context),
    },
    t("unseat"),
  );
}

function unseat(seat: SeatView, index: number, { model, send }: HudContext): void {
  const { holder } = seat;
  const player = holder.by === "player" ? model.nameOf(holder.player) : null;
  const name = player ?? t("somebody");
  confirmDialog(t("unseat_confirm", { name, seat: local(seat.name) }), () =>
    send({ t: "unseat", seat: index }),
  );
}

/** The button of the host's menu; null for others. */
export function hostLink(context: HudContext): HTMLElement | null {
  if (!context.model.host || context.replay) return null;
  return h(
    "button",
    { class: "link", type: "button", "data-do": "host", onclick: () => hostDialog(context) },
    icon("host"),
    t("host_menu"),
  );
}

/** The host's menu: what only the person who opened the room may do. */
function hostDialog(context: HudContext): void {
  const { model, send } = context;
  const then = (run: () => void) => () => {
    dialog.close();
    run();
  };
  const away = model.seats.map((seat, index) => {
    if (!model.isAway(seat)) return null;
    const label = `${local(seat.name)} · ${t("unseat")}`;
    return button(
      label,
      "quiet",
      then(() => unseat(seat, index, context)),
    );
  });
  const close = () => confirmDialog(t("close_room_confirm"), () => send({ t: "close_room" }));
  const dialog = openDialog(
    h("h2", {}, t("host_title")),
    h("p", {}, t("host_text")),
    h("div", { class: "options" }, ...away, button(t("close_room"), "quiet danger", then(close))),
    h(
      "div",
      { class: "row end" },
      button(t("cancel"), "quiet", () => dialog.close()),
    ),
  );
}
