// @vitest-environment happy-dom
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fill } from "../src/i18n/fill";
import {
  language,
  languageName,
  LANGUAGES,
  local,
  setLanguage,
  t,
  textLanguage,
  type Translation,
} from "../src/i18n/language";
import { STRINGS, type StringKey } from "../src/i18n/strings";
import { describeTexts, formsOf, places } from "./texts";

describeTexts(STRINGS, join(import.meta.dirname, "../src"));

const FOLDER = join(import.meta.dirname, "../src/i18n/translations");
const KEYS = Object.keys(STRINGS) as StringKey[];

const translation = async (tag: string): Promise<Translation> =>
  ((await import(`../src/i18n/translations/${tag}.ts`)) as { default: Translation }).default;

describe("placeholders", () => {
  it("are replaced, and stay without a value", () => {
    expect(fill("{a} of {b}", { a: 1, b: "x" }, "en")).toBe("1 of x");
    expect(fill("{a} of {b}", { a: 1 }, "en")).toBe("1 of {b}");
  });

  it("choose the form of a plural by the rules of the language", () => {
    const seats = "{count, plural, one {# seat} other {# seats}} free";
    expect([0, 1, 2].map((count) => fill(seats, { count }, "en"))).toEqual([
      "0 seats free",
      "1 seat free",
      "2 seats free",
    ]);
    const polish = "{n, plural, one {# ruch} few {# ruchy} many {# ruchów} other {# ruchu}}";
    expect([1, 3, 5].map((n) => fill(polish, { n }, "pl"))).toEqual([
      "1 ruch",
      "3 ruchy",
      "5 ruchów",
    ]);
    expect(fill("{n, plural, other {#局}}", { n: 1 }, "zh")).toBe("1局");
    expect(fill(seats, {}, "en")).toBe(seats);
  });
});

describe("plurals", () => {
  it("have all forms that their language tells apart", async () => {
    const check = (tag: string, key: string, text: string) => {
      const rules = new Intl.PluralRules(tag);
      const needed = new Set(Array.from({ length: 200 }, (_, n) => rules.select(n)));
      for (const forms of formsOf(text)) {
        expect(forms, `${tag} ${key}`).toContain("other");
        for (const form of needed) expect(forms, `${tag} ${key}`).toContain(form);
      }
    };
    for (const key of KEYS) {
      check("en", key, STRINGS[key].en);
      check("zh", key, STRINGS[key].zh);
    }
    for (const tag of LANGUAGES.slice(2)) {
      const texts = await translation(tag);
      for (const key of KEYS) check(tag, key, texts[key]);
    }
  });

  it("are never a number before a noun that stays the same", () => {
    for (const key of KEYS) expect(t(key, { count: 1 }), key).not.toMatch(/\b1 \w+s\b/);
  });
});

describe("further languages", () => {
  it("are the files of their folder", () => {
    const files = readdirSync(FOLDER).map((name) => name.replace(/\.ts$/, ""));
    expect(files.length).toBeGreaterThan(0);
    expect(LANGUAGES).toEqual(["zh", "en", ...files.sort()]);
    for (const tag of files) expect(Intl.getCanonicalLocales(tag)).toEqual([tag]);
  });

  it("have every text, none too many, with the same placeholders", async () => {
    for (const tag of LANGUAGES.slice(2)) {
      const texts: Readonly<Record<string, string>> = await translation(tag);
      expect(Object.keys(texts).sort(), tag).toEqual([...KEYS].sort());
      for (const key of KEYS) {
        expect(texts[key]?.trim(), `${tag} ${key}`).not.toBe("");
        expect(places(texts[key] ?? ""), `${tag} ${key}`).toEqual(places(STRINGS[key].en));
      }
    }
  });

  it("are translated: few texts are those of English", async () => {
    for (const tag of LANGUAGES.slice(2)) {
      const texts = await translation(tag);
      const same = KEYS.filter((key) => texts[key] === STRINGS[key].en);
      expect(same.length, `${tag}: ${same}`).toBeLessThan(12);
    }
  });
});

describe("the language", () => {
  beforeEach(async () => {
    await setLanguage("en");
  });

  it("is named in itself", () => {
    expect(LANGUAGES.map(languageName)).toEqual(["中文", "English", "Español"]);
  });

  it("changes when its texts are there, and is kept", async () => {
    const change = setLanguage("es");
    expect([language(), t("help")]).toEqual(["en", "Help"]);
    await change;
    expect([language(), t("help"), localStorage.getItem("fangqi.language")]).toEqual([
      "es",
      "Ayuda",
      "es",
    ]);
    expect(t("seats_of_map", { count: 1 })).toBe("1 asiento");
    expect([document.documentElement.lang, document.documentElement.dir]).toEqual(["es", "ltr"]);
    await setLanguage("zh");
    expect([document.documentElement.lang, t("help")]).toEqual(["zh-Hans", "帮助"]);
  });

  it("that was asked for last is shown, whichever is there first", async () => {
    const [slow, fast] = [setLanguage("es"), setLanguage("zh")];
    await Promise.all([slow, fast]);
    expect([language(), localStorage.getItem("fangqi.language")]).toEqual(["zh", "zh"]);
  });

  it("of texts in Chinese and English only is English for all others", async () => {
    const text = { zh: "象棋", en: "Xiangqi" };
    const shown: string[] = [];
    for (const tag of LANGUAGES) {
      await setLanguage(tag);
      shown.push(`${textLanguage()} ${local(text)}`);
    }
    expect(shown).toEqual(["zh 象棋", "en Xiangqi", "en Xiangqi"]);
    expect(local({ zh: "象棋", en: "" })).toBe("象棋");
  });

  it.each([
    ["es-MX", "es"],
    ["zh-TW", "zh"],
    ["en-GB", "en"],
    ["fi", "en"],
  ])("of a browser in %s is %s on the first visit, until one is chosen", async (tag, expected) => {
    localStorage.clear();
    vi.stubGlobal("navigator", { language: tag, languages: [tag] });
    vi.resetModules();
    const fresh = await import("../src/i18n/language");
    await fresh.beginLanguage();
    expect([fresh.language(), document.documentElement.lang.slice(0, 2)]).toEqual([
      expected,
      expected,
    ]);
    expect(localStorage.getItem("fangqi.language")).toBeNull();
    localStorage.setItem("fangqi.language", "zh");
    vi.resetModules();
    const later = await import("../src/i18n/language");
    await later.beginLanguage();
    expect(later.language()).toBe("zh");
    vi.unstubAllGlobals();
  });
});
