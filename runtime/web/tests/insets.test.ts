// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from "vitest";
import { watchInsets } from "../src/room/insets";

afterEach(() => vi.unstubAllGlobals());

/** A picture of 800 × 600 with a bar and a foot, whose heights can be changed. */
function pictureOf() {
  let measure = () => {};
  class Observer {
    constructor(change: () => void) {
      measure = change;
    }
    observe(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal("ResizeObserver", Observer);
  const heights = { bar: 50, foot: 60 };
  const element = (box: () => [number, number]) => {
    const place = () => {
      const [top, bottom] = box();
      return { top, bottom, left: 0, right: 800, height: bottom - top, width: 800 };
    };
    return { getBoundingClientRect: place } as unknown as HTMLElement;
  };
  const view = element(() => [0, 600]);
  const bar = element(() => [0, heights.bar]);
  const foot = element(() => [600 - heights.foot, 600]);
  const told: [number, number][] = [];
  const end = watchInsets(view, [bar, null], foot, (...insets) => told.push(insets));
  const set = (change: Partial<typeof heights>) => {
    Object.assign(heights, change);
    measure();
  };
  return { told, set, end };
}

describe("what covers the picture", () => {
  it("is told at once when it grows, by however little: it would lie over the board", () => {
    const { told, set } = pictureOf();
    expect(told).toEqual([[50, 66]]);
    set({ foot: 61 });
    expect(told.at(-1)).toEqual([50, 67]);
    set({ foot: 85 });
    expect(told.at(-1)).toEqual([50, 91]);
    set({ bar: 52 });
    expect(told.at(-1)).toEqual([52, 91]);
  });

  it("does not move the camera when a line of text comes and goes", () => {
    const { told, set } = pictureOf();
    set({ foot: 84 });
    for (let i = 0; i < 5; i++) {
      set({ foot: 60 });
      set({ foot: 84 });
    }
    expect(told).toEqual([
      [50, 66],
      [50, 90],
    ]);
    set({ foot: 20 });
    expect(told.at(-1)).toEqual([50, 26]);
  });
});
