import type { TargetedFocusEvent, TargetedKeyboardEvent } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { EMOTES, type Emote } from "../actors/emotes";
import { walkText, type WalkStringKey } from "../strings";
import { useWalk } from "./context";

const NAMES: Readonly<Record<Emote, WalkStringKey>> = {
  wave: "act_wave",
  bow: "act_bow",
  cheer: "act_cheer",
  dance: "act_dance",
  clap: "act_clap",
  nod: "act_nod",
  spin: "act_spin",
  sit: "act_sit",
};

/** Whether an element belongs to the menu. The tool button that opens it also closes it. */
const belongs = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.gestures, [data-tool="act"]') !== null;

/** The menu of emotes. */
export function EmoteMenu() {
  const { walk, toggleEmotes } = useWalk();
  const open = walk.emotesOpen.value;
  const menu = useRef<HTMLDivElement>(null);
  const onKeyDown = useKeys();
  useLayoutEffect(() => {
    if (!open) return;
    menu.current?.querySelector("button")?.focus({ preventScroll: true });
    const leave = ({ target }: PointerEvent) => belongs(target) || toggleEmotes(false);
    document.addEventListener("pointerdown", leave);
    return () => document.removeEventListener("pointerdown", leave);
  }, [open]);
  const unfocus = ({ relatedTarget }: TargetedFocusEvent<HTMLDivElement>) => {
    if (relatedTarget && !belongs(relatedTarget)) toggleEmotes(false);
  };
  return (
    <div
      class="gestures"
      role="menu"
      aria-label={walkText("acts")}
      hidden={!open}
      ref={menu}
      onKeyDown={onKeyDown}
      onFocusOut={unfocus}
    >
      {open && EMOTES.map((emote, i) => <EmoteButton key={emote} emote={emote} number={i + 1} />)}
    </div>
  );
}

function EmoteButton({ emote, number }: { emote: Emote; number: number }) {
  const choose = useChoose();
  return (
    <button type="button" role="menuitem" data-act={number} onClick={() => choose(number)}>
      <kbd>{number}</kbd>
      {walkText(NAMES[emote])}
    </button>
  );
}

/** Plays an emote, by its number, and closes the menu. */
function useChoose(): (act: number) => void {
  const { act, toggleEmotes } = useWalk();
  return (number) => {
    act({ play: { act: number } });
    toggleEmotes(false);
  };
}

/** Digits choose, arrows move the focus, Escape and X close. */
function useKeys(): (event: TargetedKeyboardEvent<HTMLDivElement>) => void {
  const { toggleEmotes } = useWalk();
  const choose = useChoose();
  return (event) => {
    const digit = Number(/^(?:Digit|Numpad)([1-8])$/.exec(event.code)?.[1] ?? 0);
    const way = { ArrowDown: 2, ArrowUp: -2, ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0;
    const closes = event.key === "Escape" || event.code === "KeyX";
    if (digit === 0 && way === 0 && !closes) return;
    event.preventDefault();
    event.stopPropagation();
    if (closes && event.repeat) return;
    if (closes) toggleEmotes(false);
    else if (digit > 0) choose(digit);
    else {
      const all = [...event.currentTarget.querySelectorAll("button")];
      const at = all.findIndex((button) => button === document.activeElement);
      all[(at + way + all.length) % all.length]?.focus({ preventScroll: true });
    }
  };
}
