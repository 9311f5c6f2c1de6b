/** That axe-core finds nothing on any kind of page, and that a screen reader hears the others' moves. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { scenario } from "../lib/scenario.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const WIDE = { viewport: { width: 1366, height: 900 } };
const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

/** What axe-core finds on a page, one line for each element. */
async function findings(page, what) {
  // An element that fades in has less contrast until it is there.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((it) => it.finished.catch(() => 0))),
  );
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async (what) => {
    const { violations } = await window.axe.run(document, {
      resultTypes: ["violations"],
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any, all, none }) => {
        const why = [...any, ...all, ...none].map(({ message }) => message).join("; ");
        return `${what}: ${id}: ${html.slice(0, 160)}: ${why}`;
      }),
    );
  }, what);
}

for (const [where, options] of [
  ["a wide page", WIDE],
  ["a phone", PHONE],
]) {
  scenario(`axe-core finds nothing in the lobby on ${where}`, async (stage) => {
    const { origin } = await stage.server();
    const page = await (await stage.person(options)).newPage();
    await page.goto(origin);
    await page.locator(".map").first().waitFor();
    assert.deepEqual(await findings(page, "lobby"), []);
  });

  scenario(`axe-core finds nothing at a board on ${where}`, async (stage) => {
    const table = await stage.table("xiangqi", options);
    const { page } = table;
    await table.untilAsked();
    const found = await findings(page, "board");
    const more = page.locator("[data-tool=more]");
    if (await more.isVisible()) {
      await more.click();
      found.push(...(await findings(page, "menu")));
      await page.keyboard.press("Escape");
    }
    const dialog = async (what, opener) => {
      await opener.click();
      await page.locator("dialog[open]").waitFor();
      found.push(...(await findings(page, what)));
      await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });
    };
    await dialog("help", await table.tool("help"));
    await dialog("name", await table.shown(".people .link", "seats"));
    await dialog("options", await table.shown("[data-action=time]"));
    await table.move("h2e2");
    for (const tab of ["moves", "chat"]) {
      await table.shown(`.${tab}`, tab);
      found.push(...(await findings(page, tab)));
    }
    await page.goto(page.url().replace("/r/", "/replay/"));
    await page.locator(".transport").waitFor();
    found.push(...(await findings(page, "replay")));
    assert.deepEqual(found, []);
  });

  scenario(`axe-core finds nothing at card tables on ${where}`, async (stage) => {
    const bids = await stage.table("doudizhu", options);
    const found = await findings(bids.page, "doudizhu");
    const heroes = await stage.table("sanguosha", options);
    await heroes.page.locator(".card-actions .page").first().waitFor();
    found.push(...(await findings(heroes.page, "choice of a general")));
    await heroes.page.locator(".card-actions .page").first().click();
    await heroes.page.locator(".card-actions .page").first().waitFor({ state: "detached" });
    found.push(...(await findings(heroes.page, "plates")));
    assert.deepEqual(found, []);
  });

  scenario(`axe-core finds nothing where people walk on ${where}`, async (stage) => {
    const { page } = await stage.table("mw-parkour", options);
    const found = [];
    await page.locator(".walk-tools").waitFor();
    found.push(...(await findings(page, "world")));
    for (const tool of ["people", "bag"]) {
      await page.locator(`[data-tool=${tool}]`).dispatchEvent("click");
      found.push(...(await findings(page, tool)));
      await page.locator(`[data-tool=${tool}]`).dispatchEvent("click");
    }
    assert.deepEqual(found, []);
  });
}

scenario("a screen reader hears the moves of the opponent, and not one's own", async (stage) => {
  const red = await stage.table("xiangqi");
  const black = await stage.opponent(red);
  const said = (table) => table.page.locator(".said-moves").textContent();
  await red.move("h2e2");
  await black.page.locator(".said-moves", { hasText: "C2=5" }).waitFor({ state: "attached" });
  assert.equal(await said(black), "Red: C2=5");
  assert.equal(await said(red), "");
  // What was played before is in the list; it is not news to a player who comes back.
  await black.page.reload();
  await black.ready();
  await black.move("h9g7");
  await red.page.locator(".said-moves", { hasText: "Black: " }).waitFor({ state: "attached" });
  assert.equal(await said(black), "");
});
