import type { ServerMessage } from "../wire.generated";

/** Edge length of a chunk in blocks. */
export const CHUNK = 16;
/** Blocks in a chunk. */
export const CHUNK_CELLS = CHUNK * CHUNK * CHUNK;
/** In a chunk, each cell's index follows. */
const PLAIN = 0;
/** In a chunk, runs of equal cells follow. */
const RUNS = 1;

/** Coordinates of a cell or chunk: x east, y up, z north. */
export type Pos = readonly [number, number, number];

/** A decoded binary frame. `states` of a chunk has one entry if all cells are equal. */
export type BlockFrame =
  | { kind: "chunk"; at: Pos; states: Uint32Array }
  | { kind: "cells"; cells: { pos: Pos; state: number }[] }
  | { kind: "clear" };

/** A frame that does not follow the protocol. */
export class WireError extends Error {}

/** The block id in a raw state. */
export const blockId = (state: number): number => state & 0xffff;

class Reader {
  private readonly view: DataView;
  private at = 0;

  constructor(buffer: ArrayBuffer) {
    this.view = new DataView(buffer);
  }

  private take(bytes: number): number {
    const at = this.at;
    if (at + bytes > this.view.byteLength) {
      throw new WireError(`frame ends at ${this.view.byteLength}, ${at + bytes} bytes wanted`);
    }
    this.at += bytes;
    return at;
  }

  u8(): number {
    return this.view.getUint8(this.take(1));
  }

  u16(): number {
    return this.view.getUint16(this.take(2), true);
  }

  u32(): number {
    return this.view.getUint32(this.take(4), true);
  }

  pos(): Pos {
    const at = this.take(12);
    const read = (axis: number) => this.view.getInt32(at + 4 * axis, true);
    return [read(0), read(1), read(2)];
  }

  left(): number {
    return this.view.byteLength - this.at;
  }

  end(): void {
    if (this.left() > 0) throw new WireError(`${this.left()} bytes too many`);
  }
}

function decodeChunk(reader: Reader): BlockFrame {
  const at = reader.pos();
  const length = reader.u16();
  if (length === 0 || length > CHUNK_CELLS) throw new WireError(`palette of ${length} states`);
  const palette = new Uint32Array(length);
  for (let i = 0; i < length; i++) palette[i] = reader.u32();
  if (length === 1) return { kind: "chunk", at, states: palette };
  const form = reader.u8();
  if (form !== PLAIN && form !== RUNS) throw new WireError(`cells in the unknown form ${form}`);
  const states = new Uint32Array(CHUNK_CELLS);
  for (let i = 0; i < CHUNK_CELLS;) {
    const index = length <= 256 ? reader.u8() : reader.u16();
    const state = palette[index];
    if (state === undefined) throw new WireError(`index ${index} into a palette of ${length}`);
    const count = form === RUNS ? reader.u16() : 1;
    if (count === 0 || count > CHUNK_CELLS - i) throw new WireError(`a run of ${count} cells`);
    states.fill(state, i, i + count);
    i += count;
  }
  return { kind: "chunk", at, states };
}

function decodeCells(reader: Reader): BlockFrame {
  const count = reader.u32();
  // Checked first, so that a wrong count cannot allocate memory that the frame does not fill.
  if (reader.left() !== count * 16) {
    throw new WireError(`${count} cells in ${reader.left()} bytes`);
  }
  const cells = Array.from({ length: count }, () => ({ pos: reader.pos(), state: reader.u32() }));
  return { kind: "cells", cells };
}

function decodeBody(reader: Reader): BlockFrame {
  const kind = reader.u8();
  switch (kind) {
    case 1:
      return decodeChunk(reader);
    case 2:
      return decodeCells(reader);
    case 3:
      return { kind: "clear" };
    default:
      throw new WireError(`binary frame of unknown kind ${kind}`);
  }
}

/** Decodes a binary frame; throws [`WireError`] if it is truncated, too long or malformed. */
export function decodeBlocks(buffer: ArrayBuffer): BlockFrame {
  const reader = new Reader(buffer);
  const frame = decodeBody(reader);
  reader.end();
  return frame;
}

/** Parses a text frame. Beyond the tag, the server is trusted. */
export function decodeMessage(text: string): ServerMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new WireError("text frame is not JSON", { cause });
  }
  if (typeof value !== "object" || value === null || !("t" in value)) {
    throw new WireError("text frame has no tag");
  }
  return value as ServerMessage;
}
