/** Every board that is rules and nothing else, against the computer and against another person. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { BOARDS, cellsOutOfReach, playAny } from "../lib/boards.js";
import { PICTURES, scenario } from "../lib/scenario.js";

const MOVES = 3;

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

/** How many moves have been played, anybody's. */
const moves = (table) => table.page.evaluate(() => window.__fangqi.state.hud.moves.length);

for (const map of BOARDS) {
  scenario(`${map}: played against the computer`, async (stage, t) => {
    const table = await stage.table(map);
    for (let turn = 0; turn < MOVES; turn++) {
      const before = await moves(table);
      await playAny(table);
      await table.until(
        "a move is listed",
        (before) => window.__fangqi.state.hud.moves.length > before,
        before,
      );
    }
    await table.until("the computer has moved, to win or for a person to go on", () => {
      const { moves, result } = window.__fangqi.state.hud;
      const goesOn = window.__fangqi.request() !== null;
      return moves.some(({ seat }) => seat !== 0) && (goesOn || result);
    });
    assert.deepEqual(await cellsOutOfReach(table), []);
    const path = join(PICTURES, `board-${map}.png`);
    await table.page.screenshot({ path });
    t.diagnostic(`picture: ${path}`);
  });

  scenario(`${map}: two people, one on a phone`, async (stage, t) => {
    const first = await stage.table(map);
    const second = await stage.opponent(first, PHONE);
    const shown = () => Promise.all([first, second].map(moves));
    for (let turn = 0; turn < 2 * MOVES; turn++) {
      const [mine, theirs] = await Promise.all(
        [first, second].map((table) =>
          table.page.evaluate(() => window.__fangqi.request() !== null),
        ),
      );
      if (mine) await playAny(first);
      else if (theirs) await playAny(second);
      else await first.page.waitForTimeout(200);
    }
    const path = join(PICTURES, `board-${map}-phone.png`);
    await second.page.screenshot({ path });
    t.diagnostic(`picture: ${path}`);
    assert.deepEqual(await cellsOutOfReach(second), []);
    const [a, b] = await shown();
    assert.ok(a > 0, "moves have been played");
    assert.equal(a, b, "both see the same moves");
  });
}
