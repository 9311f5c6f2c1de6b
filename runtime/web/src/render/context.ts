import { recall } from "../util/memory";

/** A canvas and its WebGL context; null where there is no WebGL 2. */
export interface Drawing {
  canvas: HTMLCanvasElement;
  context: WebGL2RenderingContext | null;
}

let software = false;

/**
 * Whether WebGL runs in software, so that the picture is simplified. `fangqi.quality` in local
 * storage (`high` or `low`) overrides it. Known once a drawing was opened.
 */
export const drawsInSoftware = (): boolean => software;

function isSoftware(context: WebGL2RenderingContext): boolean {
  const wanted = recall("fangqi.quality");
  if (wanted === "high" || wanted === "low") return wanted === "low";
  const info = context.getExtension("WEBGL_debug_renderer_info");
  const name: unknown = info && context.getParameter(info.UNMASKED_RENDERER_WEBGL);
  return /swiftshader|llvmpipe|software|basic render/i.test(String(name));
}

function open(antialias: boolean): Drawing {
  const canvas = document.createElement("canvas");
  const powerPreference = "high-performance";
  // Nothing shows through the picture, so the browser need not blend it with what lies beneath.
  const options: WebGLContextAttributes = { antialias, powerPreference, alpha: false };
  return { canvas, context: canvas.getContext("webgl2", options) };
}

/**
 * Extensions that the renderer asks for when it opens. The first that changes how shaders are read
 * waits for the graphics, which costs a software renderer a third of a second.
 */
const EXTENSIONS = [
  "EXT_color_buffer_float",
  "WEBGL_clip_cull_distance",
  "OES_texture_float_linear",
  "EXT_color_buffer_half_float",
  "WEBGL_multisampled_render_to_texture",
  "WEBGL_render_shared_exponent",
];

/**
 * Opens a canvas to draw on. This waits for the browser's graphics to start,
 * so it is called while scripts still load. A first canvas without antialiasing tells whether a GPU
 * draws; if so, it is replaced by one with antialiasing.
 */
export function openDrawing(): Drawing {
  const plain = open(false);
  software = !plain.context || isSoftware(plain.context);
  document.documentElement.dataset["drawing"] = software ? "software" : "hardware";
  if (software) return prepared(plain);
  plain.context?.getExtension("WEBGL_lose_context")?.loseContext();
  return prepared(open(true));
}

function prepared(drawing: Drawing): Drawing {
  for (const name of EXTENSIONS) drawing.context?.getExtension(name);
  return drawing;
}
