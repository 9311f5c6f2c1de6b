import type { Limb } from "./body_shapes";

/**
 * The emotes that bodies can play. Which number stands for which in Mini World is not published, so
 * the order is our own.
 */
export const EMOTES = ["wave", "bow", "cheer", "dance", "clap", "nod", "spin", "sit"] as const;
export type Emote = (typeof EMOTES)[number];
/** Length of an emote, in ms. */
export const EMOTE_MS = 1600;

/** An emote and its progress, 0 to 1. */
export interface EmoteState {
  kind: Emote;
  progress: number;
}

/** The emote of a number. Numbers 1 to 8 are the list in order; others wrap around. */
export function emoteOf(number: number): Emote {
  const count = EMOTES.length;
  return EMOTES[(((number - 1) % count) + count) % count] as Emote;
}

/** How an emote moves the whole body: blocks upwards, and radians turned and leaning forward. */
export interface BodyPose {
  lift: number;
  turn: number;
  lean: number;
}

const UPRIGHT: BodyPose = { lift: 0, turn: 0, lean: 0 };
const FULL_TURN = 2 * Math.PI;

/** 0 at both ends and 1 between, so that an emote begins and ends gently. */
const fadeInOut = (progress: number): number =>
  Math.max(0, Math.min(1, 6 * Math.min(progress, 1 - progress)));
/** A sine with `count` periods over the length of the emote. */
const oscillate = (progress: number, count: number): number =>
  Math.sin(progress * FULL_TURN * count);

/** The pose of a body that is 1.8 blocks high. */
export function emotePose(emote: EmoteState | null): BodyPose {
  if (!emote) return UPRIGHT;
  const { kind, progress } = emote;
  const strength = fadeInOut(progress);
  switch (kind) {
    case "bow":
      return { ...UPRIGHT, lean: 0.4 * strength };
    case "cheer":
      return { ...UPRIGHT, lift: 0.22 * Math.abs(oscillate(progress, 1.5)) };
    case "dance":
      return {
        ...UPRIGHT,
        lift: 0.08 * Math.abs(oscillate(progress, 2)),
        turn: 0.6 * oscillate(progress, 2),
      };
    case "spin":
      return { ...UPRIGHT, turn: FULL_TURN * progress };
    case "sit":
      return { ...UPRIGHT, lift: -0.5 * strength };
    default:
      return UPRIGHT;
  }
}

/**
 * Additional rotation of a limb, in radians about the sideways, the upright and the forward axis.
 */
export function emoteLimbTurn(
  emote: EmoteState | null,
  limb: Limb,
): readonly [number, number, number] {
  if (!emote) return STRAIGHT;
  const { kind, progress } = emote;
  const strength = fadeInOut(progress);
  if (limb.looks) {
    if (kind === "bow") return [0.7 * strength, 0, 0];
    return kind === "nod" ? [0.4 * oscillate(progress, 3) * strength, 0, 0] : STRAIGHT;
  }
  if (limb.swing === 0) return STRAIGHT;
  const side = Math.sign(limb.joint[0]);
  return isArm(limb)
    ? armOf(kind, progress, side, strength)
    : legOf(kind, progress, side, strength);
}

const STRAIGHT = [0, 0, 0] as const;
const isArm = ({ joint }: Limb): boolean => joint[1] > 1;

function armOf(
  kind: Emote,
  progress: number,
  side: number,
  strength: number,
): readonly [number, number, number] {
  switch (kind) {
    case "wave":
      return side > 0
        ? [-2.7 * strength, 0, (0.2 + 0.4 * oscillate(progress, 4)) * strength]
        : STRAIGHT;
    case "bow":
      return [0.3 * strength, 0, 0];
    case "cheer":
      return [-2.8 * strength, 0, side * 0.3 * strength];
    case "dance":
      return [0, 0, side * (1.1 + 0.5 * oscillate(progress, 4) * side) * strength];
    case "clap":
      return [-1.35 * strength, 0, -side * (0.22 + 0.22 * oscillate(progress, 5)) * strength];
    case "spin":
      return [0, 0, side * 1.35 * strength];
    case "sit":
      return [-0.5 * strength, 0, 0];
    default:
      return STRAIGHT;
  }
}

function legOf(
  kind: Emote,
  progress: number,
  side: number,
  strength: number,
): readonly [number, number, number] {
  if (kind === "dance") return [0.5 * side * oscillate(progress, 4) * strength, 0, 0];
  return kind === "sit" ? [-1.45 * strength, 0, side * 0.12 * strength] : STRAIGHT;
}
