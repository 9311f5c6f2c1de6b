/** What can be seen and reached of the board. */
import { cell, FILES, RANKS } from "./table.js";

/** Squares that a person could not click: outside the page or under something else. */
export async function outOfReach(table) {
  const squares = [];
  for (let z = 0; z < RANKS; z++) {
    for (let x = 0; x < FILES; x++) squares.push(String.fromCharCode(97 + x) + z);
  }
  const cells = squares.map((name) => [name, cell(name)]);
  return table.page.evaluate(
    (cells) =>
      cells
        .filter(([, pos]) => {
          const { x, y } = window.__fangqi.screenOf(pos);
          return document.elementFromPoint(x, y)?.tagName !== "CANVAS";
        })
        .map(([name]) => name),
    cells,
  );
}
