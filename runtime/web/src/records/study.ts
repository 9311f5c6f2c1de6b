import { effect, signal, untracked } from "@preact/signals";
import type { HudHost } from "../hud/context";
import type { RoomModel } from "../state/room";

/** Names of what is kept for the room that a page opens: moves to be played there, and the study of it. */
const movesKey = (room: string): string => `fangqi.moves.${room}`;
const studyKey = (room: string): string => `fangqi.study.${room}`;
/** The id of a map's button that plays written moves. */
export const RECORD = "record";
/** Storage of this tab: a room that is studied in one tab is played as usual in another. */
function keep(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Private windows may refuse it: the room then opens without moves.
  }
}

function kept(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Leaves moves for the page of a room, which will be opened next and studied. */
export function leaveMoves(room: string, moves: readonly string[]): void {
  keep(movesKey(room), moves.join("\n"));
  keep(studyKey(room), "yes");
}

/** Whether the other seats are open, so that one person may move for all. */
export const isAlone = ({ seat, seats }: RoomModel): boolean =>
  seat !== null &&
  seats.length > 1 &&
  seats.every(({ holder }, i) => i === seat || holder.by === "open");

/**
 * The study of a game by one person, who moves for all sides: the page goes to the seat whose turn it
 * is. To the server these are people who change seats, which anybody may do.
 */
export class Study {
  private readonly on = signal(false);
  private sent = "";

  constructor(private readonly hud: HudHost) {
    this.on.value = kept(studyKey(hud.room)) !== null;
    effect(() => this.follow());
  }

  /** Whether the viewer moves for all sides. */
  get active(): boolean {
    return this.on.value && isAlone(this.hud.model);
  }

  /** Begins or ends it. */
  toggle(): void {
    this.on.value = !this.on.value;
    keep(studyKey(this.hud.room), this.on.value ? "yes" : null);
  }

  private follow(): void {
    const { model, send } = this.hud;
    const { turn, result } = model.hud;
    if (!this.active || turn === null || result || turn === model.seat) return;
    // Once for each turn: what the server refuses is not asked for again.
    const wish = `${turn} ${model.moves.length}`;
    if (wish === this.sent) return;
    this.sent = wish;
    untracked(() => send({ t: "sit", seat: turn }));
  }
}

/**
 * Plays the moves that were left for the room, once the viewer has a seat: computers give up theirs. A
 * move is sent when the one before is in the list, so that each is an event of its own, to which one can
 * go back.
 */
export function playLeftMoves({ model, room, send }: HudHost): void {
  const moves = kept(movesKey(room))?.split("\n") ?? [];
  if (moves.length === 0) return;
  let made = -1;
  const stop = effect(() => {
    const ready = model.hud.buttons.some(({ id, enabled }) => id === RECORD && enabled);
    if (!ready || model.seat === null || model.moves.length === made) return;
    const isFirst = made < 0;
    made = model.moves.length;
    const value = moves.shift();
    keep(movesKey(room), moves.length > 0 ? moves.join("\n") : null);
    if (value === undefined) return queueMicrotask(() => stop());
    untracked(() => {
      if (isFirst) openSeats(model, send);
      send({ t: "action", id: RECORD, value });
    });
  });
}

function openSeats({ seats }: RoomModel, send: HudHost["send"]): void {
  seats.forEach(({ holder }, seat) => {
    if (holder.by === "computer") send({ t: "set_computer", seat, level: null });
  });
}
