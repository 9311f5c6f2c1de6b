import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fill } from "../src/i18n/language";
import { STRINGS } from "../src/i18n/strings";
import { WALK_STRINGS } from "../src/walk/strings";

const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.tsx?$/.test(path) ? [readFileSync(path, "utf8")] : [];
  });
}

const TEXTS: Record<string, { zh: string; en: string }> = { ...STRINGS, ...WALK_STRINGS };

describe("texts", () => {
  it("exist in both languages, with the same placeholders", () => {
    for (const [key, { zh, en }] of Object.entries(TEXTS)) {
      expect(zh.trim(), key).not.toBe("");
      expect(en.trim(), key).not.toBe("");
      expect(places(zh), key).toEqual(places(en));
    }
  });

  it("are written in their language", () => {
    for (const [key, { zh, en }] of Object.entries(TEXTS)) {
      if (key === "language") continue;
      expect(zh, key).toMatch(/\p{Script=Han}/u);
      expect(en, key).not.toMatch(/\p{Script=Han}/u);
    }
  });

  it("are all used", () => {
    const folder = join(import.meta.dirname, "../src");
    const code = sources(folder).join("\n");
    const unused = Object.keys(TEXTS).filter(
      (key) => !new RegExp(`["']${key}["']`).test(code.replace(/^ {2}\w+: \{.*$/gm, "")),
    );
    expect(unused).toEqual([]);
  });

  it("replace placeholders, and keep those without a value", () => {
    expect(fill("{a} of {b}", { a: 1, b: "x" })).toBe("1 of x");
    expect(fill("{a} of {b}", { a: 1 })).toBe("1 of {b}");
  });
});
