/** People walk about in a world: bodies, hands, words and pages. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { openRoom, PICTURES, scenario } from "../lib/scenario.js";
import { APPLE, AWAY, GRASS, SPAWN, STONE, WALKABOUT, WORKSHOP } from "../lib/walkabout.js";
import { Walker } from "../lib/walker.js";

/** How a phone is held: upright. */
const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

/** A room of the map on a server of its own, and somebody in it. */
async function meadow(stage, options, map = WALKABOUT) {
  const { server } = await stage.walkabout();
  const room = await openRoom(server.origin, map);
  const url = `${server.origin}/r/${room}`;
  return {
    url,
    replay: `${server.origin}/replay/${room}`,
    ann: await arrive(stage, url, options),
  };
}

async function arrive(stage, url, options = {}) {
  const context = await stage.person(options);
  return Walker.open(await context.newPage(), url);
}

const far = (a, b) => Math.hypot(...a.map((axis, i) => axis - b[i]));

scenario("somebody walks, jumps, and is seen by another", async (stage) => {
  const { url, ann } = await meadow(stage);
  const start = await ann.walk();
  assert.ok(far(start.pos, SPAWN) < 1, `begins at ${start.pos}`);
  const ben = await arrive(stage, url);
  const you = await ann.page.evaluate(() => window.__fangqi.state.you);
  await ben.until("Ann is there", (you) => window.__fangqi.walk.actors.includes(you), you);

  await ann.hold("KeyW", "Ann went north", () => window.__fangqi.walk.pos[2] > 4);
  await ann.hold("Space", "Ann jumped", () => window.__fangqi.walk.pos[1] > 7.5);
  await ann.until("Ann is down again", () => window.__fangqi.walk.pos[1] === 7);
  assert.equal(await ann.toasts.count(), 0, "the server believes it all");

  // Who comes back is where it was.
  const left = (await ann.walk()).pos;
  await ann.page.reload();
  await ann.ready();
  await ann.until("Ann walks again", () => window.__fangqi.walk !== null);
  assert.ok(far((await ann.walk()).pos, left) < 1, "the server has followed");
});

scenario("a key pressed and let go between two frames is not lost", async (stage) => {
  const { ann } = await meadow(stage);
  const { page } = ann;
  const from = (await ann.walk()).pos;
  for (let i = 0; i < 3; i++) {
    // The page is busy with one frame while the key goes down and up.
    const busy = page.evaluate(
      () =>
        new Promise((resolve) =>
          requestAnimationFrame(() => {
            const end = performance.now() + 500;
            while (performance.now() < end);
            resolve();
          }),
        ),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    const down = page.keyboard.down("KeyW");
    await new Promise((resolve) => setTimeout(resolve, 150));
    await Promise.all([busy, down, page.keyboard.up("KeyW")]);
  }
  await ann.until("Ann has gone a step", (z) => window.__fangqi.walk.pos[2] > z + 0.5, from[2]);
});

scenario("a block is dug out and put back by keys", async (stage) => {
  const { ann } = await meadow(stage);
  await ann.hold("KeyK", "the ground is aimed at", () =>
    Array.isArray(window.__fangqi.walk.target),
  );
  const { target } = await ann.walk();
  assert.equal(await ann.at(target), GRASS);
  const gone = (pos) => window.__fangqi.blockAt(pos) === 0;
  await ann.hold("KeyF", "the block is out", gone, target);

  // The grass lies there now; a stone goes into the hole.
  const stone = ann.page.locator(`.hotbar [data-slot="1000"]`);
  assert.match((await stone.getAttribute("aria-label")) ?? "", /× 8/);
  await ann.until("the hole's ground is aimed at", () => window.__fangqi.walk.target !== null);
  await ann.page.keyboard.press("KeyG");
  await ann.until("a stone lighter", () => {
    const slot = document.querySelector('.hotbar [data-slot="1000"]');
    return /× 7/.test(slot?.getAttribute("aria-label") ?? "");
  });
  const put = await ann.page.evaluate(
    ([[x, y, z], stone]) => {
      const around = [-1, 0, 1];
      return around.some((dx) =>
        around.some((dy) =>
          around.some((dz) => window.__fangqi.blockAt([x + dx, y + dy, z + dz]) === stone),
        ),
      );
    },
    [target, STONE],
  );
  assert.ok(put, "the stone is there");
});

scenario("words move people and call creatures; keys are heard", async (stage) => {
  const { ann } = await meadow(stage);
  await ann.say("away");
  const there = ([x, , z]) => {
    const { pos } = window.__fangqi.walk;
    return Math.hypot(pos[0] - x, pos[2] - z) < 0.5;
  };
  await ann.until("Ann is away", there, AWAY);
  const before = (await ann.walk()).actors.length;
  await ann.say("sheep");
  const more = (count) => window.__fangqi.walk.actors.length > count;
  await ann.until("a sheep is there", more, before);
  await ann.page.keyboard.press("KeyR");
  await ann.hears("key R");
  const line = ann.page.locator(".talk-lines p", { hasText: "key R" }).first();
  const colour = await line.locator("span").evaluate((span) => getComputedStyle(span).color);
  assert.equal(colour, "rgb(0, 192, 0)");
});

scenario("a page is shown, pressed and typed into, on a phone too", async (stage) => {
  for (const options of [{ viewport: { width: 960, height: 540 } }, PHONE]) {
    const { ann } = await meadow(stage, options);
    await ann.say("shop");
    const page = ann.page.locator('[data-page="7001"]');
    await page.locator('[data-element="7001_3"] .inner').click();
    await page.getByText("Sold").waitFor();
    const apples = ann.page.locator(`.hotbar [aria-label*="apple × 1"]`);
    await apples.waitFor();
    const input = page.locator('[data-element="7001_4"] input');
    await input.fill("a good day");
    await input.press("Enter");
    await ann.hears("typed a good day");
    const { width, height } = options.viewport;
    const boxes = await page.locator(".element").all();
    for (const element of boxes) {
      const box = await element.boundingBox();
      assert.ok(box && box.x >= 0 && box.y >= 0, "the page is in the picture");
      assert.ok(box.x + box.width <= width && box.y + box.height <= height, "and whole");
    }
    await ann.page.screenshot({ path: join(PICTURES, `shop-${width}.png`) });
    await page.locator(".close-page").click();
    await page.waitFor({ state: "detached" });
  }
  assert.ok(APPLE > STONE, "apples are no blocks");
});

scenario("one looks from above, from behind, and into the bag", async (stage) => {
  const { ann } = await meadow(stage, {
    viewport: { width: 960, height: 540 },
  });
  await ann.page.keyboard.press("KeyV");
  await ann.until("one looks from behind", () => window.__fangqi.walk.view === 1);
  await ann.page.keyboard.press("KeyB");
  await ann.until("one looks from above", () => window.__fangqi.walk.above);
  await ann.page.keyboard.press("KeyB");
  await ann.until("one walks again", () => !window.__fangqi.walk.above);
  await ann.page.keyboard.press("KeyE");
  const bag = ann.page.locator(".bag");
  await bag.locator('[data-slot="1000"]').click();
  await bag.locator('[data-slot="5"]').click();
  await bag.locator('[data-slot="5"][aria-label*="× 8"]').waitFor();
  await ann.page.keyboard.press("Escape");
  await bag.waitFor({ state: "hidden" });
});

scenario("who builds takes any block, by words and keys and by fingers", async (stage) => {
  const { ann } = await meadow(stage, { viewport: { width: 960, height: 600 } }, WORKSHOP);
  const held = (slot, words) =>
    ann.page.locator(`.hotbar [data-slot="${slot}"][aria-label*="${words}"]`).waitFor();
  await ann.page.keyboard.press("KeyE");
  const palette = ann.page.locator(".palette");
  await palette.waitFor();
  const line = palette.locator("input");
  await line.fill("羊毛 红");
  await palette.locator('[data-item="614"]').waitFor();
  await line.press("ArrowDown");
  await ann.page.keyboard.press("Enter");
  await held(1000, "红色羊毛 × 64");
  await ann.page.screenshot({ path: join(PICTURES, "palette.png") });
  // A digit says into which slot; what is looked for may be a number.
  await line.fill(String(APPLE));
  await line.press("ArrowDown");
  await ann.page.keyboard.press("Digit3");
  await held(1002, "apple");
  await ann.page.keyboard.press("Escape");
  await palette.waitFor({ state: "hidden" });
  assert.equal(await ann.toasts.count(), 0);

  const { ann: ben } = await meadow(stage, PHONE, WORKSHOP);
  await ben.page.locator('[data-tool="bag"]').tap();
  await ben.page.locator(".palette").waitFor();
  await ben.page.locator('.palette [data-item="600"]').tap();
  await ben.page.locator('.hotbar [data-slot="1000"][aria-label*="× 64"]').waitFor();
  await ben.page.screenshot({ path: join(PICTURES, "palette-phone.png") });
  const box = await ben.page.locator(".bag").boundingBox();
  assert.ok(box && box.x >= 0 && box.x + box.width <= 390, "it fits");
});

scenario("somebody walks, digs, places and flies with fingers", async (stage) => {
  const { ann } = await meadow(stage, PHONE);
  await ann.finger(".stick", [0, -40]);
  await ann.until("Ann went north", () => window.__fangqi.walk.pos[2] > 2.5);
  await ann.touch("touchEnd");
  // A finger that wanders over the picture turns the view, here down to the ground.
  await ann.finger("canvas.board", [0, 200], [0.5, 0.25]);
  await ann.touch("touchEnd");
  await ann.until("the ground is aimed at", () => Array.isArray(window.__fangqi.walk.target));
  const { target } = await ann.walk();
  assert.equal(await ann.at(target), GRASS);
  const gone = (pos) => window.__fangqi.blockAt(pos) === 0;
  await ann.thumb(".pad-dig", "the block is out", gone, target);
  await ann.until("the hole is aimed at", () => window.__fangqi.walk.target !== null);
  await ann.page.locator(".pad-place").tap();
  await ann.page.locator('.hotbar [data-slot="1000"][aria-label*="× 7"]').waitFor();
  await ann.thumb(".pad-jump", "Ann jumped", () => window.__fangqi.walk.pos[1] > 7.5);
  await ann.page.screenshot({ path: join(PICTURES, "walk-phone.png") });

  const { ann: ben } = await meadow(stage, PHONE, WORKSHOP);
  await ben.tapTwice(".pad-jump");
  await ben.thumb(".pad-jump", "Ben flies", () => window.__fangqi.walk.pos[1] > 12);
  await ben.thumb(".pad-sneak", "Ben sinks", () => window.__fangqi.walk.pos[1] < 11);
});

scenario("one plays actions, and a timer has its window", async (stage) => {
  const { ann } = await meadow(stage, PHONE);
  await ann.page.locator('[data-tool="act"]').tap();
  await ann.page.locator('[data-act="3"]').tap();
  await ann.hears("acts 3");
  await ann.page.keyboard.press("KeyX");
  await ann.page.keyboard.press("Digit8");
  await ann.hears("acts 8");
  assert.equal(await ann.page.locator(".gestures").isVisible(), false);
  await ann.say("timer");
  const timer = ann.page.locator(".timer-window");
  await timer.getByText("Time left").first().waitFor();
  await timer.getByText(/4\d:\d\d/).waitFor();
  const box = await timer.boundingBox();
  assert.ok(box && box.x >= 0 && box.x + box.width <= 390, "it is in the picture");
  await ann.page.screenshot({ path: join(PICTURES, "timer-phone.png") });
});

scenario(
  "scripts change the sky and the screen, and a replay shows who was there",
  async (stage) => {
    const { ann, replay } = await meadow(stage, {
      viewport: { width: 960, height: 540 },
    });
    await ann.say("sheep");
    await ann.say("storm");
    await ann.page.locator(".veil-fog").waitFor();
    await ann.page.locator('.display-boards [data-board="1"] img').waitFor();
    await ann.hold("KeyW", "Ann went north", () => window.__fangqi.walk.pos[2] > 3);
    await ann.page.screenshot({ path: join(PICTURES, "storm.png") });
    const loaded = ann.page.waitForResponse(/replay_layer[^/]*\.js/);
    await ann.page.goto(replay);
    await loaded;
    await ann.page.keyboard.press("End");
    await ann.page.waitForTimeout(2500);
    await ann.page.screenshot({ path: join(PICTURES, "walk-replay.png") });
  },
);
