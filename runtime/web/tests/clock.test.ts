import { describe, expect, it } from "vitest";
import type { ClockView } from "../src/wire.generated";
import { clockDigits, countdown, readClock } from "../src/room/clock";
import { changeHud } from "../src/state/hud";
import { RoomModel } from "../src/state/room";

const clock = (over: Partial<ClockView>): ClockView => ({
  left: 1200,
  later: 0,
  period: 0,
  overtime: false,
  running: true,
  at: 100,
  ...over,
});

describe("game clocks", () => {
  it("count down from the time of the view, also between ticks", () => {
    expect(readClock(clock({}), 100).seconds).toBe(60);
    expect(readClock(clock({}), 110.5).seconds).toBeCloseTo(59.475);
    expect(readClock(clock({ running: false }), 900).seconds).toBe(60);
    expect(readClock(clock({}), 99_999).seconds).toBe(0);
    expect(readClock(clock({}), 50).seconds).toBe(60);
  });

  it("go through overtime period by period", () => {
    const view = clock({ left: 200, later: 3, period: 600 });
    const at = (tick: number) => {
      const { seconds, periods, overtime, low } = readClock(view, tick);
      return [seconds, periods, overtime, low];
    };
    expect(at(100)).toEqual([10, 3, false, false]);
    expect(at(280)).toEqual([1, 3, false, false]);
    expect(at(300)).toEqual([30, 3, true, false]);
    expect(at(300 + 590)).toEqual([0.5, 3, true, true]);
    expect(at(300 + 600)).toEqual([30, 2, true, false]);
    expect(at(300 + 1800)).toEqual([0, 1, true, true]);
  });

  it("are highlighted below ten seconds if no period follows", () => {
    expect(readClock(clock({ left: 200 }), 100).low).toBe(false);
    expect(readClock(clock({ left: 199 }), 100).low).toBe(true);
  });

  it("show hours, minutes, and tenths at the end", () => {
    const cases: [number, string][] = [
      [3725, "1:02:05"],
      [3600, "1:00:00"],
      [600, "10:00"],
      [599.01, "10:00"],
      [61, "1:01"],
      [10, "0:10"],
      [9.95, "10.0"],
      [9.4, "9.4"],
      [0.05, "0.1"],
      [0, "0.0"],
    ];
    for (const [seconds, digits] of cases) expect(clockDigits(seconds)).toBe(digits);
    expect(countdown(25)).toBe("0:25");
    expect(countdown(125)).toBe("2:05");
  });

  it("are part of the HUD", () => {
    const model = new RoomModel();
    const hud = changeHud(model.hud, { field: "clocks", value: [clock({})] });
    expect(hud.clocks[0]?.left).toBe(1200);
    model.reach(1, 100, 5000);
    expect(model.tickAtTime(6000)).toBe(120);
    const setting = { hour: 20, vars: [[7, 1.5]] as [number, number][], zones: [] };
    model.take({ t: "setting", setting });
    expect(model.setting.vars).toEqual([[7, 1.5]]);
  });
});
