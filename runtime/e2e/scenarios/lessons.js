/** Lessons: a newcomer learns a game in steps on its board. */
import assert from "node:assert/strict";
import { scenario } from "../lib/scenario.js";
import { cell, Table } from "../lib/table.js";
import { after, position } from "../lib/xiangqi.js";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The second step: a chariot looks at a horse. */
const CHARIOT = "3k5/9/9/4n4/9/9/4R3p/9/9/4K4";

const title = (page, words) => page.locator(".note h3", { hasText: words }).waitFor();

scenario("a game is learnt from the lobby, step by step, and taken up again", async (stage) => {
  const { origin } = await stage.server();
  const page = await (await stage.person(PHONE)).newPage();
  await page.goto(origin);
  await page.locator("[data-learn=xiangqi]").click();
  await page.waitForURL(/\/r\/./);
  const table = new Table(page);
  await table.ready();
  await title(page, "1/10");
  await table.untilAsked();
  await table.pickUp(cell("i3"));
  await table.clickCell(cell("i4"));
  await table.untilToast("error");
  await page.locator(".note p", { hasText: "Try again" }).waitFor();
  await table.untilAsked();
  await table.move("e0e1");
  await table.untilToast("win");
  await page.locator('.note [data-action="lesson_next"]').click();
  await title(page, "2/10");
  await table.untilPosition("the next step lies on the board", position(CHARIOT));
  await page.reload();
  await table.ready();
  await title(page, "2/10");
  await table.untilAsked();
  await table.move("e3e6");
  await table.untilPosition("the horse is taken", after(position(CHARIOT), "e3e6"));
  await page.goto(origin);
  const button = page.locator("[data-learn=xiangqi]");
  await button.waitFor();
  assert.equal(await button.textContent(), "Learn 2/10");
  await button.click();
  await page.waitForURL(/\/r\/./);
  await table.ready();
  await title(page, "2/10");
  await page.locator(".steps button").last().click();
  await title(page, "10/10");
  await page.locator('.note [data-action="lesson_finish"]').click();
  await table.untilPosition("a game begins", position());
  await page.locator(".note").waitFor({ state: "hidden" });
});

/** The block of the king of spades: the ace is 4000. */
const KING_OF_SPADES = 4012;

scenario("cards are learnt at their table, where what a step names is lit", async (stage) => {
  const { origin } = await stage.server();
  const page = await (await stage.person(PHONE)).newPage();
  await page.goto(origin);
  await page.locator("[data-learn=crazy-eights]").click();
  await page.waitForURL(/\/r\/./);
  const table = new Table(page);
  await table.ready();
  await title(page, "1/10");
  await table.until("cards are asked for", () => window.__fangqi.state.selecting !== null);
  const lit = () =>
    page.evaluate(() => window.__fangqi.marks().map(({ pos }) => window.__fangqi.blockAt(pos)));
  assert.deepEqual(await lit(), [KING_OF_SPADES]);
  await page.locator(".card-actions .other").first().click();
  await table.untilToast("error");
  await page.reload();
  await table.ready();
  await title(page, "1/10");
  await table.until("asked again", () => window.__fangqi.state.selecting !== null);
  assert.deepEqual(await lit(), [KING_OF_SPADES]);
  await page.keyboard.press("h");
  await page.keyboard.press("Enter");
  await table.untilToast("win");
  assert.deepEqual(await lit(), [], "nothing is lit once it is played");
  await page.locator('.note [data-action="lesson_next"]').click();
  await title(page, "2/10");
});
