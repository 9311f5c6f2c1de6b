import type { MountPlugin } from "@page/plugins/api";
import type { Pick, Shown } from "./wire.generated";
import "./plugin.css";

/** The pits as they lie before seat 0; seat 1 sees the board from its own side. */
const ROWS = [
  [12, 11, 10, 9, 8, 7],
  [0, 1, 2, 3, 4, 5],
];

/** Draws the board as buttons; a pit that may be sown is enabled. */
const mount: MountPlugin = ({ root, seat, language, send }) => ({
  show(view) {
    root.replaceChildren();
    if (!view) return;
    root.classList.add("kalah");
    const { pits, turn, legal } = view as Shown;
    const cell = (at: number, kind: string): HTMLElement => {
      const pit = seat() === 1 ? (at + 7) % 14 : at;
      const button = document.createElement("button");
      button.className = turn !== null && pit === [6, 13][turn] ? `${kind} on` : kind;
      button.textContent = String(pits[pit]);
      button.ariaLabel = language() === "zh" ? `${pit} 号坑` : `pit ${pit}`;
      button.disabled = !legal.includes(pit);
      button.onclick = () => send({ pit } satisfies Pick);
      return button;
    };
    const middle = document.createElement("div");
    for (const row of ROWS) {
      const line = document.createElement("div");
      line.append(...row.map((at) => cell(at, "pit")));
      middle.append(line);
    }
    root.append(cell(13, "store"), middle, cell(6, "store"));
  },
});

export default mount;
