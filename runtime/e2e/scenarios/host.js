/** What who opened the room may do in it. */
import assert from "node:assert/strict";
import { scenario } from "../lib/scenario.js";
import { Table } from "../lib/table.js";

/** Somebody who opens a room in the lobby. */
async function opener(stage) {
  const { origin } = await stage.server();
  const page = await (await stage.person()).newPage();
  await page.goto(origin);
  await page.locator("[data-map=xiangqi]").click();
  await page.waitForURL(/\/r\/./);
  const table = new Table(page);
  await table.ready();
  return table;
}

scenario("who opened the room opens the seat of somebody away, and closes it", async (stage) => {
  const red = await opener(stage);
  const black = await stage.opponent(red);
  assert.equal(await black.page.locator("[data-do=host]").count(), 0, "others have no such menu");
  assert.equal(await red.page.locator("[data-do=unseat]").count(), 0, "nobody is away");
  await black.page.close();
  await (await red.shown('.seat[data-seat="1"] [data-do=unseat]', "seats")).click();
  await red.confirm();
  await red.untilHeld(1, "open");

  const watcher = await stage.guest(red);
  await (await red.shown("[data-do=host]", "seats")).click();
  await red.page.locator("dialog .danger").click();
  const question = red.page.locator("dialog .question");
  await question.waitFor();
  assert.match(await question.textContent(), /gone for good/);
  await red.confirm();
  for (const table of [red, watcher]) {
    const veil = table.page.locator(".link-state.veil");
    await veil.waitFor({ state: "visible" });
    assert.match(await veil.textContent(), /has been closed/);
  }
});
