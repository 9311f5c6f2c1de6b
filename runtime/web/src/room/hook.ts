import type { Mark, RequestView } from "../wire.generated";
import type { Pos } from "../wire/decode";
import type { Board } from "../render/board";
import type { RoomModel } from "./model";

/**
 * For end-to-end tests, as `window.__fangqi`: what the client shows, and where on the page. Nothing
 * in the client itself uses it.
 */
export interface TestHook {
  /** The room is connected and its scene drawn. */
  readonly ready: boolean;
  /** Number of the last event shown. */
  readonly event: number;
  /** Page coordinates of the top centre of a cell. */
  screenOf(pos: [number, number, number]): { x: number; y: number };
  /** The marks shown. */
  marks(): readonly Mark[];
  /** What the person is asked. */
  request(): RequestView | null;
  /** Block id in a cell; 0 is air. */
  blockAt(pos: [number, number, number]): number;
  /** The person's own body where players walk; null elsewhere. */
  readonly walk: WalkState | null;
  /** Everything else: seats, players, moves, chat, the line. */
  readonly state: RoomModel;
}

/** What a walking player is doing, for tests. */
export interface WalkState {
  /** The middle of its feet, and where it looks. */
  pos: readonly [number, number, number];
  yaw: number;
  pitch: number;
  /** 0 first person, 1 from behind, 2 from before. */
  view: number;
  /** Whether the board is looked at from above instead. */
  above: boolean;
  /** What the crosshair is on: the block's cell or the object's number. */
  target: readonly [number, number, number] | number | null;
  /** Numbers of the objects shown. */
  actors: readonly number[];
}

declare global {
  interface Window {
    __fangqi?: TestHook;
  }
}

/** Offers the hook to tests. */
export function offerHook(
  model: RoomModel,
  board: Board,
  walk: () => WalkState | null = () => null,
): void {
  window.__fangqi = {
    get ready() {
      return model.link.kind === "live" && board.settled;
    },
    get event() {
      return model.event;
    },
    screenOf: (pos: Pos) => board.screenOf(pos),
    marks: () => model.marks,
    request: () => model.request,
    blockAt: (pos: Pos) => board.blockAt(pos),
    get walk() {
      return walk();
    },
    state: model,
  };
}
