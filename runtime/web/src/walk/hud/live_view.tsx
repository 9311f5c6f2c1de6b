import { Pages } from "../../pages/pages";
import type { LiveView } from "../../state/screen";
import { WalkContext, type WalkHost } from "./context";
import { WalkOverlay } from "./overlay";
import { PlayerList } from "./player_list";

/** The components of a walking player, and of the map's pages. */
export function liveView(host: WalkHost): LiveView {
  const { walks, above, panelOpen, pages } = host.walk;
  return {
    walks,
    above,
    panelOpen,
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
