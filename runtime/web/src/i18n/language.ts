import { signal } from "@preact/signals";
import type { LocalText } from "../wire.generated";
import { recall, remember } from "../util/memory";
import { STRINGS, type StringKey } from "./strings";

export type Language = "zh" | "en";

const KEY = "fangqi.language";

function first(): Language {
  const kept = recall(KEY);
  if (kept === "zh" || kept === "en") return kept;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}

/** The language chosen; null before anybody chose. */
const chosen = signal<Language | null>(null);

/** The viewer's language. What reads it or any text is shown again when it changes. */
export const language = (): Language => chosen.value ?? first();

/** Changes the language, now and for later visits. */
export function setLanguage(next: Language): void {
  chosen.value = next;
  remember(KEY, next);
  document.documentElement.lang = next === "zh" ? "zh-Hans" : "en";
}

/** Changes between the two languages. */
export const switchLanguage = (): void => setLanguage(language() === "zh" ? "en" : "zh");

/** The viewer's language of a text from the server. */
export const local = (text: LocalText): string => text[language()] || text.en || text.zh;

/** Replaces `{name}` placeholders; those without a value stay. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A text of a table other than `STRINGS`, which may be loaded later. */
export const say = (
  text: Readonly<LocalText>,
  values: Readonly<Record<string, string | number>> = {},
): string => fill(text[language()], values);

/** A text of `STRINGS`. */
export function t(key: StringKey, values: Readonly<Record<string, string | number>> = {}): string {
  return fill(STRINGS[key][language()], values);
}
