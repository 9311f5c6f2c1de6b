import type { SpaceView } from "../src/wire.generated";

/** What surrounds everybody in an ordinary place, and what is different about it. */
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
