/** Radius of a hollow, in blocks. */
export const HOLLOW_RADIUS = 0.72;

/**
 * GLSL for line tiles: `engraved()` computes the colour from the bits in `vSlot.x`, those of hexagons
 * in `vSlot.y` and the edge of the tile in `vSlot.z`.
 */
export const LINES_GLSL = /* glsl */ `
float has(float bit) {
  return mod(floor((vSlot.x + 0.5) / bit), 2.0);
}
float hasHex(float bit) {
  return mod(floor((vSlot.y + 0.5) / bit), 2.0);
}
// Distance to the segment from a to b; large if the segment is absent.
float stretch(vec2 p, vec2 a, vec2 b, float present) {
  vec2 ab = b - a;
  float t = clamp(dot(p - a, ab) / dot(ab, ab), 0.0, 1.0);
  return distance(p, a + ab * t) + (1.0 - present) * 9.0;
}
// A corner tick in the quadrant with signs q, if both its lines are present.
float tick(vec2 p, vec2 q, float present) {
  p *= q;
  return min(stretch(p, vec2(0.085), vec2(0.085, 0.235), present),
             stretch(p, vec2(0.085), vec2(0.235, 0.085), present));
}
float thick(vec2 p) {
  vec2 o = vec2(0.0);
  float d = stretch(p, o, vec2(0.0, 0.55), has(1.0));
  d = min(d, stretch(p, o, vec2(0.0, -0.55), has(2.0)));
  d = min(d, stretch(p, o, vec2(0.55, 0.0), has(4.0)));
  return min(d, stretch(p, o, vec2(-0.55, 0.0), has(8.0)));
}
float thin(vec2 p) {
  vec2 o = vec2(0.0);
  float d = abs(max(abs(p.x), abs(p.y)) - 0.5) + (1.0 - has(1024.0)) * 9.0;
  d = min(d, stretch(p, o, vec2(-0.55, 0.55), has(16.0)));
  d = min(d, stretch(p, o, vec2(0.55, 0.55), has(32.0)));
  d = min(d, stretch(p, o, vec2(-0.55, -0.55), has(64.0)));
  d = min(d, stretch(p, o, vec2(0.55, -0.55), has(128.0)));
  float c = has(256.0);
  d = min(d, tick(p, vec2(1.0, 1.0), c * has(1.0) * has(4.0)));
  d = min(d, tick(p, vec2(-1.0, 1.0), c * has(1.0) * has(8.0)));
  d = min(d, tick(p, vec2(1.0, -1.0), c * has(2.0) * has(4.0)));
  return min(d, tick(p, vec2(-1.0, -1.0), c * has(2.0) * has(8.0)));
}
float coverAt(vec2 p, float w) {
  float a = 1.0 - smoothstep(0.0155 - w, 0.0155 + w, thick(p));
  float b = 1.0 - smoothstep(0.0115 - w, 0.0115 + w, thin(p));
  float c = has(512.0) * (1.0 - smoothstep(0.085 - w, 0.085 + w, length(p)));
  return max(max(a, b), c);
}
// Lines half the way to the neighbours among hexagons.
float hexLines(vec2 p) {
  vec2 o = vec2(0.0);
  float d = stretch(p, o, vec2(1.0, 0.0), hasHex(1.0));
  d = min(d, stretch(p, o, vec2(0.5, 1.0), hasHex(2.0)));
  d = min(d, stretch(p, o, vec2(-0.5, 1.0), hasHex(4.0)));
  d = min(d, stretch(p, o, vec2(-1.0, 0.0), hasHex(8.0)));
  d = min(d, stretch(p, o, vec2(-0.5, -1.0), hasHex(16.0)));
  return min(d, stretch(p, o, vec2(0.5, -1.0), hasHex(32.0)));
}
// Whether a place is in the wedge between two directions, and nearest to the middle there.
float wedge(vec2 p, vec2 a, vec2 b, float w) {
  float inside = min(a.x * p.y - a.y * p.x, p.x * b.y - p.y * b.x) / 2.0;
  float near = min(dot(a - p, a), dot(b - p, b)) / 2.0;
  return smoothstep(-1.5 * w, 0.0, inside) * smoothstep(-1.5 * w, 0.0, near);
}
float ground(vec2 p, float w) {
  vec2 e = vec2(1.0, 0.0);
  vec2 n = vec2(0.5, 1.0);
  vec2 m = vec2(-0.5, 1.0);
  float d = wedge(p, e, n, w) * hasHex(64.0);
  d = max(d, wedge(p, n, m, w) * hasHex(128.0));
  d = max(d, wedge(p, m, -e, w) * hasHex(256.0));
  d = max(d, wedge(p, -e, -n, w) * hasHex(512.0));
  d = max(d, wedge(p, -n, -m, w) * hasHex(1024.0));
  return max(d, wedge(p, -m, e, w) * hasHex(2048.0));
}
// A hollow: its near wall is in the shade, its far one catches the lamp.
vec4 hollow(vec2 p, float w) {
  float radius = ${HOLLOW_RADIUS.toFixed(2)};
  float r = length(p) / radius;
  float lit = 0.35 + 0.3 * dot(p, vec2(0.7, -0.6)) / radius + 0.25 * (1.0 - r * r);
  vec3 wood = mix(vec3(0.05, 0.02, 0.006), vec3(0.36, 0.18, 0.065), clamp(lit, 0.0, 1.0));
  float rim = smoothstep(1.0 - 4.0 * w, 1.0 - w, r);
  return vec4(wood * (1.0 - 0.6 * rim), 1.0 - smoothstep(radius - w, radius + w, length(p)));
}
// One colour over another, both with their cover.
vec4 over(vec4 top, vec4 under) {
  float alpha = top.a + under.a * (1.0 - top.a);
  return vec4(mix(under.rgb, top.rgb, top.a / max(alpha, 0.001)), alpha);
}
vec4 amongHexes() {
  vec2 p = vAt * vSlot.z;
  float w = max(fwidth(p.x), fwidth(p.y)) * 0.75;
  vec4 colour = vec4(vInk, ground(p, w) * 0.72);
  float line = 1.0 - smoothstep(0.03 - w, 0.03 + w, hexLines(p));
  colour = over(vec4(0.06, 0.025, 0.01, line * 0.7), colour);
  return over(hollow(p, w), colour);
}
vec4 engraved() {
  if (vSlot.y > 0.5) return amongHexes();
  if (has(2048.0) > 0.5) return hollow(vAt * 1.5, max(fwidth(vAt.x), fwidth(vAt.y)));
  float w = max(fwidth(vAt.x), fwidth(vAt.y)) * 0.75;
  // A line thinner than a pixel is drawn a pixel wide but paler.
  float pale = clamp(0.028 / max(w, 0.001), 0.45, 1.0);
  float cut = coverAt(vAt, w) * pale;
#ifdef LOW
  return vec4(vInk, cut * 0.88 * vSlot.w);
#else
  // The far edge of the groove catches the light.
  float lip = coverAt(vAt + vec2(-0.012, 0.014), w) * (1.0 - cut) * 0.35;
  float alpha = max(cut * 0.88, lip);
  return vec4(mix(vec3(1.0, 0.86, 0.62), vInk, cut / max(cut + lip, 0.001)), alpha * vSlot.w);
#endif
}
`;
