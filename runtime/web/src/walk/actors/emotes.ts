import type { Limb } from "./body_shapes";

/** What bodies can be seen doing: Mini World's numbers of actions are not published. */
export const EMOTES = ["wave", "bow", "cheer", "dance", "clap", "nod", "spin", "sit"] as const;
/** One of them. */
export type Emote = (typeof EMOTES)[number];
/** How long an action is seen, in ms. */
export const EMOTE_MS = 1600;

/** An action, and how far it is done: 0 to 1. */
export interface EmoteState {
  action: Emote;
  part: number;
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
const ROUND = 2 * Math.PI;

/** It begins and ends gently: 0 at both ends, 1 between. */
const gently = (part: number): number => Math.max(0, Math.min(1, 6 * Math.min(part, 1 - part)));
/** So many swings to and fro. */
const swings = (part: number, count: number): number => Math.sin(part * ROUND * count);

/** How a body of a height of 1.8 blocks stands. */
export function emotePose(acting: EmoteState | null): BodyPose {
  if (!acting) return UPRIGHT;
  const { action, part } = acting;
  const much = gently(part);
  switch (action) {
    case "bow":
      return { ...UPRIGHT, lean: 0.4 * much };
    case "cheer":
      return { ...UPRIGHT, lift: 0.22 * Math.abs(swings(part, 1.5)) };
    case "dance":
      return { ...UPRIGHT, lift: 0.08 * Math.abs(swings(part, 2)), turn: 0.6 * swings(part, 2) };
    case "spin":
      return { ...UPRIGHT, turn: ROUND * part };
    case "sit":
      return { ...UPRIGHT, lift: -0.5 * much };
    default:
      return UPRIGHT;
  }
}

/** How a limb is turned besides: radians about the axes to the side, up and ahead. */
export function emoteLimbTurn(
  acting: EmoteState | null,
  limb: Limb,
): readonly [number, number, number] {
  if (!acting) return STRAIGHT;
  const { action, part } = acting;
  const much = gently(part);
  if (limb.looks) {
    if (action === "bow") return [0.7 * much, 0, 0];
    return action === "nod" ? [0.4 * swings(part, 3) * much, 0, 0] : STRAIGHT;
  }
  if (limb.swing === 0) return STRAIGHT;
  const side = Math.sign(limb.joint[0]);
  return isArm(limb) ? armOf(action, part, side, much) : legOf(action, part, side, much);
}

const STRAIGHT = [0, 0, 0] as const;
const isArm = ({ joint }: Limb): boolean => joint[1] > 1;

function armOf(
  action: Emote,
  part: number,
  side: number,
  much: number,
): readonly [number, number, number] {
  switch (action) {
    case "wave":
      return side > 0 ? [-2.7 * much, 0, (0.2 + 0.4 * swings(part, 4)) * much] : STRAIGHT;
    case "bow":
      return [0.3 * much, 0, 0];
    case "cheer":
      return [-2.8 * much, 0, side * 0.3 * much];
    case "dance":
      return [0, 0, side * (1.1 + 0.5 * swings(part, 4) * side) * much];
    case "clap":
      return [-1.35 * much, 0, -side * (0.22 + 0.22 * swings(part, 5)) * much];
    case "spin":
      return [0, 0, side * 1.35 * much];
    case "sit":
      return [-0.5 * much, 0, 0];
    default:
      return STRAIGHT;
  }
}

function legOf(
  action: Emote,
  part: number,
  side: number,
  much: number,
): readonly [number, number, number] {
  if (action === "dance") return [0.5 * side * swings(part, 4) * much, 0, 0];
  return action === "sit" ? [-1.45 * much, 0, side * 0.12 * much] : STRAIGHT;
}
