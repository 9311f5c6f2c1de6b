import {
  CircleGeometry,
  Color,
  DirectionalLight,
  Group,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  NeutralToneMapping,
  PCFShadowMap,
  Scene,
  WebGLRenderer,
} from "three";
import { recall } from "../util/memory";
import { mirrored, OrbitCamera, type Extent } from "./camera";
import { bindWood, WOOD_GLSL } from "./wood";

/** What the table fades into at its far end. */
const DUSK = 0x17100b;
const GROUND_RADIUS = 90;
/** Pixel densities tried in turn when frames take too long. */
const DENSITIES = [2, 1.5, 1, 0.75];
const SLOW_FRAME_MS = 48;

/**
 * Whether pictures are computed without a graphics card, so that less must do. `fangqi.quality` in
 * the browser's store, `high` or `low`, decides instead.
 */
function drawsInSoftware(): boolean {
  const wanted = recall("fangqi.quality");
  if (wanted === "high" || wanted === "low") return wanted === "low";
  const context = document.createElement("canvas").getContext("webgl2");
  const info = context?.getExtension("WEBGL_debug_renderer_info");
  const name: unknown = info && context?.getParameter(info.UNMASKED_RENDERER_WEBGL);
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(String(name));
}

/** A walnut table without end, bright where the lamp hangs. */
function table(): Mesh<CircleGeometry, MeshStandardMaterial> {
  const geometry = new CircleGeometry(GROUND_RADIUS, 64);
  geometry.rotateX(-Math.PI / 2);
  const material = new MeshStandardMaterial({ color: 0x5e3b24, roughness: 0.58 });
  material.onBeforeCompile = (shader) => {
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
  };
  const mesh = new Mesh(geometry, material);
  mesh.receiveShadow = true;
  return mesh;
}

/** Renderer, lamps and table; draws when something has changed and rests otherwise. */
export class Stage {
  readonly scene = new Scene();
  /** The world's blocks: x east, y up, z north, which the scene shows mirrored in z. */
  readonly world = new Group();
  readonly view = new OrbitCamera();
  readonly renderer: WebGLRenderer;
  private readonly key = new DirectionalLight(0xffedd2, 2.7);
  private readonly ground = table();
  private wanted = false;
  private timer: number | undefined;
  private last = 0;
  private slow = 0;
  private density = 0;
  private insets = { top: 0, bottom: 0 };
  /** Advances everything that moves: 2 draw again at once, 1 soon, 0 rest. */
  onFrame: (now: number, elapsed: number) => 0 | 1 | 2 = () => 0;

  constructor(private readonly canvas: HTMLCanvasElement) {
    const low = drawsInSoftware();
    this.renderer = new WebGLRenderer({
      canvas,
      antialias: !low,
      powerPreference: "high-performance",
    });
    if (low) this.density = DENSITIES.length - 2;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.renderer.shadowMap.needsUpdate = true;
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.toneMappingExposure = 1.0;
    this.scene.background = new Color(DUSK);
    this.world.scale.z = -1;
    this.scene.add(this.world);
    this.world.add(this.ground);
    this.light(low ? 1024 : 2048);
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize();
  }

  /** Lays the lamps and the table out for a board. */
  setExtent({ low, high }: Extent, groundY: number, yaw: number): void {
    const centre = [0, 1, 2].map((i) => ((low[i] as number) + (high[i] as number)) / 2);
    const [x, , z] = centre as [number, number, number];
    const radius = Math.hypot(high[0] - low[0], high[2] - low[2]) / 2 + 3;
    this.ground.position.set(x, groundY, z);
    const spread = Math.max(1, radius / 10);
    this.ground.scale.set(spread, 1, spread);
    mirrored(this.key.target.position.set(x, high[1], z));
    // The lamp hangs to the left of whoever sits at `yaw`, and a little behind.
    const [right, forward] = [-1.35 * radius, -0.3 * radius];
    this.key.position.set(
      x + Math.cos(yaw) * right + Math.sin(yaw) * forward,
      high[1] + 2.3 * radius,
      z - Math.sin(yaw) * right + Math.cos(yaw) * forward,
    );
    mirrored(this.key.position);
    const camera = this.key.shadow.camera;
    camera.left = camera.bottom = -radius;
    camera.right = camera.top = radius;
    camera.near = 0.1;
    camera.far = radius * 5;
    camera.updateProjectionMatrix();
    this.key.target.updateMatrixWorld();
    this.invalidate();
  }

  /** Asks for a frame; with `shadows` the shade is computed anew as well. */
  invalidate(shadows = false): void {
    if (shadows) this.renderer.shadowMap.needsUpdate = true;
    if (this.wanted) return;
    this.wanted = true;
    if (this.timer !== undefined) clearTimeout(this.timer);
    this.timer = undefined;
    requestAnimationFrame((now) => this.frame(now));
  }

  private light(shadowPixels: number): void {
    this.scene.add(new HemisphereLight(0xfff4e4, 0x7a5233, 1.1));
    const fill = new DirectionalLight(0xffdcb0, 0.5);
    fill.position.set(6, 5, 9);
    this.scene.add(fill, this.key, this.key.target);
    this.key.castShadow = true;
    this.key.shadow.mapSize.set(shadowPixels, shadowPixels);
    this.key.shadow.bias = -0.0006;
    this.key.shadow.normalBias = 0.02;
    this.key.shadow.radius = 5;
  }

  private frame(now: number): void {
    this.wanted = false;
    const elapsed = now - this.last;
    this.last = now;
    const motion = this.onFrame(now, Math.min(elapsed, 60));
    this.renderer.render(this.scene, this.view.camera);
    if (motion === 2) {
      this.judge(elapsed);
      this.invalidate();
    } else {
      this.slow = 0;
      if (motion === 1) this.timer = window.setTimeout(() => this.invalidate(), 33);
    }
  }

  /** Draws fewer pixels when a run of frames was too slow. */
  private judge(elapsed: number): void {
    this.slow = elapsed > SLOW_FRAME_MS && elapsed < 1000 ? this.slow + 1 : 0;
    if (this.slow < 12 || this.density >= DENSITIES.length - 1) return;
    this.slow = 0;
    this.density += 1;
    this.resize();
  }

  /** Says how much of the picture is covered by the display. */
  setInsets(insets: { top: number; bottom: number }): void {
    this.insets = insets;
    this.resize();
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    const density = Math.min(window.devicePixelRatio, DENSITIES[this.density] ?? 1);
    this.renderer.setPixelRatio(density);
    this.renderer.setSize(width, height, false);
    this.view.resize(width, height, this.insets);
    this.invalidate();
  }
}
