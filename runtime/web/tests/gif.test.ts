import { describe, expect, it } from "vitest";
import { COLOURS, GifWriter } from "../src/picture/gif";
import { Histogram, paletteOf } from "../src/picture/palette";
import { random } from "./random";

interface Frame {
  hundredths: number;
  pixels: number[];
}

/** Reads an animated picture by the specification; fails on whatever it does not allow. */
function decode(file: Uint8Array): { width: number; height: number; frames: Frame[] } {
  let at = 0;
  const byte = () => {
    if (at >= file.length) throw new Error("the file ends early");
    return file[at++] as number;
  };
  const short = () => byte() + 256 * byte();
  const text = (length: number) => String.fromCharCode(...Array.from({ length }, () => byte()));
  expect(text(6)).toBe("GIF89a");
  const [width, height] = [short(), short()];
  const flags = byte();
  at += 2;
  const table = Array.from({ length: 2 << (flags & 7) }, () => [byte(), byte(), byte()]);
  const shown = new Array<number>(width * height).fill(-1);
  const frames: Frame[] = [];
  let hundredths = 0;
  let clear = -1;
  for (;;) {
    const kind = byte();
    if (kind === 0x3b) break;
    if (kind === 0x21) {
      const label = byte();
      const size = byte();
      if (label === 0xf9) {
        const has = byte() & 1;
        hundredths = short();
        clear = has ? byte() : (byte(), -1);
        byte();
        continue;
      }
      at += size;
      for (let block = byte(); block > 0; block = byte()) at += block;
      continue;
    }
    expect(kind).toBe(0x2c);
    const [left, top, wide, high] = [short(), short(), short(), short()];
    expect(byte()).toBe(0);
    const first = byte();
    const data: number[] = [];
    for (let size = byte(); size > 0; size = byte())
      for (let i = 0; i < size; i++) data.push(byte());
    const numbers = unpack(data, first);
    expect(numbers).toHaveLength(wide * high);
    numbers.forEach((number, i) => {
      const [r = 0, g = 0, b = 0] = table[number] ?? [];
      const cell = (top + Math.floor(i / wide)) * width + left + (i % wide);
      if (number !== clear) shown[cell] = (r << 16) | (g << 8) | b;
    });
    frames.push({ hundredths, pixels: [...shown] });
  }
  expect(at).toBe(file.length);
  return { width, height, frames };
}

/** LZW with codes that grow, as readers do it. */
function unpack(data: readonly number[], first: number): number[] {
  const reset = 1 << first;
  const out: number[] = [];
  let words: number[][] = [];
  let bits = first + 1;
  let before: number[] | null = null;
  let position = 0;
  const begin = () => {
    words = Array.from({ length: reset }, (_, i) => [i]);
    words.push([], []);
    bits = first + 1;
    before = null;
  };
  begin();
  for (;;) {
    let code = 0;
    for (let i = 0; i < bits; i++, position++) {
      const byte = data[position >> 3];
      if (byte === undefined) throw new Error("no end of the codes");
      code |= ((byte >> (position & 7)) & 1) << i;
    }
    if (code === reset) {
      begin();
      continue;
    }
    if (code === reset + 1) return out;
    const last: number[] | null = before;
    const word: number[] | undefined =
      words[code] ?? (last && code === words.length ? [...last, last[0] as number] : undefined);
    if (!word) throw new Error(`code ${code} is not known`);
    out.push(...word);
    if (last && words.length < 4096) words.push([...last, word[0] as number]);
    if (words.length === 1 << bits && bits < 12) bits += 1;
    before = word;
  }
}

/** A picture of `width` by `height` with a colour for each pixel. */
function picture(width: number, height: number, colour: (x: number, y: number) => number) {
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let i = 0; i < width * height; i++) {
    const c = colour(i % width, Math.floor(i / width));
    pixels.set([c >> 16, (c >> 8) & 255, c & 255, 255], 4 * i);
  }
  return pixels;
}

async function animated(width: number, height: number, frames: Uint8ClampedArray[]) {
  const histogram = new Histogram();
  for (const frame of frames) histogram.add(frame);
  const writer = new GifWriter(width, height, paletteOf(histogram, COLOURS));
  frames.forEach((frame, i) => writer.add(frame, 50 + i));
  return decode(new Uint8Array(await writer.done().arrayBuffer()));
}

const coloursOf = (pixels: Uint8ClampedArray) =>
  Array.from({ length: pixels.length / 4 }, (_, i) => {
    const [r = 0, g = 0, b = 0] = pixels.subarray(4 * i, 4 * i + 3);
    return (r << 16) | (g << 8) | b;
  });

describe("animated pictures", () => {
  it("keep every pixel of pictures with few colours", async () => {
    const [width, height] = [37, 23];
    const board = (piece: number) =>
      picture(width, height, (x, y) =>
        x === piece && y === 5 ? 0xa83020 : (x + y) % 2 ? 0xd8a860 : 0x201810,
      );
    const frames = [board(3), board(9), board(9), board(36)];
    const read = await animated(width, height, frames);
    expect([read.width, read.height]).toEqual([width, height]);
    expect(read.frames.map(({ hundredths }) => hundredths)).toEqual([50, 51, 52, 53]);
    frames.forEach((frame, i) => expect(read.frames[i]?.pixels).toEqual(coloursOf(frame)));
  });

  it("survive noise, which fills the table of codes again and again", async () => {
    const next = random(7);
    const below = (limit: number) => Math.floor(next() * limit);
    const colours = Array.from(
      { length: 200 },
      (_, i) => (((i * 8) % 256) << 16) | ((i >> 5) * 40),
    );
    const noise = () => picture(200, 150, () => colours[below(200)] as number);
    const frames = [noise(), noise()];
    const read = await animated(200, 150, frames);
    frames.forEach((frame, i) => expect(read.frames[i]?.pixels).toEqual(coloursOf(frame)));
  });

  it("come near the colours where there are more than fit", async () => {
    const ramp = picture(256, 64, (x, y) => (x << 16) | ((y * 4) << 8) | (255 - x));
    const read = await animated(256, 64, [ramp]);
    const wanted = coloursOf(ramp);
    const pixels = read.frames[0]?.pixels ?? [];
    const gap = (a: number, b: number) =>
      Math.max(...[16, 8, 0].map((bits) => Math.abs(((a >> bits) & 255) - ((b >> bits) & 255))));
    const gaps = pixels.map((pixel, i) => gap(pixel, wanted[i] as number));
    expect(Math.max(...gaps)).toBeLessThan(24);
  });

  it("write only what changes", async () => {
    const size = async (frames: number) => {
      const writer = new GifWriter(300, 300, new Uint8Array([0, 0, 0, 255, 255, 255]));
      const next = random(3);
      const still = picture(300, 300, () => (next() < 0.5 ? 0xffffff : 0));
      for (let i = 0; i < frames; i++) writer.add(still, 10);
      return (await writer.done().arrayBuffer()).byteLength;
    };
    expect((await size(20)) - (await size(10))).toBeLessThan(10 * 40);
  });
});
