/** Shader text shared by the materials: noise, wood grain and colours. */
export const WOOD_GLSL = /* glsl */ `
float hash31(vec3 p) {
  p = fract(p * 0.3183099 + vec3(0.71, 0.113, 0.419));
  p *= 17.0;
  return fract(p.x * p.y * p.z * (p.x + p.y + p.z));
}
float noise3(vec3 p) {
  vec3 i = floor(p);
  vec3 f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  return mix(
    mix(mix(hash31(i), hash31(i + vec3(1, 0, 0)), f.x),
        mix(hash31(i + vec3(0, 1, 0)), hash31(i + vec3(1, 1, 0)), f.x), f.y),
    mix(mix(hash31(i + vec3(0, 0, 1)), hash31(i + vec3(1, 0, 1)), f.x),
        mix(hash31(i + vec3(0, 1, 1)), hash31(i + vec3(1, 1, 1)), f.x), f.y), f.z);
}
// How much a colour is one of wood: warm hue, some but not full saturation, not black.
float woodiness(vec3 c) {
  float hi = max(c.r, max(c.g, c.b));
  float lo = min(c.r, min(c.g, c.b));
  float sat = (hi - lo) / max(hi, 1e-4);
  float hue = (c.g - c.b) / max(hi - lo, 1e-4);
  float warm = step(c.g, c.r) * step(c.b, c.g) * smoothstep(0.12, 0.34, hue) * (1.0 - smoothstep(0.86, 0.97, hue));
  return warm * smoothstep(0.12, 0.3, sat) * smoothstep(0.01, 0.05, hi);
}
// Grain of a plank along x at p: growth rings (x) and fibres (y), both about 0 to 1.
vec2 grain(vec3 p) {
  float warp = noise3(p * vec3(0.11, 0.5, 0.5)) * 3.2 + noise3(p * vec3(0.5, 1.6, 1.6)) * 0.5;
  float ring = p.z * 0.9 + p.y * 0.9 + warp;
  float saw = fract(ring * 2.3);
  float rings = smoothstep(0.0, 0.8, saw) * (1.0 - smoothstep(0.84, 1.0, saw));
  float fibre = noise3(vec3(p.x * 0.9, p.y * 26.0, p.z * 26.0));
  float pore = noise3(vec3(p.x * 3.5, p.y * 80.0, p.z * 80.0));
  return vec2(rings, 0.55 * fibre + 0.45 * pore);
}
vec3 woodColour(vec3 base, vec3 p, float strength) {
  vec2 g = grain(p);
  float broad = noise3(p * vec3(0.22, 0.8, 0.8));
  float tone = 1.0 + strength * ((broad - 0.5) * 0.2 - (g.x - 0.35) * 0.17 - (g.y - 0.5) * 0.24);
  vec3 c = base * tone;
  // Late wood is not only darker but redder.
  return mix(c, c * vec3(1.03, 0.95, 0.88), strength * g.x * 0.5);
}
vec3 stoneColour(vec3 base, vec3 p) {
  float n = noise3(p * 2.3) * 0.6 + noise3(p * 11.0) * 0.3 + noise3(p * 40.0) * 0.1;
  return base * (0.93 + 0.14 * n);
}
vec3 surfaceColour(vec3 base, vec3 p) {
  float w = woodiness(base);
  return mix(stoneColour(base, p), woodColour(base, p, 1.0), w);
}
`;
