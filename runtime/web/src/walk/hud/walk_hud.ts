import type { Mode, OwnView } from "../../wire.generated";
import type { RoomModel } from "../../state/room";
import { fillWith, h } from "../../util/dom";
import { EmoteMenu } from "./emote_menu";
import { toolIcon } from "./tool_icons";
import { ControlsHint } from "./controls_hint";
import { DeathScreen } from "./death_screen";
import { Hotbar } from "./hotbar";
import { Inventory } from "./inventory";
import type { Command } from "../input/keys";
import { cycleSlot } from "./slots";
import { ItemPalette } from "./item_palette";
import { PlayerList } from "./player_list";
import { ChatOverlay } from "./chat_overlay";
import { TimerPanel } from "./timer_panel";
import { TouchPad } from "../input/touch_pad";
import { ScreenEffects } from "./screen_effects";
import { walkText, type WalkStringKey } from "../strings";
import type { LocalPlayer } from "../player/local_player";

/** What the HUD needs to know and to do. */
export interface WalkHudHost {
  own(): OwnView | null;
  choose(index: number): void;
  chat(text: string): void;
  toggleTopView(): void;
  topView(): boolean;
  walks(): boolean;
  mode(): Mode;
  /** Whether a page that takes the pointer is open. */
  pageOpen(): boolean;
  /** Whether the map shows the crosshair. */
  crosshairAllowed(): boolean;
  teamOf(player: number): number;
}

/** Everything that lies over the picture while players walk. */
export class WalkHud {
  readonly element = h("div", { class: "walk-hud", hidden: true });
  private readonly cross = h("div", { class: "crosshair" });
  private readonly water = h("div", { class: "under-water", hidden: true });
  private readonly tools = h("div", { class: "walk-tools", role: "toolbar" });
  private readonly buffs = h("div", { class: "buffs" });
  private readonly effects = new ScreenEffects();
  private readonly hotbar: Hotbar;
  private readonly inventory: Inventory;
  private readonly chatOverlay: ChatOverlay;
  private readonly touch: TouchPad;
  private readonly death: DeathScreen;
  private readonly hint: ControlsHint;
  private readonly playerList: PlayerList;
  private readonly timers = new TimerPanel();
  private readonly emoteMenu: EmoteMenu;
  private touchMode = matchMedia("(pointer: coarse)").matches;
  private hasStarted = false;
  private second = -1;

  constructor(
    private readonly model: RoomModel,
    private readonly player: LocalPlayer,
    private readonly page: HTMLElement,
    private readonly host: WalkHudHost,
  ) {
    const { controls } = player;
    this.hotbar = new Hotbar((index) => host.choose(index));
    this.playerList = new PlayerList(model, page, () => this.togglePanel());
    this.inventory = new Inventory(
      (act) => player.act(act),
      () => this.focusCanvas(),
      new ItemPalette(model, (act) => player.act(act)),
      () => host.mode() === "creative",
    );
    this.chatOverlay = new ChatOverlay(
      model,
      (text) => host.chat(text),
      () => this.focusCanvas(),
    );
    this.touch = new TouchPad({
      stick: (ahead, aside) => (controls.stick = [ahead, aside]),
      hold: (command, down, at) => controls.hold(command, down, at),
      dig: (down) => player.hands.primary(down && player.canAct, player.target, performance.now()),
      place: (down) =>
        player.hands.secondary(down && player.canAct, player.target, performance.now()),
    });
    this.death = new DeathScreen(() => player.act({ revive: {} }));
    this.hint = new ControlsHint(() => this.start());
    this.emoteMenu = new EmoteMenu(
      (act) => player.act({ play: { act } }),
      () => this.focusCanvas(),
    );
    this.element.append(
      this.timers.element,
      this.water,
      this.effects.element,
      this.cross,
      this.tools,
      this.buffs,
      this.chatOverlay.element,
      this.touch.element,
      this.hotbar.element,
      this.hint.element,
      this.emoteMenu.element,
      this.death.element,
      this.inventory.element,
    );
  }

  /** Whether keys and mouse control the player: no menu, input or dialog is open. */
  get ready(): boolean {
    const menu = this.inventory.open || this.chatOverlay.typing || this.emoteMenu.open;
    return !menu && document.querySelector("dialog[open]") === null;
  }

  /** Shows touch controls from now on: a finger was used. */
  enableTouchMode(): void {
    if (this.touchMode) return;
    this.touchMode = true;
    this.render();
  }

  /** Selects the hotbar slot `by` notches further. */
  cycleHotbar(by: number): void {
    const own = this.host.own();
    if (own) this.host.choose(cycleSlot(own.slot, by));
  }

  /** Runs the commands that concern the HUD; others are ignored. */
  command(command: Command): void {
    const own = this.host.own();
    if (command === "view") this.player.changeView();
    else if (command === "board") this.toggleTopView();
    else if (command === "bag") this.openInventory();
    else if (command === "chat") this.openChat();
    else if (command === "act") this.toggleEmotes();
    else if (command === "drop" && own) {
      this.player.act({ discard: { slot: 1000 + own.slot, count: 1 } });
    }
  }

  /**
   * Updates what changes between messages. Called for each frame; all but the crosshair and the
   * water is updated twice a second.
   */
  frame(): void {
    const { player } = this;
    const blind =
      player.view === 2 || player.cameraDetached || player.dead || !this.host.crosshairAllowed();
    this.cross.hidden = blind || this.host.topView();
    this.cross.classList.toggle("on", player.target !== null);
    this.water.hidden = !player.isUnderwater || this.host.topView();
    const second = Math.floor(performance.now() / 500);
    if (second === this.second) return;
    this.second = second;
    this.renderDeath();
    this.renderBuffs();
    const own = this.host.own();
    if (own) this.effects.render(own, performance.now());
    if (own) this.timers.render(own.timers, this.tick);
  }

  /** Updates everything. */
  render(): void {
    const own = this.host.own();
    const walks = this.host.walks();
    this.element.hidden = !walks;
    this.element.classList.toggle("touch-mode", this.touchMode);
    this.element.dataset["mode"] = this.host.mode();
    const gone = !walks || this.player.dead || this.host.topView();
    if (this.emoteMenu.open && gone) this.emoteMenu.toggle(false);
    if (!own || !walks) return;
    const { locked } = this.player.controls;
    this.hasStarted ||= locked;
    this.hotbar.render(own, this.tick);
    this.effects.render(own, performance.now());
    this.timers.render(own.timers, this.tick);
    this.inventory.render(own);
    if (this.inventory.open && locked) this.player.controls.unlock();
    this.chatOverlay.render();
    this.touch.element.hidden = !this.touchMode || this.host.topView();
    const busy = this.host.topView() || this.host.pageOpen() || this.player.dead;
    const idle = !locked && this.ready && !busy;
    this.hint.render(idle, this.touchMode, own.flies[0], this.hasStarted);
    this.playerList.render(this.host.teamOf);
    this.renderTools();
    this.renderDeath();
    this.renderBuffs();
  }

  private get tick(): number {
    return this.model.tickAtTime(performance.now());
  }

  private renderTools(): void {
    const tool = (
      name: Parameters<typeof toolIcon>[0],
      word: WalkStringKey,
      run: () => void,
      on = false,
    ) =>
      h(
        "button",
        {
          type: "button",
          class: "walk-tool",
          "data-tool": name,
          title: walkText(word),
          "aria-label": walkText(word),
          "aria-pressed": on ? "true" : "false",
          onclick: run,
        },
        toolIcon(name),
      );
    const topView = this.host.topView();
    const panel = this.page.hasAttribute("data-panel");
    fillWith(
      this.tools,
      tool("people", "panel", () => this.togglePanel(), panel),
      tool(topView ? "walk" : "board", topView ? "to_walk" : "to_board", () =>
        this.toggleTopView(),
      ),
      topView ? null : tool("view", "view", () => this.player.changeView()),
      tool("bag", "bag", () => this.openInventory(), this.inventory.open),
      topView ? null : tool("act", "acts", () => this.toggleEmotes(), this.emoteMenu.open),
      this.touchMode ? tool("chat", "keys_chat", () => this.openChat()) : null,
    );
  }

  private renderBuffs(): void {
    const { tick } = this;
    const buffs = (this.host.own()?.buffs ?? []).map(([id, name, level, until]) => {
      const left = until === null ? "" : `${Math.max(0, Math.ceil((until - tick) / 20))}s`;
      const words = level > 1 ? walkText("level", { name, level }) : name;
      return h("span", { class: "buff", "data-buff": id }, words, left && h("b", {}, left));
    });
    fillWith(this.buffs, ...buffs);
  }

  private renderDeath(): void {
    const { dead } = this.player;
    const until = this.host.own()?.revives ?? null;
    const seconds = until === null ? null : this.model.secondsTo(until, performance.now());
    if (dead && this.player.controls.locked) this.player.controls.unlock();
    this.death.render(dead, seconds);
  }

  private toggleTopView(): void {
    this.host.toggleTopView();
    if (!this.host.topView() && !this.touchMode) this.start();
  }

  private togglePanel(): void {
    this.page.toggleAttribute("data-panel");
    this.player.controls.unlock();
    this.render();
  }

  private openInventory(): void {
    this.player.controls.release();
    this.player.controls.unlock();
    this.inventory.toggle(!this.inventory.open);
    this.render();
  }

  private toggleEmotes(): void {
    this.player.controls.release();
    this.player.controls.unlock();
    this.emoteMenu.toggle(!this.emoteMenu.open && !this.player.dead);
    this.render();
  }

  private openChat(): void {
    this.player.controls.release();
    // Opened after this event, or the key that opens the chat would also type its letter.
    setTimeout(() => this.chatOverlay.open());
  }

  /** After a menu was closed: gives the focus, and so the keys, back to the canvas. */
  private focusCanvas(): void {
    this.page.querySelector("canvas")?.focus({ preventScroll: true });
    this.render();
  }

  private start(): void {
    this.page.querySelector("canvas")?.focus({ preventScroll: true });
    this.player.controls.lock();
  }
}
