/** Maps of Mini World scripts, played: a parkour, a wave defence, a shop. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { openRoom, PICTURES, scenario } from "../lib/scenario.js";
import { Walker } from "../lib/walker.js";

/** Small, because every frame is drawn by the processor. */
const SMALL = { width: 640, height: 360 };
const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

/** Somebody in a new room of a map, and the room's address. */
async function visit(stage, map, options = { viewport: SMALL }) {
  const { origin } = await stage.server();
  const url = `${origin}/r/${await openRoom(origin, map)}`;
  const context = await stage.person(options);
  return { url, ann: await Walker.open(await context.newPage(), url) };
}

/** The words of an element of a page. */
const words = (walker, element) => walker.page.locator(`[data-element="${element}"] .words`);

/** Waits until an element of a page says something. */
async function says(walker, element, part) {
  const found = ([element, part]) =>
    document.querySelector(`[data-element="${element}"] .words`)?.textContent?.includes(part);
  await walker.until(`${element} says "${part}"`, found, [element, part]);
}

/** Notes all that an element says from now on, however short. */
async function sayings(walker, element) {
  const said = await walker.page.evaluateHandle((element) => {
    const texts = [];
    const note = () =>
      texts.push(document.querySelector(`[data-element="${element}"] .words`)?.textContent ?? "");
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    return texts;
  }, element);
  return () => said.jsonValue();
}

scenario("sea parkour: the clock runs from the gate, the sea puts one back", async (stage) => {
  const { ann } = await visit(stage, "mw-parkour");
  await says(ann, "7101_2", "Ready");
  // The first gap begins at z = 4, where half a body still stands on the pad: she walks until she
  // falls. Without a jump the first stone is missed, and she is in the sea for a moment only.
  const said = await sayings(ann, "7101_2");
  await ann.hold("KeyW", "Ann falls", () => window.__fangqi.walk.pos[1] < 9.5);
  await ann.until("Ann is back on the pad", () => {
    const [x, y, z] = window.__fangqi.walk.pos;
    return y === 10 && Math.hypot(x - 0.5, z - 2.5) < 0.5;
  });
  await says(ann, "7101_2", "Ready");
  assert.ok(
    (await said()).some((text) => text.includes("0:0")),
    "the clock has run",
  );
  await says(ann, "7101_3", "0/4");
  await ann.page.screenshot({ path: join(PICTURES, "mw-parkour.png") });
});

scenario("crystal defence: a wave comes at a word, and gnaws at the crystal", async (stage) => {
  const { ann } = await visit(stage, "mw-waves");
  await says(ann, "7201_3", "Ring the bell");
  const before = (await ann.walk()).actors.length;
  await ann.say("start");
  await says(ann, "7201_3", "seconds to go");
  await ann.say("start");
  await ann.hears("Wave 1 is here");
  await ann.until("a creature is there", (n) => window.__fangqi.walk.actors.length > n, before);
  await says(ann, "7201_3", "Left 4");
  // The bow lies at hand: an arrow flies.
  await ann.page.keyboard.press("KeyG");
  await ann.page.screenshot({ path: join(PICTURES, "mw-waves.png") });
});

scenario("ore market: ore is dug and sold at the shop, on a phone too", async (stage) => {
  const { url, ann } = await visit(stage, "mw-shop");
  await ann.hold("KeyW", "Ann is at the wall", () => window.__fangqi.walk.pos[2] > 6);
  await ann.until("ore is aimed at", () => window.__fangqi.walk.target?.[2] === 8);
  const { target } = await ann.walk();
  const ore = await ann.at(target);
  const worth = { 2701: 2, 2702: 5, 2703: 12 }[ore];
  assert.ok(worth, `${ore} is ore`);
  const gone = (pos) => window.__fangqi.blockAt(pos) === 0;
  await ann.hold("KeyF", "the ore is out", gone, target);
  await ann.page.locator('.hotbar [data-slot="1000"][aria-label*="ore × 1"]').waitFor();

  await ann.say("shop");
  const row = ore - 2700;
  await ann.page.locator(`[data-element="7301_50${row}"] .inner`).click();
  await says(ann, "7301_7", `+${worth}`);
  await says(ann, "7302_2", `Coins ${worth}`);
  await ann.page.locator('[data-element="7301_409"] .inner').click();
  await says(ann, "7301_7", `Not enough coins: ${worth} / 200`);
  await ann.page.screenshot({ path: join(PICTURES, "mw-shop.png") });

  const context = await stage.person(PHONE);
  const ben = await Walker.open(await context.newPage(), url);
  await ben.say("shop");
  await words(ben, "7301_2").waitFor();
  const boxes = await ben.page.locator('[data-page="7301"] .element').all();
  for (const element of boxes) {
    const box = await element.boundingBox();
    assert.ok(
      box && box.x >= 0 && box.x + box.width <= PHONE.viewport.width,
      "it is in the picture",
    );
    assert.ok(box.y >= 0 && box.y + box.height <= PHONE.viewport.height, "and whole");
  }
  await ben.page.screenshot({ path: join(PICTURES, "mw-shop-phone.png") });
});
