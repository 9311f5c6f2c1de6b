import type { PieceFamily } from "@page/plugins/piece_sets";
import { ANIMALS } from "./animals";
import { CHESS } from "./chess";

const PIECES: readonly PieceFamily[] = [CHESS, ANIMALS];

export default PIECES;
