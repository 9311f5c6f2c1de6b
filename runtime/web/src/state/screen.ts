import { computed, effect, signal } from "@preact/signals";
import type { TablePoints } from "../cards/table";
import type { SceneParts } from "../plugins/scene";
import { recall, remember } from "../util/memory";
import type { Arrow, ButtonOption, ToastKind } from "../wire.generated";
import { Announcer } from "./announcer";
import { Dismissible } from "./dismissible";
import { isSmallPage } from "./media";
import type { RoomModel } from "./room";

/** The tabs of the side panel, of which small pages show one at a time. */
export type Tab = "seats" | "moves" | "chat";

/** A short message that fades. */
export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
  /** Whether it is fading out. */
  going: boolean;
}

/** What a dialog shows, and what its buttons do. */
export type DialogView =
  | { kind: "confirm"; question: string; yes: () => void }
  | {
      kind: "choose";
      title: string;
      options: readonly ButtonOption[];
      then: (value: string) => void;
    }
  | { kind: "rename"; name: string; then: () => void }
  | { kind: "link"; link: string }
  | { kind: "invite" }
  | { kind: "welcome" }
  | { kind: "help" }
  | { kind: "settings" }
  | { kind: "host" }
  | { kind: "picture" }
  | { kind: "record" };

/** The signs around a card table, and how many cards lie on its piles. */
export interface TableSigns extends Omit<TablePoints, "piles"> {
  piles: (TablePoints["piles"][number] & { count: number })[];
}

const TOAST_MS: Record<ToastKind, number> = {
  info: 3600,
  alert: 4200,
  error: 5200,
  win: 6000,
  big: 1900,
};
/** How long a toast takes to fade out. */
const FADE_MS = 400;
const MOST_TOASTS = 4;
const BAR = "fangqi.bar";
const FLAT = "fangqi.flat";

/** What this viewer sees of a room's page besides the room: what is open, folded or put away. */
export class Screen {
  readonly tab = signal<Tab>("seats");
  readonly toasts = signal<readonly Toast[]>([]);
  /** A word shown large over the table. */
  readonly called = signal<{ id: number; text: string } | null>(null);
  /** The open dialogs, the last on top. */
  readonly dialogs = signal<readonly { id: number; view: DialogView }[]>([]);
  readonly barFolded = signal(recall(BAR) === "folded");
  /** Whether boards are seen from straight above. On small pages they fill the width so. */
  readonly flat = signal(recall(FLAT) === null ? isSmallPage() : recall(FLAT) === "flat");
  /** Small pages have room only for the title of an offered version. */
  readonly reloadFolded = signal(isSmallPage());
  /** The seat whose plate is described over the table. */
  readonly plateSeat = signal<number | null>(null);
  /** The first move of the line of play that the viewer looks at, in a study with the engine on. */
  readonly lineArrow = signal<Arrow | null>(null);
  /** The signs around a card table; null where there is none. */
  readonly table = signal<TableSigns | null>(null);
  /** Apart from the signs, which are others with every card. */
  private readonly cardTable = computed(() => this.table.value !== null);
  /** What a scene module adds to the page and changes of it. */
  readonly scene = signal<SceneParts>({});
  /** What a screen reader says of the board's keyboard cursor. */
  readonly spoken = signal("");
  /** What a screen reader says of moves. */
  readonly announcer = new Announcer();
  readonly note;
  readonly result;
  readonly reload;
  private readonly chatRead = signal(0);
  private lastId = 0;

  constructor(private readonly model: RoomModel) {
    this.note = new Dismissible(() => model.hud.insight.note);
    this.result = new Dismissible(() => model.hud.result);
    this.reload = new Dismissible(() => model.reload);
    const reviewed = computed(() => model.hud.insight.review !== null);
    effect(() => {
      // When a review arrives, its tab opens: the viewer asked for it.
      if (reviewed.value) this.tab.value = "moves";
      else model.lookAt(null);
    });
    effect(() => {
      // Larger pages always show the chat.
      if (this.tab.value === "chat" || !isSmallPage()) this.chatRead.value = this.chatHeard;
    });
  }

  /** Whether there are lines of chat that the viewer cannot have read. */
  get hasUnreadChat(): boolean {
    return this.chatHeard > this.chatRead.value;
  }

  /** How many lines were said in this visit; the list keeps the last ones only. */
  private get chatHeard(): number {
    return this.model.chat.at(-1)?.number ?? 0;
  }

  /** Folds or unfolds the evaluation bar, in this browser only. */
  foldBar(): void {
    const folded = !this.barFolded.value;
    this.barFolded.value = folded;
    remember(BAR, folded ? "folded" : "");
  }

  /** Changes between the flat view and the one from the side, now and for later visits. */
  changeView(): void {
    const flat = !this.flat.value;
    this.flat.value = flat;
    remember(FLAT, flat ? "flat" : "side");
  }

  /** Whether there is a board that can be seen from several sides: no card table, and no walking. */
  get hasViews(): boolean {
    return this.table.value === null && !this.scene.value.Overlay;
  }

  /** Whether cards are played at a table: the words for moves are others. */
  get playsCards(): boolean {
    return this.cardTable.value;
  }

  /** Describes the plate of a seat; closes the description for the seat already shown. */
  togglePlate(seat: number | null): void {
    this.plateSeat.value = seat === this.plateSeat.value ? null : seat;
  }

  openDialog(view: DialogView): void {
    this.dialogs.value = [...this.dialogs.value, { id: this.nextId(), view }];
  }

  /** Forgets a dialog that was closed. */
  dialogClosed(closed: number): void {
    this.dialogs.value = this.dialogs.value.filter(({ id }) => id !== closed);
  }

  /** Shows a toast; a text that is already shown moves to the end. */
  toast(kind: ToastKind, text: string): void {
    const id = this.nextId();
    if (kind === "big") {
      this.called.value = { id, text };
      setTimeout(() => {
        if (this.called.value?.id === id) this.called.value = null;
      }, TOAST_MS.big);
      return;
    }
    const others = this.toasts.value.filter((shown) => shown.text !== text);
    this.toasts.value = [...others.slice(1 - MOST_TOASTS), { id, kind, text, going: false }];
    setTimeout(() => this.fade(id), TOAST_MS[kind]);
    setTimeout(() => this.removeToast(id), TOAST_MS[kind] + FADE_MS);
  }

  private fade(toast: number): void {
    this.toasts.value = this.toasts.value.map((shown) =>
      shown.id === toast ? { ...shown, going: true } : shown,
    );
  }

  private removeToast(toast: number): void {
    this.toasts.value = this.toasts.value.filter(({ id }) => id !== toast);
  }

  private nextId(): number {
    this.lastId += 1;
    return this.lastId;
  }
}
