import type { HudHost } from "../hud/context";
import { gameOf } from "../picture/take";
import type { Pos } from "../wire/decode";
import { blockId } from "../wire/decode";
import type { Button } from "../wire.generated";
import { pieceGlyphs } from "../world/looks";
import { keptTree } from "./shelf";
import { formatsOf } from "./keepers";
import { FEN } from "./fen";
import type { GameRecord, Placement, RecordFormat } from "./record";
import { MOVES } from "./moves";

/** A game as the page's film tells it, and the forms in which it can be written. */
export interface ToldGame {
  record: GameRecord;
  formats: readonly RecordFormat[];
}

/** The forms of the map that a page shows: its own, positions if it writes them, and the list of moves. */
export function formatsOfPage({ model }: HudHost): readonly RecordFormat[] {
  const { map, hud } = model;
  const own = map ? formatsOf(map.id, pieceGlyphs(map.blocks)) : [];
  return [...own, ...(hud.position === null ? [] : [FEN]), MOVES];
}

/** What is chosen of the options that buttons offer. */
function chosenOptions(buttons: readonly Button[]): Map<string, string> {
  const chosen = new Map<string, string>();
  for (const { id, options } of buttons) {
    const value = options.find((option) => option.chosen)?.value;
    if (id.startsWith("option_") && value !== undefined)
      chosen.set(id.slice("option_".length), value);
  }
  return chosen;
}

/** The game that a page shows, from the room's film. */
export async function toldGame(hud: HudHost): Promise<ToldGame> {
  const { reel, positions } = await gameOf(hud);
  const { model } = reel;
  const { map } = model;
  if (!map) throw new Error("a film has a map");
  const pieces = new Map(
    map.blocks
      .filter(({ shape }) => shape === "disc")
      .map(({ id, glyph, name }) => [id, glyph ?? name.en]),
  );
  const written: (string | null)[] = [];
  let options = new Map<string, string>();
  const placements = positions.map((position, made): Placement => {
    reel.seek(position);
    written.push(model.hud.position);
    // After the first move they are fixed for the game.
    if (made < 2) options = chosenOptions(model.hud.buttons);
    const placement = new Map<string, string>();
    reel.eachBlock((pos: Pos, state) => {
      const piece = pieces.get(blockId(state));
      if (piece !== undefined) placement.set(pos.join(), piece);
    });
    return placement;
  });
  const { moves, seats, hud: end } = model;
  const now = new Date();
  const record: GameRecord = {
    map: map.id,
    game: map.name,
    date: [now.getFullYear(), now.getMonth() + 1, now.getDate()],
    players: seats.map(({ holder }) => {
      if (holder.by === "player") return model.nameOf(holder.player) ?? "";
      return holder.by === "computer" ? `Computer ${holder.level}` : "";
    }),
    options,
    result: end.result,
    moves: keptTree(hud.room)?.annotated(moves) ?? moves,
    positions: placements,
    written,
    cells: new Map(map.cells.map(([pos, name]) => [pos.join(), name])),
  };
  // Forms of a map's own follow the game from one position to the next.
  const isWhole = placements.length === moves.length + 1;
  return { record, formats: isWhole ? formatsOfPage(hud) : [MOVES] };
}
