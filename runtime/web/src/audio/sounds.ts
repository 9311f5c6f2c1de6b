import { signal } from "@preact/signals";
import { isMuted, mute, settings } from "../state/settings";
import { recall, remember } from "../util/memory";
import type { Heard } from "./hearing";
import { BELL, DRUM, KNOCK, SETS, SIGNALS, type Signal } from "./sets";
import { Synth, type Manner, type Sound } from "./voices";

const KEY = "fangqi.sound";
/** Interval at which a looping sound repeats at normal speed, in ms. */
const LOOP_MS = 1400;
/** Speeds are limited to this factor and its reciprocal. */
const MAX_SPEED = 4;
/** Pieces that land together make one sound: for so long, in seconds, none follows of its kind. */
const TOGETHER = 0.03;
/** By how much the pitch of one blow may differ from that of the next. */
const UNEVEN = 0.06;

/** The factor for the volume chosen. Loudness is heard by ratios, so that it is squared. */
const loudness = (): number => (settings().volume / 100) ** 2;

/** Whether sounds are turned on in this browser. */
const on = signal(recall(KEY) !== "off");

/** The sounds of a page. All are synthesised. */
export class Sounds {
  private context: AudioContext | null = null;
  private synth: Synth | null = null;
  /** When each sound was last begun, in the context's time. */
  private readonly begun = new Map<string, number>();
  private readonly loops = new Map<string, number>();

  /** `room` is the room whose sounds these are; it may be muted by itself. */
  constructor(private readonly room: string | null = null) {}

  /** Whether sounds are heard: they are turned on, and the room is not muted. */
  get enabled(): boolean {
    return on.value && !this.muted;
  }

  /** Whether anything is heard now: browsers let nothing be heard before a gesture. */
  get audible(): boolean {
    return this.enabled && settings().volume > 0 && this.context?.state === "running";
  }

  private get muted(): boolean {
    return this.room !== null && isMuted(this.room);
  }

  /** Turns sound on or off, now and for later visits. A muted room is heard again. */
  toggle(): void {
    const next = !this.enabled;
    if (next && this.room !== null && this.muted) mute(this.room, false);
    on.value = next;
    remember(KEY, next ? "on" : "off");
    if (!next) return;
    this.unlock();
    this.knock();
  }

  /** Starts audio. Browsers allow it only in the handler of a user gesture. */
  unlock(): void {
    if (!this.enabled) return;
    this.context ??= new AudioContext();
    this.synth ??= new Synth(this.context);
    if (this.context.state === "suspended") void this.context.resume();
  }

  /** Starts audio, and plays something as soon as the browser lets it be heard. */
  async sample(heard: Omit<Heard, "after">): Promise<void> {
    this.unlock();
    await this.context?.resume();
    this.pieces([{ ...heard, after: 0 }]);
  }

  /** What happens to pieces. */
  pieces(all: readonly Heard[]): void {
    for (const { material, act, count, after } of all) {
      const sound = SETS[material][act]?.(count);
      const pitch = 1 + (Math.random() - 0.5) * UNEVEN;
      if (sound) this.play(`${material} ${act}`, sound, { after, pitch });
    }
  }

  /** What the page itself has to say. */
  signal(name: Signal, after = 0): void {
    this.play(name, SIGNALS[name], { after });
  }

  /** A piece set down on wood. */
  knock(volume = 1, pitch = 1): void {
    this.play("knock", KNOCK, { volume, pitch });
  }

  /** A bell, for good news. */
  bell(volume = 1, pitch = 1): void {
    this.play("bell", BELL, { volume, pitch });
  }

  /** A drum, for a warning. */
  drum(volume = 1, pitch = 1): void {
    this.play("drum", DRUM, { volume, pitch });
  }

  private play(kind: string, sound: Sound, manner: Manner): void {
    const { context, synth } = this;
    if (!context || !synth || !this.audible) return;
    const begin = context.currentTime + (manner.after ?? 0);
    const last = this.begun.get(kind);
    if (last !== undefined && Math.abs(begin - last) < TOGETHER) return;
    this.begun.set(kind, begin);
    synth.play(sound, { ...manner, volume: (manner.volume ?? 1) * loudness() });
  }

  /**
   * Plays the sound of an id. Its kind and pitch are derived from the id, so an id always sounds
   * the same. `volume` is 0 to 100.
   */
  byId(id: number, volume: number, speed = 1): void {
    const loud = Math.min(1, Math.max(0, volume / 100));
    if (loud === 0) return;
    const pitch = Math.min(MAX_SPEED, Math.max(1 / MAX_SPEED, speed));
    const kind = id % 7;
    if (kind === 5) this.bell(loud, pitch);
    else if (kind === 6) this.drum(loud, pitch);
    else this.knock(loud, pitch * (0.8 + ((id * 7919) % 41) / 100));
  }

  /**
   * Repeats the sound of an id under a name, replacing what played under it. `volume` is asked
   * before each repetition and returns 0 to 100.
   */
  loop(name: string, id: number, volume: () => number, speed: number): void {
    this.stopLoop(name);
    const pace = Math.min(MAX_SPEED, Math.max(1 / MAX_SPEED, speed));
    const again = () => this.byId(id, volume(), pace);
    again();
    this.loops.set(name, window.setInterval(again, LOOP_MS / pace));
  }

  /** Stops the loop of a name. */
  stopLoop(name: string): void {
    window.clearInterval(this.loops.get(name));
    this.loops.delete(name);
  }

  /** Stops the loops of all names with a prefix. */
  stopLoops(begin: string): void {
    for (const name of [...this.loops.keys()]) if (name.startsWith(begin)) this.stopLoop(name);
  }
}
