import { describe, expect, it } from "vitest";
import { decodeBlocks, decodeMessage, WireError } from "../src/wire/decode";

/** Writes little-endian fields one after another. */
function frame(...fields: [8 | 16 | 32 | -32, number][]): ArrayBuffer {
  const size = fields.reduce((sum, [bits]) => sum + Math.abs(bits) / 8, 0);
  const view = new DataView(new ArrayBuffer(size));
  let at = 0;
  for (const [bits, value] of fields) {
    if (bits === 8) view.setUint8(at, value);
    else if (bits === 16) view.setUint16(at, value, true);
    else if (bits === 32) view.setUint32(at, value, true);
    else view.setInt32(at, value, true);
    at += Math.abs(bits) / 8;
  }
  return view.buffer as ArrayBuffer;
}

const at = (x: number, y: number, z: number): [8 | 16 | 32 | -32, number][] => [
  [-32, x],
  [-32, y],
  [-32, z],
];

describe("binary frames", () => {
  it("reads a uniform chunk at negative coordinates", () => {
    const decoded = decodeBlocks(frame([8, 1], ...at(-1, 0, 2), [16, 1], [32, 0x030007d0]));
    expect(decoded).toEqual({
      kind: "chunk",
      at: [-1, 0, 2],
      states: new Uint32Array([0x030007d0]),
    });
  });

  it("reads byte indices in the order x, z, y", () => {
    const indices = Array.from({ length: 4096 }, (_, i): [8, number] => [8, i === 0x321 ? 1 : 0]);
    const decoded = decodeBlocks(
      frame([8, 1], ...at(0, 0, 0), [16, 2], [32, 0], [32, 7], [8, 0], ...indices),
    );
    if (decoded.kind !== "chunk") throw new Error("not a chunk");
    // 0x321 = x 1 + 16 × z 2 + 256 × y 3.
    expect(decoded.states[1 + 16 * 2 + 256 * 3]).toBe(7);
    expect(decoded.states.reduce((sum, state) => sum + state, 0)).toBe(7);
  });

  it("reads two-byte indices when the palette is longer than 256", () => {
    const palette = Array.from({ length: 300 }, (_, i): [32, number] => [32, 1000 + i]);
    const indices = Array.from({ length: 4096 }, (_, i): [16, number] => [16, i % 300]);
    const decoded = decodeBlocks(
      frame([8, 1], ...at(0, 0, 0), [16, 300], ...palette, [8, 0], ...indices),
    );
    if (decoded.kind !== "chunk") throw new Error("not a chunk");
    expect(decoded.states[299]).toBe(1299);
    expect(decoded.states[4095]).toBe(1000 + (4095 % 300));
  });

  it("reads runs of equal cells", () => {
    const runs: [8 | 16, number][] = [
      [8, 0],
      [16, 1000],
      [8, 1],
      [16, 3],
      [8, 0],
      [16, 3093],
    ];
    const decoded = decodeBlocks(
      frame([8, 1], ...at(0, 0, 0), [16, 2], [32, 0], [32, 7], [8, 1], ...runs),
    );
    if (decoded.kind !== "chunk") throw new Error("not a chunk");
    const sevens = [...decoded.states.entries()].filter(([, state]) => state === 7);
    expect(sevens.map(([cell]) => cell)).toEqual([1000, 1001, 1002]);
  });

  it("reads cells and clear", () => {
    expect(decodeBlocks(frame([8, 2], [32, 1], ...at(4, 1, -9), [32, 2011]))).toEqual({
      kind: "cells",
      cells: [{ pos: [4, 1, -9], state: 2011 }],
    });
    expect(decodeBlocks(frame([8, 3]))).toEqual({ kind: "clear" });
  });

  it("refuses every truncation of a good frame", () => {
    const good = [
      frame([8, 1], ...at(0, 0, 0), [16, 1], [32, 5]),
      frame([8, 2], [32, 2], ...at(0, 0, 0), [32, 1], ...at(1, 0, 0), [32, 1]),
    ];
    for (const whole of good) {
      for (let length = 0; length < whole.byteLength; length++) {
        expect(() => decodeBlocks(whole.slice(0, length)), `${length} bytes`).toThrow(WireError);
      }
    }
  });

  it("refuses what is malformed", () => {
    const indices = (value: number) => Array.from({ length: 4096 }, (): [8, number] => [8, value]);
    const bad: Record<string, ArrayBuffer> = {
      "unknown kind": frame([8, 9]),
      "bytes after clear": frame([8, 3], [8, 0]),
      "empty palette": frame([8, 1], ...at(0, 0, 0), [16, 0]),
      "palette beyond a chunk": frame([8, 1], ...at(0, 0, 0), [16, 5000]),
      "index beyond the palette": frame(
        [8, 1],
        ...at(0, 0, 0),
        [16, 2],
        [32, 0],
        [32, 1],
        [8, 0],
        ...indices(2),
      ),
      "unknown form": frame([8, 1], ...at(0, 0, 0), [16, 2], [32, 0], [32, 1], [8, 2]),
      "empty run": frame(
        [8, 1],
        ...at(0, 0, 0),
        [16, 2],
        [32, 0],
        [32, 1],
        [8, 1],
        [8, 0],
        [16, 0],
      ),
      "run beyond the chunk": frame(
        [8, 1],
        ...at(0, 0, 0),
        [16, 2],
        [32, 0],
        [32, 1],
        [8, 1],
        [8, 1],
        [16, 4097],
      ),
      "count beyond the frame": frame([8, 2], [32, 0xffffffff], ...at(0, 0, 0), [32, 1]),
    };
    for (const [why, bytes] of Object.entries(bad)) {
      expect(() => decodeBlocks(bytes), why).toThrow(WireError);
    }
  });
});

describe("text frames", () => {
  it("reads a message", () => {
    expect(decodeMessage('{"t":"pong","nonce":4}')).toEqual({ t: "pong", nonce: 4 });
  });

  it.each(["", "{", "null", "3", '"t"', "[]", '{"u":1}'])("refuses %j", (text) => {
    expect(() => decodeMessage(text)).toThrow(WireError);
  });
});
