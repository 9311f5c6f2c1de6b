import { signal } from "@preact/signals";
import type { LocalText } from "../wire.generated";
import { recall, remember } from "../util/memory";
import { fill, type Values } from "./fill";
import { STRINGS, type StringKey } from "./strings";

/** Languages of texts that come from the server, from maps and from plugins. */
export type TextLanguage = "zh" | "en";

/** The texts of the page in a further language. */
export type Translation = Readonly<Record<StringKey, string>>;

/** Further languages: a file of `translations` each, named by its tag, and loaded when wanted. */
const FILES = import.meta.glob<Translation>("./translations/*.ts", { import: "default" });
const pathOf = (tag: string): string => `./translations/${tag}.ts`;

const KEY = "fangqi.language";

/** The tags of all languages. */
export const LANGUAGES: readonly string[] = [
  "zh",
  "en",
  ...Object.keys(FILES)
    .map((path) => path.replace(/^.*\/|\.ts$/g, ""))
    .sort(),
];

/** The first language that the person reads and the page has; English if there is none. */
function preferred(): string {
  const wanted = [navigator.language, ...(navigator.languages ?? [])];
  const bases = wanted.map((tag) => tag.toLowerCase().split("-")[0]);
  return bases.find((base) => base !== undefined && LANGUAGES.includes(base)) ?? "en";
}

function first(): string {
  const kept = recall(KEY);
  return kept !== null && LANGUAGES.includes(kept) ? kept : preferred();
}

/** The language chosen; null before one was. */
const chosen = signal<string | null>(null);
/** The texts of the further language that was loaded last. */
const loaded = signal<{ readonly tag: string; readonly texts: Translation } | null>(null);
/** The language that was asked for last: an earlier one may arrive later. */
let wished = "";

/** The viewer's language. What reads it or any text is shown again when it changes. */
export const language = (): string => chosen.value ?? first();

/** The language of texts that exist in Chinese and in English only. */
export const textLanguage = (): TextLanguage => (language() === "zh" ? "zh" : "en");

/** The name of a language in that language, as its readers look for it. */
export function languageName(tag: string): string {
  const name = new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/** The language as HTML names it; what is written in Chinese here is in simplified characters. */
export const htmlLanguage = (tag: string): string => (tag === "zh" ? "zh-Hans" : tag);

/** Where text of a language begins. Not all browsers know; most languages begin at the left. */
function directionOf(tag: string): string {
  type Locale = Intl.Locale & {
    getTextInfo?: () => { direction?: string };
    textInfo?: { direction?: string };
  };
  const locale: Locale = new Intl.Locale(tag);
  return (locale.getTextInfo?.() ?? locale.textInfo)?.direction ?? "ltr";
}

function choose(tag: string): void {
  chosen.value = tag;
  document.documentElement.lang = htmlLanguage(tag);
  document.documentElement.dir = directionOf(tag);
}

/**
 * Changes the language, now and for later visits. A further language is loaded first; if that fails,
 * the language stays as it is.
 */
export async function setLanguage(next: string): Promise<void> {
  wished = next;
  const load = loaded.value?.tag === next ? undefined : FILES[pathOf(next)];
  if (load) {
    const texts = await load();
    if (wished !== next) return;
    loaded.value = { tag: next, texts };
  }
  choose(next);
  remember(KEY, next);
}

/** Begins in the language kept or preferred; in English if its texts cannot be loaded. */
export async function beginLanguage(): Promise<void> {
  const tag = first();
  if (!FILES[pathOf(tag)]) return choose(tag);
  try {
    const texts = await FILES[pathOf(tag)]?.();
    if (texts) loaded.value = { tag, texts };
    choose(tag);
  } catch (error) {
    // What was chosen is kept: the next visit may find it.
    console.error(`fangqi: the language ${tag}`, error);
    choose("en");
  }
}

/** The viewer's language of a text from the server. */
export const local = (text: LocalText): string => text[textLanguage()] || text.en || text.zh;

/** A text of a table other than `STRINGS`, which may be loaded later. */
export const say = (text: Readonly<LocalText>, values: Values = {}): string =>
  fill(text[textLanguage()], values, textLanguage());

/** A text of `STRINGS`. */
export function t(key: StringKey, values: Values = {}): string {
  const tag = language();
  const further = loaded.value;
  if (further?.tag === tag) return fill(further.texts[key], values, tag);
  return fill(STRINGS[key][textLanguage()], values, textLanguage());
}

/** A text of a table in both languages, for what is told later. */
export const both = (
  text: Readonly<LocalText>,
  values: Readonly<Record<string, string | number>> = {},
): LocalText => ({ zh: fill(text.zh, values, "zh"), en: fill(text.en, values, "en") });
