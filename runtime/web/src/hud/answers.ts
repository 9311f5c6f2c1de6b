import type { CardPlay } from "../cards/play";
import type { RequestView } from "../wire.generated";
import { local, t } from "../i18n/language";
import { h } from "../util/dom";
import type { HudContext } from "./context";

/**
 * Whether every answer comes with an explanation. The answers are then shown as a page of
 * descriptions to choose from.
 */
export function isSheet({ choices, panel }: RequestView): boolean {
  const labelled = choices.flatMap(({ label }, i) => (label ? [i] : []));
  return labelled.length > 0 && labelled.every((i) => panel?.looks[i]?.about);
}

/** Buttons for the answers to the current question, and for the cards selected. */
export function answers(context: HudContext, play: CardPlay): (HTMLElement | null)[] {
  const { model } = context;
  const { selecting, request } = model;
  if (!request) return [];
  const sheet = isSheet(request);
  const others = request.choices.map((_, choice) => button(context, request, choice, sheet));
  if (!selecting) return others;
  const { suggest, label } = selecting.view;
  const count = suggest.length;
  const at = selecting.suggested === null ? "" : ` ${selecting.suggested + 1}/${count}`;
  const hint = h(
    "button",
    { type: "button", class: "other", "data-do": "suggest", onclick: () => play.suggest() },
    `${t("suggest_cards")}${at}`,
  );
  const { legal } = selecting;
  const chosen = selecting.cells.length;
  const word = label ? local(label) : t("play_cards");
  const go = h(
    "button",
    {
      type: "button",
      class: "play",
      "data-do": "play-cards",
      "data-count": chosen,
      "aria-disabled": legal ? "false" : "true",
      onclick: () => play.play(),
    },
    chosen > 1 ? `${word} · ${chosen}` : word,
  );
  return [...others, count > 0 ? hint : null, selecting.possible ? go : null];
}

/** A paragraph whose heading is bold: 【奸雄】…, or "Treachery: …". */
export function emphasised(line: string): (HTMLElement | string)[] {
  const [, word, rest] = /^(【[^】]+】|[^:]{1,40}: )([^]*)$/.exec(line) ?? [];
  return word === undefined || rest === undefined ? [line] : [h("strong", {}, word), rest];
}

function button(
  { send }: HudContext,
  request: RequestView,
  choice: number,
  sheet: boolean,
): HTMLElement | null {
  const label = request.choices[choice]?.label;
  if (!label) return null;
  const look = request.panel?.looks[choice];
  const about = look?.about ? local(look.about) : "";
  const answer = () => send({ t: "choose", request: request.id, choice });
  const kind = look?.main ? "play" : "other";
  const props = {
    type: "button",
    class: `${kind}${look?.on ? " on" : ""}${sheet ? " page" : ""}`,
    "data-answer": `${request.id}:${choice}`,
    title: sheet ? undefined : about || undefined,
    style: look?.colour ? `--side:${look.colour}` : undefined,
    onclick: answer,
  };
  if (!sheet) return h("button", props, local(label));
  const [side = "", ...skills] = about.split("\n");
  const lines = skills.map((line) => h("span", {}, ...emphasised(line)));
  const head = h("span", { class: "page-head" }, h("b", {}, local(label)), h("i", {}, side));
  return h("button", props, head, ...lines);
}
