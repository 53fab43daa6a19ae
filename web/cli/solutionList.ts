/** The solutions that `iklab solutions` prints, as a table, JSON or CSV. */
import type { OutOfReachProof, PoseSolution } from '@iklab/core/engine';
import type { SolutionKind } from '@iklab/core/engine/protocol';
import { csvCell, fixedDecimalsText, lengthUnitName, roundDown } from '@iklab/core/format';
import type { Joint, Scene } from '@iklab/core/scenario';
import { listWords } from '@iklab/core/scenario/checks';
import { toDegrees } from '@iklab/core/scenario/numbers';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { alignColumns } from './study/formatStudyTable.ts';

export interface SolutionList {
  readonly scene: Scene;
  /** Names of the effectors. */
  readonly targets: readonly string[];
  readonly kind: SolutionKind;
  readonly reason: string;
  readonly idealised: number;
  /** Number of searches; 0 with a closed form. */
  readonly searches: number;
  /** Number of solutions; `within`: within joint limits. */
  readonly total: number;
  readonly within: number;
  /** The solutions to print. */
  readonly solutions: readonly PoseSolution[];
  /** The parameter of a redundant arm, at whose `value` (radians) solutions are listed. */
  readonly parameter?: { readonly joint: string | null; readonly value: number };
  /** Null: nothing is proven. Undefined: solutions are printed. */
  readonly outOfReach?: OutOfReachProof | null;
}

/** Returns the name of a parameter: that of its joint. */
export const parameterName = (joint: string | null): string =>
  joint === null ? 'swivel angle' : `joint "${joint}"`;

const SIDE_NAMES = ['shoulder', 'elbow', 'wrist'] as const;

export const jointsOf = ({ scene }: { readonly scene: Scene }) =>
  scene.tree.joints.filter(isIndependentJoint);

/** Returns the joint nearest to its limit; null without limits. */
function nearestLimitJoint(joints: readonly Joint[], { theta, margin }: PoseSolution) {
  const index = joints.findIndex(({ limits }, i) => {
    const value = theta[i] ?? Number.NaN;
    return limits && Math.min(value - limits[0], limits[1] - value) === margin;
  });
  return joints[index] ?? null;
}

export function formatSolutionsJson(list: SolutionList): string {
  const { targets, kind, reason, idealised, searches, total, parameter, outOfReach } = list;
  const joints = jointsOf(list);
  const solutions = list.solutions.map((solution) => {
    const { number, sides, margin, turn, residual, family, theta } = solution;
    return {
      number,
      sides,
      margin: Number.isFinite(margin) ? margin : null,
      marginJoint: nearestLimitJoint(joints, solution)?.id ?? null,
      turn,
      residual,
      family,
      q: Object.fromEntries(joints.map(({ id }, i) => [id, theta[i] ?? 0])),
    };
  });
  return JSON.stringify({
    targets,
    kind,
    reason,
    idealised,
    searches,
    ...(parameter ? { parameter } : {}),
    total,
    ...(outOfReach === undefined ? {} : { outOfReach: outOfReachJson(list) }),
    solutions,
  });
}

export function formatSolutionsCsv(list: SolutionList): string {
  const joints = jointsOf(list);
  const { kind, parameter } = list;
  const head = [
    ...['kind', 'number', ...SIDE_NAMES, 'margin', 'marginJoint', 'turn', 'residual', 'family'],
    ...(parameter ? ['parameter'] : []),
    ...joints.map(({ id }) => `q.${id}`),
  ];
  const rows = list.solutions.map((solution) => {
    const { number, sides, margin, turn, residual, family, theta } = solution;
    const marginJoint = nearestLimitJoint(joints, solution)?.id ?? null;
    const limit = [Number.isFinite(margin) ? margin : null, marginJoint];
    const at = parameter ? [parameter.value] : [];
    return [kind, number, ...sides, ...limit, turn, residual, family, ...at, ...theta];
  });
  return [head, ...rows].map((row) => `${row.map(csvCell).join(',')}\n`).join('');
}

export const DECIMALS = 3;

/** Returns degrees, or a length in the unit of the scenario, with the name of the unit. */
export function showJointValue(
  joint: Joint | null,
  value: number,
  { scenario: { unit } }: Scene,
): [number: string, unit: string] {
  if (joint?.type !== 'prismatic') return [fixedDecimalsText(toDegrees(value), DECIMALS), 'deg'];
  if (unit === 'm') return [fixedDecimalsText(1000 * value, DECIMALS), 'mm'];
  return [fixedDecimalsText(value, DECIMALS), lengthUnitName(unit)];
}

const signOf = (side: number) => (side > 0 ? '+' : side < 0 ? '-' : '0');

export function formatSolutionsTable(list: SolutionList): string {
  const { solutions, scene } = list;
  const lines = [...formatSummary(list), ...outOfReachLines(list)];
  if (solutions.length === 0) return lines.map((line) => `${line}\n`).join('');
  const joints = jointsOf(list);
  const shown = (joint: Joint | null, value: number) => showJointValue(joint, value, scene);
  const isMixed = joints.some(({ type }) => type === 'prismatic');
  const table = solutions.map((solution): [string, string][] => {
    const { number, sides, margin, turn, family, theta } = solution;
    const limit = shown(nearestLimitJoint(joints, solution), margin);
    const marginText = isMixed ? limit.join(' ') : limit[0];
    return [
      ['number', String(number)],
      ...(list.kind === 'all' ? [['signs', sides.map(signOf).join(' ')] as [string, string]] : []),
      [`limit margin${isMixed ? '' : ' deg'}`, Number.isFinite(margin) ? marginText : 'no limits'],
      ['largest rotation deg', shown(null, turn)[0]],
      ...joints.map((joint, i): [string, string] => {
        const [value, unitName] = shown(joint, theta[i] ?? 0);
        return [`q${i + 1} ${unitName}`, value];
      }),
      ['family', family ? 'yes' : 'no'],
    ];
  });
  const names = joints.map(({ id }, i) => `q${i + 1} ${id}`);
  const legend = [
    `${list.kind === 'all' ? 'signs: shoulder, elbow, wrist; ' : ''}largest rotation: of a joint, from the start`,
    ...(solutions.some(({ family }) => family)
      ? ['family: an angle is free at this singular pose; it has its value at the start']
      : []),
    names.join(', '),
  ];
  return `${[...lines, '', ''].join('\n')}${alignColumns(table)}\n${legend.join('\n')}\n`;
}

type Unreached = Pick<SolutionList, 'scene' | 'targets' | 'outOfReach'>;

export function outOfReachJson({ targets, outOfReach }: Unreached) {
  if (!outOfReach) return null;
  const { missing, isAngle, needsLimits, target, text } = outOfReach;
  const unit = isAngle ? 'rad' : 'm';
  return { missing, unit, needsLimits, target: targets[target] ?? '', text };
}

/** The amount with which the text of a proof begins, as if the lengths of the scene were metres. */
const AMOUNT = /^\S+ m?m|^\S+°/;

/** Returns the proof that no pose reaches the target; no line without proof. */
export function outOfReachLines({ scene, targets, outOfReach }: Unreached): string[] {
  if (!outOfReach) return [];
  const { missing, isAngle, needsLimits, target, text } = outOfReach;
  const { unit } = scene.scenario;
  const amount =
    isAngle || unit === 'm'
      ? (AMOUNT.exec(text)?.[0] ?? '')
      : `${roundDown(missing, 3)} ${lengthUnitName(unit)}`;
  const name = targets.length > 1 ? `the target of ${targets[target]}` : 'the target';
  const poses = needsLimits ? 'every pose within joint limits' : 'every pose';
  // Without the orientation, a pose may be nearer.
  const { orientation = null } =
    scene.scenario.targets.find(({ effector }) => effector === targets[target]) ?? {};
  let missed = `misses ${name}`;
  if (isAngle) missed = `at the position of ${name} misses its orientation`;
  else if (orientation !== null) missed = `with the orientation of ${name} misses its position`;
  return [`Proven: ${poses} ${missed} by at least ${amount} (${text.replace(AMOUNT, amount)}).`];
}

/** Returns the note that searches may have missed solutions; '' if a proof excludes this. */
export function mayBeMore(found: number, outOfReach?: OutOfReachProof | null): string {
  if (found > 0) return '; there may be more';
  return outOfReach && !outOfReach.needsLimits ? '' : '; there may be some';
}

const ROUNDING = 1e-14; // Larger deviations of axes come from rounded numbers in a file.

/** States the number of solutions and whether the list is complete. */
function formatSummary({
  targets,
  kind,
  reason,
  idealised,
  searches,
  total,
  within,
  parameter,
  outOfReach,
}: SolutionList) {
  const count = `${total === 0 ? 'no' : total} solution${total === 1 ? '' : 's'}`;
  const limits = total > 0 ? `, ${within} within limits` : '';
  const found = parameter
    ? `${count} at ${parameterName(parameter.joint)} = ${fixedDecimalsText(toDegrees(parameter.value), DECIMALS)} deg${limits}; ${reason}`
    : kind === 'all'
      ? `${count}${limits}. Closed form: ${reason}`
      : `found ${count} by ${searches} search${searches === 1 ? '' : 'es'}${limits}${mayBeMore(total, outOfReach)}. No closed form: ${reason}`;
  const approximation = `The closed form treats axes as parallel or meeting if they are within ${Number(idealised.toPrecision(2))} (radians, or share of the chain's length). Solutions are refined on the exact chain.`;
  return [`${listWords(targets)}: ${found}`, ...(idealised > ROUNDING ? [approximation] : [])];
}
