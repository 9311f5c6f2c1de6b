import type { HudHost } from "../hud/context";
import { local, t } from "../i18n/language";
import type { Shot } from "../render/board";
import { filmOf } from "../replay/film_of";
import type { Reel } from "../replay/reel";
import type { RoomModel } from "../state/room";
import { isNight } from "../state/settings";
import type { MapView, SeatView } from "../wire.generated";
import { COLOURS, GifWriter } from "./gif";
import { Histogram, paletteOf } from "./palette";
import { lineHeight, print, type Caption, type NamedSeat } from "./print";
import { Studio } from "./studio";

/** How a picture is taken. */
export interface Wishes {
  /** Its width in pixels. */
  width: number;
  /** Whether lines say who plays, and what the last move was. */
  named: boolean;
  /** Whether the board is turned round. */
  turned: boolean;
}

/** Hundredths of a second for which the last position of a game stays. */
const LAST_HUNDREDTHS = 350;
/** From how many positions the palette of a game is taken. */
const PALETTE_FRAMES = 5;

function holderName({ holder }: SeatView, model: RoomModel): string | null {
  if (holder.by === "open") return null;
  if (holder.by === "computer") return t("computer_level", { level: holder.level });
  return model.nameOf(holder.player);
}

/** The seats and who holds them. */
const namesOf = (model: RoomModel): readonly { colour: string; name: string }[] =>
  model.seats.map((seat) => {
    const holder = holderName(seat, model);
    const name = holder ? `${local(seat.name)} · ${holder}` : local(seat.name);
    return { colour: seat.colour, name };
  });

/** What is said after `made` moves; the last position of a game tells its end. */
function saidOf({ moves, lookedLine, hud }: RoomModel, made: number): string {
  if (hud.result && lookedLine === moves && made >= moves.length) return local(hud.result.text);
  const move = lookedLine[made - 1];
  return move ? `${made}. ${local(move.text)}` : "";
}

function paperOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const paper = canvas.getContext("2d", { willReadFrequently: true });
  if (!paper) throw new Error("this browser has no 2D canvas");
  return paper;
}

/** Takes pictures of positions of one room, with the people who are there when it is made. */
class Photographer {
  private readonly map: MapView;
  private readonly names: ReturnType<typeof namesOf>;
  private studio: Studio | null = null;
  private paper: CanvasRenderingContext2D | null = null;

  /** `seat` is at the lower edge, unless the board is turned. */
  constructor(
    private readonly model: RoomModel,
    private readonly seat: number,
    private readonly wishes: Wishes,
  ) {
    if (!model.map) throw new Error("there is no map yet");
    this.map = model.map;
    this.names = namesOf(model);
  }

  /** Draws a position; the paper holds it until the next one. */
  async take(made: number, shot: Shot): Promise<CanvasRenderingContext2D> {
    const { width, named, turned } = this.wishes;
    this.studio ??= new Studio(this.map, this.seat, turned, shot);
    const line = named ? lineHeight(width) : 0;
    this.paper ??= paperOf(width, this.studio.heightFor(width) + 2 * line);
    const board = await this.studio.take(shot, width);
    print(this.paper, board, named ? this.caption(made) : null, isNight());
    return this.paper;
  }

  private caption(made: number): Caption {
    const { model, map, names, seat, wishes } = this;
    const ended = made >= model.moves.length ? model.hud.result : null;
    const seats = names.map((name, i): NamedSeat => ({ ...name, won: ended?.winner === i }));
    // With two seats each has its side; more of them stand together below.
    const isFar = (i: number) => seats.length === 2 && (i !== seat) !== wishes.turned;
    return {
      far: seats.filter((_, i) => isFar(i)),
      near: seats.filter((_, i) => !isFar(i)),
      game: local(map.name),
      said: saidOf(model, made),
    };
  }

  close(): void {
    this.studio?.close();
  }
}

/** A picture of the position that the page shows, as PNG. */
export async function pictureOf({ model, shot }: HudHost, wishes: Wishes): Promise<Blob> {
  const photographer = new Photographer(model, model.seat ?? 0, wishes);
  try {
    const made = model.lookingAt ?? model.moves.length;
    const { canvas } = await photographer.take(made, shot());
    return await new Promise((done, fail) =>
      canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"),
    );
  } finally {
    photographer.close();
  }
}

/** The positions of the game that a page shows: its film, and where they are in it. */
export interface GameFilm {
  reel: Reel;
  positions: readonly number[];
}

/** The film of the game that a page shows. */
export async function gameOf({ room, model }: HudHost): Promise<GameFilm> {
  const reel = await filmOf(room);
  return { reel, positions: reel.score.positionsOf(reel.positionOf(model.event), reel.length) };
}

/** Lets the page answer. */
const pause = (): Promise<void> => new Promise((done) => setTimeout(done));

/**
 * The game as an animated picture. `seconds` are those of a move; `onPart` is told which part of the
 * work is done, and ends the work by returning false: there is no picture then.
 */
export async function animationOf(
  { reel, positions }: GameFilm,
  seat: number | null,
  wishes: Wishes,
  seconds: number,
  onPart: (part: number) => boolean,
): Promise<Blob | null> {
  const { model } = reel;
  reel.seek(positions.at(-1) ?? 0);
  const photographer = new Photographer(model, seat ?? 0, wishes);
  const take = (position: number) => {
    reel.seek(position);
    const shot = { blocks: reel.blocks(), marks: model.marks, arrows: [] };
    return photographer.take(model.moves.length, shot);
  };
  const pixelsOf = (paper: CanvasRenderingContext2D) =>
    paper.getImageData(0, 0, paper.canvas.width, paper.canvas.height).data;
  try {
    const histogram = new Histogram();
    const samples = Math.min(PALETTE_FRAMES, positions.length);
    for (let i = 0; i < samples; i++) {
      const at = Math.round((i * (positions.length - 1)) / Math.max(1, samples - 1));
      histogram.add(pixelsOf(await take(positions[at] as number)));
      await pause();
    }
    let writer: GifWriter | null = null;
    for (const [i, position] of positions.entries()) {
      const paper = await take(position);
      const { width, height } = paper.canvas;
      writer ??= new GifWriter(width, height, paletteOf(histogram, COLOURS));
      const last = i === positions.length - 1;
      writer.add(pixelsOf(paper), last ? LAST_HUNDREDTHS : seconds * 100);
      if (!onPart((i + 1) / positions.length)) return null;
      await pause();
    }
    return writer?.done() ?? null;
  } finally {
    photographer.close();
  }
}
