import {
  Color,
  ExtrudeGeometry,
  Matrix4,
  Path,
  Shape,
  type BufferGeometry,
  type Group,
} from "three";
import { blockId } from "../wire/decode";
import { LINE } from "../world/lines";
import type { Looks } from "../world/looks";
import type { BlockStore } from "../world/store";
import { Instances } from "./instances";
import { litMaterial } from "./quality";

/** Radius of a hole; a disc behind it is a little larger, so that it cannot fall out. */
export const HOLE_RADIUS = 0.41;
/** Between which heights over its block the front of a rack is; discs lie below. */
export const RACK_FRONT = { back: 0.86, front: 0.96 } as const;
const AROUND = 32;

/** A square of the front with its hole. */
function front(): BufferGeometry {
  const outline = new Shape();
  outline.moveTo(-0.5, -0.5).lineTo(0.5, -0.5).lineTo(0.5, 0.5).lineTo(-0.5, 0.5).closePath();
  outline.holes.push(new Path().absarc(0, 0, HOLE_RADIUS, 0, 2 * Math.PI, true));
  const depth = RACK_FRONT.front - RACK_FRONT.back;
  const plate = new ExtrudeGeometry(outline, { depth, bevelEnabled: false, curveSegments: AROUND });
  plate.rotateX(-Math.PI / 2);
  return plate.translate(0, RACK_FRONT.back, 0);
}

const MATRIX = new Matrix4();
const COLOUR = new Color();

/** The front of a standing rack: what discs fall behind. */
export class RackLayer {
  readonly squares: Instances;

  constructor(
    parent: Group,
    private readonly store: BlockStore,
    private readonly looks: () => Looks,
  ) {
    const material = litMaterial("rack", 0.38, {}, () => {});
    this.squares = new Instances(parent, front(), material, {}, (mesh) => {
      mesh.castShadow = mesh.receiveShadow = true;
    });
  }

  /** Reads the cells of the rack from the store. */
  rebuild(): void {
    const found: { at: Matrix4; colour: number }[] = [];
    const looks = this.looks();
    this.store.forEach((pos, state) => {
      const look = looks.of(blockId(state));
      if (!look || !(look.lines & LINE.r)) return;
      const at = new Matrix4().makeTranslation(pos[0] + 0.5, pos[1], pos[2] + 0.5);
      found.push({ at, colour: look.glyphColour });
    });
    const { squares } = this;
    squares.resize(found.length);
    found.forEach(({ at, colour }, row) => {
      squares.mesh.setMatrixAt(row, MATRIX.copy(at));
      squares.mesh.setColorAt(row, COLOUR.setHex(colour));
    });
    squares.mesh.instanceMatrix.needsUpdate = true;
    if (squares.mesh.instanceColor) squares.mesh.instanceColor.needsUpdate = true;
  }
}
