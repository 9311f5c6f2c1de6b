import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import ART from "../card_art";

const STRINGS = join(import.meta.dirname, "../../../../../scripts/maps/cards/doudizhu/strings");

/** The texts of the map in a language, by key. */
function texts(language: string): Map<string, string> {
  const source = readFileSync(join(STRINGS, `${language}.toml`), "utf8");
  const lines = [...source.matchAll(/^(\w+) = "(.*)"$/gm)];
  return new Map(lines.map(([, key = "", text = ""]) => [key, text.replace("{side}", "South")]));
}

describe("large words of Dou Dizhu", () => {
  it.each(["zh", "en"])("come with what they call out (%s)", (language) => {
    const words = [...texts(language)].filter(([key]) => key.startsWith("big_"));
    const motions = words.map(([key, word]) => [key, ART.drama?.(word)?.motion]);
    expect(Object.fromEntries(motions)).toEqual({
      big_bomb: "burst",
      big_rocket: "rise",
      big_aircraft: "cross",
      big_left_1: "pulse",
      big_left_2: "pulse",
      big_spring: "drift",
      big_counter_spring: "drift",
    });
    expect(ART.drama?.("顺子")).toBeNull();
  });

  it("tell landlord, farmers and those without a part apart by what is written beside a seat", () => {
    const zh = texts("zh");
    const drawn = [zh.get("role_landlord"), zh.get("role_farmer"), ""].map((role) =>
      ART.portrait?.({ title: "", badge: `${role} · 0 分` }),
    );
    expect(new Set(drawn).size).toBe(3);
    expect(drawn).not.toContain(undefined);
  });
});
