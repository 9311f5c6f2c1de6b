import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pointsOf, type Drawing } from "@page/cards/drawing";
import { emblemOf, NAMES } from "../emblems";
import { portraitOf } from "../portraits";
import { GENERALS } from "../traits";

const PACKAGES = join(import.meta.dirname, "../../../../../scripts/maps/cards/sanguosha/packages");
const SOURCES = readdirSync(PACKAGES)
  .filter((file) => file.endsWith(".lua"))
  .map((file) => readFileSync(join(PACKAGES, file), "utf8"))
  .join("\n");

/** The Chinese name of an id, as the packages translate it. */
const called = (id: string): string | undefined =>
  [...SOURCES.matchAll(new RegExp(`\\["${id}"\\] = "([^"]+)"`, "g"))]
    .map(([, name = ""]) => name)
    .find((name) => /[\u4e00-\u9fff]/.test(name));

const GENERAL_IDS = [
  ...SOURCES.matchAll(/(?:sgs\.General\(\s*\w+,|create_face\()\s*"(\w+)\$?"/g),
].map(([, id = ""]) => id);

/** What would be drawn, without the seal. */
const shapes = ({ parts }: Drawing): string => JSON.stringify(parts);

describe("portraits", () => {
  it("are there for every general of the packages, and for no one else", () => {
    const names = GENERAL_IDS.map((id) => called(id) ?? id);
    expect(names).toHaveLength(88);
    expect([...GENERALS.keys()].sort()).toEqual(names.sort());
    expect(portraitOf("一号位")).toBeNull();
  });

  it("are all different, also without their seals", () => {
    const drawn = [...GENERALS.keys()].map((name) => shapes(portraitOf(name) as Drawing));
    expect(new Set(drawn).size).toBe(GENERALS.size);
  });

  it("bear one character of the general's name in their seal", () => {
    for (const [name, { seal }] of GENERALS) {
      expect([...seal]).toHaveLength(1);
      // The Sleeping Dragon's seal is not that of the young Zhuge Liang.
      expect([name, name.includes(seal)]).toEqual([name, true]);
    }
  });

  it("are of known traits only, in whole numbers of coordinates", () => {
    for (const name of GENERALS.keys()) {
      for (const { path, fill, stroke } of (portraitOf(name) as Drawing).parts) {
        expect([name, path.includes("undefined") || path.includes("NaN")]).toEqual([name, false]);
        expect(fill ?? stroke).toMatch(/^#[0-9a-f]{6}$/);
      }
    }
  });
});

describe("emblems", () => {
  it("are those of cards that the packages name", () => {
    for (const name of NAMES) expect([name, SOURCES.includes(`"${name}"`)]).toEqual([name, true]);
  });

  it("keep within their square", () => {
    for (const name of NAMES) {
      const points = (emblemOf(name) as Drawing).parts.flatMap(({ path }) => pointsOf(path));
      const far = Math.max(...points.flat().map((value) => Math.abs(value - 50)));
      expect([name, far <= 52]).toEqual([name, true]);
    }
  });

  it("are all different", () => {
    const drawn = NAMES.map((name) => shapes(emblemOf(name) as Drawing));
    expect(new Set(drawn).size).toBe(NAMES.length);
    expect(emblemOf("牌背")).toBeNull();
  });
});
