// Generated from the plugin's types by `cargo xtask gen`; do not edit.

export type Shown = {
  /**
   * Seeds in the pits and stores: seat 0's six pits and store, then seat 1's.
   */
  pits: [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  /**
   * The seat to move; null when the game is over.
   */
  turn: number | null;
  /**
   * The pits that this viewer may sow now.
   */
  legal: Array<number>;
};

export type Pick = {
  /**
   * The pit.
   */
  pit: number;
};
