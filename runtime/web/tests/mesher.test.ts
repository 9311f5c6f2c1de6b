import { describe, expect, it } from "vitest";
import { meshChunk, type Quad, type Texturing } from "../src/render/mesher";
import type { Look, Shape } from "../src/world/looks";
import { random } from "./random";

function lookOf(id: number, shape: Shape, colour: number): Look {
  const name = { zh: "块", en: "block" };
  return {
    id,
    name,
    shape,
    colour,
    glyph: null,
    label: null,
    figure: null,
    lines: 0,
    hexes: 0,
    glyphColour: 0,
    light: 0,
  };
}

const LOOKS: (Look | undefined)[] = [
  undefined,
  lookOf(1, "cube", 0xaa0000),
  lookOf(2, "cube", 0x00aa00),
  lookOf(3, "slab", 0x0000aa),
  lookOf(4, "disc", 0xaaaa00),
];

type World = (x: number, y: number, z: number) => number;

/** The world at half-block resolution: which of the 32 half cells of a column are filled. */
function filled(world: World, x: number, half: number, z: number): Look | undefined {
  const look = LOOKS[world(x, half >> 1, z)];
  if (look?.shape === "cube") return look;
  return look?.shape === "slab" && half % 2 === 0 ? look : undefined;
}

const DIRECTIONS = [
  [-1, 0, 0],
  [1, 0, 0],
  [0, -1, 0],
  [0, 1, 0],
  [0, 0, -1],
  [0, 0, 1],
] as const;

/**
 * Visible area by direction and colour, computed half cell by half cell. A face that is partly
 * visible counts as a whole: of a cube's side beside a slab only the upper half is visible.
 */
function naiveAreas(world: World): Map<string, number> {
  const areas = new Map<string, number>();
  for (let x = 0; x < 16; x++)
    for (let y = 0; y < 16; y++)
      for (let z = 0; z < 16; z++)
        DIRECTIONS.forEach(([dx, dy, dz], d) => {
          const halves = [2 * y, 2 * y + 1].filter((half) => filled(world, x, half, z));
          const seen = halves.some((half) => !filled(world, x + dx, half + dy, z + dz));
          const look = LOOKS[world(x, y, z)];
          if (!seen || !look) return;
          // Up and down, only the outer half cell has a face towards another cell.
          const key = `${d} ${look.colour}`;
          const area = dy === 0 ? halves.length / 2 : 1;
          areas.set(key, (areas.get(key) ?? 0) + area);
        });
  return areas;
}

function meshedAreas(quads: Quad[]): Map<string, number> {
  const areas = new Map<string, number>();
  for (const { axis, positive, width, height, look } of quads) {
    const key = `${axis * 2 + (positive ? 1 : 0)} ${look.colour}`;
    areas.set(key, (areas.get(key) ?? 0) + width * height);
  }
  return areas;
}

const mesh = (world: World): Quad[] => meshChunk((x, y, z) => LOOKS[world(x, y, z)]);
const sorted = (areas: Map<string, number>) => [...areas].sort(([a], [b]) => (a < b ? -1 : 1));

/** A world of random cells, also around the chunk, drawn by weight. */
function randomWorld(seed: number, weights: readonly number[]): World {
  const next = random(seed);
  const pool = weights.flatMap((weight, id) => new Array<number>(weight).fill(id));
  const cells = new Map<string, number>();
  return (x, y, z) => {
    const key = `${x},${y},${z}`;
    let id = cells.get(key);
    if (id === undefined) {
      id = pool[Math.floor(next() * pool.length)] as number;
      cells.set(key, id);
    }
    return id;
  };
}

describe("mesher", () => {
  it("makes nothing for air", () => {
    expect(mesh(() => 0)).toEqual([]);
  });

  it("makes nothing for a chunk surrounded by cubes", () => {
    expect(mesh(() => 1)).toEqual([]);
  });

  it("joins the sides of a free-standing cuboid into six rectangles", () => {
    const inside = (v: number, low: number, high: number) => v >= low && v < high;
    const world: World = (x, y, z) =>
      inside(x, 3, 8) && inside(y, 2, 4) && inside(z, 5, 12) ? 1 : 0;
    const quads = mesh(world);
    const area = (axis: number) =>
      quads.filter((quad) => quad.axis === axis).reduce((sum, q) => sum + q.width * q.height, 0);
    expect([area(0), area(1), area(2)]).toEqual([2 * 2 * 7, 2 * 5 * 7, 2 * 5 * 2]);
    // Edges are rounded, so each side has separate rectangles for its rim and its middle.
    expect(quads.length).toBeLessThanOrEqual(6 * 9);
  });

  it.each([1, 2, 3, 4, 5, 6])("shows exactly the faces a plain count finds (seed %i)", (seed) => {
    const weights = [
      [6, 2, 1, 0, 0],
      [3, 3, 3, 0, 1],
      [4, 1, 1, 2, 1],
      [1, 0, 0, 4, 0],
      [1, 9, 0, 1, 0],
      [20, 1, 1, 1, 1],
    ][seed - 1] as number[];
    const world = randomWorld(seed, weights);
    expect(sorted(meshedAreas(mesh(world)))).toEqual(sorted(naiveAreas(world)));
  });

  it("covers no place twice", () => {
    const quads = mesh(randomWorld(11, [4, 1, 1, 2, 0]));
    const seen = new Set<string>();
    for (const { axis, positive, at, width, height } of quads) {
      const u = (axis + 1) % 3;
      const v = (axis + 2) % 3;
      for (let i = 0; i < width * 2; i++)
        for (let j = 0; j < height * 2; j++) {
          const p = [...at] as number[];
          p[u] = (p[u] as number) + i / 2;
          p[v] = (p[v] as number) + j / 2;
          const key = `${axis} ${positive} ${p.join()}`;
          expect(seen.has(key), key).toBe(false);
          seen.add(key);
        }
    }
    expect(seen.size).toBeGreaterThan(1000);
  });

  it("puts a slab's top at half height and shades it beside a wall", () => {
    const world: World = (x, y, z) => {
      if (y !== 0 || z < 4 || z > 6) return 0;
      return x === 5 ? 3 : x === 4 ? 1 : 0;
    };
    const tops = mesh(world).filter(
      ({ look, axis, positive }) => look.id === 3 && axis === 1 && positive,
    );
    expect(new Set(tops.map(({ at }) => at[1]))).toEqual(new Set([0.5]));
    // u is z and v is x: the wall stands at low v.
    for (const { shade } of tops) expect(shade[0] + shade[1]).toBeLessThan(shade[2] + shade[3]);
  });

  it("marks exactly the edges where the surface ends or bends", () => {
    const world: World = (x, y, z) => (x === 8 && y === 8 && z === 8 ? 1 : 0);
    expect(mesh(world).map(({ edges }) => edges)).toEqual(new Array(6).fill(15));
    const pair: World = (x, y, z) => ((x === 8 || x === 9) && y === 8 && z === 8 ? 1 : 0);
    const top = mesh(pair).filter(({ axis, positive }) => axis === 1 && positive);
    // v is x: the first has no edge at high v, the second none at low v.
    expect(top.map(({ edges }) => edges).sort()).toEqual([11, 7]);
  });
});

/** Water that one sees through, and tiles by kind and face. */
const WATER = lookOf(5, "cube", 0x3f7fd0);
const GLASS = lookOf(6, "cube", 0xcfe8ef);
const TEXTURED: (Look | undefined)[] = [LOOKS[0], LOOKS[1], LOOKS[2], WATER, GLASS];
const TEXTURING: Texturing = {
  isClear: (look) => look === WATER || look === GLASS,
  tile: (look, face) => look.id * 6 + face,
};

describe("mesher with textures", () => {
  const textured = (world: World): Quad[] =>
    meshChunk((x, y, z) => TEXTURED[world(x, y, z)], TEXTURING);
  const isOpaque = (look: Look | undefined) => look !== undefined && !TEXTURING.isClear(look);

  /** Visible faces by texture, counted cell by cell. */
  function naive(world: World): Map<string, number> {
    const faces = new Map<string, number>();
    for (let x = 0; x < 16; x++)
      for (let y = 0; y < 16; y++)
        for (let z = 0; z < 16; z++)
          DIRECTIONS.forEach(([dx, dy, dz], d) => {
            const own = TEXTURED[world(x, y, z)];
            const other = TEXTURED[world(x + dx, y + dy, z + dz)];
            if (!own || isOpaque(other) || own === other) return;
            const key = String(own.id * 6 + d);
            faces.set(key, (faces.get(key) ?? 0) + 1);
          });
    return faces;
  }

  /** The openness of a face's corner, by looking at the three cells that touch it in front. */
  function openness(world: World, quad: Quad, u: number, v: number, cu: 0 | 1, cv: 0 | 1): number {
    const cell = [0, 0, 0];
    cell[quad.axis] = (quad.at[quad.axis] as number) - (quad.positive ? 0 : 1);
    const [ua, va] = [(quad.axis + 1) % 3, (quad.axis + 2) % 3];
    const blocks = (du: number, dv: number) => {
      const at = [...cell] as [number, number, number];
      at[ua] = u + du;
      at[va] = v + dv;
      return isOpaque(TEXTURED[world(...at)]);
    };
    const [du, dv] = [cu === 1 ? 1 : -1, cv === 1 ? 1 : -1];
    const beside = [blocks(du, 0), blocks(0, dv)];
    if (beside.every(Boolean)) return 0;
    return 3 - [...beside, blocks(du, dv)].filter(Boolean).length;
  }

  const worlds = [1, 2, 3].map((seed) =>
    randomWorld(
      seed,
      [
        [6, 2, 1, 2, 1],
        [2, 4, 4, 1, 1],
        [12, 1, 0, 6, 0],
      ][seed - 1] as number[],
    ),
  );

  it.each(worlds)("shows exactly the faces a plain count finds (world %#)", (world) => {
    const meshed = new Map<string, number>();
    for (const { tile, width, height } of textured(world)) {
      const key = String(tile);
      meshed.set(key, (meshed.get(key) ?? 0) + width * height);
    }
    expect(sorted(meshed)).toEqual(sorted(naive(world)));
  });

  it.each(worlds)("darkens the corners a plain count finds (world %#)", (world) => {
    for (const quad of textured(world)) {
      const [u0, v0] = [quad.at[(quad.axis + 1) % 3], quad.at[(quad.axis + 2) % 3]] as number[];
      for (let u = 0; u < quad.width; u++)
        for (let v = 0; v < quad.height; v++)
          for (const cu of [0, 1] as const)
            for (const cv of [0, 1] as const) {
              const found = openness(world, quad, (u0 ?? 0) + u, (v0 ?? 0) + v, cu, cv);
              expect(quad.shade[cu + 2 * cv]).toBe(found);
            }
    }
  });

  it("draws a flat floor as one rectangle, across what would be its bevelled edges", () => {
    const quads = textured((x, y, z) => (y === 3 && x >= 0 && x < 16 && z >= 0 && z < 16 ? 1 : 0));
    const tops = quads.filter(({ axis, positive }) => axis === 1 && positive);
    expect(tops.map(({ width, height }) => [width, height])).toEqual([[16, 16]]);
  });
});
