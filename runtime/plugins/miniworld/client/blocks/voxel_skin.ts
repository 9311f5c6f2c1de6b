import type { BlockSkin } from "@page/render/blocks";
import type { Look } from "@page/world/looks";
import { isClearPattern, patternOf } from "./patterns";
import { TileArray } from "./tile_array";
import { MOVING, voxelMaterial } from "./voxel_material";

/** How fast the texture of water moves, in blocks per second. */
const FLOW = 0.11;

/** Pixel textures for the blocks of a world to walk in. */
export class VoxelSkin implements BlockSkin {
  readonly tiles = new TileArray();
  private readonly flow = { value: 0 };
  private readonly uniforms = { tiles: this.tiles.uniform, flow: this.flow };
  readonly solid = voxelMaterial(this.uniforms, false);
  readonly clear = voxelMaterial(this.uniforms, true);

  isClear(look: Look): boolean {
    return isClearPattern(patternOf(look));
  }

  tile(look: Look, face: number): number {
    const layer = this.tiles.layer(look, face);
    return patternOf(look) === "water" ? layer + MOVING : layer;
  }

  /** Moves the water for a time in ms. */
  animate(now: number): void {
    this.flow.value = ((now / 1000) * FLOW) % 5;
  }
}
