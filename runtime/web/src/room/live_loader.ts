import type { ServerMessage } from "../wire.generated";
import type { EventBatch } from "../wire/events";
import type { LiveLayer, LiveLayerHost } from "../walk/live_layer";
import type { WalkState } from "./test_hook";

/** Messages that only maps with actors or pages have. */
const LIVE_MESSAGES = new Set<ServerMessage["t"]>(["actors", "own", "pages", "space"]);

const isLiveMessage = (message: ServerMessage): boolean =>
  LIVE_MESSAGES.has(message.t) || (message.t === "scene" && message.walk !== undefined);

/** Whether an event contains nothing but such messages. */
export const isOnlyLive = ({ scene, blocks, messages }: EventBatch): boolean =>
  !scene && blocks.length === 0 && messages.length > 0 && messages.every(isLiveMessage);

/** Loads the live layer when a map first has actors or pages. Boards never load it. */
export class LiveLayerLoader {
  private layer: LiveLayer | null = null;
  private waiting: EventBatch[] | null = null;

  constructor(private readonly host: () => LiveLayerHost) {}

  /** Takes an event. Events that arrive while the script loads are applied afterwards, in order. */
  take(batch: EventBatch): void {
    if (this.layer) this.layer.take(batch);
    else if (this.waiting) this.waiting.push(batch);
    else if (batch.messages.some(isLiveMessage)) {
      this.waiting = [batch];
      void this.load(this.waiting);
    }
  }

  /** The state of the viewer's walking player, for tests; null if there is none. */
  get walk(): WalkState | null {
    return this.layer?.walkState ?? null;
  }

  /** Handles a refusal; true if it need not be shown. */
  refused(code: string): boolean {
    return this.layer?.refused(code) ?? false;
  }

  /** How loud a sound at a position is heard, 0 to 1. */
  loudness(pos: readonly [number, number, number] | null): number {
    return this.layer?.loudness(pos) ?? 1;
  }

  private async load(waiting: readonly EventBatch[]): Promise<void> {
    const { LiveLayer: Loaded } = await import("../walk/live_layer");
    const layer = new Loaded(this.host());
    for (const batch of waiting) layer.take(batch);
    this.layer = layer;
    this.waiting = null;
  }
}
