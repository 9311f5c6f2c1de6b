/** Layouts of unusual proportions, on screens of all sizes: nothing is cropped or covered. */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cellsOutOfReach } from "../lib/boards.js";
import { openRoom, PICTURES, scenario } from "../lib/scenario.js";
import { Table } from "../lib/table.js";

const SCREENS = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1024, height: 640 },
  { width: 1440, height: 900 },
];

/** Blocks of the map's own under cells that lie in steps, higher to the north. */
const STEPS = Array.from({ length: 8 }, (_, z) => ({ x: 0, y: z, z }));

const layouts = {
  // Points of a wide river, with a hand of its own at either end.
  wide: {
    rules: `local points = {}
for row = 1, 6 do
  for column = 1, 40 do
    points[#points + 1] = { \`r{row}c{column}\`, column - 1, row - 1 }
  end
end
local LAYOUT = { points = points }`,
    files: {},
  },
  // Steps of blocks that the map has laid, which have no tiles.
  steps: {
    rules: `local blocks = {}
for step = 1, 8 do
  for column = 1, 3 do
    blocks[#blocks + 1] = { name = \`s{step}c{column}\`, x = column - 1, y = step, z = step - 1 }
  end
end
local LAYOUT = { blocks = blocks }`,
    manifest: 'layout = "layout.toml"',
    files: {
      "layout.toml": STEPS.map(
        ({ x, y, z }) =>
          `[[fill]]\nblock = "stone"\nfrom = [${x}, ${y}, ${z}]\nto = [${x + 2}, ${y}, ${z}]\n`,
      ).join("\n"),
    },
  },
};

const RULES = `
Board:define({
  layout = LAYOUT,
  pieces = {
    { name = { zh = "黑子", en = "Black" }, colour = "#1f1b16" },
    { name = { zh = "白子", en = "White" }, colour = "#f2ede1" },
  },
  legal = function(state)
    local free = {}
    for cell, piece in state.cells do
      if piece == 0 then
        free[#free + 1] = cell
      end
    end
    return free
  end,
  apply = function(state, cell, seat)
    state.cells[cell] = seat
  end,
  over = function(state)
    return if table.find(state.cells, 0) then nil else 0, "full"
  end,
  tally = function(state, seat)
    return { zh = \`第 {seat} 家\`, en = \`seat {seat}\` }
  end,
  tags = function(state, seat)
    return if seat == 1 then { { zh = "庄家", en = "dealer" } } else { "3", { zh = "听牌", en = "ready" } }
  end,
  secret = function(state, seat)
    return { zh = \`只有第 {seat} 家知道\`, en = \`for seat {seat} alone\` }
  end,
})
`;

const manifest = (id, more) => `format = 1
id = "${id}"
version = "1.0.0"
name = { zh = "${id}", en = "${id}" }
description = { zh = "试验", en = "A trial" }
rules = "rules.lua"
strings = { zh = "strings/zh.toml", en = "strings/en.toml" }
${more}

[[seats]]
name = { zh = "黑方", en = "Black" }
colour = "#1f1b16"

[[seats]]
name = { zh = "白方", en = "White" }
colour = "#d8cdb4"
`;

/** Writes the maps into a folder; gives it. */
async function written() {
  const folder = await mkdtemp(join(tmpdir(), "fangqi-camera-"));
  for (const [id, { rules, manifest: more = "", files }] of Object.entries(layouts)) {
    const texts = {
      "map.toml": manifest(id, more),
      "rules.lua": rules + RULES,
      "strings/en.toml": 'over_full = "The board is full"\n',
      "strings/zh.toml": 'over_full = "棋盘已满"\n',
      ...files,
    };
    await mkdir(join(folder, id, "strings"), { recursive: true });
    for (const [name, text] of Object.entries(texts)) {
      await writeFile(join(folder, id, name), text);
    }
  }
  return folder;
}

/** Elements of the seats' texts that lie over each other or outside the page, by what they say. */
const overlaps = (page) =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll(".tag, .tally, .tallies > span, .seat-name")]
      .filter((element) => element.checkVisibility())
      .map((element) => ({ element, box: element.getBoundingClientRect() }));
    const found = [];
    for (const { element, box } of shown) {
      if (box.left < -0.5 || box.right > innerWidth + 0.5) found.push(element.textContent);
      for (const other of shown) {
        if (element === other.element || element.contains(other.element)) continue;
        if (other.element.contains(element)) continue;
        const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const tall = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (wide > 1 && tall > 1)
          found.push(`${element.textContent} / ${other.element.textContent}`);
      }
    }
    return found;
  });

for (const id of Object.keys(layouts)) {
  scenario(
    `the layout ${id} is whole on every screen, and so is what stands beside seats`,
    async (stage, t) => {
      const folder = await written();
      stage.cleanups.push(() => rm(folder, { recursive: true }));
      const { server } = await stage.ownServer({ folder });
      const room = await openRoom(server.origin, id);
      for (const [index, viewport] of SCREENS.entries()) {
        const locale = index % 2 === 0 ? "en-US" : "zh-CN";
        const context = await stage.person({ viewport, locale });
        const page = await context.newPage();
        const table = await Table.open(page, `${server.origin}/r/${room}`);
        if (index === 0) await table.untilAsked();
        assert.deepEqual(await cellsOutOfReach(table), [], JSON.stringify(viewport));
        assert.deepEqual(await overlaps(page), [], JSON.stringify(viewport));
        const secret = await page.locator(".tag.secret").allTextContents();
        const wanted = index === 0 ? ["for seat 1 alone"] : [];
        assert.deepEqual(secret, wanted, "who watches reads what all read");
        const path = join(PICTURES, `camera-${id}-${viewport.width}x${viewport.height}.png`);
        await page.screenshot({ path });
        t.diagnostic(`picture: ${path}`);
      }
    },
  );
}
