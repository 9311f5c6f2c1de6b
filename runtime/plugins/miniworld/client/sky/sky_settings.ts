import type { SpaceView } from "../wire.generated";
import { mixColour, type Sky } from "./sky";

/** The sky as a map's scripts set it. */
export interface SkySettings {
  /** One of ten presets; 0 is the normal sky. */
  preset: number;
  /**
   * Colours that replace those of the sky: of the zenith (1), the horizon (2) or the sunlight (3),
   * each from an hour on.
   */
  colours: readonly { of: number; from: number; colour: number }[];
  /** Areas of fog. */
  fog: readonly FogArea[];
}

/**
 * An area of fog: everywhere if `radius` is null, else around a point, with radii to the east and
 * to the north.
 */
export interface FogArea {
  x: number;
  z: number;
  radius: readonly [number, number] | null;
}

/** The sky of a map that sets nothing. */
export const DEFAULT_SKY: SkySettings = { preset: 0, colours: [], fog: [] };

/** The kind of a sky value that `SetSkyBoxColor` sets. */
const COLOUR = 1;
/** Radius of a fog area of scale 1, in blocks. The fog ends at twice the radius. */
const FOG_RADIUS = 48;

/** `WEATHERSTATUS`: rain and thunderstorm. */
const RAIN = new Set([2, 3]);

/** Whether it rains. */
export const isRainy = ({ weather }: SpaceView): boolean => RAIN.has(weather);

/** Whether a global effect is fog, by its path. */
export const isFog = (path: string): boolean => /fog/i.test(path);

/**
 * Presets 1 to 9: the colours mixed into zenith and horizon, their share, and the factor of
 * brightness.
 */
const PRESETS: readonly { top: number; horizon: number; share: number; bright: number }[] = [
  { top: 0x2f86f0, horizon: 0xe6f4ff, share: 0.7, bright: 1.05 },
  { top: 0x4a4f9c, horizon: 0xf39a66, share: 0.75, bright: 0.8 },
  { top: 0x0d0a2a, horizon: 0x3a2358, share: 0.85, bright: 0.45 },
  { top: 0x7d868e, horizon: 0xb4babf, share: 0.85, bright: 0.75 },
  { top: 0x2c6b4f, horizon: 0xb8e07a, share: 0.7, bright: 0.85 },
  { top: 0x8a3b22, horizon: 0xe8a05c, share: 0.75, bright: 0.9 },
  { top: 0x06324f, horizon: 0x1f7f8f, share: 0.8, bright: 0.7 },
  { top: 0xb06bb8, horizon: 0xffd3e4, share: 0.7, bright: 1 },
  { top: 0xb98a2a, horizon: 0xfff0b8, share: 0.7, bright: 1.05 },
];

/**
 * Parses a colour of a script: `#rrggbb`, `0xrrggbb` or a decimal number; null for anything else.
 */
export function parseScriptColour(text: string): number | null {
  const hex = /^(?:#|0x)([0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (hex !== undefined) return Number.parseInt(hex, 16);
  const number = /^\d{1,8}$/.test(text.trim()) ? Number(text) : NaN;
  return number <= 0xffffff ? number : null;
}

/** The settings in the server's view of a space. */
export function skySettingsOf(space: SpaceView | null): SkySettings {
  if (!space) return DEFAULT_SKY;
  const colours = space.sky_values.flatMap(([kind, from, of, text]) => {
    const colour = parseScriptColour(text);
    return kind === COLOUR && colour !== null ? [{ of, from, colour }] : [];
  });
  const fog = space.global.filter(({ path }) => isFog(path)).map(fogAreaOf);
  return { preset: space.sky, colours, fog };
}

function fogAreaOf({ pos: [x, y, z], scale }: SpaceView["global"][number]): FogArea {
  const usual = [x, y, z].every((axis) => axis === 0) && scale.every((by) => by === 1);
  return {
    x,
    z,
    radius: usual ? null : [FOG_RADIUS * Math.abs(scale[0]), FOG_RADIUS * Math.abs(scale[2])],
  };
}

/** Density of the fog at x and z, 0 to 1. */
export function fogDensityAt({ fog }: SkySettings, x: number, z: number): number {
  const thick = fog.map((area) => {
    if (!area.radius) return 1;
    const [east, north] = area.radius;
    const far = Math.hypot((x - area.x) / (east || 1e-9), (z - area.z) / (north || 1e-9));
    return Math.max(0, Math.min(1, 2 - far));
  });
  return Math.max(0, ...thick);
}

/** Applies a map's settings to the sky at an hour. */
export function applySkySettings(sky: Sky, settings: SkySettings, hour: number): Sky {
  const preset = PRESETS[settings.preset - 1];
  const plain = preset
    ? {
        ...sky,
        top: mixColour(sky.top, preset.top, preset.share),
        horizon: mixColour(sky.horizon, preset.horizon, preset.share),
        sunStrength: sky.sunStrength * preset.bright,
        ambientStrength: sky.ambientStrength * preset.bright,
      }
    : sky;
  const set = (of: number, usual: number) => colourAt(settings, of, hour) ?? usual;
  return {
    ...plain,
    top: set(1, plain.top),
    horizon: set(2, plain.horizon),
    sunColour: set(3, plain.sunColour),
  };
}

/** The colour set for a part of the sky at an hour: the one with the latest start by then. */
function colourAt(settings: SkySettings, of: number, hour: number): number | null {
  const own = settings.colours.filter((colour) => colour.of === of && colour.from <= hour);
  return own.sort((a, b) => b.from - a.from)[0]?.colour ?? null;
}
