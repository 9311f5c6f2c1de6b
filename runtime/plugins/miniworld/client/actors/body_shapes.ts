import type { BoxPart } from "../drawing/box_batch";
import { hashUnit, colourOfId, hsl, shade, teamColour } from "../drawing/colours";

/** A group of boxes that rotates as one: a limb, a head or a trunk. */
export interface Limb {
  /**
   * The joint about which the limb rotates, and how it swings with each step: 1 forward first, -1
   * backward first, 0 not at all.
   */
  joint: readonly [number, number, number];
  swing: number;
  /**
   * Whether the limb follows the actor's pitch (a head), and whether it moves in an attack (an
   * arm).
   */
  looks?: boolean;
  strikes?: boolean;
  parts: readonly BoxPart[];
}

/** The model of an actor. It is scaled from `tall` to the actor's size. */
export interface BodyShape {
  limbs: readonly Limb[];
  /** Height of the model, in the unit of its boxes. */
  tall: number;
}

const SKINS = [0xf0c8a0, 0xe2b184, 0xc98f62, 0x9a6742];
const HAIRS = [0x2b1d14, 0x4a2f1b, 0x7a4a24, 0x1d1a1c, 0x8c6a3a];

const part = (
  at: readonly [number, number, number],
  size: readonly [number, number, number],
  colour: number,
): BoxPart => ({ at, size, colour });

/** Two eyes on the front of a head; `apart` is the distance of each from the middle. */
function eyes(y: number, z: number, apart: number, colour = 0x1c1714): BoxPart[] {
  return [-1, 1].flatMap((side) => [
    part([side * apart, y, z], [0.1, 0.1, 0.02], 0xf6f2ea),
    part([side * (apart - 0.015), y - 0.005, z + 0.006], [0.06, 0.08, 0.02], colour),
  ]);
}

const skinOf = (id: number): number => SKINS[Math.floor(hashUnit(id, 1) * SKINS.length)] as number;
const shirtOf = (id: number, team: number): number =>
  teamColour(team) ?? hsl(hashUnit(id, 5), 0.46, 0.5);

/** The player's own arm as it is drawn in first person. */
export const armParts = (id: number): BoxPart[] => [
  part([0, 0, 0.1], [0.34, 0.34, 0.7], skinOf(id)),
  part([0, 0, -0.45], [0.4, 0.4, 0.5], shirtOf(id, 0)),
];

/** A person 1.8 blocks high. The shirt has the colour of the team, or one derived from the id. */
export function personShape(id: number, team: number): BodyShape {
  const skin = skinOf(id);
  const hair = HAIRS[Math.floor(hashUnit(id, 2) * HAIRS.length)] as number;
  const shirt = shirtOf(id, team);
  const legs = hsl(0.58 + 0.1 * hashUnit(id, 6), 0.24, 0.3);
  const arm = (side: number): Limb => ({
    joint: [side * 0.32, 1.28, 0],
    swing: side,
    strikes: side > 0,
    parts: [
      part([0, -0.12, 0], [0.17, 0.32, 0.2], shirt),
      part([0, -0.42, 0], [0.15, 0.3, 0.18], skin),
    ],
  });
  const leg = (side: number): Limb => ({
    joint: [side * 0.12, 0.68, 0],
    swing: -side,
    parts: [
      part([0, -0.28, 0], [0.22, 0.56, 0.24], legs),
      part([0, -0.61, 0.03], [0.22, 0.14, 0.3], 0x3a2a20),
    ],
  });
  const head: Limb = {
    joint: [0, 1.34, 0],
    swing: 0,
    looks: true,
    parts: [
      part([0, 0.23, 0], [0.42, 0.42, 0.42], skin),
      part([0, 0.4, -0.01], [0.45, 0.12, 0.45], hair),
      part([0, 0.24, -0.17], [0.45, 0.3, 0.12], hair),
      ...eyes(0.22, 0.212, 0.1),
      part([0, 0.1, 0.212], [0.12, 0.03, 0.02], shade(skin, 0.72)),
    ],
  };
  const trunk: Limb = {
    joint: [0, 0, 0],
    swing: 0,
    parts: [
      part([0, 1.02, 0], [0.46, 0.64, 0.26], shirt),
      part([0, 0.72, 0], [0.47, 0.08, 0.27], shade(legs, 0.7)),
    ],
  };
  return { limbs: [trunk, head, arm(-1), arm(1), leg(-1), leg(1)], tall: 1.8 };
}

/** An animal on four legs. */
function beastShape(kind: number): BodyShape {
  const hide = colourOfId(kind);
  const dark = shade(hide, 0.7);
  const leg = (x: number, z: number): Limb => ({
    joint: [x, 0.5, z],
    swing: x * z > 0 ? 1 : -1,
    parts: [part([0, -0.25, 0], [0.18, 0.5, 0.18], dark)],
  });
  const horned = hashUnit(kind, 7) > 0.6;
  const horns = horned
    ? [-1, 1].map((side) => part([side * 0.2, 0.34, 0.1], [0.08, 0.2, 0.08], 0xeadfc8))
    : [-1, 1].map((side) => part([side * 0.17, 0.27, 0.02], [0.12, 0.14, 0.06], dark));
  const head: Limb = {
    joint: [0, 0.98, 0.42],
    swing: 0,
    looks: true,
    parts: [
      part([0, 0.04, 0.14], [0.46, 0.44, 0.4], hide),
      part([0, -0.07, 0.37], [0.28, 0.2, 0.1], shade(hide, 1.18)),
      ...eyes(0.09, 0.345, 0.14),
      ...horns,
    ],
  };
  const trunk: Limb = {
    joint: [0, 0, 0],
    swing: 0,
    parts: [
      part([0, 0.78, -0.05], [0.56, 0.58, 0.95], hide),
      part([0, 0.55, -0.05], [0.5, 0.14, 0.86], shade(hide, 1.2)),
      part([0, 0.95, -0.56], [0.1, 0.3, 0.1], dark),
    ],
  };
  const legs = [leg(-0.18, 0.28), leg(0.18, 0.28), leg(-0.18, -0.36), leg(0.18, -0.36)];
  return { limbs: [trunk, head, ...legs], tall: 1.35 };
}

/** A slime: a round body without limbs that hops. */
function slimeShape(kind: number): BodyShape {
  const skin = colourOfId(kind);
  return {
    tall: 1,
    limbs: [
      {
        joint: [0, 0, 0],
        swing: 0,
        parts: [
          part([0, 0.42, 0], [0.86, 0.74, 0.86], skin),
          part([0, 0.84, 0], [0.6, 0.16, 0.6], shade(skin, 1.15)),
          part([0, 0.07, 0], [0.72, 0.14, 0.72], shade(skin, 0.75)),
          ...eyes(0.5, 0.435, 0.18),
          part([0, 0.3, 0.435], [0.2, 0.05, 0.02], shade(skin, 0.5)),
        ],
      },
    ],
  };
}

/** A monster that walks upright. */
function monsterShape(kind: number): BodyShape {
  const skin = colourOfId(kind);
  const cloth = shade(colourOfId(kind + 77), 0.6);
  const limb = (x: number, y: number, swing: number, long: number, colour: number): Limb => ({
    joint: [x, y, 0],
    swing,
    strikes: y > 1,
    parts: [part([0, -long / 2, 0], [0.19, long, 0.21], colour)],
  });
  return {
    tall: 1.8,
    limbs: [
      { joint: [0, 0, 0], swing: 0, parts: [part([0, 1.02, 0], [0.5, 0.66, 0.3], cloth)] },
      {
        joint: [0, 1.36, 0],
        swing: 0,
        looks: true,
        parts: [
          part([0, 0.21, 0], [0.46, 0.42, 0.42], skin),
          ...eyes(0.23, 0.212, 0.11, 0xa01f16),
          part([0, 0.36, 0.2], [0.4, 0.07, 0.06], shade(skin, 0.6)),
        ],
      },
      limb(-0.35, 1.3, -1, 0.72, skin),
      limb(0.35, 1.3, 1, 0.72, skin),
      limb(-0.13, 0.69, 1, 0.69, shade(cloth, 0.7)),
      limb(0.13, 0.69, -1, 0.69, shade(cloth, 0.7)),
    ],
  };
}

/**
 * The model of a kind of creature. It is derived from the number of the kind, so a kind always
 * looks the same.
 */
export function creatureShape(kind: number): BodyShape {
  const draw = hashUnit(kind, 9);
  return draw < 0.45 ? beastShape(kind) : draw < 0.7 ? slimeShape(kind) : monsterShape(kind);
}

/** A cube of one colour, with a lighter top. */
export function cubeShape(colour: number): BodyShape {
  return {
    tall: 1,
    limbs: [
      {
        joint: [0, 0, 0],
        swing: 0,
        parts: [
          part([0, 0.48, 0], [1, 0.96, 1], colour),
          part([0, 0.97, 0], [1.01, 0.06, 1.01], shade(colour, 1.15)),
        ],
      },
    ],
  };
}

/** A held item that is not a block: a gem on a handle. */
export function itemShape(item: number): BodyShape {
  const colour = colourOfId(item);
  return {
    tall: 1,
    limbs: [
      {
        joint: [0, 0, 0],
        swing: 0,
        parts: [
          part([0, 0.25, 0], [0.18, 0.5, 0.18], 0x7a5a3a),
          part([0, 0.66, 0], [0.5, 0.5, 0.3], colour),
          part([0, 0.72, 0.02], [0.26, 0.26, 0.32], shade(colour, 1.3)),
        ],
      },
    ],
  };
}

/** An arrow that flies towards +z. */
export function missileShape(item: number): BodyShape {
  return {
    tall: 1,
    limbs: [
      {
        joint: [0, 0, 0],
        swing: 0,
        parts: [
          part([0, 0.5, -0.2], [0.16, 0.16, 1.8], 0x6f4f30),
          part([0, 0.5, 0.9], [0.34, 0.34, 0.5], colourOfId(item)),
          part([0, 0.5, -1.1], [0.5, 0.06, 0.5], 0xe9e2d2),
          part([0, 0.5, -1.1], [0.06, 0.5, 0.5], 0xe9e2d2),
        ],
      },
    ],
  };
}
