/** The rooms in which this browser has taken a seat, so that the front page can lead back to them. */

import { recall, remember } from "./memory";

const KEY = "fangqi.visits";
/** As many as the lobby answers for. */
const MOST = 24;

/** A room, and the seat last taken in it. */
export interface Visit {
  room: string;
  seat: number;
}

const isVisit = (value: unknown): value is Visit =>
  typeof value === "object" &&
  value !== null &&
  "room" in value &&
  typeof value.room === "string" &&
  "seat" in value &&
  typeof value.seat === "number";

/** The rooms, the latest first. */
export function visits(): readonly Visit[] {
  try {
    const kept: unknown = JSON.parse(recall(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isVisit) : [];
  } catch {
    // Written by another version of the page, or damaged.
    return [];
  }
}

const keep = (rooms: readonly Visit[]): void => remember(KEY, JSON.stringify(rooms.slice(0, MOST)));

/** Notes that the viewer sits in a room. */
export function noteVisit(room: string, seat: number): void {
  const [last] = visits();
  if (last?.room === room && last.seat === seat) return;
  keep([{ room, seat }, ...visits().filter((visit) => visit.room !== room)]);
}

/** Forgets these rooms. */
export function forgetVisits(gone: readonly string[]): void {
  if (gone.length > 0) keep(visits().filter(({ room }) => !gone.includes(room)));
}
