import type { PieceFamily } from "@page/plugins/piece_sets";
import { ANIMALS } from "./animals";
import { CHESS } from "./chessmen";

const PIECES: readonly PieceFamily[] = [CHESS, ANIMALS];

export default PIECES;
