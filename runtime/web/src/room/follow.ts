import { effect } from "@preact/signals";
import type { Board } from "../render/board";
import type { RoomModel } from "../state/room";

/** Shows on the board what the room says of it, now and after each change. */
export function followBoard(model: RoomModel, board: Board): void {
  effect(() => board.setChoices(model.choices, model.marks));
  effect(() => board.setPlates(model.hud.plates.length > 0, model.request));
  effect(() => {
    // Arrows lie on the blocks, which each event may change.
    void model.event;
    board.setArrows(model.hud.insight.arrows);
  });
}
