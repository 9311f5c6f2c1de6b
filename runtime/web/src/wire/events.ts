import type { ServerMessage } from "../wire.generated";
import type { BlockFrame } from "./decode";

/** The frames of one room event, which are shown together. */
export interface EventBatch {
  event: number;
  tick: number;
  /** Whether the event is a scene, which replaces everything before. */
  scene: boolean;
  blocks: BlockFrame[];
  messages: ServerMessage[];
}

/** Whether an event contains nothing but changes of plugins' views. */
export const hasOnlyPluginChanges = ({ scene, blocks, messages }: EventBatch): boolean =>
  !scene &&
  blocks.length === 0 &&
  messages.length > 0 &&
  messages.every(({ t }) => t === "plugin_change");

/** Messages about the connection or the room as a whole, which belong to no event. */
const IMMEDIATE = new Set<ServerMessage["t"]>([
  "welcome",
  "announcement",
  "reload",
  "refused",
  "pong",
  "bye",
]);

/** Collects the frames of an event until the message that ends it. */
export class EventBuffer {
  private blocks: BlockFrame[] = [];
  private messages: ServerMessage[] = [];

  constructor(
    private readonly onBatch: (batch: EventBatch) => void,
    private readonly onMessage: (message: ServerMessage) => void,
  ) {}

  /** Takes a binary frame. */
  pushBlocks(frame: BlockFrame): void {
    this.blocks.push(frame);
  }

  /** Takes a text frame. */
  pushMessage(message: ServerMessage): void {
    if (IMMEDIATE.has(message.t)) {
      this.onMessage(message);
    } else if (message.t === "event") {
      this.flush(message.event, message.tick, false);
    } else {
      this.messages.push(message);
      if (message.t === "scene") this.flush(message.event, message.tick, true);
    }
  }

  /** Drops an incomplete event: the server sends it again after a reconnect. */
  reset(): void {
    this.blocks = [];
    this.messages = [];
  }

  private flush(event: number, tick: number, scene: boolean): void {
    const { blocks, messages } = this;
    this.reset();
    this.onBatch({ event, tick, scene, blocks, messages });
  }
}
