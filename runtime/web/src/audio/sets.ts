import { repeated, type Sound } from "./voices";

/** What game pieces are made of, as far as it is heard. */
export type Material = "wood" | "stone" | "cards" | "dice";

/**
 * What happens to pieces, as far as it is heard. `count` of them do it.
 *
 * - `place`: set down, dealt or played
 * - `slide`: moved along the board
 * - `capture`: set down where another stood, or what was captured is gathered
 * - `turn`: turned over
 * - `pour`: all of them are brought, shuffled or put back
 * - `deal`: given out
 */
export type Act = "place" | "slide" | "capture" | "turn" | "pour" | "deal";

/** What the page itself has to say by a sound. */
export type Signal =
  "check" | "mate" | "win" | "lose" | "draw" | "over" | "turn" | "tick" | "hurry" | "arrive";

/** The most pieces that are heard when they all do the same. */
const MOST_HEARD = 18;

/**
 * Moments, pitches and volumes of a number of blows. What hands do is never regular: the golden
 * ratio spreads the differences, and gives the same ones each time.
 */
function scatter(count: number, gap: number, uneven: number, fade = 1) {
  const heard = Math.min(count, MOST_HEARD);
  return Array.from({ length: heard }, (_, i) => {
    const odd = ((i * 0.618034) % 1) - 0.5;
    return {
      at: Math.max(0, (i + odd * uneven) * gap),
      pitch: 1 + odd * 0.22,
      volume: (1 - Math.abs(odd) * 0.4) * fade ** i,
    };
  });
}

/** A wooden piece on a wooden board: the board's body, the piece's edge, and the blow itself. */
export const KNOCK: Sound = [
  { wave: "sine", from: 310, to: 175, seconds: 0.07, gain: 0.34 },
  { wave: "triangle", from: 890, to: 640, seconds: 0.03, gain: 0.12 },
  { wave: "noise", from: 2300, seconds: 0.022, gain: 0.3 },
];

/** A soft bell of three notes. */
export const BELL: Sound = repeated(
  [
    { wave: "sine", from: 523.25, seconds: 1.1, gain: 0.13 },
    { wave: "sine", from: 523.25 * 2.76, seconds: 0.35, gain: 0.03 },
  ],
  [1, 1.2599, 1.4983].map((pitch, i) => ({ at: i * 0.13, pitch, volume: 1 })),
);

/** A low drum. */
export const DRUM: Sound = [
  { wave: "sine", from: 130, to: 62, seconds: 0.3, gain: 0.5 },
  { wave: "noise", from: 420, seconds: 0.06, gain: 0.2 },
];

/** A stone on a board: slate rings high and short, the wood below answers. */
const CLICK: Sound = [
  { wave: "triangle", from: 2450, to: 2150, seconds: 0.02, gain: 0.15 },
  { wave: "sine", from: 1240, to: 1120, seconds: 0.032, gain: 0.14 },
  { wave: "sine", from: 235, to: 180, seconds: 0.06, gain: 0.2 },
  { wave: "noise", from: 5200, seconds: 0.012, gain: 0.26, narrow: 0.9 },
];

/** A stone on other stones, in a hand or a bowl. */
const CLINK: Sound = [
  { wave: "triangle", from: 2900, to: 2700, seconds: 0.024, gain: 0.1 },
  { wave: "noise", from: 4300, seconds: 0.014, gain: 0.14, narrow: 1.1 },
];

/** The edge of a card that leaves a finger. */
const FLICK: Sound = [
  { wave: "noise", from: 3700, to: 2600, seconds: 0.026, gain: 0.16, narrow: 0.8 },
];

/** A card laid on cloth. */
const SLAP: Sound = [
  { wave: "noise", from: 1350, to: 900, seconds: 0.05, gain: 0.34, narrow: 0.7 },
  { wave: "sine", from: 185, to: 120, seconds: 0.05, gain: 0.2 },
];

/** A card drawn through the air. */
const SWISH: Sound = [
  { wave: "noise", from: 1500, to: 2800, seconds: 0.13, gain: 0.09, attack: 0.05, narrow: 0.9 },
];

/** A die on wood or on another die. */
const RATTLE: Sound = [
  { wave: "triangle", from: 1650, to: 1400, seconds: 0.022, gain: 0.12 },
  { wave: "sine", from: 640, to: 520, seconds: 0.035, gain: 0.14 },
  { wave: "noise", from: 3100, seconds: 0.014, gain: 0.2 },
];

const at = (sound: Sound, begin: number, pitch = 1, volume = 1): Sound =>
  repeated(sound, [{ at: begin, pitch, volume }]);

/** A die that is thrown bounces ever lower, in ever shorter time. */
const BOUNCES = [0.52, 0.66, 0.745, 0.795, 0.825].map((begin, i) => ({
  at: begin,
  pitch: 1 - 0.04 * i,
  volume: 0.72 ** i,
}));

type Makes = (count: number) => Sound;

/** The sounds of each material. What a material does not do is not heard of it. */
export const SETS: Readonly<Record<Material, Readonly<Partial<Record<Act, Makes>>>>> = {
  wood: {
    place: () => KNOCK,
    slide: () => [
      { wave: "noise", from: 760, to: 1050, seconds: 0.2, gain: 0.06, attack: 0.08, narrow: 1.1 },
    ],
    // The captured piece is pushed aside, then the other comes down hard.
    capture: () => [
      ...at(KNOCK, 0, 1.16, 0.7),
      ...at(KNOCK, 0.062, 0.84, 1.05),
      { wave: "sine", at: 0.062, from: 135, to: 68, seconds: 0.14, gain: 0.18 },
    ],
    turn: (count) => repeated(KNOCK, scatter(count, 0.06, 0.5).map(quieter(0.5))),
    pour: (count) => repeated(KNOCK, scatter(count, 0.038, 1.4, 0.95).map(quieter(0.4))),
  },
  stone: {
    place: () => CLICK,
    capture: (count) => repeated(CLINK, scatter(count, 0.055, 0.9)),
    turn: (count) => repeated(CLICK, scatter(count, 0.065, 0.4).map(quieter(0.5))),
    pour: (count) => repeated(CLINK, scatter(count, 0.03, 1.6, 0.96)),
  },
  cards: {
    place: (count) => [
      ...SWISH,
      ...repeated(FLICK, scatter(Math.min(count, 8) - 1, 0.026, 0.3)),
      ...at(SLAP, 0.12, 1, count > 1 ? 1.1 : 0.9),
    ],
    turn: (count) => repeated([...FLICK, ...at(SLAP, 0.03, 1.5, 0.4)], scatter(count, 0.05, 0.3)),
    deal: (count) => repeated(FLICK, scatter(count, count > 4 ? 0.07 : 0.11, 0.35)),
    // Two halves run into each other, ever faster, and are pushed together.
    pour: () => [
      ...repeated(
        FLICK,
        scatter(MOST_HEARD, 1, 0.2).map(({ at: step, ...rest }) => ({
          ...rest,
          at: 0.55 * (1 - (1 - step / MOST_HEARD) ** 1.6),
        })),
      ),
      ...at(SLAP, 0.6, 0.9, 0.8),
    ],
  },
  dice: {
    place: () => [
      ...repeated(RATTLE, scatter(7, 0.062, 0.9).map(quieter(0.6))),
      ...repeated(RATTLE, BOUNCES),
    ],
  },
};

function quieter(factor: number) {
  return <T extends { volume: number }>(blow: T): T => ({ ...blow, volume: blow.volume * factor });
}

/** A note of a bell, quieter in its overtone. */
const note = (begin: number, pitch: number, seconds: number, gain: number): Sound => [
  { wave: "sine", at: begin, from: pitch, seconds, gain, attack: 0.006 },
  { wave: "sine", at: begin, from: pitch * 2.01, seconds: seconds * 0.5, gain: gain * 0.22 },
];

const TICK: Sound = [
  { wave: "triangle", from: 1180, to: 1020, seconds: 0.03, gain: 0.16 },
  { wave: "noise", from: 2600, seconds: 0.012, gain: 0.12 },
];

/** The sounds of the page itself. Pitches are those of equal temperament on a' = 440 Hz. */
export const SIGNALS: Readonly<Record<Signal, Sound>> = {
  check: [...at(DRUM, 0, 1.15, 0.8), ...at(KNOCK, 0.09, 1.5, 0.5)],
  mate: [
    ...at(DRUM, 0, 1, 0.9),
    ...at(DRUM, 0.22, 0.86, 0.9),
    { wave: "sine", at: 0.22, from: 98, seconds: 1.4, gain: 0.16 },
    { wave: "sine", at: 0.22, from: 98 * 1.51, seconds: 0.9, gain: 0.07 },
  ],
  win: [
    ...note(0, 523.25, 0.5, 0.13),
    ...note(0.12, 659.26, 0.5, 0.13),
    ...note(0.24, 783.99, 0.6, 0.13),
    ...note(0.38, 1046.5, 1.2, 0.14),
  ],
  lose: [
    ...note(0, 392, 0.5, 0.13),
    ...note(0.2, 349.23, 0.5, 0.12),
    ...note(0.4, 293.66, 1.1, 0.12),
  ],
  draw: [...note(0, 440, 0.5, 0.12), ...note(0.2, 440, 0.9, 0.1), ...note(0.2, 659.26, 0.9, 0.08)],
  over: BELL,
  turn: [...note(0, 659.26, 0.22, 0.1), ...note(0.09, 880, 0.36, 0.1)],
  tick: TICK,
  hurry: [...TICK, ...at(TICK, 0.11, 1.26, 1.1)],
  arrive: [...note(0, 783.99, 0.5, 0.11), ...note(0.22, 587.33, 0.9, 0.11)],
};
