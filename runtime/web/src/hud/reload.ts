import type { LocalText, ReloadBlock, ReloadView } from "../wire.generated";
import { language, local, t } from "../i18n/language";
import { fillWith, h } from "../util/dom";
import { icon } from "../util/icons";
import type { HudContext, Part } from "./context";

/** Whether the page is so small that the side panel is below the board. */
const small = (): MediaQueryList => matchMedia("(max-width: 820px)");

type Differs = Extract<ReloadView, { state: "differs" }>;

/** How the game would differ with a new version, as lines of text. */
export function whereItDiffers({ first, refused, parts }: Differs): string[] {
  const lines = [t("reload_from_start")];
  if (first) {
    const { number, player } = first;
    const what = local(first.what);
    lines[0] =
      player === null
        ? t("reload_from", { number, what })
        : t("reload_from_by", { number, what, player });
  }
  if (refused) lines.push(t("reload_refused", { text: local(refused) }));
  const named = parts.map(local).join(language() === "zh" ? "、" : ", ");
  if (named) lines.push(t("reload_parts", { parts: named }));
  return lines;
}

/** The message for the server's answer to a decision; null if none is needed. */
export function answerOf(status: number, body: unknown): string | null {
  const { outcome, text } = (body ?? {}) as { outcome?: string; text?: LocalText };
  if (status !== 200) return text ? local(text) : t("reload_unsent");
  if (outcome === "accepted") return t("reload_accepted");
  return outcome === "nothing_offered" ? t("reload_gone") : null;
}

/** Tells the server whether the room takes the new version. */
async function decide(accept: boolean, { room, toast }: HudContext): Promise<void> {
  let message: string | null = t("reload_unsent");
  let status = 0;
  try {
    const answer = await fetch(`/api/rooms/${encodeURIComponent(room)}/reload`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ accept }),
    });
    ({ status } = answer);
    message = answerOf(status, await answer.json().catch(() => null));
  } catch (error) {
    console.warn("fangqi: no answer", error);
  }
  if (message !== null) toast(status === 200 ? "info" : "error", message);
}

/** Places the part in the side panel, or on small pages over the view. */
export function placeReload(part: Part, panel: HTMLElement, view: HTMLElement): void {
  const place = () => (small().matches ? view : panel).append(part.element);
  small().addEventListener("change", place);
  place();
}

/**
 * Offers a new version of a map that was edited while it is played: how the game would differ, and
 * the choice.
 */
export function reloadPart(context: HudContext): Part {
  const element = h("section", { class: "reload", hidden: true, role: "status" });
  // Small pages have room for the title only.
  let folded = small().matches;
  let seen: string | null = null;
  const render = () => {
    const { reload } = context.model;
    const key = reload && JSON.stringify(reload);
    if (!reload) seen = null;
    element.hidden = !reload || key === seen;
    if (!reload || element.hidden) return;
    element.dataset["state"] = reload.state;
    const fold = () => {
      folded = !folded;
      render();
    };
    const dismiss = () => {
      seen = key;
      render();
    };
    const differs = reload.state === "differs";
    const title = differs ? t("reload_title") : t("reload_failed_title");
    const head = h(
      "button",
      {
        type: "button",
        class: "head",
        title: t("reload_fold"),
        "aria-expanded": folded ? "false" : "true",
        onclick: fold,
      },
      h("b", {}, title),
      icon("fold"),
    );
    const body = differs ? offer(reload) : fault(reload);
    fillWith(element, head, ...(folded ? [] : [...body, buttons(reload, context, dismiss)]));
  };
  return { element, render };
}

function offer(reload: Differs): HTMLElement[] {
  const lines = whereItDiffers(reload).map((line) => h("li", {}, line));
  return [
    h("p", {}, t("reload_text")),
    h("ul", {}, ...lines),
    h("ul", { class: "cells" }, ...reload.blocks.map(cell)),
  ];
}

function cell({ pos, old, new: fresh }: ReloadBlock): HTMLElement {
  return h(
    "li",
    {},
    h("code", {}, `(${pos.join(", ")})`),
    ` ${local(old)} → `,
    h("b", {}, local(fresh)),
  );
}

function fault(reload: ReloadView): HTMLElement[] {
  const message = reload.state === "failed" ? reload.message : "";
  return [h("p", {}, t("reload_failed_text")), h("pre", {}, message)];
}

function buttons(reload: ReloadView, context: HudContext, dismiss: () => void): HTMLElement {
  const choice = (name: string, style: string, label: string, run: () => void) =>
    h("button", { type: "button", class: `${style} small`, "data-do": name, onclick: run }, label);
  if (reload.state !== "differs") {
    return h("div", { class: "row" }, choice("wave", "quiet", t("close"), dismiss));
  }
  if (!reload.may_decide) {
    const close = choice("wave", "quiet", t("close"), dismiss);
    return h("div", { class: "row" }, h("p", { class: "note" }, t("reload_others")), close);
  }
  return h(
    "div",
    { class: "row" },
    choice("keep", "quiet", t("reload_keep"), () => void decide(false, context)),
    choice("accept", "primary", t("reload_accept"), () => void decide(true, context)),
  );
}
