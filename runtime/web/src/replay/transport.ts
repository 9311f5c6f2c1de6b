import { t } from "../i18n/language";
import { fillWith, h } from "../util/dom";
import { icon, type IconName } from "../util/icons";
import { SPEEDS, type Player, type Speed } from "./player";
import type { Reel } from "./reel";

/** What the controls below the board do. */
export interface TransportActions {
  go(position: number): void;
  /** Goes to the previous (-1) or next (1) move. */
  step(way: -1 | 1): void;
  copyLink(): void;
  branch(): void;
}

const label = (speed: Speed): string => (speed === "moves" ? t("move_a_second") : `${speed}×`);

/** The slider, the buttons and the list of speeds. */
export class Transport {
  readonly element = h("div", { class: "transport", role: "group" });
  private readonly slider: HTMLInputElement;
  private readonly buttons = h("div", { class: "transport-row" });
  private readonly speed = h("select", { class: "small", "data-do": "speed" });

  constructor(
    private readonly reel: Reel,
    private readonly player: Player,
    private readonly act: TransportActions,
  ) {
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: reel.length,
      step: 1,
      "data-do": "scrub",
      oninput: () => {
        player.pause();
        act.go(Number(this.slider.value));
      },
    });
    this.speed.addEventListener("change", () => {
      const speed = SPEEDS[this.speed.selectedIndex];
      if (speed !== undefined) player.speed = speed;
    });
    this.element.append(this.slider, this.buttons);
  }

  render(): void {
    const { reel, player, act } = this;
    this.slider.value = String(reel.at);
    this.slider.style.setProperty("--done", String(reel.at / Math.max(1, reel.length)));
    this.slider.setAttribute("aria-label", t("scrub"));
    this.element.setAttribute("aria-label", t("replay"));
    const button = (name: string, glyph: IconName, title: string, run: () => void) =>
      h(
        "button",
        {
          type: "button",
          class: "icon-button",
          "data-do": name,
          title,
          "aria-label": title,
          onclick: run,
        },
        icon(glyph),
      );
    const count = `${reel.eventAt(reel.at)} / ${reel.eventAt(reel.length)}`;
    this.fillSpeeds();
    fillWith(
      this.buttons,
      button("start", "first", t("to_start"), () => act.go(0)),
      button("before", "before", t("move_before"), () => act.step(-1)),
      player.playing
        ? button("play", "pause", t("pause"), () => player.toggle())
        : button("play", "play", t("play_it"), () => player.toggle()),
      button("after", "after", t("move_after"), () => act.step(1)),
      button("end", "last", t("to_end"), () => act.go(reel.length)),
      h("span", { class: "count" }, count),
      this.speed,
      button("link", "link", t("copy_move_link"), () => act.copyLink()),
      h(
        "button",
        {
          type: "button",
          class: "primary small",
          "data-do": "branch",
          onclick: () => act.branch(),
        },
        t("branch"),
      ),
    );
  }

  private fillSpeeds(): void {
    this.speed.setAttribute("aria-label", t("speed"));
    const chosen = SPEEDS.indexOf(this.player.speed);
    const options = SPEEDS.map((speed, i) =>
      h("option", { value: String(speed), selected: i === chosen }, label(speed)),
    );
    fillWith(this.speed, ...options);
    this.speed.selectedIndex = chosen;
  }
}
