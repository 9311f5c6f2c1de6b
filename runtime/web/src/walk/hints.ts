import { fillWith, h } from "../util/dom";
import { w, type Word } from "./words";

/** Keys and what they do, in the order in which they are shown. */
const ROWS: readonly (readonly [string | { word: Word }, Word])[] = [
  ["W A S D", "keys_move"],
  ["Space", "keys_jump"],
  ["Shift", "keys_sneak"],
  [{ word: "left_button" }, "keys_dig"],
  [{ word: "right_button" }, "keys_place"],
  ["1 – 8", "keys_slots"],
  ["E", "keys_bag"],
  ["V", "keys_view"],
  ["X", "keys_act"],
  ["T", "keys_chat"],
  ["I J K L", "keys_look"],
  ["F  G", "keys_hands"],
];

/** How to walk, while the mouse is not caught. */
export class Hints {
  readonly element = h("button", { type: "button", class: "walk-hint" });

  constructor(start: () => void) {
    this.element.addEventListener("click", start);
  }

  /** Shows or hides it, for hands on keys or on glass. */
  render(shown: boolean, touch: boolean, flies: boolean, known: boolean): void {
    this.element.classList.toggle("small", known);
    this.element.hidden = !shown || touch;
    if (this.element.hidden) return;
    const row = ([keys, word]: (typeof ROWS)[number]) => {
      const name = typeof keys === "string" ? keys : w(keys.word);
      return h("span", { class: "key-row" }, h("kbd", {}, name), h("span", {}, w(word)));
    };
    const more = [w("keys_run"), ...(flies ? [w("keys_fly")] : []), w("let_go")];
    fillWith(
      this.element,
      h("strong", {}, w(known ? "go_on" : "start")),
      h("span", { class: "key-rows" }, ...ROWS.map(row)),
      h("small", {}, more.join(" · ")),
    );
  }
}

/** What is seen of one's own death. */
export class Death {
  readonly element = h("div", { class: "death", role: "alertdialog", hidden: true });

  constructor(private readonly revive: () => void) {}

  /** Shows it while one is dead; `seconds` until one comes back by itself, null for never. */
  render(dead: boolean, seconds: number | null): void {
    const { element } = this;
    const came = dead && element.hidden;
    element.hidden = !dead;
    if (!dead) return;
    element.setAttribute("aria-label", w("died"));
    const wait = seconds === null ? w("no_revive") : w("revive_in", { seconds });
    fillWith(
      element,
      h("h2", {}, w("died")),
      h("p", {}, wait),
      seconds !== null &&
        h(
          "button",
          { type: "button", class: "primary", "data-do": "revive", onclick: this.revive },
          w("revive"),
        ),
    );
    if (came) element.querySelector("button")?.focus();
  }
}
