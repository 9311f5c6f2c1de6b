/** How it looks: on a desk and on a phone, with every point of the board to be reached. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { PICTURES, scenario } from "../lib/scenario.js";
import { outOfReach } from "../lib/look.js";

/** Colours in a picture, counted by the browser; a blank page has a handful. */
async function colours(page, picture) {
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const { data: bytes } = pen.getImageData(0, 0, image.width, image.height);
    return new Set(new Uint32Array(bytes.buffer)).size;
  }, picture.toString("base64"));
}

const SCREENS = [
  { name: "desk", viewport: { width: 1440, height: 900 } },
  {
    name: "phone",
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  },
];

for (const { name, ...options } of SCREENS) {
  const { width, height } = options.viewport;
  scenario(
    `the board looks like one and can be reached at ${width}×${height}`,
    async (stage, t) => {
      const table = await stage.table("xiangqi", options);
      await table.untilAsked();
      const path = join(PICTURES, `${name}-${width}x${height}.png`);
      const picture = await table.page.screenshot({ path });
      t.diagnostic(`picture: ${path}`);
      const count = await colours(table.page, picture);
      assert.ok(count > 1000, `only ${count} colours: nothing seems to be drawn`);
      assert.deepEqual(await outOfReach(table), []);
      const wider = await table.page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      assert.ok(wider <= 0, `the page is ${wider} px too wide`);
      const cut = await table.page.locator(".panel :is(button, select)").evaluateAll((controls) =>
        controls
          .filter((control) => {
            const card = control.closest(".seat, .people, .actions, .panel");
            return control.getBoundingClientRect().right > card.getBoundingClientRect().right;
          })
          .map((control) => control.textContent),
      );
      assert.deepEqual(cut, [], "controls that stick out of their card");
    },
  );
}
