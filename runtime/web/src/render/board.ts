import type { EffectView, MapView, Mark, RequestView, Zone } from "../wire.generated";
import type { Selecting } from "../cards/selecting";
import { CardTable, type TablePoints } from "../cards/table";
import { textLanguage, type TextLanguage } from "../i18n/language";
import type { CardArt } from "../plugins/card_art";
import { figuresFor, labelsFor } from "../plugins/piece_sets";
import { DEFAULTS, isStill, type Settings } from "../state/settings";
import { boardOf, MARKS, tableOf } from "../style/themes";
import { blockId, type BlockFrame, type Pos } from "../wire/decode";
import type { EventBatch } from "../wire/events";
import { Choices, clickTarget } from "../room/choices";
import { besideCell, edgesOf, type Edge } from "../world/edges";
import { Looks, pieceGlyphs, type Look } from "../world/looks";
import { pick, UP, type Hit, type PickWorld } from "../world/pick";
import { isPieceShape, type Shape } from "../world/shapes";
import { MovePrediction } from "../world/prediction";
import { BlockStore, type CellChange } from "../world/store";
import { ArrowLayer, type ShownArrow } from "./arrows";
import { GlyphAtlas } from "./atlas";
import { BlockMeshes, type BlockSkin } from "./blocks";
import type { Extent } from "./camera";
import { isCut } from "./cut";
import { DecalLayer } from "./decals";
import { EffectLayer } from "./effects";
import { MarkLayer, shownMarks, type ShownMark } from "./marks";
import type { GlyphUniforms } from "./piece_material";
import { DISC_HEIGHT } from "./piece_shapes";
import { PieceLayer, sinkOf } from "./pieces";
import type { PlainLayers } from "./plain";
import { watchPointer } from "./pointer";
import { RackLayer } from "./rack";
import { drawsInSoftware, type Drawing } from "./context";
import { PLAIN_SURROUNDINGS, Stage, type Lantern } from "./stage";

/** Longest time between the two taps of a double tap. */
const DOUBLE_MS = 400;
const HOVER_LIFT = 0.07;
const SELECTED_LIFT = 0.2;
/** How high a dragged piece is held over its cell. */
const HELD_LIFT = 0.36;
/** Time per frame for meshing, in ms. */
const MESH_MS = 7;
/** Time for meshing when an event is applied, so that a small change shows in the next frame. */
const FIRST_MESH_MS = 25;
/** Radius of the endless ground that is drawn, in chunks: as far as the fog lets see. */
const GROUND_CHUNKS = 7;

/** What the board reports. */
export interface BoardEvents {
  onClick(pos: Pos, face: number): void;
  /**
   * Cells look different, other than by showing everything again; `dragged` is whether the viewer
   * has just dropped a piece that it dragged.
   */
  onChange(changes: readonly CellChange[], dragged: boolean): void;
  /** Whether the viewer may drag the piece in a cell. */
  mayDrag(pos: Pos): boolean;
  /** The first picture is complete. */
  onShown(): void;
  /** There is no WebGL, or not any more: the picture is drawn without it. */
  onPlain(): void;
  /**
   * A drag across cards, in order; `done` when it ends. If it is cancelled, no last call follows.
   */
  onStroke(cells: readonly Pos[], done: boolean): void;
  /** Cards or the camera have moved, and the signs on the table with them. */
  onTable(): void;
}

/** A position as a board shows it. */
export interface Shot {
  blocks: BlockFrame[];
  marks: readonly Mark[];
  arrows: readonly ShownArrow[];
}

/** Something that draws in the board's scene, such as actors. */
export interface SceneLayer {
  /** Whether it controls the camera: the board then ignores the pointer. */
  readonly ownsCamera: boolean;
  /** Textures for the blocks of its world; without any they look as those of boards. */
  readonly skin?: BlockSkin | null;
  /** Called before each frame; true if something moves. */
  frame(now: number, elapsed: number): boolean;
}

const same = (a: Pos | null, b: Pos | null): boolean => a?.join() === b?.join();

/** The board: blocks, pieces, marks, cards and camera, and the pointer on them. */
export class Board {
  readonly store = new BlockStore();
  /** What the server has said, while an earlier position is shown. */
  private present: BlockStore | null = null;
  private readonly prediction = new MovePrediction(this.store);
  private looks = new Looks([]);
  private map: MapView | null = null;
  private art: CardArt | null = null;
  private atlas = new GlyphAtlas(1);
  private marks: readonly Mark[] = [];
  private planned: readonly Pos[] = [];
  /** The room's arrows, those that the viewer has drawn, and the one that is being drawn. */
  private told: readonly ShownArrow[] = [];
  private drawn: ShownArrow[] = [];
  private drawing: ShownArrow | null = null;
  private choices = new Choices(null, [], []);
  private hovered: Pos | null = null;
  private cursor: Pos | null = null;
  private differing: readonly Pos[] = [];
  private seat: number | null = null;
  private edges: readonly Edge[] = [];
  /** The cells of the board, and how far they are apart. */
  private places: readonly Pos[] = [];
  private apart = 1;
  private flat = false;
  private framed = false;
  /** What the flat view shows. */
  private above: Extent | null = null;
  /** When the viewer tapped beside the board. */
  private emptyTap = 0;
  private settings: Settings = DEFAULTS;
  private night = false;
  /** The settings with which the blocks were last read. */
  private styled = "";
  readonly stage: Stage;
  private layer: SceneLayer | null = null;
  private skin: BlockSkin | null = null;
  private readonly uniforms: GlyphUniforms;
  private readonly blocks: BlockMeshes;
  private readonly pieces: PieceLayer;
  private readonly decals: DecalLayer;
  private readonly rack: RackLayer;
  private readonly markLayer: MarkLayer;
  private readonly arrows: ArrowLayer;
  private readonly effects: EffectLayer;
  private readonly cards: CardTable;
  private selecting: Selecting | null = null;
  private stroke: Pos[] = [];
  /** The cell whose piece the viewer drags, and whether it was picked up before. */
  private dragged: { pos: Pos; picked: boolean; moved: boolean } | null = null;
  readonly world: PickWorld = {
    // Cards laid out on a card table are not in their cells, and a dragged piece is not in its.
    shape: (pos) =>
      this.cards.owns(pos) || (this.dragged?.moved && same(this.dragged.pos, pos))
        ? undefined
        : this.shapeToPick(pos),
    sink: (pos) => sinkOf(this.store, this.looks, pos),
  };

  private readonly canvas: HTMLCanvasElement;

  constructor(
    drawing: Drawing,
    private readonly events: BoardEvents,
    private readonly still: () => boolean = isStill,
  ) {
    const { canvas } = drawing;
    this.canvas = canvas;
    this.stage = new Stage(drawing, async () => {
      const { PlainPicture } = await import("./plain");
      return new PlainPicture(this.plainLayers());
    });
    this.stage.onPlain = () => this.events.onPlain();
    this.stage.onShown = () => this.events.onShown();
    this.uniforms = { atlas: { value: this.atlas.texture }, yaw: { value: 0 } };
    const { world } = this.stage;
    const looks = () => this.looks;
    const atlas = () => this.atlas;
    this.blocks = new BlockMeshes(world, this.store, looks, this.stage.pool);
    const floor = (pos: Pos) => this.floor(pos);
    this.decals = new DecalLayer(world, this.store, looks, atlas, this.uniforms, floor);
    this.rack = new RackLayer(world, this.store, looks);
    this.pieces = new PieceLayer(world, this.store, looks, atlas, this.uniforms, still);
    this.markLayer = new MarkLayer(world);
    this.arrows = new ArrowLayer(world);
    this.effects = new EffectLayer(world, (pos) => this.floor(pos));
    this.cards = new CardTable(world, {
      store: this.store,
      looks,
      view: this.stage.view,
      still,
      floor: (pos) => pos[1] - sinkOf(this.store, this.looks, pos),
    });
    this.stage.onResize = () => {
      this.cards.arrange(performance.now(), false);
      this.events.onTable();
    };
    this.stage.onFrame = (now, elapsed) => this.frame(now, elapsed);
    watchPointer(canvas, {
      tap: (x, y) => this.layer?.ownsCamera || this.tap(x, y),
      hover: (at) => this.layer?.ownsCamera || this.hover(at),
      orbit: (dx, dy) => this.fixed || this.moved(() => this.stage.view.orbit(dx, dy)),
      pan: (dx, dy) => this.fixed || this.moved(() => this.stage.view.pan(dx, dy)),
      zoom: (factor) => this.fixed || this.moved(() => this.stage.view.zoomBy(factor)),
      draws: () => !this.fixed && this.stage.view.flat,
      draw: (from, to, done) => this.fixed || this.draw(from, to, done),
      turn: (angle) => this.fixed || this.moved(() => this.stage.view.turn(angle)),
      grab: (x, y) => !this.layer?.ownsCamera && (this.grab(x, y) || this.grabPiece(x, y)),
      drag: (x, y, moved) => this.drag(x, y, moved),
      release: (x, y, done) => this.release(x, y, done),
    });
  }

  /**
   * Whether the pointer cannot turn the camera: a card table faces the viewer, and a layer may
   * control the camera itself.
   */
  private get fixed(): boolean {
    return this.cards.active || this.layer?.ownsCamera === true;
  }

  /** Sets the layer. Call it again when `ownsCamera` or `skin` changes. */
  setLayer(layer: SceneLayer): void {
    const first = this.layer === null;
    this.layer = layer;
    const skin = layer.skin ?? null;
    if (skin !== this.skin) {
      this.skin = skin;
      this.blocks.setSkin(skin);
      this.styled = "";
    }
    if (first || this.styled === "") this.restyle();
    if (layer.ownsCamera) this.hover(null);
    this.framed = true;
    this.stage.inWorld = true;
    this.stage.begin();
  }

  /** The look of a kind of block. */
  lookOf(id: number): Look | undefined {
    return this.looks.of(id);
  }

  /** Takes a map; its scene follows. */
  setMap(map: MapView, seat: number | null): void {
    this.map = map;
    this.seat = seat;
    this.edges = edgesOf(map);
    this.readLooks(map);
    this.nameEdges();
    this.places = map.cells.map(([pos]) => pos);
    this.apart = spacing(this.places);
    const high = Math.max(...this.places.map(([, , z]) => z));
    this.pieces.entrance = this.stands ? high + ENTRANCE : null;
    this.markLayer.stands = this.stands;
    this.colourMarks();
    this.pieces.size = this.markLayer.size = 1 + (this.apart - 1) * SPREAD;
    this.cards.setMap(map, this.art);
    this.store.setGround(map.ground ?? []);
    this.framed = false;
  }

  /** Reads how the map's blocks look under the viewer's settings, and paints their labels. */
  private readLooks(map: MapView): void {
    const { table, board, pieces, clear } = this.settings;
    const glyphs = pieceGlyphs(map.blocks);
    const labels = labelsFor(glyphs, pieces);
    const figures = figuresFor(glyphs, pieces);
    const changes = { table, board, labels, figures, clear };
    this.looks = new Looks(map.blocks, this.layer ? null : changes);
    this.atlas.texture.dispose();
    const names = new Set(this.edges.flatMap(({ zh, en }) => [zh, en]));
    this.atlas = new GlyphAtlas(this.looks.labels().size + names.size);
    this.uniforms.atlas.value = this.atlas.texture;
  }

  /** Sets how the viewer wants boards to look, and whether it is night on the page. */
  setStyle(settings: Settings, night: boolean): void {
    this.settings = settings;
    this.night = night;
    this.restyle();
  }

  /**
   * Shows everything as the settings say. A world that a layer draws is left as it is: it has its
   * own day and night.
   */
  private restyle(): void {
    const { settings, night } = this;
    const table = this.layer ? null : tableOf(settings.table);
    const look = JSON.stringify([this.layer !== null, settings]);
    const top = table?.stain?.top ?? null;
    this.stage.setSurroundings(
      table
        ? { table: top, beyond: table.beyond[night ? "night" : "day"], night }
        : PLAIN_SURROUNDINGS,
    );
    this.colourMarks();
    this.decals.setNameInk(table?.stain?.names ?? null);
    if (!this.map || look === this.styled) return;
    this.styled = look;
    this.letGo();
    this.readLooks(this.map);
    this.store.touchAll();
    this.blocks.collect();
    this.blocks.work(FIRST_MESH_MS);
    this.rebuildTiles();
    this.pieces.rebuild();
    this.cards.rebuild();
    this.refresh();
    this.stage.invalidate(true);
  }

  /** Gives marks the colours that show on the board; a rack is dark. */
  private colourMarks(): void {
    const { clear, board } = this.settings;
    const pale = boardOf(board).paleMarks || this.stands;
    this.markLayer.setColours(MARKS[clear ? "clear" : "ordinary"][pale ? "pale" : "dark"]);
  }

  /** Reads what is drawn on blocks from the store. */
  private rebuildTiles(): void {
    this.decals.rebuild();
    this.rack.rebuild();
  }

  /** Whether the board stands before the viewer. */
  private get stands(): boolean {
    return this.map?.camera.stands ?? false;
  }

  /** Adds the endless ground around a point. */
  layGround([x, , z]: readonly [number, number, number]): void {
    if (!this.store.layOut(x, z, GROUND_CHUNKS)) return;
    this.blocks.collect();
    this.stage.invalidate(true);
  }

  /** Sets the zones of a card table, the number of seats in play, and the viewer's seat. */
  setZones(zones: readonly Zone[], seats: number, seat: number | null): void {
    const was = this.cards.active;
    this.cards.setZones(zones, seats, seat ?? 0);
    if (this.cards.active !== was) {
      this.nameEdges();
      this.rebuildTiles();
      if (this.framed) this.frameBoard(performance.now());
    }
    this.events.onTable();
    this.stage.invalidate(true);
  }

  /** Draws the names on cards again, in another language. */
  relabel(): void {
    if (!this.map) return;
    this.cards.setMap(this.map, this.art);
    this.cards.rebuild();
    this.nameEdges();
    this.rebuildTiles();
    this.stage.invalidate(true);
  }

  /** Sets the drawings of the map's cards; null if it has none. */
  setArt(art: CardArt | null): void {
    if (art === this.art) return;
    this.art = art;
    this.relabel();
  }

  private nameEdges(): void {
    const name = (edge: Edge) => ({
      ...besideCell(edge),
      cell: edge.cell,
      text: edge[textLanguage()],
    });
    // What lies on a card table is not in its cells.
    this.decals.setNames(this.cards.active ? [] : this.edges.map(name));
  }

  /** Sets the selection to be shown. */
  setSelecting(selecting: Selecting | null): void {
    this.selecting = selecting;
    this.refresh();
  }

  /** Sets whether seats of a card table have plates, and the current question. */
  setPlates(plates: boolean, request: RequestView | null): void {
    this.cards.setPlates(plates, request);
    this.events.onTable();
    this.stage.invalidate(true);
  }

  /** Positions of the signs of a card table in the picture; null if there is none. */
  tablePoints(): TablePoints | null {
    return this.cards.points();
  }

  /** Applies an event's blocks and effects. */
  apply(batch: EventBatch): void {
    const now = performance.now();
    if (batch.scene) {
      this.prediction.end();
      this.present = null;
    } else if (this.present) {
      this.present.apply(batch.blocks);
      return;
    }
    const changes = this.prediction.apply(batch.blocks);
    if (batch.scene) {
      this.blocks.collect();
      if (changes.length > 0) this.rebuildTiles();
      this.letGo();
      this.effects.clear();
      this.pieces.rebuild();
      this.cards.rebuild();
      if (!this.framed) this.frameBoard(now);
      this.blocks.work(FIRST_MESH_MS);
      this.refresh();
      this.events.onTable();
      this.stage.invalidate(true);
    } else this.showChanges(changes, now);
  }

  private showChanges(changes: readonly CellChange[], now: number): void {
    this.blocks.collect();
    if (changes.length > 0) this.rebuildTiles();
    this.pieces.change(changes, true, now);
    this.cards.change(changes, now);
    this.blocks.work(FIRST_MESH_MS);
    this.refresh();
    this.events.onTable();
    if (changes.length > 0) this.events.onChange(changes, this.dragged?.moved === true);
    this.stage.invalidate(true);
  }

  /** Shows the blocks of an earlier position; null shows the present ones again. */
  lookBack(blocks: BlockFrame[] | null): void {
    if (blocks) {
      this.endPrediction();
      this.letGo();
      if (!this.present) {
        this.present = new BlockStore();
        this.present.apply(this.store.frames());
      }
      this.showChanges(this.store.apply(blocks), performance.now());
    } else if (this.present) {
      const frames = this.present.frames();
      this.present = null;
      this.showChanges(this.store.apply(frames), performance.now());
    }
  }

  /**
   * Shows a piece in another cell before the server has moved it there; true if there is one. What
   * the server says takes its place.
   */
  predictMove(from: Pos, to: Pos): boolean {
    const piece = this.isPiece(from) && (this.blockAt(to) === 0 || this.isPiece(to));
    if (piece) this.showChanges(this.prediction.move(from, to), performance.now());
    return piece;
  }

  /** Shows a block in an empty cell before the server has placed it. */
  predictPlacing(pos: Pos, state: number): void {
    this.showChanges(this.prediction.place(pos, state), performance.now());
  }

  /** Whether the board shows a move that the server has not made yet. */
  get predicts(): boolean {
    return this.prediction.active;
  }

  /** Shows again what the server has said. */
  endPrediction(): void {
    if (this.prediction.active) this.showChanges(this.prediction.end(), performance.now());
  }

  /** Whether a disc or another piece is in a cell. */
  isPiece(pos: Pos): boolean {
    return isPieceShape(this.looks.of(this.blockAt(pos))?.shape) && !this.cards.owns(pos);
  }

  /** What is shown now, for a picture of it. */
  shot(): Shot {
    const { store, marks, told, drawn } = this;
    return { blocks: store.frames(), marks, arrows: [...told, ...drawn] };
  }

  /** Width of the board seen from above, by its height; null if the map shows no board. */
  get aspect(): number | null {
    const { above } = this;
    return above && (above.high[0] - above.low[0]) / (above.high[2] - above.low[2]);
  }

  /** Draws at once, at a size in pixels, for a picture that is on no page; returns what it drew on. */
  drawExactly(width: number, height: number): Promise<HTMLCanvasElement> {
    this.blocks.work(Infinity);
    return this.stage.drawExactly(width, height);
  }

  /** Gives back what the graphics hold for it; it is not used any more. */
  dispose(): void {
    this.stage.dispose();
  }

  /** The raw state of a cell, as shown. */
  stateAt(pos: Pos): number {
    return this.store.state(...pos);
  }

  /** Starts or ends an effect. */
  effect(effect: EffectView): void {
    this.effects.apply(effect, this.stage.view.pixel);
    this.stage.invalidate();
  }

  /** Sets what is marked, what may be clicked, and the cells of a move that is planned. */
  setChoices(choices: Choices, marks: readonly Mark[], planned: readonly Pos[]): void {
    this.choices = choices;
    this.marks = marks;
    this.planned = planned;
    this.refresh();
  }

  /** Sets the arrows over the board. */
  setArrows(arrows: readonly ShownArrow[]): void {
    this.told = arrows;
    this.showArrows();
  }

  private showArrows(): void {
    const drawing = this.drawing ? [this.drawing] : [];
    // Between the zones of a card table, the page points from seat to seat.
    const told = this.told.filter(({ from, to }) => !this.cards.owns(from) || !this.cards.owns(to));
    const all = [...told, ...this.drawn, ...drawing];
    if (this.arrows.show(all, (pos) => this.floor(pos))) this.stage.invalidate();
  }

  /** Draws an arrow or a ring; drawing the same again takes it away. */
  private draw(
    start: { x: number; y: number },
    end: { x: number; y: number },
    done: boolean,
  ): void {
    const [from, to] = [this.cellAt(start.x, start.y), this.cellAt(end.x, end.y)];
    const arrow = from && to ? ({ from, to, kind: "drawn" } as const) : null;
    this.drawing = done ? null : arrow;
    if (done && arrow) {
      const others = this.drawn.filter(
        (old) => !(same(old.from, arrow.from) && same(old.to, arrow.to)),
      );
      this.drawn = others.length < this.drawn.length ? others : [...others, arrow];
    }
    this.showArrows();
  }

  /** Takes away what the viewer has drawn. */
  private wipe(): void {
    this.drawn = [];
    this.showArrows();
  }

  /** The cell at a point that a piece stands in, or may stand in. */
  private cellAt(x: number, y: number): Pos | null {
    const pos = this.blockUnder(x, y)?.pos;
    if (!pos) return null;
    const { shape, lines } = this.looks.of(this.blockAt(pos)) ?? {};
    if (isPieceShape(shape)) return pos;
    return lines ? [pos[0], pos[1] + 1, pos[2]] : null;
  }

  /** Shows or hides the keyboard cursor. */
  setCursor(pos: Pos | null): void {
    this.cursor = pos;
    this.refresh();
  }

  /** Marks the cells that a new version of the map would change. */
  setDiffering(cells: readonly Pos[]): void {
    if (String(cells) === String(this.differing)) return;
    this.differing = cells;
    this.refresh();
  }

  /** Turns the camera to the side of a seat. */
  setSeat(seat: number | null): void {
    this.seat = seat;
    this.stage.view.setSeat(seat);
    this.stage.invalidate();
  }

  /** Turns the camera to the other side. */
  flip(): void {
    this.moved(() => this.stage.view.flip());
  }

  /** Shows the board from straight above or from the side. Card tables have one view only. */
  setFlat(flat: boolean): void {
    this.flat = flat;
    this.moved(() => this.stage.view.setFlat(flat && !this.cards.active));
  }

  /** Resets the camera. */
  goHome(): void {
    this.moved(() => this.stage.view.goHome());
  }

  /** Block id of a cell. */
  blockAt(pos: Pos): number {
    return this.store.id(...pos);
  }

  /** The glyph of the block in a cell; null if there is none. */
  glyphAt(pos: Pos): string | null {
    return this.looks.of(this.blockAt(pos))?.glyph ?? null;
  }

  /** The data byte of the block in a cell. */
  dataAt(pos: readonly [number, number, number]): number {
    return (this.store.state(...pos) >>> 16) & 255;
  }

  /** Name of the block in a cell, in a language; null for air. */
  nameAt(pos: Pos, language: TextLanguage): string | null {
    return this.looks.of(this.blockAt(pos))?.name[language] ?? null;
  }

  /** Page coordinates of the top centre of a cell's content. */
  screenOf(pos: Pos): { x: number; y: number } {
    const box = this.canvas.getBoundingClientRect();
    const card = this.cards.pointOf(pos);
    if (card) return { x: box.left + card.x, y: box.top + card.y };
    const piece = isPieceShape(this.looks.of(this.blockAt(pos))?.shape);
    const y = this.floor(pos) + (piece ? DISC_HEIGHT : 0);
    const point = this.stage.view.project(pos[0] + 0.5, y, pos[2] + 0.5);
    return { x: box.left + point.x, y: box.top + point.y };
  }

  /** Sets how much of the picture the HUD covers at the top and at the bottom, in CSS pixels. */
  setInsets(top: number, bottom: number): void {
    this.stage.setInsets({ top, bottom });
  }

  /** What a picture without WebGL is drawn from. */
  private plainLayers(): PlainLayers {
    const { cards, pieces, decals, rack } = this;
    return {
      blocks: () => this.blocks.all(),
      tiles: decals.tiles,
      rack: rack.squares,
      sheets: decals.sheets,
      discs: pieces.instances("disc"),
      stones: pieces.instances("stone"),
      balls: pieces.instances("ball"),
      dice: pieces.instances("die"),
      symbols: pieces.symbols,
      signs: pieces.instances("sign"),
      marks: this.markLayer.layer,
      cards: cards.drawn.instances,
      arrows: () => this.arrows.current,
      effects: this.effects.shown,
      glyphs: () => this.atlas.texture.image as HTMLCanvasElement,
      faces: () => cards.drawn.picture,
    };
  }

  /** Whether everything known is drawn. */
  get settled(): boolean {
    return this.framed && !this.blocks.busy;
  }

  private frame(now: number, elapsed: number): 0 | 1 | 2 {
    const layerMoves = this.layer?.frame(now, elapsed) ?? false;
    const glides = this.stage.view.update(elapsed, this.still());
    const { view } = this.stage;
    this.uniforms.yaw.value = view.yaw;
    this.pieces.look(view.flat || this.stage.drawsPlainly, view.yaw);
    this.pieces.leaveOut((pos) => this.isLeftOut(pos));
    const built = this.blocks.work(MESH_MS);
    const dealt = this.cards.update(now);
    const flying = this.pieces.update(now) || dealt;
    if (glides) this.events.onTable();
    const marks = this.markLayer.update(now, this.still());
    const sparkles = this.effects.update(now);
    if (built || flying) this.stage.refreshShadows();
    const moves = glides || flying || layerMoves;
    if (moves || this.blocks.busy || marks === 2) return 2;
    return marks === 1 || sparkles ? 1 : 0;
  }

  /** Whether the piece of a cell is left out of a picture from above: see `isCut`. */
  private isLeftOut(pos: Pos): boolean {
    const { view } = this.stage;
    return view.flat && this.above !== null && isCut(pos, this.above, view);
  }

  /** Fits camera and lamps to what the first scene contains. */
  private frameBoard(now: number): void {
    if (!this.map) return;
    const board = emptyExtent();
    const all = emptyExtent();
    const lanterns: Lantern[] = [];
    this.store.forEach((pos, state) => {
      const look = this.looks.of(blockId(state));
      if (!look) return;
      grow(all, pos);
      if (look.light > 0) lanterns.push({ pos, light: look.light, colour: look.colour });
      if (look.lines) grow(board, pos);
    });
    if (all.low[0] > all.high[0]) return;
    const found = board.low[0] <= board.high[0];
    // What a map without tiles of its own shows: the blocks that are clicked, or else all.
    const cells = emptyExtent();
    for (const pos of this.places) grow(cells, pos);
    const shown = this.places.length > 0 ? besides(cells) : all;
    const table = (aspect: number) => this.cards.extent(aspect);
    this.stage.view.setFlat(this.flat && !this.cards.active);
    const high = this.looks.hasFigures ? FIGURE_HEIGHT : DISC_HEIGHT;
    const standing = this.stands ? rackExtent(board) : null;
    const free = this.map.camera.fits ? shown : null;
    const lying = found ? widened(board, RIM, RIM, high) : free;
    const fitted = this.cards.active ? table : (standing ?? lying);
    const named = (faces: number[]) => this.edges.some(({ face }) => faces.includes(face));
    const rim = (faces: number[]) => (named(faces) ? NAMED_RIM : FLAT_RIM);
    this.above = found ? widened(board, rim([0, 1]), rim([2, 3])) : free;
    this.stage.view.setMap(this.map.camera, fitted, this.seat, this.above);
    if (this.cards.active) this.cards.arrange(now, false);
    const heading = this.map.camera.yaw[this.seat ?? 0] ?? this.map.camera.yaw[0] ?? 0;
    this.stage.setExtent(found ? board : shown, all.low, (heading * Math.PI) / 180);
    this.stage.setLanterns(lanterns);
    // In software the first picture should not wait for the pieces' animation.
    if (!drawsInSoftware()) this.pieces.setUp(now);
    this.framed = true;
  }

  private refresh(): void {
    const floor = (pos: Pos) => this.floor(pos);
    const shown: ShownMark[] = shownMarks(this.marks, floor);
    const marked = new Set(this.marks.map(({ pos }) => pos.join()));
    for (const pos of this.choices.places) {
      const free = this.blockAt(pos) === 0 && !marked.has(pos.join());
      if (free) shown.push({ pos, kind: "target", floor: floor(pos) });
    }
    const lifted = new Map<string, number>();
    const { hovered, cursor } = this;
    if (hovered) {
      if (!this.choices.continues(hovered)) {
        shown.push({ pos: hovered, kind: "hover", floor: floor(hovered) });
      }
      lifted.set(hovered.join(), HOVER_LIFT);
    }
    if (cursor) shown.push({ pos: cursor, kind: "cursor", floor: floor(cursor) });
    for (const pos of this.planned) shown.push({ pos, kind: "planned", floor: floor(pos) });
    for (const pos of this.differing) shown.push({ pos, kind: "differs", floor: floor(pos) });
    const { selected } = this.choices;
    if (selected) lifted.set(selected.join(), SELECTED_LIFT);
    const { selecting } = this;
    const hinted = this.marks.filter(({ kind }) => kind === "hint").map(({ pos }) => pos);
    const pointed = [hovered, cursor, ...this.stroke, ...hinted].filter(
      (pos) => pos && this.isCard(pos),
    );
    this.cards.show(selecting, this.choices.request, pointed);
    const onGround = shown.filter(({ pos }) => !this.cards.owns(pos));
    this.markLayer.show(onGround, performance.now());
    this.pieces.raise(lifted, hovered?.join() ?? "");
    this.stage.invalidate();
  }

  /** Height at which marks of a cell lie. */
  private floor(pos: Pos): number {
    const [x, y, z] = pos;
    const shape = this.world.shape(pos);
    if (shape === "cube") return y + 1;
    if (shape === "slab") return y + 0.5;
    // Marks on a rack lie before its front.
    if (this.stands) return y;
    return this.world.shape([x, y - 1, z]) === "slab" ? y - 0.5 : y;
  }

  /**
   * A figure counts as a disc unless it can be clicked, or the board is seen from above: what stands
   * or lies behind it can be clicked then.
   */
  private shapeToPick(pos: Pos): Shape | undefined {
    const shape = this.looks.of(this.store.id(...pos))?.shape;
    const tall = !this.stage.view.flat && this.choices.has(pos);
    return shape === "figure" && !tall ? "disc" : shape;
  }

  private isCard(pos: Pos): boolean {
    return this.looks.of(this.blockAt(pos))?.shape === "card";
  }

  /** Begins a drag, if a selectable card is at the point. */
  private grab(x: number, y: number): boolean {
    const pos = this.cards.pick(x, y);
    if (!this.selecting || !pos || this.selecting.find(pos) < 0) return false;
    this.stroke = [pos];
    this.events.onStroke(this.stroke, false);
    return true;
  }

  /** Extends the drag: to all cells between its start and the point. */
  private strokeTo(x: number, y: number): void {
    const [first] = this.stroke;
    const pos = this.cards.pick(x, y);
    const { selecting } = this;
    if (!first || !pos || !selecting) return;
    const [from, to] = [selecting.find(first), selecting.find(pos)];
    if (to < 0) return;
    const way = Math.sign(to - from) || 1;
    const count = Math.abs(to - from) + 1;
    const cells = selecting.view.cells;
    this.stroke = Array.from({ length: count }, (_, i) => cells[from + i * way] as Pos);
    this.refresh();
  }

  /** Begins to drag the piece at the point, if a move can begin there. */
  private grabPiece(x: number, y: number): boolean {
    const pos = this.hitAt(x, y)?.pos;
    if (!pos || !this.isPiece(pos) || !this.events.mayDrag(pos)) return false;
    const [planned, to] = this.planned;
    const picked = same(this.choices.selected, pos) || (!to && same(planned ?? null, pos));
    this.dragged = { pos, picked, moved: false };
    this.wipe();
    if (!picked) this.events.onClick(pos, UP);
    return true;
  }

  /** The pointer goes on; `moved` if it has left the place where it was pressed. */
  private drag(x: number, y: number, moved: boolean): void {
    const { dragged } = this;
    if (!dragged) this.strokeTo(x, y);
    else if (moved) {
      dragged.moved = true;
      const height = dragged.pos[1] - sinkOf(this.store, this.looks, dragged.pos) + HELD_LIFT;
      const at = this.stage.view.pointAt(x, y, height);
      if (at) this.pieces.hold(dragged.pos, at);
      this.hover({ x, y });
      this.stage.invalidate(true);
    }
  }

  private release(x: number, y: number, done: boolean): void {
    const { stroke, dragged } = this;
    if (dragged) {
      // Where it is dropped is looked up before the piece is in its cell again.
      const target = dragged.moved ? this.hitAt(x, y) : null;
      const back = !target || same(target.pos, dragged.pos);
      if (done && target && !back) this.events.onClick(target.pos, target.face);
      else if (done && !dragged.moved && dragged.picked) this.events.onClick(dragged.pos, UP);
      this.letGo();
      this.hover(null);
      return;
    }
    this.stroke = [];
    if (done) this.events.onStroke(stroke, true);
    this.refresh();
  }

  private letGo(): void {
    if (!this.dragged) return;
    this.dragged = null;
    this.pieces.letGo(performance.now());
    this.stage.invalidate(true);
  }

  private hitAt(x: number, y: number): { pos: Pos; face: number } | null {
    const card = this.cards.pick(x, y);
    if (card) return { pos: card, face: 5 };
    const hit = this.blockUnder(x, y);
    if (!hit) return null;
    const near = this.apart > 1 ? this.placeNear(x, y, hit) : null;
    if (near) return { pos: near, face: UP };
    const matters = (pos: Pos) =>
      this.choices.has(pos) || this.marks.some((mark) => same(mark.pos, pos));
    const pos = clickTarget(hit.pos, matters);
    const inColumn = this.stands && !this.choices.has(pos) ? this.choices.inColumn(pos) : null;
    if (inColumn) return { pos: inColumn, face: UP };
    return { pos, face: same(pos, hit.pos) ? hit.face : 5 };
  }

  /** Of cells that lie apart: the one nearest to where a block was hit, if it is near. */
  private placeNear(x: number, y: number, { distance }: Hit): Pos | null {
    const { origin, dir } = this.stage.view.ray(x, y);
    const at = (axis: 0 | 2) => origin[axis] + dir[axis] * distance - 0.5;
    const far = (pos: Pos) => Math.hypot(pos[0] - at(0), pos[2] - at(2));
    const near = this.places.filter((pos) => far(pos) < this.apart / 2);
    return near.sort((a, b) => far(a) - far(b))[0] ?? null;
  }

  private blockUnder(x: number, y: number): Hit | null {
    const { view } = this.stage;
    return pick(this.world, view.ray(x, y), view.reach);
  }

  private tap(x: number, y: number): void {
    const hit = this.hitAt(x, y);
    this.wipe();
    if (hit) this.events.onClick(hit.pos, hit.face);
    this.emptyTap = hit ? 0 : this.tapBeside(performance.now());
  }

  /** Two taps beside the board reset the camera. */
  private tapBeside(now: number): number {
    if (now - this.emptyTap > DOUBLE_MS) return now;
    this.goHome();
    return 0;
  }

  private hover(at: { x: number; y: number } | null): void {
    const hit = at && this.hitAt(at.x, at.y);
    const hovered = hit && this.choices.has(hit.pos) ? hit.pos : null;
    if (same(hovered, this.hovered)) return;
    this.hovered = hovered;
    this.canvas.style.cursor = this.dragged?.moved ? "grabbing" : hovered ? "pointer" : "";
    this.refresh();
  }

  private moved(change: () => void): void {
    change();
    this.stage.invalidate();
  }
}

function emptyExtent(): Extent {
  return { low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity] };
}

function grow({ low, high }: Extent, pos: Pos): void {
  for (let axis = 0; axis < 3; axis++) {
    low[axis] = Math.min(low[axis] as number, pos[axis] as number);
    high[axis] = Math.max(high[axis] as number, (pos[axis] as number) + 1);
  }
}

/** Margins around a board in blocks: ordinarily, and seen from above, without and with names. */
const RIM = 0.55;
const FLAT_RIM = 0.13;
const NAMED_RIM = 0.36;

/** How much larger pieces are where cells lie a block farther apart. */
const SPREAD = 0.72;
/** Farther apart pieces grow no more. */
const MOST_APART = 2;

/** How far the cells of a board are apart, 1 where they adjoin. */
function spacing(places: readonly Pos[]): number {
  const taken = new Set(places.map(String));
  const beside = ([x, y, z]: Pos, dx: number, dz: number) => taken.has(`${x + dx},${y},${z + dz}`);
  const touches = (pos: Pos) =>
    [-1, 0, 1].some((dx) => [-1, 0, 1].some((dz) => (dx || dz) && beside(pos, dx, dz)));
  return places.length > 1 && !places.some(touches) ? MOST_APART : 1;
}

/** How far over the upper row of a rack discs are let in. */
const ENTRANCE = 1.1;
/** A rack with its posts, the bar below it and its feet, and with room above it. */
const RACK = { aside: 1.05, below: 2.05, above: 0.4, front: 1.2 } as const;

function rackExtent({ low, high }: Extent): Extent {
  const { aside, below, above, front } = RACK;
  return {
    low: [low[0] - aside, low[1], low[2] - below],
    high: [high[0] + aside, high[1] + front, high[2] + above],
  };
}

/** How high figures rise over the board, but for the tips of a few. */
const FIGURE_HEIGHT = 1.2;

/** The extent of cells on blocks of the map's own, with margins: pieces stand in them, as high as a block. */
function besides({ low, high }: Extent): Extent {
  return {
    low: [low[0] - RIM, low[1] - 0.3, low[2] - RIM],
    high: [high[0] + RIM, high[1], high[2] + RIM],
  };
}

/** A board's extent with margins along x and z, and with pieces of a height. */
function widened({ low, high }: Extent, rimX: number, rimZ: number, pieces = DISC_HEIGHT): Extent {
  return {
    low: [low[0] - rimX, high[1] - 0.3, low[2] - rimZ],
    high: [high[0] + rimX, high[1] + pieces, high[2] + rimZ],
  };
}
