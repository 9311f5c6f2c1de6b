/** What pointer gestures on the board do. Coordinates are CSS pixels within the canvas. */
export interface Gestures {
  tap(x: number, y: number): void;
  /** The pointer is over a point; null when it leaves or drags. */
  hover(at: { x: number; y: number } | null): void;
  orbit(dx: number, dy: number): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number): void;
  /**
   * A press at a point; true if the drag that follows selects cards instead of turning the view.
   */
  grab(x: number, y: number): boolean;
  /** A drag across cards reaches a point. */
  stroke(x: number, y: number): void;
  /** A drag across cards ends; `done` is false if it was cancelled. */
  release(done: boolean): void;
}

interface Finger {
  x: number;
  y: number;
  startX: number;
  startY: number;
}

/**
 * A press that moves less than this is a tap, however long it lasts, because people and machines
 * may be slow.
 */
const TAP_PIXELS = 9;

/** Reads mouse, pen and touch: one pointer orbits, two pan and zoom, a tap clicks. */
export function watchPointer(canvas: HTMLCanvasElement, gestures: Gestures): void {
  const fingers = new Map<number, Finger>();
  let dragging = false;
  let panning = false;
  let stroking = false;

  const at = (event: PointerEvent | WheelEvent) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const pair = (): [Finger, Finger] | null => {
    const [a, b] = fingers.values();
    return a && b ? [a, b] : null;
  };

  canvas.addEventListener("pointerdown", (event) => {
    // With pointer lock, capturing the pointer is unnecessary and fails.
    if (!document.pointerLockElement) canvas.setPointerCapture(event.pointerId);
    const { x, y } = at(event);
    fingers.set(event.pointerId, { x, y, startX: x, startY: y });
    panning = event.button === 1 || event.button === 2 || event.shiftKey;
    dragging = fingers.size > 1 || panning;
    if (stroking) {
      stroking = false;
      gestures.release(false);
    }
    stroking = !dragging && gestures.grab(x, y);
  });

  canvas.addEventListener("pointermove", (event) => {
    const { x, y } = at(event);
    const finger = fingers.get(event.pointerId);
    if (!finger) {
      if (event.pointerType === "mouse") gestures.hover({ x, y });
      return;
    }
    if (stroking) {
      gestures.stroke(x, y);
      return;
    }
    const before = pair();
    const gap = before && Math.hypot(before[0].x - before[1].x, before[0].y - before[1].y);
    const [dx, dy] = [x - finger.x, y - finger.y];
    if (!dragging && Math.hypot(x - finger.startX, y - finger.startY) > TAP_PIXELS) {
      dragging = true;
      gestures.hover(null);
    }
    finger.x = x;
    finger.y = y;
    const after = pair();
    if (after && gap) {
      const now = Math.hypot(after[0].x - after[1].x, after[0].y - after[1].y);
      gestures.zoom(gap / Math.max(now, 1));
      gestures.pan(dx / 2, dy / 2);
    } else if (dragging) {
      if (panning) gestures.pan(dx, dy);
      else gestures.orbit(dx, dy);
    }
  });

  const end = (event: PointerEvent, taps: boolean) => {
    const finger = fingers.get(event.pointerId);
    fingers.delete(event.pointerId);
    if (stroking) {
      stroking = false;
      gestures.release(taps);
      return;
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
