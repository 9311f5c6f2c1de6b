import { local, t } from "../i18n/language";
import { fillWith, h } from "../util/dom";
import { icon } from "../util/icons";
import { press } from "./actions";
import type { HudContext, Part } from "./context";

const small = () => matchMedia("(max-width: 820px)");

/** Places a note in the side panel, or on small pages between the board and `foot`. */
export function placeNote({ element }: Part, panel: HTMLElement, foot: HTMLElement): void {
  const place = () => (small().matches ? foot.before(element) : panel.append(element));
  small().addEventListener("change", place);
  place();
}

/** A note of the map. It is shown until the map removes it or the viewer closes it. */
export function notePart(context: HudContext): Part {
  const element = h("section", { class: "note", hidden: true, "aria-live": "polite" });
  let dismissed: string | null = null;
  const render = () => {
    const { note } = context.model.hud.insight;
    const key = note && JSON.stringify(note);
    if (!note) dismissed = null;
    element.hidden = !note || key === dismissed;
    if (!note || element.hidden) return;
    const dismiss = () => {
      dismissed = key;
      element.hidden = true;
    };
    const seated = context.model.seat !== null;
    const buttons = note.buttons.filter((button) => seated || !button.seated);
    const close = h(
      "button",
      { type: "button", class: "icon-button", "aria-label": t("close"), onclick: dismiss },
      icon("close"),
    );
    close.dataset["note"] = key ?? "";
    fillWith(
      element,
      h("h3", {}, local(note.title)),
      close,
      note.lines.length > 0 &&
        h("div", { class: "note-lines" }, ...note.lines.map((line) => h("p", {}, local(line)))),
      buttons.length > 0 &&
        h(
          "div",
          { class: "note-do" },
          ...buttons.map((button) =>
            h(
              "button",
              {
                type: "button",
                class: "small",
                "data-action": button.id,
                disabled: !button.enabled || context.replay,
                onclick: () => press(button, context),
              },
              local(button.label),
            ),
          ),
        ),
    );
  };
  return { element, render };
}
