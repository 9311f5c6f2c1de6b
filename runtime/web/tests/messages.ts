import { emptyHud } from "../src/state/hud";
import type { PluginView, ServerMessage } from "../src/wire.generated";

/** The scene of a room in which nothing happened, with what plugins show. */
export const sceneOf = (...plugins: PluginView[]): ServerMessage & { t: "scene" } => ({
  t: "scene",
  event: 3,
  tick: 60,
  effects: [],
  hud: emptyHud(),
  seats: [],
  players: [],
  request: null,
  marks: [],
  setting: { hour: 12, vars: [], zones: [] },
  plugins,
});
