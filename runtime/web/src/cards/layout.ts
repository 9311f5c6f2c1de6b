import type { Zone } from "../wire.generated";
import type { Pos } from "../wire/decode";

/** The part of the table that is in the picture: its centre and size in blocks. */
export interface Frame {
  x: number;
  y: number;
  z: number;
  width: number;
  depth: number;
}

/** The place of a card: its centre, its tilt towards the viewer, and its height in blocks. */
export interface Place {
  x: number;
  y: number;
  z: number;
  /** Radians; 0 lies flat. */
  tilt: number;
  size: number;
  /** Cards of higher order lie over those of lower order. */
  order: number;
}

/** A card on the table: its cell, and whether its face is hidden. */
export interface TableCard {
  pos: Pos;
  hidden: boolean;
}

/** What the layout depends on besides the cards. */
export interface TableContext {
  zones: readonly Zone[];
  /** Number of seats in play. */
  seats: number;
  /** The seat from whose side the table is seen. */
  seat: number;
  frame: Frame;
  /** Pitch of the camera in radians. */
  pitch: number;
  /**
   * Signs are plates: they show the number of cards of a seat, and take more room. The size of another
   * seat's one on the table, in blocks; its size in the picture is the same whatever the table's is.
   */
  plates?: { width: number; depth: number } | undefined;
  /** Depth of the answers above the viewer's hand, in blocks: what lies in the middle is clear of them. */
  answers?: number;
  /** Cells of other seats to choose from. They are shown in the middle. */
  offered?: ReadonlySet<string>;
}

/** The places of cards by cell, and the points of signs. */
export interface Layout {
  places: Map<string, Place>;
  /** The sign of each seat, with the number of cards in hand. */
  signs: Map<number, { x: number; y: number; z: number; held: number; side: -1 | 0 | 1 }>;
  /** Centre of the upper edge of the viewer's hand. */
  hand: { x: number; y: number; z: number };
  /** Whether cards to choose from are in the middle. */
  offers: boolean;
  /** Points for the counts of piles. */
  piles: { pos: Pos; x: number; y: number; z: number }[];
}

/**
 * Width of a table in CSS pixels below which the answers do not fit beside the viewer's own sign, and signs
 * are narrow.
 */
export const NARROW = 400;
/** How far a selected card is raised, as a fraction of its height. */
export const RAISE = 0.2;
/** Width of a card of height 1. */
export const CARD_WIDTH = 0.7;
/** Vertical distance between overlapping cards of a row. */
const LAYER = 0.005;

/** Size of the visible table for an aspect ratio: as wide as the picture allows. */
export function tableSize(aspect: number): { width: number; depth: number } {
  if (aspect < 1) {
    const width = 11.5;
    return { width, depth: Math.min(23, (1.08 * width) / Math.max(aspect, 0.5)) };
  }
  const depth = 13.6;
  return { width: depth * Math.min(Math.max(0.87 * aspect, 1.1), 2), depth };
}

/** The cells of a zone, in order. */
export function cellsOf({ at, count }: Zone): Pos[] {
  return Array.from({ length: count }, (_, i) => [at[0] + i, at[1], at[2]] as Pos);
}

interface Row {
  cards: readonly TableCard[];
  /** Centre of the row in the frame's coordinates: right, and away from the viewer. */
  u: number;
  v: number;
  size: number;
  tilt: number;
  /** Maximum width of the row, and maximum distance of cards in card widths. */
  width: number;
  apart: number;
  /** -1: the row starts at `u`; 0: it is centred at `u`; 1: it ends at `u`. */
  align: -1 | 0 | 1;
}

/** Computes the layout of a card table. Cards outside zones get no place. */
export class TableLayout {
  private readonly layout: Layout = {
    places: new Map(),
    signs: new Map(),
    hand: { x: 0, y: 0, z: 0 },
    offers: false,
    piles: [],
  };
  private order = 0;
  /** The far end of what lies in front of the viewer. */
  private top = 0;
  /** The far end of the answers above the viewer's hand, without plates. */
  private clear = -Infinity;
  private readonly tall: boolean;

  constructor(
    private readonly context: TableContext,
    private readonly cardAt: (pos: Pos) => TableCard | null,
  ) {
    this.tall = context.frame.depth > context.frame.width;
  }

  /** Computes the layout. */
  make(): Layout {
    const { seats, seat } = this.context;
    this.own(seat);
    this.middle();
    for (let step = 1; step < seats; step++) {
      const other = (seat + step) % seats;
      if (this.context.plates) this.plate(other, step, seats - 1);
      else this.other(other, step, seats - 1);
    }
    return this.layout;
  }

  private of(kind: Zone["kind"], seat: number | null): TableCard[][] {
    const zones = this.context.zones.filter((zone) => zone.kind === kind && zone.seat === seat);
    const cards = zones.map((zone) => cellsOf(zone).map((pos) => this.cardAt(pos)));
    const { offered } = this.context;
    const here = (card: TableCard | null) => card !== null && !offered?.has(card.pos.join());
    return cards.map((row) => row.filter((card) => here(card)) as TableCard[]);
  }

  /** The cards of other seats to choose from. */
  private get offered(): TableCard[] {
    const { offered, zones } = this.context;
    if (!offered || offered.size === 0) return [];
    const cells = zones.flatMap((zone) => cellsOf(zone)).filter((pos) => offered.has(pos.join()));
    return cells.map((pos) => this.cardAt(pos)).filter((card) => card !== null);
  }

  /** The viewer's own side: the hand in front, the cards played above it. */
  private own(seat: number): void {
    const { frame, pitch } = this.context;
    const cards = this.of("hand", seat).flat();
    const { plates } = this.context;
    const size = this.tall ? (plates ? 2.4 : 2.55) : plates ? 2.75 : 3.1;
    const tilt = Math.PI / 2 - pitch;
    // The viewer's plate is left of the hand, where there is room.
    const beside = plates && !this.ownAbove ? PLATE_WIDTH : 0;
    const width = frame.width * 0.95 - beside;
    const least = this.tall ? 0.42 : 0.26;
    // Cards with names are shown side by side where there is room.
    const apart = plates ? 1.03 : 0.62;
    const fits = Math.floor((width / (size * CARD_WIDTH) - 1) / least) + 1;
    const rows = Math.max(1, Math.ceil(cards.length / Math.max(1, fits)));
    const each = Math.ceil(cards.length / rows);
    const low = -frame.depth / 2 + (size / 2) * Math.cos(tilt) + 0.12;
    const step = size * 0.56;
    for (let row = 0; row < rows; row++) {
      const part = cards.slice(row * each, (row + 1) * each);
      const v = low + (rows - 1 - row) * step;
      this.row({ cards: part, u: beside / 2, v, size, tilt, width, apart, align: 0 });
    }
    // Selected cards are raised, and what is around the hand keeps clear of them.
    const top = low + (rows - 1) * step + (0.5 + RAISE) * size * Math.cos(tilt);
    const height = (1 + RAISE) * size * Math.sin(tilt);
    this.layout.hand = this.at(beside / 2, top, height);
    if (plates) {
      this.ownPlate(seat, top, height, cards.length);
      return;
    }
    this.sign(seat, -frame.width / 2 + (this.tall ? 0.2 : 0.4), top, cards.length, -1, height);
    const played = this.tall ? 1.8 : 1.9;
    const v = top + (this.tall ? 2.7 : 1.2) + played / 2;
    const playedCards = this.of("played", seat).flat();
    this.row({ ...FLAT, cards: playedCards, u: 0, v, size: played, width: frame.width * 0.6 });
    this.top = v + played / 2;
    // In the picture, the upper edge of the hand hides what lies behind it.
    this.clear = top + height / Math.tan(pitch) + (this.context.answers ?? 0);
    this.lastingRows(
      seat,
      -frame.width / 2 + (this.tall ? 0.3 : 3.4),
      top + (this.tall ? 2.2 : 0.9),
      -1,
    );
  }

  /** The viewer's own plate, with equipment beside it and played cards above the hand. */
  private ownPlate(seat: number, top: number, height: number, held: number): void {
    const { frame } = this.context;
    const left = -frame.width / 2 + 0.15;
    const size = this.tall ? 0.95 : 1.25;
    const low = -frame.depth / 2 + 0.1;
    if (this.ownAbove) this.sign(seat, left, top, held, -1, height);
    else this.sign(seat, left, low, held, -1, 0);
    const rows = this.of("row", seat).filter((row) => row.length > 0);
    rows.forEach((cards, i) => {
      const u = this.tall ? -left - 2.6 * i : left;
      const v = this.tall ? top + 0.6 : low + 3.1 + 1.3 * i;
      const align = this.tall ? 1 : -1;
      this.row({ ...FLAT, cards, u, v, size, width: 2.9, apart: 0.8, align });
    });
    const played = this.tall ? 1.6 : 1.8;
    const v = top + (this.tall ? 3.2 : 1.9) + played / 2;
    const cards = this.of("played", seat).flat();
    this.row({ ...FLAT, cards, u: this.tall ? 0 : 1, v, size: played, width: frame.width * 0.4 });
    this.top = v + (this.tall || cards.length > 0 ? played / 2 : -played / 2);
  }

  /** Whether the viewer's plate is above the hand. */
  private get ownAbove(): boolean {
    return this.tall || (this.context.plates?.width ?? 0) > 1.2 * PLATE_WIDTH;
  }

  /** Whether plates take so much of the picture that only three stand along its top. */
  private get isCramped(): boolean {
    const { plates, frame } = this.context;
    return this.tall || (plates !== undefined && frame.width < 5 * plates.width);
  }

  /** How far the cards before another seat's plate are below its upper edge. */
  private get belowPlate(): number {
    return Math.max(this.tall ? 1.75 : 1.95, this.context.plates?.depth ?? 0);
  }

  /** The plate of another seat, with the cards in front of it below. */
  private plate(seat: number, step: number, others: number): void {
    const { frame } = this.context;
    const { side, u, v } = this.seatPosition(step - 1, others);
    const held = this.of("hand", seat).flat();
    this.sign(seat, u, v, held.length, side);
    const size = this.tall ? 0.75 : ROW_SIZE;
    const below = v - this.belowPlate - size / 2;
    // On cramped pictures there is room for plates alone, and the plate itself tells of these cards.
    const rows = this.isCramped ? [] : this.of("row", seat).filter((row) => row.length > 0);
    if (held.some(({ hidden }) => !hidden)) rows.push(held);
    this.besideEachOther(rows, { u, v: below, size, side });
    const played = this.tall ? 1.15 : 1.4;
    const cards = this.of("played", seat).flat();
    // Plates in the corners put played cards beyond the plates at the sides.
    const corner = side === 0 && !this.tall && Math.abs(u) > 0.35 * frame.width;
    const beside = Math.max(this.tall ? 3.4 : 3.7, (this.context.plates?.width ?? 0) + 0.2);
    const inward = corner ? -1.7 * Math.sign(u) : -side * beside;
    const down = side === 0 ? below - (rows.length > 0 ? size * 0.6 : -0.4) - played * 0.55 : v - 1;
    const width = frame.width * 0.2;
    this.row({ ...FLAT, cards, u: u + inward, v: down, size: played, width, align: side });
  }

  /** The side of another seat: number `step` of `others`, counted from the right of the viewer. */
  private other(seat: number, step: number, others: number): void {
    const { frame } = this.context;
    const { side, u, v } = this.seatPosition(step - 1, others);
    const crowd = others > 4;
    const size = this.tall ? (crowd ? 0.8 : 1.15) : crowd ? 1.1 : 1.35;
    const cards = this.of("hand", seat).flat();
    const closed = cards.every(({ hidden }) => hidden);
    const width = closed ? size * 1.9 : frame.width * (crowd ? 0.17 : 0.3);
    const apart = closed ? 0.16 : 0.5;
    this.row({ ...FLAT, cards, u, v: v + size * 0.1, size, width, apart, align: side });
    const stays = this.lastingRows(seat, u, v - size * 0.5 - 0.4, side);
    const played = (this.tall ? 1.45 : 1.85) * (crowd ? 0.75 : 1);
    const row: Row = {
      ...FLAT,
      cards: this.of("played", seat).flat(),
      u,
      v: v - size * 0.45 - 0.85 * stays - played * 0.55,
      size: played,
      width: frame.width * (crowd ? 0.17 : 0.32),
      align: side,
    };
    // Seats at the sides put played cards towards the middle, where there is room.
    if (side === 0 || (this.tall && !crowd) || !closed) this.row(row);
    else this.row({ ...row, u: u - side * size * (CARD_WIDTH + 1.3), v });
    this.sign(seat, u, v + size * 0.66, cards.length, side);
  }

  /** The place of another seat: up the right side, along the top, down the left side. */
  private seatPosition(index: number, others: number): { side: -1 | 0 | 1; u: number; v: number } {
    const { frame } = this.context;
    if (this.context.plates) return this.platePosition(index, others);
    const along = this.tall ? 3 : 5;
    const aside = others < 2 ? 0 : Math.max(others > 5 ? 2 : 1, Math.ceil((others - along) / 2));
    const above = others - 2 * aside;
    const base = frame.depth * (this.tall ? (above > 0 ? 0.06 : 0.2) : 0.1);
    const far = frame.depth / 2 - (this.tall ? 1.7 : 1.55);
    const edge = frame.width / 2 - 0.35;
    if (index >= aside && index < aside + above) {
      const share = above === 1 ? 0 : 1 - (2 * (index - aside)) / (above - 1);
      return { side: 0, u: share * frame.width * (this.tall ? 0.32 : 0.37), v: far };
    }
    const side = index < aside ? 1 : -1;
    const up = side === 1 ? index : others - 1 - index;
    if (aside === 1) return { side, u: side * edge, v: base };
    const low = (this.tall ? -0.1 : -0.07) * frame.depth;
    const high = above > 0 ? far - 0.26 * frame.depth : far;
    return { side, u: side * edge, v: low + (up * (high - low)) / (aside - 1) };
  }

  /** The upper edge of a plate: plates are along the top and at the sides. */
  private platePosition(index: number, others: number): { side: -1 | 0 | 1; u: number; v: number } {
    const { frame } = this.context;
    const along = this.isCramped ? 3 : 5;
    const least = others < 2 ? 0 : others < 4 && !this.tall ? 0 : 1;
    const aside = Math.max(least, Math.ceil((others - along) / 2));
    const above = others - 2 * aside;
    const far = frame.depth / 2 - 0.15;
    if (index >= aside && index < aside + above) {
      const share = above === 1 ? 0 : 1 - (2 * (index - aside)) / (above - 1);
      const three = this.tall ? 0.345 : this.isCramped ? 0.385 : 0.3;
      const spread = above > 3 ? 0.405 : three;
      return { side: 0, u: share * frame.width * spread, v: far };
    }
    const side = index < aside ? 1 : -1;
    const up = side === 1 ? index : others - 1 - index;
    const rows = this.isCramped ? 0 : ROW_SIZE;
    const apart = this.tall ? 2.2 : this.belowPlate + rows + 0.2;
    const first = above > 0 ? far - (this.tall ? 2.35 : apart + 0.4) : far;
    // The lowest one keeps clear of the viewer's own.
    const step = this.tall ? apart : Math.min(apart, (first + 0.16 * frame.depth) / (aside - 1));
    const edge = side * (frame.width / 2 - 0.1);
    return { side, u: edge, v: first - (aside - 1 - up) * step };
  }

  /** Places rows beside each other: those of a seat at the top side by side about its middle. */
  private besideEachOther(
    rows: readonly TableCard[][],
    { u, v, size, side }: { u: number; v: number; size: number; side: -1 | 0 | 1 },
  ): void {
    const { frame } = this.context;
    const gap = 0.25;
    // Those of neighbours at the top keep apart, whatever they have.
    const room = side === 0 ? BETWEEN * frame.width : Infinity;
    const width = Math.min(2.6, (room - gap * (rows.length - 1)) / rows.length);
    const parts = rows.map((cards) => ({ ...FLAT, cards, u, v, size, width, apart: 0.72 }));
    const lengths = parts.map((part) => lengthOf(part));
    const all = lengths.reduce((sum, length) => sum + length, 0) + gap * (rows.length - 1);
    const edge = frame.width / 2 - 0.1;
    const left = side < 0 ? u : side > 0 ? u - all : u - all / 2;
    let at = Math.min(Math.max(left, -edge), edge - all);
    parts.forEach((part, i) => {
      this.row({ ...part, u: at, align: -1 });
      at += (lengths[i] as number) + gap;
    });
  }

  /** Places the lasting rows in front of a seat and returns their number. */
  private lastingRows(seat: number, u: number, v: number, align: -1 | 0 | 1): number {
    const rows = this.of("row", seat).filter((cards) => cards.length > 0);
    const size = align === -1 && seat === this.context.seat ? 1.2 : 0.85;
    rows.forEach((cards, i) => {
      this.row({ ...FLAT, cards, u, v: v - i * size, size, width: 3.2, apart: 0.8, align });
    });
    return rows.length;
  }

  /** The middle of the table: common rows, with piles beside them. */
  private middle(): void {
    const { frame, seats } = this.context;
    const opposite = seats % 2 === 0;
    const far = frame.depth / 2 - 1.3;
    const near = frame.depth * (this.tall ? 0.13 : 0.05);
    // The middle must lie neither under the cards that the viewer played, nor under the answers, nor
    // over the cards of the seat opposite.
    const least = Math.max(this.top, this.clear + PILE_COUNT);
    const room = frame.depth / 2 - OPPOSITE - least;
    const usual = this.tall ? 1.6 : 1.9;
    const size = opposite ? Math.max(0.6 * usual, Math.min(usual, room)) : usual;
    const v = opposite ? Math.max(near, least + size / 2) : far;
    const rows = this.of("common", null).filter((cards) => cards.length > 0);
    if (this.context.plates) {
      this.plateMiddle([...rows, this.offered].filter((cards) => cards.length > 0));
      return;
    }
    const piles = this.context.zones.filter(({ kind, seat }) => kind === "pile" && seat === null);
    const wide = size * CARD_WIDTH;
    const widths = [
      ...rows.map(({ length }) => wide * Math.min(length, 8) * 1.06),
      ...piles.map(() => wide * 1.15),
    ];
    let u = -widths.reduce((sum, width) => sum + width, 0) / 2;
    rows.forEach((cards, i) => {
      const width = widths[i] as number;
      this.row({ ...FLAT, cards, u: u + width / 2, v, size, width, apart: 1.06 });
      u += width;
    });
    piles.forEach((zone, i) => {
      const width = widths[rows.length + i] as number;
      const card = this.cardAt(zone.at);
      const middle = u + width / 2;
      if (card) this.row({ ...FLAT, cards: [card], u: middle, v, size, width });
      this.layout.piles.push({ pos: zone.at, ...this.at(middle, v - size / 2, 0) });
      u += width;
    });
  }

  /** The middle between plates: the piles, or the cards to choose from. */
  private plateMiddle(rows: TableCard[][]): void {
    const { frame, zones } = this.context;
    const piles = zones.filter(({ kind, seat }) => kind === "pile" && seat === null);
    const size = this.tall ? 1.35 : 1.5;
    const v = Math.max(this.top + size * 0.75, frame.depth * (this.tall ? 0.02 : 0));
    const step = size * CARD_WIDTH * 1.2;
    // Cards to choose from replace the piles.
    this.layout.offers = rows.length > 0;
    const shown = this.layout.offers ? [] : piles;
    shown.forEach((zone, i) => {
      const u = (i - (piles.length - 1) / 2) * step;
      const card = this.cardAt(zone.at);
      if (card) this.row({ ...FLAT, cards: [card], u, v, size, width: step });
      this.layout.piles.push({ pos: zone.at, ...this.at(u, v - size / 2, 0) });
    });
    const large = this.tall ? 2 : 2.2;
    const width = this.tall
      ? frame.width * 0.92
      : Math.min(frame.width * 0.6, frame.width - 2 * PLATE_WIDTH);
    const wide = large * CARD_WIDTH;
    const fits = Math.floor((width - wide) / (LEGIBLE * wide)) + 1;
    // What does not fit on one line lies on two, which are read from the top.
    const lines = rows.flatMap((cards) => {
      const half = Math.ceil(cards.length / 2);
      return cards.length > fits ? [cards.slice(half), cards.slice(0, half)] : [cards];
    });
    const shrunk = lines.length > rows.length ? large * 0.77 : large;
    lines.forEach((cards, i) => {
      const up = v + (shrunk - large) / 2 + i * shrunk * 1.05;
      this.row({ ...FLAT, cards, u: 0, v: up, size: shrunk, width, apart: 1.05 });
    });
  }

  private row(row: Row): void {
    const { cards, u, v, size, tilt, align } = row;
    const wide = size * CARD_WIDTH;
    const pitch = pitchOf(row);
    const length = lengthOf(row);
    const start = align === 0 ? u - length / 2 : align < 0 ? u : u - length;
    const lift = (size / 2) * Math.sin(tilt);
    cards.forEach(({ pos }, i) => {
      const over = LAYER * (i + 1) * Math.max(1, size / 2);
      const { x, y, z } = this.at(start + wide / 2 + i * pitch, v, lift + over);
      this.layout.places.set(pos.join(), { x, y, z, tilt, size, order: this.order++ });
    });
  }

  private sign(
    seat: number,
    u: number,
    v: number,
    held: number,
    side: -1 | 0 | 1,
    height = 0,
  ): void {
    this.layout.signs.set(seat, { ...this.at(u, v, height), held, side });
  }

  private at(u: number, v: number, height: number): { x: number; y: number; z: number } {
    const { x, y, z } = this.context.frame;
    return { x: x + u, y: y + height, z: z + v };
  }
}

/** The distance between cards of a row, and the length of the row. */
const pitchOf = ({ cards, size, width, apart }: Omit<Row, "align">): number => {
  const wide = size * CARD_WIDTH;
  return Math.min(wide * apart, Math.max(0, width - wide) / Math.max(1, cards.length - 1));
};
const lengthOf = (row: Omit<Row, "align">): number =>
  row.size * CARD_WIDTH + pitchOf(row) * (row.cards.length - 1);

/** The depth of what lies before a seat at the top, with its hand, when there are no plates. */
const OPPOSITE = 2.6;
/** The lower half of a pile's count, which hangs over the edge of the pile. */
const PILE_COUNT = 0.4;
/** The height of the cards that lie before a plate. */
const ROW_SIZE = 0.95;
/** The part of the table's width that the cards of one of five seats at the top may take. */
const BETWEEN = 0.19;
/** Width kept free for a plate: the viewer's beside the hand, others' at the sides of the table. */
const PLATE_WIDTH = 3.6;
/** Distance between cards at which their names can be read, in card widths. */
const LEGIBLE = 0.8;
const FLAT = { tilt: 0, apart: 0.42, align: 0 as -1 | 0 | 1 };
