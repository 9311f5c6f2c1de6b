import type { LocalText } from "../wire.generated";
import { local, t } from "../i18n/language";
import { fillWith, h } from "../util/dom";
import { icon } from "../util/icons";
import { marked } from "../util/markup";
import type { HudContext, Part } from "./context";

const LONGEST_LINE = 300;

/** The chat: what was said, and an input. */
export function chatPart({ model, send, replay }: HudContext): Part {
  const lines = h("div", { class: "lines", role: "log", "aria-live": "polite" });
  const input = h("input", {
    type: "text",
    maxlength: LONGEST_LINE,
    autocomplete: "off",
    enterkeyhint: "send",
  });
  const button = h("button", { class: "icon-button", type: "submit" }, icon("send"));
  const say = (event: Event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text === "") return;
    send({ t: "chat", text });
    input.value = "";
  };
  const form = h("form", { onsubmit: say }, input, button);
  const element = h("section", { class: "chat" }, lines, ...(replay ? [] : [form]));
  const render = () => {
    element.setAttribute("aria-label", t("chat"));
    input.placeholder = t("say");
    input.setAttribute("aria-label", t("say"));
    button.setAttribute("aria-label", t("send"));
    const words = (text: LocalText) => (model.marked ? marked(local(text)) : [local(text)]);
    const entries = model.chat.map(({ from, text }) =>
      from === null
        ? h("p", { class: "room" }, ...words(text))
        : h("p", {}, h("b", {}, from || t("somebody")), ...words(text)),
    );
    fillWith(lines, ...(entries.length > 0 ? entries : [h("p", { class: "empty" }, t("no_chat"))]));
    lines.scrollTop = lines.scrollHeight;
  };
  return { element, render };
}
