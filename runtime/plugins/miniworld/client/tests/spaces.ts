import type { SpaceView } from "../wire.generated";

/** The space of an ordinary walking map, with some fields changed. */
export const space = (more: Partial<SpaceView>): SpaceView => ({
  walks: true,
  mode: "custom",
  weather: 1,
  sky: 0,
  sky_values: [],
  global: [],
  lights: [],
  acts: [],
  graphs: [],
  shapes: [],
  rules: {},
  keys: false,
  summary: {},
  ...more,
});
