import { useComputed } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { local } from "@page/i18n/language";
import type { ChatLine } from "@page/state/room";
import { passingTime } from "@page/state/time";
import { Marked } from "@page/util/markup";
import { walkText } from "../strings";
import { useWalk } from "./context";

/** How many lines are shown, and for how long each. */
const MAX_LINES = 7;
const LINE_MS = 12_000;
const MAX_LENGTH = 300;

/** How many of the last lines are recent, and came after the player. */
function recent(chat: readonly ChatLine[], cameAt: number): number {
  const last = chat.at(-1)?.at ?? -Infinity;
  // Time matters only while there is something to fade.
  if (last < Math.max(cameAt, performance.now() - LINE_MS)) return 0;
  const since = Math.max(cameAt, passingTime() - LINE_MS);
  return chat.slice(-MAX_LINES).filter(({ at }) => at >= since).length;
}

/** Recent chat lines over the picture, and an input for a new one. */
export function ChatOverlay() {
  const { model, walk } = useWalk();
  const typing = walk.typing.value;
  const fresh = useComputed(() => recent(model.chat, walk.cameAt)).value;
  const { chat } = model;
  // While the input is open all of the last lines are shown.
  const shown = typing ? chat.slice(-MAX_LINES) : chat.slice(chat.length - fresh);
  return (
    <div class={`walk-talk${typing ? " typing" : ""}`}>
      <div class="talk-lines" role="log" aria-live="polite">
        {shown.map(({ number, from, text }) => (
          <p key={number} class={from === null ? "room" : ""}>
            {from && <b>{from}</b>}
            <Marked text={local(text)} />
          </p>
        ))}
      </div>
      <SayForm typing={typing} />
    </div>
  );
}

function SayForm({ typing }: { typing: boolean }) {
  const { say, closeChat } = useWalk();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (typing) input.current?.focus();
  }, [typing]);
  const submit = (event: Event) => {
    event.preventDefault();
    const line = input.current;
    if (!line) return;
    const text = line.value.trim();
    line.value = "";
    if (text !== "") say(text);
    line.blur();
  };
  const key = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Escape") input.current?.blur();
  };
  return (
    <form hidden={!typing} onSubmit={submit}>
      <input
        ref={input}
        type="text"
        maxlength={MAX_LENGTH}
        autocomplete="off"
        enterkeyhint="send"
        placeholder={typing ? walkText("say") : undefined}
        aria-label={typing ? walkText("say") : undefined}
        onBlur={closeChat}
        onKeyDown={key}
      />
    </form>
  );
}
