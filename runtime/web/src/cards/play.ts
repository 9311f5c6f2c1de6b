import { t } from "../i18n/language";
import type { RoomModel } from "../state/room";
import type { ClientMessage, ToastKind } from "../wire.generated";
import type { Pos } from "../wire/decode";
import { rankOf } from "./faces";
import { rankKey } from "./selecting";

/** Selecting and playing cards by click, drag or key. */
export class CardPlay {
  constructor(
    private readonly model: RoomModel,
    private readonly glyphAt: (pos: Pos) => string | null,
    private readonly send: (message: ClientMessage) => void,
    private readonly toast: (kind: ToastKind, text: string) => void,
  ) {}

  /** A drag across cells, or a click on a single one. */
  stroke(cells: readonly Pos[]): void {
    const { selecting } = this.model;
    if (!selecting) return;
    const found = cells.map((pos) => selecting.find([pos[0], pos[1], pos[2]]));
    const numbers = found.filter((cell) => cell >= 0);
    const [only] = numbers;
    if (numbers.length === 1 && only !== undefined) selecting.toggle(only);
    else selecting.sweep(numbers);
    this.model.selectionChanged();
  }

  /** Handles a click on a cell; true if it can be selected. */
  click(pos: Pos): boolean {
    const { selecting } = this.model;
    if (!selecting || selecting.find([pos[0], pos[1], pos[2]]) < 0) return false;
    this.stroke([pos]);
    return true;
  }

  /** Handles a key; true if it had a meaning. Ranks select, Enter plays, Backspace clears. */
  press(key: string): boolean {
    const { selecting } = this.model;
    if (!selecting) return false;
    if (key === "Enter") this.play();
    else if (key === "Backspace" || key === "Escape") {
      if (selecting.cells.length === 0) return false;
      selecting.clear();
    } else if (key === "h" || key === "H" || key === "?") {
      if (!selecting.suggest()) return false;
    } else {
      if (key.length !== 1) return false;
      const rank = rankKey(key);
      const cells = selecting.view.cells.flatMap((pos, i) =>
        rankOf(this.glyphAt(pos) ?? "") === rank ? [i] : [],
      );
      if (cells.length === 0) return false;
      const selectable = selecting.selectable();
      // Cards that can extend the selection come first.
      selecting.cycle(
        [...cells].sort((a, b) => Number(selectable.has(b)) - Number(selectable.has(a))),
      );
    }
    this.model.selectionChanged();
    return true;
  }

  /** Shows the next suggestion. */
  suggest(): void {
    const { selecting } = this.model;
    if (!selecting) return;
    if (!selecting.suggest()) this.toast("info", t("no_suggestion"));
    this.model.selectionChanged();
  }

  /** Plays the selection. The server refuses illegal plays and says why. */
  play(): void {
    const { selecting } = this.model;
    if (!selecting) return;
    const { cells } = selecting;
    if (cells.length === 0 && selecting.view.min > 0) {
      this.toast("info", t(selecting.possible ? "select_first" : "nothing_to_select"));
      return;
    }
    this.send({ t: "select", request: selecting.request, cells });
  }
}
