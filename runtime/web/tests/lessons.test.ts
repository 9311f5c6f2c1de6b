// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { beforeEach, expect, it } from "vitest";
import { beginLessons, followLessons, isToLearn } from "../src/hud/learn";
import type { HudHost } from "../src/hud/context";
import type { RoomModel } from "../src/state/room";
import { lastStep, nextStep, rememberStep } from "../src/util/lessons";
import type { Button, ClientMessage, Note } from "../src/wire.generated";

const words = { zh: "学", en: "Learn" };
const button = (id: string, more: Partial<Button> = {}): Button => ({
  id,
  label: words,
  enabled: true,
  seated: true,
  confirm: null,
  options: [],
  ...more,
});

/** A room whose seat, buttons and note may change. */
function room() {
  const seat = signal<number | null>(null);
  const buttons = signal<Button[]>([]);
  const note = signal<Note | null>(null);
  const model = {
    map: { id: "go", lessons: 3 },
    get seat() {
      return seat.value;
    },
    get hud() {
      return { buttons: buttons.value, insight: { note: note.value } };
    },
  } as unknown as RoomModel;
  const sent: ClientMessage[] = [];
  const hud = { model, send: (message: ClientMessage) => void sent.push(message) };
  return { seat, buttons, note, model, sent, hud: hud as unknown as HudHost };
}

beforeEach(() => localStorage.clear());

it("goes on with the step at which the viewer stopped, and begins again after the last", () => {
  expect(nextStep("go", 10)).toBe(1);
  rememberStep("go", 4);
  expect([nextStep("go", 10), nextStep("chess", 10)]).toEqual([4, 1]);
  rememberStep("go", 10);
  expect(nextStep("go", 10)).toBe(1);
});

it("begins once, when the viewer is seated and the map is ready", () => {
  const { seat, buttons, sent, hud } = room();
  location.hash = "#learn";
  rememberStep("go", 2);
  expect(isToLearn()).toBe(true);
  beginLessons(hud);
  expect(isToLearn()).toBe(false);
  buttons.value = [button("learn", { enabled: false })];
  seat.value = 0;
  expect(sent).toEqual([]);
  buttons.value = [button("learn")];
  expect(sent).toEqual([{ t: "action", id: "learn", value: "2" }]);
  buttons.value = [button("learn"), button("new")];
  expect(sent).toHaveLength(1);
});

it("remembers the step of those who learn, not of those who watch", () => {
  const { seat, note, model } = room();
  followLessons(model);
  const options = ["1", "2", "3"].map((value) => ({ value, label: words, chosen: value === "2" }));
  const step = { title: words, lines: [], buttons: [button("lesson", { options })] };
  note.value = step;
  expect(lastStep("go")).toBe(0);
  seat.value = 0;
  expect(lastStep("go")).toBe(2);
});
