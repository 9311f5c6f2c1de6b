import {
  BoxGeometry,
  CanvasTexture,
  EdgesGeometry,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  NearestFilter,
  type Group,
} from "three";
import { BOUNDS, type Hit, type PickWorld } from "../world/pick";
import { chance } from "./colours";
import type { Vec } from "./ground";

const STAGES = 6;
const EDGE = 24;

/** Cracks in a block: the further it is dug, the more of them. */
function cracks(stage: number): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = EDGE;
  const context = canvas.getContext("2d");
  if (context) {
    context.fillStyle = "rgba(20,12,6,.85)";
    for (let crack = 0; crack < 2 + stage * 2; crack++) {
      let [x, y] = [EDGE / 2, EDGE / 2];
      let turn = chance(crack, 1) * 6.283;
      for (let step = 0; step < 3 + stage * 2; step++) {
        context.fillRect(Math.round(x), Math.round(y), 1, 1);
        turn += (chance(crack * 97 + step, 2) - 0.5) * 1.7;
        x += Math.cos(turn);
        y += Math.sin(turn);
      }
    }
  }
  const texture = new CanvasTexture(canvas);
  texture.magFilter = texture.minFilter = NearestFilter;
  return texture;
}

/** The block pointed at, and how far it is dug. */
export class Highlight {
  private readonly frame = new LineSegments(
    new EdgesGeometry(new BoxGeometry(1, 1, 1)),
    new LineBasicMaterial({ color: 0x120c06, transparent: true, opacity: 0.72, fog: false }),
  );
  private readonly broken: Mesh<BoxGeometry, MeshBasicMaterial>;
  private readonly stages: CanvasTexture[];

  constructor(
    parent: Group,
    private readonly world: PickWorld,
  ) {
    this.stages = Array.from({ length: STAGES }, (_, stage) => cracks(stage));
    const material = new MeshBasicMaterial({
      map: this.stages[0] ?? null,
      transparent: true,
      depthWrite: false,
      polygonOffset: true,
      polygonOffsetFactor: -2,
    });
    this.broken = new Mesh(new BoxGeometry(1, 1, 1), material);
    this.frame.visible = this.broken.visible = false;
    this.frame.renderOrder = 3;
    this.broken.renderOrder = 3;
    parent.add(this.frame, this.broken);
  }

  /** Shows the block hit, and how far a block is dug. */
  draw(hit: Hit | null, dug: { pos: Vec; part: number } | null): void {
    this.frame.visible = hit !== null && this.fit(this.frame, hit.pos, 1.004);
    this.broken.visible = dug !== null && this.fit(this.broken, dug.pos, 1.002);
    if (!dug) return;
    const stage = Math.min(STAGES - 1, Math.floor(dug.part * STAGES));
    this.broken.material.map = this.stages[stage] ?? null;
  }

  private fit(object: LineSegments | Mesh, pos: Vec, grown: number): boolean {
    const shape = this.world.shape(pos);
    if (!shape) return false;
    const [low, high] = BOUNDS[shape];
    const sink = this.world.sink(pos);
    const middle = [0, 1, 2].map((i) => ((low[i] as number) + (high[i] as number)) / 2);
    const edges = [0, 1, 2].map((i) => ((high[i] as number) - (low[i] as number)) * grown);
    object.position.set(
      pos[0] + (middle[0] as number),
      pos[1] + (middle[1] as number) - sink,
      pos[2] + (middle[2] as number),
    );
    object.scale.set(...(edges as [number, number, number]));
    return true;
  }
}
