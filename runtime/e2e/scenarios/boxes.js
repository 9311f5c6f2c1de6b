/**
 * That nothing on a page lies over something else, sticks out, is cut, or is too small for fingers:
 * on every map of the lobby, on every screen, in both languages.
 *
 * One page is resized and given now a mouse, now fingers, because opening rooms takes longest. At
 * 200 % a page has half the width and height in CSS pixels, on which alone the layout depends, so it
 * is measured at that size; drawing at twice the density would only take time. Phones and tablets are left out there: fingers
 * magnify the picture of a page without laying it out again, and no page must fit less than 320
 * pixels (WCAG 1.4.10).
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { faults } from "../lib/boxes.js";
import { PICTURES, scenario } from "../lib/scenario.js";

const MOUSE = false;
const TOUCH = true;

/** Width, height, and what points there. */
const SCREENS = [
  [320, 568, TOUCH],
  [390, 844, TOUCH],
  [844, 390, TOUCH],
  [768, 1024, TOUCH],
  [1024, 640, TOUCH],
  [1024, 640, MOUSE],
  [1366, 640, MOUSE],
  [1440, 900, MOUSE],
  [2560, 1440, MOUSE],
];
const AT_200 = SCREENS.filter(([, , touch]) => !touch).map(([width, height]) => [
  width / 2,
  height / 2,
  MOUSE,
]);

/** Maps are shared out among scenarios, each of which has a limited time. */
const SHARES = 13;

const SMALL_PICTURE = `
  .room-page:is([data-board], [data-scene~="walk"]) canvas.board { width: 64px; height: 36px }
  .map img { visibility: hidden }
`;

/** On which pages are opened: there is least to draw. */
const SMALLEST = { viewport: { width: 320, height: 568 } };

/** Lets the page follow a change of its size or language. */
const settle = (page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );

/** The longest name of a general in each language; which are dealt is up to chance. */
const LONGEST_NAME = { zh: "张昭张纮", en: "Zhang Zhao and Zhang Hong" };

/** Gives every plate the longest name that it may be dealt. */
const giveLongestNames = (page) =>
  page.evaluate((longest) => {
    for (const name of document.querySelectorAll(".sign.plate .sign-name"))
      name.firstChild.data = longest[document.documentElement.lang.slice(0, 2)];
  }, LONGEST_NAME);

/** Measures a page on all screens, in both languages. */
async function measure(page, t, name) {
  const wrong = [];
  // Drawing takes longest. Nothing is laid out by pictures, except signs at a card table.
  await page.addStyleTag({ content: SMALL_PICTURE });
  const browser = await page.context().newCDPSession(page);
  for (const [width, height, touch] of [...SCREENS, ...AT_200]) {
    await browser.send("Emulation.setTouchEmulationEnabled", {
      enabled: touch,
    });
    await page.setViewportSize({ width, height });
    const coarse = await page.evaluate(() => matchMedia("(pointer: coarse)").matches);
    assert.equal(coarse, touch, "the page knows what points at it");
    for (const turn of ["first language", "second language"]) {
      // Chosen by script, because a narrow bar has it in a menu.
      if (turn === "second language") {
        await page.evaluate(() => {
          const menu = document.querySelector("[data-tool=language]");
          menu.value = menu.value === "zh" ? "en" : "zh";
          menu.dispatchEvent(new Event("change", { bubbles: true }));
        });
      }
      await giveLongestNames(page);
      await settle(page);
      const here = await faults(page, { touch });
      if (here.length === 0) continue;
      const { lang } = await page.evaluate(() => ({
        lang: document.documentElement.lang,
      }));
      const path = join(PICTURES, `boxes-${name}-${lang}-${width}x${height}.png`);
      await page.screenshot({ path });
      t.diagnostic(`picture: ${path}`);
      wrong.push(...here.map((fault) => `${name} ${width}×${height} ${lang}: ${fault}`));
    }
  }
  return wrong;
}

/** The maps that the lobby lists. */
async function mapsOf({ origin }) {
  const { maps } = await (await fetch(`${origin}/api/lobby`)).json();
  return maps.map(({ id }) => id);
}

for (let share = 0; share < SHARES; share++) {
  scenario(`boxes of all maps, part ${share + 1} of ${SHARES}`, async (stage, t) => {
    const maps = await mapsOf(await stage.server());
    assert.ok(maps.length >= SHARES, "the lobby lists maps");
    const wrong = [];
    for (const map of maps.filter((_, i) => i % SHARES === share)) {
      const { page } = await stage.table(map, SMALLEST);
      wrong.push(...(await measure(page, t, map)));
      await page.close();
    }
    assert.deepEqual(wrong, []);
  });
}

scenario("boxes of the lobby", async (stage, t) => {
  const { origin } = await stage.server();
  const page = await (await stage.person(SMALLEST)).newPage();
  await page.goto(origin);
  await page.locator(".map").first().waitFor();
  assert.deepEqual(await measure(page, t, "lobby"), []);
});

scenario("boxes of a replay", async (stage, t) => {
  const { page } = await stage.table("xiangqi", SMALLEST);
  await page.goto(page.url().replace("/r/", "/replay/"));
  await page.locator(".transport").waitFor();
  assert.deepEqual(await measure(page, t, "replay"), []);
});
