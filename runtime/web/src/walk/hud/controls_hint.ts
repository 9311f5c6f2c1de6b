import { fillWith, h } from "../../util/dom";
import { walkText, type WalkStringKey } from "../strings";

/** Keys and what they do, in the order shown. */
const KEY_ROWS: readonly (readonly [string | { word: WalkStringKey }, WalkStringKey])[] = [
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

/** Shows the keys while the mouse is not locked; a click locks it and starts. */
export class ControlsHint {
  readonly element = h("button", { type: "button", class: "walk-hint" });

  constructor(start: () => void) {
    this.element.addEventListener("click", start);
  }

  /**
   * Shows or hides the hint. It is never shown with touch controls, and short (`known`) once the
   * player has started before.
   */
  render(shown: boolean, touch: boolean, flies: boolean, compact: boolean): void {
    this.element.classList.toggle("small", compact);
    this.element.hidden = !shown || touch;
    if (this.element.hidden) return;
    const row = ([keys, word]: (typeof KEY_ROWS)[number]) => {
      const name = typeof keys === "string" ? keys : walkText(keys.word);
      return h("span", { class: "key-row" }, h("kbd", {}, name), h("span", {}, walkText(word)));
    };
    const more = [
      walkText("keys_run"),
      ...(flies ? [walkText("keys_fly")] : []),
      walkText("let_go"),
    ];
    fillWith(
      this.element,
      h("strong", {}, walkText(compact ? "go_on" : "start")),
      h("span", { class: "key-rows" }, ...KEY_ROWS.map(row)),
      h("small", {}, more.join(" · ")),
    );
  }
}
