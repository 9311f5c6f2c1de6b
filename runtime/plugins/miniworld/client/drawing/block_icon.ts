import type { Look } from "@page/world/looks";
import { patternOf } from "../blocks/patterns";
import { paintTile, sideOf, TILE } from "../blocks/tiles";

/** A face of the cube in an icon of 96 by 96: where its texture begins, and its edges. */
interface IconFace {
  /** Number of the face as the mesher counts: 3 is the top. */
  face: number;
  from: readonly [number, number];
  /** Ways along the texture's rows and down its columns. */
  across: readonly [number, number];
  down: readonly [number, number];
  /** Brightness. */
  shade: number;
}

/** The texture of a block's face on a canvas; null where there is no canvas to draw on. */
function tileCanvas(look: Look, face: number, shade: number): HTMLCanvasElement | null {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = TILE;
  const context = canvas.getContext("2d");
  if (!context) return null;
  const pattern = patternOf(look);
  const pixels = paintTile(pattern, sideOf(pattern, face), look.colour);
  const image = context.createImageData(TILE, TILE);
  for (let y = 0; y < TILE; y++)
    for (let x = 0; x < TILE; x++) {
      const from = 4 * (x + TILE * (TILE - 1 - y));
      const to = 4 * (x + TILE * y);
      for (let c = 0; c < 3; c++) image.data[to + c] = (pixels[from + c] as number) * shade;
      image.data[to + 3] = 255;
    }
  context.putImageData(image, 0, 0);
  return canvas;
}

/** Paints a block as it is in the world, seen from above one of its corners; `low` is a slab. */
export function paintBlock(context: CanvasRenderingContext2D, look: Look, low: boolean): void {
  const [sunk, tall] = low ? [19, 19] : [0, 38];
  const rows = (TILE * tall) / 38;
  const faces: readonly IconFace[] = [
    { face: 4, from: [12, 33 + sunk], across: [36, 21], down: [0, tall], shade: 0.8 },
    { face: 1, from: [48, 54 + sunk], across: [36, -21], down: [0, tall], shade: 0.62 },
    { face: 3, from: [12, 33 + sunk], across: [36, -21], down: [36, 21], shade: 1.08 },
  ];
  context.imageSmoothingEnabled = false;
  for (const { face, from, across, down, shade } of faces) {
    const tile = tileCanvas(look, face, shade);
    if (!tile) continue;
    const high = face === 3 ? TILE : rows;
    context.save();
    context.transform(
      across[0] / TILE,
      across[1] / TILE,
      down[0] / high,
      down[1] / high,
      from[0],
      from[1],
    );
    context.drawImage(tile, 0, TILE - high, TILE, high, 0, 0, TILE, high);
    context.restore();
  }
}
