import { effect, signal, untracked } from "@preact/signals";
import type { HudHost } from "../hud/context";
import type { RoomModel } from "../state/room";
import type { Button } from "../wire.generated";

/** Names of what is kept for the room that a page opens: moves to be played there, and the study of it. */
const movesKey = (room: string): string => `fangqi.moves.${room}`;
const positionKey = (room: string): string => `fangqi.position.${room}`;
const studyKey = (room: string): string => `fangqi.study.${room}`;
/** The ids of a map's buttons that play written moves and set up a written position. */
export const RECORD = "record";
export const POSITION = "position";
/** Whether a button is one of those, which the dialog that reads games presses. */
export const isOfRecords = ({ id }: Button): boolean => id === RECORD || id === POSITION;

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

/**
 * Leaves moves for the page of a room, which will be opened next and studied, and the position in which
 * they begin if it is another than usual.
 */
export function leaveMoves(room: string, moves: readonly string[], position?: string): void {
  keep(movesKey(room), moves.length > 0 ? moves.join("\n") : null);
  keep(positionKey(room), position ?? null);
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

/** Before a kept position that the map has been asked to set up: after a reload it is not asked again. */
const SENT = "sent ";
/** Whether two written positions have the same pieces, and the same side to move. */
const isSamePosition = (one: string, other: string): boolean =>
  one.split(" ", 2).join() === other.split(" ", 2).join();

/**
 * Plays the moves that were left for the room, once the viewer has a seat: computers give up theirs, and
 * the position in which the moves begin is set up. A move is sent when the one before is in the list, so
 * that each is an event of its own, to which one can go back.
 */
export function playLeftMoves({ model, room, send }: HudHost): void {
  const moves = kept(movesKey(room))?.split("\n") ?? [];
  const left = kept(positionKey(room));
  let position = left?.replace(SENT, "") ?? null;
  if (moves.length === 0 && position === null) return;
  let made = -1;
  let begun = false;
  const begin = () => {
    begun = true;
    openSeats(model, send);
    if (position === null || left?.startsWith(SENT)) return;
    keep(positionKey(room), SENT + position);
    send({ t: "action", id: POSITION, value: position });
  };
  const stop = effect(() => {
    const needed = position === null ? RECORD : POSITION;
    const ready = model.hud.buttons.some(({ id, enabled }) => id === needed && enabled);
    const { position: shown } = model.hud;
    if (!ready || model.seat === null || model.moves.length === made) return;
    if (!begun) untracked(begin);
    // A position that the map refuses is followed by no moves.
    if (position !== null && (shown === null || !isSamePosition(shown, position))) return;
    position = null;
    keep(positionKey(room), null);
    made = model.moves.length;
    const value = moves.shift();
    keep(movesKey(room), moves.length > 0 ? moves.join("\n") : null);
    if (value === undefined) return queueMicrotask(() => stop());
    untracked(() => send({ t: "action", id: RECORD, value }));
  });
}

function openSeats({ seats }: RoomModel, send: HudHost["send"]): void {
  seats.forEach(({ holder }, seat) => {
    if (holder.by === "computer") send({ t: "set_computer", seat, level: null });
  });
}
