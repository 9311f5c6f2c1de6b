import type { ServerMessage } from "../wire.generated";
import type { LinkEvents, LinkState } from "./connection";
import type { EventBatch } from "./events";

/**
 * Buffers what a connection reports until somebody listens. The connection is opened before the
 * page exists.
 */
export class EarlyEvents implements LinkEvents {
  private readonly waiting: ((to: LinkEvents) => void)[] = [];
  private to: LinkEvents | null = null;

  onState(state: LinkState): void {
    this.pass((to) => to.onState(state));
  }

  onBatch(batch: EventBatch): void {
    this.pass((to) => to.onBatch(batch));
  }

  onMessage(message: ServerMessage): void {
    this.pass((to) => to.onMessage(message));
  }

  onCurrent(): void {
    this.pass((to) => to.onCurrent());
  }

  onFault(error: unknown): void {
    this.pass((to) => to.onFault(error));
  }

  /** Passes on all that was buffered, in order, and from then on everything at once. */
  listen(to: LinkEvents): void {
    for (let tell = this.waiting.shift(); tell; tell = this.waiting.shift()) tell(to);
    this.to = to;
  }

  private pass(tell: (to: LinkEvents) => void): void {
    if (this.to) tell(this.to);
    else this.waiting.push(tell);
  }
}
