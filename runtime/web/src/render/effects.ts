import {
  AdditiveBlending,
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Points,
  PointsMaterial,
  ShaderMaterial,
  Sprite,
  SpriteMaterial,
  SRGBColorSpace,
  Vector3,
  type Group,
  type Object3D,
} from "three";
import type { EffectView } from "../wire.generated";

/** The tutorial's move marker: a soft ring instead of sparks. */
const RING_EFFECT = 1170;
const SPARKS = 26;
/** A mark lies this little above the ground, so that both are seen. */
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

function sparks(scale: number): Points<BufferGeometry, PointsMaterial> {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(SPARKS * 3), 3));
  const material = new PointsMaterial({
    color: 0xffd890,
    size: 0.07 * scale,
    transparent: true,
    opacity: 0.9,
    depthWrite: false,
    blending: AdditiveBlending,
  });
  const points = new Points(geometry, material);
  points.frustumCulled = false;
  points.userData["scale"] = scale;
  return points;
}

/** Places sparks on spirals that rise and start again, a function of time alone. */
function moveSparks(points: Points, seconds: number): void {
  const position = points.geometry.getAttribute("position");
  const scale = points.userData["scale"] as number;
  for (let i = 0; i < SPARKS; i++) {
    const phase = (seconds * 0.45 + ((i * 0.618) % 1)) % 1;
    const angle = i * 2.4 + seconds * 0.8;
    const radius = (0.18 + 0.3 * ((i * 0.37) % 1)) * scale * (1 - 0.4 * phase);
    position.setXYZ(i, radius * Math.cos(angle), phase * 1.1 * scale, radius * Math.sin(angle));
  }
  position.needsUpdate = true;
}

function textSprite(text: string, colour: string, pixels: number): Sprite {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser has no 2D canvas");
  const size = 64;
  const font = `600 ${size}px "Noto Serif CJK SC","Songti SC",serif`;
  context.font = font;
  canvas.width = Math.ceil(context.measureText(text).width) + 32;
  canvas.height = size * 1.5;
  context.font = font;
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = 8;
  context.strokeStyle = "rgba(30,18,8,.75)";
  context.strokeText(text, 16, canvas.height / 2);
  context.fillStyle = colour;
  context.fillText(text, 16, canvas.height / 2);
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  const sprite = new Sprite(new SpriteMaterial({ map, depthTest: false, transparent: true }));
  const height = (pixels / 60) * 1.5;
  sprite.scale.set((height * canvas.width) / canvas.height, height, 1);
  sprite.renderOrder = 10;
  return sprite;
}

/** Particle effects, floating texts and coloured marks. */
export class EffectLayer {
  private readonly running = new Map<string, Object3D>();
  private readonly texts = new Map<number, Sprite>();
  private readonly marks = new Map<string, Mesh<PlaneGeometry, MeshBasicMaterial>>();

  /** `floor` is the height at which a mark of a cell lies. */
  constructor(
    private readonly parent: Group,
    private readonly floor: (pos: At) => number,
  ) {}

  /** Starts, changes or ends an effect. Sounds are not its business. */
  apply(effect: EffectView): void {
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
        this.addText(effect.id, effect.pos, textSprite(effect.text, effect.colour, effect.size));
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

  /** Ends everything. */
  clear(): void {
    for (const name of [...this.running.keys()]) this.stop(name);
    for (const id of [...this.texts.keys()]) this.removeText(id);
    for (const name of [...this.marks.keys()]) this.clearMark(name);
  }

  /** Advances the particles; true while any runs. */
  update(now: number): boolean {
    for (const object of this.running.values()) {
      if (object instanceof Points) moveSparks(object, now / 1000);
      if (object instanceof Mesh) {
        (object.material as ShaderMaterial).uniforms["time"]!.value = (now / 1000) % 3600;
      }
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
    if (object instanceof Mesh || object instanceof Points) {
      object.geometry.dispose();
      object.material.dispose();
    }
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
