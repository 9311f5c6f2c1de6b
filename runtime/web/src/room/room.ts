import { batch, effect, untracked } from "@preact/signals";
import type { ClientMessage, LocalText, MoveEntry, ServerMessage } from "../wire.generated";
import { CardPlay } from "../cards/play";
import { Sounds } from "../audio/sounds";
import { Voice } from "../audio/voice";
import type { HudHost } from "../hud/context";
import { awaitPlayer, followInvitation, isInvited, isWaiting } from "../hud/invite";
import { beginLessons, followLessons, isToLearn } from "../hud/learn";
import { signsOf } from "../hud/table";
import { language, local, t, textLanguage } from "../i18n/language";
import { SceneLoader } from "../plugins/scene_loader";
import { Board } from "../render/board";
import type { Drawing } from "../render/context";
import { wordsOf } from "../state/announcer";
import { RoomModel } from "../state/room";
import { Screen } from "../state/screen";
import type { Link } from "../wire/connection";
import type { Pos } from "../wire/decode";
import { noteVisit } from "../util/visits";
import { UP } from "../world/pick";
import { hasOnlyPluginChanges, type EventBatch } from "../wire/events";
import type { Reel } from "../replay/reel";
import { buildWatch } from "../shell/build";
import type { RoomLine } from "../wire/room_link";
import { watchTime } from "./alarm";
import { Arrivals } from "./arrivals";
import { BoardPlay } from "./board_play";
import { keepChat } from "./chat_memory";
import { playDaily } from "./daily";
import { followBoard } from "./follow";
import { installTestHook } from "./test_hook";
import { KeyboardCursor } from "./keyboard";
import { Listening } from "./listening";
import { Past } from "./past";
import { renderRoom } from "./page";
import { Study } from "../records/study";
import { Unanswered } from "./unanswered";

/** Prefix of the names of sounds that loop at a position. */
const PLACED = "place ";
const placed = ({ id, pos }: { id: number; pos: Pos }): string => `${PLACED}${id} ${pos.join()}`;

/** What keys add to the number of moves after which the game is looked at. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: -Infinity,
  End: Infinity,
};

/** The film of a room until now. What reads it is loaded when it is first wanted. */
const loadFilm = async (room: string): Promise<Reel> =>
  (await import("../replay/film_of")).filmOf(room);

/** The page of a room. It connects the link, the state, the board and the components. */
class RoomPage {
  private readonly model = new RoomModel();
  private readonly screen = new Screen(this.model);
  private readonly sounds: Sounds;
  private readonly board: Board;
  private readonly hud: HudHost;
  private readonly study: Study;
  private readonly link: Link;
  private readonly play: CardPlay;
  private readonly boardPlay: BoardPlay;
  private readonly cursor: KeyboardCursor;
  private readonly scene: SceneLoader;
  private readonly unanswered = new Unanswered();
  private readonly past: Past;
  private readonly arrivals = new Arrivals(() => this.sounds.signal("arrive"));
  private readonly listening: Listening;
  /** Counts wishes to look at a position: only the last is met. */
  private looks = 0;
  /** Whether the board has the focus because it was clicked: arrow keys then go through the game. */
  private clicked = false;
  /** Whether the focus was moved by the Tab key since the last click. */
  private tabbed = false;
  private shownMap: string | null = null;

  constructor(
    root: HTMLElement,
    private readonly room: string,
    line: RoomLine,
    drawing: Drawing,
  ) {
    const { canvas } = drawing;
    const { model, screen } = this;
    this.sounds = new Sounds(room);
    canvas.className = "board";
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "application");
    const board = new Board(drawing, {
      onClick: (pos, face) => this.click(pos, face),
      mayDrag: (pos) => this.boardPlay.mayDrag(pos),
      onChange: (changes, dragged) => this.listening.changed(changes, dragged),
      onShown: () => performance.mark("fangqi:playable"),
      onPlain: () => screen.toast("info", t("plain_board")),
      onStroke: (cells, done) => done && this.play.stroke(cells),
      onTable: () => (screen.table.value = signsOf(board)),
    });
    this.board = board;
    this.listening = new Listening({
      model,
      sounds: this.sounds,
      voice: new Voice(),
      lookOf: (id) => board.lookOf(id),
      isHidden: () => document.hidden,
      now: () => performance.now(),
    });
    this.link = line.link;
    this.play = new CardPlay(
      model,
      (pos) => board.glyphAt(pos),
      (message) => void this.send(message),
      (kind, text) => screen.toast(kind, text),
    );
    this.boardPlay = new BoardPlay(
      model,
      board,
      (message) => this.send(message),
      () => screen.toast("info", t("answer_late")),
    );
    this.scene = new SceneLoader({
      model,
      board,
      sounds: this.sounds,
      canvas,
      send: (message) => void this.link.send(message),
      dialogOpen: () => screen.dialogs.value.length > 0,
      setParts: (parts) => (screen.scene.value = parts),
    });
    this.past = new Past(() => loadFilm(room));
    this.cursor = new KeyboardCursor(
      () => model.choices,
      (pos) => board.screenOf(pos),
      (pos) => this.showCursor(pos),
      (pos) => this.click(pos, UP),
    );
    this.hud = this.hudHost();
    keepChat(model, room);
    playDaily(model, room, (message) => void this.send(message));
    this.study = new Study(this.hud, this.past);
    renderRoom(root, {
      hud: this.hud,
      study: this.study,
      sounds: this.sounds,
      canvas,
      play: this.play,
      onInsets: (top, bottom) => board.setInsets(top, bottom),
    });
    this.listen(canvas);
    this.follow(canvas);
    installTestHook(model, board, () => this.scene.testState);
    line.events.listen({
      onState: (state) => {
        model.setLink(state);
        // After a break the server may be another one.
        if (state.kind === "live" && model.event > 0) void buildWatch.check();
      },
      onBatch: (event) => batch(() => this.show(event)),
      onMessage: (message) => batch(() => this.hear(message)),
      onCurrent: () => this.repeat(),
      onFault: (error) => console.error("fangqi: broken frame", error),
    });
  }

  private hudHost(): HudHost {
    return {
      model: this.model,
      screen: this.screen,
      room: this.room,
      replay: false,
      send: (message) => void this.send(message),
      flip: () => this.board.flip(),
      goHome: () => this.board.goHome(),
      reconnect: () => this.link.connect(),
      shot: () => this.board.shot(),
    };
  }

  /** Keeps up with the state what is no component: the title, the canvas and the board. */
  private follow(canvas: HTMLCanvasElement): void {
    const { model, board } = this;
    watchTime(model, (name) => this.sounds.signal(name));
    effect(() => {
      const { map } = model;
      const usual = map ? `${local(map.name)} · ${t("brand")}` : t("brand");
      document.title = this.arrivals.title ?? usual;
      canvas.setAttribute("aria-label", t("board_label"));
    });
    effect(() => {
      const { players, you } = model;
      untracked(() => this.arrivals.follow(players, you));
    });
    effect(() => {
      if (model.seat !== null) noteVisit(this.room, model.seat);
    });
    effect(() => {
      language();
      board.relabel();
    });
    followBoard(model, this.screen, board);
    followLessons(model);
    effect(() => {
      const { reload } = model;
      const blocks = reload?.state === "differs" ? reload.blocks : [];
      board.setDiffering(blocks.map(({ pos }) => pos));
    });
    effect(() => board.setSelecting(model.selecting));
    effect(() => {
      const { lookingAt, lookedLine } = model;
      untracked(() => void this.lookBack(lookingAt, lookedLine));
    });
    effect(() => {
      const { request, marks, choices } = model;
      this.unanswered.follow({ request, marks, choices });
    });
  }

  private listen(canvas: HTMLCanvasElement): void {
    canvas.addEventListener("keydown", (event) => {
      // With cards selected, Enter plays them; the space bar selects the card under the cursor.
      const plays = event.key === "Enter" && this.model.selecting !== null;
      const walks = this.clicked && !this.cursor.shown && this.canWalk && event.key in STEPS;
      if (!plays && !walks && this.cursor.press(event.key)) event.preventDefault();
    });
    canvas.addEventListener("blur", () => {
      this.cursor.hide();
      this.clicked = false;
    });
    canvas.addEventListener("pointerdown", () => {
      this.cursor.hide();
      this.clicked = true;
    });
    document.addEventListener("pointerdown", () => this.sounds.unlock());
    document.addEventListener("keydown", () => this.sounds.unlock());
    document.addEventListener("pointerdown", () => (this.tabbed = false), true);
    document.addEventListener("keydown", (event) => this.typed(event));
    canvas.addEventListener("contextmenu", () => this.boardPlay.forget());
    // A clicked button must not keep keys from the cards. A button focused by keyboard keeps the
    // focus.
    document.addEventListener("click", ({ target, detail }) => {
      const button = target instanceof Element ? target.closest("button") : null;
      if (detail > 0 && this.model.selecting !== null) button?.blur();
    });
    window.addEventListener("online", () => this.link.hurry());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.link.hurry();
    });
  }

  /**
   * Sends a message. Answers to a question wait for the connection if there is none; of anything else
   * the viewer is told that it was not sent, and false is returned.
   */
  private send(message: ClientMessage): boolean {
    const { kind } = this.model.link;
    const returns = kind === "live" || kind === "connecting" || kind === "waiting";
    const kept = returns && this.unanswered.keep(message, this.model, performance.now());
    const sent = this.link.send(message) || kept;
    if (!sent) this.screen.toast("alert", t("not_sent"));
    return sent;
  }

  /** Sends answers that were given while the connection was broken, or lost as it broke. */
  private repeat(): void {
    const { answers, old } = this.unanswered.lost(this.model, performance.now());
    if (answers.length > 0 && old) this.screen.toast("alert", t("answer_lost"));
    else for (const message of answers) this.send(message);
    if (answers.length === 0 || old) this.boardPlay.takeBack();
  }

  /** Keys select cards wherever the focus is, except on elements that use keys themselves. */
  private typed(event: KeyboardEvent): void {
    const { target } = event;
    if (event.key === "Tab") this.tabbed = true;
    const taken = target instanceof Element && target.closest("input,textarea,select,dialog");
    const pressing = target instanceof Element && target.closest("button,a");
    if (taken || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    // A button that was clicked while others played has the focus still; Enter then plays cards.
    if (pressing && this.tabbed && (event.key === "Enter" || event.key === " ")) return;
    if (event.key === "Escape" && this.boardPlay.forget()) return event.preventDefault();
    const points = target === document.body && this.model.selecting !== null;
    const { key } = event;
    const pressed = this.play.press(key) || this.turnView(key) || this.walk(key);
    if (pressed || (points && this.cursor.press(event.key))) {
      event.preventDefault();
    }
  }

  /** Keys that change the view of the board; false for others. */
  private turnView(key: string): boolean {
    if (!this.screen.hasViews) return false;
    if (key === "v" || key === "V") this.screen.changeView();
    else if (key === "f" || key === "F") this.board.flip();
    else return false;
    return true;
  }

  /** Whether there are earlier positions to look at. */
  private get canWalk(): boolean {
    return this.screen.hasViews && this.model.moves.length > 0;
  }

  /** Keys that go through the moves of the game; false for others. */
  private walk(key: string): boolean {
    const { model } = this;
    const step = STEPS[key];
    if (step === undefined) return false;
    if (this.study.branches.value) return this.study.step(step);
    if (!this.canWalk) return false;
    const last = model.moves.length;
    const next = Math.min(last, Math.max(0, (model.lookingAt ?? last) + step));
    model.lookAt(next === last ? null : next);
    return true;
  }

  /** Shows the position after a number of moves of a line; null shows the present. */
  private async lookBack(move: number | null, line: readonly MoveEntry[]): Promise<void> {
    const { model, board } = this;
    this.looks += 1;
    const wish = this.looks;
    const now = move === null || (line === model.moves && move >= line.length);
    try {
      const past = now || !this.screen.hasViews ? null : await this.past.after(move, line);
      if (wish !== this.looks) return;
      board.lookBack(past?.blocks ?? null);
      model.showPast(past);
    } catch (problem) {
      console.error(problem);
      if (wish !== this.looks) return;
      model.lookAt(null);
      this.screen.toast("error", t("replay_failed"));
    }
  }

  private click(pos: Pos, face: number): void {
    // In a study, another move may be played in any position.
    if (this.model.past && this.study.branches.value) {
      void this.study.playHere(() => this.click(pos, face));
      return;
    }
    if (!this.play.click(pos)) this.boardPlay.click(pos, face);
  }

  private hear(message: ServerMessage): void {
    this.model.take(message);
    if (message.t === "refused") {
      this.unanswered.refused();
      this.boardPlay.takeBack();
      if (!this.scene.refused(message.code)) this.screen.toast("error", local(message.text));
    } else if (message.t === "welcome" && message.token === "") {
      this.screen.toast("info", t("only_watching"));
    } else if (message.t === "announcement") this.screen.toast("alert", local(message.text));
    else if (message.t === "reload" && message.reload.state === "settled") {
      if (message.reload.accepted) this.screen.toast("info", t("reload_accepted"));
    }
  }

  /** Shows an event: first the model, then the blocks, then the rest. */
  private show(event: EventBatch): void {
    const { model, board } = this;
    const { seat, moves } = model;
    this.listening.begin(event);
    for (const message of event.messages) model.take(message);
    model.reach(event.event, event.tick, performance.now());
    // The position is gone: another game has begun, or everything was sent again.
    const { lookingAt, lookedLine } = model;
    if (lookingAt !== null && (event.scene || lookingAt > lookedLine.length)) model.lookAt(null);
    if (hasOnlyPluginChanges(event)) {
      this.scene.take(event);
      return;
    }
    const { map } = model;
    const looks = JSON.stringify(map);
    if (event.scene && map && looks !== this.shownMap) {
      this.shownMap = looks;
      board.setMap(map, model.seat);
    }
    board.setZones(model.setting.zones, model.seats.length, model.seat);
    board.apply(event);
    this.scene.take(event);
    for (const message of event.messages) this.perform(message);
    // A scene is the room as it is, after a break of the connection or at the beginning.
    if (!event.scene) this.announce(moves);
    this.boardPlay.follow();
    if (event.scene && isInvited()) followInvitation(this.hud);
    if (event.scene && isWaiting()) awaitPlayer(this.hud);
    if (event.scene && isToLearn()) beginLessons(this.hud);
    const moved = model.seat !== seat && model.seat !== null;
    // A person who moves for all sides sees the board from one.
    if (moved && !(seat !== null && this.study.active)) board.setSeat(model.seat);
    this.listening.end(event);
  }

  /** Lets a screen reader say which moves others made since the list was this. */
  private announce(before: readonly MoveEntry[]): void {
    const { moves: after, seat, seats, hud } = this.model;
    if (after === before) return;
    const sentences = hud.plates.length > 0;
    this.screen.announcer.say(wordsOf({ before, after, seat, seats, sentences }));
  }

  private perform(message: ServerMessage): void {
    const { board, sounds } = this;
    if (message.t === "scene") {
      sounds.stopLoops(PLACED);
      for (const effect of message.effects) this.perform({ t: "effect", effect });
    } else if (message.t === "effect") {
      const { effect } = message;
      if (effect.kind === "sound") {
        const volume = effect.volume * this.scene.loudness(effect.pos);
        sounds.byId(effect.id, volume, effect.pitch);
      } else if (effect.kind === "loop_sound") {
        const { id, pos, volume, pitch } = effect;
        sounds.loop(placed(effect), id, () => volume * this.scene.loudness(pos), pitch);
      } else if (effect.kind === "stop_sound") {
        sounds.stopLoop(placed(effect));
      } else board.effect(effect);
    } else if (message.t === "toast") {
      if (!this.isResult(message.text)) this.screen.toast(message.kind, local(message.text));
    }
  }

  /** Whether a text says what the result does, which is shown until it is dismissed. */
  private isResult({ zh, en }: LocalText): boolean {
    const result = this.screen.result.shown;
    return result !== null && result.text.zh === zh && result.text.en === en;
  }

  private showCursor(pos: Pos | null): void {
    this.board.setCursor(pos);
    if (!pos) return;
    const { choices } = this.model;
    const name = this.board.nameAt(pos, textLanguage()) ?? t("say_empty");
    const cell = this.model.cellName(pos);
    const words = [
      cell
        ? t("say_named_cell", { name, cell })
        : t("say_cell", { name, x: pos[0] + 1, z: pos[2] + 1 }),
    ];
    if (choices.continues(pos)) words.push(t("say_target"));
    else if (choices.begins(pos)) words.push(t("say_choices", { count: choices.count(pos) }));
    this.screen.spoken.value = words.join(", ");
  }
}

/** Opens the page of a room. */
export function openRoom(root: HTMLElement, room: string, line: RoomLine, drawing: Drawing): void {
  new RoomPage(root, room, line, drawing);
}
