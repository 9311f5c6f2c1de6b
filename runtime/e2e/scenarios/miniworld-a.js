/** Maps written as Mini World scripts: a duel, a puzzle, a maze and an editor, each in a real page. */
import assert from "node:assert/strict";
import { openRoom, scenario } from "../lib/scenario.js";
import { Table } from "../lib/table.js";
import { Walker } from "../lib/walker.js";

/** Somebody in a new room of a map in which people walk. */
async function walker(stage, map) {
  const { origin } = await stage.server();
  const room = await openRoom(origin, map);
  const context = await stage.person();
  return Walker.open(await context.newPage(), `${origin}/r/${room}`);
}

scenario("two people play gobang on blocks", async (stage) => {
  const black = await stage.table("mw-gobang");
  const white = await stage.guest(black, {
    viewport: { width: 1200, height: 720 },
  });
  const stone = async (who, x, z) => {
    await who.clickCell([x, 0, z]);
    const there = (pos) => window.__fangqi.blockAt(pos) !== 0;
    for (const table of [black, white]) await table.until("the stone is there", there, [x, 1, z]);
  };
  for (let i = 0; i < 5; i++) {
    await stone(black, 5 + i, 7);
    if (i < 4) await stone(white, 5 + i, 9);
  }
  const golden = (pos) => window.__fangqi.blockAt(pos) === 3003;
  await white.until("the line is golden", golden, [7, 1, 7]);
  // The words over the board's edge cover the block that begins anew; saying so does as well.
  const words = white.page.getByPlaceholder("Say something…");
  await words.fill("restart");
  await words.press("Enter");
  await black.until("the board is empty", () => window.__fangqi.blockAt([7, 1, 7]) === 0);
});

scenario("a group of gems is cleared with a click", async (stage) => {
  const table = await stage.table("mw-match");
  const group = await table.page.evaluate(() => {
    const at = (x, z) => window.__fangqi.blockAt([x, 1, z]);
    for (let z = 0; z < 10; z++) {
      for (let x = 0; x < 11; x++) if (at(x, z) === at(x + 1, z)) return [x, 1, z];
    }
    return null;
  });
  assert.ok(group, "there are two gems of one colour");
  await table.clickCell(group);
  const points = () => /· [1-9]\d* of 800/.test(window.__fangqi.state.hud.status?.en ?? "");
  await table.until("there are points", points);
  await table.until("gems have slid", () => window.__fangqi.blockAt([0, 1, 0]) !== 0);
});

scenario("a maze grows from a word, and one walks in", async (stage) => {
  const ann = await walker(stage, "mw-maze");
  await ann.say("maze 5");
  const hedge = ([low, far]) =>
    window.__fangqi.blockAt(low) > 0 && window.__fangqi.blockAt(far) === 0;
  const [corner, outside] = [
    [-5, 7, 4],
    [-9, 7, 4],
  ];
  await ann.until("a small maze is there", hedge, [corner, outside]);
  await ann.page.locator("canvas.board").focus();
  await ann.hold("KeyW", "Ann is inside", () => window.__fangqi.walk.pos[2] > 4.3);
  await ann.page.locator(".toast", { hasText: "The clock runs" }).waitFor();
  await ann.say("way");
  await ann.until("the way is lit", () => window.__fangqi.blockAt([0, 6, 5]) === 3204);
});

scenario("the wand selects, and words fill and undo", async (stage) => {
  const ann = await walker(stage, "mw-editor");
  await ann.hold("KeyK", "the ground is aimed at", () =>
    Array.isArray(window.__fangqi.walk.target),
  );
  const { target } = await ann.walk();
  const before = await ann.at(target);
  await ann.page.keyboard.press("KeyF");
  await ann.page.locator(".toast", { hasText: "First corner" }).waitFor();
  assert.equal(await ann.at(target), before, "the wand digs nothing");
  await ann.say(`pos2 ${target.join(" ")}`);
  await ann.say("fill 614");
  await ann.until("it is red", (pos) => window.__fangqi.blockAt(pos) === 614, target);
  await ann.say("undo");
  const back = ([pos, id]) => window.__fangqi.blockAt(pos) === id;
  await ann.until("it is as before", back, [target, before]);
});
