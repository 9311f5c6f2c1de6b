import { Color, Matrix4, PlaneGeometry, Vector3, type Group, type Material } from "three";
import { blockId, type Pos } from "../wire/decode";
import { LINE } from "../world/lines";
import type { Look, Looks } from "../world/looks";
import type { BlockStore } from "../world/store";
import type { GlyphAtlas } from "./atlas";
import { Instances } from "./instances";
import { LINES_GLSL } from "./line_shader";
import { faceShows } from "./mesher";
import type { GlyphUniforms } from "./piece_material";
import { litMaterial } from "./quality";

/**
 * A glyph on a face. `turns`: 0 never, 1 with the camera, 2 only by half turns, so that it is not
 * upside down.
 */
interface Sheet {
  at: Vector3;
  /** Face: 0 west, 1 east, 2 south, 3 north, 5 up. */
  face: number;
  size: number;
  turns: 0 | 1 | 2;
  text: string;
  ink: number;
}

const SHEET_GLSL = /* glsl */ `
  vec2 at = vAt;
  if (vTurns > 1.5) at *= cos(yaw) < 0.0 ? -1.0 : 1.0;
  else if (vTurns > 0.5) at = vec2(at.x * cos(yaw) - at.y * sin(yaw), at.x * sin(yaw) + at.y * cos(yaw));
  vec2 inside = step(abs(at), vec2(0.5));
  float cover = texture2D(atlas, vSlot.xy + (at + 0.5) * vSlot.z).r * inside.x * inside.y;
  diffuseColor = vec4(vInk, smoothstep(0.15, 0.75, cover) * vSlot.w);`;

/** A lit, transparent material. `body` computes the colour from the instance's attributes. */
function decalMaterial(body: string, uniforms: GlyphUniforms, name: string): Material {
  const parameters = {
    transparent: true,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: -1,
    polygonOffsetUnits: -1,
  };
  return litMaterial(`decal-${name}`, 0.9, parameters, (shader) => {
    shader.uniforms["atlas"] = uniforms.atlas;
    shader.uniforms["yaw"] = uniforms.yaw;
    const varyings = `
      varying vec4 vSlot;
      varying vec3 vInk;
      varying vec2 vAt;
      varying float vTurns;`;
    shader.vertexShader = shader.vertexShader
      .replace(
        "#include <common>",
        `#include <common>
        attribute vec4 slot;
        attribute vec3 ink;
        attribute float turns;${varyings}`,
      )
      .replace(
        "#include <begin_vertex>",
        `#include <begin_vertex>
        vSlot = slot; vInk = ink; vTurns = turns; vAt = uv - 0.5;`,
      );
    shader.fragmentShader = shader.fragmentShader
      .replace(
        "#include <common>",
        `#include <common>
        uniform sampler2D atlas;
        uniform float yaw;${varyings}
        ${name === "lines" ? LINES_GLSL : ""}`,
      )
      .replace("#include <color_fragment>", `#include <color_fragment>\n${body}`);
  });
}

/** A unit square with reversed winding, because [`DecalLayer.place`] mirrors it. */
function sheetGeometry(): PlaneGeometry {
  const plane = new PlaneGeometry(1, 1);
  plane.setIndex([0, 1, 2, 2, 1, 3]);
  return plane;
}

/** Edge of the square that holds what a hollow among hexagons draws, in blocks. */
export const HEX_SIZE = 2.6;

const LAYOUT = { slot: 4, ink: 3, turns: 1 };
const MATRIX = new Matrix4();
const COLOUR = new Color();
const SIDES: readonly [number, Pos][] = [
  [0, [-1, 0, 0]],
  [1, [1, 0, 0]],
  [2, [0, 0, -1]],
  [3, [0, 0, 1]],
];

/** Axes of a face as its reader sees them: right and up. */
function axesOf(face: number): [Vector3, Vector3] {
  const up = new Vector3(0, 1, 0);
  switch (face) {
    case 0:
      return [new Vector3(0, 0, -1), up];
    case 1:
      return [new Vector3(0, 0, 1), up];
    case 2:
      return [new Vector3(1, 0, 0), up];
    case 3:
      return [new Vector3(-1, 0, 0), up];
    default:
      return [new Vector3(1, 0, 0), new Vector3(0, 0, 1)];
  }
}

/** A name at the edge of the board. */
export interface EdgeName {
  /** The cell beside which it lies. */
  cell: Pos;
  /** Where it lies, on the ground, in world coordinates. */
  x: number;
  z: number;
  text: string;
}

const NAME_SIZE = 0.34;
/** The names' colour on the map's own table. */
const NAME_INK = 0xe3c592;

/** Glyphs and lines on the faces of cubes and slabs, and the names at the edges of the board. */
export class DecalLayer {
  readonly sheets: Instances;
  readonly tiles: Instances;
  private names: readonly EdgeName[] = [];
  private nameInk = NAME_INK;

  constructor(
    parent: Group,
    private readonly store: BlockStore,
    private readonly looks: () => Looks,
    private readonly atlas: () => GlyphAtlas,
    uniforms: GlyphUniforms,
    private readonly floor: (pos: Pos) => number,
  ) {
    const layer = (material: Material, order: number) =>
      new Instances(parent, sheetGeometry(), material, LAYOUT, (mesh) => {
        mesh.receiveShadow = true;
        mesh.renderOrder = order;
      });
    this.tiles = layer(decalMaterial("diffuseColor = engraved();", uniforms, "lines"), 0);
    this.sheets = layer(decalMaterial(SHEET_GLSL, uniforms, "sheets"), 1);
  }

  /** Sets the names; they are shown at the next `rebuild`. */
  setNames(names: readonly EdgeName[]): void {
    this.names = names;
  }

  /** Sets the colour of the names, or their own; they are shown so at the next `rebuild`. */
  setNameInk(ink: number | null): void {
    this.nameInk = ink ?? NAME_INK;
  }

  /** Reads all blocks with glyphs or lines from the store. */
  rebuild(): void {
    const sheets: Sheet[] = [];
    const tiles: { at: Vector3; look: Look }[] = [];
    const looks = this.looks();
    this.store.forEach((pos, state) => {
      const look = looks.of(blockId(state));
      if (!look || (look.shape !== "cube" && look.shape !== "slab")) return;
      if (!look.glyph && !look.lines) return;
      const top = new Vector3(
        pos[0] + 0.5,
        pos[1] + (look.shape === "slab" ? 0.5 : 1),
        pos[2] + 0.5,
      );
      const open = faceShows(look, looks.of(this.store.id(pos[0], pos[1] + 1, pos[2])), 1);
      if (look.lines & ~LINE.r && open) tiles.push({ at: top, look });
      if (look.glyph && look.lines && open) sheets.push(edgeWord(top, look, look.glyph));
      if (look.glyph && !look.lines) this.faces(pos, look, look.glyph, top, open, sheets);
    });
    for (const { cell, x, z, text } of this.names) {
      const beside: Pos = [Math.floor(x), cell[1], Math.floor(z)];
      const at = new Vector3(x, this.floor(beside), z);
      sheets.push({ at, face: 5, size: NAME_SIZE, turns: 1, text, ink: this.nameInk });
    }
    this.writeTiles(tiles);
    this.writeSheets(sheets);
  }

  private faces(
    pos: Pos,
    look: Look,
    text: string,
    top: Vector3,
    open: boolean,
    out: Sheet[],
  ): void {
    const sheet = { text, ink: look.glyphColour };
    if (open) out.push({ ...sheet, at: top, face: 5, size: 0.8, turns: 1 });
    if (look.shape !== "cube") return;
    for (const [face, step] of SIDES) {
      const other = this.store.id(pos[0] + step[0], pos[1], pos[2] + step[2]);
      if (!faceShows(look, this.looks().of(other), 0)) continue;
      const at = new Vector3(pos[0] + 0.5 + step[0] / 2, pos[1] + 0.5, pos[2] + 0.5 + step[2] / 2);
      out.push({ ...sheet, at, face, size: 0.8, turns: 0 });
    }
  }

  private writeTiles(tiles: { at: Vector3; look: Look }[]): void {
    this.tiles.resize(tiles.length);
    tiles.forEach(({ at, look }, row) => {
      // Among hexagons the ground half the way to all neighbours belongs to a hollow.
      const size = look.hexes ? HEX_SIZE : 1;
      this.place(this.tiles, row, at, 5, size);
      COLOUR.setHex(look.glyphColour);
      this.tiles.set(row, "slot", [look.lines, look.hexes, size, 1]);
      this.tiles.set(row, "ink", [COLOUR.r, COLOUR.g, COLOUR.b]);
    });
    this.tiles.mesh.instanceMatrix.needsUpdate = true;
  }

  private writeSheets(sheets: Sheet[]): void {
    this.sheets.resize(sheets.length);
    sheets.forEach((sheet, row) => {
      this.place(this.sheets, row, sheet.at, sheet.face, sheet.size);
      const slot = this.atlas().slot({ text: sheet.text });
      COLOUR.setHex(sheet.ink);
      this.sheets.set(row, "slot", [slot.u, slot.v, slot.size, sheet.turns === 2 ? 0.7 : 1]);
      this.sheets.set(row, "ink", [COLOUR.r, COLOUR.g, COLOUR.b]);
      this.sheets.set(row, "turns", [sheet.turns]);
    });
    this.sheets.mesh.instanceMatrix.needsUpdate = true;
  }

  /** Places a decal on a face. World coordinates are left-handed, so the normal is up × right. */
  private place(layer: Instances, row: number, at: Vector3, face: number, size: number): void {
    const [right, up] = axesOf(face);
    const normal = new Vector3().crossVectors(up, right);
    MATRIX.makeBasis(right.clone().multiplyScalar(size), up.clone().multiplyScalar(size), normal);
    const lifted = at.clone().addScaledVector(normal, 0.002);
    layer.mesh.setMatrixAt(row, MATRIX.setPosition(lifted));
  }
}

/** A word across the north edge of a tile, two cells wide, such as the river's name. */
function edgeWord(top: Vector3, look: Look, text: string): Sheet {
  const at = top.clone().add(new Vector3(0, 0, 0.5));
  return { at, face: 5, size: 1.5, turns: 2, text, ink: look.glyphColour };
}
