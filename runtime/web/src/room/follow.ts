import { effect } from "@preact/signals";
import type { Board } from "../render/board";
import type { RoomModel } from "../state/room";
import type { Screen } from "../state/screen";

/** Shows on the board what the room says of it, now and after each change. */
export function followBoard(model: RoomModel, screen: Screen, board: Board): void {
  effect(() => board.setFlat(screen.flat.value));
  effect(() => board.setChoices(model.choices, model.shownMarks, model.planned));
  effect(() => board.setPlates(model.hud.plates.length > 0, model.request));
  effect(() => {
    // Arrows lie on the blocks, which each event may change.
    void model.event;
    board.setArrows(model.hud.insight.arrows);
  });
}
