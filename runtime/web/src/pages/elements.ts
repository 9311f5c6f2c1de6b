import type { Element as PageElement } from "../wire.generated";
import { adorn, h } from "../util/dom";
import { marked } from "../util/markup";
import { cssColour } from "../walk/drawing/colours";
import { colourOfId } from "../walk/drawing/colours";
import { hashText, iconUrl } from "../walk/drawing/item_icons";
import type { Box } from "./layout";
import { loader } from "./loader";

/** Font size of elements that set none. */
const FONT = 26;
/** Names of pictures that the client can paint. */
const PAINTED = /^(item|block|mob|buff|player|skin)_\d+$/;

/** Properties that change gradually, each with its own duration. */
const TRANSITIONS = ["move", "scale", "rotate", "progress"] as const;

/** What an element reports. */
export interface ElementEvents {
  press(down: boolean): void;
  type(content: string): void;
}

/** An element and its DOM node. */
export interface ElementView {
  node: HTMLElement;
  /** Shows the present state of the element, in a box in CSS pixels. */
  update(element: PageElement, box: Box, scale: number): void;
}

/** Makes an element of a kind. */
export function makeElement(
  id: string,
  kind: PageElement["kind"],
  events: ElementEvents,
): ElementView {
  const node = h("div", { class: `element ${kind}`, "data-element": id });
  const inner = h("div", { class: "inner" });
  node.append(inner);
  const updateContent = makeContent(kind, inner, events);
  let begun = 0;
  const update = (element: PageElement, box: Box, scale: number) => {
    place(node, element, box, scale);
    const count = element.motion?.[2] ?? 0;
    if (count !== begun) playAnimation(inner, element);
    begun = count;
    updateContent(element, scale);
  };
  return { node, update };
}

/** Places an element. Changes take the durations that the map sets. */
function place(node: HTMLElement, element: PageElement, box: Box, scale: number): void {
  const { style } = node;
  for (const what of TRANSITIONS)
    style.setProperty(`--${what}-time`, `${element.glides[what] ?? 0}s`);
  style.left = `${box.x}px`;
  style.top = `${box.y}px`;
  style.width = `${box.width}px`;
  style.height = `${box.height}px`;
  style.opacity = String(Math.max(0, Math.min(100, element.alpha ?? 100)) / 100);
  style.rotate = element.angle ? `${element.angle}deg` : "";
  style.fontSize = `${(element.font ?? FONT) * scale}px`;
  style.setProperty("--scale", String(scale));
  node.hidden = element.hidden;
}

/**
 * Plays an animation. Maps name animations by number; what each number looks like is defined here.
 */
function playAnimation(inner: HTMLElement, element: PageElement): void {
  const [name = "", seconds = 1] = element.motion ?? [];
  const [how, number] = name.split(" ");
  inner.getAnimations().forEach((animation) => animation.cancel());
  if (how !== "loop" && how !== "once") return;
  const movement = MOVEMENTS[Number(number) % MOVEMENTS.length] ?? MOVEMENTS[0];
  const iterations = how === "loop" ? Infinity : 1;
  inner.animate(movement as Keyframe[], { duration: Math.max(0.1, seconds) * 1000, iterations });
}

const MOVEMENTS: readonly Keyframe[][] = [
  [{ scale: "1" }, { scale: "1.12" }, { scale: "1" }],
  [{ opacity: "1" }, { opacity: "0.25" }, { opacity: "1" }],
  [{ translate: "0 0" }, { translate: "0 -12%" }, { translate: "0 0" }],
  [{ rotate: "0deg" }, { rotate: "-6deg" }, { rotate: "6deg" }, { rotate: "0deg" }],
  [{ scale: "0.2", opacity: "0" }, { scale: "1.08", opacity: "1" }, { scale: "1" }],
];

type Update = (element: PageElement, scale: number) => void;

function makeContent(kind: PageElement["kind"], inner: HTMLElement, events: ElementEvents): Update {
  if (kind === "progress") return progress(inner);
  if (kind === "input") return input(inner, events);
  if (kind === "slider") return slider(inner);
  if (kind === "button" || kind === "loader") pressable(inner, events);
  else reportPresses(inner, events);
  return kind === "loader" ? loader(inner) : face(inner, kind);
}

/** Content that is a picture with text on it. */
function face(inner: HTMLElement, kind: PageElement["kind"]): Update {
  const picture = h("img", { alt: "", draggable: "false", hidden: true });
  const words = h("span", { class: "words" });
  inner.append(picture, words);
  let shownText: string | null = null;
  return (element) => {
    const name = element.picture;
    const painted = Boolean(name && PAINTED.test(name));
    picture.hidden = !painted;
    if (painted && picture.dataset["name"] !== name) {
      picture.dataset["name"] = name ?? "";
      picture.src = iconUrl(name ?? "");
    }
    // An unknown picture is shown as a plain area in its colour.
    inner.classList.toggle("field", kind === "picture" && !painted);
    const text = element.text ?? "";
    if (text !== shownText) words.replaceChildren(...marked(text));
    shownText = text;
    paint(inner, kind, element.colour);
    if (inner.tabIndex >= 0) {
      inner.setAttribute("aria-label", words.textContent || name || "");
    }
  };
}

/** The colour applies to the letters of a text, and to the background of other elements. */
function paint(inner: HTMLElement, kind: PageElement["kind"], colour: number | null): void {
  const name = kind === "text" ? "--ink-of" : "--ground-of";
  if (colour === null) inner.style.removeProperty(name);
  else inner.style.setProperty(name, cssColour(colour));
}

/** Makes content that can be pressed with a pointer or keys. */
function pressable(inner: HTMLElement, events: ElementEvents): void {
  adorn(inner, { role: "button", tabindex: 0 });
  reportPresses(inner, events);
  inner.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    events.press(true);
    events.press(false);
  });
}

/** Reports presses, also of content that is no button. */
function reportPresses(inner: HTMLElement, events: ElementEvents): void {
  let down = false;
  inner.addEventListener("pointerdown", (event) => {
    event.stopPropagation();
    inner.setPointerCapture(event.pointerId);
    down = true;
    inner.classList.add("down");
    events.press(true);
  });
  for (const end of ["pointerup", "pointercancel"] as const) {
    inner.addEventListener(end, () => {
      inner.classList.remove("down");
      if (down && end === "pointerup") events.press(false);
      down = false;
    });
  }
}

/** Sets a picture as background. Unknown pictures are shown as a colour. */
function setBackground(node: HTMLElement, name: string | undefined): void {
  const painted = name !== undefined && PAINTED.test(name);
  node.style.backgroundImage = painted ? `url("${iconUrl(name)}")` : name ? "none" : "";
  node.style.backgroundColor = name && !painted ? cssColour(colourOfId(hashText(name))) : "";
}

/** `SetProgressBarResId`: 1 is the background, any other number the filling. */
const GROUND = 1;

function progress(inner: HTMLElement): Update {
  const bar = h("i", {});
  const words = h("span", { class: "words" });
  adorn(inner, { role: "progressbar" });
  inner.append(bar, words);
  return ({ values, text, colour, pictures }) => {
    const fillings = Object.entries(pictures).filter(([what]) => Number(what) !== GROUND);
    setBackground(inner, pictures[GROUND]);
    setBackground(bar, fillings.at(-1)?.[1]);
    const [least, most, now] = values ?? [0, 100, 0];
    const part = most > least ? Math.max(0, Math.min(1, (now - least) / (most - least))) : 0;
    adorn(inner, { "aria-valuemin": least, "aria-valuemax": most, "aria-valuenow": now });
    bar.style.width = `${part * 100}%`;
    words.replaceChildren(...marked(text ?? ""));
    if (colour !== null) inner.style.setProperty("--ground-of", cssColour(colour));
  };
}

function input(inner: HTMLElement, events: ElementEvents): Update {
  const line = h("input", { type: "text", maxlength: 500, autocomplete: "off" });
  inner.append(line);
  let sentText: string | null = null;
  const tell = () => {
    if (line.value === sentText) return;
    sentText = line.value;
    events.type(line.value);
  };
  line.addEventListener("change", tell);
  line.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter") tell();
    if (event.key === "Enter" || event.key === "Escape") line.blur();
  });
  inner.addEventListener("pointerdown", (event) => event.stopPropagation());
  return ({ text, colour }) => {
    if (document.activeElement !== line && text !== null && text !== sentText) line.value = text;
    if (document.activeElement !== line) sentText = text ?? line.value;
    if (colour !== null) inner.style.setProperty("--ink-of", cssColour(colour));
  };
}

/**
 * Overflow of a list, horizontally and vertically. Direction 1 scrolls only vertically, 2 only
 * horizontally, others both ways.
 */
function overflowOf(direction: number): readonly [string, string] {
  return [direction === 1 ? "hidden" : "auto", direction === 2 ? "hidden" : "auto"];
}

/** A scrolling list: a long text, and the elements placed on it scroll with it. */
function slider(inner: HTMLElement): Update {
  const words = h("div", { class: "words" });
  adorn(inner, { tabindex: 0, role: "group" });
  inner.append(words);
  inner.addEventListener("pointerdown", (event) => event.stopPropagation());
  let at = "";
  return ({ text, scroll, colour, picture }, scale) => {
    const [across, down] = overflowOf(scroll?.[1] ?? 0);
    Object.assign(inner.style, { overflowX: across, overflowY: down });
    inner.style.scrollbarColor = picture
      ? `${cssColour(colourOfId(hashText(picture)))} transparent`
      : "";
    words.replaceChildren(...marked(text ?? ""));
    if (colour !== null) inner.style.setProperty("--ground-of", cssColour(colour));
    const place = scroll?.[0] ?? [0, 0];
    if (place.join() !== at) inner.scrollTo(place[0] * scale, place[1] * scale);
    at = place.join();
  };
}
