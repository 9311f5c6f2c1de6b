import { recall } from "../util/memory";

/** A canvas and what draws on it. */
export interface Drawing {
  canvas: HTMLCanvasElement;
  context: WebGL2RenderingContext;
}

let software = false;

/**
 * Whether pictures are computed without a graphics card, so that less must do. `fangqi.quality` in
 * the browser's store, `high` or `low`, decides instead. Known once a drawing was opened.
 */
export const drawsInSoftware = (): boolean => software;

function isSoftware(context: WebGL2RenderingContext): boolean {
  const wanted = recall("fangqi.quality");
  if (wanted === "high" || wanted === "low") return wanted === "low";
  const info = context.getExtension("WEBGL_debug_renderer_info");
  const name: unknown = info && context.getParameter(info.UNMASKED_RENDERER_WEBGL);
  return /swiftshader|llvmpipe|software|basic render/i.test(String(name));
}

function open(antialias: boolean): Drawing | null {
  const canvas = document.createElement("canvas");
  const powerPreference = "high-performance";
  const context = canvas.getContext("webgl2", { antialias, powerPreference });
  return context && { canvas, context };
}

/**
 * Opens a canvas to draw on; null where there is no WebGL 2. This waits for the browser's graphics
 * to start, so it is done while scripts still load. The first canvas says what draws; a graphics
 * card then gets one with smooth edges instead.
 */
export function openDrawing(): Drawing | null {
  const plain = open(false);
  if (!plain) return null;
  software = isSoftware(plain.context);
  document.documentElement.dataset["drawing"] = software ? "software" : "hardware";
  if (software) return plain;
  plain.context.getExtension("WEBGL_lose_context")?.loseContext();
  return open(true);
}
