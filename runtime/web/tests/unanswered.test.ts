import { describe, expect, it } from "vitest";
import { Unanswered, type Asked } from "../src/room/unanswered";
import type { ClientMessage, Mark } from "../src/wire.generated";

const question = (id: number, hint = "play", marks: Mark[] = []): Asked => ({
  request: {
    id,
    hint: { zh: hint, en: hint },
    choices: [
      {
        path: [
          [1, 1, 0],
          [2, 1, 0],
        ],
        label: null,
      },
      {
        path: [
          [0, 1, 0],
          [2, 1, 0],
        ],
        label: null,
      },
    ],
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
const target: ClientMessage = { t: "click", pos: [2, 1, 0], face: 5 };
const choose: ClientMessage = { t: "choose", request: 7, choice: 0 };

const again = (unanswered: Unanswered, asked: Asked, now: number) => {
  const { answers, old } = unanswered.lost(asked, now);
  return old ? [] : answers;
};

describe("answers that may be lost", () => {
  it("are sent again while the same question is open", () => {
    const unanswered = new Unanswered();
    unanswered.keep(click, question(7), 1000);
    unanswered.keep(choose, question(7), 2000);
    expect(again(unanswered, question(7), 3000)).toEqual([click, choose]);
    expect(again(unanswered, question(7), 3000)).toEqual([]);
  });

  it("are not sent again when the question is another one, or differs, or is gone", () => {
    for (const now of [
      question(8),
      question(7, "discard"),
      question(7, "play", [picked]),
      nothing,
    ]) {
      const unanswered = new Unanswered();
      unanswered.keep(click, question(7), 1000);
      expect(again(unanswered, now, 1500)).toEqual([]);
    }
  });

  it("are forgotten once the question has changed, even if it is asked again", () => {
    const unanswered = new Unanswered();
    unanswered.keep(click, question(7), 1000);
    unanswered.follow(nothing);
    unanswered.follow(question(7));
    expect(again(unanswered, question(7), 1500)).toEqual([]);
  });

  it("are forgotten once a cell is picked, which only the marks tell", () => {
    const unanswered = new Unanswered();
    unanswered.keep(click, question(7), 1000);
    unanswered.follow(question(7, "play", [picked]));
    unanswered.keep(target, question(7, "play", [picked]), 2000);
    expect(again(unanswered, question(7, "play", [picked]), 2500)).toEqual([target]);
  });

  it("are kept from the first that the marks do not tell", () => {
    const other: ClientMessage = { t: "click", pos: [0, 1, 0], face: 5 };
    for (const [sent, now, expected] of [
      // The piece is picked up, and where it goes was lost.
      [[click, target], [picked], [target]],
      [[click, target], [], [click, target]],
      // Put down and picked up again: whether once or twice, the rest leads to the same.
      [[click, click, click, target], [picked], [target]],
      [[other, click, target], [picked], [target]],
      [[other, click, target], [{ pos: [0, 1, 0], kind: "selected" }], [click, target]],
      // The map marks a cell meanwhile.
      [[click, target], [{ pos: [5, 1, 0], kind: "last_move" }], [click, target]],
      // Another tab picked up another piece.
      [[click, target], [{ pos: [0, 1, 0], kind: "selected" }], []],
    ] as [ClientMessage[], Mark[], ClientMessage[]][]) {
      const unanswered = new Unanswered();
      for (const message of sent) unanswered.keep(message, question(7), 1000);
      unanswered.follow(question(7, "play", now));
      expect(again(unanswered, question(7, "play", now), 1500)).toEqual(expected);
    }
  });

  it("give way to another choice that the viewer makes in their place", () => {
    const other: ClientMessage = { t: "click", pos: [0, 1, 0], face: 5 };
    const unanswered = new Unanswered();
    for (const message of [click, target, other, target])
      unanswered.keep(message, question(7), 1000);
    expect(again(unanswered, question(7), 1500)).toEqual([other, target]);
    for (const message of [choose, click]) unanswered.keep(message, question(7), 1000);
    expect(again(unanswered, question(7), 1500)).toEqual([click]);
  });

  it("are kept step by step as the marks follow", () => {
    const unanswered = new Unanswered();
    unanswered.keep(click, question(7), 1000);
    unanswered.keep(target, question(7), 1010);
    unanswered.follow(question(7));
    unanswered.follow(question(7, "play", [picked]));
    unanswered.follow(question(7, "play", [picked]));
    expect(again(unanswered, question(7, "play", [picked]), 9000)).toEqual([target]);
  });

  it("are forgotten after a refusal, and too old after a while", () => {
    const unanswered = new Unanswered();
    unanswered.keep(click, question(7), 1000);
    unanswered.refused();
    expect(again(unanswered, question(7), 1500)).toEqual([]);
    unanswered.keep(click, question(7), 1000);
    expect(unanswered.lost(question(7), 60_000)).toEqual({ answers: [click], old: true });
    expect(unanswered.lost(question(7), 60_000).answers).toEqual([]);
  });

  it("are neither chat nor clicks that answer nothing", () => {
    const unanswered = new Unanswered();
    expect(unanswered.keep({ t: "chat", text: "hello" }, question(7), 1000)).toBe(false);
    expect(unanswered.keep(click, nothing, 1000)).toBe(false);
    // The map may hear a click on any other block: sent again, it would hear it twice.
    expect(unanswered.keep({ t: "click", pos: [9, 1, 0], face: 5 }, question(7), 1000)).toBe(false);
    expect(again(unanswered, question(7), 1500)).toEqual([]);
  });
});
