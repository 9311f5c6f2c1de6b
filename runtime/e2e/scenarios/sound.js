/** Sounds: what is heard and said at a table, until it is muted. */
import assert from "node:assert/strict";
import { openRoom, scenario } from "../lib/scenario.js";
import { Table } from "../lib/table.js";

/** Notes which voices sound and what is said, in a browser that has a Chinese voice. */
function record() {
  window.__sung = 0;
  window.__said = [];
  for (const source of [OscillatorNode, AudioBufferSourceNode]) {
    const { start } = source.prototype;
    source.prototype.start = function (...when) {
      window.__sung += 1;
      return start.apply(this, when);
    };
  }
  const voice = { lang: "zh-CN", localService: true, name: "Chinese", voiceURI: "zh" };
  const speak = (utterance) => {
    window.__said.push(utterance.text);
    setTimeout(() => utterance.onend?.(), 10);
  };
  const speech = { getVoices: () => [voice], addEventListener() {}, speak, cancel() {} };
  Object.defineProperty(window, "speechSynthesis", { value: speech });
  window.SpeechSynthesisUtterance = class {
    constructor(text) {
      this.text = text;
    }
  };
}

/** Answers what this person is asked: with the highest bid, the best play, or a pass. */
async function answer(table) {
  await table.untilAsked();
  const question = await table.question();
  const { selects, suggested } = await table.page.evaluate(() => {
    const { selection } = window.__fangqi.request();
    return { selects: selection !== null, suggested: selection?.suggest.length ?? 0 };
  });
  if (suggested > 0) {
    await table.page.keyboard.press("h");
    await table.page.keyboard.press("Enter");
  } else if (selects) await table.page.locator(".card-actions .other").first().click();
  else await table.page.locator(".card-actions button").last().click();
  await table.untilAnswered(question);
}

scenario("bids and plays are heard and said aloud, until the table is muted", async (stage) => {
  const { origin } = await stage.server();
  const context = await stage.person({ locale: "zh-CN" });
  await context.addInitScript(record);
  const page = await context.newPage();
  const table = await Table.open(page, `${origin}/r/${await openRoom(origin, "doudizhu")}`);
  // Browsers let nothing be heard before a gesture.
  await page.keyboard.press("q");
  await answer(table);
  await table.until("something is heard", () => window.__sung > 0);
  await table.until("something is said", () => window.__said.length > 0);
  for (const said of await page.evaluate(() => window.__said)) {
    assert.match(said, /^[\p{Script=Han}KA，！]+$/u, "calls are words, not the list's signs");
  }

  await page.locator("[data-tool=more]").click();
  await page.locator("[data-tool=settings]").click();
  await page.locator("dialog.settings input[name=calls]").waitFor();
  await page.locator("dialog.settings input[name=mute]").check();
  await page.keyboard.press("Escape");
  const noted = () => page.evaluate(() => [window.__sung, window.__said.length]);
  const before = await noted();
  // As it has after a click while others bid.
  await page.locator("[data-tool=more]").focus();
  await answer(table);
  assert.deepEqual(await noted(), before, "nothing more is heard or said");
});
