import {
  Color,
  DirectionalLight,
  Group,
  HemisphereLight,
  NeutralToneMapping,
  PCFShadowMap,
  PointLight,
  Scene,
  Vector4,
  WebGLRenderer,
  type IUniform,
} from "three";
import type { Pos } from "../wire/decode";
import { mirrored, OrbitCamera, type Extent } from "./camera";
import { drawsInSoftware, type Drawing } from "./context";
import { keyDirection, LAMPS, lampTint } from "./quality";
import { t } from "../i18n/language";
import type { PlainPicture } from "./plain";
import { table, TABLE_COLOUR } from "./table";

/** What the board stands on and in. */
export interface Surroundings {
  /** Colour of the table's top; null is its own. */
  table: number | null;
  /** Background colour, into which the table fades. */
  beyond: number;
  /** By night the lamp over the board is the only light. */
  night: boolean;
}

/** Surroundings of worlds that have a sky of their own. */
export const PLAIN_SURROUNDINGS: Surroundings = { table: null, beyond: 0x17100b, night: false };
/** Parts of the lamps' red, green and blue that are left by night, and of the light from all around. */
const NIGHT = { tint: [0.86, 0.8, 0.7], around: 0.72 } as const;
/**
 * Pixel ratios, tried in turn while frames take too long. The last is only for worlds to walk in,
 * where steady motion matters more than sharp edges.
 */
const DENSITIES = [2, 1.5, 1, 0.75, 0.5];
const SOFTWARE_DENSITY = 3;
/** How often it is checked whether the first picture is complete. */
const POLL_MS = 4;
const SLOW_FRAME_MS = 48;
/** How many slow frames in a row lower the pixel ratio: on a board, and in a world to walk in. */
const PATIENCE = { board: 12, world: 4 } as const;

/** A block that gives light. */
export interface Lantern {
  pos: Pos;
  /** 1 to 15. */
  light: number;
  colour: number;
}

/** The number of lights is limited: each costs time in every pixel. */
export const MOST_LANTERNS = 4;
/** Intensity per light level of a block. */
const LANTERN = 2.2;

/** Renderer, lights and table. It draws when something has changed and rests otherwise. */
export class Stage {
  readonly scene = new Scene();
  /**
   * Parent of everything in world coordinates (x east, y up, z north); the scene mirrors it in z,
   * and tips up a world that stands.
   */
  readonly world = new Group();
  readonly view = new OrbitCamera();
  /** Null without WebGL. */
  private readonly renderer: WebGLRenderer | null;
  /** What draws without WebGL, once it was needed. */
  private plain: PlainPicture | null = null;
  /** Whether WebGL draws: it is there, and is not lost. */
  private drawsWell = true;
  /** Whether the scene is a world to walk in, which can only be drawn with WebGL. */
  inWorld = false;
  /** Lamp over the board, ambient light, fill light. */
  readonly key = new DirectionalLight(LAMPS.key, LAMPS.keyStrength);
  readonly ambient = new HemisphereLight(LAMPS.sky, LAMPS.ground, LAMPS.ambient);
  readonly fill = new DirectionalLight(LAMPS.fill, LAMPS.fillStrength);
  /** The table under the board. */
  private readonly groundColour: IUniform<Color> = { value: new Color(TABLE_COLOUR) };
  private readonly beyond: IUniform<Color> = { value: new Color(PLAIN_SURROUNDINGS.beyond) };
  readonly ground = table(this.groundColour, this.beyond);
  /** Centre and radius of the lamp's light, for materials that fade outside of it. */
  readonly pool: IUniform<Vector4> = { value: new Vector4(0, 0, 1e6, 2e6) };
  private readonly lanterns: PointLight[] = [];
  private lanternStrength = 1;
  private readonly software = drawsInSoftware();
  private wanted = false;
  private timer: number | undefined;
  private last = 0;
  private rested = true;
  private slow = 0;
  private density = 0;
  private insets = { top: 0, bottom: 0 };
  /** Advances animations. Returns 2 to draw again at once, 1 to draw again soon, 0 to rest. */
  onFrame: (now: number, elapsed: number) => 0 | 1 | 2 = () => 0;
  /** Called after the size of the picture has changed. */
  onResize: () => void = () => {};
  /** Called once, when the first picture is complete. */
  onShown: () => void = () => {};
  /** Called when the picture of a board begins to be drawn without WebGL. */
  onPlain: () => void = () => {};
  readonly canvas: HTMLCanvasElement;
  /** The size in pixels of a picture that is on no page, and drawn only when asked for. */
  private exact: { width: number; height: number } | null = null;
  private readonly resized = new ResizeObserver(() => this.resize());
  /** Whether there is something to draw. */
  private laidOut = false;
  private shown = false;

  /** `loadPlain` loads what draws where there is no WebGL. */
  constructor(
    { canvas, context }: Drawing,
    private readonly loadPlain: () => Promise<PlainPicture>,
  ) {
    this.canvas = canvas;
    if (this.software) this.density = SOFTWARE_DENSITY;
    this.renderer = context && this.open(canvas, context);
    this.scene.background = this.beyond.value;
    this.world.scale.z = -1;
    this.scene.add(this.world);
    this.world.add(this.ground);
    this.addLamps();
    this.resized.observe(canvas);
    this.resize();
    if (!this.renderer) void this.drawPlainly();
  }

  private open(canvas: HTMLCanvasElement, context: WebGL2RenderingContext): WebGLRenderer {
    const renderer = new WebGLRenderer({ canvas, context });
    // Checking a shader for errors waits for the GPU each time.
    renderer.debug.checkShaderErrors = import.meta.env.DEV;
    renderer.shadowMap.enabled = !this.software;
    renderer.shadowMap.type = PCFShadowMap;
    renderer.shadowMap.autoUpdate = false;
    renderer.shadowMap.needsUpdate = true;
    renderer.toneMapping = NeutralToneMapping;
    renderer.toneMappingExposure = 1.0;
    // The renderer asks for its context back, and builds everything again when it gets it.
    canvas.addEventListener("webglcontextlost", () => void this.drawPlainly());
    canvas.addEventListener("webglcontextrestored", () => {
      this.drawsWell = true;
      this.plain?.canvas.remove();
      this.invalidate(true);
    });
    return renderer;
  }

  /** Draws without WebGL from now on, until it is back. */
  private async drawPlainly(): Promise<void> {
    this.drawsWell = false;
    if (this.exact) return;
    try {
      this.plain ??= await this.loadPlain();
    } catch (error) {
      // The page offers to load itself again.
      console.error(error);
      return;
    }
    if (this.drawsWell) return;
    this.resize();
    this.invalidate();
  }

  /** Whether the picture is drawn without WebGL. */
  get drawsPlainly(): boolean {
    return !this.drawsWell;
  }

  /** Draws the picture over the canvas, which remains what is clicked. */
  private drawOver(plain: PlainPicture): void {
    const { canvas, view } = this;
    if (!plain.canvas.isConnected) {
      canvas.after(plain.canvas);
      if (!this.inWorld) this.onPlain();
    }
    const { clientWidth: width, clientHeight: height } = canvas;
    const density = Math.min(window.devicePixelRatio, 2);
    if (this.inWorld) plain.say(view, width, height, density, t("no_webgl"));
    else plain.draw(view, width, height, density);
  }

  /** Draws at once, at a size in pixels, for a picture that is on no page; returns what it drew on. */
  async drawExactly(width: number, height: number): Promise<HTMLCanvasElement> {
    if (this.exact?.width !== width || this.exact.height !== height) {
      this.exact = { width, height };
      this.resize();
    }
    if (!this.drawsWell) this.plain ??= await this.loadPlain();
    this.onFrame(performance.now(), 0);
    if (this.drawsWell && this.renderer) {
      this.renderer.render(this.scene, this.view.camera);
      return this.canvas;
    }
    this.plain?.draw(this.view, width, height, 1);
    return this.plain?.canvas ?? this.canvas;
  }

  /** Gives back what the graphics hold for it. */
  dispose(): void {
    this.resized.disconnect();
    this.renderer?.dispose();
    this.renderer?.forceContextLoss();
  }

  /** Has the shadows drawn again with the next frame. */
  refreshShadows(): void {
    if (this.renderer) this.renderer.shadowMap.needsUpdate = true;
  }

  /** Places lamps and table for a board; `base` is the lowest corner of all there is. */
  setExtent({ low, high }: Extent, base: readonly number[], yaw: number): void {
    const { stands } = this.view;
    this.world.rotation.x = this.ground.rotation.x = stands ? Math.PI / 2 : 0;
    const centre = [0, 1, 2].map((i) => ((low[i] as number) + (high[i] as number)) / 2);
    const [x, y, z] = centre as [number, number, number];
    const radius = Math.hypot(high[0] - low[0], high[2] - low[2]) / 2 + 3;
    const [, groundY = 0, groundZ = 0] = base;
    if (stands) this.ground.position.set(x, y, groundZ);
    else this.ground.position.set(x, groundY, z);
    const spread = Math.max(1, radius / 10);
    this.ground.scale.set(spread, 1, spread);
    const { key } = this;
    if (stands) {
      // The lamp hangs before the board and above it, to the left.
      key.target.position.set(x, z, high[1]);
      key.position.set(x - 0.7 * radius, z + 1.1 * radius, high[1] + 2.6 * radius);
      this.pool.value.set(x, y, radius * 0.85, radius * 1.8);
    } else {
      mirrored(key.target.position.set(x, high[1], z));
      // The lamp hangs to the left of the player at `yaw`, and slightly behind.
      const [right, forward] = [-1.35 * radius, -0.3 * radius];
      key.position.set(
        x + Math.cos(yaw) * right + Math.sin(yaw) * forward,
        high[1] + 2.3 * radius,
        z - Math.sin(yaw) * right + Math.cos(yaw) * forward,
      );
      mirrored(key.position);
      this.pool.value.set(x, -z, radius * 0.85, radius * 1.8);
    }
    keyDirection.value.subVectors(key.position, key.target.position).normalize();
    const camera = this.key.shadow.camera;
    camera.left = camera.bottom = -radius;
    camera.right = camera.top = radius;
    camera.near = 0.1;
    camera.far = radius * 5;
    camera.updateProjectionMatrix();
    this.key.target.updateMatrixWorld();
    this.laidOut = true;
    this.invalidate();
  }

  /** Sets what the board stands on and in. */
  setSurroundings({ table, beyond, night }: Surroundings): void {
    this.groundColour.value.setHex(table ?? TABLE_COLOUR);
    this.beyond.value.setHex(beyond);
    const [r, g, b] = night ? NIGHT.tint : [1, 1, 1];
    if (this.software) lampTint.value.set(r, g, b);
    this.key.color.setHex(LAMPS.key).multiply(new Color(r, g, b));
    this.fill.color.setHex(LAMPS.fill).multiply(new Color(r, g, b));
    this.ambient.intensity = LAMPS.ambient * (night ? NIGHT.around : 1);
    this.invalidate();
  }

  /** Starts drawing without a board; the caller sets lights and ground. */
  begin(): void {
    this.laidOut = true;
    this.invalidate(true);
  }

  /** Places lights at glowing blocks. */
  setLanterns(found: readonly Lantern[]): void {
    if (this.software) return;
    // A different number of lights would recompile all shaders, so lights are never removed.
    while (this.lanterns.length < Math.min(found.length, MOST_LANTERNS)) {
      const lamp = new PointLight(0xffffff, 0, 9, 1.8);
      this.lanterns.push(lamp);
      this.world.add(lamp);
    }
    this.lanterns.forEach((lamp, i) => {
      const { pos, light, colour } = found[i] ?? { pos: [0, 0, 0] as const, light: 0, colour: 0 };
      lamp.userData["light"] = light;
      lamp.color.setHex(colour);
      lamp.position.set(pos[0] + 0.5, pos[1] + 0.5, pos[2] + 0.5);
    });
    this.dimLanterns(this.lanternStrength);
  }

  /** Sets the strength of lanterns, 0 to 1: by day they are hardly visible. */
  dimLanterns(part: number): void {
    this.lanternStrength = part;
    for (const lamp of this.lanterns) {
      lamp.intensity = Number(lamp.userData["light"]) * LANTERN * part;
    }
  }

  /** Requests a frame; with `shadows` the shadow map is updated as well. */
  invalidate(shadows = false): void {
    if (shadows) this.refreshShadows();
    if (this.wanted || !this.laidOut || this.exact) return;
    this.wanted = true;
    if (this.timer !== undefined) clearTimeout(this.timer);
    this.timer = undefined;
    requestAnimationFrame((now) => this.frame(now));
  }

  private addLamps(): void {
    // In software, materials compute the lights in their own shader.
    if (this.software) return;
    this.fill.position.set(...LAMPS.fillFrom);
    this.scene.add(this.ambient, this.fill, this.key, this.key.target);
    this.key.castShadow = true;
    this.key.shadow.mapSize.set(2048, 2048);
    this.key.shadow.bias = -0.0006;
    this.key.shadow.normalBias = 0.02;
    this.key.shadow.radius = 5;
  }

  private frame(now: number): void {
    this.wanted = false;
    // The first frame after a rest counts as one of ordinary length. Slow frames take larger steps.
    const elapsed = this.rested ? 16 : now - this.last;
    this.last = now;
    const motion = this.onFrame(now, Math.min(elapsed, 250));
    this.rested = motion !== 2;
    if (this.drawsWell) this.renderer?.render(this.scene, this.view.camera);
    else if (this.plain) this.drawOver(this.plain);
    if (!this.shown) this.watchFirst();
    if (motion === 2) {
      this.adaptDensity(elapsed);
      this.invalidate();
    } else {
      this.slow = 0;
      if (motion === 1) this.timer = window.setTimeout(() => this.invalidate(), 33);
    }
  }

  /** Calls `onShown` when the picture just drawn is complete. */
  private watchFirst(): void {
    if (!this.renderer) {
      if (!this.plain) return;
      this.shown = true;
      return this.onShown();
    }
    this.shown = true;
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    const done = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    const poll = () => {
      const waits = done && gl.getSyncParameter(done, gl.SYNC_STATUS) !== gl.SIGNALED;
      if (waits && !gl.isContextLost()) return window.setTimeout(poll, POLL_MS);
      gl.deleteSync(done);
      return this.onShown();
    };
    poll();
  }

  /** Lowers the pixel ratio after a run of slow frames. */
  private adaptDensity(elapsed: number): void {
    const isSlow = elapsed > SLOW_FRAME_MS && elapsed < (this.inWorld ? 3000 : 1000);
    this.slow = isSlow ? this.slow + 1 : 0;
    const last = DENSITIES.length - (this.inWorld ? 1 : 2);
    const patience = this.inWorld ? PATIENCE.world : PATIENCE.board;
    if (this.slow < patience || this.density >= last) return;
    this.slow = 0;
    this.density += 1;
    this.resize();
  }

  /** Sets how much of the picture the HUD covers, in CSS pixels. */
  setInsets(insets: { top: number; bottom: number }): void {
    this.insets = insets;
    this.resize();
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    const { width, height } = this.exact ?? { width: clientWidth, height: clientHeight };
    if (width === 0 || height === 0) return;
    const usual = Math.min(window.devicePixelRatio, DENSITIES[this.density] ?? 1);
    const density = this.exact ? 1 : usual;
    this.renderer?.setPixelRatio(density);
    this.renderer?.setSize(width, height, false);
    this.view.resize(width, height, this.insets);
    this.onResize();
    this.invalidate();
  }
}
