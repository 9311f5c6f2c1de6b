/** Clocks, and people who are away. */
import assert from "node:assert/strict";
import { scenario } from "../lib/scenario.js";
import { Table } from "../lib/table.js";

/** Seconds of the shortened clocks: low soon, and not lost before the scenario ends. */
const SECONDS = 14;
/** Seconds for which the seat of somebody away is held. */
const HELD = 4;

const clockOf = (table, seat) => table.page.locator(`.seat[data-seat="${seat}"] .clock`);

scenario("a clock runs after the first move and alarms when little is left", async (stage) => {
  const maps = await stage.copiedMaps();
  const sudden = 'mode = "sudden", seconds = ';
  await maps.edit("lib/course/clocks.lua", `${sudden}600`, `${sudden}${SECONDS}`);
  const red = await stage.tableAt(await stage.ownServer(maps));
  const black = await stage.opponent(red);
  await red.press("time");
  await red.page.locator('dialog [data-value="sudden"]').click();
  await (await black.shown('.seat[data-seat="1"] .clock', "seats")).waitFor();
  assert.equal(await clockOf(black, 1).textContent(), `0:${SECONDS}`);
  assert.equal(await black.page.locator(".clock.running").count(), 0);

  await red.move("h2e2");
  await black.page.locator('.seat[data-seat="1"] .clock.running').waitFor();
  assert.equal(await clockOf(red, 0).textContent(), `0:${SECONDS}`, "Red's stands still");
  await black.page.locator('.seat[data-seat="1"] .clock.running.low').waitFor();
  assert.match(await clockOf(black, 1).textContent(), /^\d{1,2}\.\d$/, "tenths count now");
  // Looked for anew each time: a seat that is drawn again has another clock.
  await black.until("the alarm is red", () => {
    const clock = document.querySelector('.seat[data-seat="1"] .clock');
    const colour = getComputedStyle(clock).backgroundColor.match(/\d+/g) ?? [];
    const [r, g, b] = colour.map(Number);
    return r > 150 && g < 80 && b < 80;
  });

  await black.untilAsked();
  await black.move("h9g7");
  await red.page.locator('.seat[data-seat="0"] .clock.running').waitFor();
  const left = await clockOf(red, 1).textContent();
  await red.until("Red's clock has counted a second", () =>
    /0:1[0-3]|\d\.\d/.test(document.querySelector('[data-seat="0"] .clock').textContent),
  );
  assert.equal(await clockOf(red, 1).textContent(), left, "Black's stands still now");
});

scenario("the seat of somebody who leaves is held, and given back on return", async (stage) => {
  const maps = await stage.copiedMaps();
  await maps.edit("xiangqi/map.toml", "after = 30", `after = ${HELD}`);
  const red = await stage.tableAt(await stage.ownServer(maps));
  const black = await stage.opponent(red);
  await red.untilCare(1, "own");

  const people = black.page.context();
  await black.page.close();
  await red.untilCare(1, "held");
  const badge = red.page.locator('.seat[data-seat="1"] .care');
  assert.match(await badge.textContent(), /away \(0:0[0-4]\)/);
  const soon = await Table.open(await people.newPage(), red.page.url());
  await red.untilCare(1, "own");
  assert.equal(await soon.seat(), 1);

  await red.move("h2e2");
  await soon.untilAsked();
  await soon.page.close();
  await red.untilCare(1, "stand_in");
  assert.match(await badge.textContent(), /computer plays/);
  await red.untilMoves(2);
  const late = await Table.open(await people.newPage(), red.page.url());
  await red.untilCare(1, "own");
  assert.equal(await late.seat(), 1);
  await red.untilAsked();
  await red.move("h0g2");
  await late.untilAsked();
});
