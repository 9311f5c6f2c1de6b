import { batch, computed, signal } from "@preact/signals";
import type {
  Hud,
  LocalText,
  MapView,
  Mark,
  MoveEntry,
  PlayerId,
  PlayerView,
  ReloadView,
  RequestView,
  SeatView,
  SelectView,
  ServerMessage,
  Setting,
} from "../wire.generated";
import { Selecting } from "../cards/selecting";
import { Choices } from "../room/choices";
import { pickedBy, same, withoutPicking } from "../room/picking";
import type { LinkState } from "../wire/connection";
import type { Pos } from "../wire/decode";
import { changeHud, emptyHud } from "./hud";
import { PluginViews, type ShownViews } from "./plugin_views";

/** What was said. `from` is null for lines of the room itself. */
export interface SaidLine {
  from: string | null;
  text: LocalText;
}

/** A line of chat. */
export interface ChatLine extends SaidLine {
  /** Counts the lines of this visit from 1; those of an earlier one have numbers up to 0. */
  number: number;
  /** The browser's time at which it arrived. */
  at: number;
}

/** What belongs to an earlier position that the board shows in place of the present one. */
export interface PastMarks {
  marks: readonly Mark[];
  /** What each seat had. */
  tallies: readonly LocalText[];
  /** The short marks of each seat. */
  tags: readonly (readonly LocalText[])[];
}

/**
 * What the viewer's clicks will have done to the question once the server has heard of them. It is
 * shown until the server says the same, or otherwise.
 */
export interface Ahead {
  /** The cells picked; empty after a choice. */
  picked: readonly Pos[];
  /** The marks for them. */
  marks: readonly Mark[];
  /** Whether a choice was made, so that there is nothing to choose. */
  chosen: boolean;
}

const TICK_MS = 50;
const LONGEST_CHAT = 300;

/** The state of a room at one moment. It is never modified. */
export interface Moment {
  seats: readonly SeatView[];
  players: readonly PlayerView[];
  hud: Hud;
  marks: readonly Mark[];
  chat: readonly ChatLine[];
  setting: Setting;
  plugins: ReadonlyMap<string, unknown>;
  event: number;
}

/**
 * What the client knows of its room, except the blocks. Each property is a signal, so whoever reads
 * it in a component or an effect follows it; only the methods here write.
 */
export class RoomModel {
  readonly #you = signal<PlayerId | null>(null);
  readonly #map = signal<MapView | null>(null);
  readonly #host = signal(false);
  readonly #reload = signal<ReloadView | null>(null);
  readonly #seats = signal<readonly SeatView[]>([]);
  readonly #players = signal<readonly PlayerView[]>([]);
  readonly #hud = signal(emptyHud());
  readonly #request = signal<RequestView | null>(null);
  readonly #marks = signal<readonly Mark[]>([]);
  readonly #setting = signal<Setting>({ hour: 12, vars: [], zones: [] });
  readonly #plugins = new PluginViews();
  readonly #chat = signal<readonly ChatLine[]>([]);
  readonly #link = signal<LinkState>({ kind: "connecting", attempt: 0 });
  readonly #event = signal(0);
  readonly #lookingAt = signal<number | null>(null);
  readonly #lookedLine = signal<readonly MoveEntry[] | null>(null);
  readonly #ahead = signal<Ahead | null>(null);
  readonly #planned = signal<readonly Pos[]>([]);
  readonly #past = signal<PastMarks | null>(null);
  readonly #picked = computed(
    () => this.#ahead.value?.picked ?? pickedBy(this.#request.value, this.#marks.value),
  );
  readonly #shownMarks = computed(() => {
    const [ahead, request, marks] = [this.#ahead.value, this.#request.value, this.#marks.value];
    return ahead && request ? [...withoutPicking(request, marks), ...ahead.marks] : marks;
  });
  readonly #choices = computed(() => {
    const request = this.#ahead.value?.chosen ? null : this.#request.value;
    return new Choices(request, this.#shownMarks.value, this.#picked.value);
  });
  /** In a box of its own: a selection changes in place, and a new box tells that it did. */
  readonly #selection = signal<{ readonly selecting: Selecting | null }>({ selecting: null });
  /** Room time of the last event, and the browser's time at which it arrived. */
  readonly #time = signal({ tick: 0, at: 0 });
  readonly #moves = computed(() => this.#hud.value.moves);
  readonly #seat = computed(() => {
    const you = this.#you.value;
    const seat = this.#seats.value.findIndex(
      ({ holder }) => holder.by === "player" && holder.player === you,
    );
    return seat < 0 || you === null ? null : seat;
  });

  get you(): PlayerId | null {
    return this.#you.value;
  }

  get map(): MapView | null {
    return this.#map.value;
  }

  /** Whether the viewer opened the room, and may clear seats and close it. */
  get host(): boolean {
    return this.#host.value;
  }

  /** A new version of the map that waits for a decision or has an error. */
  get reload(): ReloadView | null {
    return this.#reload.value;
  }

  get seats(): readonly SeatView[] {
    return this.#seats.value;
  }

  get players(): readonly PlayerView[] {
    return this.#players.value;
  }

  get hud(): Hud {
    return this.#hud.value;
  }

  /** The moves of the HUD, for readers that need nothing else of it. */
  get moves(): readonly MoveEntry[] {
    return this.#moves.value;
  }

  get request(): RequestView | null {
    return this.#request.value;
  }

  /** The marks as the server shows them. */
  get marks(): readonly Mark[] {
    return this.#marks.value;
  }

  /** The marks as the viewer sees them: with those of clicks that the server has not answered. */
  get shownMarks(): readonly Mark[] {
    return this.#shownMarks.value;
  }

  /** The cells picked so far towards a choice. */
  get picked(): readonly Pos[] {
    return this.#picked.value;
  }

  /** Whether a choice is under way to the server, so that the question is as good as answered. */
  get answered(): boolean {
    return this.#ahead.value?.chosen ?? false;
  }

  /** A move planned for the viewer's next turn: the cells to be clicked then. */
  get planned(): readonly Pos[] {
    return this.#planned.value;
  }

  get setting(): Setting {
    return this.#setting.value;
  }

  /** What plugins show. */
  get plugins(): ShownViews {
    return this.#plugins;
  }

  get chat(): readonly ChatLine[] {
    return this.#chat.value;
  }

  get link(): LinkState {
    return this.#link.value;
  }

  /** Number of the last event. */
  get event(): number {
    return this.#event.value;
  }

  /**
   * After how many moves the viewer looks at the game; null for the present.
   */
  get lookingAt(): number | null {
    return this.#lookingAt.value;
  }

  /** The moves of the line that the viewer looks at: of the running game, or another that a study has. */
  get lookedLine(): readonly MoveEntry[] {
    return this.#lookedLine.value ?? this.moves;
  }

  get choices(): Choices {
    return this.#choices.value;
  }

  /** The current selection, if the request asks for several cells. */
  get selecting(): Selecting | null {
    return this.#selection.value.selecting;
  }

  /** The viewer's seat; null for spectators. */
  get seat(): number | null {
    return this.#seat.value;
  }

  /** Notes the state of the connection. */
  setLink(state: LinkState): void {
    this.#link.value = state;
  }

  /** What each seat has in the position that the board shows. */
  get tallies(): readonly LocalText[] {
    return this.past?.tallies ?? this.hud.badges;
  }

  /** The short marks of a seat in the position that the board shows. */
  tagsOf(seat: number): readonly LocalText[] {
    return (this.past?.tags ?? this.hud.tags)[seat] ?? [];
  }

  /** The earlier position that the board shows; null for the present. */
  get past(): PastMarks | null {
    return this.#past.value;
  }

  /** Notes that the board shows an earlier position, or the present again. */
  showPast(past: PastMarks | null): void {
    this.#past.value = past;
  }

  /** Shows what a click will have done, before the server says so; null shows what it says. */
  lookAhead(ahead: Ahead | null): void {
    this.#ahead.value = ahead;
  }

  /** Plans a move for the viewer's next turn; no cells for none. */
  plan(cells: readonly Pos[]): void {
    this.#planned.value = cells;
  }

  /** Looks at the position after a number of moves, of another line if given; null looks at the present. */
  lookAt(move: number | null, line: readonly MoveEntry[] | null = null): void {
    batch(() => {
      this.#lookingAt.value = move;
      this.#lookedLine.value = move === null ? null : line;
    });
  }

  /** Tells readers that the selection was changed in place. */
  selectionChanged(): void {
    this.#selection.value = { selecting: this.selecting };
  }

  /** Whether the player of a seat is disconnected. */
  isAway({ holder }: SeatView): boolean {
    if (holder.by !== "player") return false;
    return !this.players.some(({ id, present }) => id === holder.player && present);
  }

  /** The name of a player; null if unknown. */
  nameOf(player: PlayerId): string | null {
    return this.players.find(({ id }) => id === player)?.name ?? null;
  }

  /** Notes the end of an event. */
  reach(event: number, tick: number, now: number): void {
    batch(() => {
      this.#event.value = event;
      this.#time.value = { tick, at: now };
    });
  }

  /** The room time at a time of the browser, with a fraction between ticks. */
  tickAtTime(now: number): number {
    const { tick, at } = this.#time.value;
    return tick + Math.max(0, now - at) / TICK_MS;
  }

  /** Seconds until a room time, at least 0. */
  secondsTo(tick: number, now: number): number {
    return Math.max(0, Math.ceil(((tick - this.tickAtTime(now)) * TICK_MS) / 1000));
  }

  /** Begins to show a film of a map, without a connection. */
  beginFilm(map: MapView): void {
    this.#map.value = map;
    this.#link.value = { kind: "live" };
  }

  /** The present state, to be restored later. */
  moment(): Moment {
    const { seats, players, hud, marks, chat, setting, event } = this;
    const plugins = this.#plugins.all();
    return { seats, players, hud, marks, chat, setting, plugins, event };
  }

  /** Restores a state. */
  recall(moment: Moment): void {
    batch(() => {
      this.#seats.value = moment.seats;
      this.#players.value = moment.players;
      this.#hud.value = moment.hud;
      this.#marks.value = moment.marks;
      this.#chat.value = moment.chat;
      this.#setting.value = moment.setting;
      this.#plugins.reset(moment.plugins);
      this.#event.value = moment.event;
    });
  }

  /** The map's name for the cell of a piece; null if it has none. */
  cellName([x, y, z]: Pos): string | null {
    const found = this.map?.cells.find(([at]) => at[0] === x && at[1] === y && at[2] === z);
    return found?.[1] ?? null;
  }

  /** Applies a message; messages that do not concern the model are ignored. */
  take(message: ServerMessage): void {
    batch(() => this.apply(message));
  }

  private apply(message: ServerMessage): void {
    switch (message.t) {
      case "welcome":
        this.#you.value = message.you;
        this.#map.value = message.map;
        this.#host.value = message.host;
        // The server repeats what is still current.
        this.#reload.value = null;
        break;
      case "announcement":
        this.hear(null, message.text);
        break;
      case "reload":
        this.#reload.value = message.reload.state === "settled" ? null : message.reload;
        break;
      case "scene":
        this.#hud.value = message.hud;
        this.#seats.value = message.seats;
        this.#players.value = message.players;
        this.#request.value = message.request;
        this.#marks.value = message.marks;
        this.#setting.value = message.setting;
        this.#plugins.reset((message.plugins ?? []).map(({ plugin, view }) => [plugin, view]));
        this.choose();
        break;
      case "setting":
        this.#setting.value = message.setting;
        break;
      case "plugin":
        this.#plugins.set(message.view.plugin, message.view.view);
        break;
      case "plugin_change":
        this.#plugins.change(message.plugin, message);
        break;
      case "hud":
        this.#hud.value = changeHud(this.hud, message.change);
        break;
      case "seats":
        this.#seats.value = message.seats;
        break;
      case "players":
        this.#players.value = message.players;
        break;
      case "request":
        this.#request.value = message.request;
        this.choose();
        break;
      case "marks":
        this.#marks.value = message.marks;
        this.confirm();
        break;
      case "chat":
        this.hear(message.from, message.text);
        break;
    }
  }

  /**
   * Takes over a new question. The selection is cleared for it, but stays if the question is the
   * same, even if the room asked it again under another number.
   */
  private choose(): void {
    const { request, selecting } = this;
    this.#ahead.value = null;
    const same = (view: SelectView) => JSON.stringify(view) === JSON.stringify(request?.selection);
    if (!request?.selection) this.#selection.value = { selecting: null };
    else if (selecting && same(selecting.view)) selecting.request = request.id;
    else if (selecting?.request !== request.id) {
      this.#selection.value = { selecting: new Selecting(request.id, request.selection) };
    }
  }

  /** Ends looking ahead once the server's marks say the same. */
  private confirm(): void {
    const ahead = this.#ahead.value;
    if (!ahead || ahead.chosen) return;
    const picked = pickedBy(this.request, this.marks);
    const agrees = picked.length === ahead.picked.length;
    if (agrees && picked.every((pos, i) => same(pos, ahead.picked[i] as Pos))) {
      this.#ahead.value = null;
    }
  }

  /** Begins the chat with lines of an earlier visit, which are neither new nor unread. */
  recallChat(lines: readonly SaidLine[]): void {
    const recalled = lines.slice(-LONGEST_CHAT);
    const { length } = recalled;
    this.#chat.value = recalled.map((line, i) => ({ ...line, number: i + 1 - length, at: 0 }));
  }

  private hear(from: PlayerId | null, text: LocalText): void {
    const number = (this.chat.at(-1)?.number ?? 0) + 1;
    const name = from === null ? null : (this.nameOf(from) ?? "");
    const line = { number, at: performance.now(), from: name, text };
    this.#chat.value = [...this.chat, line].slice(-LONGEST_CHAT);
  }
}
