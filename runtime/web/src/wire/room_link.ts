import { recall, recallName, remember, tokenKey } from "../util/memory";
import { Link, type LinkHost, type Socket } from "./connection";
import { EarlyEvents } from "./early";

function hostOf(room: string): LinkHost {
  const token = tokenKey(room);
  return {
    open: () => {
      const scheme = location.protocol === "https:" ? "wss:" : "ws:";
      return new WebSocket(`${scheme}//${location.host}/ws`) as unknown as Socket;
    },
    now: () => Date.now(),
    random: () => Math.random(),
    later: (run, ms) => window.setTimeout(run, ms),
    cancel: (timer) => window.clearTimeout(timer),
    token: () => recall(token),
    keepToken: (value) => remember(token, value),
    name: recallName,
  };
}

/** A room's open connection, and where to listen to it. */
export interface RoomLine {
  link: Link;
  events: EarlyEvents;
}

/** Connects to a room of this server. */
export function connectTo(room: string): RoomLine {
  const events = new EarlyEvents();
  const link = new Link(room, hostOf(room), events);
  link.connect();
  return { link, events };
}
