/** What explains a game: openings, hints, the bar, the review, and puzzles. */
import assert from "node:assert/strict";
import { outOfReach } from "../lib/look.js";
import { scenario } from "../lib/scenario.js";
import { cell, Table } from "../lib/table.js";
import { after, position } from "../lib/xiangqi.js";

/** Red threatens the middle, Black goes to and fro, and is mated. */
const MATE = ["h2e2", "a9a8", "e2e6", "a8a9", "b2b4", "a9a8", "b4e4"];

const DESK = { viewport: { width: 1440, height: 900 } };
const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

/** Waits until `part` of what explains the game is as `test` wants it. */
const untilInsight = (table, what, part, value) =>
  table.until(
    what,
    ({ part, value }) => {
      const found = window.__fangqi.state.hud.insight[part];
      if (value === "shown") return found !== null;
      if (value === "gone") return found === null || found.length === 0;
      return found?.title?.en === value || found?.en === value;
    },
    { part, value },
  );

/** The game between two people to its end, and their tables. */
async function playedOut(stage, options) {
  const red = await stage.table("xiangqi", options);
  const black = await stage.opponent(red);
  for (const [index, move] of MATE.entries()) {
    const mover = index % 2 === 0 ? red : black;
    await mover.untilAsked();
    await mover.move(move);
  }
  await red.untilMoves(MATE.length);
  return red;
}

async function reviewed(table) {
  await table.until("all positions have been looked at", () => {
    const { moves, insight } = window.__fangqi.state.hud;
    return insight.review !== null && insight.review.shares.length === moves.length + 1;
  });
}

scenario("the opening is named above the board", async (stage) => {
  const red = await stage.table();
  const black = await stage.opponent(red);
  await red.untilAsked();
  await red.move("h2e2");
  await untilInsight(red, "the first move has a name", "title", "Central Cannon");
  await black.untilAsked();
  await black.move("h7e7");
  await untilInsight(black, "so has the answer", "title", "Same-Direction Cannons");
  assert.equal(await red.page.locator(".bar .played").textContent(), "Same-Direction Cannons");
});

scenario("a hint points with an arrow, and says why when asked", async (stage) => {
  const table = await stage.table();
  await table.untilAsked();
  await table.press("hint");
  const note = table.page.locator(".note");
  await note.waitFor({ state: "visible" });
  const arrows = await table.page.evaluate(() => window.__fangqi.state.hud.insight.arrows);
  assert.equal(arrows.length, 1);
  assert.deepEqual(
    await table.marked("hint"),
    [arrows[0].from, arrows[0].to].map(([x, , z]) => "abcdefghi"[x] + z).sort(),
    "it goes from one marked point to the other",
  );
  await note.locator('[data-action="why"]').click();
  await note.locator("p").nth(1).waitFor();
  assert.match(await note.textContent(), /Expected: \S+ \S+/);
  await table.move("h2e2");
  await note.waitFor({ state: "hidden" });
  await untilInsight(table, "the arrow is gone", "arrows", "gone");
});

scenario("the bar is there when one wants it, and can be folded away", async (stage) => {
  const table = await stage.table();
  await table.untilAsked();
  const bar = table.page.locator(".standing-bar");
  assert.equal(await bar.count(), 0, "it is not shown unasked");
  await table.press("bar");
  await bar.waitFor({ state: "visible" });
  const share = Number(await bar.getAttribute("data-share"));
  assert.ok(share > 350 && share < 650, `the start is even: ${share}`);
  await bar.click();
  await table.page.locator(".standing-bar.folded").waitFor();
  await bar.click();
  await table.page.locator(".standing-bar:not(.folded)").waitFor();
  await table.press("bar");
  await bar.waitFor({ state: "hidden" });
});

for (const [screen, options] of [
  ["a desk", DESK],
  ["a phone", PHONE],
]) {
  scenario(`a reason and the bar leave the board to be reached on ${screen}`, async (stage) => {
    const table = await stage.table("xiangqi", options);
    await table.untilAsked();
    await table.press("bar");
    await table.press("hint");
    await table.page.locator('.note [data-action="why"]').click();
    await table.page.locator(".note p").nth(1).waitFor();
    await table.page.locator(".standing-bar").waitFor({ state: "visible" });
    // What is said in passing goes away by itself.
    await table.page.locator(".toast").first().waitFor({ state: "detached" });
    await table.untilStill(cell("e4"));
    assert.deepEqual(await outOfReach(table), []);
    const wider = await table.page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    assert.ok(wider <= 0, `the page is ${wider} px too wide`);
  });

  scenario(`a game is reviewed on ${screen}, from the curve to the replay`, async (stage) => {
    const red = await playedOut(stage, options);
    await red.page.locator('.result [data-do="review"]').click();
    await reviewed(red);
    const slip = await red.page.evaluate(() => {
      const { notes } = window.__fangqi.state.hud.insight.review;
      return notes.find(({ mark }) => mark === "??");
    });
    assert.ok(slip, "somebody threw the game away");
    assert.equal(slip.move % 2, 0, "it was Black");
    await (await red.shown(`[data-review="${slip.move}"]`, "moves")).click();
    await red.page.locator(`.move.chosen[data-move="${slip.move}"]`).waitFor();
    const words = await red.page.locator(".review-text").textContent();
    assert.ok(words.includes(slip.text.en), words);
    const link = await red.page.locator('[data-do="review-link"]').getAttribute("href");
    const url = new URL(link, red.page.url()).href;
    const replay = await Table.open(await (await stage.person(options)).newPage(), url);
    const board = MATE.slice(0, slip.move).reduce((now, move) => after(now, move), position());
    await replay.untilPosition("the replay shows that move", board);
    await (await replay.shown('[data-review="2"], [data-review]', "moves")).waitFor();
    await replay.page.keyboard.press("Home");
    await replay.untilPosition("it goes back to the start", position());
    await replay.page.locator(".review").waitFor({ state: "attached" });
  });
}

/** The first puzzle: its position and the moves of both sides that mate. */
const PUZZLE = "4k4/3P2P2/b2N2R2/7r1/2b6/9/9/3n5/4p3r/2R2K3";
const LINE = ["g7e7", "c5e7", "d8e8", "e9d9", "d7b8"];

scenario("a puzzle is missed, tried again and solved", async (stage) => {
  const table = await stage.table("xiangqi-puzzles");
  await table.untilPosition("the first puzzle is on the table", position(PUZZLE));
  await table.untilAsked();
  await table.press("hint");
  await table.untilMarked(LINE[0].slice(0, 2), "hint");
  await table.move("d8e8");
  const note = table.page.locator(".note");
  await note.locator('[data-action="again"]').waitFor();
  assert.match(await note.textContent(), /does not mate/);
  await note.locator('[data-action="again"]').click();
  await table.untilPosition("the wrong move is taken back", position(PUZZLE));
  for (let ply = 0; ply < LINE.length; ply += 2) {
    await table.untilAsked();
    await table.play(LINE[ply]);
    const line = LINE.slice(0, ply + 2);
    await table.untilPosition(`${line} is played`, after(position(PUZZLE), ...line));
  }
  await untilInsight(table, "it is solved", "note", "Solved!");
  await note.locator('[data-action="next"]').click();
  await table.untilMoves(0);
  await table.untilAsked();
  await table.press("previous");
  await table.untilPosition("the first is still there", position(PUZZLE));
});

scenario("the solution of a puzzle plays itself", async (stage) => {
  const table = await stage.table("xiangqi-puzzles");
  await table.untilAsked();
  await table.press("solution");
  await table.untilPosition("the mate stands", after(position(PUZZLE), ...LINE));
  await table.page.locator('.note [data-action="again"]').click();
  await table.untilPosition("one may try it oneself", position(PUZZLE));
  await table.untilAsked();
});
