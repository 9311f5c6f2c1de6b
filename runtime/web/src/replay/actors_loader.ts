import type { Board } from "../render/board";
import type { ReplayLayer } from "../walk/replay_layer";
import type { Reel } from "./reel";

/** Loads the drawing of actors when a film first has some. Boards have none. */
export class ActorsLoader {
  private layer: ReplayLayer | null = null;
  private loading = false;

  constructor(
    private readonly reel: Reel,
    private readonly board: Board,
  ) {}

  /** Shows the actors at the present position of the film. */
  show(isNextEvent: boolean): void {
    const sceneState = this.reel.sceneState();
    if (this.layer) this.layer.show(sceneState, isNextEvent);
    else if (!this.loading && (sceneState.actors.length > 0 || sceneState.space?.walks)) {
      this.loading = true;
      void this.load();
    }
  }

  private async load(): Promise<void> {
    const { ReplayLayer: Loaded } = await import("../walk/replay_layer");
    const { model } = this.reel;
    const target = model.map?.camera.target ?? [0, 0, 0];
    this.layer = new Loaded(this.board, target, () => model.setting.hour);
    this.show(false);
  }
}
