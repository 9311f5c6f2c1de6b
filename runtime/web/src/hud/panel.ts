import { t } from "../i18n/language";
import { fillWith, h } from "../util/dom";
import type { HudContext, Part } from "./context";

type Tab = "seats" | "moves" | "chat";
const TABS: readonly Tab[] = ["seats", "moves", "chat"];

/** The side panel. On phones it is below the board and shows one tab at a time. */
export function panelPart(
  { model }: HudContext,
  seats: Part,
  moves: Part,
  chat: Part,
  actions: Part,
): Part {
  const tabs = h("div", { class: "tabs", role: "tablist" });
  const titled = (part: Part) => {
    const title = h("h2", {});
    part.element.prepend(title);
    return title;
  };
  const titles = [null, titled(moves), titled(chat)];
  const element = h(
    "aside",
    { class: "panel", "data-tab": "seats" },
    actions.element,
    tabs,
    seats.element,
    moves.element,
    chat.element,
  );
  let tab: Tab = "seats";
  let read = 0;
  let reviewed = false;
  const choose = (next: Tab) => {
    tab = next;
    render();
  };
  const render = () => {
    // When a review arrives, its tab opens: the viewer asked for it.
    const review = model.hud.insight.review !== null;
    if (review && !reviewed) tab = "moves";
    reviewed = review;
    for (const part of [seats, moves, chat, actions]) part.render();
    element.dataset["tab"] = tab;
    if (tab === "chat" || tabs.offsetParent === null) read = model.chat.length;
    const button = (name: Tab) => {
      const fresh = name === "chat" && model.chat.length > read;
      return h(
        "button",
        {
          type: "button",
          role: "tab",
          class: fresh ? "fresh" : "",
          "aria-selected": name === tab ? "true" : "false",
          "data-tab": name,
          onclick: () => choose(name),
        },
        t(name),
      );
    };
    fillWith(tabs, ...TABS.map(button));
    titles.forEach((title, i) => title && (title.textContent = t(TABS[i] as Tab)));
  };
  return { element, render };
}
