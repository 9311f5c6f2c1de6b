import type { ActorsChange } from "../wire.generated";
import type { Board, SceneLayer } from "../render/board";
import type { SceneState } from "../replay/scene_state";
import { ActorRenderer } from "./actors/actor_renderer";
import { Atmosphere } from "./sky/atmosphere";
import { ScriptGraphics } from "./effects/script_graphics";
import { setIconSource } from "./drawing/item_icons";
import { BlockLights } from "./effects/block_lights";
import { WorldEffects } from "./effects/world_effects";
import { skySettingsOf } from "./sky/sky_settings";
import { NameTags } from "./actors/name_tags";
import { ActorTracks } from "./actors/actor_tracks";

/** `WEATHERSTATUS`: rain and thunderstorm. */
const RAIN = new Set([2, 3]);

/** Actors, sky and effects in a replay, seen from above. Nobody walks here. */
export class ReplayLayer implements SceneLayer {
  readonly ownsCamera = false;
  private readonly tracks = new ActorTracks();
  private readonly actors: ActorRenderer;
  private readonly nameTags: NameTags;
  private readonly graphics: ScriptGraphics;
  private readonly atmosphere: Atmosphere;
  private readonly blockLights: BlockLights;
  private readonly worldEffects: WorldEffects;
  private shown: SceneState = { actors: [], space: null };

  constructor(
    private readonly board: Board,
    private readonly target: readonly [number, number, number],
    private readonly hour: () => number,
  ) {
    const { world } = board.stage;
    this.actors = new ActorRenderer(world, (id) => board.lookOf(id));
    this.nameTags = new NameTags(world);
    this.graphics = new ScriptGraphics(world);
    this.atmosphere = new Atmosphere(board.stage);
    this.blockLights = new BlockLights(board);
    this.worldEffects = new WorldEffects(
      world,
      (pos) => board.lookOf(board.blockAt(pos))?.colour ?? null,
    );
    setIconSource({ look: (id) => board.lookOf(id), name: () => null });
    board.setLayer(this);
  }

  /**
   * Shows a state of the replay. If it is that of the next event, actors move there; otherwise they
   * are simply there.
   */
  show(state: SceneState, isNextEvent: boolean): void {
    const now = performance.now();
    if (isNextEvent) this.tracks.change(changeBetween(this.shown, state), now);
    else this.tracks.reset(state.actors, now);
    this.shown = state;
    const { space } = state;
    this.graphics.show(space?.graphs ?? []);
    this.blockLights.show(space?.lights ?? []);
    this.worldEffects.show(space, now, !isNextEvent);
    this.atmosphere.settings = skySettingsOf(space);
    if (space?.walks) this.atmosphere.enter();
    else this.atmosphere.leave();
    this.board.stage.invalidate();
  }

  frame(now: number, elapsed: number): boolean {
    const { space } = this.shown;
    const bodies = this.tracks.shown(now);
    this.actors.draw(bodies, now, null);
    this.nameTags.draw(bodies, this.target);
    this.graphics.draw(this.tracks, now);
    const effectsMove = this.worldEffects.draw(now);
    if (space?.walks || this.blockLights.active) this.blockLights.update(this.target, now);
    if (space?.walks)
      this.atmosphere.update(this.target, this.hour(), RAIN.has(space.weather), now, elapsed);
    const moves = effectsMove || bodies.length > 0 || (space?.graphs.length ?? 0) > 0;
    if (moves) this.board.stage.renderer.shadowMap.needsUpdate = true;
    return moves || (space?.walks ?? false);
  }
}

/** The change of actors that leads from one state to another. */
export function changeBetween(before: SceneState, after: SceneState): ActorsChange {
  const old = new Map(before.actors.map((actor) => [actor.id, actor]));
  const put = after.actors.filter((actor) => old.get(actor.id) !== actor);
  const stay = new Set(after.actors.map(({ id }) => id));
  const gone = before.actors.map(({ id }) => id).filter((id) => !stay.has(id));
  return { put, gone };
}
