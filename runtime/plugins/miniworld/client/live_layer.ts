import "./style/page.css";
import "./style/hud.css";
import "./style/inventory.css";
import "./style/touch.css";
import type { SceneHost, SceneModule } from "@page/plugins/scene";
import type { SceneLayer } from "@page/render/board";
import type { ViewChange } from "@page/state/plugin_views";
import { ActorRenderer } from "./actors/actor_renderer";
import { ActorTracks } from "./actors/actor_tracks";
import { NameTags } from "./actors/name_tags";
import { SoundLoops } from "./actors/sound_loops";
import { VoxelSkin } from "./blocks/voxel_skin";
import { setIconSource } from "./drawing/item_icons";
import { BlockHighlight } from "./effects/block_highlight";
import { BlockLights } from "./effects/block_lights";
import { ScriptGraphics } from "./effects/script_graphics";
import { WorldEffects } from "./effects/world_effects";
import { Minimap } from "./hud/minimap";
import { sceneParts } from "./hud/scene_parts";
import { WalkHud } from "./hud/walk_hud";
import { takesPointer } from "./pages/interactive";
import { readChange, readView } from "./parts";
import { LocalPlayer } from "./player/local_player";
import { Atmosphere } from "./sky/atmosphere";
import { isRainy, skySettingsOf } from "./sky/sky_settings";
import { WalkScreen } from "./state/walk";
import type { OwnView, PageView, SpaceView } from "./wire.generated";

/** Codes of refusals that are not shown to a walking player: the picture shows the result. */
const SILENT_REFUSALS = new Set(
  (
    "moved too_fast in_a_block bad_pose held no_flying dead alive nothing_there not_digging " +
    "nobody_there no_page no_element nothing_asked no_key too_many_keys occupied no_box no_item " +
    "nothing_in_hand no_block too_far not_here not_allowed"
  ).split(" "),
);
/** Those of them that answer a pose. */
const POSE_REFUSALS = new Set(["moved", "too_fast", "in_a_block", "bad_pose", "held", "no_flying"]);
/** How far away sounds are heard, in blocks. */
const HEARING_DISTANCE = 32;

/** The state of the viewer's walking player, for end-to-end tests. */
interface WalkState {
  /** Centre of the feet, and the view direction in degrees. */
  pos: readonly [number, number, number];
  yaw: number;
  pitch: number;
  /** View mode: 0 first person, 1 from behind, 2 from the front. */
  view: number;
  /** Whether the camera is in the top view instead. */
  above: boolean;
  /** What is under the crosshair: the cell of a block or the id of an actor. */
  target: readonly [number, number, number] | number | null;
  /** Ids of the actors shown. */
  actors: readonly number[];
}

/**
 * The live view of a world with actors: actors, sky, effects, the player's own body, its HUD, and
 * the map's pages.
 */
export class LiveLayer implements SceneLayer, SceneModule {
  private readonly tracks = new ActorTracks();
  private readonly actors: ActorRenderer;
  private readonly nameTags: NameTags;
  private readonly graphics: ScriptGraphics;
  private readonly highlight: BlockHighlight;
  private readonly atmosphere: Atmosphere;
  private readonly hud: WalkHud;
  private readonly player: LocalPlayer;
  private readonly minimap: Minimap;
  private readonly soundLoops: SoundLoops;
  private readonly blockLights: BlockLights;
  private readonly worldEffects: WorldEffects;
  private readonly walk = new WalkScreen();
  private readonly voxels = new VoxelSkin();
  private moves = false;

  constructor(private readonly host: SceneHost) {
    const { board, send, model } = host;
    const { walk } = this;
    const { world } = board.stage;
    this.actors = new ActorRenderer(
      world,
      (id) => board.lookOf(id),
      () => this.skin,
    );
    this.nameTags = new NameTags(world);
    this.graphics = new ScriptGraphics(world);
    this.highlight = new BlockHighlight(world, board.world);
    this.atmosphere = new Atmosphere(board.stage);
    this.soundLoops = new SoundLoops(host.sounds, (id) =>
      this.loudness(this.tracks.one(id, performance.now())?.pos ?? null),
    );
    this.blockLights = new BlockLights(board);
    this.worldEffects = new WorldEffects(
      world,
      (pos) => board.lookOf(board.blockAt(pos))?.colour ?? null,
    );
    this.player = new LocalPlayer(
      {
        board,
        sounds: host.sounds,
        tracks: this.tracks,
        you: () => model.you,
        map: () => model.map,
        mode: () => walk.mode.value,
        hearsKeys: () => this.space?.keys ?? false,
        rule: (name) => this.rule(name),
        send,
      },
      {
        ready: () => this.ownsCamera && this.hud.ready,
        viewKeysActive: () => this.walks && this.hud.ready,
        slot: (index) => this.selectSlot(index),
        wheel: (by) => this.hud.cycleHotbar(by),
        command: (command) => this.hud.command(command),
        tap: (x, y) => this.player.tap(x, y, this.tracks.shown(performance.now())),
        onLock: (locked) => walk.setMouseLocked(locked),
        onTouch: () => this.hud.enableTouchMode(),
      },
    );
    this.minimap = new Minimap(this.tracks, this.player, () => walk.shapes.value);
    this.hud = new WalkHud({
      model,
      walk,
      player: this.player,
      minimap: this.minimap,
      canvas: host.canvas,
      chooseSlot: (index) => this.selectSlot(index),
      say: (text) => send({ t: "chat", text }),
      setTopView: (topView) => this.setTopView(topView),
      dialogOpen: host.dialogOpen,
      crosshairAllowed: () => this.rule("ShowSight") !== 0,
    });
    host.setParts(sceneParts(this.hud));
  }

  /** Whether this viewer controls a walking player. */
  private get walks(): boolean {
    return this.walk.walks.value;
  }

  /** Whether the map is an outdoor world, for spectators too. */
  private get outdoors(): boolean {
    return this.space?.walks ?? false;
  }

  private get own(): OwnView | null {
    return this.walk.own.value;
  }

  private get space(): SpaceView | null {
    return this.walk.space.value;
  }

  private get topView(): boolean {
    return this.walk.topView.value;
  }

  get ownsCamera(): boolean {
    return this.walks && !this.topView;
  }

  /** Outdoors, blocks have textures; indoors they look as on other boards. */
  get skin(): VoxelSkin | null {
    return this.outdoors ? this.voxels : null;
  }

  /** The value of one of the map's rules; null if the map did not set it. */
  private rule(name: string): number | null {
    return this.space?.rules[name] ?? null;
  }

  begin(view: unknown): void {
    const now = performance.now();
    const { actors, own, pages, space } = readView(view);
    const { board, model } = this.host;
    setIconSource({
      look: (id) => board.lookOf(id),
      name: (item) => this.own?.bag.find((held) => held.item === item)?.name ?? null,
    });
    this.player.begin();
    this.tracks.reset(actors, now);
    this.soundLoops.reset(actors);
    this.worldEffects.show(space, now, true);
    this.noteTeams();
    this.walk.own.value = own;
    this.setSpace(space);
    this.setOwn(own, now);
    this.walk.pages.value = pages;
    if (model.map) this.setTopView(this.topView);
    board.stage.invalidate();
  }

  change(change: ViewChange): void {
    const now = performance.now();
    const { actors, own, pages, space } = readChange(change);
    if (actors.put.length + actors.gone.length > 0) {
      this.tracks.change(actors, now);
      this.soundLoops.change(actors);
      this.noteTeams();
    }
    if (own !== undefined) this.setOwn(own, now);
    if (pages !== undefined) this.setPages(pages);
    if (space !== undefined) {
      this.setSpace(space);
      this.worldEffects.show(space, now, false);
    }
    this.host.board.stage.invalidate();
  }

  refused(code: string): boolean {
    if (!this.walks) return false;
    if (POSE_REFUSALS.has(code)) this.player.refused(code, performance.now());
    return SILENT_REFUSALS.has(code);
  }

  /** A sound without a position is not attenuated. */
  loudness(pos: readonly [number, number, number] | null): number {
    if (!pos || !this.ownsCamera) return 1;
    const { feet } = this.player;
    const far = Math.hypot(pos[0] - feet[0], pos[1] - feet[1], pos[2] - feet[2]);
    return Math.max(0, 1 - far / HEARING_DISTANCE) ** 1.5;
  }

  get testState(): WalkState | null {
    if (!this.walks) return null;
    const { feet, controls, view, target } = this.player;
    const { yaw, pitch } = controls;
    const on = target && (target.kind === "block" ? target.hit.pos : target.id);
    const actors = this.tracks.shown(0).map(({ view: { id } }) => id);
    return { pos: feet, yaw, pitch, view, above: this.topView, target: on, actors };
  }

  frame(now: number, elapsed: number): boolean {
    const { ownsCamera, host } = this;
    const { view } = host.board.stage;
    const eye = this.walks ? this.player.step(now, elapsed) : null;
    if (eye) view.setEye(ownsCamera ? eye : null);
    const bodies = this.others(now);
    const own = ownsCamera ? this.player.shown(now) : this.ownBody(now);
    const all = own ? [...bodies, own] : bodies;
    const { camera } = view;
    const at = [camera.position.x, camera.position.y, -camera.position.z] as const;
    if (this.outdoors) host.board.layGround(ownsCamera ? at : this.focus);
    if (ownsCamera) this.player.aim(now, bodies);
    this.actors.draw(all, now, ownsCamera ? eye : null);
    const { held } = this.player;
    const near = ownsCamera && this.player.firstPerson ? eye : null;
    const swing = near ? this.player.swing(now) : 0;
    this.actors.hand(near, held, host.model.you ?? 0, swing, view.camera.aspect);
    const team = this.tracks.get(host.model.you ?? 0)?.team ?? 0;
    this.nameTags.nameRule = { rule: this.rule("DisplayName") ?? 0, team };
    this.nameTags.draw(ownsCamera ? bodies : all, ownsCamera ? at : this.focus);
    this.graphics.draw(this.tracks, now);
    const effectsMove = this.worldEffects.draw(now);
    if (this.outdoors || this.blockLights.active)
      this.blockLights.update(ownsCamera ? at : this.focus, now);
    const target = ownsCamera ? this.player.target : null;
    const hit = target?.kind === "block" ? target.hit : null;
    this.highlight.draw(hit, ownsCamera ? this.player.hands.progress(now) : null);
    if (this.outdoors) {
      const rains = this.space !== null && isRainy(this.space);
      const around = ownsCamera ? at : this.focus;
      this.voxels.animate(now);
      this.atmosphere.update(around, host.model.setting.hour, rains, now, elapsed);
      this.hud.frame();
      this.minimap.draw(now, host.model.you);
    }
    this.moves = effectsMove || all.length > 0 || (this.space?.graphs.length ?? 0) > 0;
    if (this.moves) host.board.stage.refreshShadows();
    return this.outdoors || this.moves;
  }

  /** All actors except the player's own and the one whose view the camera has. */
  private others(now: number) {
    const hidden = new Set([this.host.model.you, this.ownsCamera ? this.player.mount : null]);
    return this.tracks.shown(now).filter(({ view: { id } }) => !hidden.has(id));
  }

  private ownBody(now: number) {
    const { you } = this.host.model;
    return you === null ? null : this.tracks.one(you, now);
  }

  /**
   * The point around which the scene is lit and drawn when the camera is not at the player's eyes.
   */
  private get focus(): readonly [number, number, number] {
    const [x, y, z] = this.own
      ? this.player.feet
      : (this.host.model.map?.camera.target ?? [0, 0, 0]);
    return [x, y + 1.6, z];
  }

  private setOwn(own: OwnView | null, now: number): void {
    const walked = this.walks;
    this.walk.own.value = own;
    if (own) this.player.take(own, now);
    if (walked !== this.walks) this.setTopView(this.topView);
  }

  private setSpace(space: SpaceView | null): void {
    const [walked, out] = [this.walks, this.outdoors];
    this.walk.space.value = space;
    this.graphics.show(space?.graphs ?? []);
    this.blockLights.show(space?.lights ?? []);
    this.atmosphere.settings = skySettingsOf(space);
    if (walked !== this.walks || out !== this.outdoors) this.setTopView(this.topView);
  }

  /**
   * Switches between the top view and the player's own view. It also applies a change of `walks` or
   * `outdoors`.
   */
  private setTopView(topView: boolean): void {
    this.walk.topView.value = topView;
    const { ownsCamera, host } = this;
    if (this.outdoors) this.atmosphere.enter();
    else this.atmosphere.leave();
    if (!ownsCamera) {
      this.player.controls.release();
      this.player.controls.unlock();
      host.board.stage.view.setEye(null);
    }
    host.board.setLayer(this);
  }

  private selectSlot(index: number): void {
    if (this.own?.slot === index) return;
    this.host.send({ t: "act", act: { shortcut: { index } } });
    this.walk.chooseSlot(index);
  }

  /** Shows these pages. A new one that takes the pointer unlocks the mouse. */
  private setPages(pages: readonly PageView[]): void {
    const before = this.walk.pages.value.filter(takesPointer).map(({ id }) => id);
    this.walk.pages.value = pages;
    const isNew = pages.some((page) => takesPointer(page) && !before.includes(page.id));
    if (isNew) this.player.controls.unlock();
  }

  /** Takes over the teams of the players, where they changed. */
  private noteTeams(): void {
    const { teams } = this.walk;
    const now = this.host.model.players.map(
      ({ id }) => [id, this.tracks.get(id)?.team ?? 0] as const,
    );
    const same =
      now.length === teams.value.size && now.every(([id, team]) => teams.value.get(id) === team);
    if (!same) teams.value = new Map(now);
  }
}
