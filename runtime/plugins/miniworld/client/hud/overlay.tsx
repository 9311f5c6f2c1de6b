import { useLayoutEffect, useRef } from "preact/hooks";
import type { OwnView } from "../wire.generated";
import { passingTime } from "@page/state/time";
import { TouchPad } from "../input/touch_pad";
import { walkText, type WalkStringKey } from "../strings";
import { ChatOverlay } from "./chat_overlay";
import { useWalk } from "./context";
import { ControlsHint } from "./controls_hint";
import { DeathScreen } from "./death_screen";
import { EmoteMenu } from "./emote_menu";
import { Hotbar } from "./hotbar";
import { Inventory } from "./inventory";
import { CANVAS_SIZE } from "./minimap";
import { ScreenEffects } from "./screen_effects";
import { TimerPanel } from "./timer_panel";
import { ToolIcon, type ToolIconName } from "./tool_icons";

/** Everything that lies over the picture while players walk. */
export function WalkOverlay() {
  const { walk, touch, hint } = useWalk();
  const own = walk.own.value;
  const shown = walk.walks.value && own;
  return (
    <div
      class={`walk-hud${walk.touchMode.value ? " touch-mode" : ""}`}
      data-mode={walk.mode.value}
      hidden={!shown}
    >
      {shown && (
        <>
          {walk.shapes.value.length > 0 && <MinimapCanvas />}
          <TimerPanel />
          <div class="under-water" hidden={!walk.underwater.value || walk.topView.value} />
          <ScreenEffects own={own} />
          <CrosshairMark />
          <Tools />
          <Buffs buffs={own.buffs} />
          <ChatOverlay />
          <TouchPad host={touch} hidden={!walk.touchMode.value || walk.topView.value} />
          <Hotbar own={own} />
          {hint.value && <ControlsHint flies={own.flies[0]} />}
          <EmoteMenu />
          <DeathScreen />
          <Inventory own={own} />
        </>
      )}
    </div>
  );
}

/** The map is drawn per frame, so it is no component: this only gives it a canvas. */
function MinimapCanvas() {
  const { minimap } = useWalk();
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    minimap.use(canvas.current);
    return () => minimap.use(null);
  }, []);
  return (
    <canvas
      class="small-map"
      width={CANVAS_SIZE}
      height={CANVAS_SIZE}
      aria-hidden="true"
      ref={canvas}
    />
  );
}

function CrosshairMark() {
  const { walk } = useWalk();
  const crosshair = walk.topView.value ? "hidden" : walk.crosshair.value;
  return (
    <div class={`crosshair${crosshair === "on" ? " on" : ""}`} hidden={crosshair === "hidden"} />
  );
}

function Tools() {
  const { walk, inventory, toggleTopView, togglePanel, toggleInventory, ...host } = useWalk();
  const topView = walk.topView.value;
  const emotes = walk.emotesOpen.value;
  return (
    <div class="walk-tools" role="toolbar">
      <Tool name="people" word="panel" onClick={togglePanel} on={walk.panelOpen.value} />
      <Tool
        name={topView ? "walk" : "board"}
        word={topView ? "to_walk" : "to_board"}
        onClick={toggleTopView}
      />
      {!topView && <Tool name="view" word="view" onClick={host.changeView} />}
      <Tool name="bag" word="bag" onClick={toggleInventory} on={inventory.open.value} />
      {!topView && (
        <Tool name="act" word="acts" onClick={() => host.toggleEmotes(!emotes)} on={emotes} />
      )}
      {walk.touchMode.value && <Tool name="chat" word="keys_chat" onClick={host.openChat} />}
    </div>
  );
}

interface ToolProps {
  name: ToolIconName;
  word: WalkStringKey;
  onClick: () => void;
  on?: boolean;
}

const Tool = ({ name, word, onClick, on = false }: ToolProps) => (
  <button
    type="button"
    class="walk-tool"
    data-tool={name}
    title={walkText(word)}
    aria-label={walkText(word)}
    aria-pressed={on ? "true" : "false"}
    onClick={onClick}
  >
    <ToolIcon name={name} />
  </button>
);

function Buffs({ buffs }: { buffs: OwnView["buffs"] }) {
  return (
    <div class="buffs">
      {buffs.map(([id, name, level, until]) => (
        <span key={id} class="buff" data-buff={id}>
          {level > 1 ? walkText("level", { name, level }) : name}
          {until !== null && <SecondsLeft until={until} />}
        </span>
      ))}
    </div>
  );
}

function SecondsLeft({ until }: { until: number }) {
  const { model } = useWalk();
  return <b>{`${model.secondsTo(until, passingTime())}s`}</b>;
}
