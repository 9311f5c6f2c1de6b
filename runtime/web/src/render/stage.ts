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
import { mirrored, OrbitCamera, type Extent } from "./camera";
import { WOOD_GLSL } from "./wood";

/** What the table fades into at its far end. */
const DUSK = 0x17100b;
const GROUND_RADIUS = 90;
/** Pixel densities tried in turn when frames take too long. */
const DENSITIES = [2, 1.5, 1, 0.75];
const SLOW_FRAME_MS = 48;

/** A walnut table without end, bright where the lamp hangs. */
function table(): Mesh<CircleGeometry, MeshStandardMaterial> {
  const geometry = new CircleGeometry(GROUND_RADIUS, 64);
  geometry.rotateX(-Math.PI / 2);
  const material = new MeshStandardMaterial({ color: 0x54341f, roughness: 0.58 });
  material.onBeforeCompile = (shader) => {
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
        vec3 p = vec3(vAt.x + plank * 17.0, plank * 3.0, vAt.z) * vec3(0.7, 1.0, 0.7);
        diffuseColor.rgb = woodColour(diffuseColor.rgb, p, 1.1);
        diffuseColor.rgb *= 0.9 + 0.2 * hash31(vec3(plank, 1.0, 2.0));
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
    this.renderer = new WebGLRenderer({
      canvas,
      antialias: true,
      powerPreference: "high-performance",
    });
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
    this.light();
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize();
  }

  /** Lays the lamps and the table out for a board. */
  setExtent({ low, high }: Extent, groundY: number): void {
    const centre = [0, 1, 2].map((i) => ((low[i] as number) + (high[i] as number)) / 2);
    const [x, , z] = centre as [number, number, number];
    const radius = Math.hypot(high[0] - low[0], high[2] - low[2]) / 2 + 3;
    this.ground.position.set(x, groundY, z);
    const spread = Math.max(1, radius / 10);
    this.ground.scale.set(spread, 1, spread);
    mirrored(this.key.target.position.set(x, high[1], z));
    mirrored(
      this.key.position.set(
        x - 0.62 * radius * 2,
        high[1] + 1.25 * radius * 2,
        z + 0.42 * radius * 2,
      ),
    );
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

  private light(): void {
    this.scene.add(new HemisphereLight(0xfff1dc, 0x4a2f1c, 1.15));
    const rim = new DirectionalLight(0xbfd0ff, 0.35);
    rim.position.set(8, 6, -10);
    this.scene.add(rim, this.key, this.key.target);
    this.key.castShadow = true;
    this.key.shadow.mapSize.set(2048, 2048);
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
