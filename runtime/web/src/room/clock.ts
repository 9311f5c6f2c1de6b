import type { ClockView } from "../wire.generated";

const TICKS_PER_SECOND = 20;
/** Below this many seconds tenths are shown. */
const LOW = 10;

/** What a game clock shows at one moment. */
export interface ClockFace {
  /** Seconds left of the main time or of the present period. */
  seconds: number;
  /** Overtime periods left, including the present one. */
  periods: number;
  /** Length of an overtime period in seconds; 0 if there is no overtime. */
  period: number;
  overtime: boolean;
  running: boolean;
  /** Whether the clock is highlighted: little time is left and no period follows. */
  low: boolean;
}

/** What a clock shows at a room time, which may lie between ticks. */
export function readClock(clock: ClockView, tick: number): ClockFace {
  let passed = clock.running ? Math.max(0, tick - clock.at) : 0;
  let { left, later, overtime } = clock;
  while (passed >= left && later > 0) {
    passed -= left;
    left = clock.period;
    later -= 1;
    overtime = true;
  }
  const seconds = Math.max(0, left - passed) / TICKS_PER_SECOND;
  return {
    seconds,
    periods: later + (overtime ? 1 : 0),
    period: clock.period / TICKS_PER_SECOND,
    overtime,
    running: clock.running,
    low: seconds < LOW && (overtime || later === 0),
  };
}

/** Seconds as `m:ss` or `h:mm:ss`, with tenths when few are left. */
export function clockDigits(seconds: number): string {
  if (seconds < LOW) return (Math.ceil(seconds * 10 - 1e-6) / 10).toFixed(1);
  const whole = Math.ceil(seconds - 1e-6);
  const two = (n: number) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60)];
  return hours > 0
    ? `${hours}:${two(minutes % 60)}:${two(whole % 60)}`
    : `${minutes}:${two(whole % 60)}`;
}

/** A duration in seconds as `m:ss`. */
export function countdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
