/** One person against the computer. */
import assert from "node:assert/strict";
import { scenario } from "../lib/scenario.js";
import { Table } from "../lib/table.js";
import { after, difference, isBlack, position } from "../lib/xiangqi.js";

/** Where the cannon on b2 may go at the start, counted by hand; it takes the horse on b9. */
const CANNON = ["a2", "b1", "b3", "b4", "b5", "b6", "c2", "d2", "e2", "f2", "g2"];

/** Waits for the computer's answer; gives it as a move. */
async function reply(table, before) {
  await table.untilAsked();
  const now = await table.position();
  const move = difference(before, now);
  assert.ok(move, "the computer made one move");
  assert.ok(isBlack(now[move.slice(2)]), `the computer moved its own piece: ${move}`);
  return move;
}

scenario("the printed address opens a board to play on at once", async (stage, t) => {
  const { url } = await stage.server();
  const page = await (await stage.person()).newPage();
  const started = performance.now();
  const table = await Table.open(page, url);
  t.diagnostic(`from address to board: ${Math.round(performance.now() - started)} ms`);
  assert.deepEqual(await table.position(), position());
  assert.equal(await table.seat(), 0, "the first person plays Red");
  assert.equal(await table.holder(1), "computer");
  await table.untilAsked();
});

scenario(
  "a click on a piece marks where it may go, and another click lets it go",
  async (stage) => {
    const table = await stage.table();
    await table.untilAsked();
    await table.click("b2");
    await table.untilMarked("b2", "selected");
    assert.deepEqual(await table.marked("target"), CANNON);
    assert.deepEqual(await table.marked("capture"), ["b9"]);
    await table.click("c3");
    await table.untilMarked("c3", "selected");
    assert.deepEqual(await table.marked("target", "capture"), ["c4"]);
  },
);

scenario("a click where the piece cannot go says why and changes nothing", async (stage) => {
  const table = await stage.table();
  await table.untilAsked();
  await table.click("a0");
  await table.untilMarked("a0", "selected");
  await table.click("c4");
  assert.notEqual((await table.page.locator(".toast").first().textContent()).trim(), "");
  await table.click("e9");
  await table.page.locator(".toast").first().waitFor();
  assert.deepEqual(await table.position(), position());
  assert.equal(await table.moves(), 0);
});

scenario("a move is answered by the computer and can be taken back", async (stage, t) => {
  const table = await stage.table();
  await table.untilAsked();
  await table.move("h2e2");
  const mine = after(position(), "h2e2");
  const started = performance.now();
  const answer = await reply(table, mine);
  t.diagnostic(`the computer played ${answer} after ${Math.round(performance.now() - started)} ms`);
  assert.deepEqual(
    await table.marked("last_from", "last_to"),
    [answer.slice(0, 2), answer.slice(2)].sort(),
  );
  assert.equal(await table.moves(), 2);

  await table.press("take_back");
  await table.untilPosition("the board is as before the move", position());
  await table.untilAsked();
  assert.equal(await table.moves(), 0);

  await table.move("b0c2");
  await reply(table, after(position(), "b0c2"));
});

scenario("after a reload one is back in the same seat before the same position", async (stage) => {
  const table = await stage.table();
  await table.untilAsked();
  await table.move("h2e2");
  await reply(table, after(position(), "h2e2"));
  const before = await table.position();
  await table.page.reload();
  await table.ready();
  assert.equal(await table.seat(), 0);
  assert.deepEqual(await table.position(), before);
  assert.equal(await table.moves(), 2);
  await table.untilAsked();
  await table.move("h0g2");
  await reply(table, after(before, "h0g2"));
});

scenario("who resigns has lost, and a new game begins from the start", async (stage) => {
  const table = await stage.table();
  await table.untilAsked();
  await table.move("h2e2");
  await reply(table, after(position(), "h2e2"));
  await table.press("resign");
  await table.page.locator("dialog .primary, [role=dialog]:visible .primary").first().click();
  const result = table.page.locator(".result");
  await result.waitFor({ state: "visible" });
  assert.match(await result.textContent(), /Black wins/);
  await result.locator(".primary").click();
  await table.untilPosition("the pieces stand as at the start", position());
  await table.untilAsked();
});

scenario("the tutorial's program plays too, and takes its moves back", async (stage) => {
  const table = await stage.table("tutorial-xiangqi");
  await table.untilTurn();
  assert.deepEqual(await table.position(), position());
  await table.move("h2e2");
  await table.untilMoves(2);
  await table.untilTurn();
  const mine = after(position(), "h2e2");
  const answer = difference(mine, await table.position());
  assert.ok(answer && isBlack(mine[answer.slice(0, 2)]), `the computer answered ${answer}`);
  await table.press("undo");
  await table.untilPosition("the board is as before the move", position());
  await table.untilTurn();
});
