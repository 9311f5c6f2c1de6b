import type { RoomModel } from "../../state/room";
import { local } from "../../i18n/language";
import { fillWith, h } from "../../util/dom";
import { marked } from "../../util/markup";
import { walkText } from "../strings";

/** How many lines are shown, and for how long each. */
const MAX_LINES = 7;
const LINE_MS = 12_000;
const MAX_LENGTH = 300;

/** Recent chat lines over the picture, and an input for a new one. */
export class ChatOverlay {
  readonly element = h("div", { class: "walk-talk" });
  private readonly lines = h("div", { class: "talk-lines", role: "log", "aria-live": "polite" });
  private readonly input = h("input", {
    type: "text",
    maxlength: MAX_LENGTH,
    autocomplete: "off",
    enterkeyhint: "send",
  });
  private readonly form = h("form", { hidden: true }, this.input);
  private readonly seenAt = new Map<object, number>();
  private timer: number | undefined;

  constructor(
    private readonly model: RoomModel,
    private readonly send: (text: string) => void,
    private readonly onClose: () => void,
  ) {
    this.element.append(this.lines, this.form);
    this.form.addEventListener("submit", (event) => this.submit(event));
    this.input.addEventListener("blur", () => this.close());
    this.input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape") this.input.blur();
    });
    // Lines from before the player came are not shown as new.
    for (const line of model.chat) this.seenAt.set(line, -Infinity);
  }

  /** Whether the input is open. */
  get typing(): boolean {
    return !this.form.hidden;
  }

  /** Opens the input. */
  open(): void {
    this.form.hidden = false;
    this.element.classList.add("typing");
    this.input.placeholder = walkText("say");
    this.input.setAttribute("aria-label", walkText("say"));
    this.input.focus();
    this.render();
  }

  /** Shows recent lines, or all of the last lines while the input is open. */
  render(): void {
    const now = performance.now();
    const last = this.model.chat.slice(-MAX_LINES);
    for (const line of last) if (!this.seenAt.has(line)) this.seenAt.set(line, now);
    const fresh = last.filter((line) => now - (this.seenAt.get(line) ?? 0) < LINE_MS);
    const shown = this.typing ? last : fresh;
    fillWith(
      this.lines,
      ...shown.map(({ from, text }) =>
        h(
          "p",
          { class: from === null ? "room" : "" },
          from && h("b", {}, from),
          ...marked(local(text)),
        ),
      ),
    );
    clearTimeout(this.timer);
    if (fresh.length > 0) this.timer = window.setTimeout(() => this.render(), 1000);
    for (const line of this.seenAt.keys()) {
      if (!last.includes(line as (typeof last)[number])) this.seenAt.delete(line);
    }
  }

  private submit(event: Event): void {
    event.preventDefault();
    const text = this.input.value.trim();
    this.input.value = "";
    if (text !== "") this.send(text);
    this.input.blur();
  }

  private close(): void {
    if (!this.typing) return;
    this.form.hidden = true;
    this.element.classList.remove("typing");
    this.render();
    this.onClose();
  }
}
