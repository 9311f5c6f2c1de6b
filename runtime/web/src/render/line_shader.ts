/** GLSL for line tiles: `engraved()` computes the colour from the bits in `vSlot.x`. */
export const LINES_GLSL = /* glsl */ `
float has(float bit) {
  return mod(floor(vSlot.x / bit + 0.001), 2.0);
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
  d = min(d, abs(length(p) - 0.3) + (1.0 - has(2048.0)) * 9.0);
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
vec4 engraved() {
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
