import { vi } from "vitest";

/** A value set or approached at a time, as an `AudioParam` is told. */
export interface Step {
  how: "set" | "linear" | "exponential";
  value: number;
  at: number;
}

/** A voice that was heard: its envelope, its pitch, and when its source runs. */
export interface Sung {
  source: "tone" | "noise";
  gain: Step[];
  pitch: Step[];
  start: number;
  stop: number;
}

class FakeParam {
  readonly steps: Step[] = [];
  value = 0;

  setValueAtTime(value: number, at: number): void {
    this.steps.push({ how: "set", value, at });
  }

  linearRampToValueAtTime(value: number, at: number): void {
    this.steps.push({ how: "linear", value, at });
  }

  exponentialRampToValueAtTime(value: number, at: number): void {
    if (!(value > 0)) throw new RangeError("an exponential ramp cannot reach 0");
    this.steps.push({ how: "exponential", value, at });
  }
}

class FakeNode {
  readonly gain = new FakeParam();
  readonly frequency = new FakeParam();
  readonly Q = new FakeParam();
  readonly to: FakeNode[] = [];
  start = (_at: number): void => {};
  stop = (_at: number): void => {};

  connect(node: FakeNode): FakeNode {
    this.to.push(node);
    return node;
  }
}

/** An audio context that notes what it is told to play. */
export class FakeAudio {
  readonly sung: Sung[] = [];
  readonly destination = new FakeNode();
  readonly sampleRate = 8000;
  state = "running";
  currentTime = 0;

  /** A source whose voice is what it leads to, when it starts. */
  private source(kind: Sung["source"], voiceOf: (source: FakeNode) => [FakeNode, FakeParam]) {
    const source = new FakeNode();
    let start = 0;
    source.start = (at) => void (start = at);
    source.stop = (stop) => {
      const [gain, pitch] = voiceOf(source);
      if (!this.reaches(gain)) throw new Error("a voice leads nowhere");
      this.sung.push({ source: kind, gain: gain.gain.steps, pitch: pitch.steps, start, stop });
    };
    return source;
  }

  private reaches(node: FakeNode): boolean {
    return node === this.destination || node.to.some((next) => this.reaches(next));
  }

  createOscillator() {
    return this.source("tone", (source) => [source.to[0] as FakeNode, source.frequency]);
  }

  createBufferSource() {
    return this.source("noise", (source) => {
      const filter = source.to[0] as FakeNode;
      return [filter.to[0] as FakeNode, filter.frequency];
    });
  }

  createGain = () => new FakeNode();
  createBiquadFilter = () => new FakeNode();
  createDynamicsCompressor = () => new FakeNode();
  createBuffer = (_: number, length: number) => ({
    getChannelData: () => new Float32Array(length),
  });
  resume = async () => void (this.state = "running");
}

/** Puts a fake in place of the browser's audio. */
export function fakeAudio(): FakeAudio {
  const audio = new FakeAudio();
  vi.stubGlobal("AudioContext", function AudioContext() {
    return audio;
  });
  return audio;
}

/** The loudest that a voice becomes. */
export const peakOf = ({ gain }: Sung): number => Math.max(...gain.map(({ value }) => value));

/** The gain of a voice at a time, by the definitions of the Web Audio API. */
export function gainAt({ gain }: Sung, at: number): number {
  const next = gain.findIndex((step) => step.at > at);
  if (next === 0) return 0;
  const [before, after] = [gain.at(next - 1) as Step, gain[next]];
  if (!after) return (gain.at(-1) as Step).value;
  const part = (at - before.at) / (after.at - before.at);
  if (after.how === "linear") return before.value + (after.value - before.value) * part;
  if (after.how === "exponential") return before.value * (after.value / before.value) ** part;
  return before.value;
}
