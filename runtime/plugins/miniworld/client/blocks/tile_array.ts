import {
  DataArrayTexture,
  LinearMipmapLinearFilter,
  NearestFilter,
  NearestMipmapNearestFilter,
  NoColorSpace,
  RepeatWrapping,
  SRGBColorSpace,
  type IUniform,
} from "three";
import { drawsInSoftware } from "@page/render/context";
import { anisotropy } from "@page/render/quality";
import type { Look } from "@page/world/looks";
import { patternOf, type Pattern } from "./patterns";
import { paintTile, sideOf, TILE } from "./tiles";

/** Layers at first, and the most that every device has. */
const FIRST_LAYERS = 32;
const MOST_LAYERS = 256;
const TILE_BYTES = TILE * TILE * 4;

/** A layer that is painted. */
interface Painted {
  pattern: Pattern;
  colour: number;
}

const distance = (a: number, b: number): number =>
  [16, 8, 0].reduce((sum, shift) => sum + (((a >> shift) & 255) - ((b >> shift) & 255)) ** 2, 0);

/** The textures of all blocks that were seen so far, as the layers of one array. */
export class TileArray {
  private data = new Uint8Array(FIRST_LAYERS * TILE_BYTES);
  private readonly painted: Painted[] = [];
  private readonly layers = new Map<string, number>();
  private readonly byLook = new WeakMap<Look, (number | undefined)[]>();
  /** For materials; it gets another texture when the array grows. */
  readonly uniform: IUniform<DataArrayTexture> = { value: this.texture() };

  /** The layer of a block's face. */
  layer(look: Look, face: number): number {
    let faces = this.byLook.get(look);
    if (!faces) {
      faces = [];
      this.byLook.set(look, faces);
    }
    return (faces[face] ??= this.find(patternOf(look), face, look.colour));
  }

  /** The pixels of a layer, as `paintTile` returns them. */
  pixels(layer: number): Uint8Array {
    return this.data.subarray(layer * TILE_BYTES, (layer + 1) * TILE_BYTES);
  }

  private find(pattern: Pattern, face: number, colour: number): number {
    const side = sideOf(pattern, face);
    const key = `${pattern} ${side} ${colour}`;
    let layer = this.layers.get(key);
    if (layer === undefined) {
      const full = this.painted.length >= MOST_LAYERS;
      layer = full ? this.nearest(colour) : this.add(paintTile(pattern, side, colour));
      if (!full) this.painted.push({ pattern, colour });
      this.layers.set(key, layer);
    }
    return layer;
  }

  /** The layer whose colour is most like this one. */
  private nearest(colour: number): number {
    const far = this.painted.map((of) => distance(of.colour, colour));
    return far.indexOf(Math.min(...far));
  }

  private add(tile: Uint8Array): number {
    const layer = this.painted.length;
    if (this.data.length < (layer + 1) * TILE_BYTES) {
      const grown = new Uint8Array(this.data.length * 2);
      grown.set(this.data);
      this.data = grown;
      // The size of a texture cannot change.
      this.uniform.value.dispose();
      this.uniform.value = this.texture();
    }
    this.data.set(tile, layer * TILE_BYTES);
    this.uniform.value.needsUpdate = true;
    return layer;
  }

  private texture(): DataArrayTexture {
    const texture = new DataArrayTexture(this.data, TILE, TILE, this.data.length / TILE_BYTES);
    const low = drawsInSoftware();
    texture.wrapS = texture.wrapT = RepeatWrapping;
    texture.magFilter = NearestFilter;
    // In software each further texel read costs as much as the first.
    texture.minFilter = low ? NearestMipmapNearestFilter : LinearMipmapLinearFilter;
    // In software the shader works on display colours, which saves the conversions in every pixel.
    texture.colorSpace = low ? NoColorSpace : SRGBColorSpace;
    texture.generateMipmaps = true;
    texture.anisotropy = anisotropy();
    texture.needsUpdate = true;
    return texture;
  }
}
