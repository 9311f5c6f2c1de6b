import type { Mark, RequestView } from "../wire.generated";
import type { Pos } from "../wire/decode";
import type { Board } from "../render/board";
import type { RoomModel } from "../state/room";

/**
 * The interface for end-to-end tests, at `window.__fangqi`: what the client shows, and where on the
 * page. The client itself does not use it.
 */
export interface TestHook {
  /** Whether the room is connected and its scene drawn. */
  readonly ready: boolean;
  /** Number of the last event shown. */
  readonly event: number;
  /** Page coordinates of the top centre of a cell. */
  screenOf(pos: [number, number, number]): { x: number; y: number };
  /** The marks shown. */
  marks(): readonly Mark[];
  /** The current question to the viewer. */
  request(): RequestView | null;
  /** Whether a move is shown that the server has not made yet. */
  readonly predicted: boolean;
  /** Block id in a cell; 0 is air. */
  blockAt(pos: [number, number, number]): number;
  /** What the room's scene module tells of a walking viewer; null where players do not walk. */
  readonly walk: unknown;
  /** The rest: seats, players, moves, chat, connection. */
  readonly state: RoomModel;
}

declare global {
  interface Window {
    __fangqi?: TestHook;
  }
}

/** Installs the hook. */
export function installTestHook(
  model: RoomModel,
  board: Board,
  walk: () => unknown = () => null,
): void {
  window.__fangqi = {
    get ready() {
      return model.link.kind === "live" && board.settled;
    },
    get event() {
      return model.event;
    },
    screenOf: (pos: Pos) => board.screenOf(pos),
    marks: () => model.past?.marks ?? model.shownMarks,
    request: () => model.request,
    get predicted() {
      return board.predicts;
    },
    blockAt: (pos: Pos) => board.blockAt(pos),
    get walk() {
      return walk();
    },
    state: model,
  };
}
