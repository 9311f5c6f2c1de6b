import type { EffectView, ServerMessage } from "../wire.generated";

const particle = (pos: readonly number[], id: number): string => `${id}@${pos.join()}`;

/** Which effects run, by name. */
export type Running = ReadonlyMap<string, EffectView>;

/** The effects that run after a message, given those that ran before. */
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
      return next.set(particle(effect.pos, effect.id), effect);
    case "stop_particle":
      next.delete(particle(effect.pos, effect.id));
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

/** What turns the effects of one moment into those of another. */
export function effectsBetween(before: Running, after: Running): EffectView[] {
  const turns: EffectView[] = [];
  for (const [name, effect] of before) {
    if (after.has(name)) continue;
    if (effect.kind === "particle") {
      turns.push({ kind: "stop_particle", pos: effect.pos, id: effect.id });
    } else if (effect.kind === "text") {
      turns.push({ kind: "remove_text", id: effect.id });
    }
  }
  for (const [name, effect] of after) if (before.get(name) !== effect) turns.push(effect);
  return turns;
}
