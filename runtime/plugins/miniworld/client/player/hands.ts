import type { Act } from "@page/wire.generated";
import type { Mode, SlotView } from "../wire.generated";
import { PLAYER, type Vec } from "../physics/terrain";
import { cellBeside, type Target } from "./target";

/**
 * How long a block is dug. The server asks for at least four ticks (200 ms); the rest allows for a
 * slow connection.
 */
export const DIG_MS = 480;
/** How often digging, placing and attacking repeat while the button is held. */
const REPEAT_MS = 260;
const ATTACK_MS = 420;

/** Ids of containers: the secondary button opens them. */
const CONTAINERS = new Set([734, 735, 736, 801, 802, 803]);

/** What the hands need to know, and what they do. */
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
  /** Reports a click on a block. */
  click(pos: Vec, face: number): void;
  /** Called for the animation and the sound of an action. */
  onSwing(kind: "attack" | "dug" | "placed"): void;
}

const same = (a: Vec, b: Vec): boolean => a[0] === b[0] && a[1] === b[1] && a[2] === b[2];

/** Digging and attacking with the primary button, placing and using with the secondary one. */
export class Hands {
  private digging: { pos: Vec; since: number } | null = null;
  private primaryDown = false;
  private secondaryDown = false;
  private nextPrimary = 0;
  private nextSecondary = 0;

  constructor(private readonly host: HandsHost) {}

  /** The block being dug, and the progress from 0 to 1. */
  progress(now: number): { pos: Vec; progress: number } | null {
    const { digging } = this;
    return digging && { pos: digging.pos, progress: Math.min(1, (now - digging.since) / DIG_MS) };
  }

  /** Presses or releases the primary button. */
  primary(down: boolean, target: Target | null, now: number): void {
    if (down && !this.primaryDown && target?.kind === "block") {
      this.host.click(target.hit.pos, target.hit.face);
    }
    this.primaryDown = down;
    this.nextPrimary = down ? now : 0;
    if (down) this.update(target, now);
    else this.cancelDigging();
  }

  /** Presses or releases the secondary button. */
  secondary(down: boolean, target: Target | null, now: number): void {
    this.secondaryDown = down;
    this.nextSecondary = now;
    // The map is told of each click on a block, whatever the item in hand then does.
    if (down && target?.kind === "block") this.host.click(target.hit.pos, target.hit.face);
    if (down) this.update(target, now);
  }

  /** Releases both buttons. */
  release(): void {
    this.primaryDown = this.secondaryDown = false;
    this.cancelDigging();
  }

  /** Continues held actions. Called for each frame. */
  update(target: Target | null, now: number): void {
    if (this.primaryDown) this.digOrAttack(target, now);
    if (this.secondaryDown && now >= this.nextSecondary) {
      this.nextSecondary = now + REPEAT_MS;
      this.useOrPlace(target);
    }
  }

  private digOrAttack(target: Target | null, now: number): void {
    const { digging, host } = this;
    if (target?.kind !== "block") {
      this.cancelDigging();
      if (now < this.nextPrimary) return;
      this.nextPrimary = now + ATTACK_MS;
      host.act({ attack: { target: target?.id ?? 0 } });
      host.onSwing("attack");
      return;
    }
    const { pos } = target.hit;
    if (digging && !same(digging.pos, pos)) this.cancelDigging();
    if (this.digging) {
      if (now - this.digging.since >= DIG_MS) this.finish(pos, now);
    } else if (now >= this.nextPrimary) {
      const at: [number, number, number] = [pos[0], pos[1], pos[2]];
      host.act({ dig_begin: { pos: at } });
      this.digging = { pos: at, since: now };
      if (host.mode() === "creative") this.finish(pos, now);
    }
  }

  private finish(pos: Vec, now: number): void {
    this.digging = null;
    this.nextPrimary = now + REPEAT_MS;
    this.host.act({ dig_end: { pos: [pos[0], pos[1], pos[2]] } });
    this.host.onSwing("dug");
  }

  private cancelDigging(): void {
    if (this.digging) this.host.act({ dig_cancel: {} });
    this.digging = null;
  }

  private useOrPlace(target: Target | null): void {
    const { host } = this;
    const held = host.held();
    if (target?.kind === "body") {
      this.secondaryDown = false;
      host.act({ touch: { target: target.id } });
      return;
    }
    const hit = target?.hit;
    if (hit && CONTAINERS.has(host.blockAt(hit.pos)) && !host.sneaks()) {
      this.secondaryDown = false;
      host.act({ open_box: { pos: [hit.pos[0], hit.pos[1], hit.pos[2]] } });
      return;
    }
    if (held && !host.isBlock(held.item)) {
      host.act({ use: {} });
      host.onSwing("attack");
      return;
    }
    if (!hit) return;
    const pos = cellBeside(hit.pos, hit.face);
    if (held && host.isAir(pos) && !overlaps(host.feet(), pos)) {
      host.act({ place: { pos, face: hit.face } });
      host.onSwing("placed");
    } else if (!held) {
      this.secondaryDown = false;
    }
  }
}

/** Whether a player's body at a position reaches into a cell. */
export function overlaps([x, y, z]: Vec, [cx, cy, cz]: Vec): boolean {
  const half = PLAYER[0] / 2;
  const across = x + half > cx && x - half < cx + 1 && z + half > cz && z - half < cz + 1;
  return across && y + PLAYER[1] > cy && y < cy + 1;
}
