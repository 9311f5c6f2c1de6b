import {
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  RepeatWrapping,
  RGFormat,
  UnsignedByteType,
  type IUniform,
  type Texture,
} from "three";
import { anisotropy } from "./quality";

/** Edge of the grain texture in pixels. It tiles. */
const EDGE = 256;

/** A pseudo-random number in 0 … 1 for a lattice point. */
function lattice(x: number, y: number, seed: number): number {
  let n = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 2147483647);
  n = Math.imul(n ^ (n >>> 13), 1274126177);
  return ((n ^ (n >>> 16)) >>> 0) / 2 ** 32;
}

/** Tiling value noise on the unit square, with `nx` by `ny` lattice cells. */
export function tiledNoise(u: number, v: number, nx: number, ny: number, seed: number): number {
  const [x, y] = [u * nx, v * ny];
  const [ix, iy] = [Math.floor(x), Math.floor(y)];
  const smooth = (t: number) => t * t * (3 - 2 * t);
  const [fx, fy] = [smooth(x - ix), smooth(y - iy)];
  const at = (dx: number, dy: number) =>
    lattice((((ix + dx) % nx) + nx) % nx, (((iy + dy) % ny) + ny) % ny, seed);
  const low = at(0, 0) + (at(1, 0) - at(0, 0)) * fx;
  const high = at(0, 1) + (at(1, 1) - at(0, 1)) * fx;
  return low + (high - low) * fy;
}

/** Darkness of growth rings: rises slowly through a year's growth and ends sharply. */
function ring(u: number, v: number): number {
  const warp = 2.1 * tiledNoise(u, v, 2, 3, 1) + 0.5 * tiledNoise(u, v, 5, 9, 2);
  const year = v * 9 + warp;
  const t = year - Math.floor(year);
  const rise = Math.min(1, t / 0.8);
  return t < 0.86 ? rise * rise : Math.max(0, (1 - t) / 0.14);
}

function fibre(u: number, v: number): number {
  return (
    0.5 * tiledNoise(u, v, 5, 64, 3) +
    0.34 * tiledNoise(u, v, 9, 128, 4) +
    0.16 * tiledNoise(u, v, 64, 128, 5)
  );
}

let texture: DataTexture | null = null;

/** The texture of wood grain along u: rings in red, fibres in green. Computed once. */
export function grainTexture(): Texture {
  if (texture) return texture;
  const data = new Uint8Array(EDGE * EDGE * 2);
  for (let y = 0; y < EDGE; y++)
    for (let x = 0; x < EDGE; x++) {
      const [u, v] = [x / EDGE, y / EDGE];
      data.set([ring(u, v) * 255, fibre(u, v) * 255], 2 * (x + EDGE * y));
    }
  texture = new DataTexture(data, EDGE, EDGE, RGFormat, UnsignedByteType);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.magFilter = LinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = anisotropy();
  texture.needsUpdate = true;
  return texture;
}

/** Binds the texture that `WOOD_GLSL` reads. */
export function bindWood(shader: { uniforms: Record<string, IUniform> }): void {
  shader.uniforms["grainMap"] = { value: grainTexture() };
}

/** GLSL shared by materials: grain and colours of wood and other surfaces. */
export const WOOD_GLSL = /* glsl */ `
uniform sampler2D grainMap;
float hash21(vec2 p) {
  p = fract(p * vec2(0.3183099, 0.3678794) + vec2(0.71, 0.113));
  p += dot(p, p.yx + 19.19);
  return fract(p.x * p.y * 91.7);
}
// How much a colour looks like wood: a warm hue, medium saturation, not black.
float woodiness(vec3 c) {
  float hi = max(c.r, max(c.g, c.b));
  float lo = min(c.r, min(c.g, c.b));
  float sat = (hi - lo) / max(hi, 1e-4);
  float hue = (c.g - c.b) / max(hi - lo, 1e-4);
  float warm = step(c.g, c.r) * step(c.b, c.g);
  warm *= smoothstep(0.12, 0.3, hue) * (1.0 - smoothstep(0.86, 0.97, hue));
  return warm * smoothstep(0.27, 0.42, sat) * smoothstep(0.005, 0.03, hi);
}
#ifdef LOW
// In software one texture read serves both wood and stone.
vec3 grained(vec3 base, vec2 p, float strength, float wood) {
  vec2 grain = texture2D(grainMap, p * mix(vec2(0.9, 0.1), vec2(0.07, 0.21), wood) + 0.37).rg;
  float tone = 1.0 - strength * ((grain.r - 0.3) * 0.18 * wood + (0.5 - grain.g) * mix(0.2, 0.5, wood));
  return base * mix(vec3(tone), vec3(tone, tone * 0.985, tone * 0.965), wood);
}
vec3 woodColour(vec3 base, vec2 p, float strength) {
  return grained(base, p, strength, 1.0);
}
vec3 surfaceColour(vec3 base, vec2 p, float strength) {
  return grained(base, p, strength, woodiness(base));
}
#else
// The colour of a plank along p.x; p is in blocks.
vec3 woodColour(vec3 base, vec2 p, float strength) {
  float rings = texture2D(grainMap, p * vec2(0.045, 0.14) + 0.37).r;
  float fine = texture2D(grainMap, p * vec2(0.16, 0.52)).g;
  float broad = texture2D(grainMap, p * vec2(0.013, 0.041) + 0.11).g;
  float tone = 1.0 + strength * ((broad - 0.5) * 0.5 - (rings - 0.3) * 0.2 - (0.5 - fine) * 0.42);
  vec3 c = base * tone;
  // Late wood is not only darker but redder.
  return mix(c, c * vec3(1.03, 0.95, 0.87), strength * rings * 0.6);
}
vec3 stoneColour(vec3 base, vec2 p) {
  // Crossed fibres have no direction, as in stone.
  float n = texture2D(grainMap, p * vec2(0.6, 0.07)).g * texture2D(grainMap, p.yx * vec2(0.55, 0.06)).g;
  float fine = texture2D(grainMap, p * vec2(2.9, 0.3)).g * texture2D(grainMap, p.yx * vec2(2.7, 0.3)).g;
  return base * (0.86 + 0.36 * n + 0.2 * fine);
}
vec3 surfaceColour(vec3 base, vec2 p, float strength) {
  return mix(stoneColour(base, p), woodColour(base, p, strength), woodiness(base));
}
#endif
`;
