import type { Act, Mode, SlotView } from "../../wire.generated";
import { PLAYER, type Vec } from "../physics/terrain";
import { cellBeside, type Target } from "./target";

/** How long a block is dug at. The server asks for four ticks; a little more for slow lines. */
export const DIG_MS = 480;
/** How often one digs, places and strikes while the button is held. */
const AGAIN_MS = 260;
const STRIKE_MS = 420;

/** Blocks that hold things: a click opens them. */
const BOXES = new Set([734, 735, 736, 801, 802, 803]);

/** What hands need to know, and where they tell what they do. */
export interface HandsHost {
  mode(): Mode;
  held(): SlotView | undefined;
  /** Whether an item is a block of this map. */
  isBlock(item: number): boolean;
  blockAt(pos: Vec): number;
  isAir(pos: Vec): boolean;
  feet(): Vec;
  sneaks(): boolean;
  act(act: Act): void;
  /** A block was clicked. */
  click(pos: Vec, face: number): void;
  /** Something was done that is heard: a stroke, a block dug out, one put down. */
  onStroke(kind: "strike" | "dug" | "put"): void;
}

const same = (a: Vec, b: Vec): boolean => a[0] === b[0] && a[1] === b[1] && a[2] === b[2];

/** What a player's hands do: dig and strike with the one button, place and touch with the other. */
export class Hands {
  private digging: { pos: Vec; since: number } | null = null;
  private left = false;
  private right = false;
  private nextLeft = 0;
  private nextRight = 0;

  constructor(private readonly reach: HandsHost) {}

  /** The block being dug at, and how far that is, 0 to 1. */
  progress(now: number): { pos: Vec; part: number } | null {
    const { digging } = this;
    return digging && { pos: digging.pos, part: Math.min(1, (now - digging.since) / DIG_MS) };
  }

  /** Presses or lets go of the button that digs and strikes. */
  press(down: boolean, target: Target | null, now: number): void {
    if (down && !this.left && target?.kind === "block") {
      this.reach.click(target.hit.pos, target.hit.face);
    }
    this.left = down;
    this.nextLeft = down ? now : 0;
    if (down) this.update(target, now);
    else this.stop();
  }

  /** Presses or lets go of the button that places, uses and touches. */
  pressOther(down: boolean, target: Target | null, now: number): void {
    this.right = down;
    this.nextRight = now;
    // A map hears of each click on a block, whatever the hand then does with it.
    if (down && target?.kind === "block") this.reach.click(target.hit.pos, target.hit.face);
    if (down) this.update(target, now);
  }

  /** Lets go of everything. */
  release(): void {
    this.left = this.right = false;
    this.stop();
  }

  /** Goes on with what is begun. */
  update(target: Target | null, now: number): void {
    if (this.left) this.work(target, now);
    if (this.right && now >= this.nextRight) {
      this.nextRight = now + AGAIN_MS;
      this.other(target);
    }
  }

  private work(target: Target | null, now: number): void {
    const { digging, reach } = this;
    if (target?.kind !== "block") {
      this.stop();
      if (now < this.nextLeft) return;
      this.nextLeft = now + STRIKE_MS;
      reach.act({ attack: { target: target?.id ?? 0 } });
      reach.onStroke("strike");
      return;
    }
    const { pos } = target.hit;
    if (digging && !same(digging.pos, pos)) this.stop();
    if (this.digging) {
      if (now - this.digging.since >= DIG_MS) this.finish(pos, now);
    } else if (now >= this.nextLeft) {
      const at: [number, number, number] = [pos[0], pos[1], pos[2]];
      reach.act({ dig_begin: { pos: at } });
      this.digging = { pos: at, since: now };
      if (reach.mode() === "creative") this.finish(pos, now);
    }
  }

  private finish(pos: Vec, now: number): void {
    this.digging = null;
    this.nextLeft = now + AGAIN_MS;
    this.reach.act({ dig_end: { pos: [pos[0], pos[1], pos[2]] } });
    this.reach.onStroke("dug");
  }

  private stop(): void {
    if (this.digging) this.reach.act({ dig_cancel: {} });
    this.digging = null;
  }

  private other(target: Target | null): void {
    const { reach } = this;
    const held = reach.held();
    if (target?.kind === "body") {
      this.right = false;
      reach.act({ touch: { target: target.id } });
      return;
    }
    const hit = target?.hit;
    if (hit && BOXES.has(reach.blockAt(hit.pos)) && !reach.sneaks()) {
      this.right = false;
      reach.act({ open_box: { pos: [hit.pos[0], hit.pos[1], hit.pos[2]] } });
      return;
    }
    if (held && !reach.isBlock(held.item)) {
      reach.act({ use: {} });
      reach.onStroke("strike");
      return;
    }
    if (!hit) return;
    const pos = cellBeside(hit.pos, hit.face);
    if (held && reach.isAir(pos) && !overlaps(reach.feet(), pos)) {
      reach.act({ place: { pos, face: hit.face } });
      reach.onStroke("put");
    } else if (!held) {
      this.right = false;
    }
  }
}

/** Whether a player's body is in a cell. */
export function overlaps([x, y, z]: Vec, [cx, cy, cz]: Vec): boolean {
  const half = PLAYER[0] / 2;
  const across = x + half > cx && x - half < cx + 1 && z + half > cz && z - half < cz + 1;
  return across && y + PLAYER[1] > cy && y < cy + 1;
}
