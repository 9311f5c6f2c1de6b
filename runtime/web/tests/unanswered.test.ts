import { describe, expect, it } from "vitest";
import { Unanswered, type Asked } from "../src/room/unanswered";
import type { ClientMessage, Mark } from "../src/wire.generated";

const question = (id: number, hint = "play", marks: Mark[] = []): Asked => ({
  request: {
    id,
    hint: { zh: hint, en: hint },
    choices: [{ path: [[1, 1, 0]], label: null }],
    deadline: 100,
    selection: null,
    panel: null,
  },
  marks,
  choices: { has: ([x]) => x <= 2 },
});
const nothing: Asked = { request: null, marks: [], choices: { has: () => false } };
const picked: Mark = { pos: [1, 1, 0], kind: "selected" };
const click: ClientMessage = { t: "click", pos: [1, 1, 0], face: 5 };
const choose: ClientMessage = { t: "choose", request: 7, choice: 0 };

describe("answers that may be lost", () => {
  it("are sent again while the same question is open", () => {
    const unanswered = new Unanswered();
    unanswered.sent(click, question(7), 1000);
    unanswered.sent(choose, question(7), 2000);
    expect(unanswered.lost(question(7), 3000)).toEqual([click, choose]);
    expect(unanswered.lost(question(7), 3000)).toEqual([]);
  });

  it("are not sent again when the question is another one, or differs, or is gone", () => {
    for (const now of [
      question(8),
      question(7, "discard"),
      question(7, "play", [picked]),
      nothing,
    ]) {
      const unanswered = new Unanswered();
      unanswered.sent(click, question(7), 1000);
      expect(unanswered.lost(now, 1500)).toEqual([]);
    }
  });

  it("are forgotten once the question has changed, even if it is asked again", () => {
    const unanswered = new Unanswered();
    unanswered.sent(click, question(7), 1000);
    unanswered.follow(nothing);
    unanswered.follow(question(7));
    expect(unanswered.lost(question(7), 1500)).toEqual([]);
  });

  it("are forgotten once a cell is picked, which only the marks tell", () => {
    const unanswered = new Unanswered();
    unanswered.sent(click, question(7), 1000);
    unanswered.follow(question(7, "play", [picked]));
    const target: ClientMessage = { t: "click", pos: [2, 1, 0], face: 5 };
    unanswered.sent(target, question(7, "play", [picked]), 2000);
    expect(unanswered.lost(question(7, "play", [picked]), 2500)).toEqual([target]);
  });

  it("are forgotten after a refusal, and after a while", () => {
    const unanswered = new Unanswered();
    unanswered.sent(click, question(7), 1000);
    unanswered.refused();
    expect(unanswered.lost(question(7), 1500)).toEqual([]);
    unanswered.sent(click, question(7), 1000);
    expect(unanswered.lost(question(7), 60_000)).toEqual([]);
  });

  it("are neither chat nor clicks that answer nothing", () => {
    const unanswered = new Unanswered();
    unanswered.sent({ t: "chat", text: "hello" }, question(7), 1000);
    unanswered.sent(click, nothing, 1000);
    // The map may hear a click on any other block: sent again, it would hear it twice.
    unanswered.sent({ t: "click", pos: [9, 1, 0], face: 5 }, question(7), 1000);
    expect(unanswered.lost(question(7), 1500)).toEqual([]);
  });
});
