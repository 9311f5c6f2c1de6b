import { PROTOCOL, type ClientMessage, type ServerMessage } from "../wire.generated";
import { decodeBlocks, decodeMessage } from "./decode";
import { EventBuffer, type EventBatch } from "./events";

/** The state of the connection as shown to the viewer. */
export type LinkState =
  | { kind: "connecting"; attempt: number }
  | { kind: "live" }
  /** `restarting`: the server said that it is going and has not been seen since. */
  | { kind: "waiting"; attempt: number; retryAt: number; restarting: boolean }
  | { kind: "replaced" }
  | { kind: "closed"; code: string; text: { zh: string; en: string } };

/** The part of a WebSocket that is used, so that tests can replace it. */
export interface Socket {
  binaryType: BinaryType;
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  send(data: string): void;
  close(): void;
}

/** What the connection needs from outside. */
export interface LinkHost {
  open(): Socket;
  now(): number;
  random(): number;
  later(run: () => void, ms: number): number;
  cancel(timer: number): void;
  /** The stored token of an earlier welcome, and where to store a new one. */
  token(): string | null;
  keepToken(token: string): void;
  name(): string | null;
}

/** Receives what the connection reports. */
export interface LinkEvents {
  onState(state: LinkState): void;
  onBatch(batch: EventBatch): void;
  onMessage(message: ServerMessage): void;
  /** After a break: everything that the viewer missed has arrived. */
  onCurrent(): void;
  onFault(error: unknown): void;
}

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 15_000;
/** After how long a silence the connection is tested, and how long an answer may take. */
const PING_MS = 15_000;
const SILENCE_MS = 10_000;

/**
 * The delay before reconnect number `attempt` (from 0): it doubles up to a limit and is randomised.
 */
export function backoff(attempt: number, random: number): number {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return Math.round(wait * (0.75 + 0.5 * random));
}

/**
 * The connection to one room. It says hello, resumes after a break, and stays closed when the
 * server asks for it.
 */
export class Link {
  private socket: Socket | null = null;
  private attempt = 0;
  private restarting = false;
  private retry: number | null = null;
  private pulse: number | null = null;
  private nonce = 0;
  private welcomed = false;
  /** Nonce of the ping whose answer follows everything that was missed during a break. */
  private current: number | null = null;
  private after: number | null = null;
  private state: LinkState = { kind: "connecting", attempt: 0 };
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

  /** Connects now, in any state: at the start, or when the viewer asks for it. */
  connect(): void {
    this.drop();
    this.setState({ kind: "connecting", attempt: this.attempt });
    const socket = this.host.open();
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.hello(socket);
    socket.onclose = () => this.onClose(socket);
    socket.onmessage = (event) => this.onFrame(socket, event.data);
    this.socket = socket;
    this.watch();
  }

  /** Ends a wait for the next attempt: the network is back. */
  hurry(): void {
    if (this.state.kind === "waiting") this.connect();
  }

  /** Sends a message. Returns false and drops it if there is no connection. */
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
      watch: false,
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
      // The state may be incomplete: start again from a new scene.
      this.after = null;
      this.breakLine();
    }
  }

  private onMessage(message: ServerMessage): void {
    if (message.t === "welcome") {
      this.attempt = 0;
      this.restarting = false;
      // Who only watches has none, and may be a player again when there is room.
      if (message.token !== "") this.host.keepToken(message.token);
      if (message.fresh) this.after = null;
      this.setState({ kind: "live" });
      this.current = this.welcomed ? this.ping() : null;
      this.welcomed = true;
    } else if (message.t === "bye") {
      this.onBye(message.code, message.text);
    }
    this.events.onMessage(message);
    if (message.t === "pong" && message.nonce === this.current) {
      this.current = null;
      this.events.onCurrent();
    }
  }

  private onBye(code: string, text: { zh: string; en: string }): void {
    if (code === "shutdown") {
      this.restarting = true;
      this.breakLine();
    } else {
      this.drop();
      this.setState(code === "replaced" ? { kind: "replaced" } : { kind: "closed", code, text });
    }
  }

  private onClose(socket: Socket): void {
    if (socket === this.socket) this.breakLine();
  }

  /** Closes the connection and schedules the next attempt. */
  private breakLine(): void {
    this.drop();
    const wait = backoff(this.attempt, this.host.random());
    this.attempt += 1;
    const retryAt = this.host.now() + wait;
    this.retry = this.host.later(() => this.connect(), wait);
    const { attempt, restarting } = this;
    this.setState({ kind: "waiting", attempt, retryAt, restarting });
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

  /**
   * Restarts the watchdog after a frame: after silence it sends a ping, and without an answer it
   * gives the connection up.
   */
  private watch(): void {
    if (this.pulse !== null) this.host.cancel(this.pulse);
    this.pulse = this.host.later(() => {
      if (this.ping() === null) return this.breakLine();
      this.pulse = this.host.later(() => this.breakLine(), SILENCE_MS);
    }, PING_MS);
  }

  /** Sends a ping and returns its nonce; null if there is no connection. */
  private ping(): number | null {
    const nonce = this.nonce++ % 2 ** 32;
    return this.send({ t: "ping", nonce }) ? nonce : null;
  }

  private setState(state: LinkState): void {
    this.state = state;
    this.events.onState(state);
  }
}
