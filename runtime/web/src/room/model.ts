import type {
  Hud,
  HudChange,
  LocalText,
  MapView,
  Mark,
  PlayerId,
  PlayerView,
  ReloadView,
  RequestView,
  SeatView,
  SelectView,
  ServerMessage,
  Setting,
} from "../wire.generated";
import type { LinkState } from "../wire/connection";
import type { Pos } from "../wire/decode";
import { Selecting } from "../cards/selecting";
import { Choices } from "./choices";

/** A line of chat. `from` is null for lines of the room itself. */
export interface ChatLine {
  from: string | null;
  text: LocalText;
}

const TICK_MS = 50;
const LONGEST_CHAT = 300;

/** A HUD that shows nothing. */
export const emptyHud = (): Hud => ({
  status: null,
  turn: null,
  thinking: null,
  result: null,
  moves: [],
  buttons: [],
  clocks: [],
  insight: { title: null, bar: null, note: null, arrows: [], review: null },
  asked: [],
  badges: [],
  plates: [],
  secret: null,
});

/** Applies one change to a HUD. */
export function changeHud(hud: Hud, change: HudChange): Hud {
  switch (change.field) {
    case "status":
      return { ...hud, status: change.value };
    case "asked":
      return { ...hud, asked: change.value };
    case "badges":
      return { ...hud, badges: change.value };
    case "plates":
      return { ...hud, plates: change.value };
    case "secret":
      return { ...hud, secret: change.value };
    case "turn":
      return { ...hud, turn: change.value };
    case "thinking":
      return { ...hud, thinking: change.value };
    case "result":
      return { ...hud, result: change.value };
    case "buttons":
      return { ...hud, buttons: change.value };
    case "clocks":
      return { ...hud, clocks: change.value };
    case "title":
      return { ...hud, insight: { ...hud.insight, title: change.value } };
    case "bar":
      return { ...hud, insight: { ...hud.insight, bar: change.value } };
    case "note":
      return { ...hud, insight: { ...hud.insight, note: change.value } };
    case "arrows":
      return { ...hud, insight: { ...hud.insight, arrows: change.value } };
    case "review":
      return { ...hud, insight: { ...hud.insight, review: change.value } };
    case "moves":
      return { ...hud, moves: [...hud.moves.slice(0, change.value.keep), ...change.value.add] };
  }
}

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

/** What the client knows of its room, except the blocks. */
export class RoomModel {
  you: PlayerId | null = null;
  map: MapView | null = null;
  /** Whether the viewer opened the room, and may clear seats and close it. */
  host = false;
  /** A new version of the map that waits for a decision or has an error. */
  reload: ReloadView | null = null;
  seats: readonly SeatView[] = [];
  players: readonly PlayerView[] = [];
  hud: Hud = emptyHud();
  request: RequestView | null = null;
  marks: readonly Mark[] = [];
  setting: Setting = { hour: 12, vars: [], zones: [] };
  /** What the map sets for the end of the game, by Mini World's names. */
  summary: Readonly<Record<string, string>> = {};
  /** Whether players walk in the map. */
  walks = false;
  /** Whether texts may contain colour marks, as in Mini World maps. */
  marked = false;
  /** Views of plugins, by plugin name. */
  plugins: ReadonlyMap<string, unknown> = new Map();
  chat: readonly ChatLine[] = [];
  link: LinkState = { kind: "connecting" };
  event = 0;
  /**
   * In a reviewed game: after how many moves the viewer looks at it; null if no position is
   * selected.
   */
  lookingAt: number | null = null;
  choices = new Choices(null, []);
  /** The current selection, if the request asks for several cells. */
  selecting: Selecting | null = null;
  /** Room time of the last event, and the browser's time at which it arrived. */
  private tick = 0;
  private tickAt = 0;

  /** The viewer's seat; null for spectators. */
  get seat(): number | null {
    const { you } = this;
    const seat = this.seats.findIndex(
      ({ holder }) => holder.by === "player" && holder.player === you,
    );
    return seat < 0 || you === null ? null : seat;
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
    this.event = event;
    this.tick = tick;
    this.tickAt = now;
  }

  /** The room time at a time of the browser, with a fraction between ticks. */
  tickAtTime(now: number): number {
    return this.tick + Math.max(0, now - this.tickAt) / TICK_MS;
  }

  /** Seconds until a room time, at least 0. */
  secondsTo(tick: number, now: number): number {
    return Math.max(0, Math.ceil(((tick - this.tickAtTime(now)) * TICK_MS) / 1000));
  }

  /** The present state, to be restored later. */
  moment(): Moment {
    const { seats, players, hud, marks, chat, setting, plugins, event } = this;
    return { seats, players, hud, marks, chat, setting, plugins, event };
  }

  /** Restores a state. */
  recall(moment: Moment): void {
    Object.assign(this, moment);
    this.choices = new Choices(this.request, this.marks);
  }

  /** The map's name for the cell of a piece; null if it has none. */
  cellName([x, y, z]: Pos): string | null {
    const found = this.map?.cells.find(([at]) => at[0] === x && at[1] === y && at[2] === z);
    return found?.[1] ?? null;
  }

  /** Applies a message; messages that do not concern the model are ignored. */
  take(message: ServerMessage): void {
    switch (message.t) {
      case "welcome":
        this.you = message.you;
        this.map = message.map;
        this.host = message.host;
        // The server repeats what is still current.
        this.reload = null;
        break;
      case "announcement":
        this.hear(null, message.text);
        break;
      case "reload":
        this.reload = message.reload.state === "settled" ? null : message.reload;
        break;
      case "scene":
        this.hud = message.hud;
        this.seats = message.seats;
        this.players = message.players;
        this.request = message.request;
        this.marks = message.marks;
        this.setting = message.setting;
        this.plugins = new Map(message.plugins?.map(({ plugin, view }) => [plugin, view]));
        this.walks = message.walk?.space.walks ?? false;
        this.marked = message.walk !== undefined;
        this.summary = message.walk?.space.summary ?? {};
        break;
      case "space":
        this.walks = message.space.walks;
        this.summary = message.space.summary;
        this.marked = true;
        break;
      case "setting":
        this.setting = message.setting;
        break;
      case "plugin": {
        const { plugin, view } = message.view;
        this.plugins = new Map([...this.plugins, [plugin, view]]);
        break;
      }
      case "hud":
        this.hud = changeHud(this.hud, message.change);
        break;
      case "seats":
        this.seats = message.seats;
        break;
      case "players":
        this.players = message.players;
        break;
      case "request":
        this.request = message.request;
        break;
      case "marks":
        this.marks = message.marks;
        break;
      case "chat":
        this.hear(message.from, message.text);
        break;
      default:
        return;
    }
    if (["scene", "request", "marks"].includes(message.t)) {
      this.choices = new Choices(this.request, this.marks);
      this.select();
    }
  }

  /**
   * Clears the selection for a new question. The selection stays if the question is the same, even if
   * the room asked it again under another number.
   */
  private select(): void {
    const { request, selecting } = this;
    const same = (view: SelectView) => JSON.stringify(view) === JSON.stringify(request?.selection);
    if (!request?.selection) this.selecting = null;
    else if (selecting && same(selecting.view)) selecting.request = request.id;
    else if (selecting?.request !== request.id) {
      this.selecting = new Selecting(request.id, request.selection);
    }
  }

  private hear(from: PlayerId | null, text: LocalText): void {
    const line = { from: from === null ? null : (this.nameOf(from) ?? ""), text };
    this.chat = [...this.chat, line].slice(-LONGEST_CHAT);
  }
}
