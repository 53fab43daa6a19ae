import { Matrix4, Vector3 } from 'three';
import type { Linkage, LinkageAxle } from './linkage.ts';

const COINCIDENT = 1e-6; // Relative to the length of the mechanism.

/**
 * Returns whether a mechanism is drawn with capsules: planar without prismatic joints, or with two
 * joints of a link at one point.
 */
export function isDrawnWithCapsules(linkage: Linkage): boolean {
  const { axles, tips } = linkage;
  if (axles.length === 0) return true;
  const points = [...axles.map(({ line }) => line.origin), ...tips.map(({ position }) => position)];
  const near = COINCIDENT * points.reduce((sum, point) => sum + point.length(), 0);
  return forksAtPoint(linkage, near) || isPlanar(linkage, near);
}

function forksAtPoint({ axles, children }: Linkage, near: number): boolean {
  return children.some((several) =>
    several.some((a, i) =>
      several.slice(i + 1).some((b) => {
        const [one, second] = [axles[a], axles[b]] as [LinkageAxle, LinkageAxle];
        return one.line.origin.distanceTo(second.line.origin) <= near;
      }),
    ),
  );
}

function isPlanar({ axles, tips }: Linkage, near: number): boolean {
  if (axles.some(({ slides }) => slides)) return false;
  const frames: Matrix4[] = [];
  axles.forEach(({ parent, frame }, i) => {
    frames[i] = (frames[parent] ?? new Matrix4()).clone().multiply(frame);
  });
  const axis = (axles[0] as LinkageAxle).axis.clone().transformDirection(frames[0] as Matrix4);
  const parallel = axles.every(({ axis: localAxis }, i) => {
    const cosine = localAxis
      .clone()
      .transformDirection(frames[i] as Matrix4)
      .dot(axis);
    return Math.abs(cosine) > 1 - 1e-9;
  });
  if (!parallel) return false;
  const heights = [
    ...frames.map((frame) => new Vector3().setFromMatrixPosition(frame).dot(axis)),
    ...tips.map(({ axle, position }) =>
      position
        .clone()
        .applyMatrix4(frames[axle] ?? new Matrix4())
        .dot(axis),
    ),
  ];
  return Math.max(...heights) - Math.min(...heights) <= near;
}
