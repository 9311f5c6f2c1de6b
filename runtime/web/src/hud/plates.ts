import type { Plate, RequestView } from "../wire.generated";
import { local, t } from "../i18n/language";
import { h } from "../util/dom";
import { emphasised } from "./answers";
import type { HudContext } from "./context";

/** More lives than this are shown as a number. */
const PIPS_MAX = 8;

/** The lives left, as pips, or as a number where there are many. */
function lives({ life, life_max, glyph }: Plate): HTMLElement | null {
  if (life_max <= 0) return null;
  const part = life / life_max;
  const level = life <= 1 ? "low" : part < 0.67 ? "half" : "full";
  const label = t("lives", { life, most: life_max });
  const props = { class: "lives", "data-level": level, "aria-label": label };
  // Shown where a plate is too small for its ring.
  const side = h("span", { class: "side" }, glyph);
  if (life_max > PIPS_MAX) return h("span", props, side, `♥ ${life}/${life_max}`);
  const pips = Array.from({ length: life_max }, (_, i) => h("i", { class: i < life ? "on" : "" }));
  return h("span", props, side, ...pips, life < 0 ? `${life}` : "");
}

/** The content of a plate besides its name: lives, tags, equipment. */
export function plateBody(plate: Plate, secret: string): (HTMLElement | null)[] {
  const phase = plate.acts ? 0 : -1;
  const tags = plate.tags.map((tag, i) =>
    h("span", { class: i === phase ? "tag phase" : "tag" }, local(tag)),
  );
  const worn = plate.wears.map((word) => h("span", { class: "tag" }, local(word)));
  const own = secret !== "" ? [h("span", { class: "tag secret" }, secret)] : [];
  return [
    lives(plate),
    tags.length + own.length > 0 ? h("span", { class: "tags" }, ...own, ...tags) : null,
    worn.length > 0 ? h("span", { class: "tags wears" }, ...worn) : null,
  ];
}

/** Index of the choice that a click on a seat's plate makes; -1 if there is none. */
export function choiceOf(request: RequestView | null, seat: number): number {
  return request?.panel?.looks.findIndex((look) => look.seat === seat) ?? -1;
}

/** A page over the table that describes a seat's plate, until it is clicked. */
export class PlateSheet {
  readonly element = h("div", { class: "plate-sheet", hidden: true });
  private seat: number | null = null;

  constructor(private readonly context: HudContext) {
    this.element.addEventListener("click", () => this.toggle(null));
  }

  /** Opens the page for a seat; closes it for null or the seat already shown. */
  toggle(seat: number | null): void {
    this.seat = seat === this.seat ? null : seat;
    this.render();
  }

  render(): void {
    const plate = this.seat === null ? undefined : this.context.model.hud.plates[this.seat];
    this.element.hidden = !plate;
    if (!plate) return;
    const lines = plate.lines.map((line) => h("p", {}, ...emphasised(local(line))));
    this.element.replaceChildren(
      h("div", { class: "sheet-page" }, h("h3", {}, local(plate.title)), ...lines),
    );
  }
}
