import type { RoomModel } from "../../state/room";
import { fillWith, h } from "../../util/dom";
import { icon } from "../../util/icons";
import { cssColour, teamColour } from "../drawing/colours";
import { walkText } from "../strings";

/** The players of the room, in the side panel with the chat. */
export class PlayerList {
  private readonly element = h("section", { class: "walk-people" });

  constructor(
    private readonly model: RoomModel,
    page: HTMLElement,
    private readonly close: () => void,
  ) {
    page.querySelector(".panel")?.append(this.element);
  }

  /** Shows the players in the colours of their teams. */
  render(teamOf: (player: number) => number): void {
    const { players, you } = this.model;
    const row = (id: number, name: string, present: boolean) => {
      const colour = teamColour(teamOf(id));
      return h(
        "li",
        { class: present ? "" : "gone", "data-player": id },
        h("i", { style: `background:${colour === null ? "#b9a888" : cssColour(colour)}` }),
        h("span", {}, name),
        id === you && h("small", {}, walkText("you")),
      );
    };
    const shut = {
      type: "button",
      class: "icon-button",
      "aria-label": walkText("close"),
      onclick: this.close,
    };
    fillWith(
      this.element,
      h("header", {}, h("h2", {}, walkText("people")), h("button", shut, icon("close"))),
      h("ul", {}, ...players.map(({ id, name, present }) => row(id, name, present))),
    );
  }
}
