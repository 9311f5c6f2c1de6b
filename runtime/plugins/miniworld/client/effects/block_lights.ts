import type { SpaceView } from "../wire.generated";
import { drawsInSoftware } from "@page/render/context";
import { MOST_LANTERNS, type Lantern } from "@page/render/stage";
import type { Board } from "@page/render/board";

/** How far around a point glowing blocks are searched for, in blocks: sideways, and up and down. */
const SCAN_ASIDE = 9;
const SCAN_UPDOWN = 6;
/** Lights farther away than this, in blocks, are ignored. */
const MAX_DISTANCE = 40;
/** How often the nearest lights are searched for. */
const SCAN_MS = 500;
/** Colour of the light in cells that scripts lit. */
const SCRIPT_LIGHT_COLOUR = 0xffdfae;

/** The lights nearest to a point, at most `most`, nearest first. */
export function nearestLights(
  lights: readonly Lantern[],
  at: readonly [number, number, number],
  most: number,
): Lantern[] {
  const far = ({ pos }: Lantern) =>
    Math.hypot(pos[0] + 0.5 - at[0], pos[1] + 0.5 - at[1], pos[2] + 0.5 - at[2]);
  const near = lights.filter((light) => far(light) < MAX_DISTANCE);
  return near.sort((a, b) => far(a) - far(b)).slice(0, most);
}

/**
 * Lights the scene from glowing blocks and from cells that scripts lit. Only the nearest few become
 * lights in the scene.
 */
export class BlockLights {
  private scriptLights: readonly Lantern[] = [];
  private scannedAt = -Infinity;
  private shown = "";
  private anyShown = false;

  constructor(private readonly board: Board) {}

  /** Sets the cells that scripts lit. */
  show(lights: SpaceView["lights"]): void {
    this.scriptLights = lights.map(([pos, light]) => ({ pos, light, colour: SCRIPT_LIGHT_COLOUR }));
    // Forces an update: the board may have set other lanterns meanwhile.
    [this.shown, this.scannedAt] = ["", -Infinity];
  }

  /** Whether there are script lights, or lights of the last update that may have to be removed. */
  get active(): boolean {
    return this.scriptLights.length > 0 || this.anyShown;
  }

  /** Searches for the lights nearest to a point, at most every `SCAN_MS`. */
  update(at: readonly [number, number, number], now: number): void {
    if (now - this.scannedAt < SCAN_MS || drawsInSoftware()) return;
    this.scannedAt = now;
    const found = nearestLights(
      [...this.scriptLights, ...this.glowingBlocks(at)],
      at,
      MOST_LANTERNS,
    );
    const key = JSON.stringify(found);
    if (key === this.shown) return;
    [this.shown, this.anyShown] = [key, found.length > 0];
    this.board.stage.setLanterns(found);
  }

  private glowingBlocks(at: readonly [number, number, number]): Lantern[] {
    const [x0, y0, z0] = at.map(Math.floor) as [number, number, number];
    const found: Lantern[] = [];
    for (let y = y0 - SCAN_UPDOWN; y <= y0 + SCAN_UPDOWN; y++)
      for (let z = z0 - SCAN_ASIDE; z <= z0 + SCAN_ASIDE; z++)
        for (let x = x0 - SCAN_ASIDE; x <= x0 + SCAN_ASIDE; x++) {
          const block = this.board.store.id(x, y, z);
          const look = block === 0 ? undefined : this.board.lookOf(block);
          if (!look || look.light === 0) continue;
          found.push({ pos: [x, y, z], light: look.light, colour: look.colour });
        }
    return found;
  }
}
