import { MathUtils, Matrix4, PerspectiveCamera, Vector3 } from 'three';
import type { Scene } from '../scenario/types.ts';
import type { Armature } from './armature.ts';
import { extent, type Shape } from './shape.ts';

/** Room kept free in a pane, pixels: for the title above, for the tags beside the targets. */
export interface Margins {
  readonly side: number;
  readonly top: number;
  readonly bottom: number;
}

const FOV = 26;
const FRONT = new Vector3(0.42, 0.34, 1);
const ABOVE = new Vector3(0.3, 1.15, 1);
const UP = new Vector3(0, 1, 0);

export function makeCamera(): PerspectiveCamera {
  return new PerspectiveCamera(FOV, 1, 0.1, 100);
}

/** The camera of the scenario, or one that shows the start pose and where the targets go. */
export function frame(
  camera: PerspectiveCamera,
  scene: Scene,
  shape: Shape,
  armature: Armature,
  pane: { width: number; height: number },
  margins: Margins,
): Vector3 {
  const { view } = scene.scenario;
  camera.aspect = pane.width / pane.height;
  const toUpright = (v: readonly number[]) =>
    new Vector3().fromArray(v as number[]).applyQuaternion(armature.world.quaternion);
  // rings of targets farther away wait at the edge of the pane
  const points = extent(shape, camera.aspect < 0.8);
  const look = view.lookAt ? toUpright(view.lookAt) : null;
  if (view.camera && look) {
    camera.position.copy(toUpright(view.camera));
  } else {
    const direction = view.camera
      ? toUpright(view.camera).normalize()
      : flat(points)
        ? ABOVE
        : FRONT;
    fit(camera, direction, points, pane, margins);
  }
  const target = look ?? aim(camera, points);
  const distance = camera.position.distanceTo(target);
  camera.near = distance / 50;
  camera.far = distance * 6;
  camera.lookAt(target);
  camera.updateProjectionMatrix();
  return target;
}

/** A mechanism that lies on the ground is looked at from above. */
function flat(points: readonly Vector3[]): boolean {
  const span = (pick: (p: Vector3) => number): number =>
    Math.max(...points.map(pick)) - Math.min(...points.map(pick));
  return (
    span((p) => p.y) <
    0.15 *
      Math.max(
        span((p) => p.x),
        span((p) => p.z),
      )
  );
}

/**
 * The nearest place along a direction from which all points fall inside the margins. With r, u, f
 * the axes of the camera, a point is inside when |r| ≤ tan (d − f), so each side of the frame is a
 * plane, and the nearest d and the shift across it follow from the outermost points alone.
 */
function fit(
  camera: PerspectiveCamera,
  direction: Vector3,
  points: readonly Vector3[],
  pane: { width: number; height: number },
  { side, top, bottom }: Margins,
): void {
  const turn = new Matrix4().lookAt(direction, new Vector3(), UP);
  const back = turn.clone().invert();
  const seen = points.map((point) => point.clone().applyMatrix4(back));
  const tall = Math.tan(MathUtils.degToRad(FOV) / 2);
  const wide = tall * camera.aspect;
  const part = (margin: number, whole: number): number => Math.max(0.3, 1 - (2 * margin) / whole);
  const across = reach(
    seen.map((p) => [p.x, p.z]),
    wide,
    part(side, pane.width),
    part(side, pane.width),
  );
  const along = reach(
    seen.map((p) => [p.y, p.z]),
    tall,
    part(top, pane.height),
    part(bottom, pane.height),
  );
  const distance = Math.max(across.distance, along.distance);
  camera.position.set(across.centre(distance), along.centre(distance), distance).applyMatrix4(turn);
  camera.up.copy(UP);
  camera.quaternion.setFromRotationMatrix(turn);
}

/** One side of the frame: the least distance, and the middle at a distance. */
function reach(points: [number, number][], tan: number, above: number, below: number) {
  const high = Math.max(...points.map(([x, z]) => x + above * tan * z));
  const low = Math.min(...points.map(([x, z]) => x - below * tan * z));
  return {
    distance: (high - low) / ((above + below) * tan),
    centre: (d: number): number => (high - above * tan * d + low + below * tan * d) / 2,
  };
}

/** Where the line of sight passes the middle of the points. */
function aim(camera: PerspectiveCamera, points: readonly Vector3[]): Vector3 {
  const middle = new Vector3();
  for (const point of points) middle.addScaledVector(point, 1 / points.length);
  const sight = new Vector3(0, 0, -1).applyQuaternion(camera.quaternion);
  const depth = middle.sub(camera.position).dot(sight);
  return sight.multiplyScalar(depth).add(camera.position);
}
