/** Things that go wrong around a game: the line, the server, the storage, the graphics. */
import assert from "node:assert/strict";
import { openRoom, scenario } from "../lib/scenario.js";
import { Server } from "../lib/server.js";
import { cell, Table } from "../lib/table.js";

/** What the browser says on its console while there is no server. */
const NO_SERVER = ["WebSocket connection", "ERR_CONNECTION", "Failed to load resource"];

/** Where the piece of a square is on the page. */
const placeOf = (table, square) =>
  table.page.evaluate((pos) => window.__fangqi.screenOf(pos), cell(square));

scenario("a piece dropped while the line is broken is moved later", async (stage) => {
  const own = await stage.ownServer();
  const context = await stage.person({ fine: NO_SERVER });
  const table = await Table.open(await context.newPage(), own.server.url);
  await table.untilAsked();
  await table.untilStill(cell("h2"));
  const { mouse } = table.page;
  const [from, to] = [await placeOf(table, "h2"), await placeOf(table, "e2")];
  const piece = await table.block("h2");
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move((from.x + to.x) / 2, from.y, { steps: 3 });
  await own.server.stop();
  await table.page.locator(".link-state.banner").waitFor();
  await mouse.move(to.x, to.y, { steps: 3 });
  await mouse.up();
  assert.match(await table.untilToast("info"), /not answered yet/);
  assert.equal(await table.block("h2"), piece, "it has returned meanwhile");
  assert.equal(await table.block("e2"), 0);

  own.server = await Server.start(own.folder, Number(new URL(own.server.url).port));
  await table.until("the page is connected again", () => window.__fangqi.ready, undefined, 60_000);
  await table.untilMoves(2);
  assert.equal(await table.block("e2"), piece);
});

scenario("the page opens without the server and goes on when it is there", async (stage) => {
  const own = await stage.ownServer();
  const { url, origin } = own.server;
  const context = await stage.person({ fine: NO_SERVER });
  const table = await Table.open(await context.newPage(), url);
  await table.page.evaluate(() => navigator.serviceWorker.ready);
  await own.server.stop();

  await table.page.reload();
  await table.page.locator(".link-state.banner", { hasText: "Waiting for the server" }).waitFor();
  const lobby = await context.newPage();
  await lobby.goto(origin);
  await lobby.locator(".failure", { hasText: "by itself" }).waitFor();

  own.server = await Server.start(own.folder, Number(new URL(url).port));
  await lobby.locator("[data-map=xiangqi]").waitFor();
  await table.page.bringToFront();
  await table.until("the room is there", () => window.__fangqi?.ready, undefined, 60_000);
  assert.equal(await table.seat(), 0);
});

scenario("a page that is older than the server offers to reload", async (stage) => {
  const table = await stage.table();
  const { page } = table;
  await page.evaluate(() => {
    document.querySelector("meta[name=build]").content = "another";
    document.dispatchEvent(new Event("visibilitychange"));
  });
  const notice = page.locator(".page-notice[data-trouble=outdated]");
  await notice.waitFor();
  await table.untilAsked();
  await notice.locator("[data-do=later]").click();
  await notice.waitFor({ state: "detached" });
  await table.move("h2e2");
  await table.untilMoves(2);
});

scenario("a browser that refuses storage plays", async (stage) => {
  const { origin } = await stage.server();
  const context = await stage.person();
  await context.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage", "caches"]) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("refused", "SecurityError");
        },
      });
    }
  });
  const page = await context.newPage();
  await page.goto(origin);
  await page.locator(".name input").fill("Ada");
  await page.locator("[data-map=xiangqi]").click();
  const table = new Table(page);
  await table.ready();
  await table.untilAsked();
  await table.move("h2e2");
  await table.untilMoves(2);
});

scenario(
  "two tabs of one seat: the last one plays, and the other can take it back",
  async (stage) => {
    const first = await stage.table();
    const second = await Table.open(await first.page.context().newPage(), first.page.url());
    const veil = (table) => table.page.locator(".link-state.veil");
    await veil(first).waitFor();
    assert.equal(await second.seat(), 0);
    await first.page.bringToFront();
    await veil(first).locator("button").click();
    await first.ready();
    await veil(second).waitFor();
    await first.untilAsked();
    await first.move("h2e2");
    await first.untilMoves(2);
  },
);

scenario("a thousand lines of chat leave a list that ends with the last", async (stage) => {
  const table = await stage.table("xiangqi", {
    viewport: { width: 1000, height: 640 },
  });
  await table.page.evaluate(() => {
    for (let i = 1; i <= 1000; i++) {
      const words = `line ${i}`;
      window.__fangqi.state.take({
        t: "chat",
        from: null,
        text: { zh: words, en: words },
      });
    }
  });
  const lines = table.page.locator(".chat .lines p");
  await lines.filter({ hasText: /^line 1000$/ }).waitFor();
  assert.ok((await lines.count()) <= 300);
  const left = await table.page.evaluate(() => {
    const list = document.querySelector(".chat .lines");
    return list.scrollHeight - list.clientHeight - list.scrollTop;
  });
  assert.ok(left <= 4, `the list is ${left} pixels from its end`);
  await table.untilAsked();
  await table.move("h2e2");
  await table.untilMoves(2);
});

scenario("a board is played while WebGL is lost, and after it is back", async (stage) => {
  const { origin } = await stage.server();
  const context = await stage.person({ fine: ["Context Lost"] });
  await context.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      const made = getContext.call(this, kind, ...rest);
      if (kind === "webgl2") window.graphics = made.getExtension("WEBGL_lose_context");
      return made;
    };
  });
  const url = `${origin}/r/${await openRoom(origin, "xiangqi")}`;
  const table = await Table.open(await context.newPage(), url);
  await table.untilAsked();
  await table.page.evaluate(() => window.graphics.loseContext());
  const plain = table.page.locator("canvas.plain");
  await plain.waitFor();
  const colours = await plain.evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const seen = new Set();
    for (let i = 0; i < data.length; i += 4) seen.add(data[i] | (data[i + 1] << 8));
    return seen.size;
  });
  assert.ok(colours > 20, `the board has ${colours} colours`);
  await table.move("h2e2");
  await table.untilMoves(2);
  await table.page.evaluate(() => window.graphics.restoreContext());
  await plain.waitFor({ state: "detached" });
  await table.untilAsked();
  await table.move("h0g2");
  await table.untilMoves(4);
});

scenario("a board is played where there is no WebGL", async (stage) => {
  const { origin } = await stage.server();
  const context = await stage.person();
  await context.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind === "webgl2" ? null : getContext.call(this, kind, ...rest);
    };
  });
  const url = `${origin}/r/${await openRoom(origin, "xiangqi")}`;
  const table = await Table.open(await context.newPage(), url);
  await table.page.locator("canvas.plain").waitFor();
  await table.untilAsked();
  await table.move("h2e2");
  await table.untilMoves(2);
});
