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

/** `WEATHERSTATUS` of rain, and of thunder. */
const RAIN = new Set([2, 3]);

/** What lived in a room, shown again: nobody walks in it, and it is looked at from above. */
export class ReplayLayer implements SceneLayer {
  readonly holds = false;
  private readonly tracks = new ActorTracks();
  private readonly bodies: ActorRenderer;
  private readonly tags: NameTags;
  private readonly graphs: ScriptGraphics;
  private readonly air: Atmosphere;
  private readonly lamps: BlockLights;
  private readonly marvels: WorldEffects;
  private shown: SceneState = { actors: [], space: null };

  constructor(
    private readonly board: Board,
    private readonly target: readonly [number, number, number],
    private readonly hour: () => number,
  ) {
    const { world } = board.stage;
    this.bodies = new ActorRenderer(world, (id) => board.lookOf(id));
    this.tags = new NameTags(world);
    this.graphs = new ScriptGraphics(world);
    this.air = new Atmosphere(board.stage);
    this.lamps = new BlockLights(board);
    this.marvels = new WorldEffects(
      world,
      (pos) => board.lookOf(board.blockAt(pos))?.colour ?? null,
    );
    setIconSource({ look: (id) => board.lookOf(id), name: () => null });
    board.admit(this);
  }

  /** Shows how it all stood; bodies walk there if the film went on by one event alone. */
  show(scenery: SceneState, onByOne: boolean): void {
    const now = performance.now();
    if (onByOne) this.tracks.change(changeBetween(this.shown, scenery), now);
    else this.tracks.reset(scenery.actors, now);
    this.shown = scenery;
    const { space } = scenery;
    this.graphs.show(space?.graphs ?? []);
    this.lamps.show(space?.lights ?? []);
    this.marvels.show(space, now, !onByOne);
    this.air.wish = skySettingsOf(space);
    if (space?.walks) this.air.enter();
    else this.air.leave();
    this.board.stage.invalidate();
  }

  frame(now: number, elapsed: number): boolean {
    const { space } = this.shown;
    const bodies = this.tracks.shown(now);
    this.bodies.draw(bodies, now, null);
    this.tags.draw(bodies, this.target);
    this.graphs.draw(this.tracks, now);
    const stirs = this.marvels.draw(now);
    if (space?.walks || this.lamps.any) this.lamps.update(this.target, now);
    if (space?.walks)
      this.air.update(this.target, this.hour(), RAIN.has(space.weather), now, elapsed);
    const moves = stirs || bodies.length > 0 || (space?.graphs.length ?? 0) > 0;
    if (moves) this.board.stage.renderer.shadowMap.needsUpdate = true;
    return moves || (space?.walks ?? false);
  }
}

/** What came, changed and went from one moment to another. */
export function changeBetween(before: SceneState, after: SceneState): ActorsChange {
  const old = new Map(before.actors.map((actor) => [actor.id, actor]));
  const put = after.actors.filter((actor) => old.get(actor.id) !== actor);
  const stay = new Set(after.actors.map(({ id }) => id));
  const gone = before.actors.map(({ id }) => id).filter((id) => !stay.has(id));
  return { put, gone };
}
