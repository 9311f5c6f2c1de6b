// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SideChoice } from "../src/hud/side_choice";
import { setLanguage } from "../src/i18n/language";
import type { SeatHolder, ServerMessage } from "../src/wire.generated";
import { click, find, openSeat, pageOf, text } from "./page";

const seat = (name: string, holder: SeatHolder) => ({ ...openSeat, name: text(name), holder });
const seats = (...holders: SeatHolder[]): ServerMessage => ({
  t: "seats",
  seats: holders.map((holder, i) => seat(i === 0 ? "Red" : "Black", holder)),
});
const ME: SeatHolder = { by: "player", player: 7 };
const COMPUTER: SeatHolder = { by: "computer", level: 2 };

/** The page of player 7. */
function choice() {
  const page = pageOf(<SideChoice />);
  page.show({ t: "welcome", you: 7 } as ServerMessage);
  return page;
}

beforeEach(() => setLanguage("en"));

describe("the choice of sides", () => {
  const shown = () => document.querySelector(".sides-choice") !== null;

  it("takes the computer's seat, and not the viewer's own again", () => {
    const page = choice();
    page.show(seats(ME, COMPUTER));
    expect(find('[data-side="0"]').getAttribute("aria-pressed")).toBe("true");
    click('[data-side="0"]');
    expect(page.sent).toEqual([]);
    click('[data-side="1"]');
    expect(page.sent).toEqual([{ t: "sit", seat: 1 }]);
  });

  it("names sides by a character in Chinese, and by their names elsewhere", async () => {
    const page = choice();
    page.show(seats(ME, COMPUTER));
    const labels = () => [0, 1].map((side) => find(`[data-side="${side}"]`).textContent);
    expect(labels()).toEqual(["Red", "Black"]);
    await act(() => setLanguage("zh"));
    expect(labels()).toEqual(["R", "B"]);
  });

  it("takes either side at random", () => {
    const page = choice();
    page.show(seats(ME, COMPUTER));
    const random = vi.spyOn(Math, "random");
    random.mockReturnValue(0.4);
    click('[data-side="random"]');
    expect(page.sent).toEqual([]);
    random.mockReturnValue(0.6);
    click('[data-side="random"]');
    expect(page.sent).toEqual([{ t: "sit", seat: 1 }]);
    random.mockRestore();
  });

  it("is offered before the first move of a game of two with a computer only", () => {
    const page = choice();
    page.show(seats(ME, { by: "player", player: 8 }));
    expect(shown()).toBe(false);
    page.show(seats(ME, COMPUTER, COMPUTER));
    expect(shown()).toBe(false);
    page.show(seats(COMPUTER, COMPUTER));
    expect(shown()).toBe(false);
    page.show(seats(COMPUTER, ME));
    expect(shown()).toBe(true);
    const moves = { keep: 0, add: [{ seat: 1, text: text("a") }] };
    page.show({ t: "hud", change: { field: "moves", value: moves } } as ServerMessage);
    expect(shown()).toBe(false);
  });
});
