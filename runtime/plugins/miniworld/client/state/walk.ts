import { computed, signal } from "@preact/signals";
import type { Mode, OwnView, PageView, ShapeView, SpaceView } from "../wire.generated";

/** Whether the device is pointed at with fingers first of all. */
const FINGERS = matchMedia("(pointer: coarse)");

/** How the crosshair is shown: not at all, or on nothing, or on something within reach. */
export type Crosshair = "hidden" | "idle" | "on";

/**
 * What the page of a walking player shows: what the server sent of the player and the space around
 * it, what the body does, and what this viewer has open. The live layer writes it, and what the
 * viewer does.
 */
export class WalkScreen {
  /** The browser's time at which the player came. */
  readonly cameAt = performance.now();
  readonly own = signal<OwnView | null>(null);
  readonly space = signal<SpaceView | null>(null);
  /** The open pages of the map's own interface, lowest first. */
  readonly pages = signal<readonly PageView[]>([]);
  /** The teams of players, by player. */
  readonly teams = signal<ReadonlyMap<number, number>>(new Map());
  /** Whether the player looks from above instead of walking. */
  readonly topView = signal(false);
  /** Whether touch controls are shown. */
  readonly touchMode = signal(FINGERS.matches);
  readonly panelOpen = signal(false);
  readonly emotesOpen = signal(false);
  /** Whether the input of the chat is open. */
  readonly typing = signal(false);
  /** Whether the mouse is locked, and whether it ever was. */
  readonly mouseLocked = signal(false);
  readonly hasStarted = signal(false);
  /** The player's body, as of the last frame. */
  readonly dead = signal(false);
  readonly underwater = signal(false);
  readonly crosshair = signal<Crosshair>("hidden");

  /** Whether this viewer controls a walking player. */
  readonly walks = computed(() => (this.space.value?.walks ?? false) && this.own.value !== null);
  /** Whether the viewer's player is seen from above. */
  readonly above = computed(() => this.walks.value && this.topView.value);
  readonly mode = computed<Mode>(() => this.space.value?.mode ?? "custom");
  /** What scripts marked on the minimap. */
  readonly shapes = computed<readonly ShapeView[]>(() => this.space.value?.shapes ?? []);

  constructor() {
    // A tablet may get a mouse, and a laptop may lose it. The screen lives as long as its page.
    FINGERS.addEventListener("change", ({ matches }) => (this.touchMode.value = matches));
  }

  /** Shows the hotbar slot as chosen at once, without waiting for the server to confirm it. */
  chooseSlot(slot: number): void {
    const own = this.own.value;
    if (own) this.own.value = { ...own, slot };
  }

  /** Notes whether the mouse is locked. */
  setMouseLocked(locked: boolean): void {
    this.mouseLocked.value = locked;
    if (locked) this.hasStarted.value = true;
  }
}
