/** That nothing on a room's page lies over something else or sticks out, on every screen. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { PICTURES, scenario } from "../lib/scenario.js";

/** Maps whose pages differ: boards with many and few buttons, card tables, a table of many seats. */
const MAPS = ["xiangqi", "chess", "pig", "doudizhu", "sanguosha"];

const SCREENS = [
  [320, 568],
  [390, 844],
  [844, 390],
  [768, 1024],
  [1024, 640],
  [1366, 640],
  [1440, 900],
  [2560, 1440],
];

/**
 * What is wrong with the controls and words in the bar and the panel: outside of the page, under
 * something else, cut off, or over each other. Parts of a list that scrolls are left out, because the
 * viewer can bring them into sight.
 */
function faults(page) {
  return page.evaluate(() => {
    const found = [];
    const shown = (element) => element.checkVisibility({ visibilityProperty: true });
    const scrolls = (element) => {
      for (let up = element.parentElement; up; up = up.parentElement) {
        const { overflowY, overflowX } = getComputedStyle(up);
        const moves = [overflowY, overflowX].some(
          (value) => value === "auto" || value === "scroll",
        );
        if (moves && (up.scrollHeight > up.clientHeight || up.scrollWidth > up.clientWidth))
          return true;
      }
      return false;
    };
    const name = (element) =>
      element.dataset.tool ??
      element.dataset.action ??
      element.dataset.do ??
      element.textContent.trim();
    const controls = [
      ...document.querySelectorAll(".bar :is(a, button), .panel :is(a, button, select, input)"),
    ].filter((control) => shown(control) && !scrolls(control));
    for (const control of controls) {
      const box = control.getBoundingClientRect();
      const label = name(control) || control.tagName;
      if (
        box.left < -1 ||
        box.right > innerWidth + 1 ||
        box.top < -1 ||
        box.bottom > innerHeight + 1
      ) {
        found.push(`${label} sticks out of the page`);
        continue;
      }
      const on = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
      if (!control.contains(on)) found.push(`${label} lies under ${on?.className || on?.tagName}`);
    }
    const words = [...document.querySelectorAll(".action span")].filter(shown);
    words.forEach((word, i) => {
      const box = word.getBoundingClientRect();
      const button = word.closest("button").getBoundingClientRect();
      if (box.left < button.left - 1 || box.right > button.right + 1)
        found.push(`"${word.textContent}" is wider than its button`);
      for (const other of words.slice(i + 1)) {
        const next = other.getBoundingClientRect();
        const apart =
          box.right <= next.left + 1 ||
          next.right <= box.left + 1 ||
          box.bottom <= next.top + 1 ||
          next.bottom <= box.top + 1;
        if (!apart) found.push(`"${word.textContent}" runs into "${other.textContent}"`);
      }
    });
    if (document.documentElement.scrollWidth > innerWidth) found.push("the page is too wide");
    return found;
  });
}

for (const map of MAPS) {
  scenario(`${map}: nothing lies over anything else on any screen`, async (stage, t) => {
    const table = await stage.table(map, { viewport: { width: 1440, height: 900 } });
    const { page } = table;
    const wrong = [];
    for (const language of ["en", "zh"]) {
      for (const [width, height] of SCREENS) {
        await page.setViewportSize({ width, height });
        await page.evaluate(
          () =>
            new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        );
        const here = (await faults(page)).map(
          (fault) => `${width}×${height} ${language}: ${fault}`,
        );
        if (here.length > 0) {
          const path = join(PICTURES, `boxes-${map}-${language}-${width}.png`);
          await page.screenshot({ path });
          t.diagnostic(`picture: ${path}`);
        }
        wrong.push(...here);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.locator("[data-tool=language]").click();
    }
    assert.deepEqual(wrong, []);
  });
}
