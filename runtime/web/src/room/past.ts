import type { LocalText, Mark, MoveEntry } from "../wire.generated";
import type { Reel } from "../replay/reel";
import type { BlockFrame } from "../wire/decode";

/** A position of the running game that is over. */
export interface PastPosition {
  blocks: BlockFrame[];
  marks: readonly Mark[];
  /** What each seat had. */
  tallies: readonly LocalText[];
}

const same = (a: MoveEntry | undefined, b: MoveEntry | undefined): boolean =>
  a !== undefined && a.seat === b?.seat && a.text.zh === b.text.zh;

/**
 * Earlier positions of the running game, from the room's film as spectators saw it. The film is
 * fetched when it is first needed, and again when it lacks a move that is asked for.
 */
export class Past {
  private reel: Promise<Reel> | null = null;

  constructor(private readonly fetch: () => Promise<Reel>) {}

  /** The position after the first `count` of these moves; fails if the film cannot be had. */
  async after(count: number, moves: readonly MoveEntry[]): Promise<PastPosition> {
    let reel = await this.have();
    if (!covers(reel, moves.slice(0, count))) {
      this.reel = null;
      reel = await this.have();
    }
    reel.seek(reel.score.positionAfter(count));
    const { marks, hud } = reel.model;
    return { blocks: reel.blocks(), marks, tallies: hud.badges };
  }

  private async have(): Promise<Reel> {
    this.reel ??= this.fetch();
    try {
      return await this.reel;
    } catch (problem) {
      this.reel = null;
      throw problem;
    }
  }
}

/** Whether the last game of the film begins with these moves. */
function covers(reel: Reel, moves: readonly MoveEntry[]): boolean {
  const made = reel.score.movesAt(reel.length);
  return moves.every((move, i) => same(made[i], move));
}
