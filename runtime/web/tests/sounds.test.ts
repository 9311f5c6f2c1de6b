import { describe, expect, it, vi } from "vitest";
import { Sounds } from "../src/audio/sounds";

describe("looping sounds", () => {
  it("ask for their volume each time, and stop by prefix", () => {
    vi.useFakeTimers();
    vi.stubGlobal("window", { setInterval, clearInterval });
    const sounds = new Sounds();
    const heard: string[] = [];
    vi.spyOn(sounds, "byId").mockImplementation((id, volume) => void heard.push(`${id} ${volume}`));
    let far = 0;
    sounds.loop("place 3", 3, () => 100 - far, 2);
    sounds.loop("object 4", 4, () => 50, 1);
    far = 60;
    vi.advanceTimersByTime(700);
    expect(heard.splice(0)).toEqual(["3 100", "4 50", "3 40"]);
    sounds.stopLoops("place ");
    vi.advanceTimersByTime(700);
    expect(heard.splice(0)).toEqual(["4 50"]);
    sounds.stopLoop("object 4");
    vi.advanceTimersByTime(9000);
    expect(heard).toEqual([]);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
});
