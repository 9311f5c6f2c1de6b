import type { ClientMessage, RequestView } from "../wire.generated";
import type { RoomModel } from "../state/room";
import type { Pos } from "../wire/decode";
import { UP } from "../world/pick";
import { marksOf, pick, same } from "./picking";

/** What playing needs of the board. */
export interface PlayedBoard {
  blockAt(pos: Pos): number;
  stateAt(pos: Pos): number;
  isPiece(pos: Pos): boolean;
  predictMove(from: Pos, to: Pos): boolean;
  predictPlacing(pos: Pos, state: number): void;
  endPrediction(): void;
}

/** How long a move may be shown that the server has neither made nor refused. */
const UNCONFIRMED_MS = 2500;

/** How the viewer's moves are made in the game at hand, as far as its questions have shown. */
interface Manner {
  /** Whether moves lead from cell to cell; else a move is a single cell. */
  moves: boolean;
  /** The height of the cells. */
  level: number;
}

/**
 * Clicks and drags on the board that answer questions.
 *
 * Each click is sent as it is, and the server decides. What it will do is shown at once, because the
 * page knows every path that may be clicked: the piece is picked up, the move is made. What the
 * server says takes its place, and a refusal takes it back.
 *
 * While the viewer waits for its turn, the same clicks plan a move (a premove). It is made when the
 * viewer is asked, if it is one of the choices then. A plan to go where a piece of one's own stands
 * is thus made only after that piece was captured.
 */
export class BoardPlay {
  private manner: Manner | null = null;
  /** The cell of the stone that is on its way, and the state that the last one had. */
  private placing: Pos | null = null;
  private stone: number | null = null;
  private giveUp: ReturnType<typeof setTimeout> | undefined;
  private lastRequest: RequestView | null = null;

  constructor(
    private readonly model: RoomModel,
    private readonly board: PlayedBoard,
    private readonly send: (message: ClientMessage) => boolean,
    /** Tells the viewer that the server has not answered yet. */
    private readonly late: () => void,
  ) {}

  /** Handles a click on a cell. */
  click(pos: Pos, face: number): void {
    // Moves are made in the present.
    if (this.model.past) return this.model.lookAt(null);
    if (this.waits && this.plan(pos)) return;
    this.answer(pos, face);
  }

  /** Whether the piece in a cell may be dragged: a move may begin there, now or at the next turn. */
  mayDrag(pos: Pos): boolean {
    if (this.model.past) return false;
    return this.model.choices.leadsOn(pos) || (this.waits && this.manner?.moves === true);
  }

  /** Gives up the planned move; true if there was one. */
  forget(): boolean {
    const had = this.model.planned.length > 0;
    if (had) this.model.plan([]);
    return had;
  }

  /** The server has refused a click, or may never have received it. */
  takeBack(): void {
    clearTimeout(this.giveUp);
    this.placing = null;
    this.model.lookAhead(null);
    this.board.endPrediction();
  }

  /** Follows an event that the board shows by now. */
  follow(): void {
    const { model, board } = this;
    const { request } = model;
    if (this.placing && board.blockAt(this.placing) !== 0 && !model.answered) {
      this.stone = board.stateAt(this.placing);
      this.placing = null;
    }
    if (model.hud.result) this.forget();
    if (request === this.lastRequest) return;
    this.lastRequest = request;
    const paths = request?.choices.map(({ path }) => path).filter(({ length }) => length > 0) ?? [];
    const [first] = paths;
    if (!request || !first) return;
    this.takeBack();
    this.manner = { moves: paths.some(({ length }) => length > 1), level: (first[0] as Pos)[1] };
    this.carryOut(request);
  }

  /** Whether it is not for the viewer to move, though it is in the game. */
  private get waits(): boolean {
    const { seat, request, hud, answered } = this.model;
    if (seat === null || hud.result || !this.manner) return false;
    return answered || (request === null && hud.turn !== null && hud.turn !== seat);
  }

  /** Plans a move by a click; false if the click has nothing to do with one. */
  private plan(clicked: Pos): boolean {
    const { manner, model, board } = this;
    if (!manner) return false;
    // A click on the board means the cell on it.
    const pos: Pos =
      clicked[1] === manner.level - 1 ? [clicked[0], manner.level, clicked[2]] : clicked;
    const [from, to] = model.planned;
    if (pos[1] !== manner.level) return this.forget();
    if (from && same(from, pos)) return this.forget();
    if (manner.moves && from && !to) model.plan([from, pos]);
    else if (manner.moves ? board.isPiece(pos) : board.blockAt(pos) === 0) model.plan([pos]);
    else return this.forget();
    return true;
  }

  /** Makes the planned move, if it may be made. */
  private carryOut(request: RequestView): void {
    const { planned } = this.model;
    if (planned.length === 0) return;
    this.model.plan([]);
    const fits = request.choices.some(
      ({ path }) =>
        path.length >= planned.length && planned.every((pos, i) => same(pos, path[i] as Pos)),
    );
    if (fits) for (const pos of planned) this.answer(pos, UP);
  }

  /** Sends a click, and shows what it will do unless the board shows an earlier position. */
  private answer(pos: Pos, face: number): void {
    if (this.send({ t: "click", pos: [...pos], face }) && !this.model.past) this.lookAhead(pos);
  }

  /** Shows what a click will do. */
  private lookAhead(pos: Pos): void {
    const { model, board } = this;
    const { request, picked, answered } = model;
    if (!request || request.selection || answered) return;
    const outcome = pick(request, picked, pos);
    if (outcome.kind === "refused") return;
    if (outcome.kind === "picked") {
      const marks = marksOf(request, outcome.picked, (pos) => board.blockAt(pos) === 0);
      model.lookAhead({ picked: outcome.picked, marks, chosen: false });
      return;
    }
    model.lookAhead({ picked: [], marks: [], chosen: true });
    const { path } = request.choices[outcome.choice] as { path: Pos[] };
    const [from, to] = [path[0] as Pos, path.at(-1) as Pos];
    if (path.length > 1) board.predictMove(from, to);
    else if (board.blockAt(to) === 0) {
      this.placing = to;
      if (this.stone !== null) board.predictPlacing(to, this.stone);
    }
    clearTimeout(this.giveUp);
    this.giveUp = setTimeout(() => {
      this.takeBack();
      // While others think, nothing else is asked; the question that was answered is gone then.
      if (model.request === request) this.late();
    }, UNCONFIRMED_MS);
  }
}
