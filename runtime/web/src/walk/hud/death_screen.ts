import { fillWith, h } from "../../util/dom";
import { walkText } from "../strings";

/** What is seen of one's own death. */
export class DeathScreen {
  readonly element = h("div", { class: "death", role: "alertdialog", hidden: true });

  constructor(private readonly revive: () => void) {}

  /** Shows it while one is dead; `seconds` until one comes back by itself, null for never. */
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
