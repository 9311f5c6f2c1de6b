import { computed, effect, signal, untracked } from "@preact/signals";
import type { HudHost } from "../hud/context";
import type { RoomModel } from "../state/room";
import { settings } from "../state/settings";
import type { Button, LocalText, MoveEntry } from "../wire.generated";
import { t } from "../i18n/language";
import type { WrittenLine } from "./record";
import { isStudied, keepTree, keptTree, studyKey, tab, watchTree } from "./shelf";
import { MoveTree, type MoveNode } from "./tree";

/**
 * Ids of a map's buttons: what plays written moves, sets up a written position, tells the best lines of
 * play, and suggests a move.
 */
export const RECORD = "record";
export const POSITION = "position";
const LINES = "lines";
const HINT = "hint";
/** What is kept for a room whose main line is still to be played there, and where the line begins. */
const playKey = (room: string): string => `fangqi.moves.${room}`;
const engineKey = (room: string): string => `fangqi.engine.${room}`;
const positionKey = (room: string): string => `fangqi.position.${room}`;
/** How long the room may take for a step of the way to another position. */
const STEP_MS = 4000;
/** With the engine on, the room follows a viewer who rests at a position for so long. */
const REST_MS = 500;

/** Whether a button is for the dialog that reads games or for studies, and not for the toolbar. */
export const isOfRecords = ({ id }: Button): boolean =>
  id === RECORD || id === POSITION || id === LINES;

/**
 * Leaves a game for the page of a room, which will be opened next: it is played there and studied. It
 * begins in `position` if that is another than usual.
 */
export function leaveGame(room: string, line: WrittenLine, position?: string): void {
  keepTree(room, MoveTree.of(line).stored());
  tab.keep(positionKey(room), position ?? null);
  tab.keep(playKey(room), "yes");
  tab.keep(studyKey(room), "yes");
}

/** Whether the other seats are open, so that one person may move for all. */
export const isAlone = ({ seat, seats }: RoomModel): boolean =>
  seat !== null &&
  seats.length > 1 &&
  seats.every(({ holder }, i) => i === seat || holder.by === "open");

/** Whether a person could study here: no other person has a seat. */
export const mayStudy = ({ seat, seats }: RoomModel): boolean =>
  seat !== null &&
  seats.length > 1 &&
  seats.every(({ holder }, i) => i === seat || holder.by !== "player");

/** Whether two written positions have the same pieces, and the same side to move. */
const isSamePosition = (one: string, other: string): boolean =>
  one.split(" ", 2).join() === other.split(" ", 2).join();

const isSame = (a: MoveEntry | null | undefined, b: MoveEntry): boolean =>
  a?.seat === b.seat && a.text.zh === b.text.zh && a.text.en === b.text.en;

/** What of the page's history a study needs. */
export interface Memory {
  /** The event after which the room had made `count` of its moves; from the room's film. */
  eventAfter(count: number, moves: readonly MoveEntry[]): Promise<number>;
}

/**
 * The study of a game by one person, who moves for all sides: the page goes to the seat whose turn it
 * is. To the server these are people who change seats, which anybody may do.
 *
 * Whatever is played is kept in a tree. The room is at one of its nodes: to go to another one, it goes
 * back to the last move that both lines share (`go_back`), and plays what follows as written moves.
 */
export class Study {
  private readonly on = signal(false);
  private tree: MoveTree;
  /** Grows with each change of the tree, which changes in place. */
  private readonly version = signal(0);
  private readonly at = signal(0);
  private readonly engineOn = signal(false);
  /** What the seat was last changed for: what the server refuses is not asked for again. */
  private sentFor: { moves: readonly MoveEntry[]; turn: number } | null = null;
  /** The event after which the room had made each number of the present moves, as far as known. */
  private events: (number | undefined)[] = [];
  private seen: readonly MoveEntry[] = [];
  /** The moves that the tree has last been told. */
  private followed: readonly MoveEntry[] | null = null;
  /** Counts ways to other positions: a new one ends the one before. */
  private ways = 0;
  private readonly underway = signal(false);
  /** The moves of the position for which the computer was last asked, and for how many lines. */
  private asked: { moves: readonly MoveEntry[]; lines: number } | null = null;
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly hud: HudHost,
    private readonly memory: Memory,
  ) {
    const { room } = hud;
    this.on.value = isStudied(room);
    this.engineOn.value = tab.kept(engineKey(room)) !== null;
    this.tree = keptTree(room) ?? new MoveTree();
    watchTree(room, (tree) => this.replace(tree));
    effect(() => this.note());
    effect(() => {
      // The viewer is back in the present.
      if (hud.model.lookingAt !== null) return;
      untracked(() => {
        if (!this.underway.value) this.at.value = this.ahead.id;
      });
    });
    effect(() => this.follow());
    effect(() => this.suggest());
    this.playLeft();
  }

  /** Whether the viewer moves for all sides. */
  get active(): boolean {
    return this.on.value && isAlone(this.hud.model);
  }

  /** Whether what is tried becomes a tree: the map plays written moves. */
  readonly branches = computed(
    () => this.active && this.hud.model.hud.buttons.some(({ id }) => id === RECORD),
  );

  /** Begins it, for which computers give up their seats, or ends it. */
  toggle(): void {
    const { model, room, send } = this.hud;
    this.on.value = !this.active;
    tab.keep(studyKey(room), this.on.value ? "yes" : "no");
    if (this.on.value) openSeats(model, send);
    else model.lookAt(null);
  }

  /** The tree, for readers that follow its changes. */
  get moves(): MoveTree {
    void this.version.value;
    return this.tree;
  }

  /** The node that the viewer looks at. */
  get here(): MoveNode {
    const { moves } = this;
    return moves.find(this.at.value) ?? moves.root;
  }

  /** Whether the room is on its way to another position. */
  get isUnderway(): boolean {
    return this.underway.value;
  }

  /** Whether the computer says what it would play in each position; null where it cannot. */
  get engine(): boolean | null {
    return this.asking ? this.engineOn.value : null;
  }

  /** Whether it tells lines of play, and not just a move. */
  get hasLines(): boolean {
    return this.asking?.id === LINES;
  }

  /** The button that asks the computer. */
  private get asking(): Button | undefined {
    const { buttons } = this.hud.model.hud;
    return buttons.find(({ id }) => id === LINES) ?? buttons.find(({ id }) => id === HINT);
  }

  toggleEngine(): void {
    this.engineOn.value = !this.engineOn.value;
    tab.keep(engineKey(this.hud.room), this.engineOn.value ? "yes" : null);
  }

  /** Looks at a position. What the room has never shown, it has to play first. */
  visit(node: MoveNode): void {
    const { model } = this.hud;
    this.at.value = node.id;
    const line = this.tree.lineTo(node).map(({ played }) => played);
    const played = line.filter((move) => move !== null);
    if (played.length < line.length) return void this.go();
    this.ways += 1;
    this.underway.value = false;
    const isOfGame = this.shared(node) === node.ply;
    const isNow = isOfGame && node.ply === model.moves.length;
    model.lookAt(isNow ? null : node.ply, isOfGame ? null : played);
  }

  /** Arrow keys: one move back or on, to the beginning or to the end of the line. */
  step(by: number): boolean {
    const { here, tree } = this;
    const ahead = this.tree.lineTo(this.ahead).find(({ parent }) => parent === here);
    const to =
      by === -Infinity
        ? tree.root
        : by === Infinity
          ? tree.endOf(here)
          : by < 0
            ? here.parent
            : (ahead ?? here.next[0]);
    if (!to || to === here) return false;
    this.visit(to);
    return true;
  }

  /** The node at which the room is. */
  private get ahead(): MoveNode {
    return this.tree.follow(this.hud.model.moves) ?? this.tree.root;
  }

  /** Has the room go to the position that the viewer looks at; true once it is there. */
  async go(): Promise<boolean> {
    const { model, send } = this.hud;
    this.ways += 1;
    const way = this.ways;
    const goes = () => way === this.ways && this.active;
    this.underway.value = true;
    try {
      let shared = this.shared(this.here);
      if (shared < model.moves.length) {
        const { moves } = model;
        const event = this.events[shared] ?? (await this.memory.eventAfter(shared, moves));
        if (!goes()) return false;
        send({ t: "go_back", event });
        const gone = await this.until(() => model.moves.length <= shared && model.moves !== moves);
        if (!goes()) return false;
        if (!gone) return this.stuck();
      }
      for (shared = this.shared(this.here); shared < this.here.ply; shared++) {
        const node = this.tree.lineTo(this.here)[shared];
        const ready = await this.until(() =>
          model.hud.buttons.some(({ id, enabled }) => id === RECORD && enabled),
        );
        if (!goes()) return false;
        if (!node || !ready) return this.stuck();
        const made = model.moves.length;
        send({ t: "action", id: RECORD, value: node.written });
        const done = await this.until(() => model.moves.length > made);
        const move = model.moves[shared];
        if (!goes()) return false;
        if (!done || !move) return this.stuck();
        this.learn(node, move);
      }
      model.lookAt(null);
      return true;
    } finally {
      if (way === this.ways) this.underway.value = false;
    }
  }

  /** Has the room go to the position that is looked at, and then calls back if the viewer is asked. */
  async playHere(then: () => void): Promise<void> {
    if (await this.go()) {
      const { model } = this.hud;
      if (await this.until(() => model.request !== null && model.seat === model.hud.turn)) then();
    }
  }

  /** Plays moves from the position that is looked at, one after the other. */
  play(...texts: readonly LocalText[]): void {
    let node = this.here;
    for (const text of texts) {
      const next = this.tree.try(node, text);
      if (!next) break;
      node = next;
    }
    if (node === this.here) return;
    this.changed();
    this.visit(node);
  }

  promote(node: MoveNode): void {
    this.tree.promote(node);
    this.changed();
  }

  /** Deletes a move and what follows; the viewer goes to the one before. */
  async remove(node: MoveNode): Promise<void> {
    const { parent } = node;
    if (!parent) return;
    const inside = this.tree.lineTo(this.here).includes(node);
    const played = this.tree.lineTo(this.ahead).includes(node);
    if (inside || played) this.at.value = parent.id;
    // The room must not be in what is deleted, or it would bring it back.
    if (played && !(await this.go())) return;
    this.tree.remove(node);
    this.changed();
    if (inside && !played) this.visit(parent);
  }

  private learn(node: MoveNode, move: MoveEntry): void {
    const known = node.played;
    const kept = this.tree.resolve(node, move);
    if (kept !== node) this.at.value = this.at.value === node.id ? kept.id : this.at.value;
    if (kept !== node || !known) this.changed();
  }

  /** How many moves the room shares with the line to a node. */
  private shared(node: MoveNode): number {
    const line = this.tree.lineTo(node);
    const { moves } = this.hud.model;
    const end = line.findIndex(({ played }, i) => !moves[i] || !isSame(played, moves[i]));
    return end < 0 ? line.length : end;
  }

  private stuck(): false {
    this.hud.screen.toast("error", t("study_stuck"));
    return false;
  }

  /** Waits until something is the case; false if that takes too long. */
  private until(holds: () => boolean): Promise<boolean> {
    return new Promise((done) => {
      let stop: (() => void) | null = null;
      const end = (held: boolean) => {
        clearTimeout(timer);
        queueMicrotask(() => stop?.());
        done(held);
      };
      const timer = setTimeout(() => end(false), STEP_MS);
      stop = effect(() => {
        if (holds()) untracked(() => end(true));
      });
    });
  }

  private changed(): void {
    this.version.value += 1;
    keepTree(this.hud.room, this.tree.stored());
  }

  /** Another tab has changed the tree. The viewer stays at the same moves. */
  private replace(tree: MoveTree): void {
    const line = this.tree.lineTo(this.here);
    let at = tree.root;
    for (const { written } of line) {
      at = at.next.find((node) => node.written === written) ?? at;
    }
    this.tree = tree;
    this.at.value = at.id;
    this.version.value += 1;
  }

  /** Notes what the room plays. */
  private note(): void {
    const { model } = this.hud;
    const { moves, event } = model;
    const { seen } = this;
    if (moves !== seen) {
      const end = moves.findIndex((move, i) => !isSame(seen[i], move));
      const shared = end < 0 ? Math.min(seen.length, moves.length) : end;
      this.events.length = Math.min(this.events.length, shared + 1);
      // A list that was there when the page came tells nothing of its events.
      if (seen.length > 0 || moves.length === 1) {
        for (let count = shared + 1; count <= moves.length; count++) this.events[count] = event;
      }
      this.seen = moves;
    }
    if (moves.length === 0) this.events[0] = event;
    if (!this.branches.value) this.followed = null;
    else if (moves !== this.followed) untracked(() => this.grow(moves));
  }

  /** Adds what the room plays to the tree, and goes along. */
  private grow(moves: readonly MoveEntry[]): void {
    this.followed = moves;
    const { model } = this.hud;
    if (this.underway.value) return;
    const { size } = this.tree;
    const node = this.tree.follow(moves);
    if (!node) return;
    this.at.value = node.id;
    model.lookAt(null);
    if (this.tree.size !== size) this.changed();
  }

  private follow(): void {
    const { model, send } = this.hud;
    const { turn, result } = model.hud;
    if (!this.active || this.underway.value) return;
    if (turn === null || result || turn === model.seat) return;
    const { moves } = model;
    if (this.sentFor?.moves === moves && this.sentFor.turn === turn) return;
    this.sentFor = { moves, turn };
    untracked(() => send({ t: "sit", seat: turn }));
  }

  /** Asks the computer what it would play in each new position. */
  private suggest(): void {
    const { model, send } = this.hud;
    if (!this.branches.value || !this.engineOn.value || this.underway.value) {
      this.asked = this.engineOn.value ? this.asked : null;
      return;
    }
    const { moves, past } = model;
    clearTimeout(this.rest);
    if (past) {
      this.rest = setTimeout(() => void this.go(), REST_MS);
      return;
    }
    const button = this.asking;
    const isTurn = model.request !== null && model.seat === model.hud.turn;
    if (!button?.enabled || !isTurn) return;
    const { lines } = settings();
    // Of lines that are there, fewer can be shown without asking.
    const isKnown = this.asked?.moves === moves && (!this.hasLines || this.asked.lines >= lines);
    if (isKnown) return;
    this.asked = { moves, lines };
    const value = this.hasLines ? String(lines) : null;
    untracked(() => send({ t: "action", id: button.id, value }));
  }

  /**
   * Plays the main line of a game that was left for the room, once the viewer has a seat: computers
   * give up theirs.
   */
  private playLeft(): void {
    const { model, room, send } = this.hud;
    if (tab.kept(playKey(room)) === null) return;
    let asked = false;
    const stop = effect(() => {
      const ready = model.hud.buttons.some(({ id, enabled }) => id === RECORD && enabled);
      if (!ready || model.seat === null) return;
      if (!isAlone(model)) {
        if (!asked) untracked(() => openSeats(model, send));
        asked = true;
        return;
      }
      queueMicrotask(() => {
        stop();
        void this.begin();
      });
    });
  }

  /** Sets up the position in which a game that was left begins, and plays its main line. */
  private async begin(): Promise<void> {
    const { model, room, send } = this.hud;
    const position = tab.kept(positionKey(room));
    if (position !== null) {
      // The map is asked once. It says why it refuses a position, and no move follows.
      tab.keep(positionKey(room), null);
      tab.keep(playKey(room), null);
      send({ t: "action", id: POSITION, value: position });
      const isSetUp = () => isSamePosition(model.hud.position ?? "", position);
      if (!(await this.until(isSetUp))) return;
    }
    this.at.value = this.tree.endOf(this.tree.root).id;
    if (await this.go()) tab.keep(playKey(room), null);
  }
}

function openSeats({ seats }: RoomModel, send: HudHost["send"]): void {
  seats.forEach(({ holder }, seat) => {
    if (holder.by === "computer") send({ t: "set_computer", seat, level: null });
  });
}
