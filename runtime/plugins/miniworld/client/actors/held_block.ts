import { Mesh, type BufferGeometry, type Group, type Matrix4 } from "three";
import { skinnedGeometry, type BlockSkin } from "@page/render/blocks";
import { meshChunk } from "@page/render/mesher";
import type { Look } from "@page/world/looks";

/** A single block with its textures, of edge 1 around a point in the middle of its floor. */
function blockGeometry(look: Look, skin: BlockSkin): BufferGeometry {
  const quads = meshChunk((x, y, z) => (x === 0 && y === 0 && z === 0 ? look : undefined), skin);
  return skinnedGeometry(quads).translate(-0.5, 0, -0.5);
}

/** The block in the player's hand, with the same textures as those in the world. */
export class HeldBlock {
  private readonly mesh = new Mesh();
  private shown: Look | null = null;

  constructor(parent: Group) {
    this.mesh.frustumCulled = this.mesh.matrixAutoUpdate = this.mesh.visible = false;
    parent.add(this.mesh);
  }

  /** Shows a block in a frame. */
  show(look: Look, skin: BlockSkin, frame: Matrix4): void {
    const { mesh } = this;
    if (look !== this.shown) {
      mesh.geometry.dispose();
      mesh.geometry = blockGeometry(look, skin);
      mesh.material = skin.isClear(look) ? skin.clear : skin.solid;
      this.shown = look;
    }
    mesh.matrix.copy(frame);
    mesh.matrixWorldNeedsUpdate = true;
    mesh.visible = true;
  }

  hide(): void {
    this.mesh.visible = false;
  }
}
