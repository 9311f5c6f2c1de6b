import type { HudContext, Part } from "../hud/context";
import type { MountPlugin, PluginClient } from "./api";
import { language } from "../i18n/language";
import { h } from "../util/dom";

/** The client modules of all plugins, each a script of its own. */
const MODULES = import.meta.glob<{ default: MountPlugin }>("../../../plugins/*/client/plugin.ts");

const pathOf = (plugin: string): string => `../../../plugins/${plugin}/client/plugin.ts`;

/** What plugins show of the room, each by its own client module. */
export function pluginsPart(context: HudContext, modules = MODULES): Part {
  const { model } = context;
  const element = h("div", { class: "plugins" });
  /** The modules at work; null while one is on its way, or where a plugin has none. */
  const clients = new Map<string, PluginClient | null>();

  const load = async (plugin: string): Promise<void> => {
    const module = await modules[pathOf(plugin)]?.();
    if (!module) return;
    const root = h("div", { class: "plugin", "data-plugin": plugin });
    element.append(root);
    const client = module.default({
      root,
      seat: () => model.seat,
      language,
      send: (payload, version = 1) =>
        context.replay || context.send({ t: "plugin", plugin, version, payload }),
    });
    clients.set(plugin, client);
    client.show(model.plugins.get(plugin) ?? null);
  };

  const render = (): void => {
    for (const plugin of model.plugins.keys()) {
      if (clients.has(plugin)) continue;
      clients.set(plugin, null);
      load(plugin).catch((error) => console.error(`fangqi: the plugin ${plugin}`, error));
    }
    for (const [plugin, client] of clients) client?.show(model.plugins.get(plugin) ?? null);
  };
  return { element, render };
}
