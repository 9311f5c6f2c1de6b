/**
 * Figures: pieces with a form of their own, as data from which their geometry is made. Lengths are
 * in blocks; a figure stands on the origin with its axis upright, x is the right of the one who
 * looks at it and -z is towards him.
 */

/**
 * A point of a profile: distance from the axis and height. With two more numbers, the way to it is a
 * quadratic curve with that control point.
 */
export type ProfilePoint = readonly [number, number] | readonly [number, number, number, number];

/** Half of a cross-section along the axis, from the bottom to the top. */
export type Profile = readonly ProfilePoint[];

/** What all parts may have. */
interface Placed {
  /** Turned about the axis of the figure, in degrees; 90 brings its front to the left. */
  readonly turn?: number;
  /** Whether it is stained dark, such as an eye. */
  readonly dark?: boolean;
}

/** Turned on a lathe. */
export interface Turned extends Placed {
  readonly kind: "turned";
  readonly profile: Profile;
  /** Teeth that are cut into its widest rim above a height: how many, and how deep. */
  readonly teeth?: { readonly above: number; readonly count: number; readonly depth: number };
  /** Where its axis stands, in x and z, and how often it is repeated about the figure's. */
  readonly beside?: { readonly x: number; readonly z: number; readonly times: number };
}

/**
 * Carved: elliptic cross-sections that follow each other, each given by the ends of one axis in the
 * plane of x and y and by half the other, along z: `[x, y, x, y, half]`.
 */
export interface Carved extends Placed {
  readonly kind: "carved";
  readonly sections: readonly (readonly [number, number, number, number, number])[];
  /** Moved along z, and mirrored to the other side as well. */
  readonly aside?: number;
}

/** Sawn from a board that stands upright, with broken edges: the corners, counter-clockwise. */
export interface Sawn extends Placed {
  readonly kind: "sawn";
  readonly corners: readonly (readonly [number, number])[];
  readonly depth: number;
}

/** Blocks in a ring, as the battlements of a tower. */
export interface Battlements extends Placed {
  readonly kind: "battlements";
  readonly inner: number;
  readonly outer: number;
  readonly low: number;
  readonly high: number;
  readonly count: number;
  /** How much of the ring they fill, 0 to 1. */
  readonly share: number;
}

/** A cut into a turned part by a saw that is held aslant, up to the axis. */
export interface Cut extends Placed {
  readonly kind: "cut";
  readonly profile: Profile;
  /** Where the blade meets the axis, and how steeply it rises from there, in degrees. */
  readonly height: number;
  readonly slope: number;
  readonly width: number;
}

export type Part = Turned | Carved | Sawn | Battlements | Cut;

/**
 * A symbol seen from above: a silhouette in the colour of the body with an outline, and lines on it
 * in the colour of the glyph. SVG paths in a square of 100 units.
 */
export interface Drawing {
  readonly body: string;
  readonly lines: string;
}

/** The form of a piece. */
export interface Figure {
  readonly parts: readonly Part[];
  /** What stands for it where the board is seen from straight above. */
  readonly drawing: Drawing;
}

/** Width of a drawing's outline and lines, in its units. */
export const OUTLINE = 5;
