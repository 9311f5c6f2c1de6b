import { Matrix4, PlaneGeometry, ShaderMaterial, type Group, type IUniform } from "three";
import type { Mark, MarkKind } from "../wire.generated";
import type { Pos } from "../wire/decode";
import { Instances } from "./instances";

/**
 * The server's kinds of marks and those of the client: hover, keyboard cursor, differences to
 * another version, a planned move.
 */
export type ShownKind = MarkKind | "hover" | "cursor" | "differs" | "planned";

/** A mark and the height at which it lies. */
export interface ShownMark {
  pos: Pos;
  kind: ShownKind;
  floor: number;
}

/** The kinds by their numbers in the shader. */
export const MARK_KINDS: readonly ShownKind[] = [
  "selected",
  "target",
  "capture",
  "last_from",
  "last_to",
  "check",
  "hint",
  "hover",
  "cursor",
  "differs",
  "planned",
];

const FRAGMENT = /* glsl */ `
uniform float time;
varying vec2 vAt;
varying vec2 vMark;
float ringAt(float r, float radius, float width) {
  float w = fwidth(r);
  return 1.0 - smoothstep(width - w, width + w, abs(r - radius));
}
// The four corners of a square of half-width s, with arms of a length.
float brackets(vec2 p, float s, float arm, float width) {
  vec2 q = abs(p);
  float w = fwidth(p.x) + fwidth(p.y);
  float edge = 1.0 - smoothstep(width - w * 0.5, width + w * 0.5, abs(max(q.x, q.y) - s));
  float near = step(s - arm, min(q.x, q.y));
  return edge * near;
}
void main() {
  float age = clamp((time - vMark.y) / 0.24, 0.0, 1.0);
  float grow = 1.0 - pow(1.0 - age, 3.0);
  float r = length(vAt);
  float w = fwidth(r);
  float beat = 0.5 + 0.5 * sin(time * 3.4);
  vec4 c = vec4(0.0);
  int kind = int(vMark.x + 0.5);
  if (kind == 0) {
    float halo = smoothstep(0.66, 0.40, r) * 0.55;
    c = vec4(1.0, 0.80, 0.36, max(ringAt(r, 0.485, 0.022), halo) * grow);
  } else if (kind == 1) {
    float dot = 1.0 - smoothstep(0.135 * grow - w, 0.135 * grow + w, r);
    float halo = smoothstep(0.30, 0.10, r) * 0.4;
    c = vec4(mix(vec3(0.02, 0.10, 0.06), vec3(0.02, 0.19, 0.105), dot), max(dot * 0.94, halo * grow));
  } else if (kind == 2) {
    float ring = ringAt(r, 0.50 + 0.07 * (1.0 - grow), 0.034);
    float halo = smoothstep(0.68, 0.46, r) * 0.5;
    c = vec4(0.62, 0.035, 0.02, max(ring * 0.95, halo) * grow);
  } else if (kind == 3 || kind == 4) {
    float s = kind == 3 ? 0.36 : 0.485;
    float a = brackets(vAt, s, kind == 3 ? 0.13 : 0.15, 0.017);
    c = vec4(0.02, 0.13, 0.25, a * grow * (kind == 3 ? 0.75 : 0.95));
  } else if (kind == 5) {
    float halo = smoothstep(0.72, 0.30, r);
    c = vec4(0.86, 0.10, 0.05, halo * (0.62 + 0.3 * beat) * grow);
  } else if (kind == 6) {
    float a = max(ringAt(r, 0.50, 0.03), smoothstep(0.70, 0.45, r) * 0.6);
    c = vec4(0.98, 0.72, 0.20, a * (0.6 + 0.4 * beat) * grow);
  } else if (kind == 7) {
    c = vec4(1.0, 0.87, 0.58, max(ringAt(r, 0.475, 0.013) * 0.8, smoothstep(0.62, 0.40, r) * 0.4));
  } else if (kind == 10) {
    float inside = 1.0 - smoothstep(0.47, 0.49, max(abs(vAt.x), abs(vAt.y)));
    c = vec4(0.10, 0.16, 0.42, inside * mix(0.42, 0.72, smoothstep(0.2, 0.5, r)) * grow);
  } else if (kind == 9) {
    float a = brackets(vAt, 0.46, 0.46, 0.03);
    float stripes = step(0.5, fract((vAt.x + vAt.y) * 5.0)) * 0.4;
    float inside = step(max(abs(vAt.x), abs(vAt.y)), 0.46);
    c = vec4(0.16, 0.10, 0.52, max(a * 0.9, stripes * inside) * grow);
  } else {
    c = vec4(0.98, 0.95, 0.85, brackets(vAt, 0.53 + 0.02 * beat, 0.18, 0.022));
  }
  gl_FragColor = c;
  #include <colorspace_fragment>
}`;

const VERTEX = /* glsl */ `
attribute vec2 mark;
varying vec2 vAt;
varying vec2 vMark;
void main() {
  vAt = position.xz;
  vMark = mark;
  gl_Position = projectionMatrix * modelViewMatrix * instanceMatrix * vec4(position, 1.0);
}`;

const MATRIX = new Matrix4();
/** Duration of a mark's appearance. */
const APPEAR_MS = 260;

/** Marks on the ground of cells, in one draw call. */
export class MarkLayer {
  readonly layer: Instances;
  private readonly time: IUniform<number> = { value: 0 };
  private born = new Map<string, number>();
  private shown: ShownMark[] = [];
  private newest = 0;

  constructor(parent: Group) {
    const plane = new PlaneGeometry(1.5, 1.5);
    plane.rotateX(-Math.PI / 2);
    const material = new ShaderMaterial({
      transparent: true,
      depthWrite: false,
      polygonOffset: true,
      polygonOffsetFactor: -3,
      polygonOffsetUnits: -3,
      uniforms: { time: this.time },
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
    });
    this.layer = new Instances(parent, plane, material, { mark: 2 }, (mesh) => {
      mesh.renderOrder = 3;
    });
  }

  /** Shows exactly these marks. Marks that were shown before do not appear again. */
  show(marks: readonly ShownMark[], now: number): void {
    const born = new Map<string, number>();
    this.layer.resize(marks.length);
    marks.forEach(({ pos, kind, floor }, row) => {
      const name = `${kind}@${pos.join()}`;
      const since = this.born.get(name) ?? now;
      born.set(name, since);
      this.newest = Math.max(this.newest, since);
      MATRIX.makeTranslation(pos[0] + 0.5, floor + 0.006 + 0.0005 * row, pos[2] + 0.5);
      this.layer.mesh.setMatrixAt(row, MATRIX);
      this.layer.set(row, "mark", [MARK_KINDS.indexOf(kind), (since / 1000) % 3600]);
    });
    this.layer.mesh.instanceMatrix.needsUpdate = true;
    this.born = born;
    this.shown = [...marks];
  }

  /** Advances the animation: 2 while a mark appears, 1 while one pulses, else 0. */
  update(now: number): 0 | 1 | 2 {
    this.time.value = (now / 1000) % 3600;
    if (now < this.newest + APPEAR_MS) return 2;
    const pulses: readonly ShownKind[] = ["check", "hint", "cursor"];
    return this.shown.some(({ kind }) => pulses.includes(kind)) ? 1 : 0;
  }
}

/** The server's marks, at the heights that `floor` returns. */
export function shownMarks(marks: readonly Mark[], floor: (pos: Pos) => number): ShownMark[] {
  return marks.map(({ pos, kind }) => ({ pos, kind, floor: floor(pos) }));
}
