import { effect } from "@preact/signals";
import type { Signal } from "../audio/sets";
import type { RoomModel } from "../state/room";
import { readClock } from "./clock";

/** How often is looked at the time: often enough for a tick to come when the digits change. */
const LOOK_MS = 100;
/** Seconds left when the first warning is heard. */
const WARNING = 10;
/** From here on every second is heard, and the last ones louder. */
const COUNTED = 5;
const LAST = 3;

/** What is heard when whole seconds left become another number; null for nothing. */
export function alarmAt(before: number | null, now: number): Signal | null {
  // Only time that passes is heard: not a clock that begins, nor one that is given more.
  if (before === null || now >= before || now < 1) return null;
  if (now <= LAST) return "hurry";
  return now <= COUNTED || now === WARNING ? "tick" : null;
}

/** Seconds until the viewer's time for its move runs out; null while no time runs for it. */
export function secondsLeft(model: RoomModel, at: number): number | null {
  const { seat, hud, request } = model;
  if (seat === null || hud.result || model.link.kind !== "live") return null;
  const tick = model.tickAtTime(at);
  const clock = hud.clocks[seat];
  const face = clock?.running ? readClock(clock, tick) : null;
  // Main time that overtime follows may run out: nothing is lost with it.
  const lefts = face && (face.overtime || face.periods === 0) ? [face.seconds] : [];
  if (request && request.deadline !== null) lefts.push(model.secondsTo(request.deadline, at));
  return lefts.length > 0 ? Math.min(...lefts) : null;
}

/** Lets the viewer hear its time running out. Returns what ends that. */
export function watchTime(
  model: RoomModel,
  hear: (name: Signal) => void,
  now: () => number = () => performance.now(),
): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  let before: number | null = null;
  const look = () => {
    const left = secondsLeft(model, now());
    const seconds = left === null ? null : Math.ceil(left - 1e-6);
    const name = seconds === null ? null : alarmAt(before, seconds);
    before = seconds;
    if (name) hear(name);
  };
  const stop = effect(() => {
    const runs = secondsLeft(model, now()) !== null;
    if (runs) timer ??= setInterval(look, LOOK_MS);
    else {
      clearInterval(timer);
      timer = undefined;
      before = null;
    }
  });
  return () => {
    stop();
    clearInterval(timer);
  };
}
