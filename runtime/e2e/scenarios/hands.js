/** Moving pieces by hand: drags, clicks that need not wait, planned moves, and the view from above. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { outOfReach } from "../lib/look.js";
import { PICTURES, scenario } from "../lib/scenario.js";
import { cell } from "../lib/table.js";

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

const point = (table, name) =>
  table.page.evaluate((pos) => window.__fangqi.screenOf(pos), cell(name));

/** Where some cells are on the page, to see whether the camera has moved. */
const corners = (table) => Promise.all(["a0", "i0", "a9", "i9"].map((name) => point(table, name)));

const kinds = (table) => table.page.evaluate(() => window.__fangqi.marks().map(({ kind }) => kind));

/** A finger on the page. */
async function finger(table) {
  const devtools = await table.page.context().newCDPSession(table.page);
  return (type, at) =>
    devtools.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: at ? [{ x: at.x, y: at.y }] : [],
    });
}

scenario("a piece is dragged with the mouse", async (stage, t) => {
  const table = await stage.table("xiangqi");
  await table.untilAsked();
  await table.untilStill(cell("h2"));
  const { mouse } = table.page;
  const [from, to] = [await point(table, "h2"), await point(table, "e2")];
  await mouse.move(from.x, from.y);
  await mouse.down();
  assert.ok((await kinds(table)).includes("target"), "where it may go is shown at once");
  await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 5 });
  const path = join(PICTURES, "drag.png");
  await table.page.screenshot({ path });
  t.diagnostic(`picture: ${path}`);
  await mouse.move(to.x, to.y, { steps: 5 });
  await mouse.up();
  assert.notEqual(await table.block("e2"), 0, "it lies where it was dropped");
  assert.equal(await table.block("h2"), 0);
  await table.untilMoves(2);
  await table.untilAsked();

  // Dropped where it may not go, it returns, and stays picked up.
  const before = await table.position();
  // Words below the board have become other ones, and may have become more.
  await table.untilStill(cell("b0"));
  const [horse, away] = [await point(table, "b0"), await point(table, "e4")];
  await mouse.move(horse.x, horse.y);
  await mouse.down();
  await mouse.move(away.x, away.y, { steps: 5 });
  await mouse.up();
  await table.toasts.first().waitFor();
  assert.deepEqual(await table.position(), before);
  assert.deepEqual(await table.marked("selected"), ["b0"]);
});

scenario("a finger drags a piece, and a slip leaves the board as it was", async (stage) => {
  const table = await stage.table("xiangqi", PHONE);
  await table.untilAsked();
  await table.untilStill(cell("h2"));
  const touch = await finger(table);
  const before = await corners(table);
  const [from, to] = [await point(table, "e5"), await point(table, "b8")];
  await touch("touchStart", from);
  for (let i = 1; i <= 5; i++) {
    await touch("touchMove", {
      x: from.x + ((to.x - from.x) * i) / 5,
      y: from.y + ((to.y - from.y) * i) / 5,
    });
  }
  await touch("touchEnd");
  await table.page.waitForTimeout(300);
  assert.deepEqual(await corners(table), before, "the camera has not moved");
  const [piece, goal] = [await point(table, "h2"), await point(table, "e2")];
  await touch("touchStart", piece);
  await touch("touchMove", { x: (piece.x + goal.x) / 2, y: piece.y });
  await touch("touchMove", goal);
  await touch("touchEnd");
  await table.untilMoves(2);
  assert.notEqual(await table.block("e2"), 0);
});

scenario("a move is shown while the server is silent", async (stage) => {
  const own = await stage.ownServer();
  const table = await stage.tableAt(own);
  await table.untilAsked();
  await table.untilStill(cell("h2"));
  const [from, to] = [await point(table, "h2"), await point(table, "e2")];
  const piece = await table.block("h2");
  const workers = own.server.workers();
  for (const pid of workers) process.kill(pid, "SIGSTOP");
  const { mouse } = table.page;
  await mouse.click(from.x, from.y);
  assert.deepEqual(await table.marked("selected"), ["h2"]);
  await mouse.click(to.x, to.y);
  assert.equal(await table.block("e2"), piece);
  assert.equal(await table.block("h2"), 0);
  assert.equal(await table.moves(), 0, "the server has not heard of it");
  for (const pid of workers) process.kill(pid, "SIGCONT");
  await table.untilMoves(2);
  assert.equal(await table.page.evaluate(() => window.__fangqi.predicted), false);
});

scenario("a planned move is made when its turn comes, if it may be", async (stage, t) => {
  const red = await stage.table("xiangqi");
  const black = await stage.opponent(red);
  await red.move("h2e2");
  await black.untilAsked();
  await black.move("h9g7");
  await red.untilAsked();
  await black.click("b9");
  await black.click("c7");
  await black.until("it is planned", () => window.__fangqi.state.planned.length === 2);
  const path = join(PICTURES, "planned.png");
  await black.page.screenshot({ path });
  t.diagnostic(`picture: ${path}`);
  await red.move("h0g2");
  await red.untilMoves(4);
  assert.notEqual(await red.block("c7"), 0);
  assert.equal(await red.block("b9"), 0);

  // To go where one's own piece stands is a plan to recapture: without a capture it is dropped.
  await black.click("a9");
  await black.click("a6");
  await red.move("b0c2");
  await black.untilAsked();
  assert.notEqual(await black.block("a9"), 0);
  assert.equal(await black.page.evaluate(() => window.__fangqi.state.planned.length), 0);
});

scenario("the board from above fills phone and laptop", async (stage, t) => {
  const phone = await stage.table("xiangqi", PHONE);
  await phone.untilAsked();
  await phone.untilStill(cell("a0"));
  const [a, i] = [await point(phone, "a0"), await point(phone, "i0")];
  assert.ok((i.x - a.x) / 8 >= 40, `files are ${((i.x - a.x) / 8).toFixed(1)} px apart`);
  assert.ok(Math.abs(i.y - a.y) < 0.5, "ranks are straight");
  assert.deepEqual(await outOfReach(phone), []);

  const laptop = await stage.table("xiangqi", {
    viewport: { width: 1366, height: 640 },
  });
  await laptop.untilAsked();
  await laptop.untilStill(cell("a0"));
  const sloped = await corners(laptop);
  await laptop.page.keyboard.press("v");
  await laptop.untilStill(cell("a0"));
  const [a0, , a9] = await corners(laptop);
  const board = ((a0.y - a9.y) * 10) / 9;
  assert.ok(board >= 0.85 * 640, `the board is ${board.toFixed(0)} px high`);
  assert.deepEqual(await outOfReach(laptop), []);
  const path = join(PICTURES, "above.png");
  await laptop.page.screenshot({ path });
  t.diagnostic(`picture: ${path}`);
  await laptop.move("h2e2");
  await laptop.page.locator('[data-tool="flat"]').click();
  await laptop.untilStill(cell("a0"));
  assert.deepEqual(await corners(laptop), sloped);

  // The right button turns it, and a double click beside it turns it back.
  const { mouse } = laptop.page;
  await mouse.move(500, 300);
  await mouse.down({ button: "right" });
  await mouse.move(620, 340, { steps: 4 });
  await mouse.up({ button: "right" });
  await laptop.untilStill(cell("a0"));
  assert.notDeepEqual(await corners(laptop), sloped);
  await laptop.page.locator('[data-tool="view"]').click();
  await laptop.untilStill(cell("a0"));
  const back = await corners(laptop);
  back.forEach(({ x, y }, n) => assert.ok(Math.hypot(x - sloped[n].x, y - sloped[n].y) < 1));
});

scenario("arrow keys and clicks on moves look back at the running game", async (stage, t) => {
  const table = await stage.table("xiangqi", {
    viewport: { width: 1024, height: 640 },
  });
  await table.untilAsked();
  const start = await table.position();
  await table.move("h2e2");
  await table.untilMoves(2);
  await table.untilAsked();
  const now = await table.position();
  await table.page.keyboard.press("ArrowLeft");
  await table.page.locator("[data-do=now]").waitFor();
  assert.notDeepEqual(await table.position(), now);
  await table.page.keyboard.press("ArrowLeft");
  await table.untilPosition("the pieces stand as at the start", start);
  const path = join(PICTURES, "looking-back.png");
  await table.page.screenshot({ path });
  t.diagnostic(`picture: ${path}`);
  await table.page.locator("[data-do=now]").click();
  await table.untilPosition("the board is back in the present", now);

  await table.page.locator('[data-move="1"]').click();
  await table.until("the first move alone is shown", () => window.__fangqi.state.past !== null);
  assert.notEqual(await table.block("e2"), 0);
  assert.notDeepEqual(await table.position(), now);
  // A click on the board leads back to the present, where moves are made.
  await table.click("e2");
  await table.untilPosition("the board is back in the present", now);
  await table.move("b0c2");
  await table.untilMoves(4);
});
