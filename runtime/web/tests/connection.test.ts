import { beforeEach, describe, expect, it } from "vitest";
import {
  PROTOCOL,
  type ClientMessage,
  type MapView,
  type ServerMessage,
} from "../src/wire.generated";
import { backoff, Link, type LinkState, type Socket } from "../src/wire/connection";

class FakeSocket implements Socket {
  binaryType: BinaryType = "blob";
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  sent: ClientMessage[] = [];
  closed = false;
  send(data: string): void {
    this.sent.push(JSON.parse(data) as ClientMessage);
  }
  close(): void {
    this.closed = true;
  }
  tell(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const map = {} as MapView;
const welcome = (fresh: boolean, token = "secret"): ServerMessage => ({
  t: "welcome",
  you: 1,
  token,
  room: "r",
  map,
  fresh,
  host: false,
});
const text = { zh: "再见", en: "bye" };

/** A fake environment in which time passes only on demand. */
function world() {
  let now = 0;
  let next = 1;
  const timers = new Map<number, { at: number; run: () => void }>();
  const sockets: FakeSocket[] = [];
  const states: LinkState[] = [];
  const events: number[] = [];
  const faults: unknown[] = [];
  let current = 0;
  let token: string | null = null;
  const link = new Link(
    "r",
    {
      open: () => {
        const socket = new FakeSocket();
        sockets.push(socket);
        return socket;
      },
      now: () => now,
      random: () => 0.5,
      later: (run, ms) => {
        timers.set(next, { at: now + ms, run });
        return next++;
      },
      cancel: (timer) => timers.delete(timer),
      token: () => token,
      keepToken: (kept) => (token = kept),
      name: () => "Ada",
    },
    {
      onState: (state) => states.push(state),
      onBatch: (batch) => events.push(batch.event),
      onMessage: () => {},
      onCurrent: () => (current += 1),
      onFault: (error) => faults.push(error),
    },
  );
  const pass = (ms: number) => {
    const end = now + ms;
    for (;;) {
      const due = [...timers].filter(([, { at }]) => at <= end);
      due.sort(([, a], [, b]) => a.at - b.at);
      const first = due[0];
      if (!first) break;
      timers.delete(first[0]);
      now = first[1].at;
      first[1].run();
    }
    now = end;
  };
  const socket = () => sockets.at(-1) as FakeSocket;
  const live = (fresh = true) => {
    link.connect();
    socket().onopen?.();
    socket().tell(welcome(fresh));
  };
  const state = () => states.at(-1) as LinkState;
  return {
    link,
    sockets,
    socket,
    states,
    state,
    events,
    faults,
    pass,
    live,
    current: () => current,
    timers,
  };
}

let w: ReturnType<typeof world>;
beforeEach(() => {
  w = world();
});

describe("link", () => {
  it("says hello without a token first, and with token and last event after a break", () => {
    w.live();
    expect(w.socket().sent).toEqual([
      {
        t: "hello",
        protocol: PROTOCOL,
        room: "r",
        token: null,
        after: null,
        name: "Ada",
        watch: false,
      },
    ]);
    w.socket().tell({ t: "event", event: 12, tick: 1 });
    w.socket().onclose?.();
    expect(w.state()).toEqual({
      kind: "waiting",
      attempt: 1,
      retryAt: 400,
      restarting: false,
    });
    w.pass(400);
    w.socket().onopen?.();
    expect(w.socket().sent[0]).toMatchObject({ token: "secret", after: 12 });
    w.socket().tell(welcome(false));
    expect(w.state()).toEqual({ kind: "live" });
    expect(w.events).toEqual([12]);
  });

  it("keeps its token while it only watches, and is a player again afterwards", () => {
    w.live();
    w.socket().onclose?.();
    w.pass(400);
    w.socket().onopen?.();
    w.socket().tell(welcome(true, ""));
    expect(w.state()).toEqual({ kind: "live" });
    w.socket().onclose?.();
    w.pass(400);
    w.socket().onopen?.();
    expect(w.socket().sent[0]).toMatchObject({ token: "secret" });
  });

  it("doubles the delay up to a limit, and resets it after a success", () => {
    w.live();
    const waits: number[] = [];
    w.socket().onclose?.();
    for (let i = 0; i < 9; i++) {
      const state = w.state();
      if (state.kind !== "waiting") throw new Error(state.kind);
      const before = w.sockets.length;
      let waited = 0;
      while (w.sockets.length === before) {
        w.pass(100);
        waited += 100;
      }
      waits.push(waited);
      w.socket().onclose?.();
    }
    expect(waits).toEqual([400, 800, 1600, 3200, 6400, 12800, 15000, 15000, 15000]);
    w.link.hurry();
    w.socket().onopen?.();
    w.socket().tell(welcome(false));
    w.socket().onclose?.();
    expect(w.state()).toMatchObject({ kind: "waiting", attempt: 1 });
  });

  it("randomises the delay", () => {
    expect([backoff(0, 0), backoff(0, 1), backoff(20, 0), backoff(20, 1)]).toEqual([
      300, 500, 11250, 18750,
    ]);
  });

  it("stays closed when another tab took the seat, until asked", () => {
    w.live();
    w.socket().tell({ t: "bye", code: "replaced", text });
    expect(w.state()).toEqual({ kind: "replaced" });
    w.pass(10 * 60_000);
    expect(w.sockets).toHaveLength(1);
    w.link.connect();
    expect(w.sockets).toHaveLength(2);
  });

  it("reports why a room closed, and stays closed", () => {
    for (const code of ["room_closed", "reload"]) {
      w.live();
      w.socket().tell({ t: "bye", code, text });
      expect(w.state()).toEqual({ kind: "closed", code, text });
      const { length } = w.sockets;
      w.pass(120_000);
      expect(w.sockets).toHaveLength(length);
    }
  });

  it("counts the attempts to connect", () => {
    w.link.connect();
    expect(w.state()).toEqual({ kind: "connecting", attempt: 0 });
    w.socket().onclose?.();
    w.pass(400);
    expect(w.state()).toEqual({ kind: "connecting", attempt: 1 });
  });

  it("reconnects after a shutdown", () => {
    w.live();
    w.socket().tell({ t: "bye", code: "shutdown", text });
    expect(w.state()).toMatchObject({ kind: "waiting", attempt: 1, restarting: true });
    w.pass(400);
    w.socket().onclose?.();
    expect(w.state()).toMatchObject({ kind: "waiting", attempt: 2, restarting: true });
    w.pass(800);
    w.socket().onopen?.();
    w.socket().tell(welcome(false));
    w.socket().onclose?.();
    expect(w.state()).toMatchObject({ kind: "waiting", restarting: false });
  });

  it("tells after a break when everything missed has arrived", () => {
    w.live();
    w.socket().tell({ t: "event", event: 5, tick: 1 });
    expect(w.socket().sent).toHaveLength(1);
    w.socket().onclose?.();
    w.pass(400);
    w.socket().onopen?.();
    w.socket().tell(welcome(false));
    const ping = w.socket().sent.at(-1) as { t: "ping"; nonce: number };
    expect(ping.t).toBe("ping");
    w.socket().tell({ t: "event", event: 6, tick: 2 });
    w.socket().tell({ t: "pong", nonce: ping.nonce + 1 });
    expect(w.current()).toBe(0);
    w.socket().tell({ t: "pong", nonce: ping.nonce });
    w.socket().tell({ t: "pong", nonce: ping.nonce });
    expect([w.current(), w.events]).toEqual([1, [5, 6]]);
  });

  it("starts from a fresh scene after a frame it cannot read", () => {
    w.live();
    w.socket().tell({ t: "event", event: 5, tick: 1 });
    const broken = w.socket();
    broken.onmessage?.({ data: new ArrayBuffer(0) });
    expect(w.faults).toHaveLength(1);
    expect(broken.closed).toBe(true);
    w.pass(1000);
    w.socket().onopen?.();
    expect(w.socket().sent[0]).toMatchObject({ after: null });
  });

  it("pings after silence, and gives up without an answer", () => {
    w.live();
    w.pass(15_000);
    expect(w.socket().sent.at(-1)).toEqual({ t: "ping", nonce: 0 });
    w.socket().tell({ t: "pong", nonce: 0 });
    w.pass(15_000);
    expect(w.socket().sent.at(-1)).toEqual({ t: "ping", nonce: 1 });
    expect(w.state()).toEqual({ kind: "live" });
    w.pass(10_000);
    expect(w.state()).toMatchObject({ kind: "waiting" });
    expect(w.socket().closed).toBe(true);
  });

  it("sends nothing before the welcome and ignores a socket it has left", () => {
    w.link.connect();
    expect(w.link.send({ t: "stand" })).toBe(false);
    const old = w.socket();
    const late = old.onmessage;
    w.live();
    late?.({ data: JSON.stringify({ t: "event", event: 99, tick: 1 }) });
    expect(w.events).toEqual([]);
    expect(w.link.send({ t: "stand" })).toBe(true);
  });

  it("reconnects at once when the network is back, but only while waiting", () => {
    w.live();
    w.link.hurry();
    expect(w.sockets).toHaveLength(1);
    w.socket().onclose?.();
    w.link.hurry();
    expect(w.sockets).toHaveLength(2);
    expect([...w.timers.values()]).toHaveLength(1);
  });
});
