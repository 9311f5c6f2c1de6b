import type { ActorsChange } from "../wire.generated";
import type { Board, Tenant } from "../render/board";
import type { Scenery } from "../replay/cast";
import { Bodies } from "./actors";
import { Air } from "./air";
import { Graphs } from "./graphs";
import { setKnown } from "./icons";
import { Lamps } from "./lamps";
import { Marvels } from "./marvels";
import { wishOf } from "./sky_wish";
import { Tags } from "./tags";
import { Tracks } from "./tracks";

/** `WEATHERSTATUS` of rain, and of thunder. */
const RAIN = new Set([2, 3]);

/** What lived in a room, shown again: nobody walks in it, and it is looked at from above. */
export class Theatre implements Tenant {
  readonly holds = false;
  private readonly tracks = new Tracks();
  private readonly bodies: Bodies;
  private readonly tags: Tags;
  private readonly graphs: Graphs;
  private readonly air: Air;
  private readonly lamps: Lamps;
  private readonly marvels: Marvels;
  private shown: Scenery = { actors: [], space: null };

  constructor(
    private readonly board: Board,
    private readonly target: readonly [number, number, number],
    private readonly hour: () => number,
  ) {
    const { world } = board.stage;
    this.bodies = new Bodies(world, (id) => board.lookOf(id));
    this.tags = new Tags(world);
    this.graphs = new Graphs(world);
    this.air = new Air(board.stage);
    this.lamps = new Lamps(board);
    this.marvels = new Marvels(world, (pos) => board.lookOf(board.blockAt(pos))?.colour ?? null);
    setKnown({ look: (id) => board.lookOf(id), name: () => null });
    board.admit(this);
  }

  /** Shows how it all stood; bodies walk there if the film went on by one event alone. */
  show(scenery: Scenery, onByOne: boolean): void {
    const now = performance.now();
    if (onByOne) this.tracks.change(changeBetween(this.shown, scenery), now);
    else this.tracks.reset(scenery.actors, now);
    this.shown = scenery;
    const { space } = scenery;
    this.graphs.show(space?.graphs ?? []);
    this.lamps.show(space?.lights ?? []);
    this.marvels.show(space, now, !onByOne);
    this.air.wish = wishOf(space);
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
export function changeBetween(before: Scenery, after: Scenery): ActorsChange {
  const old = new Map(before.actors.map((actor) => [actor.id, actor]));
  const put = after.actors.filter((actor) => old.get(actor.id) !== actor);
  const stay = new Set(after.actors.map(({ id }) => id));
  const gone = before.actors.map(({ id }) => id).filter((id) => !stay.has(id));
  return { put, gone };
}
