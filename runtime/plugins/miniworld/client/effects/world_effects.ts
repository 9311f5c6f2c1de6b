import { Matrix4, Quaternion, Vector3, type Group } from "three";
import type { SpaceView } from "../wire.generated";
import { BoxBatch, type BoxPart } from "../drawing/box_batch";
import { hashUnit, colourOfId } from "../drawing/colours";
import { hashText } from "../drawing/item_icons";
import { isFog } from "../sky/sky_settings";

/** How long a block pulses when a script plays its animation, in ms, and by how much it grows. */
const PULSE_MS = 800;
const PULSE = 0.16;
/** Particles of one effect, and how far they spread at a scale of 1, in blocks. */
const PARTICLES = 40;
const SPREAD = 6;
/** Lifetime of a particle, in ms. */
const PARTICLE_MS = 2600;

const FRAME = new Matrix4();
const AT = new Vector3();
const SIZE = new Vector3();
const UPRIGHT = new Quaternion();

/**
 * The scale of a block `since` ms after its animation was started; null when the animation is over.
 * `since` may be negative, because a frame's timestamp is taken before the message is handled.
 */
export function pulseScale(since: number): number | null {
  const part = Math.max(0, since) / PULSE_MS;
  return part < 1 ? 1.01 + PULSE * Math.sin(part * Math.PI) : null;
}

/** Animations of blocks and particle effects of the whole world, as scripts start them. */
export class WorldEffects {
  private readonly batch: BoxBatch;
  private effects: SpaceView["global"] = [];
  private animations: SpaceView["acts"] = [];
  private readonly startedAt = new Map<string, { count: number; at: number }>();

  constructor(
    parent: Group,
    /** The colour of the block in a cell; null for air. */
    private readonly blockColourAt: (pos: readonly [number, number, number]) => number | null,
  ) {
    this.batch = new BoxBatch(parent, false);
  }

  /**
   * Sets what the world shows. With `fresh` (a scene), animations in it are over: they were played
   * before.
   */
  show(space: SpaceView | null, now: number, fresh: boolean): void {
    this.effects = space?.global.filter(({ path }) => !isFog(path)) ?? [];
    this.animations = space?.acts ?? [];
    if (fresh) this.startedAt.clear();
    for (const [pos, , count] of this.animations) {
      const before = this.startedAt.get(pos.join());
      if (before?.count === count) continue;
      this.startedAt.set(pos.join(), { count, at: fresh ? -Infinity : now });
    }
  }

  /** Draws the effects; true while something moves. */
  draw(now: number): boolean {
    let moves = this.effects.length > 0;
    this.batch.begin(this.effects.length * PARTICLES + this.animations.length);
    for (const [pos] of this.animations) {
      const scale = pulseScale(now - (this.startedAt.get(pos.join())?.at ?? -Infinity));
      const colour = scale === null ? null : this.blockColourAt(pos);
      if (scale === null || colour === null) continue;
      moves = true;
      AT.set(pos[0] + 0.5, pos[1] + 0.5, pos[2] + 0.5);
      this.batch.add(FRAME.compose(AT, UPRIGHT, SIZE.setScalar(scale)), cube(colour));
    }
    for (const effect of this.effects) this.drawParticles(effect, now);
    this.batch.end();
    return moves;
  }

  private drawParticles({ path, pos, scale }: SpaceView["global"][number], now: number): void {
    const particle = cube(colourOfId(hashText(path)));
    const reach = scale.map((by) => SPREAD * Math.min(20, Math.abs(by)));
    for (let i = 0; i < PARTICLES; i++) {
      const age = (now / PARTICLE_MS + hashUnit(i, 1)) % 1;
      const way = (use: number, axis: number) => (hashUnit(i, use) - 0.5) * 2 * (reach[axis] ?? 0);
      AT.set(
        pos[0] + way(2, 0),
        pos[1] + (reach[1] ?? 0) * (0.5 * hashUnit(i, 3) + age * 0.5),
        pos[2] + way(4, 2),
      );
      const size = 0.22 * Math.sin(age * Math.PI);
      this.batch.add(FRAME.compose(AT, UPRIGHT, SIZE.setScalar(size)), particle);
    }
  }
}

const cube = (colour: number): BoxPart => ({ at: [0, 0, 0], size: [1, 1, 1], colour });
