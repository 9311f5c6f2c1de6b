import type { Board } from "../render/board";
import type { ReplayLayer } from "../walk/replay_layer";
import type { Reel } from "./reel";

/** Loads what draws bodies when a film first has some: boards have none. */
export class Living {
  private theatre: ReplayLayer | null = null;
  private loading = false;

  constructor(
    private readonly reel: Reel,
    private readonly board: Board,
  ) {}

  /** Shows who is to be seen where the film stands. */
  show(onByOne: boolean): void {
    const scenery = this.reel.scenery();
    if (this.theatre) this.theatre.show(scenery, onByOne);
    else if (!this.loading && (scenery.actors.length > 0 || scenery.space?.walks)) {
      this.loading = true;
      void this.load();
    }
  }

  private async load(): Promise<void> {
    const { ReplayLayer: Loaded } = await import("../walk/replay_layer");
    const { model } = this.reel;
    const target = model.map?.camera.target ?? [0, 0, 0];
    this.theatre = new Loaded(this.board, target, () => model.setting.hour);
    this.show(false);
  }
}
