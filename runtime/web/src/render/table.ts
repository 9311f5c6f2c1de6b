import { CircleGeometry, Mesh, type Color, type IUniform } from "three";
import { litMaterial } from "./quality";
import { bindWood, WOOD_GLSL } from "./wood";

const GROUND_RADIUS = 90;

/** The table's colour where no theme changes it: walnut. */
export const TABLE_COLOUR = 0x5e3b24;

/**
 * A table that fades into what lies beyond it, bright under the lamp. In the colours of wood it is
 * made of planks; `colour` and `beyond` may change later.
 */
export function table(colour: IUniform<Color>, beyond: IUniform<Color>): Mesh {
  const geometry = new CircleGeometry(GROUND_RADIUS, 64);
  geometry.rotateX(-Math.PI / 2);
  const material = litMaterial("table", 0.58, {}, (shader) => {
    bindWood(shader);
    shader.uniforms["topColour"] = colour;
    shader.uniforms["beyond"] = beyond;
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\nvarying vec3 vAt;")
      .replace("#include <begin_vertex>", "#include <begin_vertex>\nvAt = position;");
    shader.fragmentShader = shader.fragmentShader
      .replace(
        "#include <common>",
        `#include <common>
        varying vec3 vAt;
        uniform vec3 topColour;
        uniform vec3 beyond;
        ${WOOD_GLSL}`,
      )
      .replace(
        "#include <color_fragment>",
        `#include <color_fragment>
        float plank = floor(vAt.z / 3.4);
        float seam = abs(fract(vAt.z / 3.4) - 0.5) * 3.4;
        float planks = woodiness(topColour);
        vec2 cut = vAt.xz * 0.8 + planks * plank * vec2(17.3, 5.1);
        diffuseColor.rgb = surfaceColour(topColour, cut, 1.2);
        diffuseColor.rgb *= mix(1.0, 0.88 + 0.24 * hash21(vec2(plank, 2.0)), planks);
        float w = fwidth(vAt.z);
        float gap = 1.0 - smoothstep(0.0, 0.03 + w, 1.7 - seam);
        diffuseColor.rgb *= 1.0 - 0.55 * gap * planks;`,
      )
      .replace(
        "#include <opaque_fragment>",
        `float far = length(vAt.xz);
        float pool = 1.0 - smoothstep(4.0, 26.0, far);
        outgoingLight = mix(beyond, outgoingLight, 0.06 + 0.94 * pool * pool);
        #include <opaque_fragment>`,
      );
  });
  const mesh = new Mesh(geometry, material);
  mesh.receiveShadow = true;
  // Drawn last, so that parts covered by the board cost nothing.
  mesh.renderOrder = 1;
  return mesh;
}
