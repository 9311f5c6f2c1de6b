import {
  MeshBasicMaterial,
  MeshStandardMaterial,
  Vector3,
  type IUniform,
  type Material,
  type MeshBasicMaterialParameters,
} from "three";
import { drawsInSoftware } from "./context";

/** The shader of a material before it is compiled. */
export interface Shader {
  uniforms: Record<string, IUniform>;
  vertexShader: string;
  fragmentShader: string;
}

/** Anisotropic filtering: samples per texture read. */
export const anisotropy = (): number => (drawsInSoftware() ? 1 : 8);

/** Colours and strengths of the lights. */
export const LAMPS = {
  sky: 0xfff4e4,
  ground: 0x8c5c3c,
  ambient: 1.12,
  fill: 0xffdcb0,
  fillStrength: 0.5,
  fillFrom: [6, 5, 9],
  key: 0xffedd2,
  keyStrength: 2.7,
} as const;

/** Direction to the key light, in the scene; of length 1. */
export const keyDirection: IUniform<Vector3> = { value: new Vector3(0, 1, 0) };

/**
 * Factor of the lights for materials that compute them in their own shader. It changes with the
 * time of day.
 */
export const lampTint: IUniform<Vector3> = { value: new Vector3(1, 1, 1) };

const rgb = (hex: number): string => {
  const channel = (shift: number) => (((hex >> shift) & 255) / 255) ** 2.2;
  return `vec3(${[16, 8, 0].map((shift) => channel(shift).toFixed(4)).join()})`;
};

/** The light of all lamps on a surface of normal `n`, without shadows, divided by pi. */
const LIGHT_GLSL = /* glsl */ `
  vec3 lampsOn(vec3 n) {
    vec3 light = mix(${rgb(LAMPS.ground)}, ${rgb(LAMPS.sky)}, 0.5 * n.y + 0.5) * ${LAMPS.ambient};
    vec3 fill = normalize(vec3(${LAMPS.fillFrom.map((v) => v.toFixed(1)).join()}));
    light += ${rgb(LAMPS.fill)} * ${LAMPS.fillStrength} * max(dot(n, fill), 0.0);
    light += ${rgb(LAMPS.key)} * ${LAMPS.keyStrength} * max(dot(n, keyDirection), 0.0);
    return light * 0.31831;
  }`;

/** Lights a material per vertex, which is fast enough in software. */
function lightCorners(shader: Shader): void {
  shader.uniforms["keyDirection"] = keyDirection;
  shader.uniforms["lampTint"] = lampTint;
  shader.vertexShader = shader.vertexShader
    .replace(
      "void main() {",
      `uniform vec3 keyDirection;
      uniform vec3 lampTint;
      varying vec3 vLight;
      ${LIGHT_GLSL}
      void main() {`,
    )
    .replace("#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )", "#if 1")
    .replace(
      "#include <begin_vertex>",
      `#include <begin_vertex>
      vec3 facing0 = objectNormal;
      #ifdef USE_INSTANCING
        facing0 = mat3(instanceMatrix) * facing0;
      #endif
      vLight = lampTint * lampsOn(normalize(mat3(modelMatrix) * facing0));`,
    );
  shader.fragmentShader = shader.fragmentShader
    .replace("void main() {", "varying vec3 vLight;\nvoid main() {")
    .replace("#include <envmap_fragment>", "outgoingLight *= vLight;");
}

/**
 * A lit material: physically based with a GPU, per vertex in software. `change` adapts its shader;
 * materials of one `name` share a program.
 */
export function litMaterial(
  name: string,
  roughness: number,
  parameters: MeshBasicMaterialParameters,
  change: (shader: Shader) => void,
): Material {
  const low = drawsInSoftware();
  const material: Material = low
    ? new MeshBasicMaterial(parameters)
    : new MeshStandardMaterial({ ...parameters, roughness, metalness: 0 });
  if (low) material.defines = { ...material.defines, LOW: 1 };
  material.customProgramCacheKey = () => name;
  material.onBeforeCompile = (shader) => {
    if (low) lightCorners(shader);
    change(shader);
  };
  return material;
}
