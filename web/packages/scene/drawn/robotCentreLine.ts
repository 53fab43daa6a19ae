/**
 * The centre line of a robot: from its base to its end effectors, along axes and common normals.
 */
import { Vector3 } from 'three';
import type { LinkageAxle, LinkSegment } from './linkage.ts';
import type { RobotDrawingPlan } from './linkDrawing.ts';
import { commonNormalFeet } from './linkEndsOnAxes.ts';
import { projectToGround } from './robotGround.ts';

const SHORT = 1e-3; // Relative to the size of the robot: shorter segments are dropped.

export function makeRobotCentreLine({ linkage, feet, ground }: RobotDrawingPlan): LinkSegment[] {
  const { axles, tipsByAxle: tipsOf, children } = linkage;
  const out: LinkSegment[] = [];
  const add = (bone: number, from: Vector3, to: Vector3): void => {
    if (from.distanceTo(to) > SHORT * feet.size) out.push({ bone, from, to });
  };
  const entry = (i: number): Vector3 => {
    const { origin, direction: along } = (axles[i] as LinkageAxle).line;
    return origin.clone().addScaledVector(along, feet.enters[i] as number);
  };
  const roots = children[axles.length] ?? [];
  const hub = new Vector3();
  for (const root of roots) {
    const entryPoint = entry(root);
    add(0, roots.length > 1 ? hub : projectToGround(entryPoint, ground), entryPoint);
  }
  axles.forEach((axle, i) => {
    const { bone, axis } = axle;
    const on = (coordinate: number): Vector3 => axis.clone().multiplyScalar(coordinate);
    const leaves = on(feet.leaves[i] as number);
    add(
      bone,
      on(entryCoordinate(axle, feet.enters[i] as number, feet.leaves[i] as number)),
      leaves,
    );
    for (const child of children[i] ?? []) {
      const foot =
        feet.next[i] === child ? null : commonNormalFeet(axis, (axles[child] as LinkageAxle).line);
      add(bone, foot ? on(foot[0]) : leaves, entry(child));
    }
    for (const { position: at } of tipsOf[i] ?? []) add(bone, leaves, at);
  });
  return out;
}

/** Returns where the drawn link of a joint begins on the joint axis, metres. */
function entryCoordinate({ slides, range }: LinkageAxle, enters: number, leaves: number): number {
  if (!slides) return enters;
  const [one, otherEnd] = range.map((value) => enters - value) as [number, number];
  return Math.abs(one - leaves) > Math.abs(otherEnd - leaves) ? one : otherEnd;
}
