import type { GameResult, Mark, RequestView } from "../wire.generated";
import type { Signal } from "../audio/sets";
import type { RoomModel } from "../state/room";

/** What signals are derived from, at one moment. */
export interface Situation {
  readonly marks: readonly Mark[];
  readonly result: GameResult | null;
  readonly request: RequestView | null;
  readonly seat: number | null;
  readonly seats: number;
  /** Whether several seats may win together, of which the result names one. */
  readonly sides: boolean;
}

/** A signal, and how many seconds after the event it is heard. */
export interface SignalHeard {
  readonly name: Signal;
  readonly after: number;
}

/** A check is called when the piece that gives it has landed. */
const LANDED = 0.26;
/** A mate is heard before what it means. */
const MATED = 0.8;

export const situationOf = ({ marks, hud, request, seat, seats }: RoomModel): Situation => ({
  marks,
  result: hud.result,
  request,
  seat,
  seats: seats.length,
  sides: hud.plates.length > 0 || seats.length > 2,
});

const checks = (marks: readonly Mark[]): string[] =>
  marks.filter(({ kind }) => kind === "check").map(({ pos }) => pos.join());

/** How a game's end sounds to a seat; a spectator takes no side. */
function endOf({ winner }: GameResult, { seat, sides }: Situation): Signal {
  if (winner === null) return "draw";
  if (seat === null) return "over";
  if (winner === seat) return "win";
  // Of several seats that win together one is named, so another one may have won, too.
  return sides ? "over" : "lose";
}

/**
 * What an event has to say by signals. `waited` is whether the viewer waited so long for its turn
 * that it may be doing something else.
 */
export function signalsOf(before: Situation, after: Situation, waited: boolean): SignalHeard[] {
  const { result } = after;
  const known = checks(before.marks);
  const all = checks(after.marks);
  if (result && !before.result) {
    const end = endOf(result, after);
    const mate = all.length > 0 && result.winner !== null;
    if (!mate) return [{ name: end, after: LANDED }];
    return [
      { name: "mate", after: LANDED },
      { name: end, after: LANDED + MATED },
    ];
  }
  if (result) return [];
  if (all.some((cell) => !known.includes(cell))) return [{ name: "check", after: LANDED }];
  const asked = after.request !== null && before.request === null && after.seat !== null;
  return asked && waited ? [{ name: "turn", after: LANDED }] : [];
}
