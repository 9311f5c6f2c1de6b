// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { Caption } from "../src/hud/caption";
import { setLanguage } from "../src/i18n/language";
import type { TableSigns } from "../src/state/screen";
import type { HudChange, SeatView, ServerMessage } from "../src/wire.generated";
import { openSeat, pageOf, text } from "./page";

beforeAll(() => {
  setLanguage("en");
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => {} }));
});

const hud = (change: HudChange): ServerMessage => ({ t: "hud", change });

describe("what stands beside seats, on a small page", () => {
  const seats: SeatView[] = [
    { ...openSeat, holder: { by: "player", player: 1 } },
    { ...openSeat, name: text("Black") },
    { ...openSeat, name: text("Green") },
  ];
  const told: ServerMessage[] = [
    { t: "welcome", you: 1, map: {} } as unknown as ServerMessage,
    { t: "seats", seats },
    hud({ field: "badges", value: [text("7 points"), text(""), text("")] }),
    hud({ field: "tags", value: [[], [text("check")], []] }),
    hud({ field: "secret", value: text("12 in hand") }),
  ];
  const shown = () =>
    [...document.querySelectorAll(".tallies > span")].map((it) => it.textContent?.trim());

  it("is said below the board while the page shows something else than the seats", () => {
    const page = pageOf(<Caption />);
    page.show(...told);
    void act(() => void (page.screen.tab.value = "moves"));
    expect(shown()).toEqual(["7 points12 in hand", "check"]);
    void act(() => void (page.screen.tab.value = "seats"));
    expect(shown()).toEqual([]);
  });

  it("is said by the signs of a card table, but for what the viewer alone reads", () => {
    const page = pageOf(<Caption />);
    page.show(...told);
    const signs: TableSigns = { signs: new Map(), hand: { x: 0, y: 0 }, offers: false, piles: [] };
    void act(() => void (page.screen.table.value = signs));
    for (const tab of ["moves", "seats"] as const) {
      void act(() => void (page.screen.tab.value = tab));
      expect(shown()).toEqual(["12 in hand"]);
    }
  });
});
