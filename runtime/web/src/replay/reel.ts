import type { EffectView } from "../wire.generated";
import { RoomModel, type Moment } from "../room/model";
import type { BlockFrame } from "../wire/decode";
import type { EventBatch } from "../wire/events";
import { BlockStore, type CellChange } from "../world/store";
import { SceneTracker, type SceneState } from "./scene_state";
import { effectsAfter, effectsBetween, type Running } from "./effects";
import type { Film } from "./film";
import { Score } from "./score";

/** At least so many events lie between two keyframes, and there are at most so many of those. */
const SPACING = 24;
const MAX_KEYFRAMES = 96;

/** Everything shown at a position, so that one can go back to it. */
interface Keyframe {
  at: number;
  blocks: BlockFrame[];
  effects: Running;
  moment: Moment;
  sceneState: SceneState;
}

/** What a step through the film changes in the picture. */
export interface SeekResult {
  cells: CellChange[];
  effects: EffectView[];
  /** The event that was shown, if the step went ahead by one. */
  batch: EventBatch | null;
}

/**
 * A film and a position in it, from 0 (as the room was opened) to the number of its events. Going
 * back starts from the nearest keyframe before, so that no step takes long.
 */
export class Reel {
  readonly model = new RoomModel();
  readonly score = new Score();
  private readonly store = new BlockStore();
  private readonly sceneTracker = new SceneTracker();
  private readonly keys: Keyframe[] = [];
  private running: Running = new Map();
  private position = 0;

  constructor(private readonly film: Film) {
    const { model, score } = this;
    model.map = film.head.map;
    // Films of older servers know of none.
    this.store.setGround(film.head.map.ground ?? []);
    model.link = { kind: "live" };
    const spacing = Math.max(SPACING, Math.ceil(this.length / MAX_KEYFRAMES));
    this.show(film.scene);
    score.note(0, model.hud.moves, false, null);
    this.keep();
    while (this.position < this.length) {
      const changes = this.advance();
      const { moves, insight } = model.hud;
      score.note(this.position, moves, changes.length > 0, insight.review);
      if (this.position % spacing === 0) this.keep();
    }
    this.seek(0);
  }

  /** The last position. */
  get length(): number {
    return this.film.events.length;
  }

  /** Whether the film tells all that happened. */
  get complete(): boolean {
    return this.film.head.complete;
  }

  /** Where the film stands. */
  get at(): number {
    return this.position;
  }

  /** All blocks where the film stands, as frames. */
  blocks(): BlockFrame[] {
    return this.store.frames();
  }

  /** The effects that run where the film stands. */
  effects(): EffectView[] {
    return [...this.running.values()];
  }

  /** Who and what is to be seen besides blocks where the film stands. */
  sceneState(): SceneState {
    return this.sceneTracker.moment();
  }

  /** Number of the event at a position, as in links. */
  eventAt(position: number): number {
    return this.film.scene.event + position;
  }

  /** The position of an event's number, or the nearest there is. */
  positionOf(event: number): number {
    return Math.min(this.length, Math.max(0, event - this.film.scene.event));
  }

  /** Room time between a position and the one before, in ticks. */
  ticksTo(position: number): number {
    const { scene, events } = this.film;
    const before = position > 1 ? events[position - 2] : scene;
    return Math.max(0, (events[position - 1]?.tick ?? 0) - (before?.tick ?? 0));
  }

  /** Goes to a position; says what that changes in the picture. */
  seek(to: number): SeekResult {
    const target = Math.min(this.length, Math.max(0, to));
    const from = this.position;
    const before = this.running;
    const cells = new Map<string, CellChange>();
    const merge = (changes: readonly CellChange[]) => {
      for (const change of changes) {
        const key = change.pos.join();
        const known = cells.get(key);
        if (known) known.after = change.after;
        else cells.set(key, { ...change });
      }
    };
    const key = this.keys.findLast(({ at }) => at <= target) as Keyframe;
    if (target < from || key.at > from) merge(this.restore(key));
    while (this.position < target) merge(this.advance());
    const changed = [...cells.values()].filter((change) => change.before !== change.after);
    const batch = target === from + 1 ? (this.film.events[from] ?? null) : null;
    return { cells: changed, effects: effectsBetween(before, this.running), batch };
  }

  private advance(): CellChange[] {
    const batch = this.film.events[this.position] as EventBatch;
    this.position += 1;
    return this.show(batch);
  }

  private show(batch: EventBatch): CellChange[] {
    for (const message of batch.messages) {
      this.model.take(message);
      this.sceneTracker.take(message);
      this.running = effectsAfter(this.running, message);
    }
    this.model.reach(batch.event, batch.tick, 0);
    return this.store.apply(batch.blocks.map(copied));
  }

  private keep(): void {
    const { position: at, running: effects, model } = this;
    const [blocks, sceneState] = [this.store.frames(), this.sceneTracker.moment()];
    this.keys.push({ at, blocks, effects, moment: model.moment(), sceneState });
  }

  private restore({ at, blocks, effects, moment, sceneState }: Keyframe): CellChange[] {
    this.position = at;
    this.running = effects;
    this.model.recall(moment);
    this.sceneTracker.recall(sceneState);
    return this.store.apply(blocks.map(copied));
  }
}

/** The store keeps and changes what it is given; film and keyframes must stay as they are. */
function copied(frame: BlockFrame): BlockFrame {
  return frame.kind === "chunk" ? { ...frame, states: frame.states.slice() } : frame;
}
