import { TICK_MS, type MoveInput } from "../physics/body";
import { codeOf, type Command, DoublePress, keyName, KEYS, slotOfKey } from "./keys";
import { PressBuffer } from "./press_buffer";

/**
 * Degrees that the view turns per pixel of the mouse, per pixel of a finger, and per second with
 * keys.
 */
const MOUSE_DEGREES = 0.14;
const TOUCH_DEGREES = 0.32;
const KEY_DEGREES_PER_S = 120;
/** How far down and up the player can look, in degrees. */
const MAX_PITCH = 89;
/** Commands that turn the view. They are read per frame; all others are read per tick. */
const LOOK_COMMANDS: ReadonlySet<Command> = new Set([
  "turn_left",
  "turn_right",
  "look_up",
  "look_down",
]);
/** How long a key that was pressed and released between two frames turns the view, in ms. */
const LOOK_MS = TICK_MS;
/** A touch that moves less than this many pixels, and is shorter than `TAP_MS`, is a tap. */
const TAP_PIXELS = 10;
const TAP_MS = 350;

const CENTRED = [0, 0] as const;
/** Who holds a command down, when it is a button on the screen. */
const BUTTON = "button";

/** What the controls need to know, and what they report besides movement and view. */
export interface ControlsHost {
  /** Whether keys and mouse control the player, rather than a menu or an input. */
  ready(): boolean;
  /** Whether the keys for the top view and the chat work although the player cannot be moved. */
  viewKeysActive(): boolean;
  mayFly(): boolean;
  primary(down: boolean): void;
  secondary(down: boolean): void;
  slot(index: number): void;
  wheel(by: number): void;
  command(command: Command): void;
  /** A tap on the picture, in pixels of the canvas. */
  tap(x: number, y: number): void;
  /** A key went down or up, by its name for scripts. */
  key(name: string, down: boolean): void;
  toggleFlight(): void;
  /** The pointer lock was gained or lost. */
  onLock(locked: boolean): void;
  /** A finger touched the picture. */
  onTouch(): void;
}

/** Keyboard, mouse and touch input of a walking player. */
export class Controls {
  yaw = 0;
  pitch = 0;
  /** Held commands as ticks see them (`presses`) and as frames see them (`looks`). */
  private readonly presses = new PressBuffer<Command>();
  private readonly looks = new PressBuffer<Command>();
  /** Position of the touch joystick, and its farthest position since the last tick. */
  private stickNow: readonly [number, number] = CENTRED;
  private missedStick: readonly [number, number] | null = null;
  private readonly keys = new Map<string, Command>();
  private readonly heldByButton = new Set<Command>();
  /** By key name: which keys and buttons hold it down, for keys reported to scripts. */
  private readonly reportedKeys = new Map<string, Set<string>>();
  private readonly doublePress = new DoublePress();
  private readonly stop = new AbortController();
  private runs = false;
  private wheelRest = 0;
  private drag: { id: number; x: number; y: number; far: number; since: number } | null = null;
  /** The browser refused pointer lock: the mouse then looks around while a button is held. */
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

  /** Removes all listeners. */
  dispose(): void {
    this.stop.abort();
    this.release();
    this.unlock();
  }

  /** Whether the mouse is locked. */
  get locked(): boolean {
    return document.pointerLockElement === this.canvas;
  }

  unlock(): void {
    if (this.locked) document.exitPointerLock();
  }

  /** Locks the mouse, if the browser allows it. */
  lock(): void {
    if (this.locked || this.lockRefused) return;
    // Older browsers return undefined, newer ones a promise.
    const asked: unknown = this.canvas.requestPointerLock();
    if (asked instanceof Promise) asked.catch(() => (this.lockRefused = true));
  }

  /** Releases all keys and buttons. A press that no tick has seen yet still counts. */
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

  /**
   * Drops all input when the page is hidden: presses must not take effect when the player returns.
   */
  private onVisibilityChange(): void {
    if (document.visibilityState !== "hidden") return;
    this.release();
    this.presses.clear();
    this.looks.clear();
    this.missedStick = null;
    this.drag = null;
  }

  /** The touch joystick: forward and to the right, -1 to 1. */
  get stick(): readonly [number, number] {
    return this.stickNow;
  }

  set stick(to: readonly [number, number]) {
    const strength = ([ahead, aside]: readonly [number, number]) => Math.hypot(ahead, aside);
    // A push that ends before the next tick counts with its farthest position.
    if (strength(to) > strength(this.missedStick ?? CENTRED)) this.missedStick = to;
    this.stickNow = to;
  }

  /** Turns the view by the keys held; `elapsed` ms have passed since the last call. */
  turn(elapsed: number): void {
    const by = (command: Command) => {
      if (!this.looks.has(command)) return 0;
      return (KEY_DEGREES_PER_S * (this.looks.holds(command) ? elapsed : LOOK_MS)) / 1000;
    };
    this.look(by("turn_right") - by("turn_left"), 0);
    this.look(0, (by("look_down") - by("look_up")) * 0.7);
    this.looks.step();
  }

  /**
   * The input of the next tick. Call it once per tick: presses that were seen are then forgotten.
   */
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

  look(yaw: number, pitch: number): void {
    this.yaw = (((this.yaw + yaw) % 360) + 360) % 360;
    this.pitch = Math.max(-MAX_PITCH, Math.min(MAX_PITCH, this.pitch + pitch));
  }

  /**
   * Presses or releases a button on the screen, at a time in ms. Scripts are told of it as of the
   * key with the same command.
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

  /** `at` is when the key was pressed, however late the event is handled. */
  private begin(code: string, command: Command, at: number): void {
    this.keys.set(code, command);
    this.pressesOf(command).down(command, code, at);
    this.detectDoublePress(command, at);
    if (command === "dig") this.host.primary(true);
    if (command === "place") this.host.secondary(true);
    this.host.command(command);
  }

  /** Starts running or toggles flight on a double press of a key or button. */
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

  /**
   * Reports a key to scripts when the first of its holders goes down and when the last one goes up.
   */
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

/** Whether a key belongs to a focused element of the page, such as an input. */
function isWidget({ target, code }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("input,textarea,select,dialog,[contenteditable]")) return true;
  const presses = code === "Enter" || code === "Space" || code === "NumpadEnter";
  return presses && target.closest("button,a,[role=button]") !== null;
}
