import type { Bar, LocalText, ServerMessage } from "../wire.generated";
import { Sounds } from "../audio/sounds";
import { barPart, reviewBar } from "../hud/bar";
import { captionPart } from "../hud/caption";
import { chatPart } from "../hud/chat";
import type { HudContext, Part } from "../hud/context";
import { linkDialog } from "../hud/dialogs";
import { notePart, placeNote } from "../hud/note";
import { Toasts } from "../hud/overlays";
import { panelPart } from "../hud/panel";
import { seatsPart } from "../hud/seats";
import { tablePart } from "../hud/table";
import { toolbarPart } from "../hud/toolbar";
import { local, onLanguage, t } from "../i18n/language";
import { pluginsPart } from "../plugins/part";
import { Board } from "../render/board";
import type { Drawing } from "../render/context";
import { offerHook } from "../room/hook";
import { watchInsets } from "../room/insets";
import { adorn, fillWith, h } from "../util/dom";
import { readFilm } from "./film";
import { Living } from "./living";
import { replayMoves } from "./moves";
import { Player } from "./player";
import { Reel } from "./reel";
import { Transport } from "./transport";

/** The address is updated at most this often: browsers limit it. */
const ADDRESS_MS = 350;

/** The event in an address such as `/replay/abc#42`; null if there is none. */
export function eventOf(hash: string): number | null {
  const digits = /^#(\d{1,9})$/.exec(hash)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** The move in an address such as `/replay/abc#move-7`; null if there is none. */
export function moveOf(hash: string): number | null {
  const digits = /^#move-(\d{1,9})$/.exec(hash)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** The page that replays a room. */
class ReplayPage {
  private readonly sounds = new Sounds();
  private readonly toasts = new Toasts();
  private readonly board: Board;
  private readonly living: Living;
  private readonly player: Player;
  private readonly transport: Transport;
  private readonly parts: readonly Part[];
  private signs: Part | null = null;
  private address: number | undefined;
  private heard = false;
  private branching = false;

  constructor(
    root: HTMLElement,
    private readonly room: string,
    private readonly reel: Reel,
    drawing: Drawing,
  ) {
    const { canvas } = drawing;
    adorn(canvas, { class: "board", tabindex: 0, role: "img" });
    this.board = new Board(drawing, {
      onClick: () => this.player.pause(),
      onLand: () => this.heard || this.sounds.knock(0.9, 0.94 + Math.random() * 0.12),
      onShown: () => performance.mark("fangqi:playable"),
      onStroke: () => {},
      onTable: () => this.signs?.render(),
    });
    this.living = new Living(reel, this.board);
    this.player = new Player(reel, {
      later: (run, ms) => window.setTimeout(run, ms),
      cancel: (timer) => window.clearTimeout(timer),
      go: (position) => this.go(position),
      changed: () => this.transport.render(),
    });
    this.transport = new Transport(reel, this.player, {
      go: (position) => this.jump(position),
      step: (way) => this.step(way),
      copyLink: () => void this.copyLink(),
      branch: () => void this.branch(),
    });
    const context = this.context();
    const toolbar = toolbarPart(context, this.sounds);
    const caption = captionPart(context);
    const live = h("a", { class: "action", "data-do": "live", href: this.liveLink() });
    const actions: Part = {
      element: h("div", { class: "actions" }, live),
      render: () => (live.textContent = t("live")),
    };
    const moves = replayMoves(reel, (position) => this.jump(position));
    const panel = panelPart(context, seatsPart(context), moves, chatPart(context), actions);
    const bar = barPart(context, () => this.bar());
    const note = notePart(context);
    const table = tablePart(context, this.board, null);
    const plugins = pluginsPart(context);
    this.signs = table;
    this.parts = [toolbar, caption, panel, bar, note, table, plugins];
    const deck = h("div", { class: "deck" }, caption.element, this.transport.element);
    const view = h(
      "div",
      { class: "view" },
      canvas,
      h("div", { class: "vignette" }),
      bar.element,
      table.element,
    );
    const main = h(
      "main",
      { class: "room-page replay-page" },
      toolbar.element,
      view,
      plugins.element,
      deck,
      panel.element,
    );
    placeNote(note, panel.element, deck);
    fillWith(root, main, this.toasts.element);
    watchInsets(view, [toolbar.element], deck, (top, bottom) => this.board.setInsets(top, bottom));
    this.listen();
    this.begin();
    offerHook(reel.model, this.board);
  }

  private context(): HudContext {
    return {
      model: this.reel.model,
      room: this.room,
      replay: true,
      send: () => {},
      toast: (kind, text) => this.toasts.show(kind, text),
      flip: () => this.board.flip(),
      goHome: () => this.board.goHome(),
      redraw: () => this.render(),
      reconnect: () => {},
    };
  }

  private liveLink(): string {
    return `/r/${encodeURIComponent(this.room)}`;
  }

  /** Shows the first picture: of the event in the address, else of the start. */
  private begin(): void {
    const { reel, board } = this;
    const wanted = this.wanted();
    if (wanted !== null) reel.seek(wanted);
    const { map, event } = reel.model;
    if (map) board.setMap(map, null);
    board.setZones(reel.model.setting.zones, reel.model.seats.length, null);
    board.apply({ event, tick: 0, scene: true, blocks: reel.blocks(), messages: [] });
    for (const effect of reel.effects()) board.effect(effect);
    this.living.show(false);
    if (!reel.complete) this.toasts.show("alert", t("replay_cut"));
    this.render();
  }

  /** The position that the address names. */
  private wanted(): number | null {
    const { reel } = this;
    const [event, move] = [eventOf(location.hash), moveOf(location.hash)];
    if (move !== null) return reel.score.positionAfter(move);
    return event === null ? null : reel.positionOf(event);
  }

  /** The evaluation at the present position: of the review if there is one, else the map's. */
  private bar(): Bar | null {
    const { reel } = this;
    const { score, model } = reel;
    const review = score.reviewAt(reel.at);
    return reviewBar(review, score.madeAt(reel.at)) ?? model.hud.insight.bar;
  }

  private listen(): void {
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("pointerdown", () => this.sounds.unlock());
    window.addEventListener("hashchange", () => {
      const position = this.wanted();
      if (position !== null) this.jump(position);
    });
    onLanguage(() => this.render());
  }

  private key(event: KeyboardEvent): void {
    const { target } = event;
    const elsewhere =
      target instanceof HTMLSelectElement ||
      (target instanceof HTMLInputElement && target.type !== "range") ||
      (target instanceof Element && target.closest("dialog"));
    if (elsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
    const { reel } = this;
    const way = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : null;
    const onButton = target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement;
    if (way !== null && event.shiftKey) this.jump(reel.at + way);
    else if (way !== null) this.step(way);
    else if (event.key === "Home") this.jump(0);
    else if (event.key === "End") this.jump(reel.length);
    else if (event.key === " " && !onButton) this.player.toggle();
    else return;
    event.preventDefault();
  }

  /** Goes to a position that the viewer chose; stops playing. */
  private jump(position: number): void {
    this.player.pause();
    this.go(position);
  }

  private step(way: -1 | 1): void {
    const { reel } = this;
    const { score } = reel;
    this.jump(
      way > 0 ? (score.stopAfter(reel.at) ?? reel.length) : (score.stopBefore(reel.at) ?? 0),
    );
  }

  private go(position: number): void {
    const { reel, board } = this;
    const { cells, effects, batch } = reel.seek(position);
    const { event } = reel.model;
    const changed = cells.map(({ pos, after }) => ({ pos, state: after }));
    const messages = batch?.messages ?? [];
    this.heard = messages.some((m) => m.t === "effect" && m.effect.kind === "sound");
    board.apply({
      event,
      tick: 0,
      scene: false,
      blocks: [{ kind: "cells", cells: changed }],
      messages: [],
    });
    for (const effect of effects) board.effect(effect);
    this.living.show(batch !== null);
    if (this.player.playing) messages.forEach((message) => this.perform(message));
    clearTimeout(this.address);
    this.address = window.setTimeout(() => {
      history.replaceState(null, "", `#${reel.eventAt(reel.at)}`);
    }, ADDRESS_MS);
    this.render();
  }

  /** Plays sounds and shows toasts of an event while the film plays. */
  private perform(message: ServerMessage): void {
    if (message.t === "effect" && message.effect.kind === "sound") {
      this.sounds.byId(message.effect.id, message.effect.volume);
    } else if (message.t === "toast") {
      this.toasts.show(message.kind, local(message.text));
    }
  }

  private async copyLink(): Promise<void> {
    const event = this.reel.eventAt(this.reel.at);
    const link = `${location.origin}/replay/${encodeURIComponent(this.room)}#${event}`;
    try {
      await navigator.clipboard.writeText(link);
      this.toasts.show("info", t("move_link_copied"));
    } catch {
      linkDialog(link);
    }
  }

  /** Opens a new room that continues from here. */
  private async branch(): Promise<void> {
    if (this.branching) return;
    this.branching = true;
    this.player.pause();
    try {
      const event = this.reel.eventAt(this.reel.at);
      const answer = await fetch(`/api/rooms/${encodeURIComponent(this.room)}/branch`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ event }),
      });
      if (!answer.ok) throw await problemOf(answer);
      const { room } = (await answer.json()) as { room: string };
      location.assign(`/r/${encodeURIComponent(room)}`);
    } catch (problem) {
      this.toasts.show("error", sentence(problem));
    } finally {
      this.branching = false;
    }
  }

  private render(): void {
    const { model } = this.reel;
    const name = model.map ? local(model.map.name) : "";
    document.title = `${t("replay")} · ${name} · ${t("brand")}`;
    document.querySelector("canvas.board")?.setAttribute("aria-label", t("replay"));
    this.board.setZones(model.setting.zones, model.seats.length, null);
    this.board.setPlates(model.hud.plates.length > 0, model.request);
    this.board.setChoices(model.choices, model.marks);
    this.board.setArrows(model.hud.insight.arrows);
    for (const part of this.parts) part.render();
    this.transport.render();
  }
}

/** A refusal of the server, in both languages. */
class Problem extends Error {
  constructor(readonly text: LocalText) {
    super(text.en);
  }
}

async function problemOf(answer: Response): Promise<Problem> {
  const body = (await answer.json().catch(() => null)) as { text?: LocalText } | null;
  return new Problem(body?.text ?? { zh: `${answer.status}`, en: `${answer.status}` });
}

const sentence = (problem: unknown): string =>
  problem instanceof Problem ? local(problem.text) : t("replay_failed");

/** Opens the replay of a room, or shows why that is impossible. */
export async function openReplay(
  root: HTMLElement,
  room: string,
  asked: Promise<Response>,
  drawing: Drawing | null,
): Promise<void> {
  try {
    const answer = await asked;
    if (!answer.ok) throw await problemOf(answer);
    const film = readFilm(await answer.arrayBuffer());
    if (!drawing) return trouble(root, t("no_webgl"));
    new ReplayPage(root, room, new Reel(film), drawing);
  } catch (problem) {
    if (!(problem instanceof Problem)) console.error(problem);
    trouble(root, sentence(problem));
  }
}

function trouble(root: HTMLElement, text: string): void {
  const home = h("a", { class: "primary", href: "/" }, t("home"));
  fillWith(root, h("main", { class: "trouble" }, h("p", {}, text), home));
}
