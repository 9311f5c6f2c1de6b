/** The settings: themes, sets of pieces, motion, and that they stay with the person. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { MOTION } from "../lib/browser.js";
import { openRoom, PICTURES, scenario } from "../lib/scenario.js";
import { cell, Table } from "../lib/table.js";

const choice = (page, name, value) =>
  page.locator(`dialog.settings input[name="${name}"][value="${value}"]`);

/** A tool, after opening the menu if it is there. */
async function tool(page, name) {
  const tool = page.locator(`[data-tool=${name}]`);
  const menu = page.locator("[data-tool=more]");
  if (!(await tool.isVisible()) && (await menu.isVisible())) await menu.click();
  return tool;
}

async function openSettings(page) {
  await (await tool(page, "settings")).click();
  await page.locator("dialog.settings").waitFor();
}

const closeSettings = (page) => page.keyboard.press("Escape");

/** The mean colour of a small square of the page around a point, as [red, green, blue]. */
async function colourAt(page, { x, y }, half = 3) {
  const clip = { x: x - half, y: y - half, width: 2 * half, height: 2 * half };
  const picture = await page.screenshot({ clip });
  return page.evaluate(
    async (bytes) => {
      const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const context = canvas.getContext("2d");
      context.drawImage(picture, 0, 0);
      const { data } = context.getImageData(0, 0, picture.width, picture.height);
      const mean = (channel) => {
        const values = data.filter((_, i) => i % 4 === channel);
        return values.reduce((sum, value) => sum + value, 0) / values.length;
      };
      return [0, 1, 2].map(mean);
    },
    [...picture],
  );
}

const screenOf = (table, pos) => table.page.evaluate((pos) => window.__fangqi.screenOf(pos), pos);

/** The middle of a tile between lines, beside a square on which no piece stands. */
async function tile(table) {
  const [a, b] = [await screenOf(table, cell("c1")), await screenOf(table, cell("d2"))];
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

const isWood = ([red, green, blue]) => red > green + 15 && green > blue + 15;
const isGreen = ([red, green, blue]) => green > red + 25 && green > blue + 10;

/** Waits until a colour on the board is as wanted: the picture follows a change in its own time. */
async function untilColour(table, what, test) {
  let seen = null;
  for (let attempt = 0; attempt < 40; attempt++) {
    seen = await colourAt(table.page, await tile(table));
    if (test(seen)) return;
    await table.page.waitForTimeout(100);
  }
  assert.fail(`${what}: the tile is ${seen.map(Math.round)}`);
}

scenario("a chosen board shows at once, in other tabs, and on the next visit", async (stage, t) => {
  // Large, so that between the lines there is a tile.
  const table = await stage.table("xiangqi", {
    viewport: { width: 1000, height: 640 },
  });
  const { page } = table;
  await untilColour(table, "the board is of wood", isWood);
  const { origin } = await stage.server();
  const other = await page.context().newPage();
  const second = await Table.open(other, `${origin}/r/${await openRoom(origin, "xiangqi")}`);
  await page.bringToFront();
  await openSettings(page);
  await choice(page, "board", "felt").check();
  await choice(page, "light", "night").check();
  await untilColour(table, "the board is green under the open dialog", isGreen);
  const path = join(PICTURES, "settings.png");
  await page.screenshot({ path });
  t.diagnostic(`picture: ${path}`);
  await closeSettings(page);

  await other.bringToFront();
  await second.until(
    "the other tab is dark",
    () => document.documentElement.dataset.light === "night",
  );
  await untilColour(second, "the other tab's board is green", isGreen);
  await other.reload();
  await second.ready();
  await untilColour(second, "the board is still green after a reload", isGreen);

  await openSettings(other);
  await other.locator("dialog.settings .row.end button").click();
  await untilColour(second, "the board is of wood again", isWood);
});

scenario("pieces with symbols are played as ever", async (stage, t) => {
  const table = await stage.table("xiangqi");
  const { page } = table;
  const face = async () => {
    const { x, y } = await screenOf(table, cell("e0"));
    const clip = { x: x - 14, y: y - 10, width: 28, height: 20 };
    return (await page.screenshot({ clip })).toString("base64");
  };
  await table.untilAsked();
  const before = await table.position();
  await openSettings(page);
  const seen = new Set();
  for (const set of ["traditional", "simplified", "symbols"]) {
    await choice(page, "pieces-xiangqi", set).check();
    await table.untilStill(cell("e0"));
    await page.waitForTimeout(400);
    seen.add(await face());
  }
  assert.equal(seen.size, 3, "the general looks different in each set");
  await closeSettings(page);
  assert.deepEqual(await table.position(), before);
  await table.move("h2e2");
  const path = join(PICTURES, "symbols.png");
  await page.screenshot({ path });
  t.diagnostic(`picture: ${path}`);
});

scenario("with less motion the camera jumps", async (stage) => {
  const table = await stage.table("xiangqi", { reducedMotion: MOTION.all });
  const { page } = table;
  await table.untilStill(cell("a0"));
  await openSettings(page);
  await choice(page, "motion", "less").check();
  await closeSettings(page);
  const [first, later] = await page.evaluate(async (pos) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    document.querySelector("[data-tool=flip]").click();
    for (let i = 0; i < 3; i++) await frame();
    const first = window.__fangqi.screenOf(pos);
    await new Promise((resolve) => setTimeout(resolve, 900));
    return [first, window.__fangqi.screenOf(pos)];
  }, cell("a0"));
  assert.deepEqual(first, later);
});

scenario("a table is muted by itself, and the front page has the settings too", async (stage) => {
  const table = await stage.table("xiangqi");
  const { page } = table;
  await openSettings(page);
  await page.locator("dialog.settings input[name=mute]").check();
  await closeSettings(page);
  const sound = page.locator("[data-tool=sound]");
  assert.equal(await sound.getAttribute("title"), "Turn sound on");
  await page.reload();
  await table.ready();
  assert.equal(await sound.getAttribute("title"), "Turn sound on");

  const { origin } = await stage.server();
  const lobby = await page.context().newPage();
  await lobby.goto(origin);
  await openSettings(lobby);
  assert.equal(await lobby.locator("dialog.settings input[name=mute]").count(), 0);
  await choice(lobby, "pieces-xiangqi", "symbols").check();
  await choice(lobby, "light", "night").check();
  // The front page is dark, once the style has followed.
  await lobby.waitForFunction(() => {
    const [red] = getComputedStyle(document.body).backgroundColor.match(/\d+/);
    return Number(red) < 60;
  });
  await page.bringToFront();
  await (await tool(page, "sound")).click();
  assert.equal(await sound.getAttribute("title"), "Turn sound off");
});
