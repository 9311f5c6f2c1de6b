import type { EffectView, ServerMessage } from "../wire.generated";

const at = (kind: string, pos: readonly number[], id: number): string =>
  `${kind} ${id}@${pos.join()}`;

/** Running effects, by name. */
export type Running = ReadonlyMap<string, EffectView>;

/** The effects that run after a message. */
export function effectsAfter(running: Running, message: ServerMessage): Running {
  if (message.t === "scene") {
    return message.effects.reduce((map, effect) => change(map, effect), new Map() as Running);
  }
  return message.t === "effect" ? change(running, message.effect) : running;
}

function change(running: Running, effect: EffectView): Running {
  const next = new Map(running);
  switch (effect.kind) {
    case "particle":
      return next.set(at("particle", effect.pos, effect.id), effect);
    case "stop_particle":
      next.delete(at("particle", effect.pos, effect.id));
      return next;
    case "loop_sound":
      return next.set(at("sound", effect.pos, effect.id), effect);
    case "stop_sound":
      next.delete(at("sound", effect.pos, effect.id));
      return next;
    case "mark":
      return next.set(at("mark", effect.pos, effect.id), effect);
    case "clear_mark":
      next.delete(at("mark", effect.pos, effect.id));
      return next;
    case "text":
      return next.set(`text ${effect.id}`, effect);
    case "remove_text":
      next.delete(`text ${effect.id}`);
      return next;
    case "sound":
      return running;
  }
}

/** The effect that ends another; undefined for those that end by themselves. */
function ending(effect: EffectView): EffectView | undefined {
  switch (effect.kind) {
    case "particle":
      return { kind: "stop_particle", pos: effect.pos, id: effect.id };
    case "loop_sound":
      return { kind: "stop_sound", pos: effect.pos, id: effect.id };
    case "mark":
      return { kind: "clear_mark", pos: effect.pos, id: effect.id };
    case "text":
      return { kind: "remove_text", id: effect.id };
    default:
      return undefined;
  }
}

/** The changes that lead from one set of running effects to another. */
export function effectsBetween(before: Running, after: Running): EffectView[] {
  const turns: EffectView[] = [];
  for (const [name, effect] of before) {
    if (after.has(name)) continue;
    const end = ending(effect);
    if (end) turns.push(end);
  }
  for (const [name, effect] of after) if (before.get(name) !== effect) turns.push(effect);
  return turns;
}
