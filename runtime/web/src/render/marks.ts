import { Color, Matrix4, PlaneGeometry, ShaderMaterial, type Group, type IUniform } from "three";
import type { Mark, MarkKind } from "../wire.generated";
import { MARKS, type MarkColours } from "../style/themes";
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
  "won",
];

const FRAGMENT = /* glsl */ `
uniform float time;
uniform vec3 colours[${MARK_KINDS.length}];
uniform vec3 edge;
uniform float standing;
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
  float line = 1.0 - smoothstep(width - w * 0.5, width + w * 0.5, abs(max(q.x, q.y) - s));
  float near = step(s - arm, min(q.x, q.y));
  return line * near;
}
// A shape in the mark's colour over the same shape, a little larger, in that of the edge: it shows
// on tiles of any colour.
vec4 edged(vec3 colour, float inner, float outer) {
  float rim = outer * 0.72;
  return vec4(mix(edge, colour, inner / max(max(inner, rim), 0.001)), max(inner, rim));
}
vec4 over(vec4 top, vec4 below) {
  float alpha = top.a + below.a * (1.0 - top.a);
  return vec4(mix(below.rgb, top.rgb, top.a / max(alpha, 0.001)), alpha);
}
void main() {
  float age = clamp((time - vMark.y) / 0.24, 0.0, 1.0);
  float grow = 1.0 - pow(1.0 - age, 3.0);
  float r = length(vAt);
  float w = fwidth(r);
  float square = max(abs(vAt.x), abs(vAt.y));
  float beat = 0.5 + 0.5 * sin(time * 3.4);
  vec4 c = vec4(0.0);
  int kind = int(vMark.x + 0.5);
  vec3 colour = colours[kind];
  if (kind == 0) {
    float halo = smoothstep(0.66, 0.40, r) * 0.55;
    // Gold hardly shows on pale wood, so that the ring has a dark rim.
    vec4 rim = vec4(0.16, 0.08, 0.01, ringAt(r, 0.485, 0.046) * 0.75);
    c = over(vec4(colour, ringAt(r, 0.485, 0.026)), over(rim, vec4(colour, halo)));
    c.a *= grow;
  } else if (kind == 1) {
    float dot = 1.0 - smoothstep(0.135 * grow - w, 0.135 * grow + w, r);
    float rim = 1.0 - smoothstep(0.165 * grow - w, 0.165 * grow + w, r);
    c = edged(colour, dot, rim * grow);
  } else if (kind == 2) {
    float radius = 0.50 + 0.07 * (1.0 - grow);
    c = edged(colour, ringAt(r, radius, 0.04), ringAt(r, radius, 0.062));
    c = over(c, vec4(colour, smoothstep(0.68, 0.46, r) * 0.35));
    c.a *= grow;
  } else if (kind == 3 || kind == 4) {
    // The cell that was left has a small mark, the one that was reached a filled one: around a
    // piece only the corners show.
    float s = kind == 3 ? 0.34 : 0.478;
    float arm = kind == 3 ? 0.14 : 0.19;
    // On a rack the mark lies before the piece.
    float inside = (1.0 - smoothstep(s - 0.02, s, square)) * (1.0 - standing);
    c = edged(colour, brackets(vAt, s, arm, 0.034), brackets(vAt, s, arm + 0.02, 0.054));
    c = over(c, vec4(colour, inside * (kind == 3 ? 0.22 : 0.55)));
    c.a *= grow;
  } else if (kind == 5) {
    // Rays around the piece, so that not only the colour tells it from a capture.
    float ray = 0.5 + 0.5 * cos(atan(vAt.y, vAt.x) * 12.0);
    float reach = 0.53 + 0.11 * ray * (0.7 + 0.3 * beat);
    float burst = 1.0 - smoothstep(reach - w, reach + w, r);
    float rim = 1.0 - smoothstep(reach + 0.022 - w, reach + 0.022 + w, r);
    c = edged(colour, burst * (0.86 + 0.14 * beat), rim);
    c.a *= grow;
  } else if (kind == 6) {
    float ring = ringAt(r, 0.50, 0.03);
    c = edged(colour, ring, ringAt(r, 0.50, 0.05));
    c = over(c, vec4(colour, smoothstep(0.70, 0.45, r) * 0.5));
    c.a *= (0.6 + 0.4 * beat) * grow;
  } else if (kind == 7) {
    c = vec4(colour, max(ringAt(r, 0.475, 0.013) * 0.8, smoothstep(0.62, 0.40, r) * 0.4));
  } else if (kind == 10) {
    float inside = 1.0 - smoothstep(0.47, 0.49, square);
    c = vec4(colour, inside * mix(0.42, 0.72, smoothstep(0.2, 0.5, r)) * grow);
  } else if (kind == 11) {
    float radius = 0.475 + 0.012 * beat;
    c = edged(colour, ringAt(r, radius, 0.042), ringAt(r, radius, 0.066));
    c.a *= grow;
  } else if (kind == 9) {
    float a = brackets(vAt, 0.46, 0.46, 0.03);
    float stripes = step(0.5, fract((vAt.x + vAt.y) * 5.0)) * 0.4;
    float inside = step(square, 0.46);
    c = vec4(colour, max(a * 0.9, stripes * inside) * grow);
  } else {
    float reach = 0.53 + 0.02 * beat;
    c = edged(colour, brackets(vAt, reach, 0.18, 0.024), brackets(vAt, reach, 0.2, 0.042));
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
/** A time after the appearance of every mark, for a picture without motion. */
const STILL_TIME = 3600;
/** Duration of a mark's appearance. */
const APPEAR_MS = 260;

/** Colours of marks that are the same on all boards: they glow. */
const GLOWING: Partial<Record<ShownKind, number>> = {
  selected: 0xffe7a2,
  hover: 0xfff0c8,
  cursor: 0xfdf9ed,
  differs: 0x7059be,
  won: 0xfff3c4,
};

function colourOf(kind: ShownKind, colours: MarkColours): number {
  switch (kind) {
    case "last_from":
    case "last_to":
      return colours.last;
    case "target":
    case "capture":
    case "check":
    case "hint":
    case "planned":
      return colours[kind];
    default:
      return GLOWING[kind] ?? colours.edge;
  }
}

/** Marks on the ground of cells, in one draw call. */
export class MarkLayer {
  readonly layer: Instances;
  private readonly time: IUniform<number> = { value: 0 };
  private readonly colours: IUniform<Color[]> = { value: MARK_KINDS.map(() => new Color()) };
  private readonly edge: IUniform<Color> = { value: new Color() };
  private readonly standing: IUniform<number> = { value: 0 };
  private born = new Map<string, number>();
  private shown: ShownMark[] = [];
  private newest = 0;
  /** Size of marks, to those of cells that adjoin each other. */
  size = 1;

  constructor(parent: Group) {
    const plane = new PlaneGeometry(1.5, 1.5);
    plane.rotateX(-Math.PI / 2);
    const material = new ShaderMaterial({
      transparent: true,
      depthWrite: false,
      polygonOffset: true,
      polygonOffsetFactor: -3,
      polygonOffsetUnits: -3,
      uniforms: {
        time: this.time,
        colours: this.colours,
        edge: this.edge,
        standing: this.standing,
      },
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
    });
    this.layer = new Instances(parent, plane, material, { mark: 2 }, (mesh) => {
      mesh.renderOrder = 3;
    });
    this.setColours(MARKS.ordinary.dark);
  }

  /** Sets whether marks lie before the pieces of a board that stands, which they must not cover. */
  set stands(stands: boolean) {
    this.standing.value = stands ? 1 : 0;
  }

  /** Sets the colours of the marks. */
  setColours(colours: MarkColours): void {
    MARK_KINDS.forEach((kind, i) => this.colours.value[i]?.setHex(colourOf(kind, colours)));
    this.edge.value.setHex(colours.edge);
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
      const height = floor + 0.006 + 0.0005 * row;
      MATRIX.makeScale(this.size, 1, this.size).setPosition(pos[0] + 0.5, height, pos[2] + 0.5);
      this.layer.mesh.setMatrixAt(row, MATRIX);
      this.layer.set(row, "mark", [MARK_KINDS.indexOf(kind), (since / 1000) % 3600]);
    });
    this.layer.mesh.instanceMatrix.needsUpdate = true;
    this.born = born;
    this.shown = [...marks];
  }

  /**
   * Advances the animation: 2 while a mark appears, 1 while one pulses, else 0. With `still` marks
   * are there at once and do not pulse.
   */
  update(now: number, still: boolean): 0 | 1 | 2 {
    this.time.value = still ? STILL_TIME : (now / 1000) % 3600;
    if (still) return 0;
    if (now < this.newest + APPEAR_MS) return 2;
    const pulses: readonly ShownKind[] = ["check", "hint", "cursor", "won"];
    return this.shown.some(({ kind }) => pulses.includes(kind)) ? 1 : 0;
  }
}

/** The server's marks, at the heights that `floor` returns. */
export function shownMarks(marks: readonly Mark[], floor: (pos: Pos) => number): ShownMark[] {
  return marks.map(({ pos, kind }) => ({ pos, kind, floor: floor(pos) }));
}
