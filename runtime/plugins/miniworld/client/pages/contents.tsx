import { useSignal } from "@preact/signals";
import type { ComponentChildren, CSSProperties, RefObject, TargetedPointerEvent } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Element as PageElement } from "../wire.generated";
import { Marked, plainOf } from "@page/util/markup";
import { colourOfId, cssColour } from "../drawing/colours";
import { hashText, iconUrl } from "../drawing/item_icons";
import type { ElementEvents } from "./elements";
import { modelOf, ModelPicture } from "./loader";

/** Names of pictures that the client can paint. */
const PAINTED = /^(item|block|mob|buff|player|skin)_\d+$/;

interface Props {
  element: PageElement;
  /** CSS pixels per unit of the page. */
  scale: number;
  events: ElementEvents;
  /** Takes the node of the content. */
  place: RefObject<HTMLDivElement | null>;
  /** The elements on a list. */
  children?: ComponentChildren;
}

/** The content of an element. */
export function Content(props: Props) {
  switch (props.element.kind) {
    case "progress":
      return <Progress {...props} />;
    case "input":
      return <Input {...props} />;
    case "slider":
      return <List {...props} />;
    case "loader":
      return <Loader {...props} />;
    default:
      return <Face {...props} />;
  }
}

/** The colour applies to the letters of a text, and to the background of other elements. */
const colourStyle = (name: "--ink-of" | "--ground-of", colour: number | null): CSSProperties =>
  colour === null ? {} : { [name]: cssColour(colour) };

/** A picture with text on it. */
function Face({ element, events, place }: Props) {
  const { kind, picture, colour } = element;
  const text = element.text ?? "";
  const painted = picture !== null && PAINTED.test(picture);
  const presses = usePresses(events);
  const button = kind === "button" ? buttonProps(events, plainOf(text) || picture || "") : {};
  // An unknown picture is shown as a plain area in its colour.
  const field = kind === "picture" && !painted;
  return (
    <div
      class={`inner${field ? " field" : ""}${presses.down ? " down" : ""}`}
      style={colourStyle(kind === "text" ? "--ink-of" : "--ground-of", colour)}
      ref={place}
      {...button}
      {...presses.handlers}
    >
      <img
        alt=""
        draggable={false}
        hidden={!painted}
        src={painted ? iconUrl(picture) : undefined}
      />
      <span class="words">
        <Marked text={text} />
      </span>
    </div>
  );
}

/** A model in three dimensions. */
function Loader({ element, events, place }: Props) {
  const name = element.model?.[0] ?? "";
  const text = element.text ?? "";
  const presses = usePresses(events);
  const field = modelOf(name) === null;
  return (
    <div
      class={`inner${field ? " field" : ""}${presses.down ? " down" : ""}`}
      ref={place}
      {...buttonProps(events, plainOf(text) || name)}
      {...presses.handlers}
    >
      <ModelPicture model={element.model} />
      <span class="words">
        <Marked text={text} />
      </span>
    </div>
  );
}

/** What makes content a button for keys and screen readers. */
const buttonProps = (events: ElementEvents, label: string) => ({
  role: "button" as const,
  tabindex: 0,
  "aria-label": label,
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    events.press(true);
    events.press(false);
  },
});

/** Reports presses with a pointer, also of content that is no button. */
function usePresses(events: ElementEvents) {
  const down = useSignal(false);
  const press = (event: TargetedPointerEvent<HTMLDivElement>) => {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    down.value = true;
    events.press(true);
  };
  const release = () => {
    if (down.peek()) events.press(false);
    down.value = false;
  };
  const cancel = () => (down.value = false);
  const handlers = { onPointerDown: press, onPointerUp: release, onPointerCancel: cancel };
  return { down: down.value, handlers };
}

/** The style for a picture as background. Unknown pictures are shown as a colour. */
function background(name: string | undefined): CSSProperties {
  if (!name) return {};
  if (PAINTED.test(name)) return { backgroundImage: `url("${iconUrl(name)}")` };
  return { backgroundImage: "none", backgroundColor: cssColour(colourOfId(hashText(name))) };
}

/** `SetProgressBarResId`: 1 is the background, any other number the filling. */
const GROUND = 1;

function Progress({ element: { values, text, colour, pictures }, place }: Props) {
  const fillings = Object.entries(pictures).filter(([what]) => Number(what) !== GROUND);
  const [least, most, now] = values ?? [0, 100, 0];
  const part = most > least ? Math.max(0, Math.min(1, (now - least) / (most - least))) : 0;
  return (
    <div
      class="inner"
      role="progressbar"
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={now}
      style={{ ...background(pictures[GROUND]), ...colourStyle("--ground-of", colour) }}
      ref={place}
    >
      <i style={{ ...background(fillings.at(-1)?.[1]), width: `${part * 100}%` }} />
      <span class="words">
        <Marked text={text ?? ""} />
      </span>
    </div>
  );
}

/** An input. What the map sets does not disturb somebody who is typing. */
function Input({ element: { text, colour }, events, place }: Props) {
  const line = useRef<HTMLInputElement>(null);
  const sent = useRef<string | null>(null);
  useLayoutEffect(() => {
    const input = line.current;
    if (!input || document.activeElement === input) return;
    if (text !== null && text !== sent.current) input.value = text;
    sent.current = text ?? input.value;
  });
  const tell = ({ value }: HTMLInputElement) => {
    if (value === sent.current) return;
    sent.current = value;
    events.type(value);
  };
  return (
    <div
      class="inner"
      style={colourStyle("--ink-of", colour)}
      ref={place}
      onPointerDown={(event) => event.stopPropagation()}
    >
      <input
        type="text"
        maxlength={500}
        autocomplete="off"
        ref={line}
        onChange={({ currentTarget }) => tell(currentTarget)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Enter") tell(event.currentTarget);
          if (event.key === "Enter" || event.key === "Escape") event.currentTarget.blur();
        }}
      />
    </div>
  );
}

/**
 * Overflow of a list, horizontally and vertically. Direction 1 scrolls only vertically, 2 only
 * horizontally, others both ways.
 */
function overflowOf(direction: number): CSSProperties {
  return {
    overflowX: direction === 1 ? "hidden" : "auto",
    overflowY: direction === 2 ? "hidden" : "auto",
  };
}

/** A scrolling list: a long text, and the elements placed on it scroll with it. */
function List({ element: { text, scroll, colour, picture }, scale, place, children }: Props) {
  const [x, y] = scroll?.[0] ?? [0, 0];
  const before = useRef("");
  useLayoutEffect(() => {
    const at = `${x},${y}`;
    if (at !== before.current) place.current?.scrollTo(x * scale, y * scale);
    before.current = at;
  });
  const bar = picture ? `${cssColour(colourOfId(hashText(picture)))} transparent` : "";
  return (
    <div
      class="inner"
      tabindex={0}
      role="group"
      style={{
        ...overflowOf(scroll?.[1] ?? 0),
        ...colourStyle("--ground-of", colour),
        scrollbarColor: bar,
      }}
      ref={place}
      onPointerDown={(event) => event.stopPropagation()}
    >
      <div class="words">
        <Marked text={text ?? ""} />
      </div>
      {children}
    </div>
  );
}
