import { Board, type Shot } from "../render/board";
import type { Drawing } from "../render/context";
import { isNight, settings } from "../state/settings";
import { Choices } from "../room/choices";
import type { MapView, MarkKind } from "../wire.generated";

/** Marks that say something to those who did not play: not what the viewer has picked up. */
const LASTING: ReadonlySet<MarkKind> = new Set(["last_from", "last_to", "check", "hint", "won"]);
const NOTHING = new Choices(null, [], []);

function openDrawing(): Drawing {
  const canvas = document.createElement("canvas");
  return { canvas, context: canvas.getContext("webgl2", { antialias: true }) };
}

/**
 * A board on no page, seen from straight above in the viewer's theme, of which pictures are taken.
 */
export class Studio {
  private readonly board: Board;
  private tick = 0;

  /** `seat` is at the lower edge; `turned` turns the board round from there. */
  constructor(
    map: MapView,
    seat: number | null,
    private readonly turned: boolean,
    first: Shot,
  ) {
    this.board = new Board(
      openDrawing(),
      {
        onClick: () => {},
        onChange: () => {},
        mayDrag: () => false,
        onShown: () => {},
        onPlain: () => {},
        onStroke: () => {},
        onTable: () => {},
      },
      () => true,
    );
    this.board.setStyle(settings(), isNight());
    this.board.setFlat(true);
    this.board.setMap(map, seat);
    this.apply(first, true);
    if (this.turned) this.board.flip();
  }

  /** Height of the board for a width. */
  heightFor(width: number): number {
    return Math.round(width / (this.board.aspect ?? 1));
  }

  /** Draws a position; the canvas holds it until the caller yields. */
  take(shot: Shot, width: number): Promise<HTMLCanvasElement> {
    this.apply(shot, false);
    return this.board.drawExactly(width, this.heightFor(width));
  }

  /** Gives back what it holds. */
  close(): void {
    this.board.dispose();
  }

  private apply({ blocks, marks, arrows }: Shot, scene: boolean): void {
    const { board } = this;
    this.tick += 1;
    // The store keeps and modifies what it is given.
    const copies = structuredClone(blocks);
    board.apply({ event: this.tick, tick: this.tick, scene, blocks: copies, messages: [] });
    const lasting = marks.filter(({ kind }) => LASTING.has(kind));
    board.setChoices(NOTHING, lasting, []);
    board.setArrows(arrows);
  }
}
