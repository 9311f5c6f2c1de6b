import type { Button, ButtonOption } from "../wire.generated";
import { local, t } from "../i18n/language";
import { fillWith, h } from "../util/dom";
import { buttonIcon, icon } from "../util/icons";
import { chooseDialog, confirmDialog } from "./dialogs";
import type { HudContext, Part } from "./context";

/** The map's buttons, and a take-back button where the map allows it. */
export function actionsPart(context: HudContext): Part {
  const element = h("div", { class: "actions", role: "toolbar" });
  const render = () => {
    const { model } = context;
    const seated = model.seat !== null;
    const shown = model.hud.buttons.filter((button) => seated || !button.seated);
    const own = model.map?.take_back && seated && !shown.some(({ id }) => id === "undo");
    fillWith(
      element,
      own && takeBack(context),
      ...shown.map((button) => mapButton(button, context)),
    );
    element.hidden = element.childElementCount === 0;
  };
  return { element, render };
}

function takeBack({ model, send }: HudContext): HTMLElement {
  const disabled = model.hud.moves.length === 0;
  const onclick = () => send({ t: "take_back" });
  return h(
    "button",
    { type: "button", class: "action", "data-action": "take_back", disabled, onclick },
    icon("undo"),
    h("span", {}, t("take_back")),
  );
}

/** Presses a map's button, after asking its question if it has one. */
export function press(button: Button, { send, flip }: HudContext): void {
  // Turning the view concerns this client alone.
  const tell = (value: string | null) => send({ t: "action", id: button.id, value });
  const act = () => {
    if (button.id === "flip") flip();
    else if (button.options.length > 0) chooseDialog(local(button.label), button.options, tell);
    else tell(null);
  };
  if (button.confirm) confirmDialog(local(button.confirm), act);
  else act();
}

const optionText = ({ value, label, chosen }: ButtonOption): string =>
  `${value}=${local(label)}${chosen ? "*" : ""}`;

function mapButton(button: Button, context: HudContext): HTMLElement {
  return h(
    "button",
    {
      type: "button",
      class: "action",
      "data-action": button.id,
      "data-confirm": button.confirm ? local(button.confirm) : undefined,
      "data-options": button.options.map(optionText).join(" ") || undefined,
      disabled: !button.enabled,
      onclick: () => press(button, context),
    },
    buttonIcon(button.id, button.options.length > 0),
    h("span", {}, local(button.label)),
  );
}
