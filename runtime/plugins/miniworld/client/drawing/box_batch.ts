import { Color, type Group, type InstancedMesh, type Matrix4 } from "three";
import { Instances } from "@page/render/instances";
import { litMaterial } from "@page/render/quality";
import { unitCube } from "./unit_cube";

const LAYOUT = {};
const COLOUR = new Color();

/** One box of a model, relative to the frame of its limb. */
export interface BoxPart {
  /** Centre and edge lengths. */
  at: readonly [number, number, number];
  size: readonly [number, number, number];
  /** 0xrrggbb. */
  colour: number;
}

/** Coloured boxes in one draw call, written again for each picture. */
export class BoxBatch {
  private readonly layer: Instances;
  private count = 0;
  private capacity = 0;

  /** `castsShadow`: whether the boxes cast and receive shadows. */
  constructor(parent: Group, castsShadow = true) {
    const material = litMaterial("boxes", 0.78, {}, () => {});
    const setUp = (mesh: InstancedMesh) => {
      mesh.castShadow = mesh.receiveShadow = castsShadow;
      mesh.setColorAt(0, COLOUR.setHex(0xffffff));
    };
    this.layer = new Instances(parent, unitCube(), material, LAYOUT, setUp, 256);
  }

  /** Begins a picture of at most `capacity` boxes. Boxes beyond that are dropped. */
  begin(capacity: number): void {
    this.capacity = capacity;
    this.count = 0;
    this.layer.resize(capacity);
  }

  /** Adds a box in a frame, tinted red by `hurt` (0 to 1). */
  add({ elements: f }: Matrix4, { at, size, colour }: BoxPart, hurt = 0): void {
    if (this.count >= this.capacity) return;
    const { instanceMatrix, instanceColor } = this.layer.mesh;
    const m = instanceMatrix.array;
    const i = this.count * 16;
    // The frame times a translation and a scale, multiplied by hand: there are thousands of boxes.
    for (let row = 0; row < 3; row++) {
      const [x, y, z] = [f[row] as number, f[row + 4] as number, f[row + 8] as number];
      m[i + row] = x * size[0];
      m[i + row + 4] = y * size[1];
      m[i + row + 8] = z * size[2];
      m[i + row + 12] = x * at[0] + y * at[1] + z * at[2] + (f[row + 12] as number);
    }
    m[i + 3] = m[i + 7] = m[i + 11] = 0;
    m[i + 15] = 1;
    if (instanceColor) {
      const [r, g, b] = toLinear(colour);
      const c = instanceColor.array;
      c[this.count * 3] = r + (1 - r) * hurt;
      c[this.count * 3 + 1] = g * (1 - hurt);
      c[this.count * 3 + 2] = b * (1 - hurt);
    }
    this.count += 1;
  }

  /** Ends the picture and uploads it. */
  end(): void {
    const { mesh } = this.layer;
    mesh.count = this.count;
    mesh.visible = this.count > 0;
    mesh.instanceMatrix.needsUpdate = true;
    if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
  }
}

const linearColours = new Map<number, readonly [number, number, number]>();

/** A colour in the linear colour space in which three.js computes. */
function toLinear(colour: number): readonly [number, number, number] {
  let found = linearColours.get(colour);
  if (!found) {
    const { r, g, b } = COLOUR.setHex(colour);
    found = [r, g, b];
    linearColours.set(colour, found);
  }
  return found;
}
