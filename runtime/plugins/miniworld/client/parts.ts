import type { ViewChange } from "@page/state/plugin_views";
import type { ActorView, OwnView, PageView, SpaceView } from "./wire.generated";

/**
 * The plugin's view of a room: named parts, of which the server sends again those that changed.
 * Each actor is a part of its own.
 */
export type Parts = {
  /** What the viewer alone is shown of itself; null for those who only watch. */
  own?: OwnView | null;
  /** The viewer's open pages, lowest first. */
  pages?: PageView[];
  /** What surrounds everybody. */
  space?: SpaceView;
  [actor: ActorPart]: ActorView;
};

type ActorPart = `actor:${number}`;

/** Actors that are new or different, and the numbers of those that are gone. */
export interface ActorsChange {
  put: readonly ActorView[];
  gone: readonly number[];
}

/** All that a room shows a viewer; `space` is null where nothing lives. */
export interface WorldView {
  actors: readonly ActorView[];
  own: OwnView | null;
  pages: readonly PageView[];
  space: SpaceView | null;
}

/** What a change says; what did not change is undefined. */
export interface WorldChange {
  actors: ActorsChange;
  own: OwnView | null | undefined;
  pages: readonly PageView[] | undefined;
  space: SpaceView | null | undefined;
}

const ACTOR = "actor:";
const isActor = (part: string): part is ActorPart => part.startsWith(ACTOR);

/** Reads the plugin's view; null is an empty one. */
export function readView(view: unknown): WorldView {
  const parts = (view ?? {}) as Parts;
  const { own = null, pages = [], space = null } = parts;
  return { actors: actorsIn(parts), own, pages, space };
}

/** Reads a change of the plugin's view. */
export function readChange({ put, gone }: ViewChange): WorldChange {
  const parts = put as Parts;
  /** A part that changed; `without` if it no longer exists, undefined if it did not change. */
  const changed = <Part>(name: string, part: Part | undefined, without: Part) =>
    part === undefined && gone.includes(name) ? without : part;
  return {
    actors: {
      put: actorsIn(parts),
      gone: gone.filter(isActor).map((part) => Number(part.slice(ACTOR.length))),
    },
    own: changed<OwnView | null>("own", parts.own, null),
    pages: changed("pages", parts.pages, []),
    space: changed<SpaceView | null>("space", parts.space, null),
  };
}

const actorsIn = (parts: Parts): ActorView[] =>
  Object.keys(parts)
    .filter(isActor)
    .map((part) => parts[part] as ActorView);

/** The change that leads from the actors of one moment to those of another. */
export function actorsBetween(
  before: readonly ActorView[],
  after: readonly ActorView[],
): ActorsChange {
  const old = new Map(before.map((actor) => [actor.id, actor]));
  const put = after.filter((actor) => old.get(actor.id) !== actor);
  const stay = new Set(after.map(({ id }) => id));
  return { put, gone: before.map(({ id }) => id).filter((id) => !stay.has(id)) };
}
