import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** The names of a text's placeholders, sorted: those of plurals, too. */
export const places = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)(?=\}|, plural,)/g)].map(([, name]) => name as string).sort();

/** The categories that a text's plurals tell apart, in their order; none where it has no plural. */
export const formsOf = (text: string): string[][] =>
  [...text.matchAll(/\{\w+, plural,((?: \w+ \{[^{}]*\})+)\}/g)].map(([, forms]) =>
    [...(forms as string).matchAll(/ (\w+) \{/g)].map(([, name]) => name as string),
  );

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return ["tests", "translations"].includes(entry.name) ? [] : sources(path);
    return /\.tsx?$/.test(path) ? [readFileSync(path, "utf8")] : [];
  });
}

/** Chinese characters and the punctuation between them; ASCII there is half as wide as they are. */
const HALF_WIDTH = /\p{Script=Han}[,;:!?]|[,;:!?]\p{Script=Han}|\p{Script=Han}\.(?!\w)/u;

/** Tests a table of texts, and that the sources of a folder use all of them. */
export function describeTexts(
  table: Readonly<Record<string, { zh: string; en: string }>>,
  folder: string,
): void {
  describe("texts", () => {
    it("exist in both languages, with the same placeholders", () => {
      for (const [key, { zh, en }] of Object.entries(table)) {
        expect(zh.trim(), key).not.toBe("");
        expect(en.trim(), key).not.toBe("");
        expect(places(zh), key).toEqual(places(en));
      }
    });

    it("are written in their language", () => {
      for (const [key, { zh, en }] of Object.entries(table)) {
        expect(zh, key).toMatch(/\p{Script=Han}/u);
        expect(en, key).not.toMatch(/\p{Script=Han}/u);
      }
    });

    it("say 你 in Chinese, and use its punctuation", () => {
      for (const [key, { zh }] of Object.entries(table)) {
        expect(zh, key).not.toContain("您");
        expect(zh, key).not.toMatch(HALF_WIDTH);
      }
    });

    it("are all used", () => {
      const code = sources(folder).join("\n");
      const unused = Object.keys(table).filter(
        (key) => !new RegExp(`["']${key}["']`).test(code.replace(/^ {2}\w+: \{.*$/gm, "")),
      );
      expect(unused).toEqual([]);
    });
  });
}
