import { signal } from "@preact/signals";
import { isMuted, mute, settings } from "../state/settings";
import { recall, remember } from "../util/memory";

const KEY = "fangqi.sound";
/** Interval at which a looping sound repeats at normal speed, in ms. */
const LOOP_MS = 1400;
/** Speeds are limited to this factor and its reciprocal. */
const MAX_SPEED = 4;

/** The volume at which a sound ends: it falls exponentially, and so never to nothing. */
const QUIET = 0.0002;

/** The factor for the volume chosen. Loudness is heard by ratios, so that it is squared. */
const loudness = (): number => (settings().volume / 100) ** 2;

/** Synthesised sounds: a wooden knock, a soft bell, a low drum. */
export class Sounds {
  private context: AudioContext | null = null;
  private noise: AudioBuffer | null = null;
  private lastKnock = -1;
  private readonly loops = new Map<string, number>();
  private readonly on = signal(recall(KEY) !== "off");

  /** `room` is the room whose sounds these are; it may be muted by itself. */
  constructor(private readonly room: string | null = null) {}

  /** Whether sounds are heard: they are turned on, and the room is not muted. */
  get enabled(): boolean {
    return this.on.value && !this.muted;
  }

  private get muted(): boolean {
    return this.room !== null && isMuted(this.room);
  }

  /** Turns sound on or off, now and for later visits. A muted room is heard again. */
  toggle(): void {
    const next = !this.enabled;
    if (next && this.room !== null && this.muted) mute(this.room, false);
    this.on.value = next;
    remember(KEY, next ? "on" : "off");
    if (!next) return;
    this.unlock();
    this.knock();
  }

  /** Starts audio. Browsers allow it only in the handler of a user gesture. */
  unlock(): void {
    if (!this.enabled) return;
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") void this.context.resume();
  }

  /** A piece set down on wood. */
  knock(volume = 1, pitch = 1): void {
    const context = this.ready();
    if (!context) return;
    const at = context.currentTime;
    // Pieces that land together make one sound.
    if (at - this.lastKnock < 0.03) return;
    this.lastKnock = at;
    this.tone(at, 310 * pitch, 175 * pitch, 0.07, 0.34 * volume, "sine");
    this.tone(at, 890 * pitch, 640 * pitch, 0.03, 0.12 * volume, "triangle");
    this.hiss(at, 2300 * pitch, 0.022, 0.3 * volume);
  }

  /** A bell, for good news. */
  bell(volume = 1, pitch = 1): void {
    const context = this.ready();
    if (!context) return;
    [523.25, 659.25, 783.99].forEach((note, i) => {
      const at = context.currentTime + i * 0.13;
      const tone = note * pitch;
      this.tone(at, tone, tone, 1.1, 0.13 * volume, "sine");
      this.tone(at, tone * 2.76, tone * 2.76, 0.35, 0.03 * volume, "sine");
    });
  }

  /** A drum, for a warning. */
  drum(volume = 1, pitch = 1): void {
    const context = this.ready();
    if (!context) return;
    this.tone(context.currentTime, 130 * pitch, 62 * pitch, 0.3, 0.5 * volume, "sine");
    this.hiss(context.currentTime, 420 * pitch, 0.06, 0.2 * volume);
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

  private ready(): AudioContext | null {
    const heard = this.enabled && settings().volume > 0;
    return heard && this.context?.state === "running" ? this.context : null;
  }

  private tone(
    at: number,
    from: number,
    to: number,
    seconds: number,
    volume: number,
    type: OscillatorType,
  ): void {
    if (!this.context) return;
    const oscillator = this.context.createOscillator();
    const gain = this.context.createGain();
    oscillator.type = type;
    oscillator.frequency.setValueAtTime(from, at);
    oscillator.frequency.exponentialRampToValueAtTime(to, at + seconds);
    gain.gain.setValueAtTime(volume * loudness(), at);
    gain.gain.exponentialRampToValueAtTime(QUIET, at + seconds);
    oscillator.connect(gain).connect(this.context.destination);
    oscillator.start(at);
    oscillator.stop(at + seconds + 0.02);
  }

  private hiss(at: number, pitch: number, seconds: number, volume: number): void {
    if (!this.context) return;
    this.noise ??= whiteNoise(this.context);
    const source = this.context.createBufferSource();
    const filter = this.context.createBiquadFilter();
    const gain = this.context.createGain();
    source.buffer = this.noise;
    filter.type = "bandpass";
    filter.frequency.value = pitch;
    filter.Q.value = 1.4;
    gain.gain.setValueAtTime(volume * loudness(), at);
    gain.gain.exponentialRampToValueAtTime(QUIET, at + seconds);
    source.connect(filter).connect(gain).connect(this.context.destination);
    source.start(at);
    source.stop(at + seconds + 0.02);
  }
}

function whiteNoise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
