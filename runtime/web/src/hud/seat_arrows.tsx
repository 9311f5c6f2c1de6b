import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { cellsOf } from "../cards/layout";
import type { Arrow, Zone } from "../wire.generated";
import { useHud } from "./context";

/** How long arrows between seats are shown, until they have faded; the style sheet says the same. */
const SHOWN_MS = 1700;
/** Distance of arrows that go side by side from their straight line, as a part of its length. */
const BEND = 0.14;
/** Length and half of the width of an arrow's head in CSS pixels. */
const HEAD = { length: 18, half: 9 };

/** An arrow from a seat to another. */
export interface SeatArrow {
  from: number;
  to: number;
}

/** The arrows that point from one seat's zone to another's. */
export function arrowsBetweenSeats(arrows: readonly Arrow[], zones: readonly Zone[]): SeatArrow[] {
  const seats = new Map(
    zones.flatMap((zone) => cellsOf(zone).map((pos) => [pos.join(), zone.seat] as const)),
  );
  return arrows.flatMap((arrow) => {
    const [from, to] = [seats.get(arrow.from.join()), seats.get(arrow.to.join())];
    return from == null || to == null || from === to ? [] : [{ from, to }];
  });
}

/** A rectangle by its centre and half of its extent. */
export interface Area {
  x: number;
  y: number;
  wide: number;
  high: number;
}

/** The point where the way from an area's centre to a point leaves the area. */
function edge({ x, y, wide, high }: Area, to: { x: number; y: number }): { x: number; y: number } {
  const [dx, dy] = [to.x - x, to.y - y];
  const part = Math.min(
    1,
    wide / Math.max(1e-6, Math.abs(dx)),
    high / Math.max(1e-6, Math.abs(dy)),
  );
  return { x: x + dx * part, y: y + dy * part };
}

/** The curve from one area's edge to another's, and the head at its end, as SVG paths. */
export function arrowPaths(from: Area, to: Area): { shaft: string; head: string } {
  const bent = {
    x: (from.x + to.x) / 2 + BEND * (to.y - from.y),
    y: (from.y + to.y) / 2 - BEND * (to.x - from.x),
  };
  const [start, end] = [edge(from, bent), edge(to, bent)];
  const [dx, dy] = [end.x - bent.x, end.y - bent.y];
  const length = Math.max(1, Math.hypot(dx, dy));
  const [ux, uy] = [dx / length, dy / length];
  const neck = { x: end.x - ux * HEAD.length, y: end.y - uy * HEAD.length };
  const at = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const sides = [1, -1].map((way) =>
    at(neck.x - uy * HEAD.half * way, neck.y + ux * HEAD.half * way),
  );
  return {
    shaft: `M${at(start.x, start.y)} Q${at(bent.x, bent.y)} ${at(neck.x, neck.y)}`,
    head: `M${at(end.x, end.y)} L${sides[0]} L${sides[1]}Z`,
  };
}

interface Shown {
  id: number;
  paths: (ReturnType<typeof arrowPaths> & { colour: string })[];
}

/** Arrows from the seat that acts to those on whom it acts, which fade. */
export function SeatArrows() {
  const { model } = useHud();
  const box = useRef<HTMLDivElement>(null);
  const count = useRef(0);
  const shown = useSignal<Shown | null>(null);
  const arrows = useComputed(() =>
    model.past ? [] : arrowsBetweenSeats(model.hud.insight.arrows, model.setting.zones),
  );
  useSignalEffect(() => {
    const now = arrows.value;
    if (now.length === 0) return;
    // The signs of this event are rendered in the next frame.
    requestAnimationFrame(() => {
      const root = box.current;
      if (!root) return;
      const origin = root.getBoundingClientRect();
      const areaOf = (seat: number): Area | null => {
        const sign = root.parentElement?.querySelector(`[data-sign="${seat}"]`);
        const at = sign?.getBoundingClientRect();
        if (!at) return null;
        const [wide, high] = [at.width / 2, at.height / 2];
        return { x: at.left - origin.left + wide, y: at.top - origin.top + high, wide, high };
      };
      const paths = now.flatMap(({ from, to }) => {
        const [start, end] = [areaOf(from), areaOf(to)];
        const colour = model.hud.plates[from]?.colour || model.seats[from]?.colour || "#ffffff";
        return start && end ? [{ ...arrowPaths(start, end), colour }] : [];
      });
      // Each time they are drawn from the beginning.
      count.current += 1;
      shown.value = { id: count.current, paths };
    });
  });
  const { value } = shown;
  useLayoutEffect(() => {
    if (!value) return undefined;
    const end = setTimeout(() => (shown.value = null), SHOWN_MS);
    return () => clearTimeout(end);
  }, [value?.id]);
  return (
    <div class="seat-arrows" ref={box} aria-hidden="true">
      {value && (
        <svg key={value.id}>
          {value.paths.map(({ shaft, head, colour }) => (
            <g style={`--seat:${colour}`}>
              <path class="rim" d={shaft} pathLength="1" />
              <path class="shaft" d={shaft} pathLength="1" />
              <path class="head" d={head} />
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}
