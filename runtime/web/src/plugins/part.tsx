import { computed, effect } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useHud, type HudHost } from "../hud/context";
import { language, textLanguage } from "../i18n/language";
import type { MountPlugin } from "./api";

/** The client modules of all plugins, each a script of its own. */
const MODULES = import.meta.glob<{ default: MountPlugin }>("../../../plugins/*/client/plugin.ts");

type Modules = typeof MODULES;

const pathOf = (plugin: string): string => `../../../plugins/${plugin}/client/plugin.ts`;

/** What plugins show of the room, each by its own client module. */
export function Plugins({ modules = MODULES }: { modules?: Modules }) {
  const { model } = useHud();
  // A plugin stays at work: it is told when the room shows nothing of it any more.
  const begun = useRef(new Set<string>()).current;
  for (const plugin of model.plugins.names) if (modules[pathOf(plugin)]) begun.add(plugin);
  return (
    <div class="plugins">
      {[...begun].map((plugin) => (
        <PluginRoot key={plugin} plugin={plugin} modules={modules} />
      ))}
    </div>
  );
}

/** The element of a plugin. Its content is the plugin's own. */
function PluginRoot({ plugin, modules }: { plugin: string; modules: Modules }) {
  const hud = useHud();
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    let end: (() => void) | null = null;
    run(plugin, modules, root.current as HTMLDivElement, hud)
      .then((stop) => (end = stop))
      .catch((error) => console.error(`fangqi: the plugin ${plugin}`, error));
    return () => end?.();
  }, []);
  return <div class="plugin" data-plugin={plugin} ref={root} />;
}

/** Loads a plugin's module, and shows it the room from now on. Returns what ends that. */
async function run(
  plugin: string,
  modules: Modules,
  root: HTMLElement,
  { model, replay, send }: HudHost,
): Promise<() => void> {
  const module = await modules[pathOf(plugin)]?.();
  if (!module) return () => {};
  const client = module.default({
    root,
    seat: () => model.seat,
    language: textLanguage,
    send: (payload, version = 1) => {
      if (!replay) send({ t: "plugin", plugin, version, payload });
    },
  });
  const view = computed(() => model.plugins.get(plugin));
  return effect(() => {
    // The view is shown again when the seat or the language changes.
    void model.seat;
    language();
    client.show(view.value);
  });
}
