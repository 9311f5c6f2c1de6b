import type { Limb } from "./body_shapes";

/** What bodies can be seen doing: Mini World's numbers of actions are not published. */
export const EMOTES = ["wave", "bow", "cheer", "dance", "clap", "nod", "spin", "sit"] as const;
/** One of them. */
export type Emote = (typeof EMOTES)[number];
/** How long an action is seen, in ms. */
export const EMOTE_MS = 1600;

/** An action, and how far it is done: 0 to 1. */
export interface EmoteState {
  kind: Emote;
  progress: number;
}

/** The action of a number: 1 to 8 are all there are, and further numbers begin anew. */
export function emoteOf(number: number): Emote {
  const count = EMOTES.length;
  return EMOTES[(((number - 1) % count) + count) % count] as Emote;
}

/** How a whole body stands while it acts: blocks up, radians turned and leaning ahead. */
export interface BodyPose {
  lift: number;
  turn: number;
  lean: number;
}

const UPRIGHT: BodyPose = { lift: 0, turn: 0, lean: 0 };
const FULL_TURN = 2 * Math.PI;

/** It begins and ends gently: 0 at both ends, 1 between. */
const fadeInOut = (progress: number): number =>
  Math.max(0, Math.min(1, 6 * Math.min(progress, 1 - progress)));
/** So many swings to and fro. */
const oscillate = (progress: number, count: number): number =>
  Math.sin(progress * FULL_TURN * count);

/** How a body of a height of 1.8 blocks stands. */
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

/** How a limb is turned besides: radians about the axes to the side, up and ahead. */
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
