import type { ActorsChange, ActorView } from "../../wire.generated";
import { EMOTE_MS, emoteOf, type EmoteState } from "./emotes";
import type { Vec } from "../physics/terrain";

/** Longest and shortest time over which a change of place is drawn out. */
const SPAN_MS = [50, 160] as const;
/** Whoever gets further than this at once was put there. */
const TELEPORT_DISTANCE = 6;
/** How long a blow is seen. */
const HURT_MS = 260;
const SWING_MS = 320;

/** An object, and how it came to where it is. */
export interface Track {
  view: ActorView;
  from: Vec;
  /** Heading and tilt that it turns from. */
  turn: readonly [number, number];
  since: number;
  span: number;
  /** When it was last hurt, last struck, and last began an action. */
  hurt: number;
  attackedAt: number;
  act: number;
  /** How far it has walked, in blocks, for its legs. */
  walked: number;
}

/** How an object is to be drawn at a moment. */
export interface DrawnActor {
  view: ActorView;
  pos: [number, number, number];
  yaw: number;
  pitch: number;
  /** 1 when it has just been hurt, then less. */
  hurt: number;
  /** From 0 to 1 while it strikes. */
  swing: number;
  /** The action it plays. */
  emote: EmoteState | null;
  walked: number;
  /** Blocks a second. */
  speed: number;
}

const lerp = (a: number, b: number, part: number): number => a + (b - a) * part;

/** From one angle to another, the short way round. */
export function lerpAngle(from: number, to: number, part: number): number {
  const gap = ((((to - from + 180) % 360) + 360) % 360) - 180;
  return from + gap * part;
}

/** All objects, moving smoothly between what the server says of them. */
export class ActorTracks {
  private readonly tracks = new Map<number, Track>();

  /** What is known of an object. */
  get(id: number): ActorView | undefined {
    return this.tracks.get(id)?.view;
  }

  /** Forgets all, and begins with these. */
  reset(views: readonly ActorView[], now: number): void {
    this.tracks.clear();
    this.change({ put: [...views], gone: [] }, now);
  }

  /** Takes what has changed. */
  change({ put, gone }: ActorsChange, now: number): void {
    for (const id of gone) this.tracks.delete(id);
    for (const view of put) this.put(view, now);
  }

  /** How everything is to be drawn, in the order it came. */
  shown(now: number): DrawnActor[] {
    return [...this.tracks.values()].map((track) => this.at(track, now));
  }

  /** How one object is to be drawn. */
  one(id: number, now: number): DrawnActor | null {
    const track = this.tracks.get(id);
    return track ? this.at(track, now) : null;
  }

  private put(view: ActorView, now: number): void {
    const old = this.tracks.get(view.id);
    const here = old && this.at(old, now);
    const far = here ? Math.hypot(...view.pos.map((axis, i) => axis - (here.pos[i] ?? 0))) : 0;
    const teleports = !here || far > TELEPORT_DISTANCE || old.view.dead !== view.dead;
    const [least, most] = SPAN_MS;
    const hit = old && (view.life ?? 1) < (old.view.life ?? 1);
    const acts = old && view.act && old.view.act?.[1] !== view.act[1];
    const strikes = old && view.doing !== old.view.doing && view.doing === ATTACK_STATE[view.kind];
    this.tracks.set(view.id, {
      view,
      from: teleports ? view.pos : here.pos,
      turn: teleports ? [view.yaw, view.pitch] : [here.yaw, here.pitch],
      since: now,
      span: old ? Math.min(most, Math.max(least, now - old.since)) : least,
      hurt: hit ? now : (old?.hurt ?? -Infinity),
      attackedAt: strikes ? now : (old?.attackedAt ?? -Infinity),
      act: acts ? now : (old?.act ?? -Infinity),
      walked: here && !teleports ? here.walked : 0,
    });
  }

  private at(track: Track, now: number): DrawnActor {
    const { view, from, turn, since, span } = track;
    const part = Math.min(1, Math.max(0, (now - since) / span));
    const pos = from.map((axis, i) => lerp(axis, view.pos[i] as number, part));
    const acted = Math.max(0, (now - track.act) / EMOTE_MS);
    const way = Math.hypot(view.pos[0] - from[0], view.pos[2] - from[2]);
    return {
      view,
      pos: pos as [number, number, number],
      yaw: lerpAngle(turn[0], view.yaw, part),
      pitch: lerp(turn[1], view.pitch, part),
      hurt: Math.max(0, 1 - (now - track.hurt) / HURT_MS),
      swing: Math.max(0, Math.min(1, (now - track.attackedAt) / SWING_MS)) % 1,
      emote: acted < 1 && view.act ? { kind: emoteOf(view.act[0]), progress: acted } : null,
      walked: track.walked + way * part,
      speed: now - since < 2 * span ? (way / span) * 1000 : 0,
    };
  }
}

/** What `doing` is while one strikes. */
const ATTACK_STATE: Readonly<Record<string, number>> = { creature: 4 };
