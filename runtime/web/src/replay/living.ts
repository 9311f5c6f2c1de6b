import type { Board } from "../render/board";
import type { Theatre } from "../walk/theatre";
import type { Reel } from "./reel";

/** Loads what draws bodies when a film first has some: boards have none. */
export class Living {
  private theatre: Theatre | null = null;
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
    const { Theatre: Loaded } = await import("../walk/theatre");
    const { model } = this.reel;
    const target = model.map?.camera.target ?? [0, 0, 0];
    this.theatre = new Loaded(this.board, target, () => model.setting.hour);
    this.show(false);
  }
}
