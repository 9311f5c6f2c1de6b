import { heardIn } from "../audio/hearing";
import type { Sounds } from "../audio/sounds";
import type { Voice } from "../audio/voice";
import { local, textLanguage } from "../i18n/language";
import { bookOf, type CallBook } from "../plugins/calls";
import type { RoomModel } from "../state/room";
import { isStill, settings } from "../state/settings";
import type { LocalText, MoveEntry } from "../wire.generated";
import type { EventBatch } from "../wire/events";
import type { Look } from "../world/looks";
import type { CellChange } from "../world/store";
import { signalsOf, situationOf, type Situation } from "./signals";

/** After waiting so long for its turn, a viewer may be doing something else. */
const LONG_WAIT_MS = 8000;
/** A list that grows by more moves at once is that of another game, or of the past. */
const MOST_CALLED = 3;

/** What listening needs of the page. */
export interface Ears {
  readonly model: RoomModel;
  readonly sounds: Pick<Sounds, "pieces" | "signal" | "audible">;
  readonly voice: Pick<Voice, "say" | "hush">;
  lookOf(id: number): Look | undefined;
  /** Whether the page cannot be seen. */
  isHidden(): boolean;
  now(): number;
}

/** What the viewer of a room hears of its events. */
export class Listening {
  /** Whether the room's scripts make the sounds of this event. */
  private scored = false;
  private before: Situation | null = null;
  private moves: readonly MoveEntry[] = [];
  /** When the viewer began to wait for its turn. */
  private waitsSince = 0;

  constructor(private readonly ears: Ears) {}

  /** An event begins: the model and the board do not show it yet. */
  begin({ scene, messages }: EventBatch): void {
    const { model } = this.ears;
    this.scored = messages.some((m) => m.t === "effect" && m.effect.kind === "sound");
    this.before = scene ? null : situationOf(model);
    this.moves = model.moves;
  }

  /** Cells of the board have changed; `dragged` is whether the viewer dragged a piece. */
  changed(changes: readonly CellChange[], dragged: boolean): void {
    if (this.scored) return;
    const { model, sounds, lookOf } = this.ears;
    const { zones } = model.setting;
    sounds.pieces(heardIn(changes, { lookOf, zones, dragged, still: isStill() }));
  }

  /** The event is shown. */
  end({ scene, messages }: EventBatch): void {
    this.scored = false;
    // A scene is the room as it is: what led there was heard before, or never.
    if (scene || !this.before) return this.ears.voice.hush();
    this.signals(this.before);
    for (const message of messages) {
      // The end of a game has a signal of its own, by which a seat hears whether it has won.
      const good = message.t === "toast" && message.kind === "win" && !this.ears.model.hud.result;
      if (good) this.ears.sounds.signal("win");
    }
    this.call(messages);
  }

  private signals(before: Situation): void {
    const { model, sounds, isHidden, now } = this.ears;
    const after = situationOf(model);
    const waited = isHidden() || now() - this.waitsSince > LONG_WAIT_MS;
    for (const { name, after: seconds } of signalsOf(before, after, waited)) {
      sounds.signal(name, seconds);
    }
    if (before.request && !after.request) this.waitsSince = now();
  }

  /** Says what players say with their moves, and what the table calls out. */
  private call(messages: EventBatch["messages"]): void {
    const { model, sounds, voice } = this.ears;
    const book = bookOf(model.map);
    if (!book || !settings().calls || !sounds.audible) return voice.hush();
    for (const { text, seat } of callsOf(book, this.moves, model.moves, messages)) {
      voice.say({ text: local(text), seat, volume: settings().volume / 100 }, textLanguage());
    }
  }
}

/** What is said aloud of an event: first by those who moved, then at the table. */
export function callsOf(
  book: CallBook,
  before: readonly MoveEntry[],
  after: readonly MoveEntry[],
  messages: EventBatch["messages"],
): { text: LocalText; seat: number | null }[] {
  // Moves that stay in the list are the same objects.
  const grown = after.length > before.length && before.every((move, i) => after[i] === move);
  const added = grown ? after.slice(before.length) : [];
  const said = added.length > MOST_CALLED ? [] : added;
  return [
    ...said.map((move, i) => ({
      text: book.ofMove(move, before.length + i),
      seat: move.seat as number | null,
    })),
    ...messages.flatMap((message) =>
      message.t === "toast" ? [{ text: book.ofShout(message.text), seat: null }] : [],
    ),
  ].flatMap(({ text, seat }) => (text ? [{ text, seat }] : []));
}
