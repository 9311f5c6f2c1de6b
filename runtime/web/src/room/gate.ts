import type { ServerMessage } from "../wire.generated";
import type { EventBatch } from "../wire/events";
import type { LiveLayer, LiveLayerHost } from "../walk/live_layer";
import type { WalkState } from "./hook";

/** Messages of which boards have none. */
const LIVING = new Set<ServerMessage["t"]>(["actors", "own", "pages", "space"]);

const isLiving = (message: ServerMessage): boolean =>
  LIVING.has(message.t) || (message.t === "scene" && message.walk !== undefined);

/** Whether an event tells of nothing but what lives and moves. */
export const isOnlyLife = ({ scene, blocks, messages }: EventBatch): boolean =>
  !scene && blocks.length === 0 && messages.length > 0 && messages.every(isLiving);

/** Loads what lives and moves when a map first has something of the kind: boards have nothing. */
export class LifeGate {
  private life: LiveLayer | null = null;
  private waiting: EventBatch[] | null = null;

  constructor(private readonly host: () => LiveLayerHost) {}

  /** Takes an event; those that come while the script loads are taken afterwards, in order. */
  take(batch: EventBatch): void {
    if (this.life) this.life.take(batch);
    else if (this.waiting) this.waiting.push(batch);
    else if (batch.messages.some(isLiving)) {
      this.waiting = [batch];
      void this.load(this.waiting);
    }
  }

  /** Shows what has changed elsewhere. */
  render(): void {
    this.life?.render();
  }

  /** What the person's own body does, if players walk. */
  get walk(): WalkState | null {
    return this.life?.walkState ?? null;
  }

  /** Whether a refusal need not be told of. */
  refused(code: string): boolean {
    return this.life?.refused(code) ?? false;
  }

  /** How loud something at a place is, 0 to 1. */
  loudness(pos: readonly [number, number, number] | null): number {
    return this.life?.loudness(pos) ?? 1;
  }

  private async load(waiting: readonly EventBatch[]): Promise<void> {
    const { LiveLayer: Loaded } = await import("../walk/live_layer");
    const life = new Loaded(this.host());
    for (const batch of waiting) life.take(batch);
    this.life = life;
    this.waiting = null;
    life.render();
  }
}
