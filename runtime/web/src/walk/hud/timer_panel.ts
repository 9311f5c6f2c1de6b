import type { TimerView } from "../../wire.generated";
import { fillWith, h } from "../../util/dom";
import { walkText } from "../strings";

const TICKS_PER_SECOND = 20;

/** The whole seconds that a timer shows at a room time, rounded as scripts see them. */
export function secondsOf({ time, since, way }: TimerView, tick: number): number {
  const passed = Math.max(0, Math.floor(tick) - since);
  const ticks = Math.max(0, time + way * passed);
  return way < 0 ? Math.ceil(ticks / TICKS_PER_SECOND) : Math.floor(ticks / TICKS_PER_SECOND);
}

/** Seconds as `m:ss` or `h:mm:ss`. */
export function clockOf(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** The windows of the map's timers, at the top of the picture. */
export class TimerPanel {
  readonly element = h("div", { class: "timers" });

  /** Shows the timers at a room time. */
  render(timers: readonly TimerView[], tick: number): void {
    const windows = timers.map((timer) => {
      const seconds = secondsOf(timer, tick);
      const way = timer.way > 0 ? "up" : timer.way < 0 ? "down" : "still";
      const [sign, word] = DIRECTIONS[way];
      const ending = way === "down" && seconds <= 10 ? " ending" : "";
      return h(
        "div",
        { class: `timer-window${ending}`, role: "timer", "data-way": way },
        h("span", {}, timer.title),
        h("b", {}, clockOf(seconds)),
        h("i", { title: walkText(word), "aria-label": walkText(word) }, sign),
      );
    });
    fillWith(this.element, ...windows);
  }
}

/** Sign and spoken text for the direction in which a timer counts. */
const DIRECTIONS = {
  up: ["▲", "timer_up"],
  down: ["▼", "timer_down"],
  still: ["❚❚", "timer_still"],
} as const;
