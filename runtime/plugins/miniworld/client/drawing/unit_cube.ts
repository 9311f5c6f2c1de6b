import { BufferAttribute, BufferGeometry } from "three";

/**
 * A cube with edges of length 1 around the origin, with normals and texture coordinates on each
 * face.
 */
export function unitCube(): BufferGeometry {
  const [position, normal, uv, index] = [[], [], [], []] as [
    number[],
    number[],
    number[],
    number[],
  ];
  for (let axis = 0; axis < 3; axis++)
    for (const side of [-1, 1]) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      const first = position.length / 3;
      for (const [a, b] of CORNERS) {
        const point = [0, 0, 0];
        const facing = [0, 0, 0];
        point[axis] = side / 2;
        point[u] = a - 0.5;
        point[v] = b - 0.5;
        facing[axis] = side;
        position.push(...point);
        normal.push(...facing);
        uv.push(a, b);
      }
      const order = side > 0 ? [0, 1, 2, 0, 2, 3] : [0, 2, 1, 0, 3, 2];
      index.push(...order.map((corner) => first + corner));
    }
  const geometry = new BufferGeometry();
  const floats = (values: number[], size: number) =>
    new BufferAttribute(new Float32Array(values), size);
  geometry.setAttribute("position", floats(position, 3));
  geometry.setAttribute("normal", floats(normal, 3));
  geometry.setAttribute("uv", floats(uv, 2));
  geometry.setIndex(index);
  return geometry;
}

const CORNERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;
