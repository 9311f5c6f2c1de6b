import { useRef } from "preact/hooks";
import { local, t } from "../i18n/language";
import type { ChatLine } from "../state/room";
import { Icon } from "../util/icons";
import { useListEnd } from "../util/list_end";
import { Marked } from "../util/markup";
import { useHud } from "./context";

const LONGEST_LINE = 300;

/** The chat: what was said, and an input. */
export function Chat() {
  const { replay } = useHud();
  return (
    <section class="chat" aria-label={t("chat")}>
      <h2>{t("chat")}</h2>
      <Lines />
      {!replay && <SayForm />}
    </section>
  );
}

function Lines() {
  const { model, screen } = useHud();
  const marked = screen.scene.value.markedChat?.value ?? false;
  const lines = useRef<HTMLDivElement>(null);
  const { chat } = model;
  useListEnd(lines, chat);
  return (
    <div class="lines" role="log" aria-live="polite" tabindex={0} ref={lines}>
      {chat.length === 0 && <p class="empty">{t("no_chat")}</p>}
      {chat.map((line) => (
        <Line key={line.number} line={line} marked={marked} />
      ))}
    </div>
  );
}

function Line({ line: { from, text }, marked }: { line: ChatLine; marked: boolean }) {
  const words = marked ? <Marked text={local(text)} /> : local(text);
  if (from === null) return <p class="room">{words}</p>;
  return (
    <p>
      <b>{from || t("somebody")}</b>
      {words}
    </p>
  );
}

function SayForm() {
  const { send } = useHud();
  const input = useRef<HTMLInputElement>(null);
  const say = (event: Event) => {
    event.preventDefault();
    const text = input.current?.value.trim();
    if (!input.current || !text) return;
    send({ t: "chat", text });
    input.current.value = "";
  };
  return (
    <form onSubmit={say}>
      <input
        ref={input}
        type="text"
        maxlength={LONGEST_LINE}
        autocomplete="off"
        enterkeyhint="send"
        placeholder={t("say")}
        aria-label={t("say")}
      />
      <button class="icon-button" type="submit" aria-label={t("send")}>
        <Icon name="send" />
      </button>
    </form>
  );
}
