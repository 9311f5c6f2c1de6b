import { effect } from "@preact/signals";
import { t } from "../i18n/language";
import type { RoomModel } from "../state/room";
import { nextStep, rememberStep } from "../util/lessons";
import { openRoom } from "../util/open_room";
import { LEARNS } from "../util/room_links";
import type { Button, Note } from "../wire.generated";
import type { HudHost } from "./context";
import { once } from "./invite";

/** The button of maps that teach their rules; its value is the step to begin with. */
const LEARN = "learn";

/** How long the page waits until lessons can begin. */
const READY_MS = 10_000;

/** The button of a note that offers its steps, if it is one of several. */
export const stepsOf = (note: Note | null): Button | null =>
  note?.buttons.find(({ options }) => options.length > 0) ?? null;

/** Whether the page was opened for lessons that have not begun yet. */
export const isToLearn = (): boolean => location.hash === LEARNS;

const mayLearn = ({ model }: HudHost): boolean =>
  model.hud.buttons.some(({ id, enabled, seated }) => {
    return id === LEARN && enabled && (!seated || model.seat !== null);
  });

/** Begins the lessons of the room's map where the viewer stopped, as soon as that is possible. */
export function beginLessons(hud: HudHost): void {
  // A reload is to go on with the step that the room is at.
  history.replaceState(null, "", location.pathname);
  const stop = once(
    () => mayLearn(hud),
    () => {
      const { map } = hud.model;
      const step = map ? nextStep(map.id, map.lessons) : 1;
      hud.send({ t: "action", id: LEARN, value: `${step}` });
    },
  );
  setTimeout(stop, READY_MS);
}

/** Opens a room of the viewer's own in which the map teaches its rules. */
export async function learnElsewhere({ model, screen }: HudHost): Promise<void> {
  try {
    if (model.map) await openRoom(model.map.id, true, LEARNS);
  } catch {
    screen.toast("error", t("room_failed"));
  }
}

/** Remembers in this browser which step of the lessons the viewer is at. */
export function followLessons(model: RoomModel): void {
  effect(() => {
    const { map, hud } = model;
    const steps = map && map.lessons > 0 ? stepsOf(hud.insight.note) : null;
    const at = steps?.options.findIndex(({ chosen }) => chosen) ?? -1;
    if (map && at >= 0 && model.seat !== null) rememberStep(map.id, at + 1);
  });
}
