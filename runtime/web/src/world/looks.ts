import type { BlockView, LocalText } from "../wire.generated";
import { parseLines } from "./lines";

/** How a block fills its cell. */
export type Shape = "cube" | "slab" | "disc" | "card" | "sign";

/** How a block is drawn. Colours are 0xrrggbb. */
export interface Look {
  id: number;
  name: LocalText;
  shape: Shape;
  colour: number;
  glyph: string | null;
  /** Bits of `LINE` for a line tile; 0 for other blocks. */
  lines: number;
  glyphColour: number;
  light: number;
}

const SHAPES: readonly Shape[] = ["cube", "slab", "disc", "card", "sign"];

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
    lines: lines?.bits ?? 0,
    glyphColour: parseColour(view.glyph_colour),
    light: view.light,
  };
}

/** The looks of a map's blocks, by id. */
export class Looks {
  private readonly byId = new Map<number, Look>();

  constructor(views: readonly BlockView[]) {
    for (const view of views) if (view.id !== 0) this.byId.set(view.id, look(view));
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

  /** The distinct texts of listed blocks. Cards are excluded: the face atlas draws theirs. */
  texts(): Set<string> {
    const others = [...this.byId.values()].filter(({ shape }) => shape !== "card");
    const glyphs = others.map(({ glyph }) => glyph);
    return new Set(glyphs.filter((glyph) => glyph !== null));
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
