import type { LocalText, Mark, MoveEntry } from "../wire.generated";
import type { Reel } from "../replay/reel";
import type { BlockFrame } from "../wire/decode";

/** A position of the running game that is over. */
export interface PastPosition {
  blocks: BlockFrame[];
  marks: readonly Mark[];
  /** What each seat had. */
  tallies: readonly LocalText[];
  /** The short marks of each seat. */
  tags: readonly (readonly LocalText[])[];
}

/**
 * Earlier positions of the running game, from the room's film as spectators saw it. The film is
 * fetched when it is first needed, and again when it lacks a move that is asked for.
 */
export class Past {
  private reel: Promise<Reel> | null = null;

  constructor(private readonly fetch: () => Promise<Reel>) {}

  /**
   * The position after the first `count` of these moves, in whichever line of the film they were made;
   * fails if the film cannot be had.
   */
  async after(count: number, moves: readonly MoveEntry[]): Promise<PastPosition> {
    const { reel, position } = await this.find(moves.slice(0, count));
    reel.seek(position);
    const { marks, hud } = reel.model;
    return { blocks: reel.blocks(), marks, tallies: hud.badges, tags: hud.tags };
  }

  /** The event after which `count` of these moves had been made, for the last time. */
  async eventAfter(count: number, moves: readonly MoveEntry[]): Promise<number> {
    const { reel, position } = await this.find(moves.slice(0, count));
    return reel.eventAt(position);
  }

  private async find(moves: readonly MoveEntry[]): Promise<{ reel: Reel; position: number }> {
    let reel = await this.have();
    let position = reel.score.positionWith(moves);
    if (position === null) {
      this.reel = null;
      reel = await this.have();
      position = reel.score.positionWith(moves);
    }
    if (position === null) throw new Error("the room's film lacks a position");
    return { reel, position };
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
