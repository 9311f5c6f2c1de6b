// @vitest-environment happy-dom
import { BoxGeometry, Color, Group, Matrix4, Mesh, MeshBasicMaterial, type Material } from "three";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { arrowOutline } from "../src/render/arrows";
import { quadGeometry } from "../src/render/blocks";
import { OrbitCamera } from "../src/render/camera";
import { Instances, type Layout } from "../src/render/instances";
import { MARK_KINDS } from "../src/render/marks";
import type { Quad } from "../src/render/mesher";
import { PlainPicture, type PlainLayers } from "../src/render/plain";

/** Polygons that were filled: their colour, and their corners in the picture. */
let filled: { style: string; points: [number, number][] }[] = [];

/** A 2D context that notes what is filled. */
function recorder(): unknown {
  let points: [number, number][] = [];
  const noted: Record<string, unknown> = {
    fillStyle: "",
    beginPath: () => (points = []),
    lineTo: (x: number, y: number) => points.push([x, y]),
    fill: () => filled.push({ style: String(noted["fillStyle"]), points }),
  };
  return new Proxy(noted, {
    get: (target, name) => target[String(name)] ?? (() => {}),
  });
}

beforeEach(() => {
  filled = [];
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation(() => recorder() as never);
});
afterEach(() => vi.restoreAllMocks());

const material = new MeshBasicMaterial() as Material;

/** Rows at these places. */
function rows(layout: Layout, places: readonly (readonly [number, number, number])[]): Instances {
  const made = new Instances(new Group(), new BoxGeometry(), material, layout, () => {});
  made.resize(places.length);
  places.forEach((at, row) => {
    made.mesh.setMatrixAt(row, new Matrix4().makeTranslation(...at));
    made.mesh.setColorAt(row, new Color(0xffffff));
  });
  return made;
}

const look = {
  id: 1,
  name: { zh: "", en: "" },
  shape: "cube" as const,
  colour: 0x808080,
  glyph: null,
  label: null,
  figure: null,
  lines: 0,
  hexes: 0,
  glyphColour: 0,
  light: 0,
};

/** The face of a block at the origin. */
const face = (axis: number, positive: boolean): Quad => {
  const at: [number, number, number] = [0, 0, 0];
  if (positive) at[axis] = 1;
  const shade: Quad["shade"] = [3, 3, 3, 3];
  const rest = { edges: 0, northward: false, tile: 0 };
  return { axis, positive, at, width: 1, height: 1, look, shade, ...rest };
};

function layers(change: Partial<PlainLayers>): PlainLayers {
  const none = () => rows({}, []);
  return {
    blocks: () => [],
    tiles: none(),
    rack: none(),
    sheets: none(),
    discs: none(),
    stones: none(),
    balls: none(),
    dice: none(),
    symbols: none(),
    signs: none(),
    marks: none(),
    cards: none(),
    arrows: () => [],
    effects: { marks: () => [], running: () => [], texts: () => [] },
    glyphs: () => document.createElement("canvas"),
    faces: () => document.createElement("canvas"),
    ...change,
  };
}

/** The board seen from the south and above, in a picture of 800 by 600. */
function camera(): OrbitCamera {
  const view = new OrbitCamera();
  view.resize(800, 600);
  view.setMap({ target: [0.5, 1, 0.5], distance: 12, pitch: 50, yaw: [0] }, null, 0);
  return view;
}

const middle = (points: readonly [number, number][]) =>
  [0, 1].map(
    (axis) => points.reduce((sum, at) => sum + (at[axis as 0 | 1] ?? 0), 0) / points.length,
  );

describe("the picture without WebGL", () => {
  it("shows the faces of blocks that are turned to the camera", () => {
    const all = [0, 1, 2].flatMap((axis) => [face(axis, false), face(axis, true)]);
    const block = new Mesh(quadGeometry(all), material);
    new PlainPicture(layers({ blocks: () => [block] })).draw(camera(), 800, 600, 1);
    // The upper face and the southern one; the eastern and western are seen edge on, or from inside.
    expect(filled).toHaveLength(2);
    const top = camera().project(0.5, 1, 0.5);
    expect(middle(filled[1]?.points ?? [])[0]).toBeCloseTo(top.x, 0);
  });

  it("draws a piece over the mark and the block under it, where the camera sees it", () => {
    const block = new Mesh(quadGeometry([face(1, true)]), material);
    const discs = rows({ slot: 4, ink: 3, look: 2 }, [[0.5, 1, 0.5]]);
    const marks = rows({ mark: 2 }, [[0.5, 1.006, 0.5]]);
    marks.set(0, "mark", [MARK_KINDS.indexOf("target"), 0]);
    const view = camera();
    const picture = new PlainPicture(layers({ blocks: () => [block], discs, marks }));
    picture.draw(view, 800, 600, 1);
    const styles = filled.map(({ style }) => style);
    const target = styles.findIndex((style) => style.startsWith("rgb(28 104 78"));
    const piece = styles.lastIndexOf("rgb(255,255,255)");
    expect(target).toBeGreaterThan(0);
    expect(piece).toBe(styles.length - 1);
    const [x, y] = middle(filled[piece]?.points ?? []);
    const seen = view.project(0.5, 1.32, 0.5);
    expect(x).toBeCloseTo(seen.x, 0);
    expect(Math.abs((y ?? 0) - seen.y)).toBeLessThan(2);
  });

  it("does not draw a piece that has shrunk to nothing", () => {
    const discs = rows({ slot: 4, ink: 3, look: 2 }, [[0.5, 1, 0.5]]);
    discs.mesh.setMatrixAt(0, new Matrix4().makeScale(0, 0, 0));
    new PlainPicture(layers({ discs })).draw(camera(), 800, 600, 1);
    expect(filled).toEqual([]);
  });
});

describe("the outline of an arrow", () => {
  it("points from cell to cell", () => {
    const outline = arrowOutline({ from: [2, 1, 2], to: [2, 1, 5], kind: "best" });
    const tip = outline.reduce((best, at) => (at[1] > best[1] ? at : best));
    expect(tip[0]).toBeCloseTo(2.5);
    expect(tip[1]).toBeGreaterThan(5.2);
    expect(tip[1]).toBeLessThan(5.5);
    expect(Math.min(...outline.map(([, z]) => z))).toBeGreaterThan(2.5);
  });
});
