import type { TimerView } from "../wire.generated";
import { passingTime } from "@page/state/time";
import { walkText } from "../strings";
import { useWalk } from "./context";

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

/** Sign and spoken text for the direction in which a timer counts. */
const DIRECTIONS = {
  up: ["▲", "timer_up"],
  down: ["▼", "timer_down"],
  still: ["❚❚", "timer_still"],
} as const;

/** The windows of the map's timers, at the top of the picture. */
export function TimerPanel() {
  const timers = useWalk().walk.own.value?.timers ?? [];
  return (
    <div class="timers">
      {timers.map((timer) => (
        <TimerWindow timer={timer} />
      ))}
    </div>
  );
}

function TimerWindow({ timer }: { timer: TimerView }) {
  const { model } = useWalk();
  const seconds = secondsOf(timer, model.tickAtTime(passingTime()));
  const way = timer.way > 0 ? "up" : timer.way < 0 ? "down" : "still";
  const [sign, word] = DIRECTIONS[way];
  const ending = way === "down" && seconds <= 10;
  return (
    <div class={`timer-window${ending ? " ending" : ""}`} role="timer" data-way={way}>
      <span>{timer.title}</span>
      <b>{clockOf(seconds)}</b>
      <i title={walkText(word)} aria-label={walkText(word)}>
        {sign}
      </i>
    </div>
  );
}
