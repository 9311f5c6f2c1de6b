import { signal } from "@preact/signals";

/** A change of a plugin's view that is an object of named parts. */
export interface ViewChange {
  /** The parts that are new or different now, by their names. */
  readonly put: Readonly<Record<string, unknown>>;
  /** The names of the parts that no longer exist. */
  readonly gone: readonly string[];
}

/** What plugins show of a room. A component or an effect that reads it follows it. */
export interface ShownViews {
  /** The plugins that have, or had, a view. */
  readonly names: readonly string[];
  /** The view of a plugin; null if there is none. It is never modified. */
  get(plugin: string): unknown;
}

/** A view, and the parts that changed since: new values by name, or that they are gone. */
interface Entry {
  view: unknown;
  changed: Map<string, unknown>;
}

const GONE = Symbol("gone");

/**
 * The views of plugins. A change makes a new view, which shares the parts that did not change with
 * the one before. It is put together when somebody reads it: a world in motion changes a few parts
 * of a large view in every event, and most events of a film are only passed through.
 */
export class PluginViews implements ShownViews {
  private entries = new Map<string, Entry>();
  private readonly version = signal(0);

  get names(): readonly string[] {
    void this.version.value;
    return [...this.entries.keys()];
  }

  get(plugin: string): unknown {
    void this.version.value;
    const entry = this.entries.get(plugin);
    return entry ? current(entry) : null;
  }

  /** All views, for a later `reset`. */
  all(): ReadonlyMap<string, unknown> {
    return new Map([...this.entries].map(([plugin, entry]) => [plugin, current(entry)]));
  }

  /** Replaces all views by these. */
  reset(views: Iterable<readonly [plugin: string, view: unknown]>): void {
    this.entries = new Map();
    for (const [plugin, view] of views) this.set(plugin, view);
    this.tell();
  }

  /** Replaces the view of a plugin. */
  set(plugin: string, view: unknown): void {
    this.entries.set(plugin, { view, changed: new Map() });
    this.tell();
  }

  /** Changes parts of a plugin's view. A view that has no parts counts as empty. */
  change(plugin: string, { put, gone }: ViewChange): void {
    const known = this.entries.get(plugin)?.view;
    if (typeof known !== "object" || known === null) this.set(plugin, {});
    const { view, changed } = this.entries.get(plugin) as Entry;
    for (const name of gone) {
      if (Object.hasOwn(view as object, name)) changed.set(name, GONE);
      else changed.delete(name);
    }
    for (const [name, part] of Object.entries(put)) changed.set(name, part);
    this.tell();
  }

  private tell(): void {
    this.version.value = this.version.peek() + 1;
  }
}

/** The view of an entry, with its changes. */
function current(entry: Entry): unknown {
  const { view, changed } = entry;
  if (changed.size === 0) return view;
  const parts: Record<string, unknown> = { ...(view as object) };
  for (const [name, part] of changed) {
    if (part === GONE) delete parts[name];
    else parts[name] = part;
  }
  entry.view = parts;
  entry.changed = new Map();
  return parts;
}
