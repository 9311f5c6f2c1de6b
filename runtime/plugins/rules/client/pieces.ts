import type { PieceFamily } from "@page/plugins/piece_sets";
import { CHESS } from "./chess";

const PIECES: readonly PieceFamily[] = [CHESS];

export default PIECES;
