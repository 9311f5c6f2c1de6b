import type { SpaceView } from "../../wire.generated";
import { mixColour, type Sky } from "./sky";

/** What a map wishes of its sky. */
export interface SkySettings {
  /** One of the ten presets; 0 is the usual sky. */
  preset: number;
  /** Colours by what they are of (1 top, 2 horizon, 3 light) and from which hour on they hold. */
  colours: readonly { of: number; from: number; colour: number }[];
  /** Where mist lies. */
  fog: readonly FogArea[];
}

/** A mist: everywhere, or around a place as far east and north as is said. */
export interface FogArea {
  x: number;
  z: number;
  radius: readonly [number, number] | null;
}

/** No wish at all. */
export const DEFAULT_SKY: SkySettings = { preset: 0, colours: [], fog: [] };

/** `SetSkyBoxColor` among the values of a sky. */
const COLOUR = 1;
/** How far a mist of scale 1 lies about its place, in blocks; it ends at twice as far. */
const FOG_RADIUS = 48;

/** Whether an effect over the map is a mist. */
export const isFog = (path: string): boolean => /fog/i.test(path);

/** Presets 1 to 9: what top and horizon are mixed with, how much, and how bright it is. */
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

/** A colour as scripts write it: `#rrggbb`, `0xrrggbb`, or a number; null for all else. */
export function parseScriptColour(text: string): number | null {
  const hex = /^(?:#|0x)([0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (hex !== undefined) return Number.parseInt(hex, 16);
  const number = /^\d{1,8}$/.test(text.trim()) ? Number(text) : NaN;
  return number <= 0xffffff ? number : null;
}

/** What the server's view of a space wishes. */
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

/** How thick the mist is above a place, 0 to 1. */
export function fogDensityAt({ fog }: SkySettings, x: number, z: number): number {
  const thick = fog.map((area) => {
    if (!area.radius) return 1;
    const [east, north] = area.radius;
    const far = Math.hypot((x - area.x) / (east || 1e-9), (z - area.z) / (north || 1e-9));
    return Math.max(0, Math.min(1, 2 - far));
  });
  return Math.max(0, ...thick);
}

/** A sky at an hour as a map wishes it. */
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

/** The colour of a part of the sky at an hour: the last that holds by then. */
function colourAt(settings: SkySettings, of: number, hour: number): number | null {
  const own = settings.colours.filter((colour) => colour.of === of && colour.from <= hour);
  return own.sort((a, b) => b.from - a.from)[0]?.colour ?? null;
}
