import type { Act, ClientMessage, MapView } from "@page/wire.generated";
import type { Mode, OwnView } from "../wire.generated";
import type { Sounds } from "@page/audio/sounds";
import type { Eye } from "@page/render/camera";
import type { Board } from "@page/render/board";
import { isStill } from "@page/state/settings";
import type { PickWorld } from "@page/world/pick";
import { stepBody, interpolated, bodyAt, TICK_MS, type Body } from "../physics/body";
import { Controls, type ControlsHost } from "../input/controls";
import { EYE_HEIGHT, terrainOf, PLAYER, type Terrain, type Vec } from "../physics/terrain";
import { Hands, type HandsHost } from "./hands";
import { listedBlock } from "../drawing/item_icons";
import { PoseSender } from "./pose_sender";
import { SteeringSender } from "./steering_sender";
import { inHotbar } from "../hud/slots";
import { raycastTarget, type Target } from "./target";
import type { DrawnActor, ActorTracks } from "../actors/actor_tracks";
import { CameraScript, eyeOf, nextView, type ViewMode } from "./camera_rig";

/** The bit of `PLAYERATTR.ENABLE_MOVE` in `OwnView.denied`. */
const CAN_MOVE = 1;
/** The most ticks simulated in one frame; more are dropped. */
const MAX_CATCH_UP_TICKS = 5;
/**
 * How often the server is told the point under the crosshair, and by how many blocks it must have
 * moved.
 */
const AIM_MS = 500;
const AIM_BLOCKS = 0.5;
/** A refused pose resets the position only if another was refused within this time. */
const REFUSED_MS = 600;
const SNEAK_DIP = 0.16;
const SWING_MS = 260;

/** What the player needs of its surroundings. */
export interface LocalPlayerHost {
  board: Board;
  sounds: Sounds;
  tracks: ActorTracks;
  /** The id of the player; null for spectators. */
  you(): number | null;
  map(): MapView | null;
  mode(): Mode;
  /** Whether the map's scripts listen to keys. */
  hearsKeys(): boolean;
  /** The value of one of the map's rules, if the map set it. */
  rule(name: string): number | null;
  send(message: ClientMessage): void;
}

/** The viewer's own walking player: body, hands, camera and target. */
export class LocalPlayer {
  readonly controls: Controls;
  readonly hands: Hands;
  /** What is under the crosshair. */
  target: Target | null = null;
  view: ViewMode = 0;
  private readonly body: Body = bodyAt([0, 0, 0]);
  private readonly poses: PoseSender;
  private readonly camera = new CameraScript();
  private readonly steering = new SteeringSender((ahead, aside) =>
    this.act({ steer: { ahead, aside } }),
  );
  private readonly world: PickWorld;
  private terrain: Terrain = terrainOf(null, () => 0);
  private own: OwnView | null = null;
  private lastPush: Vec | null = null;
  private tickRest = 0;
  private walked = 0;
  private sneakDip = 0;
  private aimed: Vec = [0, 0, 0];
  private aimedAt = -Infinity;
  private refusedAt = -Infinity;
  private bobAmount = 0;
  private swungAt = -Infinity;

  constructor(
    private readonly host: LocalPlayerHost,
    controlsHost: Omit<ControlsHost, "primary" | "secondary" | "toggleFlight" | "mayFly" | "key">,
  ) {
    const { board } = host;
    this.world = {
      shape: (pos) => {
        const id = board.blockAt(pos);
        return this.terrain.liquid(...pos) && id !== 0 ? undefined : board.world.shape(pos);
      },
      sink: (pos) => board.world.sink(pos),
    };
    this.poses = new PoseSender(
      () => this.terrain,
      (pose) => host.send({ t: "pose", pose }),
    );
    this.hands = new Hands(this.handsHost());
    this.controls = new Controls(board.stage.canvas, {
      ...controlsHost,
      mayFly: () => this.own?.flies[0] ?? false,
      primary: (down) => this.hands.primary(down && this.canAct, this.target, performance.now()),
      secondary: (down) =>
        this.hands.secondary(down && this.canAct, this.target, performance.now()),
      toggleFlight: () => (this.body.flies = !this.body.flies),
      key: (name, down) => {
        if (host.hearsKeys()) this.act({ key: { key: name, down } });
      },
    });
  }

  dispose(): void {
    this.hands.release();
    this.controls.dispose();
  }

  /** Whether the player can do anything. */
  get canAct(): boolean {
    return this.own !== null && !this.dead;
  }

  get dead(): boolean {
    const you = this.host.you();
    return you !== null && (this.host.tracks.get(you)?.dead ?? false);
  }

  get flies(): boolean {
    return this.body.flies;
  }

  get isUnderwater(): boolean {
    const [x, y, z] = this.eyes(this.body.pos).map(Math.floor) as [number, number, number];
    return this.terrain.liquid(x, y, z);
  }

  /** Centre of the player's feet. */
  get feet(): Vec {
    return this.body.pos;
  }

  /** Starts with a new scene. */
  begin(): void {
    const { board, map } = this.host;
    this.terrain = terrainOf(map(), (x, y, z) => board.store.id(x, y, z));
    this.own = null;
    this.lastPush = null;
  }

  /** Takes the player's state that the server sent. */
  take(own: OwnView, now: number): void {
    const before = this.own;
    this.own = own;
    this.camera.take(own.camera, now);
    if (!before) {
      const you = this.host.you();
      const there = you === null ? undefined : this.host.tracks.get(you);
      this.teleport(there?.pos ?? own.pos);
      const [yaw, pitch] = there ? [there.yaw, there.pitch] : own.look;
      this.setLook(yaw, pitch);
      this.body.flies = own.flies[1];
    } else if (own.moved !== before.moved) {
      this.teleport(own.pos);
      this.body.flies = own.flies[1];
    }
    if (own.camera.turned?.[1] !== before?.camera.turned?.[1] && own.camera.turned) {
      this.setLook(...own.camera.turned[0]);
    }
    if (!before || own.camera.view !== before.camera.view || own.camera.locked) {
      this.view = viewModeOf(own.camera.view || (this.viewRule?.view ?? 0));
    }
    if (!own.flies[0]) this.body.flies = false;
    else if (before && !before.flies[0]) this.body.flies = own.flies[1];
    this.addPush(own.pushed);
  }

  /**
   * Handles a refused pose: after two in quick succession the body returns to where the server has
   * it.
   */
  refused(code: string, now: number): void {
    const again = now - this.refusedAt < REFUSED_MS;
    this.refusedAt = now;
    const you = this.host.you();
    const there = you === null ? undefined : this.host.tracks.get(you);
    if (code === "moved" || !again || !there) return;
    this.teleport(there.pos);
    if (code === "no_flying") this.body.flies = false;
  }

  /** Switches to the next view mode, unless the map forbids it. */
  changeView(): void {
    if (!this.own?.camera.locked && !this.viewRule?.locked) this.view = nextView(this.view);
  }

  /**
   * The view mode that `GameRule.CameraDir` sets. From value 3 on (except 8) the player may not
   * change it.
   */
  private get viewRule(): { view: ViewMode; locked: boolean } | null {
    const rule = this.host.rule("CameraDir");
    const views: readonly ViewMode[] = [0, 1, 2, 0, 1, 2, 3, 4, 1, 1];
    const view = rule === null ? undefined : views[rule];
    return view === undefined || rule === null ? null : { view, locked: rule > 2 && rule !== 8 };
  }

  /** Simulates up to a time and returns the camera. */
  step(now: number, elapsed: number): Eye {
    this.controls.turn(elapsed);
    this.tickRest += elapsed;
    for (let tick = 0; this.tickRest >= TICK_MS; tick++) {
      this.tickRest = tick < MAX_CATCH_UP_TICKS ? this.tickRest - TICK_MS : 0;
      // Each tick reads the input separately: a press between two frames counts for its length.
      const input = this.controls.moveInput();
      if (this.own) this.tick(input, this.own, now);
    }
    const part = this.tickRest / TICK_MS;
    const feet = interpolated(this.body, part);
    this.sneakDip +=
      ((this.body.sneaks ? SNEAK_DIP : 0) - this.sneakDip) * Math.min(1, elapsed / 90);
    const eyes = this.eyes(feet);
    const { yaw, pitch } = this.controls;
    const eye = eyeOf(this.view, this.withHeadBob(eyes, now, elapsed), yaw, pitch, this.world);
    const { mount } = this.camera;
    return this.camera.apply(eye, now, mount === null ? null : this.host.tracks.one(mount, now));
  }

  /** Updates the target under the crosshair, and the hands with it. */
  aim(now: number, bodies: readonly DrawnActor[]): void {
    const { view } = this.host.board.stage;
    const size = this.host.board.stage.canvas;
    const ray = view.ray(size.clientWidth / 2, size.clientHeight / 2);
    this.target = this.canAct ? this.raycast(ray, bodies) : null;
    this.hands.update(this.target, now);
    const at = this.target && pointOf(this.target, ray);
    if (!at || now - this.aimedAt < AIM_MS || near(at, this.aimed) < AIM_BLOCKS) return;
    this.aimed = at;
    this.aimedAt = now;
    this.act({ aim: { at } });
  }

  /** Touches and attacks the actor, or clicks the block, at a point of the picture. */
  tap(x: number, y: number, bodies: readonly DrawnActor[]): void {
    if (!this.canAct) return;
    const target = this.raycast(this.host.board.stage.view.ray(x, y), bodies);
    if (target?.kind === "body") {
      this.act({ touch: { target: target.id } });
      this.act({ attack: { target: target.id } });
    } else if (target) this.click(target.hit.pos, target.hit.face);
  }

  /** Progress of the hand's swing from 0 to 1. It repeats while a block is dug. */
  swing(now: number): number {
    const digs = this.hands.progress(now) !== null;
    if (digs && now - this.swungAt >= SWING_MS) this.swungAt = now;
    const part = (now - this.swungAt) / SWING_MS;
    return part < 1 ? part : 0;
  }

  /** Whether the camera is in the body's own eyes. */
  get firstPerson(): boolean {
    return this.view === 0 && !this.dead && !this.cameraDetached;
  }

  /** Whether a script moved the camera away from the player. */
  get cameraDetached(): boolean {
    return this.mount !== null || this.camera.fixed;
  }

  /** The other actor to which a script attached the camera, if it exists. */
  get mount(): number | null {
    const { mount } = this.camera;
    const gone = mount === null || mount === this.host.you() || !this.host.tracks.get(mount);
    return gone ? null : mount;
  }

  /** The item in hand; null for an empty hand. */
  get held(): number | null {
    return this.own ? (inHotbar(this.own.bag, this.own.slot)?.item ?? null) : null;
  }

  /** The player's own body as it is drawn; null in first person. */
  shown(now: number): DrawnActor | null {
    const you = this.host.you();
    const track = you === null ? null : this.host.tracks.one(you, now);
    if (!track || this.firstPerson) return null;
    const pos = interpolated(this.body, this.tickRest / TICK_MS);
    const speed = Math.hypot(...this.body.walkVelocity) * 20;
    const { yaw, pitch } = this.controls;
    if (track.view.mount !== null || this.dead) return track;
    return { ...track, pos, yaw, pitch, walked: this.walked, speed, swing: this.swing(now) };
  }

  /** Sends an action; dropped while the connection is down. */
  act(act: Act): void {
    this.host.send({ t: "act", act });
  }

  private tick(input: ReturnType<Controls["moveInput"]>, own: OwnView, now: number): void {
    const { body, host } = this;
    const you = host.you();
    const mount = you === null ? null : (host.tracks.get(you)?.mount ?? null);
    const ridden = mount !== null && you !== null ? host.tracks.one(you, now) : null;
    if (ridden) {
      body.previous = body.pos;
      body.pos = ridden.pos;
      if (input.sneak) this.act({ mount: { target: 0 } });
      else this.steering.update(input.ahead, input.aside, now);
      this.sendRiderPose(own, now);
      return;
    }
    const held = this.dead || (own.denied & CAN_MOVE) !== 0;
    const limits = { speeds: own.speeds, jump: own.jump, gravity: own.gravity, held };
    // Where a script allows flight, a jump starts it. In creative mode a double jump does.
    const takesOff = input.jump && body.grounded && !held && own.flies[0];
    if (takesOff && host.mode() !== "creative") body.flies = true;
    stepBody(this.terrain, body, input, limits);
    this.walked += Math.hypot(body.pos[0] - body.previous[0], body.pos[2] - body.previous[2]);
    if (this.dead) return;
    const [x, y, z] = body.pos;
    const { yaw, pitch } = this.controls;
    const { grounded, runs, flies } = body;
    const look = { yaw: round(yaw, 10), pitch: round(pitch, 10) };
    const pos: [number, number, number] = [round(x, 1e6), round(y, 1e6), round(z, 1e6)];
    // Reported in the air and under water too, where sneaking slows no player: scripts listen to it.
    const sneaks = input.sneak && !held;
    this.poses.note({ pos, ...look, grounded, sneaks, runs, flies, moved: own.moved }, now);
  }

  /** Sends the view direction of a player that rides something; the server moves it. */
  private sendRiderPose({ moved }: OwnView, now: number): void {
    const you = this.host.you();
    const there = you === null ? undefined : this.host.tracks.get(you);
    if (!there) return;
    const { yaw, pitch } = this.controls;
    const look = { yaw: round(yaw, 10), pitch: round(pitch, 10) };
    const state = { grounded: true, sneaks: false, runs: false, flies: false, moved };
    const [x, y, z] = there.pos;
    this.poses.note({ pos: [x, y, z], ...look, ...state }, now);
  }

  private teleport(pos: Vec): void {
    Object.assign(this.body, { ...bodyAt(pos), flies: this.body.flies });
    this.tickRest = 0;
    this.poses.reset(null);
  }

  private setLook(yaw: number, pitch: number): void {
    this.controls.yaw = yaw;
    this.controls.pitch = 0;
    this.controls.look(0, pitch);
  }

  private addPush(pushed: Vec): void {
    const before = this.lastPush ?? pushed;
    for (const axis of [0, 1, 2] as const) this.body.velocity[axis] += pushed[axis] - before[axis];
    this.lastPush = pushed;
  }

  private eyes([x, y, z]: Vec): [number, number, number] {
    const height = this.dead ? 0.4 : PLAYER[1] * EYE_HEIGHT - this.sneakDip;
    return [x, y + height, z];
  }

  /** Moves the eyes up and down a little with the steps. */
  private withHeadBob([x, y, z]: Vec, now: number, elapsed: number): Vec {
    const walks =
      this.body.grounded && this.view === 0 ? Math.hypot(...this.body.walkVelocity) * 20 : 0;
    this.bobAmount += (Math.min(1, walks / 4.3) - this.bobAmount) * Math.min(1, elapsed / 140);
    if (isStill()) return [x, y, z];
    return [x, y + Math.sin((now / 1000) * 11) * 0.028 * this.bobAmount, z];
  }

  private raycast(
    ray: Parameters<typeof raycastTarget>[0],
    bodies: readonly DrawnActor[],
  ): Target | null {
    return raycastTarget(ray, this.eyes(this.body.pos), this.world, bodies, this.host.you());
  }

  private click(pos: Vec, face: number): void {
    this.host.send({ t: "click", pos: [pos[0], pos[1], pos[2]], face });
  }

  private handsHost(): HandsHost {
    const { board, sounds } = this.host;
    return {
      mode: () => this.host.mode(),
      held: () => (this.own && inHotbar(this.own.bag, this.own.slot)) || undefined,
      isBlock: (item) => listedBlock(item) !== undefined,
      blockAt: (pos) => board.blockAt(pos),
      isAir: (pos) => board.blockAt(pos) === 0,
      feet: () => this.body.pos,
      sneaks: () => this.body.sneaks,
      act: (act) => this.act(act),
      click: (pos, face) => this.click(pos, face),
      onSwing: (kind) => {
        this.swungAt = performance.now();
        if (kind === "placed") sounds.knock(0.8, 0.9);
        else if (kind === "dug") sounds.knock(0.7, 1.25);
      },
    };
  }
}

const round = (value: number, to: number): number => Math.round(value * to) / to;
const near = (a: Vec, b: Vec): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** `VIEWPORTTYPE.BACK2VIEW`, another view from behind. */
const BACK2VIEW = 8;
/** The view mode of a number; unknown numbers are first person. */
export const viewModeOf = (view: number): ViewMode =>
  view === BACK2VIEW ? 1 : (([0, 1, 2, 3, 4] as const)[view] ?? 0);

/** The point at which a ray hit its target. */
function pointOf(
  target: Target,
  { origin, dir }: Parameters<typeof raycastTarget>[0],
): [number, number, number] {
  const far = target.kind === "block" ? target.hit.distance : target.distance;
  return [origin[0] + dir[0] * far, origin[1] + dir[1] * far, origin[2] + dir[2] * far];
}
