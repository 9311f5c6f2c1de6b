import { h, fillWith } from "../../util/dom";
import { EMOTES, type Emote } from "../actors/emotes";
import { walkText, type WalkStringKey } from "../strings";

const NAMES: Readonly<Record<Emote, WalkStringKey>> = {
  wave: "act_wave",
  bow: "act_bow",
  cheer: "act_cheer",
  dance: "act_dance",
  clap: "act_clap",
  nod: "act_nod",
  spin: "act_spin",
  sit: "act_sit",
};

/** The menu of emotes. */
export class EmoteMenu {
  readonly element = h("div", { class: "gestures", role: "menu", hidden: true });

  constructor(
    private readonly play: (act: number) => void,
    private readonly onClose: () => void,
  ) {
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !this.element.contains(relatedTarget))
        this.toggle(false);
    });
    document.addEventListener("pointerdown", ({ target }) => {
      // The tool button that opens the menu closes it by its own handler.
      const own = target instanceof Element && target.closest('.gestures, [data-tool="act"]');
      if (!own) this.toggle(false);
    });
  }

  get open(): boolean {
    return !this.element.hidden;
  }

  toggle(open: boolean): void {
    if (open === this.open) return;
    this.element.hidden = !open;
    if (open) this.show();
    else this.onClose();
  }

  private show(): void {
    this.element.setAttribute("aria-label", walkText("acts"));
    const buttons = EMOTES.map((action, i) =>
      h(
        "button",
        {
          type: "button",
          role: "menuitem",
          "data-act": i + 1,
          onclick: () => this.choose(i + 1),
        },
        h("kbd", {}, String(i + 1)),
        walkText(NAMES[action]),
      ),
    );
    fillWith(this.element, ...buttons);
    this.element.querySelector("button")?.focus({ preventScroll: true });
  }

  private choose(act: number): void {
    this.play(act);
    this.toggle(false);
  }

  /** Digits choose, arrows move the focus, Escape and X close. */
  private key(event: KeyboardEvent): void {
    const digit = Number(/^(?:Digit|Numpad)([1-8])$/.exec(event.code)?.[1] ?? 0);
    const way = { ArrowDown: 2, ArrowUp: -2, ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0;
    const closes = event.key === "Escape" || event.code === "KeyX";
    if (digit === 0 && way === 0 && !closes) return;
    event.preventDefault();
    event.stopPropagation();
    if (closes && event.repeat) return;
    if (closes) this.toggle(false);
    else if (digit > 0) this.choose(digit);
    else {
      const all = [...this.element.querySelectorAll("button")];
      const at = all.findIndex((button) => button === document.activeElement);
      all[(at + way + all.length) % all.length]?.focus({ preventScroll: true });
    }
  }
}
