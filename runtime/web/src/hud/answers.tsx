import type { CardPlay } from "../cards/play";
import type { LocalText, RequestView } from "../wire.generated";
import { local, t } from "../i18n/language";
import { artOf } from "../plugins/card_art";
import { useHud } from "./context";
import { Picture } from "./picture";

/**
 * Whether every answer comes with an explanation. The answers are then shown as a page of
 * descriptions to choose from.
 */
export function isSheet({ choices, panel }: RequestView): boolean {
  const labelled = choices.flatMap(({ label }, i) => (label ? [i] : []));
  return labelled.length > 0 && labelled.every((i) => panel?.looks[i]?.about);
}

/** Buttons for the answers to the current question, and for the cards selected. */
export function Answers({ play }: { play: CardPlay }) {
  const { request, selecting } = useHud().model;
  if (!request) return null;
  return (
    <>
      {request.choices.map((_, choice) => (
        <Answer key={choice} request={request} choice={choice} />
      ))}
      {selecting && <SuggestButton play={play} />}
      {selecting && <PlayButton play={play} />}
    </>
  );
}

/** Goes through the map's suggestions. */
function SuggestButton({ play }: { play: CardPlay }) {
  // Read here and no property, because a selection changes in place.
  const { selecting } = useHud().model;
  const count = selecting?.view.suggest.length ?? 0;
  if (!selecting || count === 0) return null;
  const at = selecting.suggested === null ? "" : ` ${selecting.suggested + 1}/${count}`;
  return (
    <button type="button" class="other" data-do="suggest" onClick={() => play.suggest()}>
      {`${t("suggest_cards")}${at}`}
    </button>
  );
}

/** Plays the selected cards. */
function PlayButton({ play }: { play: CardPlay }) {
  const { selecting } = useHud().model;
  if (!selecting?.possible) return null;
  const chosen = selecting.cells.length;
  const { label } = selecting.view;
  const word = label ? local(label) : t("play_cards");
  return (
    <button
      type="button"
      class="play"
      data-do="play-cards"
      data-count={chosen}
      aria-disabled={selecting.legal ? "false" : "true"}
      onClick={() => play.play()}
    >
      {chosen > 1 ? `${word} · ${chosen}` : word}
    </button>
  );
}

/** A paragraph whose heading is bold: 【奸雄】…, or "Treachery: …". */
export function Emphasised({ line }: { line: string }) {
  const [, word, rest] = /^(【[^】]+】|[^:]{1,40}: )([^]*)$/.exec(line) ?? [];
  if (word === undefined || rest === undefined) return <>{line}</>;
  return (
    <>
      <strong>{word}</strong>
      {rest}
    </>
  );
}

/** The button of one answer; none for answers that are given by clicks on the board. */
function Answer({ request, choice }: { request: RequestView; choice: number }) {
  const { send } = useHud();
  const label = request.choices[choice]?.label;
  if (!label) return null;
  const look = request.panel?.looks[choice];
  const about = look?.about ? local(look.about) : "";
  const sheet = isSheet(request);
  const kind = look?.main ? "play" : "other";
  return (
    <button
      type="button"
      class={`${kind}${look?.on ? " on" : ""}${sheet ? " page" : ""}`}
      data-answer={`${request.id}:${choice}`}
      title={sheet ? undefined : about || undefined}
      style={look?.colour ? `--side:${look.colour}` : undefined}
      onClick={() => send({ t: "choose", request: request.id, choice })}
    >
      {sheet ? <Description label={label} about={about} /> : local(label)}
    </button>
  );
}

/** An answer as a page: its name, its side, and one paragraph per skill. */
function Description({ label, about }: { label: LocalText; about: string }) {
  const { model } = useHud();
  const [side = "", ...skills] = about.split("\n");
  const portrait = artOf(model.map?.id)?.portrait?.({ title: label.zh, badge: "" });
  return (
    <>
      <span class="page-head">
        {portrait && <Picture drawing={portrait} />}
        <b>{local(label)}</b>
        <i>{side}</i>
      </span>
      {skills.map((line) => (
        <span>
          <Emphasised line={line} />
        </span>
      ))}
    </>
  );
}
