import type { WebSocket } from "ws";
import type {
  ClientMessage,
  Hud,
  LocalText,
  Mark,
  RequestView,
  SeatHolder,
  SeatView,
  ServerMessage,
} from "../src/wire.generated";
import { startMen, targets, type Men, type Side } from "./pieces.ts";
import { boardCells, mapView } from "./scene.ts";

const text = (zh: string, en = zh) => ({ zh, en });
const SIDES: readonly Side[] = ["red", "black"];
const cellOf = (square: number): [number, number, number] => [
  square % 9,
  1,
  Math.floor(square / 9),
];
const FILES = "九八七六五四三二一";

interface Guest {
  id: number;
  socket: WebSocket;
  name: string;
  selected: number | null;
}

/** Encodes a frame of cells. */
function cellsFrame(cells: { pos: readonly number[]; id: number }[]): Buffer {
  const frame = Buffer.alloc(5 + 16 * cells.length);
  frame.writeUInt8(2, 0);
  frame.writeUInt32LE(cells.length, 1);
  cells.forEach(({ pos, id }, i) => {
    pos.forEach((value, axis) => frame.writeInt32LE(value, 5 + 16 * i + 4 * axis));
    frame.writeUInt32LE(id, 5 + 16 * i + 12);
  });
  return frame;
}

/** A room of the mock server. The first guest plays red against the computer. */
export class MockRoom {
  private men: Men = startMen();
  private readonly guests: Guest[] = [];
  private holders: SeatHolder[] = [{ by: "open" }, { by: "computer", level: 3 }];
  private past: { men: Men; hud: Hud; last: Mark[] }[] = [];
  private last: Mark[] = [];
  private event = 0;
  private captured = 0;
  private hud: Hud = {
    status: text("红方走棋", "Red to move"),
    turn: 0,
    thinking: null,
    result: null,
    moves: [],
    buttons: [
      {
        id: "draw",
        label: text("提和", "Offer draw"),
        enabled: true,
        seated: true,
        confirm: null,
        options: [],
      },
      {
        id: "resign",
        label: text("认输", "Resign"),
        enabled: true,
        seated: true,
        confirm: text("确定认输吗？", "Resign this game?"),
        options: [],
      },
      {
        id: "new",
        label: text("新局", "New game"),
        enabled: true,
        seated: true,
        confirm: null,
        options: [],
      },
    ],
    clocks: [],
    asked: [],
    badges: [],
    tags: [],
    plates: [],
    secret: null,
    position: null,
    lines: null,
    insight: { title: null, bar: null, note: null, arrows: [], review: null },
  };

  constructor(private readonly id: string) {}

  enter(socket: WebSocket, hello: { name?: string | null }): void {
    const id = this.guests.length + 1;
    const guest: Guest = { id, socket, name: hello.name ?? `Guest ${id}`, selected: null };
    this.guests.push(guest);
    const token = `token-${id}`;
    this.tell(guest, {
      t: "welcome",
      you: id,
      token,
      room: this.id,
      map: mapView(),
      fresh: true,
      host: id === 1,
    });
    socket.send(Buffer.from([3]));
    const men = [...this.men].map(([square, man]) => ({ pos: cellOf(square), id: man.block }));
    socket.send(cellsFrame([...boardCells(), ...men]));
    this.tell(guest, {
      t: "scene",
      event: this.event,
      tick: this.tick(),
      effects: [],
      hud: this.hud,
      seats: this.seats(),
      players: this.players(),
      request: this.request(guest),
      marks: this.marks(guest),
      setting: { hour: 12, vars: [], zones: [] },
    });
    socket.on("message", (data) => this.hear(guest, JSON.parse(String(data)) as ClientMessage));
    this.end();
  }

  private hear(guest: Guest, message: ClientMessage): void {
    if (message.t === "ping") return this.tell(guest, { t: "pong", nonce: message.nonce });
    if (message.t === "click") this.click(guest, message.pos);
    if (message.t === "sit") this.holders[message.seat] = { by: "player", player: guest.id };
    if (message.t === "stand") {
      const seat = this.seatOf(guest);
      if (seat !== null) this.holders[seat] = { by: "open" };
    }
    if (message.t === "set_computer") {
      const { seat, level } = message;
      this.holders[seat] = level === null ? { by: "open" } : { by: "computer", level };
      this.think();
    }
    if (message.t === "chat") this.all({ t: "chat", from: guest.id, text: text(message.text) });
    if (message.t === "take_back") this.rewind();
    if (message.t === "action") this.act(guest, message.id);
    this.end();
  }

  private act(guest: Guest, id: string): void {
    if (id === "draw") {
      this.all({ t: "toast", kind: "info", text: text("对方不同意和棋", "The draw was declined") });
    } else if (id === "resign") {
      const winner = 1 - (this.seatOf(guest) ?? 0);
      this.hud = { ...this.hud, result: { winner, text: text("对方认输", "By resignation") } };
      this.hud = { ...this.hud, turn: null, status: text("对局结束", "The game is over") };
    } else if (id === "new") {
      this.setMen(startMen());
      this.past = [];
      this.last = [];
      this.hud = {
        ...this.hud,
        moves: [],
        turn: 0,
        result: null,
        status: text("红方走棋", "Red to move"),
      };
    }
  }

  private click(guest: Guest, pos: readonly number[]): void {
    const square = (pos[0] as number) + 9 * (pos[2] as number);
    const side = SIDES[this.hud.turn ?? 0];
    if (pos[1] !== 1 || this.seatOf(guest) !== this.hud.turn || this.hud.turn === null) {
      this.tell(guest, {
        t: "refused",
        code: "not_yours",
        text: text("现在不能点这里", "Not now"),
      });
    } else if (this.men.get(square)?.side === side) {
      guest.selected = guest.selected === square ? null : square;
    } else if (guest.selected !== null && targets(this.men, guest.selected).includes(square)) {
      const from = guest.selected;
      guest.selected = null;
      this.play(from, square);
      this.think();
    } else if (guest.selected !== null) {
      const no = text("这枚棋子走不到那里", "That piece cannot go there");
      this.tell(guest, { t: "toast", kind: "error", text: no });
    }
  }

  private play(from: number, to: number): void {
    const seat = this.hud.turn ?? 0;
    const man = this.men.get(from);
    if (!man) return;
    this.past.push({ men: new Map(this.men), hud: this.hud, last: this.last });
    const men = new Map(this.men);
    if (men.has(to)) this.captured += 1;
    men.delete(from);
    men.set(to, man);
    this.setMen(men);
    this.last = [
      { pos: cellOf(from), kind: "last_from" },
      { pos: cellOf(to), kind: "last_to" },
    ];
    const notation = text(
      `炮${FILES[from % 9]}平${FILES[to % 9]}`,
      `C${(from % 9) + 1}=${(to % 9) + 1}`,
    );
    const turn = 1 - seat;
    const status = turn === 0 ? text("红方走棋", "Red to move") : text("黑方走棋", "Black to move");
    this.hud = { ...this.hud, turn, status, moves: [...this.hud.moves, { seat, text: notation }] };
  }

  private think(): void {
    const turn = this.hud.turn;
    if (turn === null || this.holders[turn]?.by !== "computer" || this.hud.thinking !== null)
      return;
    this.hud = { ...this.hud, thinking: turn };
    setTimeout(() => {
      this.hud = { ...this.hud, thinking: null };
      const moves = [...this.men.entries()]
        .filter(([, man]) => man.side === SIDES[turn])
        .flatMap(([from]) => targets(this.men, from).map((to) => ({ from, to })));
      const captures = moves.filter(({ to }) => this.men.has(to));
      const pool = captures.length > 0 ? captures : moves;
      const move = pool[(this.event * 7919 + this.captured) % pool.length];
      if (move) this.play(move.from, move.to);
      this.end();
    }, 900);
  }

  private rewind(): void {
    const before = this.past.splice(-2)[0];
    if (!before) return;
    this.setMen(before.men);
    this.hud = { ...before.hud, thinking: null };
    this.last = before.last;
  }

  private setMen(men: Men): void {
    const cells: { pos: readonly number[]; id: number }[] = [];
    for (let square = 0; square < 90; square++) {
      const [old, now] = [this.men.get(square)?.block ?? 0, men.get(square)?.block ?? 0];
      if (old !== now) cells.push({ pos: cellOf(square), id: now });
    }
    this.men = men;
    for (const { socket } of this.guests) socket.send(cellsFrame(cells));
  }

  /** Ends an event by sending the whole state again, which the protocol allows. */
  private end(): void {
    this.event += 1;
    for (const guest of this.guests) {
      this.tell(guest, { t: "seats", seats: this.seats() });
      this.tell(guest, { t: "players", players: this.players() });
      const { status, turn, thinking, result, moves } = this.hud;
      this.tell(guest, { t: "hud", change: { field: "status", value: status } });
      this.tell(guest, { t: "hud", change: { field: "turn", value: turn } });
      this.tell(guest, { t: "hud", change: { field: "thinking", value: thinking } });
      this.tell(guest, { t: "hud", change: { field: "result", value: result } });
      this.tell(guest, { t: "hud", change: { field: "moves", value: { keep: 0, add: moves } } });
      this.tell(guest, { t: "request", request: this.request(guest) });
      this.tell(guest, { t: "marks", marks: this.marks(guest) });
      this.tell(guest, { t: "event", event: this.event, tick: this.tick() });
    }
  }

  private request(guest: Guest): RequestView | null {
    const seat = this.seatOf(guest);
    if (seat === null || seat !== this.hud.turn) return null;
    const choices = [...this.men.entries()]
      .filter(([, man]) => man.side === SIDES[seat])
      .flatMap(([from]) => targets(this.men, from).map((to) => [cellOf(from), cellOf(to)]))
      .map((path) => ({ path, label: null }));
    return {
      id: this.event + 1,
      hint: text("请走棋", "Your move"),
      choices,
      deadline: null,
      selection: null,
      panel: null,
    };
  }

  private marks(guest: Guest): Mark[] {
    if (guest.selected === null) return this.last;
    return [
      ...this.last,
      { pos: cellOf(guest.selected), kind: "selected" },
      ...targets(this.men, guest.selected).map((to): Mark => ({
        pos: cellOf(to),
        kind: this.men.has(to) ? "capture" : "target",
      })),
    ];
  }

  private seatOf(guest: Guest): number | null {
    const seat = this.holders.findIndex((h) => h.by === "player" && h.player === guest.id);
    return seat < 0 ? null : seat;
  }

  private seats(): SeatView[] {
    const seat = (name: LocalText, colour: string, index: number): SeatView => {
      const holder = this.holders[index] as SeatHolder;
      return { name, colour, holder, care: { by: "own" }, can_hand_over: false };
    };
    return [seat(text("红方", "Red"), "#b3261c", 0), seat(text("黑方", "Black"), "#26211d", 1)];
  }

  private players() {
    return this.guests.map(({ id, name, socket }) => ({
      id,
      name,
      present: socket.readyState === 1,
    }));
  }

  private tick(): number {
    return Math.floor(performance.now() / 50);
  }

  private tell(guest: Guest, message: ServerMessage): void {
    if (guest.socket.readyState === 1) guest.socket.send(JSON.stringify(message));
  }

  private all(message: ServerMessage): void {
    for (const guest of this.guests) this.tell(guest, message);
  }
}
