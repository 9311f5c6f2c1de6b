import { beforeEach, describe, expect, it, vi } from "vitest";
import { BoardPlay, type PlayedBoard } from "../src/room/board_play";
import { emptyHud } from "../src/state/hud";
import { RoomModel } from "../src/state/room";
import type { ClientMessage, Mark, RequestView, SeatView } from "../src/wire.generated";
import type { Pos } from "../src/wire/decode";
import { sceneOf } from "./messages";

const A: Pos = [0, 1, 0];
const B: Pos = [1, 1, 0];
const C: Pos = [2, 1, 0];
const RED = 5;

const asked = (id: number, ...paths: Pos[][]): RequestView => ({
  id,
  hint: { zh: "", en: "" },
  choices: paths.map((path) => ({ path: path.map((pos) => [...pos]), label: null })),
  deadline: null,
  selection: null,
  panel: null,
});
const seat = (player: number): SeatView => ({
  name: { zh: "", en: "" },
  colour: "#000",
  holder: { by: "player", player },
  care: { by: "own" },
  can_hand_over: false,
});

/** A room with two seats in which the viewer has the first, and a board of three cells. */
class Game {
  readonly model = new RoomModel();
  readonly blocks = new Map<string, number>([[String(A), RED]]);
  readonly sent: string[] = [];
  readonly shown: string[] = [];
  connected = true;
  readonly play: BoardPlay;

  constructor(request: RequestView | null) {
    const board: PlayedBoard = {
      blockAt: (pos) => this.blocks.get(String(pos)) ?? 0,
      stateAt: (pos) => this.blocks.get(String(pos)) ?? 0,
      isPiece: (pos) => (this.blocks.get(String(pos)) ?? 0) !== 0,
      predictMove: (from, to) => {
        this.shown.push(`${from} to ${to}`);
        return true;
      },
      predictPlacing: (pos, state) => void this.shown.push(`${state} on ${pos}`),
      endPrediction: () => void this.shown.push("back"),
    };
    const send = (message: ClientMessage) => {
      if (this.connected && message.t === "click") this.sent.push(String(message.pos));
      return this.connected;
    };
    this.play = new BoardPlay(this.model, board, send, () => void this.shown.push("late"));
    this.model.take({
      t: "welcome",
      protocol: 2,
      you: 1,
      map: { name: { zh: "", en: "" }, cells: [] },
      host: true,
    } as unknown as Parameters<RoomModel["take"]>[0]);
    this.model.take({
      ...sceneOf(),
      seats: [seat(1), seat(2)],
      hud: { ...emptyHud(), turn: 0 },
      request,
    });
    this.play.follow();
    this.shown.length = 0;
  }

  /** The server closes the question and asks another, or none; it is the second seat's turn then. */
  answer(request: RequestView | null): void {
    this.model.take({ t: "request", request });
    this.model.take({ t: "hud", change: { field: "turn", value: request ? 0 : 1 } });
    this.model.take({ t: "marks", marks: [] });
    this.play.follow();
  }

  get kinds(): string[] {
    return this.model.shownMarks.map(({ kind, pos }) => `${kind} ${pos}`);
  }
}

describe("a click on the board", () => {
  beforeEach(() => void vi.useFakeTimers());

  it("is sent, and shown before the server has heard of it", () => {
    const game = new Game(asked(1, [A, B], [A, C]));
    game.play.click(A, 5);
    expect(game.kinds).toEqual([`selected ${A}`, `target ${B}`, `target ${C}`]);
    expect(game.model.choices.continues(C)).toBe(true);
    game.play.click(C, 5);
    expect(game.sent).toEqual([String(A), String(C)]);
    expect(game.shown).toEqual([`${A} to ${C}`]);
    expect(game.kinds).toEqual([]);
    expect(game.model.answered).toBe(true);
    game.answer(null);
    expect(game.shown).toEqual([`${A} to ${C}`]);
    expect(game.model.planned).toEqual([]);
  });

  it("shows nothing more once the server's marks say the same", () => {
    const game = new Game(asked(1, [A, B]));
    game.play.click(A, 5);
    const marks: Mark[] = [
      { pos: [...A], kind: "selected" },
      { pos: [...B], kind: "capture" },
    ];
    game.model.take({ t: "marks", marks });
    expect(game.model.shownMarks).toEqual(marks);
    expect(game.model.choices.continues(B)).toBe(true);
  });

  it("is taken back when it is refused, never confirmed, or could not be sent", () => {
    const game = new Game(asked(1, [A, B]));
    game.play.click(A, 5);
    game.play.click(B, 5);
    game.play.takeBack();
    expect(game.shown.at(-1)).toBe("back");
    expect(game.model.choices.begins(A)).toBe(true);
    game.play.click(A, 5);
    game.play.click(B, 5);
    vi.runAllTimers();
    expect(game.shown.slice(-3)).toEqual([`${A} to ${B}`, "back", "late"]);
    game.connected = false;
    game.play.click(A, 5);
    expect(game.kinds).toEqual([]);
  });

  it("is not late once the question is gone, however long the others think", () => {
    const game = new Game(asked(1, [A, B]));
    game.play.click(A, 5);
    game.play.click(B, 5);
    game.answer(null);
    vi.runAllTimers();
    expect(game.shown).not.toContain("late");
  });

  it("places a stone as the last one looked", () => {
    const game = new Game(asked(1, [A], [B], [C]));
    game.blocks.clear();
    game.play.click(B, 5);
    expect(game.shown).toEqual([]);
    game.blocks.set(String(B), RED);
    game.answer(null);
    game.answer(asked(2, [A], [C]));
    game.play.click(C, 5);
    expect(game.shown.at(-1)).toBe(`${RED} on ${C}`);
  });
});

describe("a planned move", () => {
  /** The viewer has moved once, so that the page knows how moves are made. */
  const waiting = () => {
    const game = new Game(asked(1, [A, B]));
    game.answer(null);
    game.sent.length = game.shown.length = 0;
    return game;
  };

  it("is made when the viewer is asked, if it may be made then", () => {
    const game = waiting();
    expect(game.play.mayDrag(A)).toBe(true);
    game.play.click(A, 5);
    // The board under the cell means the cell.
    game.play.click([C[0], C[1] - 1, C[2]], 5);
    expect(game.model.planned).toEqual([A, C]);
    expect(game.sent).toEqual([]);
    game.answer(asked(2, [A, B], [A, C]));
    expect(game.sent).toEqual([String(A), String(C)]);
    expect(game.shown.at(-1)).toBe(`${A} to ${C}`);
    expect(game.model.planned).toEqual([]);
  });

  it("is made while the board shows an earlier position, where it is not drawn", () => {
    const game = waiting();
    game.play.click(A, 5);
    game.play.click(C, 5);
    game.model.showPast({ marks: [], tallies: [], tags: [] });
    game.shown.length = 0;
    game.answer(asked(2, [A, C]));
    expect(game.sent).toEqual([String(A), String(C)]);
    expect(game.shown).toEqual(["back"]);
    game.play.click(B, 5);
    expect(game.sent).toHaveLength(2);
  });

  it("is dropped when it may not be made", () => {
    const game = waiting();
    game.play.click(A, 5);
    game.play.click(C, 5);
    game.answer(asked(2, [A, B]));
    expect(game.sent).toEqual([]);
    expect(game.model.planned).toEqual([]);
  });

  it("is forgotten by another click on its piece, beside it, or by a key", () => {
    const game = waiting();
    game.play.click(A, 5);
    game.play.click(A, 5);
    expect(game.model.planned).toEqual([]);
    game.play.click(A, 5);
    expect(game.play.forget()).toBe(true);
    expect(game.play.forget()).toBe(false);
    game.play.click(A, 5);
    game.play.click(B, 5);
    game.play.click(C, 5);
    expect(game.model.planned).toEqual([]);
    expect(game.sent).toEqual([]);
  });

  it("is nothing for those who only watch, nor after the game", () => {
    const game = waiting();
    const ended = { text: { zh: "", en: "" } } as unknown as ReturnType<typeof emptyHud>["result"];
    game.model.take({ t: "hud", change: { field: "result", value: ended } });
    game.play.click(A, 5);
    expect(game.model.planned).toEqual([]);
    expect(game.sent).toEqual([String(A)]);
  });
});
