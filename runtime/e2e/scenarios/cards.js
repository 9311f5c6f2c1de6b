/** A card table: cards are selected by touch, by a stroke and by keys, and played. */
import assert from "node:assert/strict";
import { scenario } from "../lib/scenario.js";

const MAP = "crazy-eights";
/** A block that is the back of any card. */
const BACK = 4054;

/** What is asked, and the ranks of the cards to choose from. */
const asked = (table) =>
  table.page.evaluate(() => {
    const { request, selecting } = window.__fangqi.state;
    return { ...request.selection, chosen: selecting.cells };
  });

const chosen = async (table) => (await asked(table)).chosen;

/** The rank of each card to choose from, as it is typed; blocks tell it, as they are numbered. */
const ranks = (table) =>
  table.page.evaluate(() =>
    window.__fangqi.state.request.selection.cells.map(
      (pos) => "A234567890JQK"[(window.__fangqi.blockAt(pos) - 4000) % 13],
    ),
  );

/** Draws until something can be played; what that is, as suggested. */
async function untilPlayable(table) {
  for (;;) {
    await table.until("cards are asked for", () => window.__fangqi.state.selecting !== null);
    const { suggest } = await asked(table);
    if (suggest.length > 0) return suggest[0];
    const question = await table.question();
    await table.page.locator(".card-actions .other").first().click();
    await table.untilAnswered(question);
  }
}

/** A stroke of the pointer from one card to another. */
async function stroke(table, from, to) {
  const points = await table.page.evaluate(
    (cells) =>
      cells.map((i) => window.__fangqi.screenOf(window.__fangqi.request().selection.cells[i])),
    [from, to],
  );
  const { mouse } = table.page;
  await mouse.move(points[0].x, points[0].y);
  await mouse.down();
  await mouse.move(points[1].x, points[1].y, { steps: 6 });
  await mouse.up();
}

/** How many cards of a seat are backs here, and how many are not. */
const backs = (table, seat) =>
  table.page.evaluate(
    ({ seat, back }) => {
      const seen = { backs: 0, faces: 0 };
      for (let x = 1; ; x += 1) {
        const block = window.__fangqi.blockAt([x, 1, 2 * seat]);
        if (block === 0) return seen;
        seen[block === back ? "backs" : "faces"] += 1;
      }
    },
    { seat, back: BACK },
  );

scenario("cards are selected by touch, stroke and key, and played", async (stage) => {
  const table = await stage.table(MAP);
  const best = await untilPlayable(table);
  const [own, others] = [await backs(table, 0), await backs(table, 1)];
  assert.ok(own.faces > 0 && own.backs === 0, "one's own cards are seen");
  // How many there are depends on who had to draw first.
  assert.ok(others.backs > 0 && others.faces === 0, "others' are not");
  const { cells } = await asked(table);
  await table.untilStill(cells[0]);

  await stroke(table, 0, cells.length - 1);
  assert.ok((await chosen(table)).length > 0, "a stroke selects");
  await table.page.keyboard.press("Backspace");
  assert.deepEqual(await chosen(table), [], "Backspace lays them down");

  await table.clickCell(cells[best[0]]);
  assert.ok((await chosen(table)).includes(best[0]), "a touch selects");
  await table.page.keyboard.press("Backspace");

  await table.page.keyboard.press("ArrowRight");
  await table.page.keyboard.press("ArrowRight");
  await table.page.keyboard.press("Space");
  const pointed = await chosen(table);
  assert.ok(pointed.includes(1), `arrows go along the hand, the space bar selects: ${pointed}`);
  await table.page.keyboard.press("Backspace");

  const rank = (await ranks(table))[best[0]];
  await table.page.keyboard.press(rank);
  const typed = await chosen(table);
  const all = await ranks(table);
  assert.ok(
    typed.length > 0 && typed.every((cell) => all[cell] === rank),
    "a key selects its rank",
  );
  await table.page.keyboard.press("Backspace");

  await table.page.keyboard.press("h");
  assert.deepEqual(
    await chosen(table),
    [...best].sort((a, b) => a - b),
    "the suggestion",
  );
  const count = (await asked(table)).suggest.length;
  const hint = table.page.locator('[data-do="suggest"]');
  assert.ok((await hint.textContent()).includes(`1/${count}`), await hint.textContent());

  const before = { moves: await table.moves(), id: (await asked(table)).id };
  await table.page.keyboard.press("Enter");
  // An eight is followed by the question for a suit, and only then told.
  await table.until(
    "the cards are played",
    ({ moves, id }) => {
      const { hud, request } = window.__fangqi.state;
      return hud.moves.length > moves || (request && request.id !== id);
    },
    before,
  );
});

scenario("what is no play is refused with a reason, and stays selected", async (stage) => {
  const table = await stage.table(MAP);
  await untilPlayable(table);
  const all = await ranks(table);
  const odd = all.findIndex((rank) => rank !== all[0]);
  const { cells } = await asked(table);
  await stroke(table, 0, odd);
  const some = await chosen(table);
  const go = table.page.locator('[data-do="play-cards"]');
  if ((await go.getAttribute("aria-disabled")) === "true") {
    // It looks like it cannot be pressed, and says why when it is: once it has come to rest, or the
    // click would fall beside it.
    await go.hover();
    await go.click({ force: true });
    await table.toasts.first().waitFor({ state: "attached" });
    assert.notEqual((await table.toasts.first().textContent()).trim(), "");
    assert.deepEqual(await chosen(table), some);
  }
  assert.deepEqual((await asked(table)).cells, cells, "nothing has changed");
});

scenario("a card table fits a phone held upright", async (stage) => {
  const options = {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  };
  const table = await stage.table(MAP, options);
  await untilPlayable(table);
  const { cells } = await asked(table);
  await table.untilStill(cells[0]);
  for (const pos of cells) {
    const { x, y } = await table.page.evaluate((pos) => window.__fangqi.screenOf(pos), pos);
    assert.ok(x > 0 && x < 390 && y > 50 && y < 600, `${pos} is at ${x}, ${y}`);
  }
  const sizes = await table.page
    .locator(".card-actions button")
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height));
  assert.ok(
    sizes.every((height) => height >= 44),
    `buttons to touch: ${sizes}`,
  );
  await table.page.touchscreen.tap(
    ...Object.values(await table.page.evaluate((pos) => window.__fangqi.screenOf(pos), cells[0])),
  );
  assert.ok((await chosen(table)).length > 0, "a tap selects");
});
