import { CHUNK, CHUNK_CELLS, blockId, type BlockFrame, type Pos } from "../wire/decode";

interface Chunk {
  at: Pos;
  /** One entry for a uniform chunk, else one per cell at x + 16 z + 256 y. */
  states: Uint32Array;
  /** Whether the chunk is endless ground that was added only to be drawn. */
  bare: boolean;
}

/** A layer of endless ground: lowest and highest y, and the raw state. */
export type Layer = readonly [number, number, number];

/** A cell whose block changed. */
export interface CellChange {
  pos: Pos;
  before: number;
  after: number;
}

const chunkKey = (x: number, y: number, z: number): string => `${x},${y},${z}`;
const cellIndex = (x: number, y: number, z: number): number =>
  (x & 15) + 16 * (z & 15) + 256 * (y & 15);

/**
 * The blocks that the viewer may see. Absent chunks are endless ground where the map has some, else
 * air.
 */
export class BlockStore {
  private readonly chunks = new Map<string, Chunk>();
  private readonly dirty = new Map<string, Pos>();
  private last: Chunk | undefined;
  /** The endless ground by chunk y: one state per row of cells. */
  private beneath = new Map<number, readonly number[]>();
  /** The chunk around which ground was last added. */
  private middle = "";

  /** Sets the endless ground and removes chunks of the old one. */
  setGround(layers: readonly Layer[]): void {
    this.beneath = new Map();
    for (const [low, high, state] of layers) {
      for (let y = low; y <= high; y++) {
        const rows = [...(this.beneath.get(y >> 4) ?? new Array<number>(CHUNK).fill(0))];
        rows[y & 15] = state;
        this.beneath.set(y >> 4, rows);
      }
    }
    this.last = undefined;
    this.middle = "";
    this.dropBare(() => true);
  }

  /**
   * Adds ground within `reach` chunks of a point and removes ground farther away; true if anything
   * changed.
   */
  layOut(x: number, z: number, reach: number): boolean {
    if (this.beneath.size === 0) return false;
    const [mx, mz] = [Math.floor(x) >> 4, Math.floor(z) >> 4];
    const middle = `${mx},${mz}`;
    if (middle === this.middle) return false;
    this.middle = middle;
    this.dropBare(([cx, , cz]) => Math.max(Math.abs(cx - mx), Math.abs(cz - mz)) > reach + 2);
    for (const cy of this.beneath.keys())
      for (let cz = mz - reach; cz <= mz + reach; cz++)
        for (let cx = mx - reach; cx <= mx + reach; cx++) this.lay(cx, cy, cz);
    return true;
  }

  private lay(cx: number, cy: number, cz: number): void {
    const key = chunkKey(cx, cy, cz);
    if (this.chunks.has(key)) return;
    this.chunks.set(key, { at: [cx, cy, cz], states: this.untouched(cy), bare: true });
    this.touchAround(cx, cy, cz);
  }

  private dropBare(drops: (at: Pos) => boolean): void {
    for (const [key, { at, bare }] of this.chunks) {
      if (!bare || !drops(at)) continue;
      this.chunks.delete(key);
      this.dirty.set(key, at);
      this.last = undefined;
    }
  }

  /** The states of a chunk in which nothing was written. */
  private untouched(cy: number): Uint32Array {
    const rows = this.beneath.get(cy);
    if (!rows) return new Uint32Array(1);
    const states = new Uint32Array(CHUNK_CELLS);
    rows.forEach((state, row) => states.fill(state, row * 256, row * 256 + 256));
    return states;
  }

  /** Whether a chunk has something to be drawn. */
  has([cx, cy, cz]: Pos): boolean {
    return this.chunks.has(chunkKey(cx, cy, cz));
  }

  /** Raw state of a cell. */
  state(x: number, y: number, z: number): number {
    const cx = x >> 4;
    const cy = y >> 4;
    const cz = z >> 4;
    let chunk = this.last;
    if (!chunk || chunk.at[0] !== cx || chunk.at[1] !== cy || chunk.at[2] !== cz) {
      chunk = this.chunks.get(chunkKey(cx, cy, cz));
      if (!chunk) return this.beneath.get(cy)?.[y & 15] ?? 0;
      this.last = chunk;
    }
    const { states } = chunk;
    return (states.length === 1 ? states[0] : states[cellIndex(x, y, z)]) ?? 0;
  }

  /** Block id of a cell; 0 is air. */
  id(x: number, y: number, z: number): number {
    return blockId(this.state(x, y, z));
  }

  /** Applies frames in order. Returns the cells that differ afterwards, in no particular order. */
  apply(frames: BlockFrame[]): CellChange[] {
    const changes = new Map<string, CellChange>();
    const note = (pos: Pos, before: number, after: number) => {
      const key = chunkKey(...pos);
      const known = changes.get(key);
      if (known) known.after = after;
      else if (before !== after) changes.set(key, { pos, before, after });
    };
    for (const frame of frames) {
      if (frame.kind === "clear") this.clear(note);
      else if (frame.kind === "chunk") this.putChunk(frame.at, frame.states, note);
      else for (const { pos, state } of frame.cells) note(pos, this.putCell(pos, state), state);
    }
    return [...changes.values()].filter((change) => change.before !== change.after);
  }

  /** The content as frames that reproduce it. They share no memory with the store. */
  frames(): BlockFrame[] {
    const chunks = [...this.chunks.values()].filter(({ bare }) => !bare);
    const frames = chunks.map(({ at, states }) => ({
      kind: "chunk" as const,
      at,
      states: states.slice(),
    }));
    return [{ kind: "clear" }, ...frames];
  }

  /** Lets all chunks be meshed again, because their blocks look otherwise now. */
  touchAll(): void {
    for (const [key, { at }] of this.chunks) this.dirty.set(key, at);
  }

  /** Chunks that changed since the last call. */
  takeDirty(): Pos[] {
    const taken = [...this.dirty.values()];
    this.dirty.clear();
    return taken;
  }

  /**
   * Calls `visit` for each cell that is not air. Ground in which nothing was written is skipped.
   */
  forEach(visit: (pos: Pos, state: number) => void): void {
    for (const chunk of this.chunks.values()) if (!chunk.bare) this.forEachIn(chunk, visit);
  }

  private forEachIn(chunk: Chunk, visit: (pos: Pos, state: number) => void): void {
    const [cx, cy, cz] = chunk.at;
    const uniform = chunk.states.length === 1;
    if (uniform && blockId(chunk.states[0] ?? 0) === 0) return;
    for (let i = 0; i < CHUNK_CELLS; i++) {
      const state = chunk.states[uniform ? 0 : i] ?? 0;
      if (blockId(state) === 0) continue;
      visit([cx * CHUNK + (i & 15), cy * CHUNK + (i >> 8), cz * CHUNK + ((i >> 4) & 15)], state);
    }
  }

  private clear(note: (pos: Pos, before: number, after: number) => void): void {
    for (const chunk of this.chunks.values()) {
      if (!chunk.bare) this.forEachIn(chunk, (pos, state) => note(pos, state, 0));
      this.dirty.set(chunkKey(...chunk.at), chunk.at);
    }
    this.chunks.clear();
    this.last = undefined;
    this.middle = "";
  }

  private putChunk(
    at: Pos,
    states: Uint32Array,
    note: (pos: Pos, before: number, after: number) => void,
  ): void {
    const key = chunkKey(...at);
    const old = this.chunks.get(key);
    if (old && !old.bare) this.forEachIn(old, (pos, state) => note(pos, state, 0));
    const chunk = { at, states, bare: false };
    this.chunks.set(key, chunk);
    this.last = undefined;
    this.forEachIn(chunk, (pos, state) => note(pos, 0, state));
    this.touchAround(...at);
  }

  private putCell([x, y, z]: Pos, state: number): number {
    const at: Pos = [x >> 4, y >> 4, z >> 4];
    const key = chunkKey(...at);
    let chunk = this.chunks.get(key);
    if (!chunk) {
      chunk = { at, states: this.untouched(at[1]), bare: false };
      this.chunks.set(key, chunk);
      this.last = undefined;
    }
    chunk.bare = false;
    const before = this.state(x, y, z);
    if (before === state) return before;
    if (chunk.states.length === 1) chunk.states = new Uint32Array(CHUNK_CELLS).fill(before);
    chunk.states[cellIndex(x, y, z)] = state;
    this.dirty.set(key, at);
    // Neighbouring chunks share faces, edges and corner shade with this cell.
    for (let dy = -1; dy <= 1; dy++)
      for (let dz = -1; dz <= 1; dz++)
        for (let dx = -1; dx <= 1; dx++) this.touch((x + dx) >> 4, (y + dy) >> 4, (z + dz) >> 4);
    return before;
  }

  private touchAround(cx: number, cy: number, cz: number): void {
    for (let dy = -1; dy <= 1; dy++)
      for (let dz = -1; dz <= 1; dz++)
        for (let dx = -1; dx <= 1; dx++) this.touch(cx + dx, cy + dy, cz + dz);
  }

  private touch(cx: number, cy: number, cz: number): void {
    const key = chunkKey(cx, cy, cz);
    const chunk = this.chunks.get(key);
    if (chunk) this.dirty.set(key, chunk.at);
  }
}
