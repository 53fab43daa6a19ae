/**
 * Generates the geometry of a robot from its kinematics alone: housings about its axes, tubes
 * between them, a plinth, a flange. Everything follows from the axes, their common normals, the
 * travel of prismatic joints and the effectors.
 */
import type { InlineTree } from 'iklab/scenario';
import { type Ground, post } from './base.ts';
import { segmentsOf } from './centreLine.ts';
import { allFeet } from './feet.ts';
import type { Fineness } from './fineness.ts';
import { housingsOf } from './housings.ts';
import { type Axle, linkageOf, type Segment } from './linkage.ts';
import { LinkBuilder, RobotSolids, type ShadowCapsule } from './linkBuilder.ts';
import { LinkDrawing, type RobotPlan } from './linkDrawing.ts';

export interface DrawnRobot {
  readonly solids: RobotSolids;
  readonly shadows: readonly ShadowCapsule[];
  /** The centre line of the robot. */
  readonly segments: readonly Segment[];
  /** Radius and centre of the housing of each tree joint, metres; null for a fixed joint. */
  readonly joints: readonly (JointPlace | null)[];
}

export interface JointPlace {
  readonly radius: number;
  readonly middle: number;
}

export interface DrawingChoices {
  readonly ground: Ground;
  /** Effectors whose target constrains the orientation. */
  readonly oriented: ReadonlySet<string>;
  /** Bones that are drawn elsewhere. */
  readonly covered: ReadonlySet<number>;
  /** Whether the body of a robot with several limbs stands on them. */
  readonly stands: boolean;
  readonly fine: Fineness;
}

export function planOf(tree: InlineTree, choices: DrawingChoices): RobotPlan {
  const { ground } = choices;
  const linkage = linkageOf(tree, choices.oriented);
  const feet = allFeet(linkage, ground.up, ground.height);
  return { linkage, feet, ground, ...housingsOf(linkage, feet, ground.up) };
}

export function drawnRobot(tree: InlineTree, choices: DrawingChoices): DrawnRobot {
  const plan = planOf(tree, choices);
  const solids = new RobotSolids();
  const { axles } = plan.linkage;
  for (let own = -1; own < axles.length; own++) {
    const bone = own < 0 ? 0 : (axles[own] as Axle).bone;
    if (choices.covered.has(bone)) continue;
    const build = new LinkBuilder(solids, bone, choices.fine);
    const carrier = new LinkDrawing(plan, own, build).draw();
    if (own < 0 && carrier && !choices.stands) post(build, choices.ground, carrier);
  }
  return {
    solids,
    shadows: solids.shadows,
    segments: segmentsOf(plan),
    joints: placesOf(tree, plan),
  };
}

function placesOf(tree: InlineTree, { linkage, feet, radii }: RobotPlan): (JointPlace | null)[] {
  const places: (JointPlace | null)[] = tree.joints.map(() => null);
  linkage.axles.forEach(({ bone }, i) => {
    const middle = ((feet.enters[i] as number) + (feet.leaves[i] as number)) / 2;
    places[bone - 1] = { radius: radii[i] as number, middle };
  });
  return places;
}
