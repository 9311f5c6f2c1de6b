import type { SpaceView } from "../../wire.generated";
import { drawsInSoftware } from "../../render/context";
import { MOST_LANTERNS, type Lantern } from "../../render/stage";
import type { Board } from "../../render/board";

/** How far around a player blocks that shine are looked for, in blocks: aside, and up and down. */
const SCAN_ASIDE = 9;
const SCAN_UPDOWN = 6;
/** How far off a light is not seen to light anything. */
const MAX_DISTANCE = 40;
/** How often it is looked. */
const SCAN_MS = 500;
/** Colour of the light in a cell that scripts lit. */
const SCRIPT_LIGHT_COLOUR = 0xffdfae;

/** The lights that are nearest to a point, the nearest first. */
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

/** Lets the cells that scripts lit, and blocks that shine, light what is near a player. */
export class BlockLights {
  private scriptLights: readonly Lantern[] = [];
  private scannedAt = -Infinity;
  private shown = "";
  private anyShown = false;

  constructor(private readonly board: Board) {}

  /** Says which cells scripts lit. */
  show(lights: SpaceView["lights"]): void {
    this.scriptLights = lights.map(([pos, light]) => ({ pos, light, colour: SCRIPT_LIGHT_COLOUR }));
    // The board may have put up lanterns of its own since.
    [this.shown, this.scannedAt] = ["", -Infinity];
  }

  /** Whether scripts lit any, or did and it is still to be put out. */
  get active(): boolean {
    return this.scriptLights.length > 0 || this.anyShown;
  }

  /** Looks from time to time what is nearest to a point. */
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
