import { signal } from "@preact/signals";
import type { ReplaySceneHost, ReplaySceneModule } from "@page/plugins/scene";
import type { SceneLayer } from "@page/render/board";
import { ActorRenderer } from "./actors/actor_renderer";
import { ActorTracks } from "./actors/actor_tracks";
import { NameTags } from "./actors/name_tags";
import { VoxelSkin } from "./blocks/voxel_skin";
import { setIconSource } from "./drawing/item_icons";
import { BlockLights } from "./effects/block_lights";
import { ScriptGraphics } from "./effects/script_graphics";
import { WorldEffects } from "./effects/world_effects";
import { actorsBetween, readView } from "./parts";
import { Atmosphere } from "./sky/atmosphere";
import { isRainy, skySettingsOf } from "./sky/sky_settings";

/** Actors, sky and effects in a replay, seen from above. Nobody walks here. */
export class ReplayLayer implements SceneLayer, ReplaySceneModule {
  readonly ownsCamera = false;
  private readonly tracks = new ActorTracks();
  private readonly actors: ActorRenderer;
  private readonly nameTags: NameTags;
  private readonly graphics: ScriptGraphics;
  private readonly atmosphere: Atmosphere;
  private readonly blockLights: BlockLights;
  private readonly worldEffects: WorldEffects;
  private readonly voxels = new VoxelSkin();
  private shown = readView(null);

  constructor(private readonly host: ReplaySceneHost) {
    const { board } = host;
    const { world } = board.stage;
    this.actors = new ActorRenderer(
      world,
      (id) => board.lookOf(id),
      () => this.skin,
    );
    this.nameTags = new NameTags(world);
    this.graphics = new ScriptGraphics(world);
    this.atmosphere = new Atmosphere(board.stage);
    this.blockLights = new BlockLights(board);
    this.worldEffects = new WorldEffects(
      world,
      (pos) => board.lookOf(board.blockAt(pos))?.colour ?? null,
    );
    setIconSource({ look: (id) => board.lookOf(id), name: () => null });
    host.setParts({ markedChat: signal(true) });
    board.setLayer(this);
  }

  show(view: unknown, isNextEvent: boolean): void {
    const now = performance.now();
    const { actors: before } = this.shown;
    this.shown = readView(view);
    const { actors, space } = this.shown;
    if (isNextEvent) this.tracks.change(actorsBetween(before, actors), now);
    else this.tracks.reset(actors, now);
    this.graphics.show(space?.graphs ?? []);
    this.blockLights.show(space?.lights ?? []);
    this.worldEffects.show(space, now, !isNextEvent);
    this.atmosphere.settings = skySettingsOf(space);
    if (space?.walks) this.atmosphere.enter();
    else this.atmosphere.leave();
    this.host.board.setLayer(this);
    this.host.board.stage.invalidate();
  }

  /** Outdoors, blocks have textures; indoors they look as on other boards. */
  get skin(): VoxelSkin | null {
    return this.shown.space?.walks ? this.voxels : null;
  }

  /** The point around which the scene is lit and drawn. */
  private get target(): readonly [number, number, number] {
    return this.host.model.map?.camera.target ?? [0, 0, 0];
  }

  frame(now: number, elapsed: number): boolean {
    const { host, target } = this;
    const { space } = this.shown;
    const bodies = this.tracks.shown(now);
    this.actors.draw(bodies, now, null);
    this.nameTags.draw(bodies, target);
    this.graphics.draw(this.tracks, now);
    const effectsMove = this.worldEffects.draw(now);
    if (space?.walks || this.blockLights.active) this.blockLights.update(target, now);
    if (space?.walks) {
      this.voxels.animate(now);
      const { hour } = host.model.setting;
      this.atmosphere.update(target, hour, isRainy(space), now, elapsed);
    }
    const moves = effectsMove || bodies.length > 0 || (space?.graphs.length ?? 0) > 0;
    if (moves) host.board.stage.refreshShadows();
    return moves || (space?.walks ?? false);
  }
}
