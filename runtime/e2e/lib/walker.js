/** Somebody at a page of a map in which people walk. */
import { Table } from "./table.js";

export class Walker extends Table {
  /** Goes to a room, and waits until one can walk. */
  static async open(page, url) {
    const walker = new Walker(page);
    await page.goto(url);
    await walker.ready();
    await walker.until("one walks", () => window.__fangqi.walk !== null);
    await page.locator("canvas.board").focus();
    return walker;
  }

  /** What its body does. */
  walk() {
    return this.page.evaluate(() => {
      const { pos, yaw, pitch, view, above, target, actors } = window.__fangqi.walk;
      return { pos: [...pos], yaw, pitch, view, above, target, actors };
    });
  }

  /** The kind of block in a cell. */
  at(pos) {
    return this.page.evaluate((pos) => window.__fangqi.blockAt(pos), pos);
  }

  /** Holds a key until `test(argument)` is true in the page. */
  async hold(key, what, test, argument) {
    await this.page.keyboard.down(key);
    try {
      await this.until(what, test, argument);
    } finally {
      await this.page.keyboard.up(key);
    }
  }

  /** Says something. */
  async say(text) {
    await this.page.keyboard.press("KeyT");
    const line = this.page.locator(".walk-talk input");
    await line.fill(text);
    await line.press("Enter");
  }

  /** Waits until a line was heard. */
  async hears(text) {
    const said = (text) => window.__fangqi.state.chat.some((line) => line.text.en.includes(text));
    await this.until(`"${text}" is said`, said, text);
  }
}
