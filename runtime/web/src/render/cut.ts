import type { Pos } from "../wire/decode";
import type { Extent } from "./camera";

/** What a picture from above shows of the world. */
interface FlatPicture {
  readonly width: number;
  readonly height: number;
  project(x: number, y: number, z: number): { x: number; y: number };
}

/**
 * Whether a cell lies beside the board and not wholly in a picture from above, which shows the board as
 * large as there is room: captured pieces would be slivers at its edge.
 */
export function isCut([x, y, z]: Pos, { low, high }: Extent, picture: FlatPicture): boolean {
  const onBoard = x + 0.5 > low[0] && x + 0.5 < high[0] && z + 0.5 > low[2] && z + 0.5 < high[2];
  if (onBoard) return false;
  return [0, 1].some((side) => {
    const at = picture.project(x + side, y, z + side);
    return at.x < 0 || at.x > picture.width || at.y < 0 || at.y > picture.height;
  });
}
