import type { Group } from "three";
import type { Extent, OrbitCamera } from "../render/camera";
import type { CardArt } from "../plugins/card_art";
import type { MapView, RequestView, Zone } from "../wire.generated";
import type { Pos } from "../wire/decode";
import type { Looks } from "../world/looks";
import { isSmallPage } from "../state/media";
import type { BlockStore, CellChange } from "../world/store";
import { CardLayer, type CardState } from "./layer";
import {
  cellsOf,
  NARROW,
  tableSize,
  TableLayout,
  type Frame,
  type Layout,
  type TableCard,
  type Place,
} from "./layout";
import type { Selecting } from "./selecting";

/** A point of the picture, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/** Positions of the signs around a card table, in the picture. */
export interface TablePoints {
  signs: Map<number, Point & { held: number; side: -1 | 0 | 1 }>;
  piles: (Point & { pos: Pos })[];
  /** Whether cards to choose from are in the middle. */
  offers: boolean;
  /** Centre of the upper edge of the viewer's hand. */
  hand: Point;
}

/** What the table needs of the board. */
export interface TableHost {
  store: BlockStore;
  looks: () => Looks;
  view: OrbitCamera;
  still: () => boolean;
  /** Height at which a card in a cell lies, outside of the layout. */
  floor: (pos: Pos) => number;
}

const UPWARD = 0.02;
/** Height above the table that raised cards need. */
const HEADROOM = 0.4;

/** The size of other seats' plates in CSS pixels, with what they mostly tell, as plates.css has it. */
const PLATE = { width: 152, height: 104 } as const;
const SMALL_PLATE = { width: 112, height: 52 } as const;
/** Height of the answers above the viewer's hand in CSS pixels, with their distance from it. */
const ANSWERS = 58;
/** How much higher they are in a narrow picture, where the viewer's own sign is below them. */
const ABOVE_SIGN = 42;

/** The playing cards of a board: on a card table around the viewer's seat, else in their cells. */
export class CardTable {
  private readonly layer: CardLayer;
  private zones: readonly Zone[] = [];
  private zoneOf = new Map<string, Zone>();
  private seats = 0;
  private seat = 0;
  private centre: readonly [number, number, number] = [0, 0, 0];
  private layout: Layout | null = null;
  private plates = false;
  private offered: ReadonlySet<string> = new Set();

  constructor(
    parent: Group,
    private readonly host: TableHost,
  ) {
    this.layer = new CardLayer(
      parent,
      host.store,
      host.looks,
      (pos) => this.place(pos),
      () => this.source(),
      host.still,
    );
  }

  /** The cards as drawn, and the picture with their faces. */
  get drawn(): Pick<CardLayer, "instances" | "picture"> {
    return this.layer;
  }

  /** Whether the board is a card table. */
  get active(): boolean {
    return this.zones.length > 0;
  }

  /** Whether a cell belongs to a zone, and is thus shown elsewhere. */
  owns(pos: Pos): boolean {
    return this.zoneOf.has(pos.join());
  }

  /** Takes a map. */
  setMap(map: MapView, art: CardArt | null): void {
    this.centre = map.camera.target;
    this.layer.setLooks(this.host.looks().cards(), (name) => art?.emblem?.(name) ?? null);
  }

  /**
   * Sets the zones, the number of seats in play, and the seat from whose side the table is seen.
   */
  setZones(zones: readonly Zone[], seats: number, seat: number): void {
    const same = String([seats, seat]) === String([this.seats, this.seat]);
    if (same && JSON.stringify(zones) === JSON.stringify(this.zones)) return;
    this.zones = zones;
    this.zoneOf = new Map(
      zones.flatMap((zone) => cellsOf(zone).map((pos) => [pos.join(), zone] as const)),
    );
    [this.seats, this.seat] = [seats, seat];
    this.arrange(performance.now(), true);
  }

  /** Sets whether seats have plates, and the question whose choices may be cards of others. */
  setPlates(plates: boolean, request: RequestView | null): void {
    const cells = [
      ...(request?.choices.flatMap(({ path }) => path.slice(0, 1)) ?? []),
      ...(request?.panel?.picked ?? []),
    ];
    const others = cells.filter((pos) => {
      const zone = this.zoneOf.get(pos.join());
      if (!zone || zone.seat === null) return false;
      // On narrow pictures the viewer's own equipment is too small to be touched.
      const own = zone.seat === this.seat;
      if (own) return zone.kind === "row" && this.host.view.aspect < 1;
      return zone.kind === "hand" || zone.kind === "row";
    });
    const offered = new Set(plates ? others.map((pos) => pos.join()) : []);
    if (plates === this.plates && String([...offered]) === String([...this.offered])) return;
    this.plates = plates;
    this.offered = offered;
    this.arrange(performance.now(), true);
  }

  /** The extent that must be in the picture, for its aspect ratio. */
  extent(aspect: number): Extent {
    const { x, y, z, width, depth } = this.frame(aspect);
    return {
      low: [x - width / 2, y - UPWARD, z - depth / 2],
      high: [x + width / 2, y + HEADROOM, z + depth / 2],
    };
  }

  /** Computes the layout again, after a change of cards or of the picture's shape. */
  arrange(now: number, animate: boolean): void {
    this.updateLayout();
    this.layer.settle(now, animate);
  }

  /** Applies an event's changed cells. */
  change(changes: readonly CellChange[], now: number): void {
    this.updateLayout();
    this.layer.change(changes, now);
    this.layer.settle(now, true);
  }

  /** Reads all cards from the store. */
  rebuild(): void {
    this.updateLayout();
    this.layer.rebuild();
  }

  /** Highlights the selection, what can be added to it, and the cards pointed at. */
  show(
    selecting: Selecting | null,
    request: RequestView | null,
    pointed: readonly (Pos | null)[],
  ): void {
    const states = request?.panel
      ? this.picked(request, request.panel.picked)
      : new Map<string, CardState>();
    const selectable = selecting?.selectable();
    const own = this.zones.find(({ kind, seat }) => kind === "hand" && seat === this.seat);
    if (selecting && own) {
      for (const pos of cellsOf(own)) {
        states.set(pos.join(), { raised: false, dim: selecting.possible, glow: false });
      }
    }
    selecting?.view.cells.forEach((pos, i) => {
      const raised = selecting.has(i);
      states.set(pos.join(), { raised, dim: !raised && !selectable?.has(i), glow: false });
    });
    for (const pos of pointed) {
      if (!pos) continue;
      const before = states.get(pos.join()) ?? { raised: false, dim: false };
      states.set(pos.join(), { ...before, glow: true });
    }
    this.layer.show(states, performance.now());
  }

  /** Highlights for an answer given step by step: what is picked, and what may be picked next. */
  private picked(request: RequestView, picked: readonly Pos[]): Map<string, CardState> {
    const states = new Map<string, CardState>();
    const own = this.zones.find(({ kind, seat }) => kind === "hand" && seat === this.seat);
    for (const pos of own ? cellsOf(own) : []) {
      states.set(pos.join(), { raised: false, dim: true, glow: false });
    }
    for (const { path } of request.choices) {
      const [pos] = path;
      if (!pos) continue;
      const mine = this.zoneOf.get(pos.join()) === own;
      states.set(pos.join(), { raised: false, dim: false, glow: !mine });
    }
    for (const pos of picked) {
      states.set(pos.join(), { raised: true, dim: false, glow: false });
    }
    return states;
  }

  /** Draws the cards; true while any moves. */
  update(now: number): boolean {
    return this.layer.update(now);
  }

  /** The cell of the card at a point of the picture. */
  pick(x: number, y: number): Pos | null {
    return this.layer.pick(x, y, (...at) => this.host.view.project(...at));
  }

  /** The point of the picture at which a cell's card can be clicked; null if it has no card. */
  pointOf(pos: Pos): Point | null {
    const at = this.layer.handle(pos);
    return at && this.host.view.project(at.x, at.y, at.z);
  }

  /** Positions of the signs; null if there is no card table. */
  points(): TablePoints | null {
    const { layout } = this;
    if (!layout || !this.active) return null;
    const { view } = this.host;
    const point = ({ x, y, z }: { x: number; y: number; z: number }) => view.project(x, y, z);
    return {
      signs: new Map(
        [...layout.signs].map(([seat, sign]) => [
          seat,
          { ...point(sign), held: sign.held, side: sign.side },
        ]),
      ),
      piles: layout.piles.map((pile) => ({ ...point(pile), pos: pile.pos })),
      offers: layout.offers,
      hand: point(layout.hand),
    };
  }

  private frame(aspect: number): Frame {
    const [x, , z] = this.centre;
    const y = this.zones[0]?.at[1] ?? this.centre[1];
    return { x, y, z, ...tableSize(aspect) };
  }

  /** The size of other seats' plates on the table, in blocks. */
  private plateSize({ width: across }: Frame): { width: number; depth: number } {
    const { width, pitch } = this.host.view;
    const block = width / across;
    const plate = isSmallPage() ? SMALL_PLATE : PLATE;
    return { width: plate.width / block, depth: plate.height / (block * Math.sin(pitch)) };
  }

  /** The depth of the answers on the table, in blocks. */
  private answersDepth({ width: across }: Frame): number {
    const { width, pitch } = this.host.view;
    const height = ANSWERS + (width < NARROW ? ABOVE_SIGN : 0);
    return height / ((width / across) * Math.sin(pitch));
  }

  private updateLayout(): void {
    if (!this.active) {
      this.layout = null;
      return;
    }
    const { view } = this.host;
    const frame = this.frame(view.aspect);
    const zones = this.zones.filter(({ seat }) => seat === null || seat < this.seats);
    const { seats, seat, offered } = this;
    const plates = this.plates ? this.plateSize(frame) : undefined;
    const answers = this.plates ? 0 : this.answersDepth(frame);
    const context = { zones, seats, seat, frame, pitch: view.pitch, plates, answers, offered };
    this.layout = new TableLayout(context, (pos) => this.cardAt(pos)).make();
  }

  private cardAt(pos: Pos): TableCard | null {
    const look = this.host.looks().of(this.host.store.id(...pos));
    return look?.shape === "card" ? { pos, hidden: look.glyph === null } : null;
  }

  /** The place of a card: by the layout, or flat in its cell and turned to the viewer. */
  private place(pos: Pos): Place & { turn: number } {
    const laid = this.layout?.places.get(pos.join());
    if (laid) return { ...laid, turn: 0 };
    const [x, , z] = pos;
    const hidden = this.owns(pos);
    return {
      x: x + 0.5,
      y: this.host.floor(pos) + UPWARD,
      z: z + 0.5,
      tilt: 0,
      // Zones of seats not in play are not shown.
      size: hidden ? 0 : 0.95,
      order: 0,
      turn: this.active ? 0 : this.host.view.yaw,
    };
  }

  /** Where dealt cards come from: the first pile, or the middle. */
  private source(): Place | null {
    if (!this.active) return null;
    const pile = this.zones.find(({ kind }) => kind === "pile");
    const place = pile && this.layout?.places.get(pile.at.join());
    if (place) return place;
    const { x, y, z } = this.frame(1);
    return { x, y, z, tilt: 0, size: 1, order: 0 };
  }
}
