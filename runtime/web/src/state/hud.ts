import type { Hud, HudChange } from "../wire.generated";

/** A HUD that shows nothing. */
export const emptyHud = (): Hud => ({
  status: null,
  turn: null,
  thinking: null,
  result: null,
  moves: [],
  buttons: [],
  clocks: [],
  insight: { title: null, bar: null, note: null, arrows: [], review: null },
  asked: [],
  badges: [],
  tags: [],
  plates: [],
  secret: null,
  position: null,
  lines: null,
});

/** Applies one change to a HUD. */
export function changeHud(hud: Hud, change: HudChange): Hud {
  switch (change.field) {
    case "status":
      return { ...hud, status: change.value };
    case "asked":
      return { ...hud, asked: change.value };
    case "badges":
      return { ...hud, badges: change.value };
    case "tags":
      return { ...hud, tags: change.value };
    case "plates":
      return { ...hud, plates: change.value };
    case "secret":
      return { ...hud, secret: change.value };
    case "position":
      return { ...hud, position: change.value };
    case "lines":
      return { ...hud, lines: change.value };
    case "turn":
      return { ...hud, turn: change.value };
    case "thinking":
      return { ...hud, thinking: change.value };
    case "result":
      return { ...hud, result: change.value };
    case "buttons":
      return { ...hud, buttons: change.value };
    case "clocks":
      return { ...hud, clocks: change.value };
    case "title":
      return { ...hud, insight: { ...hud.insight, title: change.value } };
    case "bar":
      return { ...hud, insight: { ...hud.insight, bar: change.value } };
    case "note":
      return { ...hud, insight: { ...hud.insight, note: change.value } };
    case "arrows":
      return { ...hud, insight: { ...hud.insight, arrows: change.value } };
    case "review":
      return { ...hud, insight: { ...hud.insight, review: change.value } };
    case "moves":
      return { ...hud, moves: [...hud.moves.slice(0, change.value.keep), ...change.value.add] };
  }
}
