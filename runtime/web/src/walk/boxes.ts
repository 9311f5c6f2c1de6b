import { Color, Matrix4, type Group, type InstancedMesh } from "three";
import { Instances } from "../render/instances";
import { litMaterial } from "../render/quality";
import { unitCube } from "./unit";

const LAYOUT = {};
const COLOUR = new Color();
const PART = new Matrix4();

/** A part of something made of boxes, relative to its frame. */
export interface Part {
  /** Its centre and its edges. */
  at: readonly [number, number, number];
  size: readonly [number, number, number];
  /** 0xrrggbb. */
  colour: number;
}

/** Coloured boxes in one draw call: written anew for every picture. */
export class Boxes {
  private readonly layer: Instances;
  private count = 0;
  private room = 0;

  /** `shades`: whether they throw shadows. */
  constructor(parent: Group, shades = true) {
    const material = litMaterial("boxes", 0.78, {}, () => {});
    const setUp = (mesh: InstancedMesh) => {
      mesh.castShadow = mesh.receiveShadow = shades;
      mesh.setColorAt(0, COLOUR.setHex(0xffffff));
    };
    this.layer = new Instances(parent, unitCube(), material, LAYOUT, setUp, 256);
  }

  /** Begins a picture of at most so many boxes. */
  begin(room: number): void {
    this.room = room;
    this.count = 0;
    this.layer.resize(room);
  }

  /** Adds a part in a frame; `tint` is mixed in as far as `amount` says. */
  add(frame: Matrix4, { at, size, colour }: Part, tint = 0xff3020, amount = 0): void {
    if (this.count >= this.room) return;
    PART.makeScale(...size).setPosition(...at);
    PART.premultiply(frame);
    this.layer.mesh.setMatrixAt(this.count, PART);
    COLOUR.setHex(colour);
    if (amount > 0) COLOUR.lerp(TINT.setHex(tint), amount);
    this.layer.mesh.setColorAt(this.count, COLOUR);
    this.count += 1;
  }

  /** Ends the picture. */
  end(): void {
    const { mesh } = this.layer;
    mesh.count = this.count;
    mesh.visible = this.count > 0;
    mesh.instanceMatrix.needsUpdate = true;
    if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
  }
}

const TINT = new Color();
