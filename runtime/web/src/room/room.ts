import type { ClientMessage, ServerMessage } from "../wire.generated";
import { CardPlay } from "../cards/play";
import { Sounds } from "../audio/sounds";
import { actionsPart } from "../hud/actions";
import { barPart, reviewBar } from "../hud/bar";
import { captionPart } from "../hud/caption";
import { chatPart } from "../hud/chat";
import type { HudContext, Part } from "../hud/context";
import { movesPart } from "../hud/moves";
import { notePart, placeNote } from "../hud/note";
import { linkPart, resultPart, Toasts } from "../hud/overlays";
import { panelPart } from "../hud/panel";
import { placeReload, reloadPart } from "../hud/reload";
import { seatsPart } from "../hud/seats";
import { tablePart } from "../hud/table";
import { toolbarPart } from "../hud/toolbar";
import { language, local, onLanguage, t } from "../i18n/language";
import { pluginsPart } from "../plugins/part";
import { Board } from "../render/board";
import type { Drawing } from "../render/context";
import { adorn, fillWith, h } from "../util/dom";
import type { Link } from "../wire/connection";
import type { Pos } from "../wire/decode";
import type { EventBatch } from "../wire/events";
import type { RoomLine } from "../wire/room_link";
import { isOnlyLife, LifeGate } from "./gate";
import { offerHook } from "./hook";
import { watchInsets } from "./insets";
import { KeyboardCursor } from "./keyboard";
import { RoomModel } from "../state/room";

const UP = 5;
/** Prefix of the names of sounds that loop at a position. */
const PLACED = "place ";
const placed = ({ id, pos }: { id: number; pos: Pos }): string => `${PLACED}${id} ${pos.join()}`;

/** The page of a room. It connects the link, the model, the board and the HUD. */
class RoomPage {
  private readonly model = new RoomModel();
  private readonly sounds = new Sounds();
  private readonly toasts = new Toasts();
  private readonly announce = h("div", { class: "unseen", "aria-live": "polite" });
  private readonly parts: Part[];
  private readonly caption: Part;
  private readonly board: Board;
  private readonly link: Link;
  private readonly play: CardPlay;
  private table: Part | null = null;
  private readonly cursor: KeyboardCursor;
  private readonly life: LifeGate;
  private shownMap: string | null = null;
  private heard = false;

  constructor(
    root: HTMLElement,
    private readonly room: string,
    line: RoomLine,
    drawing: Drawing,
  ) {
    const { canvas } = drawing;
    adorn(canvas, { class: "board", tabindex: 0, role: "application" });
    this.board = new Board(drawing, {
      onClick: (pos, face) => this.click(pos, face),
      onLand: () => this.heard || this.sounds.knock(0.9, 0.94 + Math.random() * 0.12),
      onShown: () => performance.mark("fangqi:playable"),
      onStroke: (cells, done) => done && this.play.stroke(cells),
      onTable: () => this.table?.render(),
    });
    this.link = line.link;
    const context = this.context();
    this.play = new CardPlay(
      this.model,
      (pos) => this.board.glyphAt(pos),
      (message) => this.send(message),
      (kind, text) => this.toasts.show(kind, text),
      () => {
        this.model.selectionChanged();
        this.render();
      },
    );
    const table = tablePart(context, this.board, this.play);
    this.table = table;
    const toolbar = toolbarPart(context, this.sounds);
    const caption = captionPart(context);
    this.caption = caption;
    const result = resultPart(context);
    const link = linkPart(context);
    const panel = panelPart(
      context,
      seatsPart(context),
      movesPart(context),
      chatPart(context),
      actionsPart(context),
    );
    const reload = reloadPart(context);
    const bar = barPart(context, () => {
      const { hud, lookingAt } = this.model;
      return reviewBar(hud.insight.review, lookingAt) ?? hud.insight.bar;
    });
    const note = notePart(context);
    const plugins = pluginsPart(context);
    this.parts = [toolbar, caption, result, reload, link, panel, bar, note, table, plugins];
    const view = h(
      "div",
      { class: "view" },
      canvas,
      h("div", { class: "vignette" }),
      bar.element,
      table.element,
      result.element,
    );
    placeReload(reload, panel.element, view);
    const inside = [toolbar.element, view, plugins.element, caption.element, panel.element];
    const page = h("main", { class: "room-page" }, ...inside);
    this.life = new LifeGate(() => ({
      model: this.model,
      board: this.board,
      sounds: this.sounds,
      page,
      view,
      send: (message) => void this.link.send(message),
      toast: (kind, text) => this.toasts.show(kind, text),
    }));
    fillWith(root, page, this.toasts.element, link.element, this.announce);
    placeNote(note, panel.element, caption.element);
    this.cursor = new KeyboardCursor(
      () => this.model.choices,
      (pos) => this.board.screenOf(pos),
      (pos) => this.showCursor(pos),
      (pos) => this.click(pos, UP),
    );
    this.listen(canvas);
    watchInsets(view, [toolbar.element, reload.element], caption.element, (top, bottom) =>
      this.board.setInsets(top, bottom),
    );
    offerHook(this.model, this.board, () => this.life.walk);
    this.render();
    line.events.listen({
      onState: (state) => {
        this.model.setLink(state);
        this.render();
      },
      onBatch: (batch) => this.show(batch),
      onMessage: (message) => this.hear(message),
      onFault: (error) => console.error("fangqi: broken frame", error),
    });
  }

  private context(): HudContext {
    return {
      model: this.model,
      room: this.room,
      replay: false,
      send: (message) => this.send(message),
      toast: (kind, text) => this.toasts.show(kind, text),
      flip: () => this.board.flip(),
      goHome: () => this.board.goHome(),
      redraw: () => this.render(),
      reconnect: () => this.link.connect(),
    };
  }

  private listen(canvas: HTMLCanvasElement): void {
    canvas.addEventListener("keydown", (event) => {
      // With cards selected, Enter plays them; the space bar selects the card under the cursor.
      const plays = event.key === "Enter" && this.model.selecting !== null;
      if (!plays && this.cursor.press(event.key)) event.preventDefault();
    });
    canvas.addEventListener("blur", () => this.cursor.hide());
    canvas.addEventListener("pointerdown", () => this.cursor.hide());
    document.addEventListener("pointerdown", () => this.sounds.unlock());
    document.addEventListener("keydown", () => this.sounds.unlock());
    document.addEventListener("keydown", (event) => this.typed(event));
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
    onLanguage(() => {
      this.board.relabel();
      this.render();
    });
    // The deadline is all that changes with time alone.
    setInterval(() => {
      if (this.model.request?.deadline != null) this.caption.render();
    }, 500);
  }

  private send(message: ClientMessage): void {
    if (!this.link.send(message)) this.toasts.show("alert", t("not_sent"));
  }

  /** Keys select cards wherever the focus is, except on elements that use keys themselves. */
  private typed(event: KeyboardEvent): void {
    const { target } = event;
    const taken = target instanceof Element && target.closest("input,textarea,select,dialog");
    const pressing = target instanceof Element && target.closest("button,a");
    if (taken || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (pressing && (event.key === "Enter" || event.key === " ")) return;
    const points = target === document.body && this.model.selecting !== null;
    if (this.play.press(event.key) || (points && this.cursor.press(event.key))) {
      event.preventDefault();
    }
  }

  private click(pos: Pos, face: number): void {
    if (this.play.click(pos)) return;
    this.send({ t: "click", pos: [...pos], face });
  }

  private hear(message: ServerMessage): void {
    this.model.take(message);
    if (message.t === "refused") {
      if (!this.life.refused(message.code)) this.toasts.show("error", local(message.text));
    } else if (message.t === "announcement") this.toasts.show("alert", local(message.text));
    else if (message.t === "reload" && message.reload.state === "settled") {
      if (message.reload.accepted) this.toasts.show("info", t("reload_accepted"));
    }
    if (message.t !== "pong") this.render();
  }

  /** Shows an event: first the model, then the blocks, then the rest. */
  private show(batch: EventBatch): void {
    const { model, board } = this;
    if (isOnlyLife(batch)) {
      const { summary } = model;
      for (const message of batch.messages) if (message.t === "space") model.take(message);
      if (JSON.stringify(summary) !== JSON.stringify(model.summary)) this.render();
      model.reach(batch.event, batch.tick, performance.now());
      this.life.take(batch);
      return;
    }
    const seat = model.seat;
    const checked = model.marks.some(({ kind }) => kind === "check");
    for (const message of batch.messages) model.take(message);
    model.reach(batch.event, batch.tick, performance.now());
    const { map } = model;
    const looks = JSON.stringify(map);
    if (batch.scene && map && looks !== this.shownMap) {
      this.shownMap = looks;
      board.setMap(map, model.seat);
    }
    board.setZones(model.setting.zones, model.seats.length, model.seat);
    this.heard = batch.messages.some((m) => m.t === "effect" && m.effect.kind === "sound");
    board.apply(batch);
    this.life.take(batch);
    for (const message of batch.messages) this.perform(message);
    if (model.seat !== seat && model.seat !== null) board.setSeat(model.seat);
    if (!checked && model.marks.some(({ kind }) => kind === "check")) this.sounds.drum(0.8);
    this.render();
  }

  private perform(message: ServerMessage): void {
    const { board, sounds } = this;
    if (message.t === "scene") {
      sounds.stopLoops(PLACED);
      for (const effect of message.effects) this.perform({ t: "effect", effect });
    } else if (message.t === "effect") {
      const { effect } = message;
      if (effect.kind === "sound") {
        const volume = effect.volume * this.life.loudness(effect.pos);
        sounds.byId(effect.id, volume, effect.pitch);
      } else if (effect.kind === "loop_sound") {
        const { id, pos, volume, pitch } = effect;
        sounds.loop(placed(effect), id, () => volume * this.life.loudness(pos), pitch);
      } else if (effect.kind === "stop_sound") {
        sounds.stopLoop(placed(effect));
      } else board.effect(effect);
    } else if (message.t === "toast") {
      this.toasts.show(message.kind, local(message.text));
      if (message.kind === "win") sounds.bell();
    } else if (message.t === "hud" && message.change.field === "result" && message.change.value) {
      sounds.bell();
    }
  }

  private showCursor(pos: Pos | null): void {
    this.board.setCursor(pos);
    if (!pos) return;
    const { choices } = this.model;
    const name = this.board.nameAt(pos, language()) ?? t("say_empty");
    const cell = this.model.cellName(pos);
    const words = [
      cell
        ? t("say_named_cell", { name, cell })
        : t("say_cell", { name, x: pos[0] + 1, z: pos[2] + 1 }),
    ];
    if (choices.continues(pos)) words.push(t("say_target"));
    else if (choices.begins(pos)) words.push(t("say_choices", { count: choices.count(pos) }));
    this.announce.textContent = words.join(", ");
  }

  private render(): void {
    const { map } = this.model;
    document.title = map ? `${local(map.name)} · ${t("brand")}` : t("brand");
    document.querySelector("canvas.board")?.setAttribute("aria-label", t("board_label"));
    const { hour } = this.model.setting;
    document.querySelector(".view")?.toggleAttribute("data-night", hour < 6 || hour >= 18);
    const { reload } = this.model;
    const blocks = reload?.state === "differs" ? reload.blocks : [];
    this.board.setDiffering(blocks.map(({ pos }) => pos));
    this.board.setChoices(this.model.choices, this.model.marks);
    this.board.setPlates(this.model.hud.plates.length > 0, this.model.request);
    this.board.setSelecting(this.model.selecting);
    this.board.setArrows(this.model.hud.insight.arrows);
    for (const part of this.parts) part.render();
    this.life.render();
  }
}

/** Opens the page of a room, or explains why nothing can be drawn. */
export function openRoom(
  root: HTMLElement,
  room: string,
  line: RoomLine,
  drawing: Drawing | null,
): void {
  try {
    if (!drawing) throw new Error("there is no WebGL 2");
    new RoomPage(root, room, line, drawing);
  } catch (error) {
    console.error(error);
    const page = h("p", {}, t("no_webgl"));
    fillWith(root, h("main", { class: "trouble" }, page, h("a", { href: "/" }, t("home"))));
  }
}
