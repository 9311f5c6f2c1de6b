/**
 * Today's puzzle: the lobby opens a room and leaves a note for the room's page which puzzle to put on
 * the table. A note in the tab's own storage and no link, because a link could have visitors press
 * buttons that they have not seen.
 */

const MS_PER_DAY = 86_400_000;
const MS_PER_MINUTE = 60_000;

const key = (room: string): string => `fangqi.daily.${room}`;

/** What the room's page is to do: press `button` with the `day`th of its options, round and round. */
export interface Daily {
  button: string;
  day: number;
}

/** The number of the day by the clock and the time zone of the viewer. */
export function dayOf(now: Date): number {
  return Math.floor((now.getTime() - now.getTimezoneOffset() * MS_PER_MINUTE) / MS_PER_DAY);
}

/** Notes which puzzle the page of a room begins with. */
export function noteDaily(room: string, daily: Daily): void {
  try {
    sessionStorage.setItem(key(room), JSON.stringify(daily));
  } catch {
    // Without a store the room begins with its first puzzle.
  }
}

/** Takes the note for a room: it is good for one visit. */
export function takeDaily(room: string): Daily | null {
  try {
    const note: unknown = JSON.parse(sessionStorage.getItem(key(room)) ?? "null");
    sessionStorage.removeItem(key(room));
    const isDaily = (value: object): value is Daily =>
      "button" in value &&
      "day" in value &&
      typeof value.button === "string" &&
      Number.isSafeInteger(value.day);
    return typeof note === "object" && note !== null && isDaily(note) ? note : null;
  } catch {
    return null;
  }
}
