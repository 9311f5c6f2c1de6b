import { signal } from "@preact/signals";
import type { EffectView } from "../wire.generated";
import { RoomModel, type Moment } from "../state/room";
import type { BlockFrame, Pos } from "../wire/decode";
import type { EventBatch } from "../wire/events";
import { BlockStore, type CellChange } from "../world/store";
import { effectsAfter, effectsBetween, type Running } from "./effects";
import type { Film } from "./film";
import { Score } from "./score";

/** The minimum number of events between two keyframes, and the maximum number of keyframes. */
const SPACING = 24;
const MAX_KEYFRAMES = 96;

/** The complete state at a position. */
interface Keyframe {
  at: number;
  blocks: BlockFrame[];
  effects: Running;
  moment: Moment;
}

/** What a seek changes in the picture. */
export interface SeekResult {
  cells: CellChange[];
  effects: EffectView[];
  /** The event that was shown, if the seek went forward by exactly one. */
  batch: EventBatch | null;
}

/**
 * A film with a present position, from 0 (the initial scene) to the number of events. Seeking
 * backwards starts from the nearest keyframe, so no seek takes long.
 */
export class Reel {
  readonly model = new RoomModel();
  readonly score = new Score();
  private readonly store = new BlockStore();
  private readonly keys: Keyframe[] = [];
  private running: Running = new Map();
  private readonly position = signal(0);

  constructor(private readonly film: Film) {
    const { model, score } = this;
    model.beginFilm(film.head.map);
    // Films of older servers have no ground.
    this.store.setGround(film.head.map.ground ?? []);
    const spacing = Math.max(SPACING, Math.ceil(this.length / MAX_KEYFRAMES));
    this.show(film.scene);
    score.note(0, model.hud.moves, false, null);
    this.addKeyframe();
    while (this.position.value < this.length) {
      const changes = this.advance();
      const { moves, insight } = model.hud;
      score.note(this.position.value, moves, changes.length > 0, insight.review);
      if (this.position.value % spacing === 0) this.addKeyframe();
    }
    this.seek(0);
  }

  /** The last position. */
  get length(): number {
    return this.film.events.length;
  }

  /** Whether the film contains everything that happened. */
  get complete(): boolean {
    return this.film.head.complete;
  }

  /** The present position. */
  get at(): number {
    return this.position.value;
  }

  /** All blocks at the present position, as frames. */
  blocks(): BlockFrame[] {
    return this.store.frames();
  }

  /** Visits every block at the present position. */
  eachBlock(visit: (pos: Pos, state: number) => void): void {
    this.store.forEach(visit);
  }

  /** The effects that run at the present position. */
  effects(): EffectView[] {
    return [...this.running.values()];
  }

  /** The event number of a position, as used in links. */
  eventAt(position: number): number {
    return this.film.scene.event + position;
  }

  /** The position of an event number, or the nearest one. */
  positionOf(event: number): number {
    return Math.min(this.length, Math.max(0, event - this.film.scene.event));
  }

  /** Ticks between a position and the one before it. */
  ticksTo(position: number): number {
    const { scene, events } = this.film;
    const before = position > 1 ? events[position - 2] : scene;
    return Math.max(0, (events[position - 1]?.tick ?? 0) - (before?.tick ?? 0));
  }

  /** Goes to a position and returns what changes in the picture. */
  seek(to: number): SeekResult {
    const target = Math.min(this.length, Math.max(0, to));
    const from = this.position.value;
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
    while (this.position.value < target) merge(this.advance());
    const changed = [...cells.values()].filter((change) => change.before !== change.after);
    const batch = target === from + 1 ? (this.film.events[from] ?? null) : null;
    return { cells: changed, effects: effectsBetween(before, this.running), batch };
  }

  private advance(): CellChange[] {
    const batch = this.film.events[this.position.value] as EventBatch;
    this.position.value += 1;
    return this.show(batch);
  }

  private show(batch: EventBatch): CellChange[] {
    for (const message of batch.messages) {
      this.model.take(message);
      this.running = effectsAfter(this.running, message);
    }
    this.model.reach(batch.event, batch.tick, 0);
    return this.store.apply(batch.blocks.map(copied));
  }

  private addKeyframe(): void {
    const { at, running: effects, model } = this;
    this.keys.push({ at, blocks: this.store.frames(), effects, moment: model.moment() });
  }

  private restore({ at, blocks, effects, moment }: Keyframe): CellChange[] {
    this.position.value = at;
    this.running = effects;
    this.model.recall(moment);
    return this.store.apply(blocks.map(copied));
  }
}

/** The store keeps and modifies what it is given, but films and keyframes must not change. */
function copied(frame: BlockFrame): BlockFrame {
  return frame.kind === "chunk" ? { ...frame, states: frame.states.slice() } : frame;
}
