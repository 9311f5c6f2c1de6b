import {
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  type BufferGeometry,
  type Group,
  type Material,
} from "three";

/** Sizes of the per-instance attributes, by name. */
export type Layout = Readonly<Record<string, number>>;

/**
 * Instances of one geometry in one draw call. Rows are written by index, and capacity grows as
 * needed.
 */
export class Instances {
  mesh: InstancedMesh;
  private attributes: Map<string, InstancedBufferAttribute>;
  private capacity: number;

  constructor(
    private readonly parent: Group,
    private readonly geometry: BufferGeometry,
    private readonly material: Material,
    private readonly layout: Layout,
    private readonly setUp: (mesh: InstancedMesh) => void,
    capacity = 32,
  ) {
    this.capacity = capacity;
    [this.mesh, this.attributes] = this.make();
  }

  /** Sets the number of rows. When the capacity grows, the content is lost. */
  resize(count: number): void {
    if (count > this.capacity) {
      this.parent.remove(this.mesh);
      this.mesh.dispose();
      this.capacity = 2 ** Math.ceil(Math.log2(count));
      [this.mesh, this.attributes] = this.make();
    }
    this.mesh.count = count;
    this.mesh.visible = count > 0;
  }

  /** Writes one attribute of a row. */
  set(row: number, name: string, values: readonly number[]): void {
    const attribute = this.attributes.get(name);
    if (!attribute) throw new Error(`no attribute ${name}`);
    attribute.array.set(values, row * attribute.itemSize);
    attribute.needsUpdate = true;
  }

  /** The number of rows. */
  get count(): number {
    return this.mesh.count;
  }

  /** Reads one attribute of a row into an array, which is returned. */
  read(row: number, name: string, into: number[]): number[] {
    const attribute = this.attributes.get(name);
    if (!attribute) throw new Error(`no attribute ${name}`);
    const { itemSize, array } = attribute;
    into.length = itemSize;
    for (let i = 0; i < itemSize; i++) into[i] = array[row * itemSize + i] as number;
    return into;
  }

  private make(): [InstancedMesh, Map<string, InstancedBufferAttribute>] {
    const geometry = this.geometry.clone();
    const attributes = new Map<string, InstancedBufferAttribute>();
    for (const [name, size] of Object.entries(this.layout)) {
      const attribute = new InstancedBufferAttribute(new Float32Array(this.capacity * size), size);
      attribute.setUsage(DynamicDrawUsage);
      geometry.setAttribute(name, attribute);
      attributes.set(name, attribute);
    }
    const mesh = new InstancedMesh(geometry, this.material, this.capacity);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    mesh.count = 0;
    mesh.visible = false;
    this.setUp(mesh);
    this.parent.add(mesh);
    return [mesh, attributes];
  }
}
