import { batch, signal } from "@preact/signals";
import type { ShownViews } from "../state/plugin_views";
import type { ServerMessage } from "../wire.generated";
import type { Pos } from "../wire/decode";
import type { EventBatch } from "../wire/events";
import type {
  ReplaySceneHost,
  ReplaySceneModule,
  SceneHost,
  SceneModule,
  SceneParts,
  ScenePlugin,
} from "./scene";

/** The scene modules of all plugins, each a script of its own. */
const MODULES = import.meta.glob<{ default: ScenePlugin }>("../../../plugins/*/client/scene.ts");

export type SceneModules = typeof MODULES;

const pathOf = (plugin: string): string => `../../../plugins/${plugin}/client/scene.ts`;

/** The page while a scene module loads: whether it wants hints is not known yet. */
const LOADING: SceneParts = { hints: signal(false) };

/** The first plugin that shows something of a room and has a scene module; null if there is none. */
function scenePluginOf(views: ShownViews, modules: SceneModules): string | null {
  const shows = (plugin: string) => modules[pathOf(plugin)] && views.get(plugin) !== null;
  return views.names.find(shows) ?? null;
}

/** Loads and opens the scene module of a plugin; null if that fails. */
async function load<Module>(
  plugin: string,
  modules: SceneModules,
  host: ReplaySceneHost,
  open: (scene: ScenePlugin) => Promise<Module>,
): Promise<Module | null> {
  host.setParts(LOADING);
  try {
    const module = await modules[pathOf(plugin)]?.();
    return module ? await open(module.default) : null;
  } catch (error) {
    console.error(`fangqi: the scene of the plugin ${plugin}`, error);
    host.setParts({});
    return null;
  }
}

/** Loads a room's scene module when a plugin that has one first shows something. */
export class SceneLoader {
  private plugin: string | null = null;
  private scene: SceneModule | null = null;

  constructor(
    private readonly host: SceneHost,
    private readonly modules = MODULES,
  ) {}

  /**
   * Shows an event, after the model took it. While the module loads nothing needs to be kept: it
   * begins with the view that the model has by then.
   */
  take({ messages }: EventBatch): void {
    if (this.scene) {
      for (const message of messages) this.pass(message, this.scene);
    } else if (this.plugin === null) {
      this.plugin = scenePluginOf(this.host.model.plugins, this.modules);
      if (this.plugin !== null) void this.load(this.plugin);
    }
  }

  /** What the module tells end-to-end tests; null without a module. */
  get testState(): unknown {
    return this.scene?.testState ?? null;
  }

  /** Handles a refusal; true if it need not be shown. */
  refused(code: string): boolean {
    return this.scene?.refused(code) ?? false;
  }

  /** How loud a sound at a position is heard, 0 to 1. */
  loudness(pos: Pos | null): number {
    return this.scene?.loudness(pos) ?? 1;
  }

  private async load(plugin: string): Promise<void> {
    const { host, modules } = this;
    const scene = await load(plugin, modules, host, (found) => found.open(host));
    if (!scene) return;
    batch(() => scene.begin(host.model.plugins.get(plugin)));
    this.scene = scene;
  }

  private pass(message: ServerMessage, scene: SceneModule): void {
    if (message.t === "scene") {
      const own = message.plugins?.find(({ plugin }) => plugin === this.plugin);
      scene.begin(own?.view ?? null);
    } else if (message.t === "plugin" && message.view.plugin === this.plugin) {
      scene.begin(message.view.view);
    } else if (message.t === "plugin_change" && message.plugin === this.plugin) {
      scene.change(message);
    }
  }
}

/** Loads a replay's scene module when a plugin that has one first shows something. */
export class ReplaySceneLoader {
  private plugin: string | null = null;
  private scene: ReplaySceneModule | null = null;

  constructor(
    private readonly host: ReplaySceneHost,
    private readonly modules = MODULES,
  ) {}

  /** Shows the present position, which the model has reached. */
  show(isNextEvent: boolean): void {
    const { plugins } = this.host.model;
    if (this.scene && this.plugin !== null) {
      this.scene.show(plugins.get(this.plugin), isNextEvent);
    } else if (this.plugin === null) {
      this.plugin = scenePluginOf(plugins, this.modules);
      if (this.plugin !== null) void this.load(this.plugin);
    }
  }

  private async load(plugin: string): Promise<void> {
    const { host, modules } = this;
    this.scene = await load(plugin, modules, host, (found) => found.openReplay(host));
    this.show(false);
  }
}
