import type { Drawing, Figure } from "../plugins/figures";
import type { Figured, Label } from "../plugins/piece_sets";
import { boardOf, luminance, tableOf, type BoardId, type TableId } from "../style/themes";
import type { BlockView, LocalText } from "../wire.generated";
import { tellApart } from "./clear_sides";
import { parseLines } from "./lines";
import { SHAPES, type Shape } from "./shapes";
import { stained } from "./stain";

export type { Shape } from "./shapes";

/** How a block is drawn. Colours are 0xrrggbb. */
export interface Look {
  id: number;
  name: LocalText;
  shape: Shape;
  colour: number;
  glyph: string | null;
  /** What is shown instead of the glyph; null shows the glyph itself. */
  label: Label | null;
  figure: Figure | null;
  /** Bits of `LINE` for a line tile; 0 for other blocks. */
  lines: number;
  /** Lines and coloured ground among hexagons: see `LineGlyph`. */
  hexes: number;
  glyphColour: number;
  light: number;
}

/** Parses `#rrggbb`; anything else is grey. */
export function parseColour(text: string): number {
  return /^#[0-9a-f]{6}$/i.test(text) ? Number.parseInt(text.slice(1), 16) : 0x9a948a;
}

function look(view: BlockView): Look {
  const lines = view.glyph ? parseLines(view.glyph) : null;
  return {
    id: view.id,
    name: view.name,
    shape: SHAPES.find((shape) => shape === view.shape) ?? "cube",
    colour: parseColour(view.colour),
    glyph: lines ? lines.text : view.glyph || null,
    label: null,
    figure: null,
    lines: lines?.bits ?? 0,
    hexes: lines?.hexes ?? 0,
    glyphColour: parseColour(view.glyph_colour),
    light: view.light,
  };
}

/** What the viewer wants to look otherwise than the map has it. */
export interface LookChanges {
  table: TableId;
  board: BoardId;
  /** Labels of pieces by glyph. */
  labels: Readonly<Record<string, Label>>;
  /** Figures that stand for discs, by glyph. */
  figures: Readonly<Record<string, Figured>>;
  /** Whether sides are told apart without their colours. */
  clear: boolean;
}

/** What is engraved on a block; null if nothing is. */
export const labelOf = ({ label, glyph }: Look): Label | null =>
  label ?? (glyph === null ? null : { text: glyph });

/** Tells labels and drawings apart. */
export function keyOf(label: Label | Drawing): string {
  if ("body" in label) return `drawing ${label.body} ${label.lines}`;
  return "path" in label ? `path ${label.path}` : `text ${label.text}`;
}

/** The glyphs of a map's pieces. */
export const pieceGlyphs = (views: readonly BlockView[]): Set<string> =>
  new Set(views.filter(({ shape }) => shape === "disc").flatMap(({ glyph }) => glyph ?? []));

/** Bodies brighter than this are light ones. */
const LIGHT = 0.3;

/** A disc as the figure that stands for it. */
function figured(own: Look, { figure, bodies }: Figured): Look {
  if (!bodies) return { ...own, shape: "figure", figure };
  const body = parseColour(luminance(own.colour) > LIGHT ? bodies.light : bodies.dark);
  return { ...own, shape: "figure", figure, colour: body };
}

function changed(
  looks: readonly Look[],
  { table, board, labels, figures, clear }: LookChanges,
): Look[] {
  const labelled = looks.map((own) => {
    const label = own.shape === "disc" && own.glyph !== null ? labels[own.glyph] : undefined;
    return label ? { ...own, label } : own;
  });
  const told = clear ? tellApart(labelled) : labelled;
  const formed = told.map((own) => {
    const found = own.shape === "disc" && own.glyph !== null ? figures[own.glyph] : undefined;
    return found ? figured(own, found) : own;
  });
  return stained(formed, tableOf(table).stain, boardOf(board).stain);
}

/** The looks of a map's blocks, by id. */
export class Looks {
  private readonly byId = new Map<number, Look>();

  constructor(views: readonly BlockView[], changes: LookChanges | null = null) {
    const own = views.filter(({ id }) => id !== 0).map(look);
    for (const shown of changes ? changed(own, changes) : own) this.byId.set(shown.id, shown);
  }

  /** The look of a block; undefined for air, a plain cube for blocks the map does not list. */
  of(id: number): Look | undefined {
    if (id === 0) return undefined;
    return this.byId.get(id) ?? this.unknown(id);
  }

  /** The listed blocks that are playing cards. */
  cards(): Look[] {
    return [...this.byId.values()].filter(({ shape }) => shape === "card");
  }

  /** Whether pieces stand as figures. */
  get hasFigures(): boolean {
    return [...this.byId.values()].some(({ figure }) => figure !== null);
  }

  /** The distinct labels and drawings of listed blocks. Cards are excluded: the face atlas draws theirs. */
  labels(): Set<string> {
    const others = [...this.byId.values()].filter(({ shape }) => shape !== "card");
    const labels = others.map((look) => look.figure?.drawing ?? labelOf(look));
    return new Set(labels.filter((label) => label !== null).map(keyOf));
  }

  private unknown(id: number): Look {
    const name = `#${id}`;
    const made = look({
      id,
      name: { zh: name, en: name },
      glyph: null,
      colour: "",
      glyph_colour: "",
      shape: "cube",
      light: 0,
    });
    this.byId.set(id, made);
    return made;
  }
}
