// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { render } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { setLanguage } from "../src/i18n/language";
import { Player } from "../src/replay/player";
import type { Reel } from "../src/replay/reel";
import { Transport } from "../src/replay/transport";
import { click, find, freshRoot } from "./page";

beforeEach(() => setLanguage("en"));

describe("the controls of a replay", () => {
  it("follow the film and stay the same elements", () => {
    const position = signal(0);
    const reel = {
      length: 9,
      get at() {
        return position.value;
      },
      eventAt: (at: number) => 40 + at,
      ticksTo: () => 20,
      score: { stopAfter: () => null },
    } as unknown as Reel;
    let next = () => {};
    const player = new Player(reel, {
      later: (run) => {
        next = run;
        return 1;
      },
      cancel: () => {},
      go: (to) => (position.value = to),
    });
    player.speed = 2;
    const go = vi.fn((to: number) => void (position.value = to));
    const actions = { go, step: vi.fn(), copyLink: vi.fn(), branch: vi.fn() };
    void act(() => render(<Transport reel={reel} player={player} act={actions} />, freshRoot()));
    const [slider, play] = [find("[data-do=scrub]") as HTMLInputElement, find("[data-do=play]")];
    const before = [...document.querySelectorAll("button, select, input")];
    click("[data-do=play]");
    expect(play.title).toBe("Pause");
    for (let i = 0; i < 3; i++) void act(() => next());
    expect([slider.value, find(".count").textContent]).toEqual(["3", "43 / 49"]);
    expect([...document.querySelectorAll("button, select, input")]).toEqual(before);
    slider.value = "7";
    void act(() => void slider.dispatchEvent(new Event("input")));
    expect(go).toHaveBeenCalledWith(7);
    expect([player.playing, play.title]).toEqual([false, "Play"]);
    const speeds = find("[data-do=speed]") as HTMLSelectElement;
    expect(speeds.value).toBe("2");
  });
});
