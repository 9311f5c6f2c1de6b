import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SETS, SIGNALS, type Act, type Material, type Signal } from "../src/audio/sets";
import { Sounds } from "../src/audio/sounds";
import { lengthOf, repeated, Synth, type Sound } from "../src/audio/voices";
import { change, DEFAULTS, isMuted, mute } from "../src/state/settings";
import { fakeAudio, gainAt, peakOf, type FakeAudio } from "./audio";

let audio: FakeAudio;
beforeEach(() => {
  audio = fakeAudio();
  change(DEFAULTS);
});
afterEach(() => vi.unstubAllGlobals());

/** All sounds that there are, by name: those of pieces for one of them, some, and very many. */
const ALL: [string, Sound][] = [
  ...(Object.keys(SETS) as Material[]).flatMap((material) =>
    (Object.keys(SETS[material]) as Act[]).flatMap((act) =>
      [1, 5, 200].map((count): [string, Sound] => [
        `${count} ${material} ${act}`,
        SETS[material][act]?.(count) ?? [],
      ]),
    ),
  ),
  ...(Object.keys(SIGNALS) as Signal[]).map((name): [string, Sound] => [name, SIGNALS[name]]),
];

describe("every sound", () => {
  it.each(ALL)("%s begins and ends in silence, without a step", (_, sound) => {
    new Synth(audio as unknown as AudioContext).play(sound, { after: 2 });
    expect(audio.sung).toHaveLength(sound.length);
    for (const voice of audio.sung) {
      const [first, last] = [voice.gain[0], voice.gain.at(-1)];
      expect(first).toMatchObject({ how: "set", value: 0, at: voice.start });
      expect(last).toMatchObject({ how: "linear", value: 0 });
      // The source runs as long as its envelope is open, and starts no later.
      expect(voice.start).toBeGreaterThanOrEqual(2);
      expect(voice.stop).toBeGreaterThanOrEqual(last?.at ?? Infinity);
      // Only the first value is set at once: all others are approached, and in order.
      expect(voice.gain.slice(1).every(({ how }) => how !== "set")).toBe(true);
      const times = voice.gain.map(({ at }) => at);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(new Set(times).size).toBe(times.length);
    }
  });

  it.each(ALL)("%s is heard, is not too loud, and ends soon", (_, sound) => {
    new Synth(audio as unknown as AudioContext).play(sound);
    const end = lengthOf(sound);
    const moments = Array.from({ length: 2000 }, (_, i) => (i / 2000) * end);
    const loud = moments.map((at) => audio.sung.reduce((sum, voice) => sum + gainAt(voice, at), 0));
    expect(Math.max(...loud)).toBeGreaterThan(0.04);
    expect(Math.max(...loud)).toBeLessThanOrEqual(1);
    expect(end).toBeLessThan(2.2);
  });

  it.each(ALL)("%s stays within what is heard well", (_, sound) => {
    for (const { from, to = from } of sound) {
      expect(Math.min(from, to)).toBeGreaterThanOrEqual(50);
      expect(Math.max(from, to)).toBeLessThanOrEqual(8000);
    }
  });
});

describe("sets", () => {
  it("sound different for each material", () => {
    const knocks = (["wood", "stone", "cards", "dice"] as const).map((material) =>
      JSON.stringify(SETS[material].place?.(1)),
    );
    expect(new Set(knocks).size).toBe(4);
  });

  it("make a capture of wood two blows, the second lower and later", () => {
    new Synth(audio as unknown as AudioContext).play(SETS.wood.capture?.(1) ?? []);
    const bodies = audio.sung
      .filter(({ source, pitch }) => source === "tone" && (pitch[0]?.value ?? 0) < 400)
      .map(({ start, pitch }) => ({ start, pitch: pitch[0]?.value ?? 0 }));
    const [first, second] = bodies;
    expect(second?.start).toBeGreaterThan(first?.start ?? Infinity);
    expect(second?.pitch).toBeLessThan(first?.pitch ?? 0);
  });

  it("give out as many cards as there are, one after another, up to a limit", () => {
    const starts = (count: number) => (SETS.cards.deal?.(count) ?? []).map(({ at = 0 }) => at);
    for (const count of [1, 3, 17]) {
      const times = starts(count);
      expect(times).toHaveLength(count);
      expect(times).toEqual([...times].sort((a, b) => a - b));
    }
    expect(starts(500).length).toBeLessThan(30);
  });

  it("repeat all voices of a sound at their moments", () => {
    const sound: Sound = [{ wave: "sine", at: 0.1, from: 100, to: 50, seconds: 0.2, gain: 0.5 }];
    expect(repeated(sound, [{ at: 1, pitch: 2, volume: 0.5 }])).toEqual([
      { wave: "sine", at: 1.1, from: 200, to: 100, seconds: 0.2, gain: 0.25 },
    ]);
  });
});

describe("sounds of pieces", () => {
  const place = { material: "stone", act: "place", count: 1, after: 0 } as const;

  it("are heard when they happen", () => {
    const sounds = new Sounds("r");
    sounds.pieces([place]);
    expect(audio.sung).toEqual([]);
    sounds.unlock();
    audio.currentTime = 10;
    sounds.pieces([{ ...place, after: 0.23 }]);
    expect(audio.sung.length).toBeGreaterThan(0);
    expect(Math.min(...audio.sung.map(({ start }) => start))).toBeCloseTo(10.23, 6);
  });

  it("are one sound where the same happens at the same time", () => {
    const sounds = new Sounds("r");
    sounds.unlock();
    sounds.pieces([place]);
    const once = audio.sung.length;
    sounds.pieces([place, { ...place, act: "capture" }]);
    expect(audio.sung.length).toBe(once + (SETS.stone.capture?.(1).length ?? 0));
    audio.currentTime = 1;
    sounds.pieces([place]);
    expect(audio.sung.length).toBe(2 * once + (SETS.stone.capture?.(1).length ?? 0));
  });

  it("are silent where a material does nothing of the kind", () => {
    const sounds = new Sounds("r");
    sounds.unlock();
    sounds.pieces([{ ...place, act: "deal" }]);
    expect(audio.sung).toEqual([]);
  });

  it("can be tried in the settings, though no gesture came before", async () => {
    audio.state = "suspended";
    await new Sounds().sample({ material: "dice", act: "place", count: 1 });
    expect(audio.sung.length).toBe(SETS.dice.place?.(1).length);
  });
});

describe("volume", () => {
  it("makes all sounds quieter, down to nothing", () => {
    const sounds = new Sounds("r1");
    sounds.unlock();
    const ring = () => {
      audio.currentTime += 5;
      sounds.bell();
      return audio.sung.splice(0).map(peakOf);
    };
    const full = ring();
    change({ volume: 50 });
    const half = ring();
    change({ volume: 0 });
    expect(ring()).toEqual([]);
    expect(full.length).toBeGreaterThan(0);
    expect(half).toEqual(full.map((volume) => volume / 4));
  });

  it("so low that a voice would rise to its end leaves the voice out", () => {
    new Synth(audio as unknown as AudioContext).play(SIGNALS.turn, { volume: 0.0001 });
    expect(audio.sung).toEqual([]);
  });

  it("of a muted room is nothing until it is turned on again", () => {
    const [here, there] = [new Sounds("here"), new Sounds("there")];
    for (const sounds of [here, there]) sounds.unlock();
    mute("here", true);
    here.bell();
    expect([here.enabled, there.enabled, audio.sung]).toEqual([false, true, []]);
    there.bell();
    expect(audio.sung.splice(0)).not.toEqual([]);
    here.toggle();
    expect([here.enabled, isMuted("here")]).toEqual([true, false]);
    here.toggle();
    expect([here.enabled, there.enabled, isMuted("here")]).toEqual([false, false, false]);
    here.toggle();
    expect(here.enabled).toBe(true);
  });

  it("is nothing while the browser waits for a gesture", () => {
    const sounds = new Sounds("r");
    sounds.unlock();
    audio.state = "suspended";
    sounds.signal("win");
    expect([sounds.audible, audio.sung]).toEqual([false, []]);
    audio.state = "running";
    sounds.signal("win");
    expect(audio.sung.length).toBe(SIGNALS.win.length);
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
  });
});
