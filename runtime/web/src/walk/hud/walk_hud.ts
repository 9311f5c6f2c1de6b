import type { Mode, OwnView } from "../../wire.generated";
import type { RoomModel } from "../../room/model";
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

/** What the display asks of who shows it. */
export interface WalkHudHost {
  own(): OwnView | null;
  choose(index: number): void;
  chat(text: string): void;
  toggleAbove(): void;
  above(): boolean;
  walks(): boolean;
  mode(): Mode;
  /** Whether a page that wants the pointer is open. */
  paged(): boolean;
  /** Whether the map lets the crosshair be seen. */
  sight(): boolean;
  teamOf(player: number): number;
}

/** What lies over the picture while one walks. */
export class WalkHud {
  readonly element = h("div", { class: "walk-hud", hidden: true });
  private readonly cross = h("div", { class: "crosshair" });
  private readonly water = h("div", { class: "under-water", hidden: true });
  private readonly tools = h("div", { class: "walk-tools", role: "toolbar" });
  private readonly buffs = h("div", { class: "buffs" });
  private readonly veils = new ScreenEffects();
  private readonly hotbar: Hotbar;
  private readonly bag: Inventory;
  private readonly talk: ChatOverlay;
  private readonly touch: TouchPad;
  private readonly death: DeathScreen;
  private readonly hints: ControlsHint;
  private readonly people: PlayerList;
  private readonly timers = new TimerPanel();
  private readonly gestures: EmoteMenu;
  private glass = matchMedia("(pointer: coarse)").matches;
  private known = false;
  private second = -1;

  constructor(
    private readonly model: RoomModel,
    private readonly walker: LocalPlayer,
    private readonly page: HTMLElement,
    private readonly host: WalkHudHost,
  ) {
    const { controls } = walker;
    this.hotbar = new Hotbar((index) => host.choose(index));
    this.people = new PlayerList(model, page, () => this.togglePanel());
    this.bag = new Inventory(
      (act) => walker.act(act),
      () => this.back(),
      new ItemPalette(model, (act) => walker.act(act)),
      () => host.mode() === "creative",
    );
    this.talk = new ChatOverlay(
      model,
      (text) => host.chat(text),
      () => this.back(),
    );
    this.touch = new TouchPad({
      stick: (ahead, aside) => (controls.stick = [ahead, aside]),
      hold: (command, down, at) => controls.hold(command, down, at),
      dig: (down) => walker.hands.press(down && walker.able, walker.target, performance.now()),
      place: (down) =>
        walker.hands.pressOther(down && walker.able, walker.target, performance.now()),
    });
    this.death = new DeathScreen(() => walker.act({ revive: {} }));
    this.hints = new ControlsHint(() => this.start());
    this.gestures = new EmoteMenu(
      (act) => walker.act({ play: { act } }),
      () => this.back(),
    );
    this.element.append(
      this.timers.element,
      this.water,
      this.veils.element,
      this.cross,
      this.tools,
      this.buffs,
      this.talk.element,
      this.touch.element,
      this.hotbar.element,
      this.hints.element,
      this.gestures.element,
      this.death.element,
      this.bag.element,
    );
  }

  /** Whether keys and mouse are the player's: nothing lies open over the picture. */
  get ready(): boolean {
    const menu = this.bag.open || this.talk.typing || this.gestures.open;
    return !menu && document.querySelector("dialog[open]") === null;
  }

  /** A finger was used: buttons are shown from now on. */
  touched(): void {
    if (this.glass) return;
    this.glass = true;
    this.render();
  }

  /** Turns the slots at hand. */
  turn(by: number): void {
    const own = this.host.own();
    if (own) this.host.choose(cycleSlot(own.slot, by));
  }

  /** Does what a key means, if that is a matter of the display. */
  command(command: Command): void {
    const own = this.host.own();
    if (command === "view") this.walker.changeView();
    else if (command === "board") this.toggleAbove();
    else if (command === "bag") this.openBag();
    else if (command === "chat") this.openTalk();
    else if (command === "act") this.toggleActs();
    else if (command === "drop" && own) {
      this.walker.act({ discard: { slot: 1000 + own.slot, count: 1 } });
    }
  }

  /** Shows what changes with every picture. */
  frame(): void {
    const { walker } = this;
    const blind = walker.view === 2 || walker.away || walker.dead || !this.host.sight();
    this.cross.hidden = blind || this.host.above();
    this.cross.classList.toggle("on", walker.target !== null);
    this.water.hidden = !walker.dives || this.host.above();
    const second = Math.floor(performance.now() / 500);
    if (second === this.second) return;
    this.second = second;
    this.renderDeath();
    this.renderBuffs();
    const own = this.host.own();
    if (own) this.veils.render(own, performance.now());
    if (own) this.timers.render(own.timers, this.tick);
  }

  /** Shows how everything stands. */
  render(): void {
    const own = this.host.own();
    const walks = this.host.walks();
    this.element.hidden = !walks;
    this.element.classList.toggle("glass", this.glass);
    this.element.dataset["mode"] = this.host.mode();
    const gone = !walks || this.walker.dead || this.host.above();
    if (this.gestures.open && gone) this.gestures.toggle(false);
    if (!own || !walks) return;
    const { locked } = this.walker.controls;
    this.known ||= locked;
    this.hotbar.render(own, this.tick);
    this.veils.render(own, performance.now());
    this.timers.render(own.timers, this.tick);
    this.bag.render(own);
    if (this.bag.open && locked) this.walker.controls.unlock();
    this.talk.render();
    this.touch.element.hidden = !this.glass || this.host.above();
    const busy = this.host.above() || this.host.paged() || this.walker.dead;
    const idle = !locked && this.ready && !busy;
    this.hints.render(idle, this.glass, own.flies[0], this.known);
    this.people.render(this.host.teamOf);
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
    const above = this.host.above();
    const panel = this.page.hasAttribute("data-panel");
    fillWith(
      this.tools,
      tool("people", "panel", () => this.togglePanel(), panel),
      tool(above ? "walk" : "board", above ? "to_walk" : "to_board", () => this.toggleAbove()),
      above ? null : tool("view", "view", () => this.walker.changeView()),
      tool("bag", "bag", () => this.openBag(), this.bag.open),
      above ? null : tool("act", "acts", () => this.toggleActs(), this.gestures.open),
      this.glass ? tool("chat", "keys_chat", () => this.openTalk()) : null,
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
    const { dead } = this.walker;
    const until = this.host.own()?.revives ?? null;
    const seconds = until === null ? null : this.model.secondsTo(until, performance.now());
    if (dead && this.walker.controls.locked) this.walker.controls.unlock();
    this.death.render(dead, seconds);
  }

  private toggleAbove(): void {
    this.host.toggleAbove();
    if (!this.host.above() && !this.glass) this.start();
  }

  private togglePanel(): void {
    this.page.toggleAttribute("data-panel");
    this.walker.controls.unlock();
    this.render();
  }

  private openBag(): void {
    this.walker.controls.release();
    this.walker.controls.unlock();
    this.bag.toggle(!this.bag.open);
    this.render();
  }

  private toggleActs(): void {
    this.walker.controls.release();
    this.walker.controls.unlock();
    this.gestures.toggle(!this.gestures.open && !this.walker.dead);
    this.render();
  }

  private openTalk(): void {
    this.walker.controls.release();
    // The key that opens the line is not its first letter.
    setTimeout(() => this.talk.open());
  }

  /** A menu was closed: keys are the player's again. */
  private back(): void {
    this.page.querySelector("canvas")?.focus({ preventScroll: true });
    this.render();
  }

  private start(): void {
    this.page.querySelector("canvas")?.focus({ preventScroll: true });
    this.walker.controls.lock();
  }
}
