import {
  BackSide,
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Mesh,
  PointLight,
  ShaderMaterial,
  Vector3,
  type Fog,
} from "three";
import { drawsInSoftware } from "@page/render/context";
import { keyDirection, LAMPS, lampTint } from "@page/render/quality";
import type { Stage } from "@page/render/stage";
import { hashUnit } from "../drawing/colours";
import { approachHour, skyAt, type Sky } from "./sky";
import { fogDensityAt, DEFAULT_SKY, applySkySettings, type SkySettings } from "./sky_settings";
import { unitCube } from "../drawing/unit_cube";

/** Where the fog hides everything, and where it begins, in blocks. */
const FOG_END = 120;
const FOG_START = 55;
/** Begin and end of the fog where it is dense. */
const DENSE_FOG = [6, 38] as const;
/** How far around the player shadows are drawn, in blocks. */
const SHADOW_RADIUS = 30;
const RAIN_DROPS = 500;

function createSkyDome(): Mesh<BufferGeometry, ShaderMaterial> {
  const material = new ShaderMaterial({
    side: BackSide,
    depthWrite: false,
    fog: false,
    uniforms: {
      top: { value: new Color() },
      horizon: { value: new Color() },
      glow: { value: new Color() },
      sun: { value: new Vector3(0, 1, 0) },
      stars: { value: 0 },
    },
    vertexShader: /* glsl */ `
      varying vec3 vWay;
      void main() {
        vWay = position;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      uniform vec3 top;
      uniform vec3 horizon;
      uniform vec3 glow;
      uniform vec3 sun;
      uniform float stars;
      varying vec3 vWay;
      float hash(vec3 p) {
        p = fract(p * vec3(0.1031, 0.103, 0.0973));
        p += dot(p, p.yxz + 33.33);
        return fract((p.x + p.y) * p.z);
      }
      void main() {
        vec3 way = normalize(vWay);
        float up = clamp(way.y, 0.0, 1.0);
        vec3 colour = mix(horizon, top, pow(up, 0.55));
        float near = max(dot(way, sun), 0.0);
        // The sun is square, as everything is in this world.
        vec3 side = normalize(cross(sun, vec3(0.0, 0.0, 1.0)));
        vec2 off = vec2(dot(way, side), dot(way, cross(side, sun)));
        float disc = step(max(abs(off.x), abs(off.y)), 0.045) * step(0.0, dot(way, sun));
        colour += glow * (0.16 * pow(near, 6.0) + 0.3 * pow(near, 60.0));
        colour = mix(colour, glow * 1.1 + 0.15, disc);
        if (stars > 0.0) {
          vec3 field = way * 70.0;
          vec3 cell = floor(field);
          float bright = hash(cell + 7.0);
          float round_ = 1.0 - smoothstep(0.05, 0.12 + 0.14 * bright, length(field - cell - 0.5));
          float star = step(0.975, hash(cell)) * round_ * stars * smoothstep(0.02, 0.3, way.y);
          colour += star * (0.35 + 0.65 * bright);
        }
        gl_FragColor = vec4(colour, 1.0);
        #include <colorspace_fragment>
      }`,
  });
  const mesh = new Mesh(unitCube(), material);
  mesh.scale.setScalar(400);
  mesh.frustumCulled = false;
  // After the blocks, so that only the pixels that show sky are computed.
  mesh.renderOrder = 10;
  return mesh;
}

/** Rain around the camera: thin lines that fall in a loop. */
function createRain(): Mesh<BufferGeometry, ShaderMaterial> {
  const born = new Float32Array(RAIN_DROPS * 12);
  const corner = new Float32Array(RAIN_DROPS * 8);
  const index: number[] = [];
  for (let i = 0; i < RAIN_DROPS; i++) {
    const at = [0, 1, 2].map((use) => hashUnit(i, use));
    born.set([...at, ...at, ...at, ...at], i * 12);
    corner.set([0, 0, 1, 0, 1, 1, 0, 1], i * 8);
    index.push(...[0, 1, 2, 0, 2, 3].map((k) => i * 4 + k));
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(born, 3));
  geometry.setAttribute("corner", new BufferAttribute(corner, 2));
  geometry.setIndex(index);
  const material = new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
    uniforms: { time: { value: 0 }, eye: { value: new Vector3() } },
    vertexShader: /* glsl */ `
      uniform float time;
      uniform vec3 eye;
      attribute vec2 corner;
      void main() {
        vec3 box = vec3(24.0, 16.0, 24.0);
        vec3 at = vec3(position.x, fract(position.y - time * 1.1), position.z) * box;
        at = mod(at - eye, box) + eye - 0.5 * box;
        vec3 right = vec3(viewMatrix[0][0], viewMatrix[1][0], viewMatrix[2][0]);
        at += right * (corner.x - 0.5) * 0.014 + vec3(0.0, corner.y * 0.6, 0.0);
        gl_Position = projectionMatrix * viewMatrix * vec4(at, 1.0);
      }`,
    fragmentShader: "void main() { gl_FragColor = vec4(0.72, 0.8, 0.9, 0.4); }",
  });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = 6;
  return mesh;
}

/**
 * Distance fog. The renderer reads only these fields, so the Fog class of three.js need not be
 * loaded.
 */
const createFog = () =>
  ({ isFog: true, name: "", color: new Color(), near: FOG_START, far: FOG_END }) as unknown as Fog;

/** The state of the board's lights, to be restored. */
interface Before {
  background: Stage["scene"]["background"];
  pool: [number, number, number, number];
  shadows: number[];
}

/**
 * The outdoor scene of walking maps: sky, daylight, fog and rain instead of the lamp and the table.
 */
export class Atmosphere {
  private readonly dome = createSkyDome();
  private readonly rain = createRain();
  private readonly fog = createFog();
  private readonly torch = new PointLight(0xffc27a, 0, 12, 1.6);
  private before: Before | null = null;
  private hour: number | null = null;
  private wetness = 0;
  private fogDensity = 0;
  /** The sky as the map's scripts set it. */
  settings: SkySettings = DEFAULT_SKY;

  constructor(private readonly stage: Stage) {}

  /** Switches from the board's lighting to the outdoor scene. */
  enter(): void {
    const { stage } = this;
    if (this.before) return;
    const { pool } = stage;
    const { left, right, top, bottom, near, far } = stage.key.shadow.camera;
    this.before = {
      background: stage.scene.background,
      pool: pool.value.toArray() as [number, number, number, number],
      shadows: [left, right, top, bottom, near, far],
    };
    // Blocks do not darken with the distance from the board's lamp.
    pool.value.set(0, 0, 1e6, 2e6);
    stage.ground.visible = false;
    stage.scene.background = null;
    stage.scene.fog = this.fog;
    stage.scene.add(this.dome, this.rain);
    if (!drawsInSoftware()) stage.scene.add(this.torch);
    const camera = stage.key.shadow.camera;
    Object.assign(camera, {
      left: -SHADOW_RADIUS,
      right: SHADOW_RADIUS,
      top: SHADOW_RADIUS,
      bottom: -SHADOW_RADIUS,
    });
    Object.assign(camera, { near: 1, far: 160 });
    camera.updateProjectionMatrix();
  }

  /** Switches back to the board's lighting. */
  leave(): void {
    const { stage, before } = this;
    if (!before) return;
    this.before = null;
    stage.pool.value.fromArray(before.pool);
    stage.ground.visible = true;
    stage.scene.background = before.background;
    stage.scene.fog = null;
    stage.scene.remove(this.dome, this.rain, this.torch);
    const [left, right, top, bottom, near, far] = before.shadows;
    Object.assign(stage.key.shadow.camera, { left, right, top, bottom, near, far });
    stage.key.shadow.camera.updateProjectionMatrix();
    stage.key.color.setHex(LAMPS.key);
    stage.key.intensity = LAMPS.keyStrength;
    stage.ambient.color.setHex(LAMPS.sky);
    stage.ambient.groundColor.setHex(LAMPS.ground);
    stage.ambient.intensity = LAMPS.ambient;
    stage.fill.intensity = LAMPS.fillStrength;
    stage.dimLanterns(1);
    lampTint.value.set(1, 1, 1);
  }

  /**
   * Updates light, sky, fog and rain for an hour and the weather, around an eye in world
   * coordinates.
   */
  update(
    eye: readonly [number, number, number],
    hour: number,
    rains: boolean,
    now: number,
    elapsed: number,
  ): void {
    this.hour = this.hour === null ? hour : approachHour(this.hour, hour, elapsed);
    this.wetness += (Number(rains) - this.wetness) * (1 - Math.exp(-elapsed / 1500));
    const density = fogDensityAt(this.settings, eye[0], eye[2]);
    this.fogDensity += (density - this.fogDensity) * (1 - Math.exp(-elapsed / 1500));
    this.fog.near = FOG_START + (DENSE_FOG[0] - FOG_START) * this.fogDensity;
    this.fog.far = FOG_END + (DENSE_FOG[1] - FOG_END) * this.fogDensity;
    const sky = applySkySettings(skyAt(this.hour, this.wetness), this.settings, this.hour);
    this.dome.position.set(eye[0], eye[1], -eye[2]);
    this.colour(sky);
    this.light(sky, eye);
    const { time, eye: at } = this.rain.material.uniforms;
    this.rain.visible = this.wetness > 0.05;
    if (time) time.value = (now / 1000) % 1000;
    if (at) (at.value as Vector3).set(eye[0], eye[1], -eye[2]);
  }

  private colour(sky: Sky): void {
    const { top, horizon, glow, sun, stars } = this.dome.material.uniforms;
    (top?.value as Color).setHex(sky.top);
    (horizon?.value as Color).setHex(sky.horizon);
    (glow?.value as Color).setHex(sky.sunColour);
    (sun?.value as Vector3).set(sky.sun[0], sky.sun[1], -sky.sun[2]);
    if (stars) stars.value = sky.stars;
    this.fog.color.setHex(sky.horizon);
  }

  private light(sky: Sky, eye: readonly [number, number, number]): void {
    const { key, ambient, fill } = this.stage;
    key.color.setHex(sky.sunColour);
    key.intensity = sky.sunStrength;
    // The shadow camera moves in whole texels of its map, so that shadow edges do not flicker.
    const grain = (SHADOW_RADIUS * 2) / 2048;
    const [x, y, z] = eye.map((axis) => Math.round(axis / grain / 8) * grain * 8) as [
      number,
      number,
      number,
    ];
    key.target.position.set(x, y, -z);
    key.position.set(x + sky.sun[0] * 70, y + sky.sun[1] * 70, -z - sky.sun[2] * 70);
    key.target.updateMatrixWorld();
    keyDirection.value.set(sky.sun[0], sky.sun[1], -sky.sun[2]);
    ambient.color.setHex(sky.horizon).lerp(WHITE, 0.45);
    ambient.groundColor.setHex(0x8d8471);
    ambient.intensity = sky.ambientStrength;
    fill.intensity = 0.18 * sky.ambientStrength;
    this.stage.dimLanterns(0.12 + 0.88 * sky.stars);
    this.torch.position.set(eye[0], eye[1] + 0.4, -eye[2]);
    this.torch.intensity = sky.stars * 9;
    const bright = (sky.sunStrength / 2.1 + sky.ambientStrength / 1.5) / 2;
    const warm = TINT.setHex(sky.sunColour).lerp(WHITE, 0.55);
    lampTint.value.set(warm.r, warm.g, warm.b).multiplyScalar(0.25 + 0.85 * bright);
  }
}

const WHITE = new Color(0xffffff);
const TINT = new Color();
