import { computed, effect, type ReadonlySignal } from "@preact/signals";
import type { RoomModel } from "@page/state/room";
import { InventoryState } from "../state/inventory";
import type { WalkScreen } from "../state/walk";
import type { Act } from "@page/wire.generated";
import { takesPointer } from "../pages/interactive";
import type { Command } from "../input/keys";
import type { TouchPadHost } from "../input/touch_pad";
import type { LocalPlayer } from "../player/local_player";
import type { WalkHost } from "./context";
import type { Minimap } from "./minimap";
import { cycleSlot } from "./slots";

/** What the HUD needs to know and to do. */
export interface WalkHudHost {
  model: RoomModel;
  walk: WalkScreen;
  player: LocalPlayer;
  minimap: Minimap;
  canvas: HTMLCanvasElement;
  chooseSlot(index: number): void;
  say(text: string): void;
  setTopView(topView: boolean): void;
  /** Whether a dialog of the page is open. */
  dialogOpen(): boolean;
  /** Whether the map shows the crosshair. */
  crosshairAllowed(): boolean;
}

/** What the keys, the buttons and the menus of a walking player do. */
export class WalkHud implements WalkHost {
  readonly model: RoomModel;
  readonly walk: WalkScreen;
  readonly minimap: Minimap;
  readonly inventory: InventoryState;
  readonly touch: TouchPadHost;
  readonly hint: ReadonlySignal<boolean>;
  private readonly player: LocalPlayer;

  constructor(private readonly host: WalkHudHost) {
    const { walk, player } = host;
    const { controls, hands } = player;
    this.model = host.model;
    this.walk = walk;
    this.minimap = host.minimap;
    this.player = player;
    this.inventory = new InventoryState(walk, this.act, () => this.focusCanvas());
    this.touch = {
      stick: (ahead, aside) => (controls.stick = [ahead, aside]),
      hold: (command, down, at) => controls.hold(command, down, at),
      dig: (down) => hands.primary(down && player.canAct, player.target, performance.now()),
      place: (down) => hands.secondary(down && player.canAct, player.target, performance.now()),
    };
    this.hint = computed(() => {
      const busy = walk.topView.value || walk.dead.value || walk.pages.value.some(takesPointer);
      return !walk.mouseLocked.value && this.ready && !busy && !walk.touchMode.value;
    });
    effect(() => {
      const unlocks = walk.dead.value || (walk.walks.value && this.inventory.open.value);
      if (walk.mouseLocked.value && unlocks) controls.unlock();
    });
    effect(() => {
      const gone = !walk.walks.value || walk.dead.value || walk.topView.value;
      if (gone) this.toggleEmotes(false);
    });
  }

  /** Whether keys and mouse control the player: no menu, input or dialog is open. */
  get ready(): boolean {
    const { emotesOpen, typing } = this.walk;
    const menu = this.inventory.open.value || typing.value || emotesOpen.value;
    return !menu && !this.host.dialogOpen();
  }

  readonly act = (act: Act): void => this.player.act(act);

  readonly say = (text: string): void => this.host.say(text);

  readonly chooseSlot = (index: number): void => this.host.chooseSlot(index);

  readonly changeView = (): void => this.player.changeView();

  readonly toggleTopView = (): void => {
    const { topView, touchMode } = this.walk;
    this.host.setTopView(!topView.value);
    if (!topView.value && !touchMode.value) this.start();
  };

  readonly togglePanel = (): void => {
    const { panelOpen } = this.walk;
    panelOpen.value = !panelOpen.value;
    this.player.controls.unlock();
  };

  readonly toggleInventory = (): void => {
    this.leaveControls();
    this.inventory.toggle(!this.inventory.open.value);
  };

  readonly toggleEmotes = (open: boolean): void => {
    const { emotesOpen, dead } = this.walk;
    const opens = open && !dead.value;
    if (opens === emotesOpen.value) return;
    emotesOpen.value = opens;
    if (opens) this.leaveControls();
    else this.focusCanvas();
  };

  readonly openChat = (): void => {
    this.player.controls.release();
    // Opened after this event, or the key that opens the chat would also type its letter.
    setTimeout(() => (this.walk.typing.value = true));
  };

  readonly closeChat = (): void => {
    if (!this.walk.typing.value) return;
    this.walk.typing.value = false;
    this.focusCanvas();
  };

  readonly start = (): void => {
    this.focusCanvas();
    this.player.controls.lock();
  };

  /** Shows touch controls from now on: a finger was used. */
  enableTouchMode(): void {
    this.walk.touchMode.value = true;
  }

  /** Selects the hotbar slot `by` notches further. */
  cycleHotbar(by: number): void {
    const own = this.walk.own.value;
    if (own) this.chooseSlot(cycleSlot(own.slot, by));
  }

  /** Runs the commands that concern the HUD; others are ignored. */
  command(command: Command): void {
    const own = this.walk.own.value;
    if (command === "view") this.changeView();
    else if (command === "board") this.toggleTopView();
    else if (command === "bag") this.toggleInventory();
    else if (command === "chat") this.openChat();
    else if (command === "act") this.toggleEmotes(!this.walk.emotesOpen.value);
    else if (command === "drop" && own) {
      this.act({ discard: { slot: 1000 + own.slot, count: 1 } });
    }
  }

  /** Takes over what the body does. Called for each frame; equal values change nothing. */
  frame(): void {
    const { player, walk, host } = this;
    const blind =
      player.view === 2 || player.cameraDetached || player.dead || !host.crosshairAllowed();
    walk.crosshair.value = blind ? "hidden" : player.target === null ? "idle" : "on";
    walk.underwater.value = player.isUnderwater;
    walk.dead.value = player.dead;
  }

  /** Keys and mouse no longer control the player: a menu opens. */
  private leaveControls(): void {
    this.player.controls.release();
    this.player.controls.unlock();
  }

  /** Gives the focus, and so the keys, back to the canvas. */
  private focusCanvas(): void {
    this.host.canvas.focus({ preventScroll: true });
  }
}
