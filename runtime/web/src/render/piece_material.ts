import type { IUniform, Material, Texture } from "three";
import { DIE_EDGE } from "./piece_shapes";
import { keyDirection, litMaterial } from "./quality";
import { bindWood, WOOD_GLSL } from "./wood";

/** Uniforms shared by all glyph shaders. */
export interface GlyphUniforms {
  atlas: IUniform<Texture>;
  /** Heading of the camera in radians; glyphs on top faces turn with it. */
  yaw: IUniform<number>;
}

/** Forms of pieces that have a shader of their own. */
export type PieceFace = "disc" | "sign" | "stone" | "ball" | "die" | "figure" | "symbol";

/**
 * GLSL that computes `up`, how much of the surface can bear a glyph, the place on the glyph as
 * `turned`, -0.5 to 0.5, and `ring`, other ink.
 */
const FACE_GLSL: Record<PieceFace, string> = {
  // A ring is engraved near the rim, and the glyph within it.
  disc: /* glsl */ `
    float up = step(0.9, vFlat);
    vec2 turned = onTop(vLocal) / 0.56;
    float r = length(vLocal.xz);
    float w = fwidth(r) * 0.7 + 0.002;
    float ring = up * (1.0 - smoothstep(0.007, 0.007 + w, abs(r - 0.338)));`,
  sign: /* glsl */ `
    float up = step(0.9, abs(vNormalLocal.z)) * step(0.4, vLocal.y);
    vec2 turned = vec2(vLocal.x * -sign(vNormalLocal.z), vLocal.y - 0.66) / 0.5;
    float ring = 0.0;`,
  stone: /* glsl */ `
    float up = step(0.0, vNormalLocal.y);
    vec2 turned = onTop(vLocal) / 0.5;
    float ring = 0.0;`,
  ball: /* glsl */ `
    float up = step(0.0, vNormalLocal.y);
    vec2 turned = onTop(vLocal) / 0.56;
    float ring = 0.0;`,
  // Six faces with the pips of each; opposite ones make seven.
  die: /* glsl */ `
    float up = 0.0;
    vec2 turned = vec2(0.0);
    float ring = pips(vLocal - vec3(0.0, ${half(DIE_EDGE)}, 0.0), vNormalLocal);`,
  figure: /* glsl */ `
    float up = 0.0;
    vec2 turned = vec2(0.0);
    float ring = 0.0;`,
  symbol: /* glsl */ `
    float up = 0.0;
    vec2 turned = onTop(vLocal) / 0.98;
    float ring = 0.0;`,
};

/** GLSL of the body's colour, from `cut`, the place on the surface, and `vLook.x`, a seed. */
const BODY_GLSL: Record<PieceFace, string> = {
  disc: wood(0.75),
  sign: wood(0.75),
  figure: `${wood(0.7)}
    body *= vTone;
    body += gloss(18.0) * 0.1 * vTone;`,
  // Pale stones are of shell, with its fine lines; dark ones of slate.
  stone: /* glsl */ `
    float angle = vLook.x * 0.61;
    vec2 p = vec2(cos(angle) * vLocal.x - sin(angle) * vLocal.z, sin(angle) * vLocal.x + cos(angle) * vLocal.z);
    float pale = smoothstep(0.2, 0.5, dot(diffuseColor.rgb, vec3(0.3, 0.6, 0.1)));
    float line = sin((p.y + 0.35 * p.x * p.x) * 62.0);
    float shell = 1.0 - 0.055 * smoothstep(0.1, 0.9, line) * smoothstep(0.44, 0.2, length(p));
    float grain = texture2D(grainMap, p * vec2(1.3, 0.3) + vLook.x).g;
    vec3 body = diffuseColor.rgb * mix(0.85 + 0.3 * grain, shell, pale);
    body += gloss(24.0) * mix(0.05, 0.22, pale);`,
  ball: /* glsl */ `
    float under = smoothstep(0.45, -0.8, vNormalLocal.y);
    vec3 body = diffuseColor.rgb * (1.0 - 0.35 * under);
    // Light that has gone through it collects on the far side from the lamp.
    body += diffuseColor.rgb * 0.35 * smoothstep(0.2, 0.9, dot(normalize(vNormalLocal), -halfway()) + 0.75);
    body += gloss(60.0) * 0.9;`,
  die: /* glsl */ `
    vec3 body = diffuseColor.rgb;`,
  symbol: /* glsl */ `
    vec3 body = diffuseColor.rgb;`,
};

function wood(strength: number): string {
  return /* glsl */ `
    // Offset by the piece's seed, so that each has another grain.
    vec2 cut = abs(vNormalLocal.y) > 0.7 ? vLocal.xz : vec2(atan(vLocal.z, vLocal.x) * 0.4, vLocal.y);
    vec3 body = surfaceColour(diffuseColor.rgb, cut * 1.6 + vLook.x * vec2(7.3, 3.1), ${strength.toFixed(2)});`;
}

function half(edge: number): string {
  return (edge / 2).toFixed(3);
}

/** How rough the surfaces are. */
const ROUGHNESS: Record<PieceFace, number> = {
  disc: 0.42,
  sign: 0.42,
  figure: 0.34,
  stone: 0.5,
  ball: 0.12,
  die: 0.3,
  symbol: 0.9,
};

/** Paints a drawing of the atlas: its outline dark, its silhouette like the body, its lines in ink. */
const SYMBOL_GLSL = /* glsl */ `
  vec2 inside = step(abs(turned), vec2(0.5));
  vec3 drawn = texture2D(atlas, vSlot.xy + (turned + 0.5) * vSlot.z, -0.6).rgb * inside.x * inside.y;
  diffuseColor.rgb = mix(mix(body * (1.0 + 0.28 * vLook.y), vInk, drawn.b), vec3(0.012, 0.008, 0.006), drawn.r);
  diffuseColor.a = max(drawn.r, drawn.g);
  float painted = 1.0;`;

const INK_GLSL = /* glsl */ `
  float glyph = up * inkAt(turned, -0.6);
  float painted = max(smoothstep(0.25, 0.7, glyph), ring);
  // Ink collects in the groove: its rim is a little darker than its floor.
  #ifndef LOW
  float deep = up * inkAt(turned, 2.0);
  body *= 1.0 - 0.22 * up * smoothstep(0.02, 0.5, deep) * (1.0 - painted);
  #endif
  body *= 1.0 + 0.28 * vLook.y;
  diffuseColor.rgb = mix(body, vInk, painted * 0.94);`;

const PLAIN_GLSL = /* glsl */ `
  float painted = ring;
  body *= 1.0 + 0.28 * vLook.y;
  diffuseColor.rgb = mix(body, vInk, painted * 0.94);`;

const PAINT_GLSL: Record<PieceFace, string> = {
  disc: INK_GLSL,
  sign: INK_GLSL,
  stone: INK_GLSL,
  ball: INK_GLSL,
  die: PLAIN_GLSL,
  figure: PLAIN_GLSL,
  symbol: SYMBOL_GLSL,
};

/** The light of the lamp on polished surfaces, which software does not compute otherwise. */
const GLOSS_GLSL = /* glsl */ `
  uniform vec3 lampFrom;
  // Half way between the lamp and the eye, which looks steeply from the south of the camera.
  vec3 halfway() {
    vec3 eye = vec3(-sin(yaw) * 0.6, 0.8, -cos(yaw) * 0.6);
    return normalize(vec3(lampFrom.x, lampFrom.y, -lampFrom.z) + eye);
  }
  float gloss(float sharpness) {
    #ifdef LOW
    return pow(max(dot(normalize(vNormalLocal), halfway()), 0.0), sharpness);
    #else
    return 0.0;
    #endif
  }`;

/** The pips of a die: `p` is the place from its middle, `n` the normal of the face. */
const PIPS_GLSL = /* glsl */ `
  float pip(vec2 p, vec2 at) {
    return 1.0 - smoothstep(0.052, 0.062, distance(p, at));
  }
  float pips(vec3 p, vec3 n) {
    vec3 a = abs(n);
    float big = max(a.x, max(a.y, a.z));
    if (big < 0.9) return 0.0;
    float number;
    vec2 q;
    if (a.y == big) { number = n.y > 0.0 ? 1.0 : 6.0; q = p.xz; }
    else if (a.z == big) { number = n.z < 0.0 ? 2.0 : 5.0; q = p.xy; }
    else { number = n.x > 0.0 ? 3.0 : 4.0; q = p.zy; }
    float d = 0.17;
    float ink = 0.0;
    if (mod(number, 2.0) > 0.5) ink = pip(q, vec2(0.0));
    if (number > 1.5) ink = max(ink, max(pip(q, vec2(d)), pip(q, vec2(-d))));
    if (number > 3.5) ink = max(ink, max(pip(q, vec2(d, -d)), pip(q, vec2(-d, d))));
    if (number > 5.5) ink = max(ink, max(pip(q, vec2(d, 0.0)), pip(q, vec2(-d, 0.0))));
    return ink;
  }`;

const SYMBOL_PARAMETERS = { transparent: true, depthWrite: false } as const;

/** Material of a form of pieces, with its glyph engraved. */
export function pieceMaterial(face: PieceFace, uniforms: GlyphUniforms): Material {
  const parameters = face === "symbol" ? SYMBOL_PARAMETERS : {};
  return litMaterial(`piece-${face}`, ROUGHNESS[face], parameters, (shader) => {
    bindWood(shader);
    shader.uniforms["atlas"] = uniforms.atlas;
    shader.uniforms["yaw"] = uniforms.yaw;
    shader.uniforms["lampFrom"] = keyDirection;
    shader.vertexShader = shader.vertexShader
      .replace(
        "#include <common>",
        `#include <common>
        attribute vec4 slot;
        attribute vec3 ink;
        attribute vec2 look;
        varying vec4 vSlot;
        varying vec3 vInk;
        varying vec3 vLocal;
        varying vec3 vNormalLocal;
        varying vec2 vLook;
        varying float vFlat;
        ${face === "figure" ? "attribute float tone;" : ""}
        varying float vTone;
        uniform float yaw;
        // Turns a sign about its post towards the camera.
        vec3 facing(vec3 p) {
          return vec3(p.x * cos(yaw) + p.z * sin(yaw), p.y, p.z * cos(yaw) - p.x * sin(yaw));
        }`,
      )
      .replace(
        "#include <beginnormal_vertex>",
        `#include <beginnormal_vertex>
        ${face === "sign" ? "objectNormal = facing(objectNormal);" : ""}`,
      )
      .replace(
        "#include <begin_vertex>",
        `#include <begin_vertex>
        ${face === "sign" ? "transformed = facing(transformed);" : ""}
        vSlot = slot;
        vInk = ink;
        vLook = look;
        vLocal = position;
        vNormalLocal = normal;
        vTone = ${face === "figure" ? "tone" : "1.0"};
        vFlat = normal.y;`,
      );
    shader.fragmentShader = shader.fragmentShader
      .replace(
        "#include <common>",
        `#include <common>
        uniform sampler2D atlas;
        uniform float yaw;
        varying vec4 vSlot;
        varying vec3 vInk;
        varying vec3 vLocal;
        varying vec3 vNormalLocal;
        varying vec2 vLook;
        varying float vFlat;
        varying float vTone;
        ${WOOD_GLSL}
        ${GLOSS_GLSL}
        ${face === "die" ? PIPS_GLSL : ""}
        vec2 onTop(vec3 p) {
          return vec2(dot(p.xz, vec2(cos(yaw), -sin(yaw))), dot(p.xz, vec2(sin(yaw), cos(yaw))));
        }
        float inkAt(vec2 at, float blur) {
          vec2 inside = step(abs(at), vec2(0.5));
          vec2 uv = vSlot.xy + (at + 0.5) * vSlot.z;
          return texture2D(atlas, uv, blur).r * inside.x * inside.y * vSlot.w;
        }`,
      )
      .replace(
        "#include <color_fragment>",
        `#include <color_fragment>
        ${FACE_GLSL[face]}
        ${BODY_GLSL[face]}
        ${PAINT_GLSL[face]}`,
      )
      .replace(
        "#include <roughnessmap_fragment>",
        `#include <roughnessmap_fragment>
        roughnessFactor = mix(roughnessFactor, 0.7, painted);`,
      );
    if (PAINT_GLSL[face] !== INK_GLSL) return;
    shader.fragmentShader = shader.fragmentShader.replace(
      "#include <normal_fragment_maps>",
      `#include <normal_fragment_maps>
      if (up > 0.5) {
        // Tilts the normal along the slope of the blurred ink, as the surface falls into the
        // groove.
        float slope = inkAt(turned, 1.2);
        vec3 dx = dFdx(-vViewPosition);
        vec3 dy = dFdy(-vViewPosition);
        vec3 r1 = cross(dy, normal);
        vec3 r2 = cross(normal, dx);
        float det = dot(dx, r1);
        vec3 gradient = sign(det) * (dFdx(slope) * r1 + dFdy(slope) * r2);
        normal = normalize(abs(det) * normal + 0.03 * gradient);
      }`,
    );
  });
}
