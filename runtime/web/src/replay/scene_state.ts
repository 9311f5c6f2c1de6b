import type { ActorView, ServerMessage, SpaceView } from "../wire.generated";

/** Actors and space of a room at one moment of a film. */
export interface SceneState {
  actors: readonly ActorView[];
  space: SpaceView | null;
}

/** Follows actors and space through the messages of a film. */
export class SceneTracker {
  private actors = new Map<number, ActorView>();
  private space: SpaceView | null = null;

  /** Applies a message; others than these three are ignored. */
  take(message: ServerMessage): void {
    switch (message.t) {
      case "scene":
        this.actors = new Map(message.walk?.actors.map((actor) => [actor.id, actor]));
        this.space = message.walk?.space ?? null;
        break;
      case "actors":
        for (const id of message.change.gone) this.actors.delete(id);
        for (const actor of message.change.put) this.actors.set(actor.id, actor);
        break;
      case "space":
        this.space = message.space;
        break;
    }
  }

  /** The present state, to be restored later. */
  moment(): SceneState {
    return { actors: [...this.actors.values()], space: this.space };
  }

  /** Restores a state. */
  recall({ actors, space }: SceneState): void {
    this.actors = new Map(actors.map((actor) => [actor.id, actor]));
    this.space = space;
  }
}
