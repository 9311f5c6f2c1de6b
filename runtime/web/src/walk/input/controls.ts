import { TICK_MS, type MoveInput } from "../physics/body";
import { codeOf, type Command, DoublePress, keyName, KEYS, slotOfKey } from "./keys";
import { PressBuffer } from "./press_buffer";

/** Degrees that the view turns for a pixel of the mouse, and in a second by keys. */
const MOUSE_DEGREES = 0.14;
const TOUCH_DEGREES = 0.32;
const KEY_DEGREES_PER_S = 120;
/** How far down and up one can look, in degrees. */
const MAX_PITCH = 89;
/** Commands that turn the view, with what a frame does: they are seen in frames, not in ticks. */
const LOOK_COMMANDS: ReadonlySet<Command> = new Set([
  "turn_left",
  "turn_right",
  "look_up",
  "look_down",
]);
/** What is a step of those when one was pressed between two frames, in ms. */
const LOOK_MS = TICK_MS;
/** A press that wanders less than this many pixels is a tap. */
const TAP_PIXELS = 10;
const TAP_MS = 350;

const CENTRED = [0, 0] as const;
/** What holds a command down that a button on the screen does. */
const BUTTON = "button";

/** What is done with hands, keys and fingers, besides going and looking. */
export interface ControlsHost {
  /** Whether keys and mouse belong to the player now, not to a menu or a line of text. */
  ready(): boolean;
  /** Whether keys that change how one looks at it are heard all the same. */
  viewKeysActive(): boolean;
  mayFly(): boolean;
  primary(down: boolean): void;
  secondary(down: boolean): void;
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
  /** What keys and buttons on the screen hold down, as ticks and frames see it. */
  private readonly presses = new PressBuffer<Command>();
  private readonly looks = new PressBuffer<Command>();
  /** Where the thumb's stick is, and a push of it that no tick has seen. */
  private stickNow: readonly [number, number] = CENTRED;
  private missedStick: readonly [number, number] | null = null;
  private readonly keys = new Map<string, Command>();
  private readonly heldByButton = new Set<Command>();
  /** Keys that scripts were told of, by name, with what holds each down. */
  private readonly reportedKeys = new Map<string, Set<string>>();
  private readonly doublePress = new DoublePress();
  private readonly stop = new AbortController();
  private runs = false;
  private wheelRest = 0;
  private drag: { id: number; x: number; y: number; far: number; since: number } | null = null;
  /** Where the mouse cannot be caught it looks round while a button is held. */
  private lockRefused = false;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly host: ControlsHost,
  ) {
    const { signal } = this.stop;
    const options = { signal, capture: true };
    window.addEventListener("keydown", (event) => this.keyDown(event), options);
    window.addEventListener("keyup", (event) => this.keyUp(event), options);
    window.addEventListener("blur", () => this.release(), { signal });
    document.addEventListener("visibilitychange", () => this.onVisibilityChange(), { signal });
    document.addEventListener("pointerlockchange", () => this.onPointerLockChange(), { signal });
    document.addEventListener("pointerlockerror", () => (this.lockRefused = true), { signal });
    canvas.addEventListener("pointerdown", (event) => this.down(event), { signal });
    canvas.addEventListener("pointermove", (event) => this.move(event), { signal });
    canvas.addEventListener("pointerup", (event) => this.up(event), { signal });
    canvas.addEventListener("pointercancel", () => (this.drag = null), { signal });
    canvas.addEventListener("wheel", (event) => this.wheel(event), { signal, passive: false });
  }

  /** Stops listening. */
  dispose(): void {
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
    if (this.locked || this.lockRefused) return;
    // Older browsers return nothing, newer ones a promise.
    const asked: unknown = this.canvas.requestPointerLock();
    if (asked instanceof Promise) asked.catch(() => (this.lockRefused = true));
  }

  /** Lets go of all keys; a press that no tick has seen still counts. */
  release(): void {
    const now = performance.now();
    this.keys.clear();
    this.heldByButton.clear();
    this.presses.release(now);
    this.looks.release(now);
    this.stick = CENTRED;
    this.runs = false;
    for (const name of this.reportedKeys.keys()) this.host.key(name, false);
    this.reportedKeys.clear();
    this.host.primary(false);
    this.host.secondary(false);
  }

  /** Nobody sees the page any more: what was pressed then is not done when they come back. */
  private onVisibilityChange(): void {
    if (document.visibilityState !== "hidden") return;
    this.release();
    this.presses.clear();
    this.looks.clear();
    this.missedStick = null;
    this.drag = null;
  }

  /** The thumb's stick: ahead and to the right, -1 to 1. */
  get stick(): readonly [number, number] {
    return this.stickNow;
  }

  set stick(to: readonly [number, number]) {
    const strength = ([ahead, aside]: readonly [number, number]) => Math.hypot(ahead, aside);
    // A push that is over before a tick is seen as far as it went.
    if (strength(to) > strength(this.missedStick ?? CENTRED)) this.missedStick = to;
    this.stickNow = to;
  }

  /** Turns the view as keys say; `elapsed` ms have passed since it was last asked. */
  turn(elapsed: number): void {
    const by = (command: Command) => {
      if (!this.looks.has(command)) return 0;
      return (KEY_DEGREES_PER_S * (this.looks.holds(command) ? elapsed : LOOK_MS)) / 1000;
    };
    this.look(by("turn_right") - by("turn_left"), 0);
    this.look(0, (by("look_down") - by("look_up")) * 0.7);
    this.looks.step();
  }

  /** What the person wants in the next tick, which sees it: each tick is to ask once. */
  moveInput(): MoveInput {
    const has = (command: Command) => Number(this.presses.has(command));
    const resting = this.stickNow[0] === 0 && this.stickNow[1] === 0;
    const stick = (resting ? this.missedStick : null) ?? this.stickNow;
    const ahead = has("ahead") - has("back") + stick[0];
    if (ahead <= 0) this.runs = false;
    const input = {
      ahead: Math.max(-1, Math.min(1, ahead)),
      aside: Math.max(-1, Math.min(1, has("right") - has("left") + stick[1])),
      jump: has("jump") > 0,
      sneak: has("sneak") > 0,
      run: this.runs || has("run") > 0 || stick[0] > 0.95,
      yaw: this.yaw,
    };
    this.presses.step();
    this.missedStick = null;
    return input;
  }

  /** Turns the view by degrees. */
  look(yaw: number, pitch: number): void {
    this.yaw = (((this.yaw + yaw) % 360) + 360) % 360;
    this.pitch = Math.max(-MAX_PITCH, Math.min(MAX_PITCH, this.pitch + pitch));
  }

  /**
   * A button on the screen goes down or up, at a moment in ms; scripts hear of it as of the key that
   * does the same.
   */
  hold(command: Command, down: boolean, at = performance.now()): void {
    if (down && !this.host.ready()) return;
    const code = codeOf(command);
    if (code !== null) this.reportKey(code, down, BUTTON);
    if (!down) this.pressesOf(command).up(command, BUTTON, at);
    else if (!this.heldByButton.has(command)) {
      this.pressesOf(command).down(command, BUTTON, at);
      this.detectDoublePress(command, at);
    }
    this.heldByButton[down ? "add" : "delete"](command);
  }

  private pressesOf(command: Command): PressBuffer<Command> {
    return LOOK_COMMANDS.has(command) ? this.looks : this.presses;
  }

  private keyDown(event: KeyboardEvent): void {
    const { code } = event;
    const menu = event.metaKey || event.altKey || (event.ctrlKey && code !== "ControlLeft");
    const going = event.ctrlKey && this.keys.has("ControlLeft");
    const command = KEYS[code];
    const looks = (command === "board" || command === "chat") && this.host.viewKeysActive();
    if ((menu && !going) || (!this.host.ready() && !looks) || isWidget(event)) return;
    const slot = slotOfKey(code);
    if (!event.repeat) this.reportKey(code, true);
    if (command === undefined && slot === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    if (slot !== null) this.host.slot(slot);
    if (command) this.begin(code, command, event.timeStamp);
  }

  /** `at` is when it was pressed, however late the page hears of it. */
  private begin(code: string, command: Command, at: number): void {
    this.keys.set(code, command);
    this.pressesOf(command).down(command, code, at);
    this.detectDoublePress(command, at);
    if (command === "dig") this.host.primary(true);
    if (command === "place") this.host.secondary(true);
    this.host.command(command);
  }

  /** What a second quick press does, of a key or of a button on the screen. */
  private detectDoublePress(command: Command, now: number): void {
    if (!this.doublePress.press(command, now)) return;
    if (command === "ahead") this.runs = true;
    if (command === "jump" && this.host.mayFly()) this.host.toggleFlight();
  }

  private keyUp({ code, timeStamp }: KeyboardEvent): void {
    const command = this.keys.get(code);
    this.keys.delete(code);
    if (command) this.pressesOf(command).up(command, code, timeStamp);
    this.reportKey(code, false);
    if (command === "dig") this.host.primary(false);
    if (command === "place") this.host.secondary(false);
  }

  /** Tells scripts of a key when the first thing that holds it goes down, and the last one up. */
  private reportKey(code: string, down: boolean, by = code): void {
    const name = keyName(code);
    if (name === null) return;
    const holders = this.reportedKeys.get(name) ?? new Set();
    if (down) {
      if (holders.size === 0) this.host.key(name, true);
      this.reportedKeys.set(name, holders.add(by));
    } else if (holders.delete(by) && holders.size === 0) {
      this.reportedKeys.delete(name);
      this.host.key(name, false);
    }
  }

  private onPointerLockChange(): void {
    if (!this.locked) this.release();
    this.host.onLock(this.locked);
  }

  private down(event: PointerEvent): void {
    this.canvas.focus({ preventScroll: true });
    const { pointerId: id, clientX: x, clientY: y } = event;
    if (event.pointerType === "touch") {
      this.host.onTouch();
      this.drag ??= { id, x, y, far: 0, since: event.timeStamp };
      return;
    }
    if (!this.host.ready()) return;
    if (!this.locked && !this.lockRefused) {
      this.lock();
      return;
    }
    if (this.lockRefused) this.drag = { id, x, y, far: 0, since: event.timeStamp };
    if (event.button === 0) this.host.primary(true);
    if (event.button === 2) this.host.secondary(true);
  }

  private move(event: PointerEvent): void {
    const { drag } = this;
    if (this.locked) {
      this.look(event.movementX * MOUSE_DEGREES, event.movementY * MOUSE_DEGREES);
    } else if (drag && drag.id === event.pointerId) {
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
      const by = event.pointerType === "touch" ? TOUCH_DEGREES : MOUSE_DEGREES * 2;
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
      const short = drag.far < TAP_PIXELS && event.timeStamp - drag.since < TAP_MS;
      const box = this.canvas.getBoundingClientRect();
      if (event.pointerType === "touch" && short && this.host.ready()) {
        this.host.tap(event.clientX - box.left, event.clientY - box.top);
      }
    }
    if (event.pointerType === "touch") return;
    if (event.button === 0) this.host.primary(false);
    if (event.button === 2) this.host.secondary(false);
  }

  private wheel(event: WheelEvent): void {
    if (!this.host.ready()) return;
    event.preventDefault();
    this.wheelRest +=
      event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 24 : event.deltaY;
    const notches = Math.trunc(this.wheelRest / 60);
    if (notches === 0) return;
    this.wheelRest -= notches * 60;
    this.host.wheel(Math.sign(notches));
  }
}

/** Whether a key belongs to something on the page that has the focus. */
function isWidget({ target, code }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("input,textarea,select,dialog,[contenteditable]")) return true;
  const presses = code === "Enter" || code === "Space" || code === "NumpadEnter";
  return presses && target.closest("button,a,[role=button]") !== null;
}
