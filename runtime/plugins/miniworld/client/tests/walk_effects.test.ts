import { describe, expect, it } from "vitest";
import { ease } from "../drawing/easing";
import { SteeringSender, RESEND_MS } from "../player/steering_sender";
import { skyAt } from "../sky/sky";
import {
  fogDensityAt,
  parseScriptColour,
  DEFAULT_SKY,
  applySkySettings,
  skySettingsOf,
} from "../sky/sky_settings";
import { screenEffectsOf } from "../hud/screen_effects";
import { space } from "./spaces";

describe("easing", () => {
  it("begins at 0 and ends at 1 for every kind", () => {
    for (let kind = 1; kind <= 19; kind++) {
      expect(ease(kind, 0)).toBeCloseTo(0, 2);
      expect(ease(kind, 1)).toBeCloseTo(1, 9);
    }
    expect(ease(0, 0.1)).toBe(1);
    expect(ease(1, 0.3)).toBe(0.3);
    expect(ease(99, 0.3)).toBe(0.3);
  });

  it("is slow where its name says so", () => {
    // QuadIn, QuadOut, QuadInOut.
    expect(ease(2, 0.5)).toBeCloseTo(0.25, 9);
    expect(ease(3, 0.5)).toBeCloseTo(0.75, 9);
    expect(ease(4, 0.25)).toBeCloseTo(0.125, 9);
    for (let kind = 2; kind <= 17; kind += 3) {
      for (const part of [0.2, 0.5, 0.8]) {
        // The out-curve is the in-curve backwards; the in-out-curve consists of both halves.
        expect(ease(kind + 1, part)).toBeCloseTo(1 - ease(kind, 1 - part), 9);
        expect(ease(kind + 2, part / 2)).toBeCloseTo(ease(kind, part) / 2, 9);
      }
    }
    // Back overshoots below 0 at the start; a bounce does not.
    expect(ease(14, 0.3)).toBeLessThan(0);
    expect(ease(18, 0.9)).toBeGreaterThan(0.9);
  });
});

describe("sky settings", () => {
  it("change nothing by default", () => {
    const sky = skyAt(12);
    expect(applySkySettings(sky, DEFAULT_SKY, 12)).toEqual(sky);
    expect(applySkySettings(sky, skySettingsOf(space({})), 12)).toEqual(sky);
    expect(skySettingsOf(null)).toBe(DEFAULT_SKY);
  });

  it("have the colours of scripts, from their hours on", () => {
    const wish = skySettingsOf(
      space({
        sky_values: [
          [1, 0, 1, "#ff0000"],
          [1, 18, 1, "0x0000ff"],
          [1, 0, 2, "65280"],
          [2, 0, 1, "#123456"],
          [1, 0, 3, "no colour"],
        ],
        global: [{ path: "particles/Fog.ent", pos: [0, 0, 0], scale: [1, 1, 1] }],
      }),
    );
    expect([fogDensityAt(wish, 0, 0), fogDensityAt(wish, 500, -900)]).toEqual([1, 1]);
    const [noon, night] = [12, 20].map((hour) => applySkySettings(skyAt(hour), wish, hour));
    expect([noon?.top, noon?.horizon]).toEqual([0xff0000, 0x00ff00]);
    expect([night?.top, night?.horizon]).toEqual([0x0000ff, 0x00ff00]);
    expect(noon?.sunColour).toBe(skyAt(12).sunColour);
    expect([
      parseScriptColour("#fff"),
      parseScriptColour("99999999"),
      parseScriptColour("0XABCDEF"),
    ]).toEqual([null, null, 0xabcdef]);
  });

  it("differ between presets", () => {
    const tops = Array.from({ length: 10 }, (_, sky) =>
      applySkySettings(skyAt(12), skySettingsOf(space({ sky })), 12),
    );
    expect(new Set(tops.map(({ top }) => top)).size).toBe(10);
  });
});

describe("screen effects", () => {
  it("are those with a picture, faster with their speed", () => {
    const veils = screenEffectsOf([
      [1, 2, true],
      [3, 1, false],
      [9, 1, true],
    ]);
    expect(veils).toEqual([
      { name: "speed", seconds: 0.3, loops: true },
      { name: "fog", seconds: 12, loops: false },
    ]);
  });
});

describe("steering", () => {
  it("is sent when it changes, and again while it lasts", () => {
    const told: string[] = [];
    const steering = new SteeringSender((ahead, aside) => told.push(`${ahead} ${aside}`));
    steering.update(0, 0, 0);
    for (let now = 0; now <= 2 * RESEND_MS; now += 50) steering.update(1, 0, now);
    steering.update(0, 0, 2 * RESEND_MS + 10);
    steering.update(0, 0, 9 * RESEND_MS);
    expect(told).toEqual(["1 0", "1 0", "1 0", "0 0"]);
  });
});
