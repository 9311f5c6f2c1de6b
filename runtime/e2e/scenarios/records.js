/** Games as text: one is pasted, opens in a room of its own, is played on by one person and is written again. */
import assert from "node:assert/strict";
import { scenario } from "../lib/scenario.js";
import { after, position } from "../lib/xiangqi.js";

const GAME = `[Event "Friends"]
[Red "Hu"]
[Black "Lü"]

1. 炮二平五 {usual} 马8进7 2. 马二进三 (2. 兵三进一) 车9平8 *`;
const MOVES = ["h2e2", "h9g7", "h0g2", "i9h9"];

/** The positions after each move, the first before any. */
const positions = MOVES.reduce((all, move) => [...all, after(all.at(-1), move)], [position()]);

scenario("a written game is read, gone through, played on and written again", async (stage) => {
  const table = await stage.table("xiangqi");
  const { page } = table;
  await (await table.tool("record")).click();
  await page.locator("[name=record-way][value=read]").check({ force: true });
  const text = page.locator("[name=record-text]");
  const open = page.locator("[data-do=open-record]");
  await text.fill("1. h2e2 {never ends");
  assert.match(await page.locator(".record-told[role=alert]").textContent(), /^Line 1: /);
  assert.ok(await open.isDisabled(), "what is broken cannot be opened");
  await text.fill(GAME);
  const told = await page.locator(".record-told[role=status]").textContent();
  assert.match(told, /^4 moves · Hu – Lü, Friends · 1 comment · 1 variation$/);
  const before = page.url();
  await open.click();
  await page.waitForURL((url) => url.href !== before);
  await table.ready();
  await table.untilMoves(MOVES.length);
  await table.untilPosition("all moves have been played", positions.at(-1));
  const main = (ply) => table.shown(`.rounds > li:not(.beside) [data-ply="${ply}"]`, "moves");
  await (await main(2)).click();
  await table.untilPosition("an earlier position is shown", positions[2]);
  await (await main(4)).click();
  await table.untilPosition("and the last one again", positions[4]);
  // The person moves for Red, then for Black.
  await table.untilAsked();
  await table.move("a0a1");
  await table.untilMoves(MOVES.length + 1);
  await table.untilAsked();
  await table.move("a9a8");
  await table.untilMoves(MOVES.length + 2);
  await (await table.tool("record")).click();
  await page.selectOption("[name=record-form]", "dhtmlxq");
  const written = await page.locator(".record-text").inputValue();
  assert.match(written, /\[DhtmlXQ_movelist\]774770627967807009080001\[/);
});

/** Black's pawn stands before its last rank, and White is to move. */
const ENDGAME = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 60";

scenario("a position is read, played on from and written again with its moves", async (stage) => {
  const table = await stage.table("chess");
  const { page } = table;
  const hud = () => page.evaluate(() => window.__fangqi.state.hud);
  await (await table.tool("record")).click();
  await page.locator("[name=record-way][value=read]").check({ force: true });
  await page.locator("[name=record-text]").fill(`[FEN "${ENDGAME}"]\n\n60. Kd3 Kd5 61. e4+ *`);
  const told = await page.locator(".record-told[role=status]").textContent();
  assert.equal(told, "begins with a position of its own · 3 moves");
  const before = page.url();
  await page.locator("[data-do=open-record]").click();
  await page.waitForURL((url) => url.href !== before);
  await table.ready();
  await table.untilMoves(3);
  assert.equal((await hud()).position, "8/8/8/3k4/4P3/3K4/8/8 b - - 0 61");
  await (await table.tool("record")).click();
  const form = page.locator("[name=record-form]");
  await form.selectOption("pgn");
  const written = await page.locator(".record-text").inputValue();
  assert.ok(written.includes(`[SetUp "1"]\n[FEN "${ENDGAME}"]`), written);
  assert.match(written, /\n1\. Kd3 Kd5 2\. e4\+ \*\n$/);
  await form.selectOption("fen");
  assert.equal(
    await page.locator(".record-text").inputValue(),
    "8/8/8/3k4/4P3/3K4/8/8 b - - 0 61\n",
  );
  // A position that there cannot be is refused with a sentence, and the game goes on.
  await page.locator("[name=record-way][value=read]").check({ force: true });
  await page.locator("[name=record-text]").fill("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1");
  const here = page.url();
  await page.locator("[data-do=open-record]").click();
  await page.waitForURL((url) => url.href !== here);
  await table.ready();
  await page.getByText("The side that is not to move is in check").waitFor();
});

scenario(
  "other moves in an earlier position become branches that outlast a reload",
  async (stage) => {
    const table = await stage.table("xiangqi");
    const { page } = table;
    await (await table.shown('[data-action="study"]')).click();
    for (const [i, move] of MOVES.entries()) {
      await table.untilAsked();
      await table.move(move);
      await table.untilMoves(i + 1);
    }
    const tree = async () => (await page.locator(".study .rounds").innerText()).replace(/\s+/g, "");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await table.untilPosition("two moves earlier", positions[2]);
    // The first click has the room go there and picks the horse up.
    await table.click("b0");
    await table.untilMoves(2);
    await page.waitForFunction(() =>
      window.__fangqi.marks().some(({ kind }) => kind === "selected"),
    );
    await table.click("c2");
    await table.untilMoves(3);
    const branched = after(positions[2], "b0c2");
    await table.untilPosition("another move was played", branched);
    const grown = await tree();
    assert.match(grown, /^1C2=5H8\+72H2\+32\.H8\+72…R9=8$/);
    await (await table.shown('.rounds > li:not(.beside) [data-ply="4"]', "moves")).click();
    await table.untilPosition("the other line can still be looked at", positions[4]);
    await page.reload();
    await table.ready();
    await table.untilPosition("the room is where it was", branched);
    assert.equal(await tree(), grown);
    await (await table.shown('.variation [data-ply="3"]', "moves")).click();
    await (await table.shown('[data-study="main"]', "moves")).click();
    assert.match(await tree(), /^1C2=5H8\+72H8\+72\.H2\+3R9=8$/);
    await (await table.shown('[data-study="delete"]', "moves")).click();
    await page.waitForFunction(() => !document.querySelector(".variation"));
    assert.match(await tree(), /^1C2=5H8\+72H2\+3R9=8$/);
    await table.untilMoves(2);
  },
);

scenario("a study shows the computer's best lines, and plays what is clicked", async (stage) => {
  const table = await stage.table("xiangqi");
  const { page } = table;
  await (await table.shown('[data-action="study"]')).click();
  await table.untilAsked();
  await (await table.shown('[data-study="engine"]', "moves")).click();
  const firsts = page.locator('.best-lines [data-move="1"]');
  await firsts.nth(2).waitFor();
  const told = await page.evaluate(() => window.__fangqi.state.hud.lines.lines);
  assert.deepEqual(
    await firsts.allInnerTexts(),
    told.map(({ moves }) => moves[0].en),
  );
  assert.equal(new Set(await firsts.allInnerTexts()).size, 3, "three ways to begin");
  const scores = await page.locator(".best-lines .score").allInnerTexts();
  assert.ok(
    scores.every((score) => /^[+-]\d+\.\d$/.test(score)),
    scores.join(),
  );
  const values = scores.map(Number);
  assert.ok(values[0] >= values[1] && values[1] >= values[2], scores.join());
  // The second move of the second line: both of its moves are played into the study.
  const [first, second] = told[1].moves;
  await page.locator('.best-lines [data-line="2"][data-move="2"]').click();
  await table.untilMoves(2);
  const listed = await page.evaluate(() => window.__fangqi.state.hud.moves.map(({ text }) => text));
  assert.deepEqual(listed, [first, second]);
  await firsts.nth(2).waitFor();
  await page.locator('[data-study="lines"]').selectOption("1");
  await page.waitForFunction(() => document.querySelectorAll(".best-lines li").length === 1);
  await page.reload();
  await table.ready();
  // The computer is asked as before the reload.
  await table.shown('[data-study="engine"]', "moves");
  await firsts.first().waitFor();
  assert.equal(await firsts.count(), 1, "as many as were chosen");
  await (await table.shown('[data-study="engine"]', "moves")).click();
  await page.waitForFunction(() => !document.querySelector(".best-lines"));
});
