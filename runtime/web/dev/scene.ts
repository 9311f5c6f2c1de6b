import { readFileSync } from "node:fs";
import type { BlockView, MapView } from "../src/wire.generated";
import { BLOCKS } from "./pieces.ts";

/** Name, glyph and letter of each piece. */
const NAMES: [string, string, string][] = [
  ["k", "將", "King"],
  ["K", "帥", "King"],
  ["A", "仕", "Guard"],
  ["a", "士", "Guard"],
  ["b", "象", "Bishop"],
  ["B", "相", "Bishop"],
  ["c", "砲", "Cannon"],
  ["C", "炮", "Cannon"],
  ["N", "傌", "Knight"],
  ["n", "馬", "Knight"],
  ["r", "車", "Rook"],
  ["R", "俥", "Rook"],
  ["p", "卒", "Pawn"],
  ["P", "兵", "Pawn"],
];

const TILE = 3000;
const FRAME = 2100;
const text = (zh: string, en = zh) => ({ zh, en });

function piece([letter, glyph, en]: [string, string, string]): BlockView {
  const red = letter === letter.toUpperCase();
  return {
    id: BLOCKS[letter] as number,
    name: text(glyph, `${red ? "Red" : "Black"} ${en}`),
    glyph,
    colour: "#ecd2a4",
    glyph_colour: red ? "#a81f16" : "#1c1714",
    shape: "disc",
    light: 0,
  };
}

/** The line glyph of a point of the board. */
function tileGlyph(x: number, z: number): string {
  let glyph = "#";
  if (z < 9 && (z !== 4 || x === 0 || x === 8)) glyph += "n";
  if (z > 0 && (z !== 5 || x === 0 || x === 8)) glyph += "s";
  if (x < 8) glyph += "e";
  if (x > 0) glyph += "w";
  const rank = z < 5 ? z : 9 - z;
  const [up, down] =
    z < 5
      ? [
          ["1", "2"],
          ["3", "4"],
        ]
      : [
          ["3", "4"],
          ["1", "2"],
        ];
  if (rank === 0 && x === 3) glyph += up[1];
  if (rank === 0 && x === 5) glyph += up[0];
  if (rank === 1 && x === 4) glyph += "1234";
  if (rank === 2 && x === 3) glyph += down[1];
  if (rank === 2 && x === 5) glyph += down[0];
  if ((rank === 2 && (x === 1 || x === 7)) || (rank === 3 && x % 2 === 0)) {
    glyph = glyph.replace("#", "#c");
    if (rank === 3 && (z === 3 || z === 6)) glyph = glyph.replace("c", "c");
  }
  if (z === 4 && x === 2) glyph += "^楚河";
  if (z === 4 && x === 6) glyph += "^漢界";
  return glyph;
}

const tiles = new Map<string, number>();
const tileOf = (glyph: string): number => {
  if (!tiles.has(glyph)) tiles.set(glyph, TILE + tiles.size);
  return tiles.get(glyph) as number;
};

type Cell = { pos: [number, number, number]; id: number };

/**
 * Another scene from the file named by MOCK_SCENE, as JSON `{map, cells}`. Its board must be placed
 * as this one.
 */
const other = process.env["MOCK_SCENE"];
const dumped =
  other && (JSON.parse(readFileSync(other, "utf8")) as { map: MapView; cells: Cell[] });

/** The blocks of the scene except the pieces: position and id. */
export function boardCells(): Cell[] {
  if (dumped) return dumped.cells;
  const cells: Cell[] = [];
  for (let z = -1; z <= 10; z++)
    for (let x = -1; x <= 9; x++) {
      const inside = x >= 0 && x <= 8 && z >= 0 && z <= 9;
      cells.push({ pos: [x, 0, z], id: inside ? tileOf(tileGlyph(x, z)) : FRAME });
    }
  return cells;
}

export function mapView(): MapView {
  if (dumped) return dumped.map;
  boardCells();
  const board = [...tiles].map(([glyph, id]): BlockView => ({
    id,
    name: text("棋盘", "Board"),
    glyph,
    colour: "#d2a063",
    glyph_colour: "#3a2012",
    shape: "cube",
    light: 0,
  }));
  const frame = { id: FRAME, name: text("边框", "Frame"), colour: "#6f4325", light: 0 };
  return {
    id: "xiangqi",
    name: text("象棋", "Xiangqi"),
    help: text(
      "红先黑后，轮流走棋。将死对方的将（帅）就赢了。\n点一枚棋子，可走的位置会亮起来。",
      "Red moves first, then the sides take turns. Checkmate the other king to win.\nClick a piece and the places it can go to light up.",
    ),
    blocks: [
      ...NAMES.map(piece),
      ...board,
      { ...frame, glyph: null, glyph_colour: "#000000", shape: "cube" },
    ],
    camera: { target: [4.5, 1, 5], distance: 22, pitch: 58, yaw: [0, 180] },
    computer_levels: 10,
    lessons: 0,
    take_back: true,
    items: [],
    cells: [],
    ground: [],
  };
}
