/**
 * How long a first visit takes until one can play. It is told, not judged: machines differ.
 * `VISITS=5` repeats it, `LATENCY_MS=300 KBITS=1600` has it over such a line.
 */
import { scenario } from "../lib/scenario.js";
import { launch } from "../lib/browser.js";
import { openRoom } from "../lib/scenario.js";
import { Table } from "../lib/table.js";

const VISITS = Number(process.env.VISITS ?? 1);
const LATENCY_MS = Number(process.env.LATENCY_MS ?? 0);
/** Thousands of bits a second, down and up. */
const KBITS = Number(process.env.KBITS ?? 0);

/** Gives a page the line that was asked for. */
async function slowDown(page) {
  const browser = await page.context().newCDPSession(page);
  const bytes = KBITS > 0 ? (KBITS * 1000) / 8 : -1;
  await browser.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  });
}

scenario("a first visit gets to a board that can be played on", async (stage, t) => {
  const { origin } = await stage.server();
  const times = [];
  for (let visit = 0; visit < VISITS; visit++) {
    const room = await openRoom(origin, "xiangqi");
    // A browser of its own has nothing in its caches, of pages and of shaders alike.
    const browser = await launch();
    const page = await browser.newPage({
      viewport: { width: 1280, height: 720 },
    });
    // Its own start is not the page's.
    await page.goto("about:blank");
    if (LATENCY_MS > 0 || KBITS > 0) await slowDown(page);
    await page.waitForTimeout(1500);
    const table = await Table.open(page, `${origin}/r/${room}`);
    await table.untilAsked();
    await table.click("b2");
    await table.untilMarked("b2", "selected");
    const marked = await page.evaluate(() => Math.round(performance.now()));
    await table.until(
      "the first picture is complete",
      () => performance.getEntriesByName("fangqi:playable").length > 0,
    );
    const marks = await page.evaluate(() =>
      Object.fromEntries(
        performance.getEntriesByType("mark").map((mark) => [mark.name, Math.round(mark.startTime)]),
      ),
    );
    t.diagnostic(`milliseconds: ${JSON.stringify(marks)}, a clicked piece marked by ${marked}`);
    times.push(marks["fangqi:playable"]);
    await browser.close();
  }
  const median = times.sort((a, b) => a - b)[times.length >> 1];
  t.diagnostic(`median of ${times.length} first visits: playable after ${median} ms`);
});
