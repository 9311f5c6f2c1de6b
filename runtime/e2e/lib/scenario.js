/** Scenarios: a test with people at browsers and a server to play on. */
import { after, test } from "node:test";
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { complaints, launch, MOTION, VIEWPORT } from "./browser.js";
import { CopiedMaps } from "./maps.js";
import { dataFolder, Server } from "./server.js";
import { Table } from "./table.js";
import { writeWalkabout } from "./walkabout.js";

const SCENARIO_MS = 120_000;
/** Lines of the shared server's log that are shown with a failure. */
const LOG_LINES = 20;

/** Where pictures go: of failures, and of how the game looks. */
export const PICTURES = mkdtempSync(join(tmpdir(), "fangqi-pictures-"));

const cleanups = [];
let browser;
let server;

/** The browser and the server that scenarios share, started by the first that needs them. */
const shared = {
  browser: () => (browser ??= launch()),
  server: () =>
    (server ??= dataFolder((f) => cleanups.push(f)).then((folder) => Server.start(folder))),
};

after(async () => {
  await (await browser)?.close();
  await (await server)?.stop();
  for (const cleanup of cleanups) await cleanup();
  console.log(`pictures are in ${PICTURES}`);
});

/** What a scenario has at hand. */
class Stage {
  people = [];
  cleanups = [];

  constructor(t) {
    this.t = t;
  }

  /** The server that all scenarios share. */
  server() {
    return shared.server();
  }

  /** A server of this scenario's own; with a copy of the maps, it plays and watches that. */
  async ownServer(maps = null) {
    const folder = await dataFolder((f) => this.cleanups.push(f));
    const own = {
      folder,
      server: await Server.start(folder, 0, maps?.folder ?? null),
    };
    this.cleanups.unshift(() => own.server.kill());
    return own;
  }

  /** Somebody with a browser of their own. `fine` names complaints that the scenario provokes. */
  async person({ viewport = VIEWPORT, locale = "en-US", fine = [], ...options } = {}) {
    const browser = await shared.browser();
    const reducedMotion = MOTION.less;
    const context = await browser.newContext({ viewport, locale, reducedMotion, ...options });
    this.people.push({ context, heard: complaints(context), fine });
    return context;
  }

  /** A new person at a new table of this map. */
  async table(map = "xiangqi", options = {}) {
    const { origin } = await this.server();
    const context = await this.person(options);
    const page = await context.newPage();
    const room = await openRoom(origin, map);
    return Table.open(page, `${origin}/r/${room}`);
  }

  /** A copy of the Xiangqi map, to be edited. */
  async copiedMaps() {
    const folder = await dataFolder((f) => this.cleanups.push(f));
    return CopiedMaps.make(folder);
  }

  /** A server of this scenario's own that also plays the map in which people walk. */
  async walkabout() {
    const folder = await dataFolder((f) => this.cleanups.push(f));
    await writeWalkabout(folder);
    return this.ownServer({ folder });
  }

  /** A new person at the table that a server printed the address of. */
  async tableAt({ server }, options = {}) {
    const context = await this.person(options);
    return Table.open(await context.newPage(), server.url);
  }

  /** Somebody else at a table, by its link. */
  async guest(table, options = {}) {
    const context = await this.person(options);
    return Table.open(await context.newPage(), table.page.url());
  }

  /** Somebody who plays Black at the table of Red, in the computer's place. */
  async opponent(red, options = {}) {
    await red.untilAsked();
    await red.openSeat(1);
    const black = await this.guest(red, options);
    await black.sit(1);
    await red.untilHeld(1, "player");
    return black;
  }

  async pictureFailure(name) {
    const pages = this.people.flatMap(({ context }) => context.pages());
    for (const [index, page] of pages.entries()) {
      const path = join(PICTURES, `failed-${name.replaceAll(/\W+/g, "-")}-${index + 1}.png`);
      await page.screenshot({ path }).catch(() => undefined);
      this.t.diagnostic(`picture of page ${index + 1}: ${path}`);
    }
    const { log } = (await server) ?? { log: "" };
    for (const line of log.trimEnd().split("\n").slice(-LOG_LINES)) {
      this.t.diagnostic(`the server said: ${line}`);
    }
  }

  async close() {
    for (const { context } of this.people) await context.close();
    for (const cleanup of this.cleanups) await cleanup();
  }

  /** Fails when a page complained of something that the scenario did not provoke. */
  assertQuiet() {
    const heard = this.people.flatMap(({ heard, fine }) =>
      heard.filter((complaint) => !fine.some((words) => complaint.includes(words))),
    );
    assert.deepEqual(heard, [], "the page complained");
  }
}

/** Opens a room as the lobby does. The server says how long one who is too fast is to wait. */
export async function openRoom(origin, map) {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(`${origin}/api/rooms`, {
      method: "POST",
      headers: { "content-type": "application/json", origin },
      body: JSON.stringify({ map }),
    });
    if (answer.ok) return (await answer.json()).room;
    const text = await answer.text();
    const seconds = Number(answer.headers.get("retry-after"));
    if (answer.status !== 429 || !(seconds > 0) || attempt === 5) {
      throw new Error(`the server opened no room: ${answer.status} ${text}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  }
}

/** Declares a scenario. */
export function scenario(name, play) {
  if (process.env.ONLY && !name.includes(process.env.ONLY)) return;
  test(name, { timeout: SCENARIO_MS }, async (t) => {
    const stage = new Stage(t);
    try {
      await play(stage, t);
      stage.assertQuiet();
    } catch (error) {
      await stage.pictureFailure(name);
      throw error;
    } finally {
      await stage.close();
    }
  });
}
