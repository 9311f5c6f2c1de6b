import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Plugin } from "vite";
import { WebSocketServer } from "ws";
import type { LobbyView } from "../src/wire.generated";
import { MockRoom } from "./room.ts";

const rooms = new Map<string, MockRoom>();

function roomOf(id: string): MockRoom {
  let room = rooms.get(id);
  if (!room) {
    room = new MockRoom(id);
    rooms.set(id, room);
  }
  return room;
}

const text = (zh: string, en: string) => ({ zh, en });

function lobby(): LobbyView {
  return {
    maps: [
      {
        id: "xiangqi",
        name: text("象棋", "Xiangqi"),
        description: text(
          "楚河汉界，与电脑或朋友对弈。",
          "Chinese chess, against the computer or a friend.",
        ),
        seats: 2,
        shelf: "boards",
        daily: null,
        lessons: 0,
        variant: null,
      },
      {
        id: "tutorial-xiangqi",
        name: text("象棋教程", "Xiangqi from scratch"),
        description: text(
          "迷你世界教程里的象棋，纯 Lua 写成。",
          "The tutorial's program, complete, in pure Lua.",
        ),
        seats: 2,
        shelf: "workshop",
        daily: null,
        lessons: 0,
        variant: null,
      },
    ],
    rooms: [
      { id: "demo", map: "xiangqi", seats: ["小明", null], present: 3, turn: 0, private: false },
      {
        id: "full",
        map: "xiangqi",
        seats: ["Ada", "Computer 7"],
        present: 2,
        turn: 1,
        private: false,
      },
    ],
    yours: [],
  };
}

const THUMBNAIL = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200"><rect width="320" height="200" fill="#d9a860"/>
<g stroke="#5a3318" stroke-width="1.5" fill="none">${[0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => `<path d="M${40 + i * 30} 0V200"/>`).join("")}${[0, 1, 2, 3, 4, 5].map((i) => `<path d="M0 ${25 + i * 30}H320"/>`).join("")}</g>
<circle cx="130" cy="115" r="26" fill="#f0d6a6" stroke="#a81f16" stroke-width="2"/><text x="130" y="126" font-size="30" text-anchor="middle" fill="#a81f16" font-family="serif">帥</text>
<circle cx="190" cy="85" r="26" fill="#f0d6a6" stroke="#1c1714" stroke-width="2"/><text x="190" y="96" font-size="30" text-anchor="middle" fill="#1c1714" font-family="serif">將</text></svg>`;

function answer(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const url = request.url ?? "";
  const json = (value: unknown) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(value));
  };
  if (url === "/api/lobby") json(lobby());
  else if (url === "/api/rooms") json({ room: randomUUID().slice(0, 6) });
  else if (url.endsWith("/thumbnail.svg")) {
    response.setHeader("content-type", "image/svg+xml");
    response.end(THUMBNAIL);
  } else next();
}

/** A mock server: a lobby, and Xiangqi rooms whose computer plays at random. */
export function mockServer(): Plugin {
  return {
    name: "mock-server",
    configureServer(server) {
      server.middlewares.use(answer);
      const sockets = new WebSocketServer({ noServer: true });
      server.httpServer?.on("upgrade", (request, socket, head) => {
        if (request.url !== "/ws") return;
        sockets.handleUpgrade(request, socket, head, (ws) => {
          ws.once("message", (data) => {
            const hello = JSON.parse(String(data)) as { room: string; name?: string | null };
            roomOf(hello.room).enter(ws, hello);
          });
        });
      });
    },
  };
}
