/**
 * A hash of two numbers as a number in 0 … 1. The same numbers always give the same result, so
 * things that look random stay as they are; `use` tells different decisions about one thing apart.
 */
export function hashUnit(of: number, use: number): number {
  let n = Math.imul(of ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(use + 1, 0xc2b2ae35);
  n = Math.imul(n ^ (n >>> 15), 0x27d4eb2f);
  return ((n ^ (n >>> 13)) >>> 0) / 2 ** 32;
}

/** A colour of hue, saturation and lightness in 0 … 1, as 0xrrggbb. */
export function hsl(hue: number, saturation: number, lightness: number): number {
  const a = saturation * Math.min(lightness, 1 - lightness);
  const channel = (n: number) => {
    const k = (n + hue * 12) % 12;
    return Math.round(255 * (lightness - a * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return (channel(0) << 16) | (channel(8) << 8) | channel(4);
}

/** A colour made darker (below 1) or lighter (above 1). */
export function shade(colour: number, by: number): number {
  const channel = (shift: number) =>
    Math.max(0, Math.min(255, Math.round(((colour >> shift) & 255) * by))) << shift;
  return channel(16) | channel(8) | channel(0);
}

/** A colour as CSS writes it. */
export const cssColour = (colour: number): string => `#${colour.toString(16).padStart(6, "0")}`;

/** A colour for an item, creature or effect of which only the number is known. */
export const colourOfId = (id: number): number =>
  hsl(hashUnit(id, 3), 0.42 + 0.2 * hashUnit(id, 4), 0.55);

/** Colours of teams 1 to 6. */
const TEAMS = [0xc8473a, 0x3a6fc8, 0x3f9a4c, 0xd9ae2f, 0xd97a2c, 0x8a4bb8];

/** The colour of a team; null for players without a team. */
export const teamColour = (team: number): number | null => TEAMS[team - 1] ?? null;
