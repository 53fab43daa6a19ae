/**
 * Generates the geometry of a robot from its kinematics: joint housings, tubes, a plinth and a
 * flange.
 */
import type { InlineTree } from '@iklab/core/scenario';
import { chooseJointHousings } from './jointHousings.ts';
import { type LinkageAxle, type LinkSegment, makeLinkage } from './linkage.ts';
import { LinkBuilder, RobotSolids, type ShadowCapsule } from './linkBuilder.ts';
import { LinkDrawing, type RobotDrawingPlan } from './linkDrawing.ts';
import { findLinkEndsOnAxes } from './linkEndsOnAxes.ts';
import { makeRobotCentreLine } from './robotCentreLine.ts';
import type { RobotDetailLevel } from './robotDetailLevel.ts';
import { drawCarrierPost, type RobotGround } from './robotGround.ts';

export interface RobotDrawing {
  readonly solids: RobotSolids;
  readonly shadows: readonly ShadowCapsule[];
  readonly segments: readonly LinkSegment[];
  /**
   * Radius and centre (on the joint axis) of each joint housing, metres; null for a fixed joint.
   */
  readonly joints: readonly (HousingPosition | null)[];
}

export interface HousingPosition {
  readonly radius: number;
  readonly middle: number;
}

export interface RobotDrawingOptions {
  readonly ground: RobotGround;
  readonly oriented: ReadonlySet<string>;
  /** Indices of the bones that visual meshes replace. */
  readonly covered: ReadonlySet<number>;
  readonly standsOnLimbs: boolean;
  readonly fine: RobotDetailLevel;
}

export function planRobotDrawing(tree: InlineTree, choices: RobotDrawingOptions): RobotDrawingPlan {
  const { ground } = choices;
  const linkage = makeLinkage(tree, choices.oriented);
  const feet = findLinkEndsOnAxes(linkage, ground.up, ground.height);
  return { linkage, feet, ground, ...chooseJointHousings(linkage, feet, ground.up) };
}

export function drawRobot(tree: InlineTree, choices: RobotDrawingOptions): RobotDrawing {
  const plan = planRobotDrawing(tree, choices);
  const solids = new RobotSolids();
  const { axles } = plan.linkage;
  for (let axle = -1; axle < axles.length; axle++) {
    const bone = axle < 0 ? 0 : (axles[axle] as LinkageAxle).bone;
    if (choices.covered.has(bone)) continue;
    const build = new LinkBuilder(solids, bone, choices.fine);
    const carrier = new LinkDrawing(plan, axle, build).draw();
    if (axle < 0 && carrier && !choices.standsOnLimbs)
      drawCarrierPost(build, choices.ground, carrier);
  }
  return {
    solids,
    shadows: solids.shadows,
    segments: makeRobotCentreLine(plan),
    joints: housingPositions(tree, plan),
  };
}

function housingPositions(
  tree: InlineTree,
  { linkage, feet, radii }: RobotDrawingPlan,
): (HousingPosition | null)[] {
  const positions: (HousingPosition | null)[] = tree.joints.map(() => null);
  linkage.axles.forEach(({ bone }, i) => {
    const middle = ((feet.enters[i] as number) + (feet.leaves[i] as number)) / 2;
    positions[bone - 1] = { radius: radii[i] as number, middle };
  });
  return positions;
}
