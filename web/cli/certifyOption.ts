/** The option `--certify` of `iklab pose`: proves that a solution exists near a pose. */
import { type Engine, openSolutionFinder } from '@iklab/core/engine';
import type { Joint, Quaternion, Scene, Target, Vec3 } from '@iklab/core/scenario';
import { quoteInOneLine } from '@iklab/core/scenario/checks';
import { distance, hypot } from '@iklab/core/scenario/numbers';
import { isMovable, listJointsToRoot } from '@iklab/core/scenario/robot';

export interface CertifyReport {
  /** Distance to the target, in metres; null if none. */
  readonly error: number | null;
  /** Angle to the target's orientation, in radians; null if unconstrained. */
  readonly angle: number | null;
  readonly certified: boolean;
  /** Bound on the distance to an exact solution, in radians. */
  readonly radius: number | null;
  readonly withinLimits: boolean | null;
  readonly certificate: string;
}

interface Tip {
  readonly name: string;
  readonly position: Vec3;
  readonly quaternion: Quaternion;
}

/** Tries to prove that an exact solution exists near the start pose. */
export function certifyTip({ name, position, quaternion }: Tip, scene: Scene, engine: Engine) {
  const { targets } = scene.scenario;
  const index = targets.findIndex(({ effector }) => effector === name);
  const target = targets[index];
  if (!target) return makeRefusal(null, null, 'the scenario has no target for this effector');
  const error = distance(position, target.position);
  const angle = target.orientation && angleBetween(quaternion, target.orientation);
  const obstacle = explainUnprovable(target, scene);
  if (obstacle !== null) return makeRefusal(error, angle, obstacle);
  const finder = openSolutionFinder(engine, scene, index);
  try {
    const proof = finder.certify();
    if (!proof) return makeRefusal(error, angle, explainNoProof(error, angle));
    const { radius, withinLimits } = proof;
    const limits = withinLimits ? 'within limits' : 'not proved to be within limits';
    const unit = chainOf(target, scene).some(({ type }) => type === 'prismatic')
      ? ", or that share of the chain's length"
      : '';
    const certificate = `certified: an exact solution lies within ${roundUp(radius)} rad${unit} (${limits})`;
    return { error, angle, certified: true, radius, withinLimits, certificate };
  } finally {
    finder.delete();
  }
}

const makeRefusal = (
  error: number | null,
  angle: number | null,
  reason: string,
): CertifyReport => ({
  error,
  angle,
  certified: false,
  radius: null,
  withinLimits: null,
  certificate: `not certified: ${reason}`,
});

/** Returns why no proof is possible; null if one is. */
function explainUnprovable(target: Target, scene: Scene): string | null {
  if (target.free) return 'the target has free components';
  const chain = chainOf(target, scene).filter(isMovable);
  if (chain.length === 0) return 'no joint moves the effector';
  for (const { id, type } of chain) {
    if (type === 'screw') return `joint ${quoteInOneLine(id)} is a screw joint`;
    const isCoupled = (each: Joint) => each.mimic && [each.id, each.mimic.joint].includes(id);
    const follower = scene.tree.joints.find(isCoupled);
    if (follower?.mimic)
      return `joint ${quoteInOneLine(follower.id)} mimics ${quoteInOneLine(follower.mimic.joint)}`;
  }
  return null;
}

function chainOf({ effector }: Target, { tree }: Scene) {
  const parent = tree.effectors.find(({ id }) => id === effector)?.parent ?? null;
  return listJointsToRoot(tree.joints, parent);
}

function explainNoProof(error: number, angle: number | null): string {
  const rotation = angle === null ? '' : ` and ${angle.toPrecision(2)} rad`;
  return `the pose is ${error.toPrecision(2)} m${rotation} from the target; a proof needs a pose close to the target, and a Jacobian of full rank`;
}

/** Returns the angle between two orientations, in radians. */
function angleBetween([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion): number {
  const x = aw * bx - ax * bw - ay * bz + az * by;
  const y = aw * by - ay * bw - az * bx + ax * bz;
  const z = aw * bz - az * bw - ax * by + ay * bx;
  const w = aw * bw + ax * bx + ay * by + az * bz;
  return 2 * Math.atan2(hypot(x, y, z), Math.abs(w));
}

/** Rounds up to two digits, so that the bound stays true. */
function roundUp(value: number): string {
  const power = Math.floor(Math.log10(value)) - 1;
  return String(Number(`${Math.ceil(value / 10 ** power)}e${power}`));
}
