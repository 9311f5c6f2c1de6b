import { walkText, type WalkStringKey } from "../strings";
import { useWalk } from "./context";

/** Keys and what they do, in the order shown. */
const KEY_ROWS: readonly (readonly [string | { word: WalkStringKey }, WalkStringKey])[] = [
  ["W A S D", "keys_move"],
  ["Space", "keys_jump"],
  ["Shift", "keys_sneak"],
  [{ word: "left_button" }, "keys_dig"],
  [{ word: "right_button" }, "keys_place"],
  ["1 – 8", "keys_slots"],
  ["E", "keys_bag"],
  ["V", "keys_view"],
  ["X", "keys_act"],
  ["T", "keys_chat"],
  ["I J K L", "keys_look"],
  ["F  G", "keys_hands"],
];

interface Props {
  /** Whether the player may fly. */
  flies: boolean;
}

/** Shows the keys while the mouse is not locked; a click locks it and starts. */
export function ControlsHint({ flies }: Props) {
  const { walk, start } = useWalk();
  // Short once the player has started before.
  const known = walk.hasStarted.value;
  const more = [walkText("keys_run"), ...(flies ? [walkText("keys_fly")] : []), walkText("let_go")];
  return (
    <button type="button" class={`walk-hint${known ? " small" : ""}`} onClick={start}>
      <strong>{walkText(known ? "go_on" : "start")}</strong>
      <span class="key-rows">
        {KEY_ROWS.map(([keys, word]) => (
          <span key={word} class="key-row">
            <kbd>{typeof keys === "string" ? keys : walkText(keys.word)}</kbd>
            <span>{walkText(word)}</span>
          </span>
        ))}
      </span>
      <small>{more.join(" · ")}</small>
    </button>
  );
}
