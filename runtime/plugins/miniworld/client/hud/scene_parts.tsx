import { computed } from "@preact/signals";
import type { SceneParts } from "@page/plugins/scene";
import { Pages } from "../pages/pages";
import { WalkContext, type WalkHost } from "./context";
import { WalkOverlay } from "./overlay";
import { PlayerList } from "./player_list";
import { resultBannerOf } from "./result_banner";

/** What a room with life adds to the page: the HUD of a walking player, and the map's pages. */
export function sceneParts(host: WalkHost): SceneParts {
  const { walks, above, panelOpen, pages, space } = host.walk;
  const summary = computed(() => space.value?.summary);
  return {
    states: computed(() => [
      ...(walks.value ? ["walk"] : []),
      ...(above.value ? ["above"] : []),
      ...(panelOpen.value ? ["panel"] : []),
    ]),
    hints: computed(() => !space.value?.walks),
    markedChat: computed(() => space.value !== null),
    result: computed(() => resultBannerOf(summary.value ?? {})),
    Overlay: () => (
      <WalkContext.Provider value={host}>
        <WalkOverlay />
        <Pages views={pages.value} act={host.act} />
      </WalkContext.Provider>
    ),
    PlayerList: () => (
      <WalkContext.Provider value={host}>
        <PlayerList />
      </WalkContext.Provider>
    ),
  };
}
