/** A page that shows a room: what a person does there and sees. */
import assert from "node:assert/strict";

const WAIT_MS = 30_000;
/** Small, because waiting for a frame would wait for the processor to draw it. */
const POLLING = 50;

export const FILES = 9;
export const RANKS = 10;

/** The cell of a square such as "h2", where its piece stands. */
export function cell(square) {
  return [square.charCodeAt(0) - "a".charCodeAt(0), 1, Number(square.slice(1))];
}

/** The square of a cell. */
export function square([x, , z]) {
  return String.fromCharCode("a".charCodeAt(0) + x) + z;
}

export class Table {
  constructor(page) {
    this.page = page;
    this.toasts = page.locator(".toast");
  }

  /** Goes to a room and waits until one can play. */
  static async open(page, url) {
    const table = new Table(page);
    await page.goto(url);
    await table.ready();
    return table;
  }

  /** Waits until the room is connected and drawn. */
  async ready() {
    await this.until("the board is there", () => window.__fangqi?.ready === true);
  }

  /** Waits until `test(argument)`, run in the page, is true. */
  async until(what, test, argument, timeout = WAIT_MS) {
    try {
      await this.page.waitForFunction(test, argument, {
        polling: POLLING,
        timeout,
      });
    } catch (cause) {
      throw new Error(`waited in vain until ${what}`, { cause });
    }
  }

  /** Waits until the camera rests: another line of words may just have made it glide. */
  async untilStill(pos) {
    await this.page.evaluate(async (pos) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      let [before, now] = [null, window.__fangqi.screenOf(pos)];
      while (before === null || Math.hypot(now.x - before.x, now.y - before.y) > 0.5) {
        await frame();
        await frame();
        [before, now] = [now, window.__fangqi.screenOf(pos)];
      }
    }, pos);
  }

  /** Clicks the block in a cell with the mouse; gives where on the page. */
  async clickCell(pos) {
    await this.untilStill(pos);
    const { x, y, on } = await this.page.evaluate((pos) => {
      const { x, y } = window.__fangqi.screenOf(pos);
      const on = document.elementFromPoint(x, y);
      return { x, y, on: on && `${on.tagName}.${on.className}` };
    }, pos);
    const at = `the cell ${pos} at (${Math.round(x)}, ${Math.round(y)})`;
    assert.ok(on?.startsWith("CANVAS"), `${at} is covered by ${on}`);
    await this.page.mouse.click(x, y);
    return { x, y };
  }

  async click(name) {
    await this.clickCell(cell(name));
  }

  /**
   * Clicks the piece in a cell and waits until it is picked up. Where the board has moved from under
   * the pointer in the meantime, because words around it became more or fewer, it is clicked again,
   * as a person would; a click that hit and was not heard fails.
   */
  async pickUp(pos) {
    for (let attempt = 1; ; attempt++) {
      const at = await this.clickCell(pos);
      const picked = (pos) =>
        window.__fangqi
          .marks()
          .some((mark) => mark.kind === "selected" && String(mark.pos) === String(pos));
      try {
        return await this.until(`${pos} is picked up`, picked, pos, WAIT_MS / 3);
      } catch (cause) {
        const now = await this.page.evaluate((pos) => window.__fangqi.screenOf(pos), pos);
        const moved = Math.hypot(now.x - at.x, now.y - at.y);
        if (moved > 1 && attempt < 3) continue;
        const marks = JSON.stringify(await this.page.evaluate(() => window.__fangqi.marks()));
        const toasts = (await this.toasts.allTextContents()).join("; ");
        const seen = `the board moved ${moved.toFixed(1)} pixels, marks ${marks}, toasts "${toasts}"`;
        throw new Error(`${cause.message}: ${seen}`, { cause });
      }
    }
  }

  /** Clicks both squares of a move such as "h2e2". */
  async play(move) {
    await this.pickUp(cell(move.slice(0, 2)));
    await this.click(move.slice(2));
  }

  /**
   * Plays a move and waits until the room has made it. Where the answer may follow at once and take
   * the piece, `play` is to be used, and what is waited for is the position after the answer.
   */
  async move(move) {
    const [from, to] = [move.slice(0, 2), move.slice(2)];
    const piece = await this.block(from);
    assert.notEqual(piece, 0, `there is a piece on ${from}`);
    await this.play(move);
    await this.until(
      `${move} is on the board`,
      ({ from, to, piece }) =>
        !window.__fangqi.predicted &&
        window.__fangqi.blockAt(from) === 0 &&
        window.__fangqi.blockAt(to) === piece,
      { from: cell(from), to: cell(to), piece },
    );
  }

  /** The block on a square. */
  block(name) {
    return this.page.evaluate((pos) => window.__fangqi.blockAt(pos), cell(name));
  }

  /** The pieces: square to block. */
  async position() {
    const entries = await this.page.evaluate(
      ({ files, ranks }) => {
        const found = [];
        for (let z = 0; z < ranks; z++) {
          for (let x = 0; x < files; x++) {
            const block = window.__fangqi.blockAt([x, 1, z]);
            if (block !== 0) found.push([[x, 1, z], block]);
          }
        }
        return found;
      },
      { files: FILES, ranks: RANKS },
    );
    return Object.fromEntries(entries.map(([pos, block]) => [square(pos), block]));
  }

  /** Waits until the pieces stand like this. */
  async untilPosition(what, wanted) {
    const pieces = Object.entries(wanted).map(([name, block]) => [cell(name), block]);
    await this.until(
      what,
      ({ pieces, files, ranks }) => {
        const wanted = new Map(pieces.map(([pos, block]) => [String(pos), block]));
        for (let z = 0; z < ranks; z++) {
          for (let x = 0; x < files; x++) {
            const pos = [x, 1, z];
            if (window.__fangqi.blockAt(pos) !== (wanted.get(String(pos)) ?? 0)) return false;
          }
        }
        return true;
      },
      { pieces, files: FILES, ranks: RANKS },
    );
  }

  /** Squares with marks of these kinds, sorted. */
  async marked(...kinds) {
    const marks = await this.page.evaluate(() => window.__fangqi.marks());
    return marks
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ pos }) => square(pos))
      .sort();
  }

  /** Waits for a mark of this kind on a square. */
  async untilMarked(name, kind) {
    await this.until(
      `${name} is marked ${kind}`,
      ({ pos, kind }) =>
        window.__fangqi
          .marks()
          .some((mark) => mark.kind === kind && String(mark.pos) === String(pos)),
      { pos: cell(name), kind },
    );
  }

  /** Waits until this person is asked for a move. */
  async untilAsked() {
    await this.until("this person is to move", () => window.__fangqi.request() !== null);
  }

  /** What tells the question asked now from others; its number does not, because a room that stores
   * itself asks the same again under another. */
  question() {
    return this.page.evaluate(() => {
      const { id, deadline, ...asked } = window.__fangqi.request();
      return {
        asked: JSON.stringify(asked),
        moves: window.__fangqi.state.hud.moves.length,
      };
    });
  }

  /** Waits until a question is answered: another one is asked, or none, or a move is listed. */
  async untilAnswered(question) {
    await this.until(
      "the answer is taken",
      (question) => {
        const { id, deadline, ...asked } = window.__fangqi.request() ?? {};
        const listed = window.__fangqi.state.hud.moves.length > question.moves;
        return listed || JSON.stringify(asked) !== question.asked;
      },
      question,
    );
  }

  /** Waits until the room says that it is this person's turn. */
  async untilTurn() {
    await this.until("it is this person's turn", () => {
      const { hud, seat } = window.__fangqi.state;
      return seat !== null && hud.turn === seat;
    });
  }

  /** The person's seat; null for a spectator. */
  seat() {
    return this.page.evaluate(() => window.__fangqi.state.seat);
  }

  /** Who holds a seat: "open", "player" or "computer". */
  holder(seat) {
    return this.page.evaluate((seat) => window.__fangqi.state.seats[seat].holder.by, seat);
  }

  async untilHeld(seat, by) {
    await this.until(
      `seat ${seat} is held by ${by}`,
      ({ seat, by }) => window.__fangqi.state.seats[seat].holder.by === by,
      { seat, by },
    );
  }

  /** An element of the side panel; a narrow page shows one tab of it at a time. */
  async shown(selector, tab) {
    const element = this.page.locator(selector).first();
    const opener = this.page.locator(`.tabs [data-tab="${tab}"]`);
    if (tab && (await opener.isVisible())) await opener.click();
    await element.waitFor({ state: "visible", timeout: WAIT_MS });
    return element;
  }

  /** A tool of the bar; a narrow bar has it in a menu, which is opened. */
  async tool(name) {
    const tool = this.page.locator(`.bar [data-tool="${name}"]`);
    if (!(await tool.isVisible())) await this.page.locator(".bar [data-tool=more]").click();
    await tool.waitFor({ state: "visible", timeout: WAIT_MS });
    return tool;
  }

  /** Opens a seat that the computer plays, by the list in its card. */
  async openSeat(seat) {
    await (await this.shown(`.seat[data-seat="${seat}"] select`, "seats")).selectOption("open");
    await this.untilHeld(seat, "open");
  }

  /** Takes an open seat. */
  async sit(seat) {
    await (await this.shown(`.seat[data-seat="${seat}"] [data-do=sit]`, "seats")).click();
    await this.until("one sits there", (seat) => window.__fangqi.state.seat === seat, seat);
  }

  /** Answers yes to the question that is open. */
  async confirm() {
    await this.page.locator("dialog .primary").last().click();
  }

  /** Waits until it is shown in whose hands a seat is: "own", "held", "away" or "stand_in". */
  async untilCare(seat, by) {
    await this.until(
      `seat ${seat} is in the care of ${by}`,
      ({ seat, by }) => {
        const badge = document.querySelector(`.seat[data-seat="${seat}"] .care`);
        return (badge?.dataset.care ?? "own") === by;
      },
      { seat, by },
    );
  }

  /** Presses a button of the game. */
  async press(action) {
    await (await this.shown(`[data-action="${action}"]:enabled`)).click();
  }

  /** Waits for a toast of this kind; gives what it says. */
  async untilToast(kind) {
    const toast = this.page.locator(`.toast.${kind}`).first();
    await toast.waitFor({ state: "attached", timeout: WAIT_MS });
    return toast.textContent();
  }

  /** The list of moves, as the page keeps it. */
  moves() {
    return this.page.evaluate(() => window.__fangqi.state.hud.moves.length);
  }

  async untilMoves(count) {
    await this.until(
      `${count} moves have been played`,
      (count) => window.__fangqi.state.hud.moves.length === count,
      count,
    );
  }
}
