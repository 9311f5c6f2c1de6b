/** The replay page, and going on from a moment of a game. */
import assert from "node:assert/strict";
import { scenario } from "../lib/scenario.js";
import { Table } from "../lib/table.js";
import { after, position } from "../lib/xiangqi.js";

/** A game of two people with these moves, and a page of its replay. */
async function played(stage, moves, options = {}) {
  const red = await stage.table("xiangqi", options);
  await red.untilAsked();
  await red.openSeat(1);
  const black = await stage.guest(red, options);
  await black.sit(1);
  await red.untilHeld(1, "player");
  for (const [index, move] of moves.entries()) {
    const mover = index % 2 === 0 ? red : black;
    await mover.untilAsked();
    await mover.move(move);
  }
  await red.untilMoves(moves.length);
  return { red, black, url: replayOf(red) };
}

const replayOf = (table) => table.page.url().replace("/r/", "/replay/");

/** The positions after each move, the first before any. */
const positions = (moves) =>
  moves.reduce((all, move) => [...all, after(all.at(-1), move)], [position()]);

const MOVES = ["h2e2", "h9g7", "h0g2"];

scenario("a game is looked through again, by keys, moves and the scrubber", async (stage) => {
  const { url } = await played(stage, MOVES);
  const boards = positions(MOVES);
  const context = await stage.person();
  const table = await Table.open(await context.newPage(), url);
  const { page } = table;
  await table.untilPosition("it begins at the start", boards[0]);
  for (const board of boards.slice(1)) {
    await page.keyboard.press("ArrowRight");
    await table.untilPosition("a step forward shows the next move", board);
  }
  await page.keyboard.press("ArrowLeft");
  await table.untilPosition("a step back takes it away", boards[2]);
  await page.keyboard.press("Home");
  await table.untilPosition("Home is the start", boards[0]);
  await page.keyboard.press("End");
  await table.untilPosition("End is the last position", boards[3]);
  await (await table.shown('[data-move="1"]', "moves")).click();
  await table.untilPosition("a click on a move goes there", boards[1]);
  await page.locator("[data-do=scrub]").fill("0");
  await table.untilPosition("the scrubber goes back to the start", boards[0]);
  await table.click("h2");
  assert.deepEqual(await table.marked("selected", "target"), [], "nothing can be done here");
});

scenario("a replay plays by itself and stops at the end", async (stage) => {
  const { url } = await played(stage, MOVES);
  const table = await Table.open(await (await stage.person()).newPage(), url);
  await table.page.keyboard.press("Space");
  await table.untilPosition("the last move has been played", positions(MOVES)[3]);
  const events = await table.page.locator("[data-do=scrub]").getAttribute("max");
  await table.until(
    "the scrubber is at its end",
    (last) => document.querySelector("[data-do=scrub]").value === last,
    events,
  );
});

scenario("a link to a move shows that move", async (stage) => {
  const { url } = await played(stage, MOVES);
  const person = await stage.person({
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const table = await Table.open(await person.newPage(), url);
  await (await table.shown('[data-move="2"]', "moves")).click();
  await table.untilPosition("the second move is shown", positions(MOVES)[2]);
  await table.page.locator("[data-do=link]").click();
  const link = await table.page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /\/replay\/\w+#\d+$/);
  const other = await Table.open(await (await stage.person()).newPage(), link);
  await other.untilPosition("the friend sees the same", positions(MOVES)[2]);
  assert.equal(await other.page.locator(".move.latest").textContent(), "H8+7");
});

scenario("a picture of a position and an animated one of the game are made", async (stage) => {
  const { url } = await played(stage, MOVES);
  const context = await stage.person();
  // The page may not fetch its own blobs; what it made is kept here.
  await context.addInitScript(() => {
    const { createObjectURL } = URL;
    window.made = new Map();
    URL.createObjectURL = (blob) => {
      const url = createObjectURL.call(URL, blob);
      window.made.set(url, blob);
      return url;
    };
  });
  const table = await Table.open(await context.newPage(), url);
  await (await table.shown('[data-move="2"]', "moves")).click();
  await table.untilPosition("the second move is shown", positions(MOVES)[2]);
  await (await table.tool("picture")).click();
  const { page } = table;
  // What the browser itself reads in the file: its type, size and number of frames.
  const decoded = () =>
    page.locator(".picture-preview img").evaluate(async ({ src }) => {
      const blob = window.made.get(src);
      const decoder = new ImageDecoder({
        data: await blob.arrayBuffer(),
        type: blob.type,
      });
      await Promise.all([decoder.completed, decoder.tracks.ready]);
      const { image: frame } = await decoder.decode({
        frameIndex: decoder.tracks.selectedTrack.frameCount - 1,
      });
      const { frameCount } = decoder.tracks.selectedTrack;
      const { displayWidth } = frame;
      frame.close();
      return [blob.type, displayWidth, frameCount];
    });
  const untilWide = (width) =>
    table.until(
      `a picture ${width} pixels wide is there`,
      (width) => document.querySelector(".picture-preview img")?.naturalWidth === width,
      width,
    );
  await page.selectOption("[name=picture-width]", "480");
  await untilWide(480);
  assert.deepEqual(await decoded(), ["image/png", 480, 1]);
  await page.locator("[name=picture-kind][value=game]").check({ force: true });
  await page.selectOption("[name=picture-width]", "320");
  await untilWide(320);
  assert.deepEqual(await decoded(), ["image/gif", 320, MOVES.length + 1]);
  const download = page.waitForEvent("download");
  await page.locator("[data-do=download]").click();
  assert.match((await download).suggestedFilename(), /^xiangqi-\w+\.gif$/);
});

scenario("another game goes on from a move, and the first is as it was", async (stage) => {
  const { red, url } = await played(stage, MOVES);
  const boards = positions(MOVES);
  const table = await Table.open(await (await stage.person()).newPage(), url);
  await (await table.shown('[data-move="2"]', "moves")).click();
  await table.untilPosition("the second move is shown", boards[2]);
  await table.page.locator("[data-do=branch]").click();
  await table.page.waitForURL(/\/r\//);
  await table.ready();
  assert.notEqual(new URL(table.page.url()).pathname, new URL(red.page.url()).pathname);
  await table.untilPosition("the new game stands where the old one stood", boards[2]);
  if ((await table.seat()) === null) await table.sit(0);
  await table.untilAsked();
  await table.move("b2d2");
  await red.untilPosition("the old game has not moved", boards[3]);
});

scenario("a replay of no room says so and shows the way home", async (stage) => {
  const { origin } = await stage.server();
  const page = await (await stage.person({ fine: ["404"] })).newPage();
  await page.goto(`${origin}/replay/nosuchroom`);
  const home = page.locator('.trouble a[href="/"]');
  await home.waitFor({ state: "visible" });
  await home.click();
  await page.locator("[data-map]").first().waitFor();
});
