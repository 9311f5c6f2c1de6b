import { useLayoutEffect, useRef } from "preact/hooks";
import type { OwnView } from "../wire.generated";
import { passingTime } from "@page/state/time";
import { iconUrl } from "../drawing/item_icons";
import { walkText } from "../strings";

/** The screen effects that are drawn, by their numbers. */
const EFFECT_NAMES: Readonly<Record<number, string>> = { 1: "speed", 2: "power", 3: "fog" };
/** Duration of an effect that does not loop, in ms. */
const ONE_SHOT_MS = 1600;

/** An effect over the whole picture. */
export interface ScreenEffect {
  name: string;
  /** Seconds of one cycle of its animation. */
  seconds: number;
  loops: boolean;
}

/** The effects of a player that are drawn; others have no picture here. */
export function screenEffectsOf(screen: OwnView["screen"]): ScreenEffect[] {
  return screen.flatMap(([kind, speed, loops]) => {
    const name = EFFECT_NAMES[kind];
    if (!name) return [];
    const pace = Math.max(0.1, Math.min(10, Number.isFinite(speed) ? speed : 1));
    return [{ name, seconds: Math.round((100 * (name === "fog" ? 12 : 0.6)) / pace) / 100, loops }];
  });
}

/** What scripts show over a player's picture: screen effects and display boards. */
export function ScreenEffects({ own }: { own: OwnView }) {
  useVibration(own.shaken);
  const visible = useVisible(screenEffectsOf(own.screen));
  return (
    <div class="veils">
      <div class="veil-box" aria-hidden="true">
        {visible.map(({ name, seconds }) => (
          <div key={name} class={`veil veil-${name}`} style={`--round:${seconds}s`} />
        ))}
      </div>
      <div class="display-boards">
        {own.boards.map(([board, picture]) => (
          <figure key={board} data-board={board}>
            {picture !== null && <img src={iconUrl(picture)} alt={picture} />}
            <figcaption>{walkText("board_number", { number: board })}</figcaption>
          </figure>
        ))}
      </div>
    </div>
  );
}

/** The effects that have not ended: those that do not loop are shown for a moment. */
function useVisible(effects: readonly ScreenEffect[]): ScreenEffect[] {
  const since = useRef(new Map<string, number>()).current;
  const names = new Set(effects.map(({ name }) => name));
  for (const name of since.keys()) if (!names.has(name)) since.delete(name);
  const now = performance.now();
  for (const name of names) if (!since.has(name)) since.set(name, now);
  const runs = ({ name, loops }: ScreenEffect) =>
    loops || now - (since.get(name) ?? now) < ONE_SHOT_MS;
  const visible = effects.filter(runs);
  if (visible.some(({ loops }) => !loops)) passingTime();
  return visible;
}

/** Vibrates the device when the count of requests has risen. */
function useVibration(shaken: OwnView["shaken"]): void {
  const count = shaken?.[1] ?? 0;
  const before = useRef<number | null>(null);
  useLayoutEffect(() => {
    // Only some browsers can vibrate.
    const phone: Partial<Pick<Navigator, "vibrate">> = navigator;
    if (before.current !== null && shaken) phone.vibrate?.(Math.round(shaken[0] * 1000));
    before.current = count;
  }, [count]);
}
