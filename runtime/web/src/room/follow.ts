import { effect } from "@preact/signals";
import type { Arrow } from "../wire.generated";
import { Choices } from "./choices";
import { artOf, loadCardArt } from "../plugins/card_art";
import type { Board } from "../render/board";
import type { RoomModel } from "../state/room";
import type { Screen } from "../state/screen";
import { isNight, settings } from "../state/settings";

const NOTHING = new Choices(null, [], []);

/**
 * The arrows over the position that is shown: the better move, where the review has one for the move
 * that led there, and else those of the present: the beginning of a line, if the viewer looks at one, or
 * the map's.
 */
export function arrowsOf(
  { lookingAt, lookedLine, past, moves, hud }: RoomModel,
  line: Arrow | null = null,
): readonly Arrow[] {
  const { arrows, review } = hud.insight;
  const shown = lookingAt ?? moves.length;
  // A review is about the line that the room has.
  const better =
    lookedLine !== moves ? null : review?.notes.find(({ move }) => move === shown)?.better;
  if (better) return [better];
  if (past) return [];
  return line ? [line] : arrows;
}

/** Shows on the board what the room says of it, now and after each change. */
export function followBoard(model: RoomModel, screen: Screen, board: Board): void {
  effect(() => board.setStyle(settings(), isNight()));
  effect(() => board.setFlat(screen.flat.value));
  effect(() => {
    const { past } = model;
    if (past) board.setChoices(NOTHING, past.marks, []);
    else board.setChoices(model.choices, model.shownMarks, model.planned);
  });
  effect(() => {
    if (model.setting.zones.length > 0) void loadCardArt();
  });
  effect(() => board.setArt(artOf(model.map?.id)));
  effect(() => board.setPlates(model.hud.plates.length > 0, model.request));
  effect(() => {
    // Arrows lie on the blocks, which each event may change.
    void model.event;
    board.setArrows(arrowsOf(model, screen.lineArrow.value));
  });
}
