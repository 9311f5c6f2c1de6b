// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { playDaily } from "../src/room/daily";
import { RoomModel } from "../src/state/room";
import { dayOf, noteDaily } from "../src/util/daily";
import type { ClientMessage, ServerMessage } from "../src/wire.generated";

const words = { zh: "", en: "" };
const FREE = { by: "open" } as const;
const ME = { by: "player", player: 7 } as const;

/** The page of a room with five puzzles, the first of which is on the table. */
function opened(room: string) {
  const model = new RoomModel();
  const sent: ClientMessage[] = [];
  playDaily(model, room, (message) => void sent.push(message));
  const seat = (holder: typeof FREE | typeof ME) =>
    model.take({ t: "seats", seats: [{ name: words, colour: "", holder }] } as never);
  const options = [1, 2, 3, 4, 5].map((value) => ({
    value: String(value),
    label: words,
    chosen: value === 1,
  }));
  const buttons = (enabled: boolean) =>
    model.take({
      t: "hud",
      change: { field: "buttons", value: [{ id: "puzzle", label: words, enabled, options }] },
    } as unknown as ServerMessage);
  model.take({ t: "welcome", you: 7 } as ServerMessage);
  return { sent, seat, buttons };
}

describe("today's puzzle", () => {
  beforeEach(() => sessionStorage.clear());

  it("is put on the table once, when the viewer may", async () => {
    noteDaily("one", { button: "puzzle", day: 7 });
    const { sent, seat, buttons } = opened("one");
    seat(FREE);
    buttons(true);
    expect(sent).toEqual([]);
    buttons(false);
    seat(ME);
    expect(sent).toEqual([]);
    buttons(true);
    expect(sent).toEqual([{ t: "action", id: "puzzle", value: "3" }]);
    await Promise.resolve();
    buttons(true);
    expect(sent.length).toBe(1);
  });

  it("is left alone where it lies on the table, and in rooms that were opened for no puzzle", () => {
    noteDaily("one", { button: "puzzle", day: 5 });
    for (const room of ["one", "two"]) {
      const { sent, seat, buttons } = opened(room);
      seat(ME);
      buttons(true);
      expect(sent).toEqual([]);
    }
  });

  it("is not begun by a note of another form", () => {
    for (const note of ["{", "7", '{"button":3,"day":1}', '{"button":"puzzle","day":1.5}']) {
      sessionStorage.setItem("fangqi.daily.one", note);
      const { sent, seat, buttons } = opened("one");
      seat(ME);
      buttons(true);
      expect(sent).toEqual([]);
    }
  });

  it("changes at the viewer's midnight", () => {
    const before = dayOf(new Date(2026, 6, 1, 23, 59, 59));
    expect(dayOf(new Date(2026, 6, 2, 0, 0, 0))).toBe(before + 1);
    expect(dayOf(new Date(2026, 6, 2, 23, 59, 59))).toBe(before + 1);
  });
});
