import type { IUniform, Material, Texture } from "three";
import { litMaterial } from "./quality";
import { bindWood, WOOD_GLSL } from "./wood";

/** Uniforms shared by all glyph shaders. */
export interface GlyphUniforms {
  atlas: IUniform<Texture>;
  /** Heading of the camera in radians; glyphs on top faces turn with it. */
  yaw: IUniform<number>;
}

/** How the glyph lies on a piece. */
export type PieceFace = "disc" | "sign";

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
};

/** Material of lacquered wood with an engraved glyph: discs and signs. */
export function pieceMaterial(face: PieceFace, uniforms: GlyphUniforms): Material {
  return litMaterial(`piece-${face}`, 0.42, {}, (shader) => {
    bindWood(shader);
    shader.uniforms["atlas"] = uniforms.atlas;
    shader.uniforms["yaw"] = uniforms.yaw;
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
        ${WOOD_GLSL}
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
        // Offset by the piece's seed, so that each has another grain.
        vec2 cut = abs(vNormalLocal.y) > 0.7 ? vLocal.xz : vec2(atan(vLocal.z, vLocal.x) * 0.4, vLocal.y);
        vec3 body = surfaceColour(diffuseColor.rgb, cut * 1.6 + vLook.x * vec2(7.3, 3.1), 0.75);
        float glyph = up * inkAt(turned, -0.6);
        float painted = max(smoothstep(0.25, 0.7, glyph), ring);
        // Ink collects in the groove: its rim is a little darker than its floor.
        #ifndef LOW
        float deep = up * inkAt(turned, 2.0);
        body *= 1.0 - 0.22 * up * smoothstep(0.02, 0.5, deep) * (1.0 - painted);
        #endif
        body *= 1.0 + 0.28 * vLook.y;
        diffuseColor.rgb = mix(body, vInk, painted * 0.94);`,
      )
      .replace(
        "#include <roughnessmap_fragment>",
        `#include <roughnessmap_fragment>
        roughnessFactor = mix(roughnessFactor, 0.7, painted);`,
      )
      .replace(
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
