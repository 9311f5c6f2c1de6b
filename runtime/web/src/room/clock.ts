import type { ClockView } from "../wire.generated";

const TICKS_PER_SECOND = 20;
/** Below this many seconds every tenth counts. */
const LOW = 10;

/** A game clock at a moment. */
export interface ClockFace {
  /** Seconds left of the main time or of the period, in steps of a tick. */
  seconds: number;
  /** Periods left: the present one counts. */
  periods: number;
  /** Length of a period in seconds; 0 without overtime. */
  period: number;
  overtime: boolean;
  running: boolean;
  /** Whether it should alarm: little is left, and nothing comes after it that would help. */
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

/** Seconds as a clock shows them: hours if there are any, tenths when few are left. */
export function clockDigits(seconds: number): string {
  if (seconds < LOW) return (Math.ceil(seconds * 10 - 1e-6) / 10).toFixed(1);
  const whole = Math.ceil(seconds - 1e-6);
  const two = (n: number) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60)];
  return hours > 0
    ? `${hours}:${two(minutes % 60)}:${two(whole % 60)}`
    : `${minutes}:${two(whole % 60)}`;
}

/** Seconds until something, as minutes and seconds. */
export function countdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
