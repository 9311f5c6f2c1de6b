import { batch } from "@preact/signals";
import { render, type ComponentChildren } from "preact";
import { act } from "preact/test-utils";
import { HudContext, type HudHost } from "../src/hud/context";
import { RoomModel } from "../src/state/room";
import { Screen } from "../src/state/screen";
import type { ClientMessage, SeatView, ServerMessage } from "../src/wire.generated";

/** Texts in both languages. */
export const text = (words: string) => ({ zh: words, en: words });

/** A seat that nobody holds. */
export const openSeat: SeatView = {
  name: text("Red"),
  colour: "#b3261c",
  holder: { by: "open" },
  care: { by: "own" },
  can_hand_over: false,
};

let root: HTMLElement | null = null;

/** An empty element to show components in; those shown before end. */
export function freshRoot(): HTMLElement {
  if (root) render(null, root);
  root = document.createElement("div");
  document.body.replaceChildren(root);
  return root;
}

/** Components on a page of a room, with the messages that they send. */
export function pageOf(children: ComponentChildren, replay = false) {
  const model = new RoomModel();
  const screen = new Screen(model);
  const sent: ClientMessage[] = [];
  const hud: HudHost = {
    model,
    screen,
    room: "room",
    replay,
    send: (message) => void sent.push(message),
    flip: () => {},
    goHome: () => {},
    reconnect: () => {},
    shot: () => ({ blocks: [], marks: [], arrows: [] }),
  };
  const root = freshRoot();
  /** Shows these components instead. */
  const draw = (components: ComponentChildren): void => {
    const tree = <HudContext.Provider value={hud}>{components}</HudContext.Provider>;
    void act(() => render(tree, root));
  };
  draw(children);
  let event = 0;
  /** Shows an event with these messages. */
  const show = (...messages: ServerMessage[]): void => {
    event += 1;
    void act(() =>
      batch(() => {
        for (const message of messages) model.take(message);
        model.reach(event, event, performance.now());
      }),
    );
  };
  /** Ends the page, and with it its timers. */
  const leave = () => render(null, root);
  return { hud, model, screen, sent, root, draw, show, leave };
}

/** The first element for a selector, which must be there. */
export function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`nothing is ${selector}`);
  return found;
}

/** Clicks an element, and lets the page follow. */
export function click(selector: string): void {
  void act(() => find(selector).click());
}
