/** Sanguosha: a general is chosen at a table of eight, cards are used by clicks, computers play along. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { PICTURES, scenario } from "../lib/scenario.js";

const MAP = "sanguosha";
const DESK = { viewport: { width: 1440, height: 900 } };
const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};
/** A block that is the back of any card. */
const BACK = 4054;
/** Questions that are answered in one scenario. */
const ANSWERS = 5;

/** What to click next: what confirms, else a player, else a card, else whatever is last. */
const nextClick = (table) =>
  table.page.evaluate(() => {
    const request = window.__fangqi.request();
    const { id, choices, panel } = request;
    const same = (a, b) => String(a) === String(b);
    const found = { main: -1, player: -1, card: -1 };
    choices.forEach(({ path }, i) => {
      const look = panel?.looks[i];
      if (look?.main) found.main = i;
      else if (panel?.seats.includes(look?.seat)) return;
      else if (panel?.picked.some((cell) => same(cell, path[0]))) return;
      else if (look?.seat !== null && look?.seat !== undefined) {
        if (found.player < 0) found.player = i;
      } else if (path.length > 0 && panel?.picked.length === 0 && found.card < 0) found.card = i;
    });
    const choice = [found.main, found.player, found.card].find((i) => i >= 0) ?? choices.length - 1;
    return {
      id,
      choice,
      cell: choices[choice].path[0] ?? null,
      label: choices[choice].label,
    };
  });

/** Clicks a button; false if it has gone because something else is asked by now. */
async function clickIfThere(button) {
  try {
    await button.click({ timeout: 5_000 });
    return true;
  } catch (error) {
    if (error.name === "TimeoutError" && (await button.count()) === 0) return false;
    throw error;
  }
}

/** Whether the game has ended: any click may be its last. */
const isOver = (table) => table.page.evaluate(() => window.__fangqi.state.hud.result !== null);

/**
 * Clicks once towards an answer: a card, a plate or a button; whether a button was clicked. Does
 * nothing where the game ends before anything is asked.
 */
async function clickOn(table) {
  // The turns of seven others may pass without a question for one.
  const goesOn = () =>
    window.__fangqi.request() !== null || window.__fangqi.state.hud.result !== null;
  await table.until("something is asked", goesOn, null, 90_000);
  if (await isOver(table)) return false;
  const question = await table.question();
  const { id, choice, cell, label } = await nextClick(table);
  if (cell && !label) {
    await table.clickCell(cell);
  } else {
    const kind = label ? "answer" : "choice";
    const button = table.page.locator(`[data-${kind}="${id}:${choice}"]`);
    // A table that is set up anew asks anew.
    if (!(await clickIfThere(button))) return false;
  }
  await table.untilAnswered(question);
  return label !== null;
}

/** The seats whose plates are covered by answers, or lie outside of the picture. */
const covered = (table) =>
  table.page.evaluate(() => {
    const area = (element) => element.getBoundingClientRect();
    const pages = area(document.querySelector(".card-actions[data-pages]"));
    const picture = area(document.querySelector(".card-table"));
    const plates = [...document.querySelectorAll(".sign.plate")];
    return plates
      .filter((plate) => {
        const { left, right, top, bottom } = area(plate);
        const apart =
          right <= pages.left || left >= pages.right || bottom <= pages.top || top >= pages.bottom;
        return !apart || left < picture.left || right > picture.right || top < picture.top;
      })
      .map((plate) => plate.dataset.sign);
  });

/** Begins a game of so many. */
async function players(table, count) {
  await table.press("option_players");
  await table.page.locator(`dialog [data-value="${count}"]`).click();
  await table.until("so many play", (count) => window.__fangqi.state.seats.length === count, count);
}

for (const [name, options] of Object.entries({ desk: DESK, phone: PHONE })) {
  scenario(`${MAP}: turns at a table of eight (${name})`, async (stage, t) => {
    const table = await stage.table(MAP, options);
    await players(table, 8);
    await table.press("pace");
    await table.until("a general is asked for", () => {
      const request = window.__fangqi.request();
      return request?.panel?.looks[0]?.about != null;
    });
    const choosing = join(PICTURES, `sanguosha-general-${name}.png`);
    await table.page.locator(".page-head .picture").first().waitFor();
    await table.page.screenshot({ path: choosing });
    t.diagnostic(`picture: ${choosing}`);
    assert.deepEqual(await covered(table), [], "pages leave the plates in view");
    await clickOn(table);
    const plates = () => window.__fangqi.state.hud.plates;
    await table.until("all have generals", () =>
      window.__fangqi.state.hud.plates.every(({ life_max }) => life_max > 0),
    );
    await table.until(
      "all have portraits",
      () => document.querySelectorAll(".sign .ring .picture").length === 8,
    );
    assert.equal((await table.page.evaluate(plates)).length, 8);
    const secret = await table.page.evaluate(() => window.__fangqi.state.hud.secret?.en);
    assert.match(secret, /Lord|Loyalist|Rebel|Renegade/, "one's own role is known");
    // At the end of a game, which a click may be, all hands are shown.
    await table.until(
      "others' hands are backs",
      (back) => {
        const block = (seat) => window.__fangqi.blockAt([1, 1, 4 * seat]);
        return [1, 2, 3, 4, 5, 6, 7].map(block).every((block) => block === back);
      },
      BACK,
    );
    for (let answers = 0; answers < ANSWERS;) {
      if (await isOver(table)) break;
      if (await clickOn(table)) answers += 1;
      if (answers === 2) {
        const path = join(PICTURES, `sanguosha-${name}.png`);
        await table.page.screenshot({ path });
        t.diagnostic(`picture: ${path}`);
      }
    }
    assert.ok((await table.moves()) > 20, "the log tells of it");
  });
}

scenario(
  `${MAP}: a game of two comes to its end, roles are shown, and the next begins`,
  async (stage) => {
    const table = await stage.table(MAP);
    await players(table, 2);
    await table.press("pace");
    for (let answers = 0; answers < 3 && !(await isOver(table));) {
      if (await clickOn(table)) answers += 1;
    }
    await table.page.locator('[data-seat="0"] [data-do=hand_over]').click();
    await table.untilCare(0, "stand_in");
    await table.until(
      "an arrow points from one to the other",
      () =>
        document.querySelector(".seat-arrows .head") !== null ||
        window.__fangqi.state.hud.result !== null,
      null,
      60_000,
    );
    const over = () => window.__fangqi.state.hud.result !== null;
    await table.until("the computer has played to the end", over, null, 90_000);
    const { badges, plates } = await table.page.evaluate(() => window.__fangqi.state.hud);
    const roles = badges.map(({ en }) => en).sort();
    assert.deepEqual(roles, ["Lord", "Rebel"], "all roles are known");
    assert.ok(
      plates.some(({ out }) => out),
      "somebody has fallen",
    );
    await table.page.locator(".result button.primary").click();
    await table.until("the next game has begun", () => window.__fangqi.state.hud.result === null);
    await table.until("a role is hidden again", () =>
      window.__fangqi.state.hud.badges.some(({ en }) => en === ""),
    );
  },
);
