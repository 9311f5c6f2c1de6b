/**
 * Writes animated pictures: GIF, since every chat shows it at once. Format: "Graphics Interchange
 * Format, Version 89a", CompuServe 1990; the block that repeats it is Netscape's application
 * extension.
 */

import { Nearest } from "./palette";

/** Colours of a frame that leave a pixel as it was: one of the 256. */
export const COLOURS = 255;
const CLEAR = COLOURS;
/** Bits of a pixel, and codes of the compression: those of pixels, then two of its own. */
const BITS = 8;
const RESET = 1 << BITS;
const END = RESET + 1;
const MOST_CODES = 4096;

/** A part of a picture, in pixels. */
interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Bytes that grow. */
class Bytes {
  private bytes = new Uint8Array(1 << 16);
  private length = 0;

  push(...values: number[]): void {
    for (const value of values) this.put(value);
  }

  put(value: number): void {
    if (this.length === this.bytes.length) {
      const longer = new Uint8Array(2 * this.bytes.length);
      longer.set(this.bytes);
      this.bytes = longer;
    }
    this.bytes[this.length++] = value;
  }

  /** Two bytes, the low one first. */
  short(value: number): void {
    this.push(value & 255, value >> 8);
  }

  text(text: string): void {
    for (const letter of text) this.put(letter.charCodeAt(0));
  }

  done(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.length);
  }
}

/** Packs codes of growing length into blocks of at most 255 bytes, each after its length. */
class CodeWriter {
  private readonly block = new Uint8Array(255);
  private filled = 0;
  private held = 0;
  private bits = 0;

  constructor(private readonly out: Bytes) {}

  write(code: number, bits: number): void {
    this.held |= code << this.bits;
    this.bits += bits;
    while (this.bits >= 8) {
      this.byte(this.held & 255);
      this.held >>>= 8;
      this.bits -= 8;
    }
  }

  end(): void {
    if (this.bits > 0) this.byte(this.held & 255);
    this.flush();
    this.out.put(0);
  }

  private byte(value: number): void {
    this.block[this.filled++] = value;
    if (this.filled === 255) this.flush();
  }

  private flush(): void {
    if (this.filled === 0) return;
    this.out.put(this.filled);
    for (let i = 0; i < this.filled; i++) this.out.put(this.block[i] as number);
    this.filled = 0;
  }
}

/** Codes of longer runs: by the code of a run and the pixel after it; 0 for none. */
const NEXT = new Uint16Array(MOST_CODES << BITS);

/** Compresses pixels by LZW with codes of 9 to 12 bits. */
function compress(pixels: Uint8Array, out: Bytes): void {
  out.put(BITS);
  const codes = new CodeWriter(out);
  let bits = BITS + 1;
  let free = END + 1;
  NEXT.fill(0);
  codes.write(RESET, bits);
  let run = pixels[0] as number;
  for (let i = 1; i < pixels.length; i++) {
    const pixel = pixels[i] as number;
    const at = (run << BITS) | pixel;
    const longer = NEXT[at] as number;
    if (longer > 0) {
      run = longer;
      continue;
    }
    codes.write(run, bits);
    run = pixel;
    if (free < MOST_CODES) {
      // The reader learns a code one step later: codes grow when this one no longer fits.
      if (free === 1 << bits) bits += 1;
      NEXT[at] = free++;
      continue;
    }
    codes.write(RESET, bits);
    NEXT.fill(0);
    bits = BITS + 1;
    free = END + 1;
  }
  codes.write(run, bits);
  codes.write(END, free === 1 << bits && free < MOST_CODES ? bits + 1 : bits);
  codes.end();
}

/** An animated picture that repeats for ever, written frame by frame. */
export class GifWriter {
  private readonly out = new Bytes();
  private readonly nearest: Nearest;
  private last: Uint32Array | null = null;

  /** `palette` has three bytes for each of at most `COLOURS` colours. */
  constructor(
    private readonly width: number,
    private readonly height: number,
    palette: Uint8Array,
  ) {
    this.nearest = new Nearest(palette);
    const { out } = this;
    out.text("GIF89a");
    out.short(width);
    out.short(height);
    // A table of 256 colours for all frames; the background's colour and the pixels' form.
    out.push(0xf7, CLEAR, 0);
    for (let i = 0; i < 3 * 256; i++) out.put(palette[i] ?? 0);
    out.push(0x21, 0xff, 11);
    out.text("NETSCAPE2.0");
    out.push(3, 1, 0, 0, 0);
  }

  /**
   * Adds a frame, four bytes a pixel, shown for hundredths of a second. Only the part that changes
   * is written, and in it only the pixels that do.
   */
  add(frame: Uint8ClampedArray, hundredths: number): void {
    const pixels = new Uint32Array(frame.slice().buffer);
    const part = this.changed(pixels);
    const { out } = this;
    // The frame stays; the colour `CLEAR` shows what was there.
    out.push(0x21, 0xf9, 4, 0x05);
    out.short(Math.round(hundredths));
    out.push(CLEAR, 0);
    out.put(0x2c);
    for (const value of [part.left, part.top, part.width, part.height]) out.short(value);
    out.put(0);
    compress(this.numbers(frame, pixels, part), out);
    this.last = pixels;
  }

  /** The whole file. */
  done(): Blob {
    this.out.put(0x3b);
    return new Blob([this.out.done()], { type: "image/gif" });
  }

  /** The smallest part that holds all changes; one pixel if there are none. */
  private changed(pixels: Uint32Array): Part {
    const { width, height, last } = this;
    if (!last) return { left: 0, top: 0, width, height };
    let [left, right, top, bottom] = [width, -1, height, -1];
    for (let y = 0; y < height; y++) {
      const row = y * width;
      let x = 0;
      while (x < width && pixels[row + x] === last[row + x]) x++;
      if (x === width) continue;
      let end = width - 1;
      while (pixels[row + end] === last[row + end]) end--;
      [left, right] = [Math.min(left, x), Math.max(right, end)];
      [top, bottom] = [Math.min(top, y), y];
    }
    if (right < 0) return { left: 0, top: 0, width: 1, height: 1 };
    return { left, top, width: right - left + 1, height: bottom - top + 1 };
  }

  /** The numbers of the colours in a part. */
  private numbers(frame: Uint8ClampedArray, pixels: Uint32Array, part: Part): Uint8Array {
    const { width, last, nearest } = this;
    const numbers = new Uint8Array(part.width * part.height);
    let at = 0;
    for (let y = part.top; y < part.top + part.height; y++) {
      for (let x = part.left; x < part.left + part.width; x++) {
        const pixel = y * width + x;
        const i = 4 * pixel;
        numbers[at++] =
          last && last[pixel] === pixels[pixel]
            ? CLEAR
            : nearest.of(frame[i] as number, frame[i + 1] as number, frame[i + 2] as number);
      }
    }
    return numbers;
  }
}
