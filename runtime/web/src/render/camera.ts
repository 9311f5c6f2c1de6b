import { PerspectiveCamera, Vector3 } from "three";
import type { CameraView } from "../wire.generated";
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

const FIELD_OF_VIEW = 30;
/** Near planes for the orbiting camera and for a camera in the world. */
const NEAR = [0.5, 0.06] as const;
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

/**
 * A camera that orbits a point and moves smoothly to its goal. It can also be placed in the world
 * (`setEye`).
 */
export class OrbitCamera {
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, NEAR[0], 400);
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
  private seat = 0;
  private touched = false;
  private eye: Eye | null = null;

  /** Heading in radians: 0 is north, π/2 east. */
  get yaw(): number {
    return this.eye ? fromNorth(this.eye.yaw) : this.now.yaw;
  }

  /** Distance relative to the home position, for things of constant size on the screen. */
  get zoom(): number {
    return this.eye ? 1 : this.now.distance / this.home;
  }

  /** Size of a pixel in blocks at the home position, in a picture of ordinary height. */
  get pixel(): number {
    const [far, view] = this.eye ? [READING, this.eye.view] : [this.home, FIELD_OF_VIEW];
    return (2 * far * Math.tan((view * RADIANS) / 2)) / ORDINARY_HEIGHT;
  }

  /** Pitch at the home position in radians; 0 is horizontal. */
  get pitch(): number {
    return this.goal.pitch;
  }

  /** Aspect ratio of the part of the picture that is not covered. */
  get aspect(): number {
    const { top, bottom } = this.insets;
    return this.size.width / Math.max(80, this.size.height - top - bottom);
  }

  /**
   * Takes a map and jumps to the side of `seat`. The extent to fit may depend on the aspect ratio.
   */
  setMap(
    view: CameraView,
    extent: Extent | ((aspect: number) => Extent) | null,
    seat: number,
  ): void {
    this.view = view;
    this.fitted = typeof extent === "function" ? extent : null;
    this.extent = typeof extent === "function" ? null : extent;
    this.seat = seat;
    this.touched = false;
    this.frame();
    this.jump();
  }

  /** Places the camera in the world; null returns to the orbit. */
  setEye(eye: Eye | null): void {
    if (!eye && !this.eye) return;
    const { camera } = this;
    const view = eye?.view ?? FIELD_OF_VIEW;
    if (camera.fov !== view || !eye !== !this.eye) {
      camera.fov = view;
      camera.near = NEAR[eye ? 1 : 0];
      camera.updateProjectionMatrix();
    }
    this.eye = eye;
    if (eye) this.lookFrom(eye);
    else this.jump();
  }

  /** Moves to the side of another seat. */
  setSeat(seat: number): void {
    if (seat === this.seat) return;
    this.seat = seat;
    this.goHome();
  }

  /** Moves back to the home position. */
  goHome(): void {
    this.touched = false;
    this.frame();
    this.unwind();
  }

  /** Moves half a turn around the board. */
  flip(): void {
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
    const yaw = this.goal.yaw;
    if (!this.touched && this.view) {
      this.frame();
      this.goal.yaw = yaw;
      this.jump();
    }
    if (this.eye) this.lookFrom(this.eye);
  }

  /** Orbits by a drag in pixels. */
  orbit(dx: number, dy: number): void {
    this.touched = true;
    this.goal.yaw += dx * 0.0055;
    this.goal.pitch = clamp(this.goal.pitch + dy * 0.0045, LOWEST_PITCH, HIGHEST_PITCH);
  }

  /** Moves over the ground by a drag in pixels. */
  pan(dx: number, dy: number): void {
    this.touched = true;
    const perPixel =
      (2 * this.goal.distance * Math.tan((FIELD_OF_VIEW * RADIANS) / 2)) / this.size.height;
    const { yaw, pitch, target } = this.goal;
    const forward = (dy * perPixel) / Math.max(0.35, Math.sin(pitch));
    const right = -dx * perPixel;
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

  /** The ray through a point of the picture, in world coordinates. */
  ray(x: number, y: number): Ray {
    const point = new Vector3((x / this.size.width) * 2 - 1, 1 - (y / this.size.height) * 2, 0.5);
    this.camera.updateMatrixWorld();
    point.unproject(this.camera).sub(this.camera.position).normalize();
    const origin = mirrored(this.camera.position.clone());
    mirrored(point);
    return { origin: [origin.x, origin.y, origin.z], dir: [point.x, point.y, point.z] };
  }

  /** The point of the picture at world coordinates, in CSS pixels. */
  project(x: number, y: number, z: number): { x: number; y: number } {
    this.camera.updateMatrixWorld();
    const point = mirrored(new Vector3(x, y, z)).project(this.camera);
    return { x: ((point.x + 1) / 2) * this.size.width, y: ((1 - point.y) / 2) * this.size.height };
  }

  /** Sets the goal to the seat's home position, so near that the extent just fits. */
  private frame(): void {
    const { view, goal } = this;
    if (!view) return;
    const aspect = this.size.width / this.size.height;
    goal.yaw = (view.yaw[this.seat] ?? view.yaw[0] ?? 0) * RADIANS;
    // A tall picture has room for the board's depth, so the camera looks down more steeply.
    const steep = clamp((1.05 - aspect) / 0.5, 0, 1);
    const pitch = view.pitch * RADIANS;
    goal.pitch = clamp(pitch + (1.33 - pitch) * steep, LOWEST_PITCH, HIGHEST_PITCH);
    goal.target.set(...view.target);
    goal.distance = view.distance / Math.min(1, aspect / 1.2);
    if (this.fitted) this.extent = this.fitted(this.aspect);
    if (this.extent) this.fit(this.extent);
    this.centre.copy(goal.target);
    this.home = goal.distance;
  }

  /** Finds the distance and target at which the extent fills the uncovered picture, centred. */
  private fit({ low, high }: Extent): void {
    const { goal } = this;
    goal.target.set((low[0] + high[0]) / 2, high[1], (low[2] + high[2]) / 2);
    for (let round = 0; round < 12; round++) {
      this.place(goal);
      const seen = this.seen(low, high);
      const top = 1 - (2 * this.insets.top) / this.size.height;
      const bottom = (2 * this.insets.bottom) / this.size.height - 1;
      const tall = (seen.top - seen.bottom) / Math.max(0.4, top - bottom);
      const over = Math.max((seen.right - seen.left) / 2, tall);
      const middle = (seen.top + seen.bottom - top - bottom) / 2;
      const step = middle * goal.distance * Math.tan((FIELD_OF_VIEW * RADIANS) / 2);
      const forward = step / Math.max(0.4, Math.sin(goal.pitch));
      goal.target.x += Math.sin(goal.yaw) * forward;
      goal.target.z += Math.cos(goal.yaw) * forward;
      goal.distance = clamp(goal.distance * over ** 0.9, 2, 300);
    }
  }

  private seen(low: readonly number[], high: readonly number[]) {
    const seen = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
    this.camera.updateMatrixWorld();
    for (let i = 0; i < 8; i++) {
      const corner = [0, 1, 2].map((axis) => ((i >> axis) & 1 ? high : low)[axis] as number);
      const point = mirrored(new Vector3(...corner)).project(this.camera);
      seen.left = Math.min(seen.left, point.x);
      seen.right = Math.max(seen.right, point.x);
      seen.bottom = Math.min(seen.bottom, point.y);
      seen.top = Math.max(seen.top, point.y);
    }
    return seen;
  }

  /** Keeps the target near the board. */
  private keepNear(): void {
    const away = this.goal.target.clone().sub(this.centre);
    const reach = this.extent
      ? Math.max(
          this.extent.high[0] - this.extent.low[0],
          this.extent.high[2] - this.extent.low[2],
        ) / 2
      : this.home;
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
