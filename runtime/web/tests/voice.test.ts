import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { voiceFor } from "../src/audio/voice";

const voice = (lang: string, localService = true): SpeechSynthesisVoice =>
  ({ lang, localService, name: lang, default: false, voiceURI: lang }) as SpeechSynthesisVoice;

class Utterance {
  voice: SpeechSynthesisVoice | null = null;
  lang = "";
  rate = 1;
  pitch = 1;
  volume = 1;
  onend: (() => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(readonly text: string) {}
}

/** Speech that ends when the test says so. */
class Speech extends EventTarget {
  readonly spoken: Utterance[] = [];
  cancelled = 0;

  constructor(public voices: SpeechSynthesisVoice[]) {
    super();
  }

  getVoices = () => this.voices;
  speak = (utterance: Utterance) => void this.spoken.push(utterance);
  cancel = () => void (this.cancelled += 1);
  texts = () => this.spoken.map(({ text }) => text);
}

/** The module, which remembers the browser's voices, for a browser with these. */
async function browser(...voices: SpeechSynthesisVoice[]) {
  const speech = new Speech(voices);
  vi.stubGlobal("speechSynthesis", speech);
  vi.stubGlobal("SpeechSynthesisUtterance", Utterance);
  vi.resetModules();
  const module = await import("../src/audio/voice");
  return { speech, ...module };
}

beforeEach(() => void vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

describe("voices", () => {
  it("are chosen by language, Mandarin before others, and the machine's own first", () => {
    const all = [
      voice("en-GB"),
      voice("zh-HK"),
      voice("zh_TW"),
      voice("zh-CN", false),
      voice("zh-CN"),
      voice("de-DE"),
    ];
    expect(voiceFor(all, "zh")).toBe(all[4]);
    expect(voiceFor(all.slice(0, 3), "zh")).toBe(all[2]);
    expect(voiceFor(all, "en")).toBe(all[0]);
    expect(voiceFor([voice("zh-HK"), voice("yue-HK")], "zh")).toBeNull();
    expect(voiceFor([voice("cmn-Hans-CN")], "zh")?.lang).toBe("cmn-Hans-CN");
    expect(voiceFor([], "en")).toBeNull();
  });

  it("that the browser finds late are used from then on", async () => {
    const { speech, canSpeak } = await browser();
    expect(canSpeak("zh")).toBe(false);
    await Promise.resolve();
    speech.voices = [voice("zh-CN")];
    expect(canSpeak("zh")).toBe(false);
    speech.dispatchEvent(new Event("voiceschanged"));
    expect([canSpeak("zh"), canSpeak("en")]).toEqual([true, false]);
  });
});

describe("speaking", () => {
  const call = (text: string, seat: number | null = 0) => ({ text, seat, volume: 0.5 });

  it("says calls one after another, each seat in its own pitch", async () => {
    const { speech, Voice } = await browser(voice("zh-CN"));
    const voices = new Voice();
    voices.say(call("三带一", 0), "zh");
    voices.say(call("炸弹", 1), "zh");
    expect(speech.texts()).toEqual(["三带一"]);
    speech.spoken[0]?.onend?.();
    expect(speech.texts()).toEqual(["三带一", "炸弹"]);
    const [first, second] = speech.spoken;
    expect(first?.pitch).not.toBe(second?.pitch);
    expect([first?.volume, first?.lang, first?.voice?.lang]).toEqual([0.5, "zh-CN", "zh-CN"]);
    expect(first?.rate).toBeGreaterThan(1);
  });

  it("leaves out the oldest of what would come too late", async () => {
    const { speech, Voice } = await browser(voice("zh-CN"));
    const voices = new Voice();
    for (const text of ["一", "二", "三", "四", "五", "六"]) voices.say(call(text), "zh");
    for (let i = 0; i < 6; i++) speech.spoken[i]?.onend?.();
    expect(speech.texts()).toEqual(["一", "四", "五", "六"]);
  });

  it("goes on after an utterance that failed", async () => {
    const { speech, Voice } = await browser(voice("en-US"));
    const voices = new Voice();
    voices.say(call("pass"), "en");
    voices.say(call("bomb"), "en");
    speech.spoken[0]?.onerror?.();
    expect(speech.texts()).toEqual(["pass", "bomb"]);
  });

  it("is silent without a voice of the language, or without speech at all", async () => {
    const { speech, Voice } = await browser(voice("en-US"));
    new Voice().say(call("炸弹"), "zh");
    expect(speech.texts()).toEqual([]);
    vi.unstubAllGlobals();
    vi.resetModules();
    const { Voice: Mute, canSpeak } = await import("../src/audio/voice");
    expect(canSpeak("zh")).toBe(false);
    expect(() => new Mute().say(call("炸弹"), "zh")).not.toThrow();
  });

  it("is hushed at once, and what was hushed starts nothing when it ends", async () => {
    const { speech, Voice } = await browser(voice("zh-CN"));
    const voices = new Voice();
    voices.say(call("一"), "zh");
    voices.say(call("二"), "zh");
    voices.hush();
    expect(speech.cancelled).toBe(1);
    voices.say(call("三"), "zh");
    speech.spoken[0]?.onend?.();
    expect(speech.texts()).toEqual(["一", "三"]);
    speech.spoken[1]?.onend?.();
    voices.hush();
    expect(speech.cancelled).toBe(1);
  });
});
