import { signal } from "@preact/signals";

const BEAT_MS = 100;
let timer: ReturnType<typeof setInterval> | undefined;

/** Changes every tenth of a second, as long as somebody reads it. */
const beat = signal(0, {
  watched() {
    timer = setInterval(() => (this.value += 1), BEAT_MS);
  },
  unwatched() {
    clearInterval(timer);
  },
});
/**
 * The browser's time in ms. Components and computed signals that read it are evaluated again every
 * tenth of a second.
 */
export function passingTime(): number {
  void beat.value;
  return performance.now();
}
