import type { ActorView } from "../wire.generated";

/** A creature at rest, with some fields changed. */
export const actor = (more: Partial<ActorView>): ActorView => ({
  id: 7,
  kind: "creature",
  of: 3400,
  count: 0,
  pos: [0, 0, 0],
  yaw: 0,
  pitch: 0,
  size: [0.8, 1.6],
  doing: 0,
  name: null,
  model: null,
  life: 1,
  team: 0,
  act: null,
  effects: [],
  sounds: [],
  mount: null,
  dead: false,
  ...more,
});
