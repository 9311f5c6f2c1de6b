/** The front page, the languages, and links that lead nowhere. */
import assert from "node:assert/strict";
import { scenario } from "../lib/scenario.js";
import { Table } from "../lib/table.js";
import { position } from "../lib/xiangqi.js";

scenario("the lobby opens a room, and lists it for others", async (stage) => {
  const { origin } = await stage.server();
  const page = await (await stage.person()).newPage();
  await page.goto(origin);
  const maps = page.locator("[data-map]");
  await maps.first().waitFor();
  const ids = await maps.evaluateAll((cards) => cards.map((card) => card.dataset.map));
  assert.ok(ids.includes("xiangqi") && ids.includes("tutorial-xiangqi"), ids.join());
  const pictures = page.locator("[data-map] img");
  await pictures.first().waitFor();
  // A picture is only fetched once it can be seen.
  for (const picture of await pictures.all()) await picture.scrollIntoViewIfNeeded();
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[data-map] img")].every((img) => img.naturalWidth > 0),
  );
  await page.locator("[data-map=xiangqi]").click();
  await page.waitForURL(/\/r\/./);
  const table = new Table(page);
  await table.ready();
  assert.deepEqual(await table.position(), position());

  const path = new URL(page.url()).pathname;
  const other = await (await stage.person()).newPage();
  await other.goto(origin);
  await other.locator(`a[href="${path}"]`).click();
  const watching = new Table(other);
  await watching.ready();
  assert.equal(new URL(other.url()).pathname, path);
  assert.equal(await watching.seat(), null);
});

scenario("the page speaks the browser's language and changes it on request", async (stage) => {
  const table = await stage.table("xiangqi", { locale: "zh-CN" });
  const title = table.page.locator("h1").first();
  assert.equal((await title.textContent()).trim(), "中国象棋");
  await (await table.tool("language")).selectOption("en");
  await table.page.locator("h1", { hasText: "Xiangqi" }).first().waitFor();
  // A further language is loaded; texts that the map has in two languages are English in it.
  await (await table.tool("language")).selectOption("es");
  await table.page.locator("html[lang=es]").waitFor();
  await table.page.reload();
  await table.ready();
  assert.equal((await title.textContent()).trim(), "Xiangqi");
  assert.equal(await table.page.locator('[data-tool="help"]').getAttribute("title"), "Ayuda");
  await (await table.tool("language")).selectOption("zh");
  await table.page.locator("h1", { hasText: "中国象棋" }).first().waitFor();
});

scenario("a link to no room says so and shows the way home", async (stage) => {
  const { origin } = await stage.server();
  const page = await (await stage.person({ fine: ["404"] })).newPage();
  await page.goto(`${origin}/r/nosuchroom`);
  const home = page.locator('.link-state.veil a[href="/"]');
  await home.waitFor({ state: "visible" });
  await home.click();
  await page.locator("[data-map]").first().waitFor();
});

scenario("an invitation leads a friend to a seat", async (stage) => {
  const table = await stage.table("go");
  await (await table.tool("share")).click();
  await table.page.locator(".qr path[d^=M]").waitFor({ state: "attached" });
  const link = await table.page.locator("dialog input").inputValue();
  const friend = await (await stage.person()).newPage();
  await friend.goto(link);
  await friend.locator("[data-do=take_seat]").waitFor();
  await friend.locator("dialog input").fill("Bo");
  await friend.locator("[data-do=take_seat]").click();
  await table.page.locator("[data-seat='1'][data-holder=player]", { hasText: "Bo" }).waitFor();
  assert.equal(new URL(friend.url()).hash, "");
});

scenario("two people meet by a quick match", async (stage) => {
  const { origin } = await stage.server();
  const match = async (name) => {
    const page = await (await stage.person()).newPage();
    await page.goto(origin);
    await page.locator(".hero .name input").fill(name);
    await page.locator(".quick-match select").selectOption("go");
    await page.locator("[data-do=match]").click();
    await page.waitForURL("**/r/*");
    return page;
  };
  const ann = await match("Ann");
  await ann.locator("[data-seat='1'][data-holder=open]").waitFor({ state: "attached" });
  const ben = await match("Ben");
  await ann.locator("[data-seat='1'][data-holder=player]", { hasText: "Ben" }).waitFor();
  assert.equal(ben.url(), ann.url());
});

scenario("a private room is listed for its player alone", async (stage) => {
  const { origin } = await stage.server();
  const player = await stage.person();
  const page = await player.newPage();
  await page.goto(origin);
  await page.locator(".private input").check();
  await page.locator("[data-map=go]").click();
  await page.waitForURL(/\/r\/./);
  const table = new Table(page);
  await table.ready();
  await table.untilHeld(0, "player");
  const room = new URL(page.url()).pathname.split("/").at(-1);
  const row = `[data-room="${room}"]`;

  const other = await (await stage.person()).newPage();
  await other.goto(origin);
  await other.locator("[data-map=go]").waitFor();
  assert.equal(await other.locator(row).count(), 0);

  await page.goto(origin);
  await page.locator(`.continue ${row} .turn-here`).waitFor();
  await page.locator(`.continue ${row} a[href="/r/${room}"]`).click();
  await table.ready();
  assert.equal(await table.seat(), 0);
});

scenario("today's puzzle is on the table when it is opened from the lobby", async (stage) => {
  const { origin } = await stage.server();
  const page = await (await stage.person()).newPage();
  // A day whose puzzle is not the first, with which rooms begin.
  await page.clock.setFixedTime(new Date("2026-03-10T12:00:00"));
  await page.goto(origin);
  await page.locator("[data-daily=xiangqi-puzzles]").click();
  await page.waitForURL(/\/r\/./);
  const table = new Table(page);
  await table.ready();
  const day = Math.floor(Date.UTC(2026, 2, 10) / 86_400_000);
  await table.until(
    "the day's puzzle is chosen",
    (day) => {
      const { buttons } = window.__fangqi.state.hud;
      const options = buttons.find(({ id }) => id === "option_puzzle")?.options ?? [];
      return options[day % options.length]?.chosen;
    },
    day,
  );
});
