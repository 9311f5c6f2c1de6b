import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "tests" ? [] : sources(path);
    return /\.tsx?$/.test(path) ? [readFileSync(path, "utf8")] : [];
  });
}

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
        if (key === "language") continue;
        expect(zh, key).toMatch(/\p{Script=Han}/u);
        expect(en, key).not.toMatch(/\p{Script=Han}/u);
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
