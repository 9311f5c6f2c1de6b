/** The volume at which an envelope ends its exponential fall, which never reaches nothing. */
const QUIET = 0.0002;
/** How long a voice takes from there to silence, in seconds. */
const RELEASE = 0.004;
/** How long a struck voice takes to its peak, in seconds: short, but not so short that it clicks. */
const STRIKE = 0.0015;

/** One of the voices that sound together in a sound. Times are in seconds, pitches in hertz. */
export interface Voice {
  /** An oscillator's wave; `noise` is white noise through a band-pass filter. */
  readonly wave: "sine" | "triangle" | "noise";
  /** When it begins after the sound does; 0 unless given. */
  readonly at?: number;
  /** Its pitch at the beginning; of noise, the middle of the band. */
  readonly from: number;
  /** Its pitch at the end, if that is another. */
  readonly to?: number;
  readonly seconds: number;
  /** Its peak, 0 to 1. */
  readonly gain: number;
  /** How long it rises to its peak; that of something struck unless given. */
  readonly attack?: number;
  /** How narrow the band of noise is (Q of the filter). */
  readonly narrow?: number;
}

/** Voices that make one sound. */
export type Sound = readonly Voice[];

/** How a sound is played. */
export interface Manner {
  /** Factor for its gain. */
  readonly volume?: number;
  /** Factor for its pitches. */
  readonly pitch?: number;
  /** Seconds until it begins. */
  readonly after?: number;
}

/** A sound again and again, each time at another moment, pitch and volume. */
export const repeated = (
  sound: Sound,
  times: readonly { readonly at: number; readonly pitch: number; readonly volume: number }[],
): Sound =>
  times.flatMap(({ at, pitch, volume }) =>
    sound.map((voice) => ({
      ...voice,
      at: (voice.at ?? 0) + at,
      from: voice.from * pitch,
      ...(voice.to === undefined ? {} : { to: voice.to * pitch }),
      gain: voice.gain * volume,
    })),
  );

/** How long a sound is, in seconds. */
export const lengthOf = (sound: Sound): number =>
  Math.max(0, ...sound.map(({ at = 0, seconds }) => at + seconds));

/** Plays sounds on an audio context. */
export class Synth {
  private readonly noise: AudioBuffer;
  private readonly out: AudioNode;

  constructor(private readonly context: AudioContext) {
    this.noise = whiteNoise(context);
    // Many pieces may land at once: together they would be louder than a loudspeaker can be.
    this.out = context.createDynamicsCompressor();
    this.out.connect(context.destination);
  }

  /** Plays a sound; false while the browser lets none be heard. */
  play(sound: Sound, { volume = 1, pitch = 1, after = 0 }: Manner = {}): boolean {
    if (this.context.state !== "running") return false;
    const start = this.context.currentTime + after;
    for (const voice of sound) this.sing(voice, start, volume, pitch);
    return true;
  }

  private sing(voice: Voice, start: number, volume: number, pitch: number): void {
    const { seconds, gain: loud, from, to = from } = voice;
    const at = start + (voice.at ?? 0);
    const end = at + seconds;
    const peak = loud * volume;
    // Silence needs no voice, and an exponential fall to QUIET would rise.
    if (peak <= QUIET) return;
    const gain = this.context.createGain();
    const attack = Math.min(voice.attack ?? STRIKE, seconds / 2);
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(peak, at + attack);
    gain.gain.exponentialRampToValueAtTime(QUIET, end - RELEASE);
    gain.gain.linearRampToValueAtTime(0, end);
    gain.connect(this.out);
    const source =
      voice.wave === "noise"
        ? this.hiss(voice, from * pitch, to * pitch, at, gain)
        : this.tone(voice.wave, from * pitch, to * pitch, at, end, gain);
    source.start(at);
    source.stop(end + RELEASE);
  }

  private tone(
    wave: OscillatorType,
    from: number,
    to: number,
    at: number,
    end: number,
    into: GainNode,
  ): AudioScheduledSourceNode {
    const oscillator = this.context.createOscillator();
    oscillator.type = wave;
    glide(oscillator.frequency, from, to, at, end);
    oscillator.connect(into);
    return oscillator;
  }

  private hiss(
    { seconds, narrow = 1.4 }: Voice,
    from: number,
    to: number,
    at: number,
    into: GainNode,
  ): AudioScheduledSourceNode {
    const source = this.context.createBufferSource();
    const filter = this.context.createBiquadFilter();
    source.buffer = this.noise;
    source.loop = true;
    filter.type = "bandpass";
    filter.Q.value = narrow;
    glide(filter.frequency, from, to, at, at + seconds);
    source.connect(filter);
    filter.connect(into);
    return source;
  }
}

function glide(pitch: AudioParam, from: number, to: number, at: number, end: number): void {
  pitch.setValueAtTime(from, at);
  if (to !== from) pitch.exponentialRampToValueAtTime(to, end);
}

function whiteNoise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
