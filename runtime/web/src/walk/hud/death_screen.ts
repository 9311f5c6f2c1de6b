import { fillWith, h } from "../../util/dom";
import { walkText } from "../strings";

/** Shown while the player is dead. */
export class DeathScreen {
  readonly element = h("div", { class: "death", role: "alertdialog", hidden: true });

  constructor(private readonly revive: () => void) {}

  /**
   * Shows or hides the screen. `seconds` until the player revives by itself; null if it never does.
   */
  render(dead: boolean, seconds: number | null): void {
    const { element } = this;
    const came = dead && element.hidden;
    element.hidden = !dead;
    if (!dead) return;
    element.setAttribute("aria-label", walkText("died"));
    const wait = seconds === null ? walkText("no_revive") : walkText("revive_in", { seconds });
    fillWith(
      element,
      h("h2", {}, walkText("died")),
      h("p", {}, wait),
      seconds !== null &&
        h(
          "button",
          { type: "button", class: "primary", "data-do": "revive", onclick: this.revive },
          walkText("revive"),
        ),
    );
    if (came) element.querySelector("button")?.focus();
  }
}
