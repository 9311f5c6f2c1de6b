import type { ToastKind } from "../wire.generated";
import { local, t } from "../i18n/language";
import type { StringKey } from "../i18n/strings";
import { fillWith, h } from "../util/dom";
import { marked } from "../util/markup";
import { press } from "./actions";
import { replayLink, seatGlyph, type HudContext, type Part } from "./context";
import { summaryOf, type Summary } from "./summary";

const TOAST_MS: Record<ToastKind, number> = {
  info: 3600,
  alert: 4200,
  error: 5200,
  win: 6000,
  big: 1900,
};
const MOST_TOASTS = 4;

/**
 * Reasons for which the server ends a connection that may be opened again, each with its title and
 * the label of the button.
 */
const RETRYABLE = new Map<string, [StringKey, StringKey]>([
  ["abuse", ["cut_off_title", "come_back"]],
  ["room_full", ["full_title", "retry"]],
]);

/** Short messages that fade. */
export class Toasts {
  readonly element = h("div", { class: "toasts", role: "status", "aria-live": "polite" });

  show(kind: ToastKind, text: string): void {
    if (kind === "big") {
      this.showBig(text);
      return;
    }
    for (const shown of this.element.children) if (shown.textContent === text) shown.remove();
    while (this.element.childElementCount >= MOST_TOASTS) this.element.firstElementChild?.remove();
    const toast = h("div", { class: `toast ${kind}` }, text);
    this.element.append(toast);
    setTimeout(() => toast.classList.add("going"), TOAST_MS[kind]);
    setTimeout(() => toast.remove(), TOAST_MS[kind] + 400);
  }

  /** Shows a word large over the table. */
  private showBig(text: string): void {
    document.querySelector(".called")?.remove();
    const word = h("div", { class: "called", role: "status" }, text);
    (document.querySelector(".view") ?? document.body).append(word);
    setTimeout(() => word.remove(), TOAST_MS.big);
  }
}

/** The result of the game, until it is dismissed. */
export function resultPart(context: HudContext): Part {
  const element = h("div", { class: "result", hidden: true, role: "dialog" });
  let seen: string | null = null;
  const render = () => {
    const { model } = context;
    const { result, buttons } = model.hud;
    const summary = summaryOf(model.summary);
    const key = result && JSON.stringify(result);
    if (!result) seen = null;
    element.hidden = !result || key === seen;
    if (!result || element.hidden) return;
    const winner = result.winner === null ? null : model.seats[result.winner];
    // Where seats have plates, several seats may win together; the text names them.
    const plate = result.winner === null ? undefined : model.hud.plates[result.winner];
    const wins = winner ? t("wins", { seat: local(winner.name) }) : t("draw");
    const title = model.hud.plates.length > 0 ? t("game_over") : wins;
    const again = buttons.find(({ id, enabled }) => id === "new" && enabled);
    const dismiss = () => {
      seen = key;
      element.hidden = true;
    };
    const renew = () => {
      dismiss();
      if (again) press({ ...again, confirm: null }, context);
    };
    const look = buttons.find(({ id, enabled }) => id === "review" && enabled);
    const review = () => {
      dismiss();
      if (look) press(look, context);
    };
    const seal = plate?.glyph || (winner ? seatGlyph(winner.name) : "和");
    const past = summary.label("battle_btn", t("replay"));
    const anew = summary.label("reopen", t("new_game"));
    fillWith(
      element,
      summary.shows("result_bkg") &&
        h("span", { class: "seal", style: `--seat:${winner?.colour ?? "#6d5c4b"}` }, seal),
      summary.shows("result") && h("h2", {}, ...marked(summary.label("result", title))),
      h("p", {}, local(result.text)),
      sidesOf(summary),
      h(
        "div",
        { class: "row" },
        summary.shows("battle_btn") &&
          h(
            "a",
            { class: "quiet", "data-do": "replay", href: replayLink(context) },
            ...marked(past),
          ),
        again &&
          summary.shows("reopen") &&
          h("button", { type: "button", class: "primary", onclick: renew }, ...marked(anew)),
        look &&
          h(
            "button",
            { type: "button", class: "quiet", "data-do": "review", onclick: review },
            local(look.label),
          ),
        h("button", { type: "button", class: "quiet", onclick: dismiss }, t("look_on")),
      ),
    );
  };
  return { element, render };
}

/** Two columns with what the map says of the end; null if it says nothing. */
function sidesOf(summary: Summary): HTMLElement | null {
  const line = (name: string, tag: "b" | "span" | "small") => {
    const text = summary.label(name, "");
    return text === "" ? null : h(tag, { class: name }, ...marked(text));
  };
  const left = [
    line("left_title", "b"),
    line("left_desc", "span"),
    line("left_little_desc", "small"),
  ];
  const right = [line("right_title", "b"), line("right_little_desc", "small")];
  if (![...left, ...right].some((part) => part !== null)) return null;
  return h("div", { class: "sides" }, h("div", {}, ...left), h("div", {}, ...right));
}

/** The state of the connection, and what the viewer can do about it. */
export function linkPart({ model, reconnect }: HudContext): Part {
  const element = h("div", { class: "link-state", hidden: true });
  let timer: number | undefined;
  const showBlocking = (title: string, text: string, action: HTMLElement) => {
    element.className = "link-state veil";
    const box = h("div", { class: "box" }, h("h2", {}, title), h("p", {}, text), action);
    fillWith(element, box);
  };
  const render = () => {
    clearTimeout(timer);
    const { link } = model;
    element.hidden = link.kind === "live" || (link.kind === "connecting" && model.event === 0);
    const again = (label: string) =>
      h("button", { type: "button", class: "primary", onclick: reconnect }, label);
    if (link.kind === "replaced") {
      showBlocking(t("replaced_title"), t("replaced_text"), again(t("play_here")));
    } else if (link.kind === "closed") {
      const home = (kind: string) => h("a", { class: kind, href: "/" }, t("home"));
      const [title, way] = RETRYABLE.get(link.code) ?? ["closed_title" as const, null];
      const ways = way && h("div", { class: "row" }, again(t(way)), home("quiet"));
      showBlocking(t(title), local(link.text), ways ?? home("primary"));
    } else {
      element.className = "link-state banner";
      const waiting = link.kind === "waiting";
      const seconds = waiting ? Math.max(1, Math.ceil((link.retryAt - Date.now()) / 1000)) : 0;
      const text = waiting ? t("lost", { seconds }) : t("connecting");
      fillWith(element, h("span", {}, text), waiting && again(t("now")));
      if (waiting) timer = window.setTimeout(render, 1000);
    }
  };
  return { element, render };
}
