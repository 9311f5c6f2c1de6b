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

  /** A finger goes down in the middle of something, wanders by so many pixels, and stays there. */
  async finger(selector, [dx, dy] = [0, 0], at = [0.5, 0.5]) {
    const box = await this.page.locator(selector).boundingBox();
    const [x, y] = [box.x + box.width * at[0], box.y + box.height * at[1]];
    await this.touch("touchStart", [{ x, y }]);
    if (dx !== 0 || dy !== 0) await this.touch("touchMove", [{ x: x + dx, y: y + dy }]);
  }

  /** Taps something twice, so quickly as only a program can on a busy machine. */
  async tapTwice(selector) {
    const box = await this.page.locator(selector).boundingBox();
    const points = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    // None waits for the one before: they come in their order.
    await Promise.all([
      this.touch("touchStart", points),
      this.touch("touchEnd"),
      this.touch("touchStart", points),
      this.touch("touchEnd"),
    ]);
  }

  /** Fingers do something: as they lie on the glass, all of them. */
  async touch(type, touchPoints = []) {
    this.glass ??= this.page.context().newCDPSession(this.page);
    const glass = await this.glass;
    await glass.send("Input.dispatchTouchEvent", { type, touchPoints });
  }

  /** Presses something with a finger until `test(argument)` is true in the page. */
  async thumb(selector, what, test, argument) {
    await this.finger(selector);
    try {
      await this.until(what, test, argument);
    } finally {
      await this.touch("touchEnd");
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
