import type { ActorsChange } from "../parts";
import type { ActorView } from "../wire.generated";
import { EMOTE_MS, emoteOf, type EmoteState } from "./emotes";
import type { Vec } from "../physics/terrain";

/** Shortest and longest time over which one update of an actor's position is interpolated. */
const SPAN_MS = [50, 160] as const;
/**
 * An actor that moves farther than this in one update (in blocks) is placed there without
 * interpolation.
 */
const TELEPORT_DISTANCE = 6;
/** How long an actor is tinted red after it lost life. */
const HURT_MS = 260;
const SWING_MS = 320;

/** The last known view of an actor and the start of its current interpolation. */
export interface Track {
  view: ActorView;
  from: Vec;
  /** Yaw and pitch at the start of the interpolation, in degrees. */
  turn: readonly [number, number];
  since: number;
  span: number;
  /** When the actor last lost life, last attacked, and last began an emote, in ms. */
  hurt: number;
  attackedAt: number;
  act: number;
  /** Distance walked so far, in blocks. It drives the leg animation. */
  walked: number;
}

/** An actor as it is to be drawn at one moment. */
export interface DrawnActor {
  view: ActorView;
  pos: [number, number, number];
  yaw: number;
  pitch: number;
  /** 1 just after the actor lost life, falling to 0. */
  hurt: number;
  /** Progress of an attack from 0 to 1; 0 when there is none. */
  swing: number;
  /** The emote being played, if any. */
  emote: EmoteState | null;
  walked: number;
  /** Blocks per second. */
  speed: number;
}

const lerp = (a: number, b: number, part: number): number => a + (b - a) * part;

/** Interpolates between two angles in degrees, the short way round. */
export function lerpAngle(from: number, to: number, part: number): number {
  const gap = ((((to - from + 180) % 360) + 360) % 360) - 180;
  return from + gap * part;
}

/** All actors, interpolated between the updates of the server. */
export class ActorTracks {
  private readonly tracks = new Map<number, Track>();

  /** The last view of an actor that the server sent. */
  get(id: number): ActorView | undefined {
    return this.tracks.get(id)?.view;
  }

  /** Replaces all actors by these. */
  reset(views: readonly ActorView[], now: number): void {
    this.tracks.clear();
    this.change({ put: views, gone: [] }, now);
  }

  /** Applies an update of the server. */
  change({ put, gone }: ActorsChange, now: number): void {
    for (const id of gone) this.tracks.delete(id);
    for (const view of put) this.put(view, now);
  }

  /** All actors at a time in ms, in the order in which they first appeared. */
  shown(now: number): DrawnActor[] {
    return [...this.tracks.values()].map((track) => this.at(track, now));
  }

  /** One actor at a time in ms; null if there is none of that id. */
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

/** By kind: the value of `doing` while an actor attacks. */
const ATTACK_STATE: Readonly<Record<string, number>> = { creature: 4 };
