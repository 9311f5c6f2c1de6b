import type { ScenePlugin } from "@page/plugins/scene";

/** What the page shows of a Mini World room. Play and replay are scripts of their own. */
const scene: ScenePlugin = {
  async open(host) {
    const { LiveLayer } = await import("./live_layer");
    return new LiveLayer(host);
  },
  async openReplay(host) {
    const { ReplayLayer } = await import("./replay_layer");
    return new ReplayLayer(host);
  },
};

export default scene;
