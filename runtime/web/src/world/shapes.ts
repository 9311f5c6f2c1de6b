/** How a block fills its cell. A figure is what stands for a disc. */
export type Shape =
  "cube" | "slab" | "disc" | "card" | "sign" | "stone" | "ball" | "die" | "figure";

/** The shapes that maps know. */
export const SHAPES: readonly Shape[] = [
  "cube",
  "slab",
  "disc",
  "card",
  "sign",
  "stone",
  "ball",
  "die",
];
/** Shapes of what is moved and put down in board games. */
const PIECES: readonly Shape[] = ["disc", "stone", "ball", "figure"];

/** Whether a shape is that of a piece. */
export const isPieceShape = (shape: Shape | undefined): boolean =>
  shape !== undefined && PIECES.includes(shape);
