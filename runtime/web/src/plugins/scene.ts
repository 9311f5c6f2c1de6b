import type { ReadonlySignal } from "@preact/signals";
import type { ComponentType } from "preact";
import type { Sounds } from "../audio/sounds";
import type { Board } from "../render/board";
import type { ViewChange } from "../state/plugin_views";
import type { RoomModel } from "../state/room";
import type { ClientMessage } from "../wire.generated";
import type { Pos } from "../wire/decode";

/**
 * What a plugin's scene module and the page know of each other.
 *
 * A scene module draws in the board's scene and may control the camera, as a world in which players
 * walk needs it. It is `runtime/plugins/NAME/client/scene.ts`; its default export is a
 * {@link ScenePlugin}. The page loads it when a room first shows something of the plugin. A room has
 * one scene module: that of the first such plugin.
 */
export interface ScenePlugin {
  /** Begins the module in a room. */
  open(host: SceneHost): Promise<SceneModule>;
  /** Begins the module in a replay. */
  openReplay(host: ReplaySceneHost): Promise<ReplaySceneModule>;
}

/** What the page of a replay offers to a scene module. */
export interface ReplaySceneHost {
  readonly model: RoomModel;
  readonly board: Board;
  /** Sets what the module adds to the page, in place of what it added before. */
  setParts(parts: SceneParts): void;
}

/** What the page of a room offers to a scene module. */
export interface SceneHost extends ReplaySceneHost {
  readonly sounds: Sounds;
  /** The picture, which takes the keys. */
  readonly canvas: HTMLCanvasElement;
  /** Sends a message. Without a connection it is dropped without notice. */
  send(message: ClientMessage): void;
  /** Whether a dialog of the page is open. */
  dialogOpen(): boolean;
}

/** A scene module at work in a room. */
export interface SceneModule {
  /**
   * Shows the plugin's whole view in place of what was shown before; null when there is none any
   * more. The first call follows `open` at once.
   */
  begin(view: unknown): void;
  /** Shows a change of the view. */
  change(change: ViewChange): void;
  /** Handles a refusal of the server; true if the page need not show it. */
  refused(code: string): boolean;
  /** How loud a sound at a position is heard, 0 to 1; null is a sound without a position. */
  loudness(pos: Pos | null): number;
  /** What end-to-end tests find at `window.__fangqi.walk`. */
  readonly testState: unknown;
}

/** A scene module at work in a replay. */
export interface ReplaySceneModule {
  /**
   * Shows the plugin's view at the present position; null when there is none. `isNextEvent` says
   * whether it is that of the event after the one shown before, so that things may move there.
   */
  show(view: unknown, isNextEvent: boolean): void;
}

/** What a scene module adds to the page and changes of it, all of it optional. */
export interface SceneParts {
  /**
   * States for the module's style sheets: words in `data-scene` of the page's element, as in
   * `.room-page[data-scene~="above"]`.
   */
  readonly states?: ReadonlySignal<readonly string[]>;
  /** Lies over the picture. */
  readonly Overlay?: ComponentType;
  /** The players, last in the side panel. */
  readonly PlayerList?: ComponentType;
  /** Whether the page tells beginners what to click; it does if nothing is said. */
  readonly hints?: ReadonlySignal<boolean>;
  /** Whether lines of chat have colour marks; they have none if nothing is said. */
  readonly markedChat?: ReadonlySignal<boolean>;
  /** How the banner with a game's result differs from the usual one. */
  readonly result?: ReadonlySignal<ResultBanner>;
}

/** The parts that every banner with a game's result has. */
export type ResultPart = "seal" | "title" | "replay" | "again";

/** How a banner with a game's result differs from the usual one. Texts may have colour marks. */
export interface ResultBanner {
  /** The parts that it does not show. */
  readonly hidden: readonly ResultPart[];
  /** Texts in place of the usual ones. */
  readonly texts: Readonly<Partial<Record<ResultPart, string>>>;
  /** Columns of texts below the result; empty texts are left out. */
  readonly columns: readonly { title: string; text: string; note: string }[];
}
