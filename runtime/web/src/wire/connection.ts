import { PROTOCOL, type ClientMessage, type ServerMessage } from "../wire.generated";
import { decodeBlocks, decodeMessage } from "./decode";
import { EventBuffer, type EventBatch } from "./events";

/** What the person is told about the line. */
export type LinkState =
  | { kind: "connecting" }
  | { kind: "live" }
  | { kind: "waiting"; attempt: number; retryAt: number }
  | { kind: "replaced" }
  | { kind: "closed"; code: string; text: { zh: string; en: string } };

/** The part of a WebSocket that is used, so that tests can put another in its place. */
export interface Socket {
  binaryType: BinaryType;
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  send(data: string): void;
  close(): void;
}

/** What the connection needs from the outside. */
export interface LinkHost {
  open(): Socket;
  now(): number;
  random(): number;
  later(run: () => void, ms: number): number;
  cancel(timer: number): void;
  /** The token of an earlier welcome, if any, and where the next one is kept. */
  token(): string | null;
  keepToken(token: string): void;
  name(): string | null;
  reload(): void;
}

/** Who listens. */
export interface LinkEvents {
  onState(state: LinkState): void;
  onBatch(batch: EventBatch): void;
  onMessage(message: ServerMessage): void;
  onFault(error: unknown): void;
}

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 15_000;
/** How often the line is tried when nothing is said, and how long an answer may take. */
const PING_MS = 15_000;
const SILENCE_MS = 10_000;

/** The wait before reconnect number `attempt` (from 0): doubling, capped, and spread by `random`. */
export function backoff(attempt: number, random: number): number {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return Math.round(wait * (0.75 + 0.5 * random));
}

/** One room's connection: says hello, resumes after a break, and knows when to stay away. */
export class Link {
  private socket: Socket | null = null;
  private attempt = 0;
  private retry: number | null = null;
  private pulse: number | null = null;
  private nonce = 0;
  private after: number | null = null;
  private state: LinkState = { kind: "connecting" };
  private readonly buffer: EventBuffer;

  constructor(
    private readonly room: string,
    private readonly host: LinkHost,
    private readonly events: LinkEvents,
  ) {
    this.buffer = new EventBuffer(
      (batch) => {
        this.after = batch.event;
        this.events.onBatch(batch);
      },
      (message) => this.onMessage(message),
    );
  }

  /** Connects now, whatever the state: at the start, and when the person asks for it. */
  connect(): void {
    this.drop();
    this.setState({ kind: "connecting" });
    const socket = this.host.open();
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.hello(socket);
    socket.onclose = () => this.onClose(socket);
    socket.onmessage = (event) => this.onFrame(socket, event.data);
    this.socket = socket;
    this.watch();
  }

  /** Tries at once instead of at the end of the wait: the network came back. */
  hurry(): void {
    if (this.state.kind === "waiting") this.connect();
  }

  /** Sends a message; false if the line is down, and the message is then dropped. */
  send(message: ClientMessage): boolean {
    if (this.state.kind !== "live" || !this.socket) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private hello(socket: Socket): void {
    const hello: ClientMessage = {
      t: "hello",
      protocol: PROTOCOL,
      room: this.room,
      token: this.host.token(),
      after: this.after,
      name: this.host.name(),
    };
    socket.send(JSON.stringify(hello));
  }

  private onFrame(socket: Socket, data: unknown): void {
    if (socket !== this.socket) return;
    this.watch();
    try {
      if (typeof data === "string") this.buffer.pushMessage(decodeMessage(data));
      else if (data instanceof ArrayBuffer) this.buffer.pushBlocks(decodeBlocks(data));
    } catch (error) {
      this.events.onFault(error);
      // What came so far cannot be trusted to be whole: begin again from a fresh scene.
      this.after = null;
      this.breakLine();
    }
  }

  private onMessage(message: ServerMessage): void {
    if (message.t === "welcome") {
      this.attempt = 0;
      this.host.keepToken(message.token);
      if (message.fresh) this.after = null;
      this.setState({ kind: "live" });
    } else if (message.t === "bye") {
      this.onBye(message.code, message.text);
    }
    this.events.onMessage(message);
  }

  private onBye(code: string, text: { zh: string; en: string }): void {
    if (code === "shutdown") {
      this.breakLine();
    } else {
      this.drop();
      this.setState(code === "replaced" ? { kind: "replaced" } : { kind: "closed", code, text });
      if (code === "reload") this.host.reload();
    }
  }

  private onClose(socket: Socket): void {
    if (socket === this.socket) this.breakLine();
  }

  /** Gives the line up and plans the next attempt. */
  private breakLine(): void {
    this.drop();
    const wait = backoff(this.attempt, this.host.random());
    this.attempt += 1;
    const retryAt = this.host.now() + wait;
    this.retry = this.host.later(() => this.connect(), wait);
    this.setState({ kind: "waiting", attempt: this.attempt, retryAt });
  }

  private drop(): void {
    for (const timer of [this.retry, this.pulse]) if (timer !== null) this.host.cancel(timer);
    this.retry = this.pulse = null;
    this.buffer.reset();
    const socket = this.socket;
    this.socket = null;
    if (socket) {
      socket.onopen = socket.onclose = socket.onmessage = null;
      socket.close();
    }
  }

  /** A frame came: the line is alive. If none follows, ask; if none answers, it is dead. */
  private watch(): void {
    if (this.pulse !== null) this.host.cancel(this.pulse);
    this.pulse = this.host.later(() => {
      if (!this.send({ t: "ping", nonce: this.nonce++ % 2 ** 32 })) return this.breakLine();
      this.pulse = this.host.later(() => this.breakLine(), SILENCE_MS);
    }, PING_MS);
  }

  private setState(state: LinkState): void {
    this.state = state;
    this.events.onState(state);
  }
}
