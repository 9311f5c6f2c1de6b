import type { ReplayHead, ServerMessage } from "../wire.generated";
import { decodeBlocks, decodeMessage, WireError, type BlockFrame } from "../wire/decode";
import { EventBuffer, type EventBatch } from "../wire/events";

/** The recording of a room as the server sends it: its initial scene and what each event showed. */
export interface Film {
  head: ReplayHead;
  scene: EventBatch;
  events: readonly EventBatch[];
}

const TEXT = 0;
const BLOCKS = 1;
const HEADER_BYTES = 5;

/**
 * Reads the frames of a file in order. Each is a byte (0 text, 1 blocks), a `u32` length and the
 * content.
 */
export function readFrames(
  file: ArrayBuffer,
  onText: (text: string) => void,
  onBlocks: (bytes: ArrayBuffer) => void,
): void {
  const view = new DataView(file);
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  for (let at = 0; at < file.byteLength;) {
    if (at + HEADER_BYTES > file.byteLength) throw new WireError(`file ends at ${at}`);
    const kind = view.getUint8(at);
    const length = view.getUint32(at + 1, true);
    at += HEADER_BYTES;
    if (at + length > file.byteLength) throw new WireError(`file ends within a frame at ${at}`);
    const bytes = file.slice(at, at + length);
    at += length;
    if (kind === TEXT) onText(utf8.decode(bytes));
    else if (kind === BLOCKS) onBlocks(bytes);
    else throw new WireError(`frame of unknown kind ${kind} in a file`);
  }
}

/** Reads a replay; throws [`WireError`] if it is truncated or malformed. */
export function readFilm(file: ArrayBuffer): Film {
  let head: ReplayHead | null = null;
  const batches: EventBatch[] = [];
  const buffer = new EventBuffer(
    (batch) => batches.push(batch),
    () => {},
  );
  readFrames(
    file,
    (text) => {
      if (head) buffer.pushMessage(decodeMessage(text));
      else head = JSON.parse(text) as ReplayHead;
    },
    (bytes) => buffer.pushBlocks(decodeBlocks(bytes)),
  );
  const scene = batches.shift();
  if (!head || !scene?.scene) throw new WireError("a replay begins with its scene");
  return { head, scene, events: joinScenes(batches) };
}

/** Joins each scene within the film with the event it belongs to. */
function joinScenes(batches: readonly EventBatch[]): EventBatch[] {
  const joined: EventBatch[] = [];
  let blocks: BlockFrame[] = [];
  let messages: ServerMessage[] = [];
  for (const batch of batches) {
    blocks.push(...batch.blocks);
    messages.push(...batch.messages);
    if (batch.scene) continue;
    joined.push({ ...batch, blocks, messages });
    [blocks, messages] = [[], []];
  }
  return joined;
}
