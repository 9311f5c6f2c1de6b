import { useSignal } from "@preact/signals";
import type { TargetedEvent, TargetedPointerEvent } from "preact";
import { useRef } from "preact/hooks";
import type { Command } from "./keys";
import { ToolIcon, type ToolIconName } from "../hud/tool_icons";
import { walkText } from "../strings";

/** How far the knob of the joystick moves, in pixels. */
const STICK_RADIUS = 46;

/** What the joystick and buttons report. */
export interface TouchPadHost {
  stick(ahead: number, aside: number): void;
  /** `at` is the time of the touch, in ms. */
  hold(command: Command, down: boolean, at: number): void;
  dig(down: boolean): void;
  place(down: boolean): void;
}

interface Props {
  host: TouchPadHost;
  hidden: boolean;
}

/** The touch joystick and the action buttons. */
export const TouchPad = ({ host, hidden }: Props) => (
  <div class="touch" hidden={hidden}>
    <Joystick onMove={host.stick} />
    <div class="pad">
      <PadButton icon="dig" word="dig" onHold={host.dig} />
      <PadButton icon="place" word="place" onHold={host.place} />
      <PadButton icon="down" word="sneak" onHold={(down, at) => host.hold("sneak", down, at)} />
      <PadButton icon="jump" word="jump" onHold={(down, at) => host.hold("jump", down, at)} />
    </div>
  </div>
);

type StickEvent = TargetedPointerEvent<HTMLDivElement>;

/** Follows the finger that came down on it. */
function Joystick({ onMove }: { onMove: (ahead: number, aside: number) => void }) {
  const thumb = useRef<number | null>(null);
  const knob = useSignal("");
  const move = ({ pointerId, clientX, clientY, currentTarget }: StickEvent) => {
    if (pointerId !== thumb.current) return;
    const box = currentTarget.getBoundingClientRect();
    const [x, y] = [
      (clientX - box.left - box.width / 2) / STICK_RADIUS,
      (clientY - box.top - box.height / 2) / STICK_RADIUS,
    ];
    const far = Math.max(1, Math.hypot(x, y));
    const [aside, ahead] = [x / far, -y / far];
    knob.value = `transform:translate(${aside * STICK_RADIUS}px, ${-ahead * STICK_RADIUS}px)`;
    // A resting thumb trembles: small deflections count as 0.
    const deadZone = (part: number) => (Math.abs(part) < 0.16 ? 0 : part);
    onMove(deadZone(ahead), deadZone(aside));
  };
  const take = (event: StickEvent) => {
    thumb.current = event.pointerId;
    event.currentTarget.setPointerCapture(event.pointerId);
    move(event);
  };
  const release = () => {
    thumb.current = null;
    knob.value = "";
    onMove(0, 0);
  };
  return (
    <div
      class="stick"
      role="img"
      aria-label={walkText("stick")}
      onPointerDown={take}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <i style={knob.value} />
    </div>
  );
}

interface ButtonProps {
  icon: ToolIconName;
  word: "dig" | "place" | "sneak" | "jump";
  onHold: (down: boolean, at: number) => void;
}

/** A button that acts for as long as a finger is on it. */
function PadButton({ icon, word, onHold }: ButtonProps) {
  const down = useSignal(false);
  const set = (event: TargetedEvent<HTMLButtonElement>, to: boolean) => {
    event.preventDefault();
    down.value = to;
    onHold(to, event.timeStamp);
  };
  const press = (event: TargetedPointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    set(event, true);
  };
  return (
    <button
      type="button"
      class={`pad-${word}${down.value ? " down" : ""}`}
      aria-label={walkText(word)}
      onPointerDown={press}
      onPointerUp={(event) => set(event, false)}
      onPointerCancel={(event) => set(event, false)}
      onContextMenu={(event) => event.preventDefault()}
    >
      <ToolIcon name={icon} />
    </button>
  );
}
