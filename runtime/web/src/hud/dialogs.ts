import type { ButtonOption, MapView } from "../wire.generated";
import { local, t } from "../i18n/language";
import { h } from "../util/dom";
import { MAX_NAME, rememberName } from "../util/memory";

/** Opens a modal dialog; closing removes it. */
export function openDialog(...children: Node[]): HTMLDialogElement {
  const dialog = h("dialog", { class: "sheet", onclose: () => dialog.remove() }, ...children);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

export function button(label: string, style: string, run: () => void): HTMLButtonElement {
  return h("button", { type: "button", class: style, onclick: run }, label);
}

/** Asks a question; runs `yes` if it is confirmed. */
export function confirmDialog(question: string, yes: () => void): void {
  const affirm = () => {
    dialog.close();
    yes();
  };
  const buttons = h(
    "div",
    { class: "row end" },
    button(t("cancel"), "quiet", () => dialog.close()),
    button(t("confirm"), "primary", affirm),
  );
  const dialog = openDialog(h("p", { class: "question" }, question), buttons);
}

/** Offers options under a title; runs `then` with the value chosen. */
export function chooseDialog(
  title: string,
  options: readonly ButtonOption[],
  then: (value: string) => void,
): void {
  const choice = ({ value, label, chosen }: ButtonOption) =>
    h(
      "button",
      {
        type: "button",
        class: chosen ? "primary" : "quiet",
        "data-value": value,
        "aria-pressed": chosen ? "true" : "false",
        onclick: () => {
          dialog.close();
          then(value);
        },
      },
      local(label),
    );
  const dialog = openDialog(
    h("h2", {}, title),
    h("div", { class: "options" }, ...options.map(choice)),
    h(
      "div",
      { class: "row end" },
      button(t("cancel"), "quiet", () => dialog.close()),
    ),
  );
}

/** Explains how the map is played and how the board is used. */
export function helpDialog(map: MapView | null): void {
  const rules = map ? local(map.help).split("\n").filter(Boolean) : [];
  const dialog = openDialog(
    h("h2", {}, map ? local(map.name) : t("help")),
    ...rules.map((line) => h("p", {}, line)),
    h("h3", {}, t("controls")),
    h("p", {}, t("controls_mouse")),
    h("p", {}, t("controls_touch")),
    h("p", {}, t("controls_keys")),
    h(
      "div",
      { class: "row end" },
      button(t("close"), "primary", () => dialog.close()),
    ),
  );
}

/** Asks for another name; runs `then` when it is stored. */
export function renameDialog(name: string, then: () => void): void {
  const input = h("input", {
    type: "text",
    maxlength: MAX_NAME,
    value: name,
    "aria-label": t("your_name"),
  });
  const save = (event: Event) => {
    event.preventDefault();
    if (input.value.trim() === "") return;
    rememberName(input.value);
    dialog.close();
    then();
  };
  const form = h(
    "form",
    { onsubmit: save },
    h("h2", {}, t("your_name")),
    input,
    h(
      "div",
      { class: "row end" },
      button(t("cancel"), "quiet", () => dialog.close()),
      h("button", { type: "submit", class: "primary" }, t("save")),
    ),
  );
  const dialog = openDialog(form);
  input.select();
}

/** Shows a link to copy by hand, where the page may not use the clipboard. */
export function linkDialog(link: string): void {
  const input = h("input", { type: "text", readonly: true, value: link, "aria-label": t("share") });
  const dialog = openDialog(
    h("p", {}, t("copy_this")),
    input,
    h(
      "div",
      { class: "row end" },
      button(t("close"), "primary", () => dialog.close()),
    ),
  );
  input.select();
}
