import type { MountPlugin } from "../../../web/src/plugins/api";
import type { Pick, Shown } from "./wire.generated";
import "./plugin.css";

/** The pits as they lie before a seat: the other's row from right to left, then the own. */
const ROWS: readonly (readonly number[])[] = [
  [12, 11, 10, 9, 8, 7],
  [0, 1, 2, 3, 4, 5],
];

/** Draws the board as a strip of buttons; a pit that may be sown is enabled. */
const mount: MountPlugin = ({ root, seat, language, send }) => ({
  show(view) {
    root.replaceChildren();
    if (!view) return;
    const { pits, turn, legal } = view as Shown;
    root.className = "plugin kalah";
    root.toggleAttribute("data-turned", seat() === 1);
    const cell = (pit: number, kind: string): HTMLElement => {
      const button = document.createElement("button");
      button.className = kind;
      button.textContent = String(pits[pit]);
      button.disabled = !legal.includes(pit);
      const name = language() === "zh" ? `${pit} 号坑，${pits[pit]} 粒` : `pit ${pit}, ${pits[pit]} seeds`;
      button.setAttribute("aria-label", name);
      button.onclick = () => send({ pit } satisfies Pick);
      return button;
    };
    const rows = ROWS.map((row) => {
      const line = document.createElement("div");
      line.append(...row.map((pit) => cell(pit, "pit")));
      return line;
    });
    const middle = document.createElement("div");
    middle.append(...rows);
    root.append(cell(13, turn === 1 ? "store on" : "store"), middle);
    root.append(cell(6, turn === 0 ? "store on" : "store"));
  },
});

export default mount;
