/** The program itself: kept rooms, and starts that cannot succeed. */
import assert from "node:assert/strict";
import { scenario } from "../lib/scenario.js";
import { dataFolder, Server } from "../lib/server.js";
import { cell, Table } from "../lib/table.js";
import { after, difference, position } from "../lib/xiangqi.js";

/** What the browser says on its console while nobody answers. */
const NOBODY_ANSWERS = ["WebSocket connection", "ERR_CONNECTION", "503"];

scenario("a room outlives the program that held it", async (stage) => {
  const own = await stage.ownServer();
  const { url } = own.server;
  const context = await stage.person({ fine: NOBODY_ANSWERS });
  const table = await Table.open(await context.newPage(), url);
  await table.untilAsked();
  await table.move("h2e2");
  await table.untilMoves(2);
  await table.untilAsked();
  const before = await table.position();
  assert.ok(difference(after(position(), "h2e2"), before), "the computer has answered");

  await own.server.stop();
  await table.page.locator(".link-state:visible").first().waitFor();
  own.server = await Server.start(own.folder, Number(new URL(url).port));
  await table.until("the page is connected again", () => window.__fangqi.ready, undefined, 60_000);
  assert.equal(await table.seat(), 0);
  await table.untilPosition("the pieces stand as before", before);
  await table.untilAsked();
  await table.move("h0g2");
  await table.untilMoves(4);
});

scenario("a move that is lost with the process of its room is sent again", async (stage) => {
  const own = await stage.ownServer();
  const context = await stage.person({ fine: NOBODY_ANSWERS });
  const table = await Table.open(await context.newPage(), own.server.url);
  await table.untilAsked();
  await table.pickUp(cell("h2"));
  const workers = own.server.workers();
  assert.ok(workers.length > 0, "rooms are in processes of their own");
  for (const pid of workers) process.kill(pid, "SIGSTOP");
  await table.click("e2");
  // Long enough for the server to have passed it on.
  await table.page.waitForTimeout(500);
  for (const pid of workers) process.kill(pid, "SIGKILL");
  await table.untilMoves(2);
  assert.notEqual(await table.block("e2"), 0, "the move is on the board, and is answered");
});

scenario("a port in use is named, with what to do", async (stage) => {
  const { origin } = await stage.server();
  const folder = await dataFolder((f) => stage.cleanups.push(f));
  const { port } = new URL(origin);
  const second = Server.launch(["play", "--port", port, "--no-browser", "--data", folder]);
  const status = await second.ended();
  assert.notEqual(status, 0);
  assert.match(second.log, new RegExp(port));
  assert.doesNotMatch(second.log, /panicked/);
});

scenario("a map that does not exist is answered with those that do", async (stage) => {
  const folder = await dataFolder((f) => stage.cleanups.push(f));
  const lost = Server.launch(["play", "shogi", "--port", "0", "--no-browser", "--data", folder]);
  const status = await lost.ended();
  assert.notEqual(status, 0);
  assert.match(lost.log, /shogi/);
  assert.match(lost.log, /xiangqi/);
  assert.doesNotMatch(lost.log, /panicked/);
});
