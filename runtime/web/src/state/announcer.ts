import { signal } from "@preact/signals";
import type { MoveEntry, SeatView } from "../wire.generated";
import { language, local, t } from "../i18n/language";

/** Lines of this time are announced together, so that a flurry of moves does not pile up. */
const GATHER_MS = 600;
/** The most lines announced together: the latest. The list of moves has all of them. */
const MOST_LINES = 3;
/** A game that begins again takes all moves off the list, but no player took them back. */
const MOST_TAKEN_BACK = 2;

/** The moves of an event, and who sees them. */
export interface MovesSeen {
  before: readonly MoveEntry[];
  after: readonly MoveEntry[];
  /** The viewer's seat; null for spectators. */
  seat: number | null;
  seats: readonly SeatView[];
  /** Whether a move is a sentence that names who acts. */
  sentences: boolean;
}

/** What a screen reader says of an event's moves: those of others, and moves taken back. */
export function wordsOf({ before, after, seat, seats, sentences }: MovesSeen): string[] {
  // Moves that stay in the list are the same objects.
  let kept = 0;
  while (kept < after.length && after[kept] === before[kept]) kept += 1;
  const taken = before.length - kept;
  if (after.length === kept && taken > 0) {
    return kept > 0 || taken <= MOST_TAKEN_BACK ? [t("say_taken_back")] : [];
  }
  return after
    .slice(kept)
    .filter((move) => move.seat !== seat)
    .map((move) => {
      const name = seats[move.seat]?.name;
      const words = local(move.text);
      return sentences || !name ? words : t("say_move", { seat: local(name), move: words });
    });
}

/** Gathers what a screen reader says of moves. */
export class Announcer {
  /** What is said now; each time under another number, because the same move may follow itself. */
  readonly said = signal<{ id: number; text: string } | null>(null);
  private waiting: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastId = 0;

  say(lines: readonly string[]): void {
    if (lines.length === 0) return;
    this.waiting = [...this.waiting, ...lines].slice(-MOST_LINES);
    this.timer ??= setTimeout(() => this.speak(), GATHER_MS);
  }

  private speak(): void {
    this.timer = undefined;
    this.lastId += 1;
    const text = this.waiting.join(language() === "zh" ? "；" : "; ");
    this.waiting = [];
    this.said.value = { id: this.lastId, text };
  }
}
