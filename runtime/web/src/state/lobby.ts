import { signal } from "@preact/signals";
import { t } from "../i18n/language";
import { buildWatch } from "../shell/build";
import { dayOf, noteDaily } from "../util/daily";
import { recall, remember } from "../util/memory";
import { openRoom } from "../util/open_room";
import { forgetVisits, visits } from "../util/visits";
import { INVITED, LEARNS, WAITS } from "../util/room_links";
import type { LobbyMap, LobbyShelf, LobbyView } from "../wire.generated";

const PRIVATE = "fangqi.private";
/** The game last chosen for a quick match. */
const MATCHED = "fangqi.match";

/** How long an answer may take. */
const ANSWER_MS = 10_000;

/** What the front page shows. */
export class LobbyState {
  /** The maps and rooms; null before the server has answered. */
  readonly view = signal<LobbyView | null>(null);
  /** Whether the server did not answer the last time. */
  readonly failed = signal(false);
  /** The map of which a room is being opened. */
  readonly opening = signal<string | null>(null);
  /** Why no room could be opened; empty if nothing went wrong. */
  readonly trouble = signal("");
  /** The kind of game that is shown; null shows all. */
  readonly shelf = signal<LobbyShelf | null>(null);
  /** What the viewer searches for. */
  readonly sought = signal("");
  /** Whether rooms that the viewer opens are private. */
  readonly private = signal(recall(PRIVATE) === "yes");

  /** The game for which a quick match is looked for; empty before one has been chosen. */
  readonly matched = signal(recall(MATCHED) ?? "");

  private loading = false;

  /**
   * Asks the server for the maps and rooms, and about those in which the viewer has played, unless
   * it is being asked.
   */
  async load(): Promise<void> {
    if (this.loading) return;
    this.loading = true;
    const failed = this.failed.value;
    try {
      const known = visits().map(({ room }) => room);
      const query = known.map(encodeURIComponent).join(",");
      const answer = await fetch(`/api/lobby?rooms=${query}`, {
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      if (!answer.ok) throw new Error(`lobby: ${answer.status}`);
      const view = (await answer.json()) as LobbyView;
      const there = new Set(view.yours.map(({ id }) => id));
      forgetVisits(known.filter((room) => !there.has(room)));
      this.view.value = view;
      this.failed.value = false;
      // A server that was away may have come back as another one.
      if (failed) void buildWatch.check();
    } catch {
      this.failed.value = true;
    } finally {
      this.loading = false;
    }
  }

  /** Has the rooms that the viewer opens listed or not, now and at later visits. */
  setPrivate(wanted: boolean): void {
    this.private.value = wanted;
    remember(PRIVATE, wanted ? "yes" : "");
  }

  /** Takes a room off the list of those to go on with. */
  forget(room: string): void {
    forgetVisits([room]);
    const view = this.view.value;
    if (view) this.view.value = { ...view, yours: view.yours.filter(({ id }) => id !== room) };
  }

  /**
   * Goes to a table of a game where a player is waited for; where there is none, opens one that the
   * others see and that waits.
   */
  async match(map: LobbyMap): Promise<void> {
    if (this.opening.value) return;
    remember(MATCHED, map.id);
    // What is shown may be some seconds old, and a seat is taken quickly.
    await this.load();
    const view = this.view.value;
    const mine = new Set(view?.yours.map(({ id }) => id));
    const table = view?.rooms.find(
      (room) =>
        room.map === map.id && room.present > 0 && room.seats.includes(null) && !mine.has(room.id),
    );
    if (table) location.assign(`/r/${encodeURIComponent(table.id)}${INVITED}`);
    else await this.open(map, { private: false, hash: WAITS });
  }

  /** Opens a room of one's own with today's puzzle of a collection. */
  async openDaily(map: LobbyMap): Promise<void> {
    const { daily: button } = map;
    const day = dayOf(new Date());
    await this.open(map, {
      private: true,
      opened: (room) => button !== null && noteDaily(room, { button, day }),
    });
  }

  /** Opens a room of the viewer's own in which the map teaches its rules. */
  async learn(map: LobbyMap): Promise<void> {
    await this.open(map, { private: true, hash: LEARNS });
  }

  /** Opens a room with a map, calls `opened` with its id, and goes there. */
  async open(
    map: LobbyMap,
    {
      private: hidden = this.private.value,
      hash = "",
      opened = (_room: string): unknown => undefined,
    } = {},
  ): Promise<void> {
    if (this.opening.value) return;
    this.opening.value = map.id;
    this.trouble.value = "";
    try {
      await openRoom(map.id, hidden, hash, opened);
    } catch {
      this.opening.value = null;
      this.trouble.value = t("room_failed");
    }
  }
}
