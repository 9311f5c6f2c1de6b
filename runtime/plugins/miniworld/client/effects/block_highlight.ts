import { CanvasTexture, Matrix4, Mesh, MeshBasicMaterial, NearestFilter, type Group } from "three";
import { BOUNDS, type Hit, type PickWorld } from "@page/world/pick";
import { BoxBatch } from "../drawing/box_batch";
import { hashUnit } from "../drawing/colours";
import type { Vec } from "../physics/terrain";
import { unitCube } from "../drawing/unit_cube";

/** Thickness of the outline of a block, in blocks. */
const LINE_WIDTH = 0.014;
const LINE_COLOUR = 0x0c0805;
const STAGES = 6;
const TEXTURE_SIZE = 24;

/** The texture of cracks at a stage of digging: more cracks at later stages. */
function crackTexture(stage: number): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = TEXTURE_SIZE;
  const context = canvas.getContext("2d");
  if (context) {
    context.fillStyle = "rgba(20,12,6,.85)";
    for (let crack = 0; crack < 2 + stage * 2; crack++) {
      let [x, y] = [TEXTURE_SIZE / 2, TEXTURE_SIZE / 2];
      let turn = hashUnit(crack, 1) * 6.283;
      for (let step = 0; step < 3 + stage * 2; step++) {
        context.fillRect(Math.round(x), Math.round(y), 1, 1);
        turn += (hashUnit(crack * 97 + step, 2) - 0.5) * 1.7;
        x += Math.cos(turn);
        y += Math.sin(turn);
      }
    }
  }
  const texture = new CanvasTexture(canvas);
  texture.magFilter = texture.minFilter = NearestFilter;
  return texture;
}

/** The outline of the block under the crosshair, and the cracks in a block being dug. */
export class BlockHighlight {
  private readonly outline: BoxBatch;
  private readonly crackMesh: Mesh<ReturnType<typeof unitCube>, MeshBasicMaterial>;
  private readonly stages: CanvasTexture[];

  constructor(
    parent: Group,
    private readonly world: PickWorld,
  ) {
    this.outline = new BoxBatch(parent, false);
    this.stages = Array.from({ length: STAGES }, (_, stage) => crackTexture(stage));
    const material = new MeshBasicMaterial({
      map: this.stages[0] ?? null,
      transparent: true,
      depthWrite: false,
      polygonOffset: true,
      polygonOffsetFactor: -2,
    });
    this.crackMesh = new Mesh(unitCube(), material);
    this.crackMesh.visible = false;
    this.crackMesh.renderOrder = 3;
    parent.add(this.crackMesh);
  }

  /**
   * Shows the outline of the block that was hit and the cracks of the block being dug; null hides
   * them.
   */
  draw(hit: Hit | null, dug: { pos: Vec; progress: number } | null): void {
    this.drawOutline(hit && this.bounds(hit.pos));
    const bounds = dug && this.bounds(dug.pos);
    this.crackMesh.visible = bounds !== null;
    if (!dug || !bounds) return;
    const { middle, edges } = bounds;
    this.crackMesh.position.set(...middle);
    this.crackMesh.scale.set(edges[0] * 1.003, edges[1] * 1.003, edges[2] * 1.003);
    const stage = Math.min(STAGES - 1, Math.floor(dug.progress * STAGES));
    this.crackMesh.material.map = this.stages[stage] ?? null;
  }

  /** Draws the outline: twelve thin boxes along the edges. */
  private drawOutline(bounds: Bounds | null): void {
    this.outline.begin(12);
    for (let axis = 0; bounds && axis < 3; axis++) {
      for (let corner = 0; corner < 4; corner++) {
        const at = [...bounds.middle] as [number, number, number];
        const size: [number, number, number] = [LINE_WIDTH, LINE_WIDTH, LINE_WIDTH];
        const [u, v] = [(axis + 1) % 3, (axis + 2) % 3] as [0 | 1 | 2, 0 | 1 | 2];
        at[u] += (corner % 2 === 0 ? -0.5 : 0.5) * bounds.edges[u];
        at[v] += (corner < 2 ? -0.5 : 0.5) * bounds.edges[v];
        size[axis] = bounds.edges[axis as 0 | 1 | 2] + LINE_WIDTH;
        this.outline.add(IDENTITY, { at, size, colour: LINE_COLOUR });
      }
    }
    this.outline.end();
  }

  private bounds(pos: Vec): Bounds | null {
    const shape = this.world.shape(pos);
    if (!shape) return null;
    const [low, high] = BOUNDS[shape];
    const sink = [0, this.world.sink(pos), 0];
    const axes = [0, 1, 2] as const;
    const middle = axes.map((i) => pos[i] + (low[i] + high[i]) / 2 - (sink[i] ?? 0));
    const edges = axes.map((i) => high[i] - low[i]);
    return { middle: middle as Triple, edges: edges as Triple };
  }
}

type Triple = [number, number, number];

interface Bounds {
  middle: Triple;
  edges: Triple;
}

const IDENTITY = new Matrix4();
