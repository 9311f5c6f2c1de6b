import { PlaneGeometry, ShaderMaterial, Matrix4, type Group } from "three";
import { Instances } from "./instances";

const MATRIX = new Matrix4();

/** Soft dark spots where pieces touch the board, for which the shadow map is too coarse. */
export class ContactShadows {
  private readonly spots: Instances;
  private row = 0;

  constructor(parent: Group) {
    const plane = new PlaneGeometry(1.36, 1.36);
    plane.rotateX(-Math.PI / 2);
    const material = new ShaderMaterial({
      transparent: true,
      depthWrite: false,
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -2,
      vertexShader: /* glsl */ `
        attribute float dark;
        varying vec2 vAt;
        varying float vDark;
        void main() {
          vAt = position.xz;
          vDark = dark;
          gl_Position = projectionMatrix * modelViewMatrix * instanceMatrix * vec4(position, 1.0);
        }`,
      fragmentShader: /* glsl */ `
        varying vec2 vAt;
        varying float vDark;
        void main() {
          float r = length(vAt);
          float shade = 1.0 - smoothstep(0.36, 0.66, r);
          gl_FragColor = vec4(0.07, 0.035, 0.01, vDark * shade * shade);
        }`,
    });
    this.spots = new Instances(parent, plane, material, { dark: 1 }, (mesh) => {
      mesh.renderOrder = 2;
    });
  }

  begin(count: number): void {
    this.spots.resize(count);
    this.row = 0;
  }

  /** A spot on the ground at `y`, under a piece `height` above it, as wide as a disc by `wide`. */
  add(x: number, y: number, z: number, height: number, scale: number, wide = 1): void {
    MATRIX.makeScale(wide, 1, wide).setPosition(x, y + 0.004, z);
    this.spots.mesh.setMatrixAt(this.row, MATRIX);
    const near = Math.max(0, 1 - height / 0.8);
    this.spots.set(this.row, "dark", [0.62 * near * scale]);
    this.row += 1;
  }

  end(): void {
    this.spots.resize(this.row);
    this.spots.mesh.instanceMatrix.needsUpdate = true;
  }
}
