/** Colours of the sky and strengths of its lights at an hour. */
export interface Sky {
  /** Colours (0xrrggbb) at the zenith and at the horizon. */
  top: number;
  horizon: number;
  /** Direction to the sun, or to the moon at night: east, up, north; of length 1. */
  sun: readonly [number, number, number];
  sunColour: number;
  /** Strength of the direct and of the ambient light. */
  sunStrength: number;
  ambientStrength: number;
  /** Brightness of the stars, 0 to 1. */
  stars: number;
}

interface SkyKeyframe {
  hour: number;
  top: number;
  horizon: number;
  sun: number;
  sunStrength: number;
  ambientStrength: number;
  stars: number;
}

/** Keyframes of a day; between them everything is interpolated. */
const DAY: readonly SkyKeyframe[] = [
  {
    hour: 0,
    top: 0x070b18,
    horizon: 0x141d33,
    sun: 0x9db4e0,
    sunStrength: 0.55,
    ambientStrength: 0.62,
    stars: 1,
  },
  {
    hour: 4.5,
    top: 0x0a1024,
    horizon: 0x24304c,
    sun: 0x9db4e0,
    sunStrength: 0.5,
    ambientStrength: 0.52,
    stars: 1,
  },
  {
    hour: 6,
    top: 0x3c5c94,
    horizon: 0xf2b184,
    sun: 0xffb070,
    sunStrength: 1.2,
    ambientStrength: 0.8,
    stars: 0.2,
  },
  {
    hour: 8,
    top: 0x4a90d9,
    horizon: 0xcfe3ee,
    sun: 0xffe9c8,
    sunStrength: 1.9,
    ambientStrength: 1.4,
    stars: 0,
  },
  {
    hour: 12,
    top: 0x3f8be0,
    horizon: 0xd6ebf5,
    sun: 0xfff4df,
    sunStrength: 2.1,
    ambientStrength: 1.5,
    stars: 0,
  },
  {
    hour: 16,
    top: 0x4a90d9,
    horizon: 0xd8e6e8,
    sun: 0xffe6bd,
    sunStrength: 2.4,
    ambientStrength: 1.25,
    stars: 0,
  },
  {
    hour: 18,
    top: 0x45568f,
    horizon: 0xf09a6a,
    sun: 0xff9a5c,
    sunStrength: 1.3,
    ambientStrength: 0.8,
    stars: 0.15,
  },
  {
    hour: 20,
    top: 0x0d1530,
    horizon: 0x2c3556,
    sun: 0x9db4e0,
    sunStrength: 0.55,
    ambientStrength: 0.55,
    stars: 0.9,
  },
  {
    hour: 24,
    top: 0x070b18,
    horizon: 0x141d33,
    sun: 0x9db4e0,
    sunStrength: 0.55,
    ambientStrength: 0.5,
    stars: 1,
  },
];

const lerp = (a: number, b: number, part: number): number => a + (b - a) * part;

/** Interpolates between two colours. */
export function mixColour(a: number, b: number, part: number): number {
  const channel = (shift: number) =>
    Math.round(lerp((a >> shift) & 255, (b >> shift) & 255, part)) << shift;
  return channel(16) | channel(8) | channel(0);
}

/** The sky at an hour from 0 to 24. Rain (0 to 1) makes it greyer. */
export function skyAt(hour: number, rain = 0): Sky {
  const time = ((hour % 24) + 24) % 24;
  const after = DAY.findIndex((key) => key.hour > time);
  const [a, b] = [DAY[after - 1] as SkyKeyframe, DAY[after] as SkyKeyframe];
  const part = (time - a.hour) / (b.hour - a.hour);
  const grey = 0.6 * rain;
  const greyed = (colour: number) => mixColour(colour, 0x6c757e, grey);
  // The sun moves from east to west by day and the moon by night. Both stay well above the horizon,
  // so that neither lights from below.
  const isDay = time >= 6 && time < 18;
  const way = (isDay ? (time - 6) / 12 : ((time + 6) % 24) / 12) * Math.PI;
  const up = Math.max(0.24, Math.sin(way));
  const sun = [Math.cos(way), up, -0.42] as const;
  const length = Math.hypot(...sun);
  return {
    top: greyed(mixColour(a.top, b.top, part)),
    horizon: greyed(mixColour(a.horizon, b.horizon, part)),
    sun: [sun[0] / length, sun[1] / length, sun[2] / length],
    sunColour: greyed(mixColour(a.sun, b.sun, part)),
    sunStrength: lerp(a.sunStrength, b.sunStrength, part) * (1 - 0.65 * rain),
    ambientStrength: lerp(a.ambientStrength, b.ambientStrength, part) * (1 - 0.08 * rain),
    stars: lerp(a.stars, b.stars, part) * (1 - rain),
  };
}

/**
 * Moves the hour that is shown towards the wanted one, the short way round the clock. `elapsed` is
 * in ms.
 */
export function approachHour(shown: number, wanted: number, elapsed: number): number {
  const gap = ((((wanted - shown + 12) % 24) + 24) % 24) - 12;
  const step = gap * (1 - Math.exp(-elapsed / 900));
  return Math.abs(gap) < 0.005 ? wanted : (((shown + step) % 24) + 24) % 24;
}
