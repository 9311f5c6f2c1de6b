import { signal } from "@preact/signals";
import type { TextLanguage } from "../i18n/language";

/** What is waiting to be said: more would come too late, so the oldest is left out. */
const MOST_WAITING = 3;
/** Somewhat faster than reading: a call is a shout. */
const RATE = 1.15;
/** Pitches by which seats are told apart. */
const PITCHES = [1, 1.2, 0.82, 1.1, 0.9, 1.3];

/** Languages of voices, the best first, by the beginning of their tag. */
const WANTED: Readonly<Record<TextLanguage, readonly string[]>> = {
  // Voices of zh-HK speak Cantonese, and cmn is Mandarin where zh is not said.
  zh: ["zh-cn", "zh-hans", "cmn", "zh-tw", "zh-sg", "zh"],
  en: ["en-us", "en-gb", "en"],
};
const CANTONESE = /^(yue|zh-hk|zh-hant-hk)/;

const tagOf = ({ lang }: SpeechSynthesisVoice): string => lang.toLowerCase().replaceAll("_", "-");

/** The best of a browser's voices for a language; null if it has none. */
export function voiceFor(
  voices: readonly SpeechSynthesisVoice[],
  language: TextLanguage,
): SpeechSynthesisVoice | null {
  const fit = voices.filter((voice) => !CANTONESE.test(tagOf(voice)));
  for (const begin of WANTED[language]) {
    const found = fit.filter((voice) => tagOf(voice).startsWith(begin));
    // A voice of the machine answers at once, and needs no network.
    const best = found.find(({ localService }) => localService) ?? found[0];
    if (best) return best;
  }
  return null;
}

const synthesis = (): SpeechSynthesis | null => globalThis.speechSynthesis ?? null;

const voices = signal<readonly SpeechSynthesisVoice[] | null>(null);

/** The browser's voices. Some browsers find them only after the page has asked. */
function known(): readonly SpeechSynthesisVoice[] {
  if (voices.value === null) {
    const found = synthesis();
    // Written later: this may be read while a component is drawn.
    const read = () => (voices.value = found?.getVoices() ?? []);
    found?.addEventListener?.("voiceschanged", read);
    queueMicrotask(read);
    return found?.getVoices() ?? [];
  }
  return voices.value;
}

/** Whether the browser can speak a language. */
export const canSpeak = (language: TextLanguage): boolean => voiceFor(known(), language) !== null;

/** A call, who says it, and how loud. */
export interface Call {
  readonly text: string;
  /** The seat of the speaker; null for the table. */
  readonly seat: number | null;
  /** 0 to 1. */
  readonly volume: number;
}

/** Says calls one after another, by the browser's speech synthesis. */
export class Voice {
  private waiting: { readonly call: Call; readonly language: TextLanguage }[] = [];
  private speaking: SpeechSynthesisUtterance | null = null;

  /** Says something in a language, if the browser has a voice for it. */
  say(call: Call, language: TextLanguage): void {
    if (call.text === "" || !canSpeak(language)) return;
    this.waiting = [...this.waiting, { call, language }].slice(-MOST_WAITING);
    if (!this.speaking) this.next();
  }

  /** Breaks off what is said, and says nothing of what was waiting. */
  hush(): void {
    this.waiting = [];
    if (!this.speaking) return;
    this.speaking = null;
    synthesis()?.cancel();
  }

  private next(): void {
    const first = this.waiting.shift();
    const voice = first && voiceFor(known(), first.language);
    if (!first || !voice) {
      this.speaking = null;
      return;
    }
    const { text, seat, volume } = first.call;
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    utterance.rate = RATE;
    utterance.pitch = seat === null ? 1 : (PITCHES[seat % PITCHES.length] as number);
    utterance.volume = volume;
    // What was hushed ends, too, and must not start what came after it.
    const done = () => this.speaking === utterance && this.next();
    utterance.onend = done;
    utterance.onerror = done;
    this.speaking = utterance;
    synthesis()?.speak(utterance);
  }
}
