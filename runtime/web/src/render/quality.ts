import {
  MeshLambertMaterial,
  MeshStandardMaterial,
  type MeshLambertMaterialParameters,
} from "three";
import { recall } from "../util/memory";

let software: boolean | null = null;

/**
 * Whether pictures are computed without a graphics card, so that less must do. `fangqi.quality` in
 * the browser's store, `high` or `low`, decides instead.
 */
export function drawsInSoftware(): boolean {
  software ??= detect();
  return software;
}

function detect(): boolean {
  const wanted = recall("fangqi.quality");
  if (wanted === "high" || wanted === "low") return wanted === "low";
  const context = document.createElement("canvas").getContext("webgl2");
  const info = context?.getExtension("WEBGL_debug_renderer_info");
  const name: unknown = info && context?.getParameter(info.UNMASKED_RENDERER_WEBGL);
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(String(name));
}

/** How many samples along a slanted texture are worth their time. */
export const anisotropy = (): number => (drawsInSoftware() ? 1 : 8);

/** A material with a sheen, or a dull one where computing the sheen would take too long. */
export function litMaterial(
  roughness: number,
  parameters: MeshLambertMaterialParameters,
): MeshStandardMaterial | MeshLambertMaterial {
  if (drawsInSoftware()) return new MeshLambertMaterial(parameters);
  return new MeshStandardMaterial({ ...parameters, roughness, metalness: 0 });
}
