import type { OwnView } from "../../wire.generated";
import { fillWith, h } from "../../util/dom";
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
export class ScreenEffects {
  readonly element = h("div", { class: "veils" });
  private readonly boards = h("div", { class: "display-boards" });
  private readonly effects = h("div", { class: "veil-box", "aria-hidden": "true" });
  private since = new Map<string, number>();
  private shakeCount: number | null = null;

  constructor() {
    this.element.append(this.effects, this.boards);
  }

  render(own: OwnView, now: number): void {
    const effects = screenEffectsOf(own.screen);
    const names = new Set(effects.map(({ name }) => name));
    for (const name of names) if (!this.since.has(name)) this.since.set(name, now);
    for (const name of this.since.keys()) if (!names.has(name)) this.since.delete(name);
    const visible = effects.filter(
      ({ name, loops }) => loops || now - (this.since.get(name) ?? now) < ONE_SHOT_MS,
    );
    fillWith(
      this.effects,
      ...visible.map(({ name, seconds }) =>
        h("div", { class: `veil veil-${name}`, style: `--round:${seconds}s` }),
      ),
    );
    fillWith(
      this.boards,
      ...own.boards.map(([board, picture]) =>
        h(
          "figure",
          { "data-board": board },
          picture === null ? null : h("img", { src: iconUrl(picture), alt: picture }),
          h("figcaption", {}, walkText("board_number", { number: board })),
        ),
      ),
    );
    this.shake(own.shaken);
  }

  /** Vibrates the device when the count of requests has risen. */
  private shake(shaken: OwnView["shaken"]): void {
    const count = shaken?.[1] ?? 0;
    const fresh = this.shakeCount !== null && count !== this.shakeCount;
    this.shakeCount = count;
    // Only some browsers can vibrate.
    const phone: Partial<Pick<Navigator, "vibrate">> = navigator;
    if (fresh && shaken) phone.vibrate?.(Math.round(shaken[0] * 1000));
  }
}
