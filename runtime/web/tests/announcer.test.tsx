// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Spoken } from "../src/hud/overlays";
import { setLanguage } from "../src/i18n/language";
import { wordsOf } from "../src/state/announcer";
import type { MoveEntry } from "../src/wire.generated";
import { find, openSeat, pageOf, text } from "./page";

beforeEach(() => setLanguage("en"));
afterEach(() => vi.useRealTimers());

const seats = ["Red", "Black"].map((name) => ({ ...openSeat, name: text(name) }));
const moves: MoveEntry[] = ["C2=5", "H8+7", "H2+3", "R9=8"].map((move, i) => ({
  seat: i % 2,
  text: text(move),
}));
const seen = { seats, seat: 0, sentences: false };

describe("what is said of an event's moves", () => {
  it("are the moves of others, with who made them", () => {
    const words = wordsOf({ ...seen, before: moves.slice(0, 1), after: moves });
    expect(words).toEqual(["Black: H8+7", "Black: R9=8"]);
    setLanguage("zh");
    expect(wordsOf({ ...seen, before: moves.slice(0, 3), after: moves })).toEqual([
      "Black这一手：R9=8",
    ]);
  });

  it("are all moves for a spectator", () => {
    const words = wordsOf({ ...seen, seat: null, before: moves.slice(0, 2), after: moves });
    expect(words).toEqual(["Red: H2+3", "Black: R9=8"]);
  });

  it("are sentences as they are, because they name who acts", () => {
    const words = wordsOf({ ...seen, sentences: true, before: [], after: moves.slice(1, 2) });
    expect(words).toEqual(["H8+7"]);
  });

  it("is that a move was taken back, but not that a game begins again", () => {
    const back = (from: number, to: number) =>
      wordsOf({ ...seen, before: moves.slice(0, from), after: moves.slice(0, to) });
    expect(back(4, 2)).toEqual(["Move taken back"]);
    expect(back(1, 0)).toEqual(["Move taken back"]);
    expect(back(4, 0)).toEqual([]);
  });
});

describe("the live region", () => {
  it("says lines of one moment together, the latest of a flurry", async () => {
    vi.useFakeTimers();
    const { screen } = pageOf(<Spoken />);
    const region = find(".said-moves");
    expect(region.getAttribute("aria-live")).toBe("polite");
    for (const line of ["a", "b", "c", "d", "e"]) screen.announcer.say([line]);
    expect(region.textContent).toBe("");
    await act(async () => void (await vi.advanceTimersByTimeAsync(1000)));
    expect(region.textContent).toBe("c; d; e");
    const first = region.firstElementChild;
    screen.announcer.say(["c; d; e"]);
    await act(async () => void (await vi.advanceTimersByTimeAsync(1000)));
    // Another element, so that the same words are said again.
    expect(region.textContent).toBe("c; d; e");
    expect(region.firstElementChild).not.toBe(first);
  });
});
