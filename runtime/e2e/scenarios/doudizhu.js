/** Dou Dizhu: a landlord is found, cards are suggested, chosen by keys and played against computers. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { PICTURES, scenario } from "../lib/scenario.js";

const MAP = "doudizhu";
const DESK = { viewport: { width: 1440, height: 900 } };
const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};
/** Plays of the person's in one scenario. */
const PLAYS = 2;

/** Answers words with the last that is offered until cards are asked for. A deal may be over after
 * three plays of a lucky landlord; another is begun then. */
async function untilCards(table) {
  for (;;) {
    await table.until("something is asked, or the deal is over", () => {
      return window.__fangqi.request() !== null || window.__fangqi.state.hud.result !== null;
    });
    if (await table.page.evaluate(() => window.__fangqi.request() === null)) {
      await table.page.locator(".result .primary").click();
      await table.until("another deal begins", () => window.__fangqi.state.hud.result === null);
      continue;
    }
    if (await table.page.evaluate(() => window.__fangqi.request().selection !== null)) return;
    const question = await table.question();
    await table.page.locator(".card-actions button").last().click();
    await table.untilAnswered(question);
  }
}

/** Plays what is suggested first, or passes. */
async function playSuggested(table) {
  await untilCards(table);
  const question = await table.question();
  const count = await table.page.evaluate(() => window.__fangqi.request().selection.suggest.length);
  if (count > 0) {
    await table.page.keyboard.press("h");
    await table.until("cards are chosen", () => window.__fangqi.state.selecting.cells.length > 0);
    await table.page.keyboard.press("Enter");
  } else {
    await table.page.locator(".card-actions .other").first().click();
  }
  await table.untilAnswered(question);
}

const listed = (table) => table.page.evaluate(() => window.__fangqi.state.hud.moves.length);

for (const [name, options] of Object.entries({ desk: DESK, phone: PHONE })) {
  scenario(`${MAP}: a deal against two computers (${name})`, async (stage, t) => {
    const table = await stage.table(MAP, options);
    for (let play = 0; play < PLAYS; play++) {
      await playSuggested(table);
      assert.ok((await listed(table)) > 0, "plays are listed");
    }
    await untilCards(table);
    await table.until(
      "all have portraits",
      () => document.querySelectorAll(".sign .ring .picture").length === 3,
    );
    const path = join(PICTURES, `doudizhu-${name}.png`);
    await table.page.screenshot({ path });
    t.diagnostic(`picture: ${path}`);
  });
}
