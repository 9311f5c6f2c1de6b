import { describe, expect, it } from "vitest";
import type { ActorView, CameraState, TimerView } from "../wire.generated";
import { resultBannerOf } from "../hud/result_banner";
import { modelOf } from "../pages/loader";
import { facesOf, fitOf } from "../pages/model";
import { EMOTES, emoteOf, emotePose, emoteLimbTurn, type EmoteState } from "../actors/emotes";
import { SoundLoops } from "../actors/sound_loops";
import { nearestLights } from "../effects/block_lights";
import { pulseScale } from "../effects/world_effects";
import { cubeShape, personShape, type BodyShape } from "../actors/body_shapes";
import { fogDensityAt, DEFAULT_SKY, skySettingsOf } from "../sky/sky_settings";
import { clockOf, secondsOf } from "../hud/timer_panel";
import { ActorTracks } from "../actors/actor_tracks";
import { CameraScript } from "../player/camera_rig";
import { viewModeOf } from "../player/local_player";
import { actor } from "./actors";
import { space } from "./spaces";

describe("emotes", () => {
  const { limbs } = personShape(1, 0);
  const stance = (emote: EmoteState | null) =>
    JSON.stringify(
      [emotePose(emote), ...limbs.map((limb) => emoteLimbTurn(emote, limb))],
      (_, value) => (typeof value === "number" ? Math.round(value * 1e6) / 1e6 + 0 : value),
    );

  it("are eight, all different, that begin and end at rest", () => {
    const middles = new Set(EMOTES.map((action) => stance({ kind: action, progress: 0.42 })));
    expect(middles.size).toBe(8);
    for (const action of EMOTES) {
      expect(stance({ kind: action, progress: 0 })).toBe(stance(null));
      if (action !== "spin") expect(stance({ kind: action, progress: 1 })).toBe(stance(null));
    }
    expect(emotePose({ kind: "spin", progress: 1 }).turn).toBeCloseTo(2 * Math.PI, 9);
  });

  it("are numbered, and wrap around", () => {
    expect([1, 8, 9, 16, 0, -1, 100].map(emoteOf)).toEqual([
      "wave",
      "sit",
      "wave",
      "sit",
      "sit",
      "spin",
      "dance",
    ]);
  });

  it("are played once for each request", () => {
    const tracks = new ActorTracks();
    tracks.reset([actor({ act: [1, 1] })], 0);
    expect(tracks.one(7, 10)?.emote).toBeNull();
    tracks.change({ put: [actor({ act: [3, 2] })], gone: [] }, 100);
    expect(tracks.one(7, 900)?.emote).toEqual({ kind: "cheer", progress: 0.5 });
    expect(tracks.one(7, 900)?.swing).toBe(0);
    expect(tracks.one(7, 1701)?.emote).toBeNull();
  });
});

describe("a model on a page", () => {
  it("has its visible sides, nearest last", () => {
    const flat = { limbs: [{ joint: [0, 0, 0], swing: 0, parts: [CUBE] }], tall: 1 } as const;
    // From above and straight ahead two sides of a cube are visible; turned by 45 degrees, three.
    expect(facesOf(flat, 0, null)).toHaveLength(2);
    expect(facesOf(flat, 45, null)).toHaveLength(3);
    const face = { at: [0, 0.5, 0.5], size: [0.2, 0.2, 0.02], colour: 0x0000ff } as const;
    const marked = {
      limbs: [{ joint: [0, 0, 0], swing: 0, parts: [CUBE, face] }],
      tall: 1,
    } as const;
    const blue = (yaw: number) =>
      facesOf(marked, yaw, null).findLastIndex(({ colour }) => /^#0000/.test(colour));
    const count = facesOf(marked, 0, null).length;
    expect(blue(0)).toBe(count - 1);
    expect(blue(180)).toBeLessThan(2);
  });

  it("turns to the viewer's left with a yaw of 90 degrees", () => {
    const nose = { at: [0, 0.5, 0.9], size: [0.1, 0.1, 0.1], colour: 0xffffff } as const;
    const shape = { limbs: [{ joint: [0, 0, 0], swing: 0, parts: [nose] }], tall: 1 } as const;
    const x = facesOf(shape, 90, null)[0]?.corners[0]?.[0] ?? 0;
    expect(x).toBeLessThan(-0.8);
  });

  it("stays inside the picture in every emote", () => {
    for (const action of EMOTES) {
      for (const part of [0.1, 0.35, 0.6, 0.9]) {
        for (const { corners } of facesOf(personShape(3, 1), 30, {
          kind: action,
          progress: part,
        })) {
          for (const [x, y] of corners) expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(1);
        }
      }
    }
  });

  it("stays inside the picture at every rotation", () => {
    for (const name of ["block_100", "mob_3400", "mob_3407", "skin_1", "item_12005"]) {
      const shape = modelOf(name) as BodyShape;
      for (let yaw = 0; yaw < 360; yaw += 15) {
        const points = facesOf(shape, yaw, null).flatMap(({ corners }) => corners);
        const far = points.map(([x, y]) => Math.max(Math.abs(x), Math.abs(y)));
        expect(Math.max(...far) * fitOf(shape)).toBeLessThan(0.5 + 0.06);
      }
    }
  });

  it("has the shape of the body with its name", () => {
    expect(modelOf("block_100")?.limbs).toHaveLength(cubeShape(0).limbs.length);
    expect(modelOf("skin_2")).toEqual(personShape(2, 0));
    expect([modelOf("mob_3400"), modelOf("item_12005")].every(Boolean)).toBe(true);
    expect([modelOf("8_1"), modelOf(""), modelOf("mob_")]).toEqual([null, null, null]);
  });
});

const CUBE = { at: [0, 0.5, 0], size: [1, 1, 1], colour: 0xff0000 } as const;

describe("timers", () => {
  const timer = (more: Partial<TimerView>): TimerView => ({
    title: "",
    time: 200,
    since: 1000,
    way: -1,
    ...more,
  });

  it("count down to 0, and round seconds up", () => {
    const at = [1000, 1001, 1020, 1021, 1199, 1200, 1300];
    expect(at.map((tick) => secondsOf(timer({}), tick))).toEqual([10, 10, 9, 9, 1, 0, 0]);
  });

  it("count up in whole seconds, or stand still", () => {
    const up = timer({ way: 1, time: 0 });
    expect([1000, 1019.9, 1020, 1400].map((tick) => secondsOf(up, tick))).toEqual([0, 0, 1, 20]);
    expect(secondsOf(timer({ way: 0 }), 9999)).toBe(10);
    // The local time may be slightly behind the room's.
    expect(secondsOf(up, 990)).toBe(0);
  });

  it("are formatted as clocks", () => {
    expect([0, 9, 60, 754, 3600, 36_061].map(clockOf)).toEqual([
      "0:00",
      "0:09",
      "1:00",
      "12:34",
      "1:00:00",
      "10:01:01",
    ]);
  });
});

describe("sound loops of actors", () => {
  it("start, change and stop with the actors' sounds", () => {
    const told: string[] = [];
    const loud = new Map<string, () => number>();
    const sounds = {
      loop: (name: string, id: number, volume: () => number, speed: number) => {
        told.push(`+${name} ${id} ${speed}`);
        loud.set(name, volume);
      },
      stopLoop: (name: string) => void told.push(`-${name}`),
    };
    const far = new Map([[7, 0.5]]);
    const hums = new SoundLoops(sounds, (id) => far.get(id) ?? 0);
    const humming = (list: ActorView["sounds"]) => actor({ sounds: list });
    hums.reset([humming([[3, 80, 1]])]);
    expect(told.splice(0)).toEqual(["+object 7 3 3 1"]);
    expect(loud.get("object 7 3")?.()).toBe(40);
    far.set(7, 0.25);
    expect(loud.get("object 7 3")?.()).toBe(20);
    // An actor that only moves keeps its loops.
    hums.change({ put: [humming([[3, 80, 1]])], gone: [] });
    expect(told.splice(0)).toEqual([]);
    hums.change({ put: [humming([[4, 80, 2]])], gone: [] });
    expect(told.splice(0)).toEqual(["-object 7 3", "+object 7 4 4 2"]);
    hums.change({ put: [], gone: [7] });
    hums.change({ put: [], gone: [7] });
    expect(told.splice(0)).toEqual(["-object 7 4"]);
    hums.reset([humming([[4, 80, 2]])]);
    hums.reset([]);
    expect(told).toEqual(["+object 7 4 4 2", "-object 7 4"]);
  });
});

describe("fog", () => {
  const mist = (pos: [number, number, number], scale: [number, number, number]) =>
    skySettingsOf(space({ global: [{ path: "particles/Fog.ent", pos, scale }] }));

  it("is everywhere, or around its position in proportion to its scale", () => {
    expect(fogDensityAt(DEFAULT_SKY, 0, 0)).toBe(0);
    expect(fogDensityAt(mist([0, 0, 0], [1, 1, 1]), 900, 900)).toBe(1);
    const moved = mist([100, 7, 0], [1, 1, 1]);
    expect([100, 148, 172, 196, 0].map((x) => fogDensityAt(moved, x, 0))).toEqual([
      1, 1, 0.5, 0, 0,
    ]);
    const wide = mist([0, 0, 0], [2, 1, 1]);
    expect([fogDensityAt(wide, 96, 0), fogDensityAt(wide, 0, 96)]).toEqual([1, 0]);
    expect(fogDensityAt(mist([0, 0, 0], [0, 1, 1]), 5, 0)).toBe(0);
  });

  it("comes only from effects named fog", () => {
    const other = { path: "particles/1170.ent", pos: [0, 0, 0], scale: [1, 1, 1] };
    expect(skySettingsOf(space({ global: [other as never] })).fog).toEqual([]);
  });
});

describe("lights", () => {
  it("are the nearest ones within the limit", () => {
    const lights = [30, 5, 80, 12].map((x) => ({
      pos: [x, 0, 0] as [number, number, number],
      light: 15,
      colour: 0,
    }));
    expect(nearestLights(lights, [0, 0, 0], 2).map(({ pos }) => pos[0])).toEqual([5, 12]);
    expect(nearestLights(lights, [0, 0, 0], 9).map(({ pos }) => pos[0])).toEqual([5, 12, 30]);
  });
});

describe("a block animation", () => {
  it("pulses once", () => {
    expect([pulseScale(800), pulseScale(Infinity)]).toEqual([null, null]);
    expect(pulseScale(-1)).toBeCloseTo(1.01, 9);
    expect(pulseScale(400)).toBeGreaterThan(1.1);
    expect(pulseScale(0)).toBeCloseTo(1.01, 9);
  });
});

describe("a script's camera", () => {
  const state = (more: Partial<CameraState>): CameraState => ({
    view: 0,
    locked: false,
    turned: null,
    ease: 1,
    shift: null,
    turn: null,
    fov: null,
    mount: null,
    fixed: null,
    shake: null,
    ...more,
  });
  const eye = { at: [0, 2, 0] as [number, number, number], yaw: 30, pitch: 5, roll: 0, view: 70 };

  it("is at the head of the actor it is attached to, with the view direction of the player", () => {
    const camera = new CameraScript();
    expect([camera.fixed, camera.mount]).toEqual([false, null]);
    camera.take(state({ mount: 9 }), 0);
    expect([camera.fixed, camera.mount]).toEqual([false, 9]);
    const seen = camera.apply(eye, 0, { pos: [10, 7, -3], view: { size: [1, 2] } });
    expect(seen).toMatchObject({ at: [10, expect.closeTo(8.8, 9), -3], yaw: 30, pitch: 5 });
    // Actors that are gone cannot carry the camera.
    expect(camera.apply(eye, 0, null).at).toEqual([0, 2, 0]);
    camera.take(state({ fixed: [1, 20, 1] }), 0);
    expect([camera.fixed, camera.apply(eye, 0, null).at]).toEqual([true, [1, 20, 1]]);
  });

  it("is behind the player for BACK2VIEW too", () => {
    expect([0, 1, 2, 3, 4, 8, 5, -1].map(viewModeOf)).toEqual([0, 1, 2, 3, 4, 1, 0, 0]);
  });
});

describe("the banner with a game's result", () => {
  it("has the map's texts, and parts that are not switched off", () => {
    const banner = resultBannerOf({ result: " Well played ", left_desc: "0", reopen: "false" });
    expect(banner).toEqual({
      hidden: ["again"],
      texts: { title: "Well played" },
      columns: [
        { title: "", text: "0", note: "" },
        { title: "", text: "", note: "" },
      ],
    });
  });

  it("is the usual one unless a map sets texts", () => {
    const usual = { hidden: [], texts: {}, columns: [] };
    expect(resultBannerOf({})).toEqual(usual);
    expect(resultBannerOf({ battle_btn: "true", left_title: "", result: " " })).toEqual(usual);
  });
});
