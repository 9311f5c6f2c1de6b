import {
  AdditiveBlending,
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Points,
  ShaderMaterial,
  Sprite,
  SpriteMaterial,
  SRGBColorSpace,
  Vector3,
  type Group,
} from "three";
import type { EffectView } from "../wire.generated";
import { paintText } from "./text_canvas";

/** This effect is drawn as a soft ring instead of sparks. */
const RING_EFFECT = 1170;
const SPARKS = 30;
/** Height of a mark above the ground, so that they do not overlap. */
const MARK_LIFT = 0.012;

type At = readonly [number, number, number];
const nameOf = (pos: At, id: number): string => `${id}@${pos.join()}`;

function ring(scale: number): Mesh<PlaneGeometry, ShaderMaterial> {
  const plane = new PlaneGeometry(1.6 * scale, 1.6 * scale);
  plane.rotateX(-Math.PI / 2);
  const material = new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    blending: AdditiveBlending,
    uniforms: { time: { value: 0 } },
    vertexShader: /* glsl */ `
      varying vec2 vAt;
      void main() {
        vAt = uv * 2.0 - 1.0;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      uniform float time;
      varying vec2 vAt;
      void main() {
        float r = length(vAt);
        float wave = fract(time * 0.7);
        float pulse = smoothstep(0.09, 0.0, abs(r - 0.35 - 0.5 * wave)) * (1.0 - wave);
        float still = smoothstep(0.06, 0.0, abs(r - 0.62)) * (0.5 + 0.2 * sin(time * 4.0));
        float glow = smoothstep(1.0, 0.2, r) * 0.22;
        gl_FragColor = vec4(vec3(1.0, 0.72, 0.30) * (pulse + still + glow), 1.0);
      }`,
  });
  return new Mesh(plane, material);
}

/** A hash as a number in 0 … 1: the same for the same spark and use. */
const chance = (spark: number, use: number): number => {
  const far = Math.sin(spark * 127.1 + use * 311.7) * 43758.5453;
  return far - Math.floor(far);
};

/** Small lights that rise and fade. Their motion is a function of time alone. */
function sparks(scale: number): Points<BufferGeometry, ShaderMaterial> {
  const geometry = new BufferGeometry();
  const born = Array.from({ length: SPARKS }, (_, i) => [0, 1, 2].map((use) => chance(i, use)));
  const start = new Float32Array(born.flat());
  geometry.setAttribute("position", new BufferAttribute(start, 3));
  const material = new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    blending: AdditiveBlending,
    uniforms: { time: { value: 0 }, scale: { value: scale } },
    vertexShader: /* glsl */ `
      uniform float time;
      uniform float scale;
      varying float vGlow;
      void main() {
        // The three random numbers of a spark: start time, angle, variation.
        float age = fract(time * (0.28 + 0.16 * position.z) + position.x);
        float angle = 6.2832 * position.y + (position.z - 0.5) * 3.0 * age;
        float radius = (0.08 + 0.4 * sqrt(position.z)) * (1.0 - 0.35 * age);
        vec3 at = vec3(radius * cos(angle), 1.15 * age, radius * sin(angle)) * scale;
        vGlow = smoothstep(0.0, 0.12, age) * (1.0 - smoothstep(0.45, 1.0, age));
        vec4 seen = modelViewMatrix * vec4(at, 1.0);
        gl_Position = projectionMatrix * seen;
        float size = scale * (0.05 + 0.07 * position.z) * (1.0 - 0.5 * age);
        gl_PointSize = max(2.0, size * projectionMatrix[1][1] * 420.0 / -seen.z);
      }`,
    fragmentShader: /* glsl */ `
      varying float vGlow;
      void main() {
        float r = 2.0 * length(gl_PointCoord - 0.5);
        float core = smoothstep(0.45, 0.0, r);
        float halo = smoothstep(1.0, 0.0, r);
        vec3 colour = mix(vec3(1.0, 0.55, 0.16), vec3(1.0, 0.93, 0.72), core);
        gl_FragColor = vec4(colour * (core + 0.6 * halo * halo) * vGlow, 1.0);
      }`,
  });
  const points = new Points(geometry, material);
  points.frustumCulled = false;
  return points;
}

/** Letter height of texts on boards, in pixels of the painted picture. */
const LETTERS = 64;
const FACES = `"Noto Serif CJK SC","Songti SC",serif`;

function textSprite(text: string, colour: string, tall: number): Sprite {
  const { canvas } = paintText(text, colour, { size: LETTERS, faces: FACES });
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  const sprite = new Sprite(new SpriteMaterial({ map, depthTest: false, transparent: true }));
  const height = (tall * canvas.height) / LETTERS;
  sprite.scale.set((height * canvas.width) / canvas.height, height, 1);
  sprite.renderOrder = 10;
  return sprite;
}

/** The effects shown, for a picture that is drawn without WebGL. */
export interface ShownEffects {
  marks(): Iterable<Mesh<PlaneGeometry, MeshBasicMaterial>>;
  running(): Iterable<Running>;
  texts(): Iterable<Sprite>;
}

type Running = Mesh<PlaneGeometry, ShaderMaterial> | Points<BufferGeometry, ShaderMaterial>;

/** Particle effects, floating texts and coloured marks. */
export class EffectLayer {
  private readonly running = new Map<string, Running>();
  private readonly texts = new Map<number, Sprite>();
  private readonly marks = new Map<string, Mesh<PlaneGeometry, MeshBasicMaterial>>();

  /** `floor` returns the height at which marks of a cell lie. */
  constructor(
    private readonly parent: Group,
    private readonly floor: (pos: At) => number,
  ) {}

  /**
   * Starts, changes or ends an effect; `pixel` is the size of a pixel in blocks, for the size of
   * texts. Sounds are ignored.
   */
  apply(effect: EffectView, pixel: number): void {
    switch (effect.kind) {
      case "particle":
        this.stop(nameOf(effect.pos, effect.id));
        this.start(nameOf(effect.pos, effect.id), effect.pos, effect.id, effect.scale);
        break;
      case "stop_particle":
        this.stop(nameOf(effect.pos, effect.id));
        break;
      case "text":
        this.removeText(effect.id);
        this.addText(
          effect.id,
          effect.pos,
          textSprite(effect.text, effect.colour, effect.size * pixel),
        );
        break;
      case "remove_text":
        this.removeText(effect.id);
        break;
      case "mark":
        this.clearMark(nameOf(effect.pos, effect.id));
        this.setMark(nameOf(effect.pos, effect.id), effect.pos, effect.colour);
        break;
      case "clear_mark":
        this.clearMark(nameOf(effect.pos, effect.id));
        break;
      case "sound":
      case "loop_sound":
      case "stop_sound":
        break;
    }
  }

  /** Ends all effects. */
  clear(): void {
    for (const name of [...this.running.keys()]) this.stop(name);
    for (const id of [...this.texts.keys()]) this.removeText(id);
    for (const name of [...this.marks.keys()]) this.clearMark(name);
  }

  /** The effects as shown. */
  readonly shown: ShownEffects = {
    marks: () => this.marks.values(),
    running: () => this.running.values(),
    texts: () => this.texts.values(),
  };

  /** Advances the particles; true while there are any. */
  update(now: number): boolean {
    for (const object of this.running.values()) {
      const { time } = object.material.uniforms;
      if (time) time.value = (now / 1000) % 3600;
    }
    return this.running.size > 0;
  }

  private start(name: string, pos: At, id: number, scale: number): void {
    const object = id === RING_EFFECT ? ring(scale) : sparks(scale);
    object.position.copy(new Vector3(...pos));
    object.position.y += 0.02;
    object.renderOrder = 5;
    this.running.set(name, object);
    this.parent.add(object);
  }

  private stop(name: string): void {
    const object = this.running.get(name);
    if (!object) return;
    this.parent.remove(object);
    this.running.delete(name);
    object.geometry.dispose();
    object.material.dispose();
  }

  private setMark(name: string, pos: At, colour: string): void {
    const plane = new PlaneGeometry(0.92, 0.92);
    plane.rotateX(-Math.PI / 2);
    const material = new MeshBasicMaterial({
      color: colour,
      transparent: true,
      opacity: 0.5,
      depthWrite: false,
    });
    const mark = new Mesh(plane, material);
    mark.position.set(pos[0] + 0.5, this.floor(pos) + MARK_LIFT, pos[2] + 0.5);
    mark.renderOrder = 2;
    this.marks.set(name, mark);
    this.parent.add(mark);
  }

  private clearMark(name: string): void {
    const mark = this.marks.get(name);
    if (!mark) return;
    this.parent.remove(mark);
    mark.geometry.dispose();
    mark.material.dispose();
    this.marks.delete(name);
  }

  private addText(id: number, pos: At, sprite: Sprite): void {
    sprite.position.set(pos[0], pos[1], pos[2]);
    this.texts.set(id, sprite);
    this.parent.add(sprite);
  }

  private removeText(id: number): void {
    const sprite = this.texts.get(id);
    if (!sprite) return;
    this.parent.remove(sprite);
    sprite.material.map?.dispose();
    sprite.material.dispose();
    this.texts.delete(id);
  }
}
