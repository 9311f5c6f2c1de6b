interface Point {
  x: number;
  y: number;
}

/** What pointer gestures on the board do. Coordinates are CSS pixels within the canvas. */
export interface Gestures {
  tap(x: number, y: number): void;
  /** The pointer is over a point; null when it leaves or drags. */
  hover(at: { x: number; y: number } | null): void;
  orbit(dx: number, dy: number): void;
  /** Two fingers turn by an angle in radians. */
  turn(angle: number): void;
  pan(dx: number, dy: number): void;
  /** Whether dragging with the right button draws an arrow; else it turns the view. */
  draws(): boolean;
  /** The right button points from one point to another, `done` when it is released. */
  draw(from: Point, to: Point, done: boolean): void;
  zoom(factor: number): void;
  /** A press at a point; true if it takes hold of something, which the pointer then drags. */
  grab(x: number, y: number): boolean;
  /** What was grabbed is dragged to a point; `moved` once the pointer has left where it began. */
  drag(x: number, y: number, moved: boolean): void;
  /** What was grabbed is let go; `done` is false if the drag was cancelled. */
  release(x: number, y: number, done: boolean): void;
}

interface Finger extends Point {
  startX: number;
  startY: number;
}

/**
 * A press that moves less than this is a tap, however long it lasts, because people and machines
 * may be slow.
 */
const TAP_PIXELS = 9;

const startOf = ({ startX, startY }: Finger): Point => ({ x: startX, y: startY });

/** An angle as one between -π and π. */
const halfTurn = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle));

/**
 * Reads mouse, pen and touch. The left button and a single finger play: they tap and drag what can be
 * dragged. The right button points at cells, and turns the view or draws arrows; the middle one (or
 * Shift) moves the view, and two fingers do both.
 * A finger that slips on the board therefore leaves it as it was.
 */
export function watchPointer(canvas: HTMLCanvasElement, gestures: Gestures): void {
  const fingers = new Map<number, Finger>();
  let dragging = false;
  /** What dragging with a button does. */
  let drags: "nothing" | "orbit" | "pan" | "draw" = "nothing";
  let grabbed = false;
  /** Whether the pointer has left the place where it was pressed. */
  let moved = false;

  const at = (event: PointerEvent | WheelEvent) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const pair = (): { gap: number; angle: number } | null => {
    const [a, b] = fingers.values();
    if (!a || !b) return null;
    return { gap: Math.hypot(a.x - b.x, a.y - b.y), angle: Math.atan2(b.y - a.y, b.x - a.x) };
  };

  canvas.addEventListener("pointerdown", (event) => {
    // With pointer lock, capturing the pointer is unnecessary and fails.
    if (!document.pointerLockElement) canvas.setPointerCapture(event.pointerId);
    const { x, y } = at(event);
    fingers.set(event.pointerId, { x, y, startX: x, startY: y });
    if (event.button === 1 || event.shiftKey) drags = "pan";
    else if (event.button === 2) drags = gestures.draws() ? "draw" : "orbit";
    else drags = event.altKey ? "orbit" : "nothing";
    moved = false;
    dragging = fingers.size > 1 || drags !== "nothing";
    if (grabbed) {
      grabbed = false;
      gestures.release(x, y, false);
    }
    grabbed = !dragging && gestures.grab(x, y);
  });

  canvas.addEventListener("pointermove", (event) => {
    const { x, y } = at(event);
    const finger = fingers.get(event.pointerId);
    if (!finger) {
      if (event.pointerType === "mouse") gestures.hover({ x, y });
      return;
    }
    const before = pair();
    const [dx, dy] = [x - finger.x, y - finger.y];
    if (!moved && Math.hypot(x - finger.startX, y - finger.startY) > TAP_PIXELS) {
      moved = dragging = true;
      gestures.hover(null);
    }
    finger.x = x;
    finger.y = y;
    const after = pair();
    if (grabbed) gestures.drag(x, y, dragging);
    else if (before && after) {
      gestures.zoom(before.gap / Math.max(after.gap, 1));
      gestures.pan(dx / 2, dy / 2);
      gestures.turn(halfTurn(after.angle - before.angle));
    } else if (drags === "pan") gestures.pan(dx, dy);
    else if (drags === "orbit" && moved) gestures.orbit(dx, dy);
    else if (drags === "draw") gestures.draw(startOf(finger), { x, y }, false);
  });

  const end = (event: PointerEvent, taps: boolean) => {
    const finger = fingers.get(event.pointerId);
    fingers.delete(event.pointerId);
    if (grabbed) {
      const { x, y } = at(event);
      grabbed = false;
      if (fingers.size === 0) dragging = false;
      gestures.release(x, y, taps);
      return;
    }
    if (finger && event.button === 2 && taps && fingers.size === 0) {
      const start = startOf(finger);
      if (!moved || drags === "draw") gestures.draw(start, moved ? at(event) : start, true);
    }
    if (finger && taps && !dragging) gestures.tap(finger.startX, finger.startY);
    if (fingers.size === 0) dragging = false;
  };
  canvas.addEventListener("pointerup", (event) => end(event, true));
  canvas.addEventListener("pointercancel", (event) => end(event, false));
  canvas.addEventListener("pointerleave", () => gestures.hover(null));
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 24 : 1;
      gestures.zoom(Math.exp(Math.max(-240, Math.min(240, event.deltaY * lines)) * 0.0011));
    },
    { passive: false },
  );
}
