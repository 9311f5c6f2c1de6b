/** A map that is edited while it is played. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { outOfReach } from "../lib/look.js";
import { PICTURES, scenario } from "../lib/scenario.js";
import { after, position } from "../lib/xiangqi.js";

const TABLETOP = "lib/xiangqi/tabletop.lua";
const PUT = "letter and BLOCKS[letter] or AIR";
/** On e2, every piece looks like a red rook. */
const PUT_OTHERWISE = 'letter and (square == "e2" and BLOCKS.R or BLOCKS[letter]) or AIR';
const ROOK = 2021;

/** Waits for what is told of a new version of the map; gives its text. */
async function told(table, state) {
  const panel = table.page.locator(`.reload[data-state="${state}"]:not([hidden])`);
  await panel.waitFor({ state: "visible" });
  return panel.textContent();
}

async function untilSettled(table) {
  await table.page.locator(".reload").waitFor({ state: "hidden" });
}

/** Lists the connections that a page makes from now on. */
function connections(page) {
  const made = [];
  page.on("websocket", (socket) => made.push(socket.url()));
  return made;
}

async function edited(stage, options) {
  const maps = await stage.copiedMaps();
  const red = await stage.tableAt(await stage.ownServer(maps), options);
  await red.untilAsked();
  await red.openSeat(1);
  await red.move("h2e2");
  return { maps, red, moved: after(position(), "h2e2") };
}

/** Wide enough that the panel is not folded. */
const WIDE = { viewport: { width: 960, height: 540 } };

scenario("a new version that differs is shown, dismissed, and accepted", async (stage) => {
  const { maps, red, moved } = await edited(stage, WIDE);
  const line = connections(red.page);
  await maps.edit(TABLETOP, PUT, PUT_OTHERWISE);
  const text = await told(red, "differs");
  assert.match(text, /From input \d+ on: a click on \(4, 1, 2\), by Guest 1/);
  assert.match(text, /\(4, 1, 2\) Red cannon → Red chariot/i);
  assert.deepEqual(await red.position(), moved, "the old version stays");
  const watcher = await stage.guest(red, WIDE);
  assert.match(await told(watcher, "differs"), /a click on/, "a newcomer is told too");

  await red.page.locator(".reload [data-do=keep]").click();
  await untilSettled(red);
  await untilSettled(watcher);
  assert.deepEqual(await red.position(), moved);

  await maps.edit(TABLETOP, "local AIR = 0", "local AIR = 0 -- once more");
  await told(red, "differs");
  await red.page.locator(".reload [data-do=accept]").click();
  for (const table of [red, watcher]) {
    await table.untilPosition("the board shows the new version", {
      ...moved,
      e2: ROOK,
    });
    await untilSettled(table);
  }
  assert.deepEqual(line, [], "nobody had to connect again");
});

scenario("a fault in a saved map is shown with its line until it is put right", async (stage) => {
  const { maps, red, moved } = await edited(stage, WIDE);
  const line = connections(red.page);
  const broken = await maps.edit(TABLETOP, "local AIR = 0", "local AIR = = 0");
  assert.match(await told(red, "failed"), new RegExp(`xiangqi/tabletop\\.lua:${broken}\\b`));
  await maps.edit(TABLETOP, "local AIR = = 0", "local AIR = 0 -- nothing");
  await untilSettled(red);
  assert.deepEqual(await red.position(), moved);

  // A harmless change passes without a word, and the game goes on.
  const before = await red.page.evaluate(() => window.__fangqi.event);
  await maps.edit(TABLETOP, "-- nothing", "-- nothing at all");
  await new Promise((resolve) => setTimeout(resolve, 1500));
  assert.equal(await red.page.locator(".reload:visible, .toast:visible").count(), 0);
  assert.equal(await red.page.evaluate(() => window.__fangqi.event), before);
  assert.deepEqual(line, [], "the line was never cut");
  const black = await stage.guest(red);
  await black.sit(1);
  await black.untilAsked();
  await black.move("h9g7");
});

const SCREENS = [
  { name: "desk", viewport: { width: 1440, height: 900 }, locale: "zh-CN" },
  {
    name: "phone",
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  },
];

for (const { name, ...options } of SCREENS) {
  scenario(`a new version leaves the board to be seen on a ${name}`, async (stage, t) => {
    const { maps, red } = await edited(stage, options);
    await maps.edit(TABLETOP, PUT, PUT_OTHERWISE);
    await told(red, "differs");
    // The camera makes way for it.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const picture = async (what) => {
      const path = join(PICTURES, `reload-${what}-${name}.png`);
      await red.page.screenshot({ path });
      t.diagnostic(`picture: ${path}`);
    };
    await picture("differs");
    const wider = await red.page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    assert.ok(wider <= 0, `the page is ${wider} px too wide`);
    const keep = red.page.locator(".reload [data-do=keep]");
    if (!(await keep.isVisible())) {
      assert.deepEqual(await outOfReach(red), [], "folded, it leaves the board free");
      await red.page.locator(".reload .head").click();
      await picture("unfolded");
    } else {
      assert.deepEqual(await outOfReach(red), []);
    }
    await keep.click();
    await untilSettled(red);
  });
}
