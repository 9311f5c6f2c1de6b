import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Mesh,
  Sphere,
  Vector3,
  type Group,
  type IUniform,
  type Material,
  type Vector4,
} from "three";
import { CHUNK, type Pos } from "../wire/decode";
import type { Looks } from "../world/looks";
import type { BlockStore } from "../world/store";
import { meshChunk, type Quad, type Texturing } from "./mesher";
import { litMaterial } from "./quality";
import { bindWood, WOOD_GLSL } from "./wood";

/** Textures for the blocks of a layer's world, in place of the look that blocks of boards have. */
export interface BlockSkin extends Texturing {
  /**
   * Material of blocks that hide what is behind them, and of clear ones. Their geometry has
   * `position`, `normal`, `quad` (the corner in the rectangle and the size of the rectangle, in
   * blocks) and `extra` (openness of the corner and light of the block, both 0 to 1; number of the
   * texture).
   */
  readonly solid: Material;
  readonly clear: Material;
}

/**
 * Material of cubes and slabs, with wood grain, rounded edges and ambient occlusion. `pool` is the
 * light of the lamp: its centre (x, z in the scene), where it begins to fade, and where it ends.
 */
export function blockMaterial(pool: IUniform<Vector4>): Material {
  return litMaterial("blocks", 0.62, { vertexColors: true }, (shader) => {
    bindWood(shader);
    shader.uniforms["pool"] = pool;
    shader.vertexShader = shader.vertexShader
      .replace(
        "#include <common>",
        `#include <common>
        attribute vec4 quad;
        attribute vec4 extra;
        varying vec4 vQuad;
        varying vec3 vExtra;
        varying vec2 vGrain;
        varying vec2 vGround;
        varying vec3 vTangent;
        varying vec3 vBitangent;`,
      )
      .replace(
        "#include <begin_vertex>",
        `#include <begin_vertex>
        vQuad = quad;
        vExtra = extra.xyz;
        vec3 at = (modelMatrix * vec4(position, 1.0)).xyz;
        vGround = at.xz;
        // Planks run east; on their ends the grain is vertical.
        vec3 way = abs(objectNormal);
        if (extra.w > 0.5) { at.xz = at.zx + 0.77; way.xz = way.zx; }
        vGrain = way.y > 0.5 ? at.xz : way.z > 0.5 ? at.xy + 0.31 : at.yz * 0.7 + 0.53;
        vTangent = normalMatrix * abs(objectNormal).zxy;
        vBitangent = normalMatrix * abs(objectNormal).yzx;`,
      );
    shader.fragmentShader = shader.fragmentShader
      .replace(
        "#include <common>",
        `#include <common>
        uniform vec4 pool;
        varying vec4 vQuad;
        varying vec3 vExtra;
        varying vec2 vGrain;
        varying vec2 vGround;
        varying vec3 vTangent;
        varying vec3 vBitangent;
        ${WOOD_GLSL}
        float bevel(float distance, float bits, float bit) {
          float on = mod(floor(bits / bit + 0.01), 2.0);
          return on * (1.0 - smoothstep(0.0, 0.055, distance));
        }`,
      )
      .replace(
        "#include <color_fragment>",
        `#include <color_fragment>
        diffuseColor.rgb = surfaceColour(diffuseColor.rgb, vGrain, 1.0);
        float open = vExtra.x;
        diffuseColor.rgb *= mix(0.5, 1.0, open * open * (3.0 - 2.0 * open));`,
      )
      .replace(
        "#include <normal_fragment_maps>",
        `#include <normal_fragment_maps>
        {
          float bits = vExtra.y * 255.0;
          float u0 = bevel(vQuad.x, bits, 1.0);
          float u1 = bevel(vQuad.z - vQuad.x, bits, 2.0);
          float v0 = bevel(vQuad.y, bits, 4.0);
          float v1 = bevel(vQuad.w - vQuad.y, bits, 8.0);
          normal = normalize(normal + vTangent * (u1 - u0) * 0.8 + vBitangent * (v1 - v0) * 0.8);
          float worn = max(max(u0, u1), max(v0, v1));
          diffuseColor.rgb *= 1.0 + 0.1 * worn;
        }`,
      )
      .replace(
        "#include <emissivemap_fragment>",
        `#include <emissivemap_fragment>
        totalEmissiveRadiance += diffuseColor.rgb * vExtra.z * 2.2;`,
      )
      .replace(
        "#include <opaque_fragment>",
        `// What is far from the board lies in the dusk, except what shines by itself.
        float dusk = smoothstep(pool.z, pool.w, distance(vGround, pool.xy));
        outgoingLight = mix(outgoingLight, outgoingLight * vec3(0.16, 0.17, 0.21), dusk * (1.0 - vExtra.z));
        #ifdef LOW
        outgoingLight += diffuseColor.rgb * vExtra.z * 2.2;
        #endif
        #include <opaque_fragment>`,
      );
  });
}

/** Corners of a quad in drawing order, as (u, v). */
const CORNERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;

/** Corners of a quad in the order in which its two triangles have them. */
function cornerOrder({ shade: [a, b, d, e], positive }: Quad): number[] {
  // The quad is split along the brighter diagonal, so that shaded corners look alike on all sides.
  const turn = a + e > b + d ? 0 : 1;
  const order = positive ? [0, 1, 2, 0, 2, 3] : [0, 2, 1, 0, 3, 2];
  return order.map((k) => (k + turn) % 4);
}

/**
 * A geometry of quads: position, normal, size and index, relative to the chunk. `corner` writes the
 * other attributes of corner `i`, whose place in its quad is `cu`, `cv`.
 */
function buildQuads(
  quads: readonly Quad[],
  corner: (quad: Quad, cu: 0 | 1, cv: 0 | 1, i: number) => void,
): BufferGeometry {
  const count = quads.length * 4;
  const position = new Float32Array(count * 3);
  const normal = new Int8Array(count * 3);
  const size = new Float32Array(count * 4);
  const index = new Uint32Array(quads.length * 6);
  quads.forEach((quad, q) => {
    const u = (quad.axis + 1) % 3;
    const v = (quad.axis + 2) % 3;
    CORNERS.forEach(([cu, cv], c) => {
      const i = q * 4 + c;
      position.set(quad.at, i * 3);
      position[i * 3 + u] = (quad.at[u] as number) + cu * quad.width;
      position[i * 3 + v] = (quad.at[v] as number) + cv * quad.height;
      normal[i * 3 + quad.axis] = quad.positive ? 127 : -127;
      size.set([cu * quad.width, cv * quad.height, quad.width, quad.height], i * 4);
      corner(quad, cu, cv, i);
    });
    index.set(
      cornerOrder(quad).map((k) => q * 4 + k),
      q * 6,
    );
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(position, 3));
  geometry.setAttribute("normal", new BufferAttribute(normal, 3, true));
  geometry.setAttribute("quad", new BufferAttribute(size, 4));
  geometry.setIndex(new BufferAttribute(index, 1));
  const half = CHUNK / 2;
  geometry.boundingSphere = new Sphere(new Vector3(half, half, half), half * Math.sqrt(3) + 1);
  return geometry;
}

/** The openness of a corner, 0 to 3. */
const openness = ({ shade }: Quad, cu: 0 | 1, cv: 0 | 1): number => shade[cu + 2 * cv] as number;

/** Builds the buffers of a chunk's quads, in world coordinates relative to the chunk. */
export function quadGeometry(quads: readonly Quad[]): BufferGeometry {
  const count = quads.length * 4;
  const colour = new Uint16Array(count * 3);
  const extra = new Uint8Array(count * 4);
  const linear = new Color();
  const geometry = buildQuads(quads, (quad, cu, cv, i) => {
    const { look, edges, northward } = quad;
    linear.setHex(look.colour);
    colour.set([linear.r * 65535, linear.g * 65535, linear.b * 65535], i * 3);
    extra.set([openness(quad, cu, cv) * 85, edges, look.light * 17, northward ? 255 : 0], i * 4);
  });
  geometry.setAttribute("color", new BufferAttribute(colour, 3, true));
  geometry.setAttribute("extra", new BufferAttribute(extra, 4, true));
  return geometry;
}

/** As {@link quadGeometry}, for the materials of a {@link BlockSkin}. */
export function skinnedGeometry(quads: readonly Quad[]): BufferGeometry {
  const extra = new Float32Array(quads.length * 12);
  const geometry = buildQuads(quads, (quad, cu, cv, i) => {
    extra.set([openness(quad, cu, cv) / 3, quad.look.light / 15, quad.tile], i * 3);
  });
  geometry.setAttribute("extra", new BufferAttribute(extra, 3));
  return geometry;
}

/** The meshes of all chunks, updated a few per frame. */
export class BlockMeshes {
  private readonly meshes = new Map<string, Mesh[]>();
  private readonly queue = new Map<string, Pos>();
  private readonly material: Material;
  private skin: BlockSkin | null = null;

  constructor(
    private readonly parent: Group,
    private readonly store: BlockStore,
    private readonly looks: () => Looks,
    pool: IUniform<Vector4>,
  ) {
    this.material = blockMaterial(pool);
  }

  /** The meshes as drawn. */
  all(): Iterable<Mesh> {
    return [...this.meshes.values()].flat();
  }

  /** Sets the textures of blocks; null gives them the look of boards. Chunks change when queued. */
  setSkin(skin: BlockSkin | null): void {
    this.skin = skin;
  }

  /** Queues the chunks that changed. */
  collect(): void {
    for (const at of this.store.takeDirty()) this.queue.set(at.join(), at);
  }

  /** Meshes queued chunks for at most `budget` ms, but at least one; true if a mesh changed. */
  work(budget: number): boolean {
    if (this.queue.size === 0) return false;
    const end = performance.now() + budget;
    for (const [key, at] of this.queue) {
      this.queue.delete(key);
      this.rebuild(key, at);
      if (performance.now() >= end) break;
    }
    return true;
  }

  /** Whether chunks are queued. */
  get busy(): boolean {
    return this.queue.size > 0;
  }

  private rebuild(key: string, at: Pos): void {
    const [ox, oy, oz] = [at[0] * CHUNK, at[1] * CHUNK, at[2] * CHUNK];
    const looks = this.looks();
    const of = (x: number, y: number, z: number) => looks.of(this.store.id(ox + x, oy + y, oz + z));
    const { skin } = this;
    const quads = this.store.has(at) ? meshChunk(of, skin) : [];
    for (const old of this.meshes.get(key) ?? []) {
      old.geometry.dispose();
      this.parent.remove(old);
    }
    this.meshes.delete(key);
    if (quads.length === 0) return;
    const meshes = skin
      ? this.skinned(quads, skin)
      : [new Mesh(quadGeometry(quads), this.material)];
    for (const mesh of meshes) {
      mesh.position.set(ox, oy, oz);
      mesh.receiveShadow = true;
      mesh.castShadow = mesh.material !== skin?.clear;
      mesh.matrixAutoUpdate = false;
      mesh.updateMatrix();
      this.parent.add(mesh);
    }
    this.meshes.set(key, meshes);
  }

  /** One mesh of the opaque quads and one of the clear ones, where there are any. */
  private skinned(quads: readonly Quad[], skin: BlockSkin): Mesh[] {
    const clear = quads.filter(({ look }) => skin.isClear(look));
    const solid = quads.filter(({ look }) => !skin.isClear(look));
    const passes = [
      [solid, skin.solid],
      [clear, skin.clear],
    ] as const;
    return passes
      .filter(([all]) => all.length > 0)
      .map(([all, material]) => new Mesh(skinnedGeometry(all), material));
  }
}
