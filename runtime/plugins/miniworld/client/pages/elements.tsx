import type { ComponentChildren, CSSProperties, RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Element as PageElement } from "../wire.generated";
import { Content } from "./contents";
import type { Box } from "./layout";

/** Font size of elements that set none. */
const FONT = 26;

/** Properties that change gradually, each with its own duration. */
const TRANSITIONS = ["move", "scale", "rotate", "progress"] as const;

/** What an element reports. */
export interface ElementEvents {
  press(down: boolean): void;
  type(content: string): void;
}

interface Props {
  id: string;
  element: PageElement;
  /** Its place, in CSS pixels. */
  box: Box;
  /** CSS pixels per unit of the page. */
  scale: number;
  /** Its place above the other elements of the page. */
  order: number;
  events: ElementEvents;
  /** The elements on a list, which scroll with it. */
  children: ComponentChildren;
}

/** An element of a page. */
export function ElementView({ id, element, box, scale, order, events, children }: Props) {
  const inner = useRef<HTMLDivElement>(null);
  useMotion(inner, element.motion);
  return (
    <div
      class={`element ${element.kind}`}
      data-element={id}
      style={styleOf(element, box, scale, order)}
    >
      <Content element={element} scale={scale} events={events} place={inner}>
        {children}
      </Content>
    </div>
  );
}

/** Where an element is and how it looks. Changes take the durations that the map sets. */
function styleOf(element: PageElement, box: Box, scale: number, order: number): CSSProperties {
  const times = TRANSITIONS.map((what) => [`--${what}-time`, `${element.glides[what] ?? 0}s`]);
  return {
    ...Object.fromEntries(times),
    left: `${box.x}px`,
    top: `${box.y}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    opacity: String(Math.max(0, Math.min(100, element.alpha ?? 100)) / 100),
    rotate: element.angle ? `${element.angle}deg` : "",
    fontSize: `${(element.font ?? FONT) * scale}px`,
    zIndex: String(order),
    "--scale": String(scale),
  };
}

/**
 * Plays an animation when the map begins another. Maps name animations by number; what each number
 * looks like is defined here.
 */
function useMotion(inner: RefObject<HTMLDivElement | null>, motion: PageElement["motion"]): void {
  const [name = "", seconds = 1, count = 0] = motion ?? [];
  const begun = useRef(0);
  useLayoutEffect(() => {
    if (count === begun.current || !inner.current) return;
    begun.current = count;
    inner.current.getAnimations().forEach((animation) => animation.cancel());
    const [how, number] = name.split(" ");
    if (how !== "loop" && how !== "once") return;
    const movement = MOVEMENTS[Number(number) % MOVEMENTS.length] ?? MOVEMENTS[0];
    const iterations = how === "loop" ? Infinity : 1;
    const duration = Math.max(0.1, seconds) * 1000;
    inner.current.animate(movement as Keyframe[], { duration, iterations });
  }, [count]);
}

const MOVEMENTS: readonly Keyframe[][] = [
  [{ scale: "1" }, { scale: "1.12" }, { scale: "1" }],
  [{ opacity: "1" }, { opacity: "0.25" }, { opacity: "1" }],
  [{ translate: "0 0" }, { translate: "0 -12%" }, { translate: "0 0" }],
  [{ rotate: "0deg" }, { rotate: "-6deg" }, { rotate: "6deg" }, { rotate: "0deg" }],
  [{ scale: "0.2", opacity: "0" }, { scale: "1.08", opacity: "1" }, { scale: "1" }],
];
