/** Two people, spectators, one person in two places, and one who says too much. */
import assert from "node:assert/strict";
import { MOTION } from "../lib/browser.js";
import { scenario } from "../lib/scenario.js";
import { Table } from "../lib/table.js";
import { after, position } from "../lib/xiangqi.js";

/** Two people at one table, Red and Black. They see pieces fly, as most people do. */
async function two(stage) {
  const options = { reducedMotion: MOTION.all };
  const red = await stage.table("xiangqi", options);
  return { red, black: await stage.opponent(red, options) };
}

scenario("a friend joins by the link, sits opposite and plays", async (stage) => {
  const { red, black } = await two(stage);
  await red.move("b2e2");
  const first = after(position(), "b2e2");
  await black.untilPosition("the friend sees the move", first);
  await black.untilAsked();
  await black.move("h9g7");
  await red.untilPosition("the answer is seen", after(first, "h9g7"));
  await red.untilAsked();
  assert.equal(await red.seat(), 0);
  assert.equal(await black.seat(), 1);
});

scenario("out of turn one is told so, and nothing moves", async (stage) => {
  const { red, black } = await two(stage);
  await black.click("h9");
  await black.toasts.first().waitFor({ state: "attached" });
  assert.notEqual((await black.toasts.first().textContent()).trim(), "");
  assert.deepEqual(await black.marked("selected", "target", "capture"), []);
  assert.deepEqual(await red.position(), position());
});

scenario("a spectator's click is refused with a toast and seen by nobody", async (stage) => {
  const { red } = await two(stage);
  const watcher = await stage.guest(red);
  assert.equal(await watcher.seat(), null);
  await watcher.click("h2");
  await watcher.toasts.first().waitFor({ state: "attached" });
  assert.notEqual((await watcher.toasts.first().textContent()).trim(), "");
  assert.deepEqual(await watcher.marked("selected", "target", "capture"), []);
  await red.move("h2e2");
  await watcher.untilPosition("the spectator sees the move", after(position(), "h2e2"));
});

scenario("what one player picks up, the other does not see", async (stage) => {
  const { red, black } = await two(stage);
  await red.click("b2");
  await red.untilMarked("b2", "selected");
  await red.move("c3c4");
  await black.untilPosition("the move arrives", after(position(), "c3c4"));
  assert.deepEqual(await black.marked("selected", "target", "capture"), []);
});

scenario(
  "a seat opened in a second tab leaves the first, which can take it back",
  async (stage) => {
    const first = await stage.table();
    await first.untilAsked();
    const page = await first.page.context().newPage();
    const second = await Table.open(page, first.page.url());
    assert.equal(await second.seat(), 0);
    await first.page.bringToFront();
    const veil = first.page.locator(".link-state.veil");
    await veil.waitFor({ state: "visible" });
    assert.match(await veil.textContent(), /another tab/);
    await veil.locator("button").click();
    await first.ready();
    assert.equal(await first.seat(), 0);
    await first.untilAsked();
    await first.move("h2e2");
  },
);

scenario("who was cut off for saying too much comes back by a button", async (stage) => {
  const red = await stage.table();
  const context = await stage.person();
  await context.addInitScript(() => {
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (data) {
      window.__line = this;
      send.call(this, data);
    };
  });
  const loud = await Table.open(await context.newPage(), red.page.url());
  const who = () => loud.page.evaluate(() => window.__fangqi.state.you);
  const before = await who();
  await loud.page.evaluate(() => {
    for (let nonce = 0; nonce < 300; nonce++) {
      window.__line.send(JSON.stringify({ t: "ping", nonce }));
    }
  });
  const veil = loud.page.locator(".link-state.veil");
  await veil.waitFor({ state: "visible" });
  assert.match(await veil.textContent(), /Too many messages/);
  assert.ok(await veil.getByText("Back to the lobby").isVisible());
  const answered = () => ["live", "closed"].includes(window.__fangqi.state.link.kind);
  // Whoever comes too soon is told so and may try again.
  for (let attempt = 0; ; attempt++) {
    assert.ok(attempt < 10, "it is let in");
    await veil.locator("button", { hasText: "Come back in" }).click();
    await loud.until("the server answers", answered);
    if (await loud.page.evaluate(() => window.__fangqi.state.link.kind === "live")) break;
    await loud.page.waitForTimeout(1000);
  }
  assert.equal(await who(), before, "it is who it was");
});

scenario("what is said is heard on the other side", async (stage) => {
  const { red, black } = await two(stage);
  const words = "Good luck 请多指教 <b>not bold</b>";
  await (await red.shown(".chat input", "chat")).fill(words);
  await red.page.keyboard.press("Enter");
  await black.until(
    "the words arrive",
    (words) => window.__fangqi.state.chat.some(({ text }) => text.en === words),
    words,
  );
  assert.equal(await black.page.locator("b", { hasText: "not bold" }).count(), 0);
  await black.page.reload();
  await black.ready();
  const kept = await black.page.evaluate(() =>
    window.__fangqi.state.chat.map(({ text }) => text.en),
  );
  assert.ok(kept.includes(words), "what was said is there after a reload");
});

scenario("a rematch changes sides once both want it", async (stage) => {
  const { red, black } = await two(stage);
  await red.move("h2e2");
  await black.untilAsked();
  await black.press("resign");
  await black.confirm();
  const result = (table) => table.page.locator(".result:visible");
  await result(red).waitFor();
  assert.match(await result(red).textContent(), /You won/);
  assert.match(await result(black).textContent(), /You lost/);
  await result(red).locator("[data-do=rematch]").click();
  await black.page.getByRole("button", { name: "Agree", exact: true }).click();
  await black.until("the sides have changed", () => window.__fangqi.state.seat === 0);
  await black.untilAsked();
  await black.move("h2e2");
  await red.untilPosition("the other begins", after(position(), "h2e2"));
});

scenario("one click takes the other side before the first move", async (stage) => {
  const table = await stage.table();
  await (await table.shown(".sides-choice [data-side='1']", "seats")).click();
  await table.until("one has the other side", () => window.__fangqi.state.seat === 1);
  await table.untilMoves(1);
});
