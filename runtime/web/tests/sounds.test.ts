import { describe, expect, it, vi } from "vitest";
import { Sounds } from "../src/audio/sounds";
import { change, DEFAULTS, isMuted, mute } from "../src/state/settings";

/** Audio that notes how loud each sound begins. */
function listen(): number[] {
  const heard: number[] = [];
  const gain = {
    gain: {
      setValueAtTime: (volume: number) => void heard.push(volume),
      exponentialRampToValueAtTime: () => {},
    },
    connect: (next: unknown) => next,
  };
  const source = {
    frequency: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} },
    connect: (next: unknown) => next,
    start: () => {},
    stop: () => {},
  };
  const context = {
    state: "running",
    currentTime: 0,
    sampleRate: 8000,
    createOscillator: () => source,
    createBuffer: (_: number, length: number) => ({
      getChannelData: () => new Float32Array(length),
    }),
    createBufferSource: () => source,
    createBiquadFilter: () => ({ frequency: {}, Q: {}, connect: (next: unknown) => next }),
    createGain: () => gain,
  };
  vi.stubGlobal("AudioContext", function AudioContext() {
    return context;
  });
  return heard;
}

describe("volume", () => {
  it("makes all sounds quieter, down to nothing", () => {
    const heard = listen();
    const sounds = new Sounds("r1");
    sounds.unlock();
    sounds.bell();
    const full = heard.splice(0);
    change({ volume: 50 });
    sounds.bell();
    const half = heard.splice(0);
    change({ volume: 0 });
    sounds.bell();
    expect(full.length).toBeGreaterThan(0);
    expect(half).toEqual(full.map((volume) => volume / 4));
    expect(heard).toEqual([]);
    change(DEFAULTS);
    vi.unstubAllGlobals();
  });

  it("of a muted room is nothing until it is turned on again", () => {
    const heard = listen();
    const [here, there] = [new Sounds("here"), new Sounds("there")];
    for (const sounds of [here, there]) sounds.unlock();
    mute("here", true);
    here.bell();
    expect([here.enabled, there.enabled, heard]).toEqual([false, true, []]);
    there.bell();
    expect(heard.splice(0)).not.toEqual([]);
    here.toggle();
    expect([here.enabled, isMuted("here")]).toEqual([true, false]);
    here.toggle();
    expect([here.enabled, isMuted("here")]).toEqual([false, false]);
    vi.unstubAllGlobals();
  });
});

describe("looping sounds", () => {
  it("ask for their volume each time, and stop by prefix", () => {
    vi.useFakeTimers();
    vi.stubGlobal("window", { setInterval, clearInterval });
    const sounds = new Sounds();
    const heard: string[] = [];
    vi.spyOn(sounds, "byId").mockImplementation((id, volume) => void heard.push(`${id} ${volume}`));
    let far = 0;
    sounds.loop("place 3", 3, () => 100 - far, 2);
    sounds.loop("object 4", 4, () => 50, 1);
    far = 60;
    vi.advanceTimersByTime(700);
    expect(heard.splice(0)).toEqual(["3 100", "4 50", "3 40"]);
    sounds.stopLoops("place ");
    vi.advanceTimersByTime(700);
    expect(heard.splice(0)).toEqual(["4 50"]);
    sounds.stopLoop("object 4");
    vi.advanceTimersByTime(9000);
    expect(heard).toEqual([]);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
});
