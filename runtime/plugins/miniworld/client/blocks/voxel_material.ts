import {
  MeshStandardMaterial,
  ShaderMaterial,
  UniformsLib,
  UniformsUtils,
  type DataArrayTexture,
  type IUniform,
  type Material,
} from "three";
import { drawsInSoftware } from "@page/render/context";
import { keyDirection, lampTint } from "@page/render/quality";

/** What the materials of blocks read. */
export interface VoxelUniforms {
  /** All textures. */
  tiles: IUniform<DataArrayTexture>;
  /** Displacement of the textures of clear blocks, in blocks. */
  flow: IUniform<number>;
}

/** Added to the number of a texture that moves, as that of water. It is more than there are layers. */
export const MOVING = 512;

/** Attributes, and what is read of them. */
const VERTEX_GLSL = /* glsl */ `
  attribute vec4 quad;
  attribute vec3 extra;
  uniform float flow;
  varying vec3 vTile;
  // Rectangles of different sizes meet in T-junctions, where rounding leaves pinholes. Each reaches
  // beyond its edges by a part of a pixel, whatever its distance.
  vec3 sealed(vec3 at, vec3 facing) {
    #ifdef CLEAR
      return at;
    #else
      vec2 outward = sign(quad.xy - 0.5 * quad.zw);
      vec3 along = abs(facing);
      float depth = -(modelViewMatrix * vec4(at, 1.0)).z;
      float reach = 0.0012 * max(depth, 0.0) / projectionMatrix[1][1];
      return at + reach * (along.zxy * outward.x + along.yzx * outward.y);
    #endif
  }
  // On faces to the east and west the first direction is up.
  vec3 tileAt(vec3 facing) {
    vec2 at = abs(facing.x) > 0.5 ? quad.yx : quad.xy;
    float moves = step(${MOVING}.0, extra.z);
    at += moves * flow * vec2(1.0, 0.6);
    return vec3(at, extra.z - moves * ${MOVING}.0);
  }
  // Openness of a corner as a factor of display colours.
  float openness() {
    return mix(0.54, 1.0, extra.x * (1.6 - 0.6 * extra.x));
  }`;

/** Lit per vertex, in display colours: one texture read and a few products per pixel. */
function fastMaterial(uniforms: VoxelUniforms, clear: boolean): Material {
  const merged = UniformsUtils.clone(UniformsLib.fog) as Record<string, IUniform>;
  Object.assign(merged, uniforms, { keyDirection, lampTint });
  return new ShaderMaterial({
    uniforms: merged,
    defines: clear ? { CLEAR: 1 } : {},
    transparent: clear,
    depthWrite: !clear,
    fog: true,
    vertexShader: /* glsl */ `
      ${VERTEX_GLSL}
      uniform vec3 keyDirection;
      uniform vec3 lampTint;
      varying vec3 vLight;
      varying float vDepth;
      void main() {
        vec3 facing = normalize(mat3(modelMatrix) * normal);
        float sun = max(dot(facing, keyDirection), 0.0);
        float shade = 0.6 + 0.13 * facing.y + 0.04 * abs(facing.z) + 0.34 * sun;
        vec3 light = pow(lampTint, vec3(0.4545)) * shade * openness();
        vLight = min(mix(light, vec3(1.0), extra.y), vec3(1.25));
        vTile = tileAt(normal);
        vec4 at = modelViewMatrix * vec4(sealed(position, normal), 1.0);
        vDepth = -at.z;
        gl_Position = projectionMatrix * at;
      }`,
    fragmentShader: /* glsl */ `
      uniform lowp sampler2DArray tiles;
      uniform vec3 fogColor;
      uniform float fogNear;
      uniform float fogFar;
      varying vec3 vTile;
      varying vec3 vLight;
      varying float vDepth;
      void main() {
        vec4 texel = texture(tiles, vTile);
        vec3 colour = texel.rgb * vLight;
        float mist = clamp((vDepth - fogNear) / (fogFar - fogNear), 0.0, 1.0);
        #ifdef CLEAR
          float alpha = mix(texel.a, 1.0, mist);
        #else
          const float alpha = 1.0;
        #endif
        gl_FragColor = vec4(mix(colour, fogColor, mist), alpha);
      }`,
  });
}

/** Physically based, with the shadows of the sun and the light of lanterns. */
function fineMaterial(uniforms: VoxelUniforms, clear: boolean): Material {
  const material = new MeshStandardMaterial({
    roughness: clear ? 0.25 : 0.9,
    metalness: 0,
    transparent: clear,
    depthWrite: !clear,
  });
  if (clear) material.defines = { ...material.defines, CLEAR: 1 };
  material.customProgramCacheKey = () => `voxels ${clear}`;
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", `#include <common>\n${VERTEX_GLSL}\nvarying vec2 vShade;`)
      .replace(
        "#include <begin_vertex>",
        `vec3 transformed = sealed(position, normal);
        vTile = tileAt(normal);
        vShade = vec2(openness(), extra.y);`,
      );
    shader.fragmentShader = shader.fragmentShader
      .replace(
        "#include <common>",
        `#include <common>
        uniform lowp sampler2DArray tiles;
        varying vec3 vTile;
        varying vec2 vShade;`,
      )
      .replace(
        "#include <color_fragment>",
        `#include <color_fragment>
        vec4 texel = texture(tiles, vTile);
        diffuseColor = vec4(texel.rgb * vShade.x * vShade.x, texel.a);`,
      )
      .replace(
        "#include <emissivemap_fragment>",
        `#include <emissivemap_fragment>
        totalEmissiveRadiance += diffuseColor.rgb * vShade.y * 1.6;`,
      );
  };
  return material;
}

/** The material of a world's blocks. */
export const voxelMaterial = (uniforms: VoxelUniforms, clear: boolean): Material =>
  drawsInSoftware() ? fastMaterial(uniforms, clear) : fineMaterial(uniforms, clear);
