import type { Ref } from "preact";
import type { LocalText, ReloadView } from "../wire.generated";
import { language, local, t } from "../i18n/language";
import { Icon } from "../util/icons";
import { useHud, type HudHost } from "./context";

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
async function decide(accept: boolean, { room, screen }: HudHost): Promise<void> {
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
  if (message !== null) screen.toast(status === 200 ? "info" : "error", message);
}

/**
 * Offers a new version of a map that was edited while it is played: how the game would differ, and
 * the choice.
 */
export function Reload({ place }: { place?: Ref<HTMLElement> }) {
  const { screen } = useHud();
  const reload = screen.reload.shown;
  if (!reload) return <section class="reload" role="status" ref={place ?? null} hidden />;
  const folded = screen.reloadFolded.value;
  const differs = reload.state === "differs";
  return (
    <section class="reload" role="status" data-state={reload.state} ref={place ?? null}>
      <button
        type="button"
        class="head"
        title={t("reload_fold")}
        aria-expanded={folded ? "false" : "true"}
        onClick={() => (screen.reloadFolded.value = !folded)}
      >
        <b>{differs ? t("reload_title") : t("reload_failed_title")}</b>
        <Icon name="fold" />
      </button>
      {!folded && (differs ? <Offer reload={reload} /> : <Fault reload={reload} />)}
      {!folded && <Choice reload={reload} />}
    </section>
  );
}

function Offer({ reload }: { reload: Differs }) {
  return (
    <>
      <p>{t("reload_text")}</p>
      <ul>
        {whereItDiffers(reload).map((line) => (
          <li>{line}</li>
        ))}
      </ul>
      <ul class="cells">
        {reload.blocks.map(({ pos, old, new: fresh }) => (
          <li key={pos.join()}>
            <code>{`(${pos.join(", ")})`}</code>
            {` ${local(old)} → `}
            <b>{local(fresh)}</b>
          </li>
        ))}
      </ul>
    </>
  );
}

function Fault({ reload }: { reload: ReloadView }) {
  return (
    <>
      <p>{t("reload_failed_text")}</p>
      <pre>{reload.state === "failed" ? reload.message : ""}</pre>
    </>
  );
}

/** The buttons: to decide, or only to put the offer away. */
function Choice({ reload }: { reload: ReloadView }) {
  const hud = useHud();
  const close = (
    <ChoiceButton name="wave" style="quiet" onClick={() => hud.screen.reload.dismiss()}>
      {t("close")}
    </ChoiceButton>
  );
  if (reload.state !== "differs") return <div class="row">{close}</div>;
  if (!reload.may_decide) {
    return (
      <div class="row">
        <p class="note">{t("reload_others")}</p>
        {close}
      </div>
    );
  }
  return (
    <div class="row">
      <ChoiceButton name="keep" style="quiet" onClick={() => void decide(false, hud)}>
        {t("reload_keep")}
      </ChoiceButton>
      <ChoiceButton name="accept" style="primary" onClick={() => void decide(true, hud)}>
        {t("reload_accept")}
      </ChoiceButton>
    </div>
  );
}

interface ChoiceButtonProps {
  name: string;
  style: string;
  onClick: () => void;
  children: string;
}

const ChoiceButton = ({ name, style, onClick, children }: ChoiceButtonProps) => (
  <button type="button" class={`${style} small`} data-do={name} onClick={onClick}>
    {children}
  </button>
);
