import { PerspectiveCamera, Vector3 } from "three";
import type { CameraView, SeatCameraView } from "../wire.generated";
import type { Ray } from "../world/pick";

/** Corners of what must be in the picture, in world coordinates. */
export interface Extent {
  low: [number, number, number];
  high: [number, number, number];
}

/** A camera pose: angles in radians, lengths in blocks. */
interface Pose {
  target: Vector3;
  yaw: number;
  pitch: number;
  distance: number;
}

/** A camera in the world: position, angles and field of view in degrees. */
export interface Eye {
  at: [number, number, number];
  /** 0 is south (-z), 90 west (-x), as in scripts. */
  yaw: number;
  /** 90 is straight down. */
  pitch: number;
  roll: number;
  view: number;
}

/** A way to take pictures: field of view in degrees, near and far plane. */
interface Lens {
  view: number;
  near: number;
  far: number;
}

const ORBIT: Lens = { view: 30, near: 0.5, far: 400 };
/** From so far above that the board looks flat: its edges are parallel, and pieces do not lean. */
const FLAT: Lens = { view: 4, near: 20, far: 6000 };
const IN_WORLD: Lens = { view: 30, near: 0.06, far: 400 };
/** How far things may be picked behind what the camera looks at. */
const BEYOND = 380;
/** How deep the picture is, in distances of the home position: the viewer may go away from it. */
const DEEP = 4;
/** The camera is at least so far from what it looks at, in blocks. */
const NEAREST = 2;
/** How often an interval is halved, to find a place within a small part of a block. */
const HALVINGS = 32;
/** The HUD leaves at least this many pixels of the picture's height to the board. */
const LEAST_OPEN = 80;
/** The aspect ratio for which maps give distances; a narrower picture is taken from further away. */
const ASPECT = 1.2;
/** Straight down but for a trace: the picture needs an upper side. */
const FLAT_PITCH = Math.PI / 2 - 1e-4;
/** The distance at which a text has its nominal height, for a camera in the world. */
const READING = 9;
const ORDINARY_HEIGHT = 800;
const LOWEST_PITCH = 0.3;
const HIGHEST_PITCH = 1.54;
const RADIANS = Math.PI / 180;

/** Converts a yaw in degrees to radians east of north. */
const fromNorth = (yaw: number): number => (yaw + 180) * RADIANS;

const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

/**
 * Converts between world coordinates (left-handed: east, up, north) and scene coordinates, in
 * place.
 */
export const mirrored = (v: Vector3): Vector3 => v.set(v.x, v.y, -v.z);

/** From what side the flat view looks at a world that stands. */
const FRONT = 0;
/** How far the camera goes around a world that stands, and up and down, in radians. */
const ASIDE = 1.15;
const STANDING = { lowest: -0.12, highest: 1.2 } as const;

/**
 * The place of a point of the world in the room in which the camera moves (east, up, north), in
 * place. A world that stands is tipped up: its north is up there, and its up is to the south.
 */
const tipped = (v: Vector3): Vector3 => v.set(v.x, v.z, -v.y);
const untipped = (v: Vector3): Vector3 => v.set(v.x, -v.z, v.y);

/**
 * A camera that orbits a point and moves smoothly to its goal. It can also be placed in the world
 * (`setEye`).
 */
export class OrbitCamera {
  readonly camera = new PerspectiveCamera(ORBIT.view, 1, ORBIT.near, ORBIT.far);
  private readonly now: Pose = { target: new Vector3(), yaw: 0, pitch: 1, distance: 20 };
  private readonly goal: Pose = { target: new Vector3(), yaw: 0, pitch: 1, distance: 20 };
  private view: CameraView | null = null;
  private extent: Extent | null = null;
  /** The extent to fit, where it depends on the aspect ratio. */
  private fitted: ((aspect: number) => Extent) | null = null;
  private readonly centre = new Vector3();
  private home = 20;
  private size = { width: 1, height: 1 };
  /** How much of the picture the HUD covers, in CSS pixels. */
  private insets = { top: 0, bottom: 0 };
  /** The viewer's seat, and from whose side the map is seen. */
  private seat: number | null = null;
  private side = 0;
  private touched = false;
  private eye: Eye | null = null;
  private isFlat = false;
  private above: Extent | null = null;
  private isTipped = false;

  /** Whether the world stands before the viewer. */
  get stands(): boolean {
    return this.isTipped;
  }

  /** Heading in radians: 0 is north, π/2 east. */
  get yaw(): number {
    if (this.isTipped) return 0;
    return this.eye ? fromNorth(this.eye.yaw) : this.now.yaw;
  }

  /** Distance relative to the home position, for things of constant size on the screen. */
  get zoom(): number {
    return this.eye ? 1 : this.now.distance / this.home;
  }

  /** Size of a pixel in blocks at the home position, in a picture of ordinary height. */
  get pixel(): number {
    const [far, view] = this.eye ? [READING, this.eye.view] : [this.home, this.lens.view];
    return (2 * far * Math.tan((view * RADIANS) / 2)) / ORDINARY_HEIGHT;
  }

  /** Pitch at the home position in radians; 0 is horizontal. */
  get pitch(): number {
    return this.goal.pitch;
  }

  /** Width of the picture in CSS pixels. */
  get width(): number {
    return this.size.width;
  }

  /** Height of the picture in CSS pixels. */
  get height(): number {
    return this.size.height;
  }

  /** Aspect ratio of the part of the picture that is not covered. */
  get aspect(): number {
    const { top, bottom } = this.insets;
    return this.size.width / Math.max(LEAST_OPEN, this.size.height - top - bottom);
  }

  /**
   * Takes a map and jumps to the side of `seat`; null is a spectator. The extent to fit may depend on the aspect ratio;
   * `above` is that for the flat view, where it differs.
   */
  setMap(
    view: CameraView,
    extent: Extent | ((aspect: number) => Extent) | null,
    seat: number | null,
    above: Extent | null = null,
  ): void {
    this.view = view;
    this.isTipped = view.stands ?? false;
    this.above = above && this.placed(above);
    this.fitted = typeof extent === "function" ? extent : null;
    this.extent = typeof extent === "function" ? null : extent && this.placed(extent);
    this.seat = seat;
    this.side = seat ?? this.side;
    this.touched = false;
    this.frame();
    this.jump();
  }

  /** A point of the world in the room, in place. */
  private toRoom(v: Vector3): Vector3 {
    return this.isTipped ? tipped(v) : v;
  }

  /** An extent of the world in the room. */
  private placed({ low, high }: Extent): Extent {
    const [a, b] = [this.toRoom(new Vector3(...low)), this.toRoom(new Vector3(...high))];
    const corner = (v: Vector3): Extent["low"] => [v.x, v.y, v.z];
    return { low: corner(a.clone().min(b)), high: corner(a.max(b)) };
  }

  /** Places the camera in the world; null returns to the orbit. */
  setEye(eye: Eye | null): void {
    if (!eye && !this.eye) return;
    this.eye = eye;
    this.applyLens();
    if (eye) this.lookFrom(eye);
    else this.jump();
  }

  /** Whether the board is seen from straight above, without perspective. */
  get flat(): boolean {
    return this.isFlat;
  }

  /** Changes between the view from the side and the flat one. */
  setFlat(flat: boolean): void {
    if (flat === this.isFlat) return;
    const half = Math.round((this.goal.yaw - this.seatYaw()) / Math.PI) * Math.PI;
    this.isFlat = flat;
    this.touched = false;
    this.applyLens();
    this.frame();
    // A board that the viewer has turned round stays turned.
    if (half !== 0 && Math.cos(half) < 0) this.flip();
    this.jump();
  }

  private get lens(): Lens {
    if (this.eye) return { ...IN_WORLD, view: this.eye.view };
    const lens = this.isFlat ? FLAT : ORBIT;
    return { ...lens, far: Math.max(lens.far, DEEP * this.home) };
  }

  private applyLens(): void {
    const { camera } = this;
    const { view, near, far } = this.lens;
    if (camera.fov === view && camera.near === near && camera.far === far) return;
    Object.assign(camera, { fov: view, near, far });
    camera.updateProjectionMatrix();
  }

  private seatYaw(): number {
    return (this.view?.yaw[this.side] ?? this.view?.yaw[0] ?? 0) * RADIANS;
  }

  /** Moves to the side of another seat; a viewer who stands up stays there. */
  setSeat(seat: number | null): void {
    const [side, own] = [this.side, this.own];
    this.seat = seat;
    this.side = seat ?? side;
    if (this.side !== side || this.own !== own) this.goHome();
  }

  /** Where the map has placed the camera of the viewer's seat, if it has. */
  private get own(): SeatCameraView | null {
    return (this.seat === null ? null : this.view?.seats?.[this.seat]) ?? null;
  }

  /** Moves back to the home position. */
  goHome(): void {
    this.touched = false;
    this.frame();
    this.unwind();
  }

  /** Moves half a turn around the board. */
  flip(): void {
    // What stands has one front.
    if (this.isTipped) return;
    const { goal, extent } = this;
    goal.yaw += Math.PI;
    if (!extent) return;
    // The target may be off the centre of the board; it moves to the opposite side.
    const middle = (axis: 0 | 2) => extent.low[axis] + extent.high[axis];
    goal.target.x = middle(0) - goal.target.x;
    goal.target.z = middle(2) - goal.target.z;
    this.centre.set(middle(0) - this.centre.x, this.centre.y, middle(2) - this.centre.z);
  }

  /** Sets the size of the picture and the covered margins, in CSS pixels. */
  resize(width: number, height: number, insets = this.insets): void {
    this.size = { width, height };
    this.insets = insets;
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    if (!this.touched && this.view) {
      // A board that the viewer has turned round stays turned.
      this.frame(this.goal.yaw);
      this.jump();
    }
    if (this.eye) this.lookFrom(this.eye);
  }

  /** Orbits by a drag in pixels; the flat view does not turn. */
  orbit(dx: number, dy: number): void {
    if (this.isFlat) return;
    this.touched = true;
    const [lowest, highest] = this.isTipped
      ? [STANDING.lowest, STANDING.highest]
      : [LOWEST_PITCH, HIGHEST_PITCH];
    this.goal.yaw = this.beforeFront(this.goal.yaw + dx * 0.0055);
    this.goal.pitch = clamp(this.goal.pitch + dy * 0.0045, lowest, highest);
  }

  /** Turns about the vertical by an angle in radians, as two fingers turn a sheet of paper. */
  turn(angle: number): void {
    if (this.isFlat) return;
    this.touched = true;
    this.goal.yaw = this.beforeFront(this.goal.yaw - angle);
  }

  /** A heading from which the front of a world that stands is seen. */
  private beforeFront(yaw: number): number {
    const front = this.seatYaw();
    return this.isTipped ? clamp(yaw, front - ASIDE, front + ASIDE) : yaw;
  }

  /** Moves over the ground by a drag in pixels. */
  pan(dx: number, dy: number): void {
    this.touched = true;
    const perPixel =
      (2 * this.goal.distance * Math.tan((this.lens.view * RADIANS) / 2)) / this.size.height;
    const { yaw, pitch, target } = this.goal;
    const right = -dx * perPixel;
    const forward = this.isTipped ? 0 : (dy * perPixel) / Math.max(0.35, Math.sin(pitch));
    if (this.isTipped) target.y += (dy * perPixel) / Math.max(0.35, Math.cos(pitch));
    target.x += Math.cos(yaw) * right + Math.sin(yaw) * forward;
    target.z += -Math.sin(yaw) * right + Math.cos(yaw) * forward;
    this.keepNear();
  }

  /** Zooms in (below 1) or out (above 1). */
  zoomBy(factor: number): void {
    this.touched = true;
    this.goal.distance = clamp(this.goal.distance * factor, this.home * 0.28, this.home * 2.2);
    this.keepNear();
  }

  /** Moves towards the goal; true until it is reached. With `still` it jumps. */
  update(elapsed: number, still: boolean): boolean {
    if (this.eye) return false;
    const share = still ? 1 : 1 - Math.exp(-elapsed / 85);
    const { now, goal } = this;
    now.yaw += (goal.yaw - now.yaw) * share;
    now.pitch += (goal.pitch - now.pitch) * share;
    now.distance += (goal.distance - now.distance) * share;
    now.target.lerp(goal.target, share);
    const gap =
      Math.abs(goal.yaw - now.yaw) +
      Math.abs(goal.pitch - now.pitch) +
      (Math.abs(goal.distance - now.distance) + now.target.distanceTo(goal.target)) / this.home;
    if (gap < 2e-4) this.jump();
    else this.place(now);
    return gap >= 2e-4;
  }

  /** How far a ray goes before it is beyond anything that matters, in blocks. */
  get reach(): number {
    return this.now.distance + BEYOND;
  }

  /** The ray through a point of the picture, in world coordinates. */
  ray(x: number, y: number): Ray {
    const point = new Vector3((x / this.size.width) * 2 - 1, 1 - (y / this.size.height) * 2, 0.5);
    this.camera.updateMatrixWorld();
    point.unproject(this.camera).sub(this.camera.position).normalize();
    const origin = mirrored(this.camera.position.clone());
    mirrored(point);
    if (this.isTipped) [origin, point].forEach(untipped);
    return { origin: [origin.x, origin.y, origin.z], dir: [point.x, point.y, point.z] };
  }

  /** Where the ray through a point of the picture meets a height; null if it does not. */
  pointAt(x: number, y: number, height: number): Vector3 | null {
    const { origin, dir } = this.ray(x, y);
    const far = (height - origin[1]) / dir[1];
    if (!(far > 0) || !Number.isFinite(far)) return null;
    return new Vector3(origin[0] + dir[0] * far, height, origin[2] + dir[2] * far);
  }

  /** The point of the picture at world coordinates, in CSS pixels. */
  project(x: number, y: number, z: number): { x: number; y: number } {
    this.camera.updateMatrixWorld();
    const point = mirrored(this.toRoom(new Vector3(x, y, z))).project(this.camera);
    return { x: ((point.x + 1) / 2) * this.size.width, y: ((1 - point.y) / 2) * this.size.height };
  }

  /**
   * Sets the goal to the home position of a heading: so near that the extent just fits into the part
   * of the picture that is not covered, or where the map has placed the camera of this seat.
   */
  private frame(yaw = this.seatYaw()): void {
    const { view, goal } = this;
    if (!view) return;
    goal.yaw = yaw;
    // A tall picture has room for the board's depth, so the camera looks down more steeply.
    const steep = clamp((1.05 - this.size.width / this.size.height) / 0.5, 0, 1);
    const pitch = view.pitch * RADIANS;
    goal.pitch = this.isTipped
      ? pitch
      : clamp(pitch + (1.33 - pitch) * steep, LOWEST_PITCH, HIGHEST_PITCH);
    if (this.isFlat) goal.pitch = this.isTipped ? FRONT : FLAT_PITCH;
    if (this.fitted) this.extent = this.fitted(this.aspect);
    const extent = (this.isFlat && this.above) || this.extent;
    const own = this.isFlat || this.fitted ? null : this.own;
    if (extent && !own) this.fit(extent);
    else this.lookAt(own ?? view);
    this.centre.copy(goal.target);
    this.home = goal.distance;
    this.applyLens();
  }

  /** The part of the picture that is not covered: slopes of the rays to its edges. */
  private get open(): { top: number; bottom: number; side: number } {
    const { height } = this.size;
    const tan = Math.tan((this.lens.view * RADIANS) / 2);
    const top = 1 - (2 * this.insets.top) / height;
    const bottom = (2 * this.insets.bottom) / height - 1;
    const least = Math.min(2, (2 * LEAST_OPEN) / height);
    return {
      top: top * tan,
      bottom: Math.min(bottom, top - least) * tan,
      side: tan * (this.size.width / height),
    };
  }

  /** The directions of the picture in the room: to the right, upwards, and into it. */
  private directions(): { right: Vector3; up: Vector3; forward: Vector3 } {
    const { yaw, pitch } = this.goal;
    const [sin, cos] = [Math.sin(yaw), Math.cos(yaw)];
    const [sinPitch, cosPitch] = [Math.sin(pitch), Math.cos(pitch)];
    return {
      right: new Vector3(cos, 0, -sin),
      up: new Vector3(sin * sinPitch, cosPitch, cos * sinPitch),
      forward: new Vector3(sin * cosPitch, -sinPitch, cos * cosPitch),
    };
  }

  /**
   * Places the camera of the goal as near as the extent fits into the open part of the picture, in its
   * middle. A corner is in the picture if it is above the plane through the camera and the lower edge,
   * below that of the upper edge, and so on: the camera moves back until there is a place for it
   * between each two planes.
   */
  private fit({ low, high }: Extent): void {
    const { right, up, forward } = this.directions();
    const { top, bottom, side } = this.open;
    const corners = Array.from({ length: 8 }, (_, i) => {
      const [x, y, z] = [0, 1, 2].map((axis) => ((i >> axis) & 1 ? high : low)[axis] as number);
      return new Vector3(x, y, z);
    });
    const depths = corners.map((corner) => corner.dot(forward));
    /** How far forward the camera may be, so that there is a place for it along an axis. */
    const between = (axis: Vector3, least: number, most: number) => {
      const beyond = (slope: number) =>
        corners.map((corner, i) => corner.dot(axis) - slope * (depths[i] as number));
      const [from, to] = [Math.max(...beyond(most)), Math.min(...beyond(least))];
      /** Where it is for the extent to have the same room on both sides. */
      const middle = (depth: number): number => {
        let [low, high] = [from + most * depth, to + least * depth];
        for (let round = 0; round < HALVINGS; round++) {
          const at = (low + high) / 2;
          const slopes = corners.map(
            (corner, i) => (corner.dot(axis) - at) / ((depths[i] as number) - depth),
          );
          if (Math.max(...slopes) + Math.min(...slopes) > most + least) low = at;
          else high = at;
        }
        return (low + high) / 2;
      };
      return { farthest: (to - from) / (most - least), middle };
    };
    const [across, along] = [between(right, -side, side), between(up, bottom, top)];
    const depth = Math.min(across.farthest, along.farthest, Math.min(...depths) - NEAREST);
    const at = right
      .multiplyScalar(across.middle(depth))
      .addScaledVector(up, along.middle(depth))
      .addScaledVector(forward, depth);
    const centre = new Vector3((low[0] + high[0]) / 2, high[1], (low[2] + high[2]) / 2);
    this.stand(at, centre);
  }

  /** Places the camera of the goal so that a point of the world is in the middle of the open part. */
  private lookAt({ target, distance }: SeatCameraView): void {
    const { up, forward } = this.directions();
    const { top, bottom, side } = this.open;
    const centre = this.toRoom(new Vector3(...target));
    const tan = Math.tan((ORBIT.view * RADIANS) / 2);
    const far = distance * Math.max((2 * tan) / (top - bottom), (ASPECT * tan) / side);
    const at = centre
      .clone()
      .addScaledVector(forward, -far)
      .addScaledVector(up, (-far * (top + bottom)) / 2);
    this.stand(at, centre);
  }

  /** Has the camera of the goal stand at a place, and orbit the point before it that is level with `centre`. */
  private stand(at: Vector3, centre: Vector3): void {
    const { goal } = this;
    const { forward } = this.directions();
    const before = centre.clone().sub(at);
    const axis = this.isTipped ? "z" : "y";
    const level = before[axis] / forward[axis];
    const isNear = Math.abs(forward[axis]) > 0.15 && level > 0;
    goal.distance = Math.max(NEAREST, isNear ? level : before.dot(forward));
    goal.target.copy(at).addScaledVector(forward, goal.distance);
  }

  /** Keeps the target near the board. */
  private keepNear(): void {
    const away = this.goal.target.clone().sub(this.centre);
    const { extent } = this;
    const along = (axis: 0 | 1 | 2) => (extent ? extent.high[axis] - extent.low[axis] : 0);
    const reach = extent ? Math.max(along(0), along(this.isTipped ? 1 : 2)) / 2 : this.home;
    if (away.length() > reach) this.goal.target.copy(this.centre).add(away.setLength(reach));
  }

  /** Chooses the shorter way round. */
  private unwind(): void {
    const turn = 2 * Math.PI;
    const gap = (((this.goal.yaw - this.now.yaw + Math.PI) % turn) + turn) % turn;
    this.goal.yaw = this.now.yaw + gap - Math.PI;
  }

  private jump(): void {
    this.now.target.copy(this.goal.target);
    Object.assign(this.now, { ...this.goal, target: this.now.target });
    this.place(this.now);
  }

  private lookFrom({ at, yaw, pitch, roll }: Eye): void {
    this.camera.position.set(at[0], at[1], -at[2]);
    // Rotation in the scene, where north is -z, the default direction of a camera.
    this.camera.rotation.set(-pitch * RADIANS, -fromNorth(yaw), -roll * RADIANS, "YXZ");
  }

  private place({ target, yaw, pitch, distance }: Pose): void {
    const flat = Math.cos(pitch) * distance;
    const at = new Vector3(
      target.x - Math.sin(yaw) * flat,
      target.y + Math.sin(pitch) * distance,
      target.z - Math.cos(yaw) * flat,
    );
    this.camera.position.copy(mirrored(at));
    this.camera.up.set(0, 1, 0);
    this.camera.lookAt(mirrored(target.clone()));
  }
}
