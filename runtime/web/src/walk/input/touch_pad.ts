import { h } from "../../util/dom";
import type { Command } from "./keys";
import { toolIcon } from "../hud/tool_icons";
import { walkText } from "../strings";

/** How far the knob of the joystick moves, in pixels. */
const STICK_RADIUS = 46;

/** What the joystick and buttons report. */
export interface TouchPadHost {
  stick(ahead: number, aside: number): void;
  /** `at` is the time of the touch, in ms. */
  hold(command: Command, down: boolean, at: number): void;
  dig(down: boolean): void;
  place(down: boolean): void;
}

/** The touch joystick and the action buttons. */
export class TouchPad {
  readonly element = h("div", { class: "touch", hidden: true });
  private readonly knob = h("i", {});
  private thumb: number | null = null;

  constructor(private readonly host: TouchPadHost) {
    const stick = h(
      "div",
      { class: "stick", role: "img", "aria-label": walkText("stick") },
      this.knob,
    );
    stick.addEventListener("pointerdown", (event) => {
      this.thumb = event.pointerId;
      stick.setPointerCapture(event.pointerId);
      this.move(event, stick);
    });
    stick.addEventListener("pointermove", (event) => this.move(event, stick));
    for (const end of ["pointerup", "pointercancel"] as const) {
      stick.addEventListener(end, () => this.release());
    }
    this.element.append(
      stick,
      h(
        "div",
        { class: "pad" },
        this.button("dig", "dig", (down) => host.dig(down)),
        this.button("place", "place", (down) => host.place(down)),
        this.button("down", "sneak", (down, at) => host.hold("sneak", down, at)),
        this.button("jump", "jump", (down, at) => host.hold("jump", down, at)),
      ),
    );
  }

  private button(
    look: Parameters<typeof toolIcon>[0],
    word: "dig" | "place" | "sneak" | "jump",
    hold: (down: boolean, at: number) => void,
  ): HTMLElement {
    const props = { type: "button", class: `pad-${word}`, "aria-label": walkText(word) };
    const button = h("button", props, toolIcon(look));
    const set = (down: boolean) => (event: Event) => {
      event.preventDefault();
      button.classList.toggle("down", down);
      hold(down, event.timeStamp);
    };
    button.addEventListener("pointerdown", (event) => {
      button.setPointerCapture(event.pointerId);
      set(true)(event);
    });
    for (const end of ["pointerup", "pointercancel"] as const) {
      button.addEventListener(end, set(false));
    }
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    return button;
  }

  private move(event: PointerEvent, stick: HTMLElement): void {
    if (event.pointerId !== this.thumb) return;
    const box = stick.getBoundingClientRect();
    const [x, y] = [
      (event.clientX - box.left - box.width / 2) / STICK_RADIUS,
      (event.clientY - box.top - box.height / 2) / STICK_RADIUS,
    ];
    const far = Math.max(1, Math.hypot(x, y));
    const [aside, ahead] = [x / far, -y / far];
    this.knob.style.transform = `translate(${aside * STICK_RADIUS}px, ${-ahead * STICK_RADIUS}px)`;
    // A resting thumb trembles: small deflections count as 0.
    const deadZone = (part: number) => (Math.abs(part) < 0.16 ? 0 : part);
    this.host.stick(deadZone(ahead), deadZone(aside));
  }

  private release(): void {
    this.thumb = null;
    this.knob.style.transform = "";
    this.host.stick(0, 0);
  }
}
