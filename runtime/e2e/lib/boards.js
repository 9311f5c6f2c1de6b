/** Boards that are rules and nothing else: what a person may do is what the room asks. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const MAPS = fileURLToPath(new URL("../../../scripts/maps/", import.meta.url));

/** The maps that have rules. */
export const BOARDS = readdirSync(MAPS)
  .flatMap((group) => readdirSync(join(MAPS, group)).map((name) => join(group, name)))
  .filter((map) => /^rules = /m.test(readFileSync(join(MAPS, map, "map.toml"), "utf8")))
  .map((map) => basename(map))
  .sort();

/** One of the choices there are now, the middle one. */
function middleChoice(table) {
  return table.page.evaluate(() => {
    const { choices } = window.__fangqi.request();
    return choices[choices.length >> 1];
  });
}

/** Answers what is asked, by clicking cells or pressing a button, until nothing is asked of this
 * move any more: a promotion asks twice. */
export async function playAny(table) {
  await table.untilAsked();
  const asked = await table.question();
  const { path, label } = await middleChoice(table);
  for (const [step, pos] of path.entries()) {
    if (step + 1 < path.length) await table.pickUp(pos);
    else await table.clickCell(pos);
  }
  if (path.length === 0) {
    await table.page.locator(".caption button", { hasText: label.en }).first().click();
  }
  await table.untilAnswered(asked);
}

/** Names of cells that a person could not click: outside the page or under something else, other
 * than word of how the game ended, which is waved away first. */
export async function cellsOutOfReach(table) {
  if (await table.page.evaluate(() => window.__fangqi.state.hud.result !== null)) {
    await table.page.locator('.result [data-do="dismiss"]').click();
  }
  await table.untilStill(await table.page.evaluate(() => window.__fangqi.state.map.cells[0][0]));
  return table.page.evaluate(() =>
    window.__fangqi.state.map.cells
      .filter(([pos]) => {
        const { x, y } = window.__fangqi.screenOf(pos);
        return document.elementFromPoint(x, y)?.tagName !== "CANVAS";
      })
      .map(([, name]) => name),
  );
}
