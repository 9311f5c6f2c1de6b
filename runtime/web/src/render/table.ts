import { CircleGeometry, Mesh } from "three";
import { litMaterial } from "./quality";
import { bindWood, WOOD_GLSL } from "./wood";

const GROUND_RADIUS = 90;

/** A walnut table that fades into the dark, bright under the lamp. */
export function table(): Mesh {
  const geometry = new CircleGeometry(GROUND_RADIUS, 64);
  geometry.rotateX(-Math.PI / 2);
  const material = litMaterial("table", 0.58, { color: 0x5e3b24 }, (shader) => {
    bindWood(shader);
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\nvarying vec3 vAt;")
      .replace("#include <begin_vertex>", "#include <begin_vertex>\nvAt = position;");
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", `#include <common>\nvarying vec3 vAt;\n${WOOD_GLSL}`)
      .replace(
        "#include <color_fragment>",
        `#include <color_fragment>
        float plank = floor(vAt.z / 3.4);
        float seam = abs(fract(vAt.z / 3.4) - 0.5) * 3.4;
        diffuseColor.rgb = woodColour(diffuseColor.rgb, vAt.xz * 0.8 + plank * vec2(17.3, 5.1), 1.2);
        diffuseColor.rgb *= 0.88 + 0.24 * hash21(vec2(plank, 2.0));
        float w = fwidth(vAt.z);
        diffuseColor.rgb *= mix(0.45, 1.0, smoothstep(0.0, 0.03 + w, 1.7 - seam));`,
      )
      .replace(
        "#include <opaque_fragment>",
        `float far = length(vAt.xz);
        float pool = 1.0 - smoothstep(4.0, 26.0, far);
        outgoingLight = mix(vec3(0.0085, 0.0052, 0.0034), outgoingLight, 0.06 + 0.94 * pool * pool);
        #include <opaque_fragment>`,
      );
  });
  const mesh = new Mesh(geometry, material);
  mesh.receiveShadow = true;
  // Drawn last, so that parts covered by the board cost nothing.
  mesh.renderOrder = 1;
  return mesh;
}
