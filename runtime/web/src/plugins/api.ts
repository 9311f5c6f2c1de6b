/**
 * What a plugin's client module and the room page know of each other.
 *
 * The module is `runtime/plugins/NAME/client/plugin.ts`; its default export is a {@link MountPlugin}.
 * The page loads it when the room first shows something of the plugin. A module that draws in the
 * board's scene is another one: `scene.ts` here says how.
 */

/** What the page offers to a plugin's client module. */
export interface PluginHost {
  /** An element of the plugin's own, over the board's lower edge. It is hidden while empty. */
  readonly root: HTMLElement;
  /** The person's seat; null for a spectator. */
  seat(): number | null;
  /** The language in which texts of the plugin are shown: English if the person reads another. */
  language(): "zh" | "en";
  /** Sends an input to the plugin; `version` is that of the payload's form. */
  send(payload: unknown, version?: number): void;
}

/** A plugin's client module at work in a room. */
export interface PluginClient {
  /**
   * Shows the plugin's view of the room, as its `PluginState::view` gave it; null when there is none
   * any more. Also called when the language or the person's seat changes.
   */
  show(view: unknown): void;
}

/** Begins a plugin's client module in a room. */
export type MountPlugin = (host: PluginHost) => PluginClient;
