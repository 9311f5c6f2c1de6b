import type { Wish } from "./body";
import { codeOf, type Command, Doubles, keyName, KEYS, slotOfKey } from "./keys";

/** Degrees that the view turns for a pixel of the mouse, and in a second by keys. */
const MOUSE = 0.14;
const FINGER = 0.32;
const TURN = 120;
/** How far down and up one can look, in degrees. */
const STEEP = 89;
/** A press that wanders less than this many pixels is a tap. */
const TAP_PIXELS = 10;
const TAP_MS = 350;

/** What is done with hands, keys and fingers, besides going and looking. */
export interface Deeds {
  /** Whether keys and mouse belong to the player now, not to a menu or a line of text. */
  ready(): boolean;
  /** Whether keys that change how one looks at it are heard all the same. */
  listens(): boolean;
  mayFly(): boolean;
  press(down: boolean): void;
  pressOther(down: boolean): void;
  slot(index: number): void;
  wheel(by: number): void;
  command(command: Command): void;
  /** Something in the picture was tapped, in pixels of the canvas. */
  tap(x: number, y: number): void;
  /** A key goes down or up, by its name. */
  key(name: string, down: boolean): void;
  toggleFlight(): void;
  /** The mouse was caught or let go. */
  onLock(locked: boolean): void;
  /** A finger has touched the picture: there are buttons to be shown. */
  onTouch(): void;
}

/** Reads keys, mouse and fingers of a walking player. */
export class Controls {
  yaw = 0;
  pitch = 0;
  /** The thumb's stick: ahead and to the right, -1 to 1. */
  stick: readonly [number, number] = [0, 0];
  /** What buttons on the screen hold down. */
  private readonly held = new Set<Command>();
  private readonly keys = new Map<string, Command>();
  /** Keys that scripts were told of, by name, with what holds each down. */
  private readonly told = new Map<string, Set<string>>();
  private readonly doubles = new Doubles();
  private readonly stop = new AbortController();
  private runs = false;
  private turns = 0;
  private drag: { id: number; x: number; y: number; far: number; since: number } | null = null;
  /** Where the mouse cannot be caught it looks round while a button is held. */
  private free = false;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly deeds: Deeds,
  ) {
    const { signal } = this.stop;
    const options = { signal, capture: true };
    window.addEventListener("keydown", (event) => this.keyDown(event), options);
    window.addEventListener("keyup", (event) => this.keyUp(event), options);
    window.addEventListener("blur", () => this.release(), { signal });
    document.addEventListener("pointerlockchange", () => this.lockChanged(), { signal });
    document.addEventListener("pointerlockerror", () => (this.free = true), { signal });
    canvas.addEventListener("pointerdown", (event) => this.down(event), { signal });
    canvas.addEventListener("pointermove", (event) => this.move(event), { signal });
    canvas.addEventListener("pointerup", (event) => this.up(event), { signal });
    canvas.addEventListener("pointercancel", () => (this.drag = null), { signal });
    canvas.addEventListener("wheel", (event) => this.wheel(event), { signal, passive: false });
  }

  /** Stops listening. */
  end(): void {
    this.stop.abort();
    this.release();
    this.unlock();
  }

  /** Whether the mouse is caught. */
  get locked(): boolean {
    return document.pointerLockElement === this.canvas;
  }

  /** Lets the mouse go. */
  unlock(): void {
    if (this.locked) document.exitPointerLock();
  }

  /** Catches the mouse, if the browser lets it be caught. */
  lock(): void {
    if (this.locked || this.free) return;
    // Older browsers return nothing, newer ones a promise.
    const asked: unknown = this.canvas.requestPointerLock();
    if (asked instanceof Promise) asked.catch(() => (this.free = true));
  }

  /** Lets go of all keys. */
  release(): void {
    this.keys.clear();
    this.held.clear();
    this.stick = [0, 0];
    this.runs = false;
    for (const name of this.told.keys()) this.deeds.key(name, false);
    this.told.clear();
    this.deeds.press(false);
    this.deeds.pressOther(false);
  }

  /** What the person wants now; `elapsed` ms have passed since it was last asked. */
  wish(elapsed: number): Wish {
    const has = (command: Command) => Number(this.has(command));
    const turn = (TURN * elapsed) / 1000;
    this.look((has("turn_right") - has("turn_left")) * turn, 0);
    this.look(0, (has("look_down") - has("look_up")) * turn * 0.7);
    const ahead = has("ahead") - has("back") + this.stick[0];
    if (ahead <= 0) this.runs = false;
    return {
      ahead: Math.max(-1, Math.min(1, ahead)),
      aside: Math.max(-1, Math.min(1, has("right") - has("left") + this.stick[1])),
      jump: this.has("jump"),
      sneak: this.has("sneak"),
      run: this.runs || this.has("run") || this.stick[0] > 0.95,
      yaw: this.yaw,
    };
  }

  /** Turns the view by degrees. */
  look(yaw: number, pitch: number): void {
    this.yaw = (((this.yaw + yaw) % 360) + 360) % 360;
    this.pitch = Math.max(-STEEP, Math.min(STEEP, this.pitch + pitch));
  }

  /** A button on the screen goes down or up; scripts hear of it as of the key that does the same. */
  hold(command: Command, down: boolean): void {
    if (down && !this.deeds.ready()) return;
    const code = codeOf(command);
    if (code !== null) this.tell(code, down, "button");
    if (!down) this.held.delete(command);
    else if (!this.held.has(command)) {
      this.held.add(command);
      this.press(command, performance.now());
    }
  }

  private has(command: Command): boolean {
    return this.held.has(command) || [...this.keys.values()].includes(command);
  }

  private keyDown(event: KeyboardEvent): void {
    const { code } = event;
    const menu = event.metaKey || event.altKey || (event.ctrlKey && code !== "ControlLeft");
    const going = event.ctrlKey && this.keys.has("ControlLeft");
    const command = KEYS[code];
    const looks = (command === "board" || command === "chat") && this.deeds.listens();
    if ((menu && !going) || (!this.deeds.ready() && !looks) || isWidget(event)) return;
    const slot = slotOfKey(code);
    if (!event.repeat) this.tell(code, true);
    if (command === undefined && slot === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    if (slot !== null) this.deeds.slot(slot);
    if (command) this.begin(code, command);
  }

  private begin(code: string, command: Command): void {
    const now = performance.now();
    this.keys.set(code, command);
    this.press(command, now);
    if (command === "dig") this.deeds.press(true);
    if (command === "place") this.deeds.pressOther(true);
    this.deeds.command(command);
  }

  /** What a second quick press does, of a key or of a button on the screen. */
  private press(command: Command, now: number): void {
    if (!this.doubles.press(command, now)) return;
    if (command === "ahead") this.runs = true;
    if (command === "jump" && this.deeds.mayFly()) this.deeds.toggleFlight();
  }

  private keyUp({ code }: KeyboardEvent): void {
    const command = this.keys.get(code);
    this.keys.delete(code);
    this.tell(code, false);
    if (command === "dig") this.deeds.press(false);
    if (command === "place") this.deeds.pressOther(false);
  }

  /** Tells scripts of a key when the first thing that holds it goes down, and the last one up. */
  private tell(code: string, down: boolean, by = code): void {
    const name = keyName(code);
    if (name === null) return;
    const holders = this.told.get(name) ?? new Set();
    if (down) {
      if (holders.size === 0) this.deeds.key(name, true);
      this.told.set(name, holders.add(by));
    } else if (holders.delete(by) && holders.size === 0) {
      this.told.delete(name);
      this.deeds.key(name, false);
    }
  }

  private lockChanged(): void {
    if (!this.locked) this.release();
    this.deeds.onLock(this.locked);
  }

  private down(event: PointerEvent): void {
    this.canvas.focus({ preventScroll: true });
    const { pointerId: id, clientX: x, clientY: y } = event;
    if (event.pointerType === "touch") {
      this.deeds.onTouch();
      this.drag ??= { id, x, y, far: 0, since: performance.now() };
      return;
    }
    if (!this.deeds.ready()) return;
    if (!this.locked && !this.free) {
      this.lock();
      return;
    }
    if (this.free) this.drag = { id, x, y, far: 0, since: performance.now() };
    if (event.button === 0) this.deeds.press(true);
    if (event.button === 2) this.deeds.pressOther(true);
  }

  private move(event: PointerEvent): void {
    const { drag } = this;
    if (this.locked) {
      this.look(event.movementX * MOUSE, event.movementY * MOUSE);
    } else if (drag && drag.id === event.pointerId) {
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
      const by = event.pointerType === "touch" ? FINGER : MOUSE * 2;
      this.drag = {
        ...drag,
        x: event.clientX,
        y: event.clientY,
        far: drag.far + Math.hypot(dx, dy),
      };
      this.look(dx * by, dy * by);
    }
  }

  private up(event: PointerEvent): void {
    const { drag } = this;
    if (drag?.id === event.pointerId) {
      this.drag = null;
      const short = drag.far < TAP_PIXELS && performance.now() - drag.since < TAP_MS;
      const box = this.canvas.getBoundingClientRect();
      if (event.pointerType === "touch" && short && this.deeds.ready()) {
        this.deeds.tap(event.clientX - box.left, event.clientY - box.top);
      }
    }
    if (event.pointerType === "touch") return;
    if (event.button === 0) this.deeds.press(false);
    if (event.button === 2) this.deeds.pressOther(false);
  }

  private wheel(event: WheelEvent): void {
    if (!this.deeds.ready()) return;
    event.preventDefault();
    this.turns += event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 24 : event.deltaY;
    const notches = Math.trunc(this.turns / 60);
    if (notches === 0) return;
    this.turns -= notches * 60;
    this.deeds.wheel(Math.sign(notches));
  }
}

/** Whether a key belongs to something on the page that has the focus. */
function isWidget({ target, code }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("input,textarea,select,dialog,[contenteditable]")) return true;
  const presses = code === "Enter" || code === "Space" || code === "NumpadEnter";
  return presses && target.closest("button,a,[role=button]") !== null;
}
