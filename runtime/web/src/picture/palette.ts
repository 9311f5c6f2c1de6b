/**
 * A palette for pictures of few colours, by median cut: Heckbert, "Color image quantization for frame
 * buffer display", SIGGRAPH 1982.
 */

/** Bits of each of red, green and blue by which colours are told apart. */
const BITS = 5;
const SHIFT = 8 - BITS;
const CELLS = 1 << (3 * BITS);

const cellOf = (r: number, g: number, b: number): number =>
  ((r >> SHIFT) << (2 * BITS)) | ((g >> SHIFT) << BITS) | (b >> SHIFT);

/** The colours of some pictures, in cells of the colour cube. */
export class Histogram {
  readonly counts = new Uint32Array(CELLS);
  /** Sums of the colours in each cell: its mean is truer than its middle. */
  readonly sums = new Float64Array(3 * CELLS);

  /** Counts the pixels of a picture, four bytes each. */
  add(pixels: Uint8ClampedArray): void {
    for (let i = 0; i < pixels.length; i += 4) {
      const [r, g, b] = [pixels[i] as number, pixels[i + 1] as number, pixels[i + 2] as number];
      const cell = cellOf(r, g, b);
      (this.counts[cell] as number)++;
      (this.sums[3 * cell] as number) += r;
      (this.sums[3 * cell + 1] as number) += g;
      (this.sums[3 * cell + 2] as number) += b;
    }
  }
}

/** Some cells of the colour cube, and along which of red, green and blue they differ most. */
interface Box {
  cells: number[];
  axis: number;
  /** How much a cut gains: the pixels times the square of the longest side. */
  gain: number;
}

function boxOf({ counts, sums }: Histogram, cells: number[]): Box {
  let count = 0;
  const low = [255, 255, 255];
  const high = [0, 0, 0];
  for (const cell of cells) {
    const here = counts[cell] as number;
    count += here;
    for (let axis = 0; axis < 3; axis++) {
      const mean = (sums[3 * cell + axis] as number) / here;
      low[axis] = Math.min(low[axis] as number, mean);
      high[axis] = Math.max(high[axis] as number, mean);
    }
  }
  const sides = [0, 1, 2].map((axis) => (high[axis] as number) - (low[axis] as number));
  const longest = Math.max(...sides);
  // The square root keeps small but clear things, such as marks, from losing to a large background.
  return { cells, axis: sides.indexOf(longest), gain: Math.sqrt(count) * longest ** 2 };
}

/** At most `size` colours, three bytes each, that stand for those of a histogram. */
export function paletteOf(histogram: Histogram, size: number): Uint8Array {
  const { counts, sums } = histogram;
  const used = [...counts.keys()].filter((cell) => (counts[cell] as number) > 0);
  const boxes = [boxOf(histogram, used)];
  while (boxes.length < size) {
    const widest = boxes.reduce(
      (best, box, i) => (box.gain > (boxes[best]?.gain ?? 0) ? i : best),
      0,
    );
    const { cells, axis, gain } = boxes[widest] as Box;
    if (cells.length < 2 || gain === 0) break;
    const mean = (cell: number) => (sums[3 * cell + axis] as number) / (counts[cell] as number);
    cells.sort((a, b) => mean(a) - mean(b));
    const half = cells.reduce((sum, cell) => sum + (counts[cell] as number), 0) / 2;
    let before = 0;
    let cut = 0;
    while (cut < cells.length - 1 && before < half)
      before += counts[cells[cut++] as number] as number;
    const parts = [cells.slice(0, cut), cells.slice(cut)] as const;
    boxes.splice(widest, 1, boxOf(histogram, parts[0]), boxOf(histogram, parts[1]));
  }
  const palette = new Uint8Array(3 * boxes.length);
  boxes.forEach(({ cells }, i) => {
    const count = cells.reduce((sum, cell) => sum + (counts[cell] as number), 0);
    for (let axis = 0; axis < 3; axis++) {
      const sum = cells.reduce((all, cell) => all + (sums[3 * cell + axis] as number), 0);
      palette[3 * i + axis] = Math.round(sum / Math.max(1, count));
    }
  });
  return palette;
}

/** Finds the nearest colours of a palette, and remembers them for each cell of the colour cube. */
export class Nearest {
  private readonly known = new Int16Array(CELLS).fill(-1);

  constructor(private readonly palette: Uint8Array) {}

  /** The number of the colour nearest to this one. */
  of(r: number, g: number, b: number): number {
    const cell = cellOf(r, g, b);
    const known = this.known[cell] as number;
    if (known >= 0) return known;
    const { palette } = this;
    let best = 0;
    let least = Infinity;
    for (let i = 0; i < palette.length; i += 3) {
      const [dr, dg, db] = [
        (palette[i] as number) - r,
        (palette[i + 1] as number) - g,
        (palette[i + 2] as number) - b,
      ];
      // Weights of how strongly the eye sees each.
      const distance = 2 * dr * dr + 4 * dg * dg + 3 * db * db;
      if (distance >= least) continue;
      least = distance;
      best = i / 3;
    }
    this.known[cell] = best;
    return best;
  }
}
