import { batch, effect } from "@preact/signals";
import type { LocalText, ServerMessage } from "../wire.generated";
import { heardIn } from "../audio/hearing";
import { Sounds } from "../audio/sounds";
import type { HudHost } from "../hud/context";
import { signsOf } from "../hud/table";
import { local, t } from "../i18n/language";
import { ReplaySceneLoader } from "../plugins/scene_loader";
import { Board } from "../render/board";
import type { Drawing } from "../render/context";
import { followBoard } from "../room/follow";
import { installTestHook } from "../room/test_hook";
import { renderTrouble } from "../room/page";
import { Screen } from "../state/screen";
import { isStill } from "../state/settings";
import type { CellChange } from "../world/store";
import { readFilm } from "./film";
import { Player } from "./player";
import { Reel } from "./reel";
import { renderReplay } from "./view";

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
  private readonly sounds: Sounds;
  private readonly screen: Screen;
  private readonly board: Board;
  private readonly scene: ReplaySceneLoader;
  private readonly player: Player;
  private address: number | undefined;
  /** Whether the room's scripts made the sounds of what is shown. */
  private scored = false;
  private branching = false;

  constructor(
    root: HTMLElement,
    private readonly room: string,
    private readonly reel: Reel,
    drawing: Drawing,
  ) {
    const { canvas } = drawing;
    this.sounds = new Sounds(room);
    canvas.className = "board";
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    const screen = new Screen(reel.model);
    this.screen = screen;
    const board = new Board(drawing, {
      onClick: () => this.player.pause(),
      mayDrag: () => false,
      onChange: (changes) => this.hear(changes),
      onShown: () => performance.mark("fangqi:playable"),
      onPlain: () => screen.toast("info", t("plain_board")),
      onStroke: () => {},
      onTable: () => (screen.table.value = signsOf(board)),
    });
    this.board = board;
    this.scene = new ReplaySceneLoader({
      model: reel.model,
      board,
      setParts: (parts) => (screen.scene.value = parts),
    });
    this.player = new Player(reel, {
      later: (run, ms) => window.setTimeout(run, ms),
      cancel: (timer) => window.clearTimeout(timer),
      go: (position) => this.go(position),
    });
    renderReplay(root, {
      hud: this.hudHost(),
      sounds: this.sounds,
      canvas,
      reel,
      player: this.player,
      act: {
        go: (position) => this.jump(position),
        step: (way) => this.step(way),
        copyLink: () => void this.copyLink(),
        branch: () => void this.branch(),
      },
      onInsets: (top, bottom) => board.setInsets(top, bottom),
    });
    this.listen();
    this.begin();
    this.follow(canvas);
    installTestHook(reel.model, board);
  }

  private hudHost(): HudHost {
    return {
      model: this.reel.model,
      screen: this.screen,
      room: this.room,
      replay: true,
      send: () => {},
      flip: () => this.board.flip(),
      goHome: () => this.board.goHome(),
      reconnect: () => {},
      shot: () => this.board.shot(),
    };
  }

  /** Keeps up with the film what is no component: the title, the canvas and the board. */
  private follow(canvas: HTMLCanvasElement): void {
    const { board } = this;
    const { model } = this.reel;
    effect(() => {
      const name = model.map ? local(model.map.name) : "";
      document.title = `${t("replay")} · ${name} · ${t("brand")}`;
      canvas.setAttribute("aria-label", t("replay"));
    });
    effect(() => board.setZones(model.setting.zones, model.seats.length, null));
    followBoard(model, this.screen, board);
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
    this.scene.show(false);
    if (!reel.complete) this.screen.toast("alert", t("replay_cut"));
  }

  /** The position that the address names. */
  private wanted(): number | null {
    const { reel } = this;
    const [event, move] = [eventOf(location.hash), moveOf(location.hash)];
    if (move !== null) return reel.score.positionAfter(move);
    return event === null ? null : reel.positionOf(event);
  }

  private listen(): void {
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("pointerdown", () => this.sounds.unlock());
    window.addEventListener("hashchange", () => {
      const position = this.wanted();
      if (position !== null) this.jump(position);
    });
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
    batch(() => this.show(position));
    clearTimeout(this.address);
    this.address = window.setTimeout(() => {
      history.replaceState(null, "", `#${this.reel.eventAt(this.reel.at)}`);
    }, ADDRESS_MS);
  }

  /** Shows a position: first the model, then the blocks, then the rest. */
  private show(position: number): void {
    const { reel, board } = this;
    const { cells, effects, batch } = reel.seek(position);
    const { event } = reel.model;
    const changed = cells.map(({ pos, after }) => ({ pos, state: after }));
    const messages = batch?.messages ?? [];
    this.scored = messages.some((m) => m.t === "effect" && m.effect.kind === "sound");
    board.apply({
      event,
      tick: 0,
      scene: false,
      blocks: [{ kind: "cells", cells: changed }],
      messages: [],
    });
    for (const effect of effects) board.effect(effect);
    this.scene.show(batch !== null);
    if (this.player.playing) messages.forEach((message) => this.perform(message));
  }

  private hear(changes: readonly CellChange[]): void {
    if (this.scored) return;
    const { zones } = this.reel.model.setting;
    const lookOf = (id: number) => this.board.lookOf(id);
    this.sounds.pieces(heardIn(changes, { lookOf, zones, dragged: false, still: isStill() }));
  }

  /** Plays sounds and shows toasts of an event while the film plays. */
  private perform(message: ServerMessage): void {
    if (message.t === "effect" && message.effect.kind === "sound") {
      this.sounds.byId(message.effect.id, message.effect.volume);
    } else if (message.t === "toast") {
      this.screen.toast(message.kind, local(message.text));
    }
  }

  private async copyLink(): Promise<void> {
    const event = this.reel.eventAt(this.reel.at);
    const link = `${location.origin}/replay/${encodeURIComponent(this.room)}#${event}`;
    try {
      await navigator.clipboard.writeText(link);
      this.screen.toast("info", t("move_link_copied"));
    } catch {
      this.screen.openDialog({ kind: "link", link });
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
      this.screen.toast("error", sentence(problem));
    } finally {
      this.branching = false;
    }
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
  drawing: Drawing,
): Promise<void> {
  try {
    const answer = await asked;
    if (!answer.ok) throw await problemOf(answer);
    const film = readFilm(await answer.arrayBuffer());
    new ReplayPage(root, room, new Reel(film), drawing);
  } catch (problem) {
    if (!(problem instanceof Problem)) console.error(problem);
    renderTrouble(root, sentence(problem), "primary");
  }
}
