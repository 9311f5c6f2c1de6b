import type { ActorView, ServerMessage, SpaceView } from "../wire.generated";

/** Who and what was to be seen besides blocks, at a moment of a film. */
export interface SceneState {
  actors: readonly ActorView[];
  space: SpaceView | null;
}

/** Follows what lives and moves through a film. */
export class SceneTracker {
  private actors = new Map<number, ActorView>();
  private space: SpaceView | null = null;

  /** Takes a message; those that tell of nothing that lives change nothing. */
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

  /** How it all stands, to be recalled later. */
  moment(): SceneState {
    return { actors: [...this.actors.values()], space: this.space };
  }

  /** Goes back, or on, to a moment. */
  recall({ actors, space }: SceneState): void {
    this.actors = new Map(actors.map((actor) => [actor.id, actor]));
    this.space = space;
  }
}
