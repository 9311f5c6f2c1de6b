import "../style/walk.css";
import "../style/walk_more.css";
import type {
  ClientMessage,
  Mode,
  OwnView,
  ServerMessage,
  SpaceView,
  ToastKind,
  WalkScene,
} from "../wire.generated";
import type { Sounds } from "../audio/sounds";
import { Pages } from "../pages/pages";
import type { Board, SceneLayer } from "../render/board";
import type { WalkState } from "../room/hook";
import type { RoomModel } from "../room/model";
import type { EventBatch } from "../wire/events";
import { ActorRenderer } from "./actors/actor_renderer";
import { Atmosphere } from "./sky/atmosphere";
import { ScriptGraphics } from "./effects/script_graphics";
import { BlockHighlight } from "./effects/block_highlight";
import { SoundLoops } from "./actors/sound_loops";
import { setIconSource } from "./drawing/item_icons";
import { BlockLights } from "./effects/block_lights";
import { WorldEffects } from "./effects/world_effects";
import { WalkHud } from "./hud/walk_hud";
import { skySettingsOf } from "./sky/sky_settings";
import { Minimap } from "./hud/minimap";
import { NameTags } from "./actors/name_tags";
import { ActorTracks } from "./actors/actor_tracks";
import { LocalPlayer } from "./player/local_player";

/** `WEATHERSTATUS` of rain, and of thunder. */
const RAIN = new Set([2, 3]);
/** Refusals of which a walking player need not be told: what is seen says enough. */
const QUIET = new Set(
  (
    "moved too_fast in_a_block bad_pose held no_flying dead alive nothing_there not_digging " +
    "nobody_there no_page no_element nothing_asked no_key too_many_keys occupied no_box no_item " +
    "nothing_in_hand no_block too_far not_here not_allowed"
  ).split(" "),
);
/** Those of them that are said of poses. */
const OF_POSES = new Set(["moved", "too_fast", "in_a_block", "bad_pose", "held", "no_flying"]);
/** How far sounds are heard, in blocks. */
const HEARD = 32;

/** What life needs of a room's page. */
export interface LiveLayerHost {
  model: RoomModel;
  board: Board;
  sounds: Sounds;
  /** The page, and the part of it that holds the picture. */
  page: HTMLElement;
  view: HTMLElement;
  send(message: ClientMessage): void;
  toast(kind: ToastKind, text: string): void;
}

/** All that lives in a world and moves, walking players above all, and the map's own pages. */
export class LiveLayer implements SceneLayer {
  private readonly tracks = new ActorTracks();
  private readonly pages: Pages;
  private readonly bodies: ActorRenderer;
  private readonly tags: NameTags;
  private readonly graphs: ScriptGraphics;
  private readonly highlight: BlockHighlight;
  private readonly air: Atmosphere;
  private readonly screen: WalkHud;
  private readonly walker: LocalPlayer;
  private readonly map: Minimap;
  private readonly hums: SoundLoops;
  private readonly lamps: BlockLights;
  private readonly marvels: WorldEffects;
  private own: OwnView | null = null;
  private space: SpaceView | null = null;
  /** Whether the person looks from above although it could walk. */
  private above = false;
  private moves = false;

  constructor(private readonly host: LiveLayerHost) {
    const { board, view, send, model } = host;
    const { world } = board.stage;
    this.pages = new Pages((act) => send({ t: "act", act }));
    this.bodies = new ActorRenderer(world, (id) => board.lookOf(id));
    this.tags = new NameTags(world);
    this.graphs = new ScriptGraphics(world);
    this.highlight = new BlockHighlight(world, board.world);
    this.air = new Atmosphere(board.stage);
    this.hums = new SoundLoops(host.sounds, (id) =>
      this.loudness(this.tracks.one(id, performance.now())?.pos ?? null),
    );
    this.lamps = new BlockLights(board);
    this.marvels = new WorldEffects(
      world,
      (pos) => board.lookOf(board.blockAt(pos))?.colour ?? null,
    );
    this.walker = new LocalPlayer(
      {
        board,
        sounds: host.sounds,
        tracks: this.tracks,
        you: () => model.you,
        map: () => model.map,
        mode: () => this.mode,
        hearsKeys: () => this.space?.keys ?? false,
        rule: (name) => this.rule(name),
        send,
      },
      {
        ready: () => this.holds && this.screen.ready,
        listens: () => this.walks && this.screen.ready,
        slot: (index) => this.choose(index),
        wheel: (by) => this.screen.turn(by),
        command: (command) => this.screen.command(command),
        tap: (x, y) => this.walker.tap(x, y, this.tracks.shown(performance.now())),
        onLock: () => this.screen.render(),
        onTouch: () => this.screen.touched(),
      },
    );
    this.screen = new WalkHud(model, this.walker, host.page, {
      own: () => this.own,
      choose: (index) => this.choose(index),
      chat: (text) => send({ t: "chat", text }),
      toggleAbove: () => this.look(!this.above),
      above: () => this.above,
      walks: () => this.walks,
      mode: () => this.mode,
      paged: () => this.pages.touched,
      sight: () => this.rule("ShowSight") !== 0,
      teamOf: (player) => this.tracks.get(player)?.team ?? 0,
    });
    this.map = new Minimap(this.tracks, () => (this.walks ? this.walker : null));
    this.screen.element.prepend(this.map.element);
    view.append(this.screen.element, this.pages.element);
  }

  /** Whether this person walks in the world. */
  private get walks(): boolean {
    return (this.space?.walks ?? false) && this.own !== null;
  }

  /** Whether the world lies under the open sky: also for those who only watch. */
  private get outdoors(): boolean {
    return this.space?.walks ?? false;
  }

  private get mode(): Mode {
    return this.space?.mode ?? "custom";
  }

  get holds(): boolean {
    return this.walks && !this.above;
  }

  /** A number of the map's rules. */
  private rule(name: string): number | null {
    return this.space?.rules[name] ?? null;
  }

  /** Takes an event. */
  take(batch: EventBatch): void {
    const now = performance.now();
    for (const message of batch.messages) this.hear(message, now);
    this.host.board.stage.invalidate();
  }

  /** Shows what has changed elsewhere: what was said, the language. */
  render(): void {
    this.screen.render();
    this.pages.render();
    this.map.render();
  }

  /** Hears of a refusal; true if nobody else need tell of it. */
  refused(code: string): boolean {
    if (!this.walks) return false;
    if (OF_POSES.has(code)) this.walker.refused(code, performance.now());
    return QUIET.has(code);
  }

  /** How loud something at a place is, 0 to 1. */
  loudness(pos: readonly [number, number, number] | null): number {
    if (!pos || !this.holds) return 1;
    const { feet } = this.walker;
    const far = Math.hypot(pos[0] - feet[0], pos[1] - feet[1], pos[2] - feet[2]);
    return Math.max(0, 1 - far / HEARD) ** 1.5;
  }

  /** What the person's own body does, for tests. */
  get walkState(): WalkState | null {
    if (!this.walks) return null;
    const { feet, controls, view, target } = this.walker;
    const { yaw, pitch } = controls;
    const on = target && (target.kind === "block" ? target.hit.pos : target.id);
    const actors = this.tracks.shown(0).map(({ view: { id } }) => id);
    return { pos: feet, yaw, pitch, view, above: this.above, target: on, actors };
  }

  frame(now: number, elapsed: number): boolean {
    const { holds, host } = this;
    const { view } = host.board.stage;
    const eye = this.walks ? this.walker.step(now, elapsed) : null;
    if (eye) view.setEye(holds ? eye : null);
    const bodies = this.others(now);
    const own = holds ? this.walker.shown(now) : this.ownBody(now);
    const all = own ? [...bodies, own] : bodies;
    const { camera } = view;
    const at = [camera.position.x, camera.position.y, -camera.position.z] as const;
    if (this.outdoors) host.board.layGround(holds ? at : this.middle);
    if (holds) this.walker.aim(now, bodies);
    this.bodies.draw(all, now, holds ? eye : null);
    const { held } = this.walker;
    const near = holds && this.walker.inside ? eye : null;
    const swing = near ? this.walker.swing(now) : 0;
    this.bodies.hand(near, held, host.model.you ?? 0, swing, view.camera.aspect);
    const team = this.tracks.get(host.model.you ?? 0)?.team ?? 0;
    this.tags.names = { rule: this.rule("DisplayName") ?? 0, team };
    this.tags.draw(holds ? bodies : all, holds ? at : this.middle);
    this.graphs.draw(this.tracks, now);
    const stirs = this.marvels.draw(now);
    if (this.outdoors || this.lamps.any) this.lamps.update(holds ? at : this.middle, now);
    const target = holds ? this.walker.target : null;
    const hit = target?.kind === "block" ? target.hit : null;
    this.highlight.draw(hit, holds ? this.walker.hands.progress(now) : null);
    if (this.outdoors) {
      const rains = RAIN.has(this.space?.weather ?? 1);
      const around = holds ? at : this.middle;
      this.air.update(around, host.model.setting.hour, rains, now, elapsed);
      this.screen.frame();
      this.map.draw(now, host.model.you);
    }
    this.moves = stirs || all.length > 0 || (this.space?.graphs.length ?? 0) > 0;
    if (this.moves) host.board.stage.renderer.shadowMap.needsUpdate = true;
    return this.outdoors || this.moves;
  }

  /** All other bodies; not the one that the camera looks out of. */
  private others(now: number) {
    const hidden = new Set([this.host.model.you, this.holds ? this.walker.mount : null]);
    return this.tracks.shown(now).filter(({ view: { id } }) => !hidden.has(id));
  }

  private ownBody(now: number) {
    const { you } = this.host.model;
    return you === null ? null : this.tracks.one(you, now);
  }

  /** What is around the player, or what is looked at, is what matters from above. */
  private get middle(): readonly [number, number, number] {
    const [x, y, z] = this.own
      ? this.walker.feet
      : (this.host.model.map?.camera.target ?? [0, 0, 0]);
    return [x, y + 1.6, z];
  }

  private hear(message: ServerMessage, now: number): void {
    switch (message.t) {
      case "scene":
        this.begin(message.walk ?? null, now);
        break;
      case "actors":
        this.tracks.change(message.change, now);
        this.hums.change(message.change);
        break;
      case "own":
        this.setOwn(message.own, now);
        break;
      case "pages":
        if (this.pages.show(message.pages)) this.walker.controls.unlock();
        this.screen.render();
        break;
      case "space":
        this.setSpace(message.space);
        this.marvels.show(message.space, now, false);
        break;
    }
  }

  private begin(scene: WalkScene | null, now: number): void {
    const { board, model } = this.host;
    setIconSource({
      look: (id) => board.lookOf(id),
      name: (item) => this.own?.bag.find((held) => held.item === item)?.name ?? null,
    });
    this.walker.begin();
    this.tracks.reset(scene?.actors ?? [], now);
    this.hums.reset(scene?.actors ?? []);
    this.marvels.show(scene?.space ?? null, now, true);
    this.own = scene?.own ?? null;
    this.setSpace(scene?.space ?? null);
    this.setOwn(scene?.own ?? null, now);
    this.pages.show(scene?.pages ?? []);
    if (model.map) this.look(this.above);
  }

  private setOwn(own: OwnView | null, now: number): void {
    const walked = this.walks;
    this.own = own;
    if (own) this.walker.take(own, now);
    this.screen.render();
    if (walked !== this.walks) this.look(this.above);
  }

  private setSpace(space: SpaceView | null): void {
    const [walked, out] = [this.walks, this.outdoors];
    this.space = space;
    this.graphs.show(space?.graphs ?? []);
    this.lamps.show(space?.lights ?? []);
    this.air.wish = skySettingsOf(space);
    this.map.show(space?.shapes ?? []);
    if (walked !== this.walks || out !== this.outdoors) this.look(this.above);
  }

  /** Looks from above, or out of the player's eyes again. */
  private look(above: boolean): void {
    this.above = above;
    const { walks, holds, host } = this;
    host.page.toggleAttribute("data-walk", walks);
    host.page.toggleAttribute("data-above", walks && above);
    if (this.outdoors) this.air.enter();
    else this.air.leave();
    if (!holds) {
      this.walker.controls.release();
      this.walker.controls.unlock();
      host.board.stage.view.setEye(null);
    }
    host.board.admit(this);
    this.screen.render();
  }

  private choose(index: number): void {
    if (this.own?.slot === index) return;
    this.host.send({ t: "act", act: { shortcut: { index } } });
    // The server will say the same; hands need not wait for it.
    if (this.own) this.own = { ...this.own, slot: index };
    this.screen.render();
  }
}
