import { CAUSES, type Cause } from '@iklab/core/engine/protocol';
import { groupedCountText } from '@iklab/core/format';
import type { Study, StudyCell } from '../document/study.ts';
import { studyCellName } from '../document/studyCellName.ts';
import { isExternalSolverCell } from '../document/withExternalSolvers.ts';
import type { RowColumnReader } from '../rows/studyRows.ts';
import { independentJointIds } from './problemPosesReader.ts';

export interface FailureCauseGroup {
  readonly id: string;
  readonly title: string;
  /**
   * Verb phrases of the group for one problem and for several: "ends in a local minimum", "end in
   * local minima".
   */
  readonly verbs: readonly [one: string, several: string];
  readonly causes: readonly Cause[];
}

const makeGroup = (
  id: string,
  title: string,
  verbs: FailureCauseGroup['verbs'],
  ...causes: readonly Cause[]
): FailureCauseGroup => ({ id, title, verbs, causes });

/** Groups of causes of failure in the order of a bar's segments. */
export const FAILURE_CAUSE_GROUPS: readonly FailureCauseGroup[] = [
  makeGroup(
    'limits',
    'Blocked by joint limits',
    ['is blocked by joint limits', 'are blocked by joint limits'],
    'joint-limits',
  ),
  makeGroup(
    'minimum',
    'Local minimum',
    ['ends in a local minimum', 'end in local minima'],
    'local-minimum',
  ),
  makeGroup(
    'singular',
    'Singular pose',
    ['ends in a singular pose', 'end in singular poses'],
    'singular-pose',
  ),
  makeGroup(
    'damping',
    'Damping or dropped direction',
    [
      'is held back by damping or a dropped direction',
      'are held back by damping or a dropped direction',
    ],
    'damping',
    'dropped-direction',
  ),
  makeGroup(
    'slow',
    'Too slow (update limit)',
    ['is too slow', 'are too slow'],
    'update-limit',
    'converging',
  ),
  makeGroup(
    'stop',
    'Stop rule',
    ['is ended by a stop rule', 'are ended by a stop rule'],
    'stop-rule',
  ),
  makeGroup(
    'step',
    'Step size, weights or goals',
    [
      'is held back by step size, weights or secondary goals',
      'are held back by step size, weights or secondary goals',
    ],
    'step-limit',
    'target-clamp',
    'overshoot',
    'joint-weights',
    'secondary-goal',
    'priority',
  ),
  makeGroup(
    'method',
    'Needs another method',
    ['needs another method', 'need another method'],
    'method',
    'breakdown',
  ),
  makeGroup(
    'pose',
    'No pose found',
    ['has no pose that any experiment found', 'have no pose that any experiment found'],
    'no-pose-found',
  ),
  makeGroup('reach', 'Out of reach', ['is out of reach', 'are out of reach'], 'out-of-reach'),
  makeGroup(
    'unknown',
    'Cause unknown',
    ['has an unknown cause', 'have an unknown cause'],
    'undiagnosed',
    'none',
  ),
];

const GROUP_INDICES: readonly number[] = CAUSES.map((cause) =>
  FAILURE_CAUSE_GROUPS.findIndex(({ causes }) => causes.includes(cause)),
);
/** Returns an index in `FAILURE_CAUSE_GROUPS`. `cause`: index in `CAUSES`. */
export const failureCauseGroupIndex = (cause: number): number =>
  GROUP_INDICES[cause] ?? FAILURE_CAUSE_GROUPS.length - 1;

export const isProblemDiagnosed = ({ causes }: Pick<Study, 'causes'>, index: number): boolean =>
  index < causes;

/** Returns false for cells of external solvers, and for a study without diagnoses. */
export const isCellDiagnosed = ({ causes }: Pick<Study, 'causes'>, cell: StudyCell): boolean =>
  causes > 0 && !isExternalSolverCell(cell);

export interface FailureCauseGroupCount {
  readonly group: FailureCauseGroup;
  readonly count: number;
  /** Number of problems per blocking joint, most first. */
  readonly joints: readonly { readonly joint: string; readonly count: number }[];
}

export interface CellFailureCauses {
  readonly cell: StudyCell;
  /** Number of all problems of the cell. */
  readonly n: number;
  readonly unsolved: number;
  /** Number of unsolved problems that were diagnosed. */
  readonly examined: number;
  readonly groups: readonly FailureCauseGroupCount[];
}

export const countStudyFailureCauses = (
  study: Study,
  columns: RowColumnReader,
): CellFailureCauses[] =>
  study.cells
    .filter((cell) => isCellDiagnosed(study, cell))
    .map((cell) => countCellCauses(study, cell, columns));

function countCellCauses(
  study: Study,
  cell: StudyCell,
  columns: RowColumnReader,
): CellFailureCauses {
  const names = independentJointIds(study);
  const [solved, causes] = [columns(cell.index, 'solved'), columns(cell.index, 'cause')];
  const joints = columns(cell.index, 'causeJoint');
  const counts = FAILURE_CAUSE_GROUPS.map(() => 0);
  const byJoint = new Map<number, number>();
  let examined = 0;
  causes.forEach((cause, i) => {
    if (Number.isNaN(cause)) return;
    examined++;
    counts[failureCauseGroupIndex(cause)] = (counts[failureCauseGroupIndex(cause)] ?? 0) + 1;
    const joint = joints[i] ?? Number.NaN;
    if (!Number.isNaN(joint)) byJoint.set(joint, (byJoint.get(joint) ?? 0) + 1);
  });
  const named = [...byJoint]
    .sort(([a, m], [b, n]) => n - m || a - b)
    .map(([joint, count]) => ({ joint: names[joint] ?? '', count }));
  const groups = FAILURE_CAUSE_GROUPS.map((each, i) => ({
    group: each,
    count: counts[i] ?? 0,
    joints: each.id === 'limits' ? named : [],
  }));
  return {
    cell,
    n: solved.length,
    unsolved: solved.filter((one) => one !== 1).length,
    examined,
    groups: groups.filter(({ count }) => count > 0),
  };
}

/** Divides `total` into whole numbers in proportion to counts (largest remainder method). */
export function apportionUnits(counts: readonly number[], total: number): number[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const exact = counts.map((count) => (all > 0 ? (total * count) / all : 0));
  const units = exact.map(Math.floor);
  const rest = total - units.reduce((sum, each) => sum + each, 0);
  const order = [...exact.keys()].sort(
    (a, b) => ((exact[b] ?? 0) % 1) - ((exact[a] ?? 0) % 1) || (counts[b] ?? 0) - (counts[a] ?? 0),
  );
  for (const index of order.slice(0, all > 0 ? rest : 0)) units[index] = (units[index] ?? 0) + 1;
  return units;
}

/** Least number of diagnosed problems for shares instead of counts. */
const MIN_FOR_SHARES = 20;
const NAMED = 2;

/** Printed causes of a cell's unsolved problems: percentages or counts that add up. */
export interface PrintedFailureCauses {
  readonly causes: CellFailureCauses;
  /** True if the numbers are percentages; otherwise they are counts of problems. */
  readonly shares: boolean;
  readonly total: string;
  /**
   * Printed number of each group. `units`: in units of the last printed digit, with the sum
   * `total`.
   */
  readonly groups: readonly {
    readonly groupCount: FailureCauseGroupCount;
    readonly units: number;
    readonly text: string;
    readonly joints: readonly {
      readonly joint: string;
      readonly units: number;
      readonly text: string;
    }[];
  }[];
}

export function formatFailureCauses(causes: CellFailureCauses): PrintedFailureCauses {
  const { n, unsolved, examined, groups } = causes;
  const shares = examined >= MIN_FOR_SHARES;
  const percent = (100 * unsolved) / Math.max(1, n);
  const digits = shares && percent < 10 ? 1 : 0;
  const scale = digits === 1 ? 10 : 1;
  const total = shares ? Math.max(1, Math.round(percent * scale)) : examined;
  const text = (units: number): string => (units / scale).toFixed(digits);
  const units = apportionUnits(
    groups.map(({ count }) => count),
    total,
  );
  const joints = ({ count, joints: named }: FailureCauseGroupCount, groupUnits: number) => {
    const withoutJoint = count - named.reduce((sum, each) => sum + each.count, 0);
    const jointUnits = apportionUnits(
      [...named.map((each) => each.count), withoutJoint],
      groupUnits,
    );
    return named.map(({ joint }, i) => ({
      joint,
      units: jointUnits[i] ?? 0,
      text: text(jointUnits[i] ?? 0),
    }));
  };
  return {
    causes,
    shares,
    total: text(total),
    groups: groups.map((each, i) => ({
      groupCount: each,
      units: units[i] ?? 0,
      text: text(units[i] ?? 0),
      joints: joints(each, units[i] ?? 0),
    })),
  };
}

/**
 * Describes the causes of unsolved problems: "Of the 17 % that DLS does not solve, 9 points are
 * blocked by joint limits (elbow 6), 5 end in local minima, 3 are too slow."; '' without diagnoses.
 */
export function failureCausesSentence(study: Study, causes: CellFailureCauses): string {
  if (causes.examined === 0) return '';
  const name = studyCellName(study, causes.cell);
  const { shares, total, groups } = formatFailureCauses(causes);
  const some = groups.filter(({ units }) => units > 0).sort((a, b) => b.units - a.units);
  const parts = some.map(({ groupCount: { group: each }, units, text, joints }, i) => {
    const one = shares ? text === '1' : units === 1;
    const unit = shares && i === 0 ? (one ? ' point' : ' points') : '';
    const named = joints.filter((joint) => joint.units > 0).slice(0, NAMED);
    const jointTexts = named.map(({ joint, text: share }) => `${joint} ${share}`).join(', ');
    return `${text}${unit} ${each.verbs[one ? 0 : 1]}${jointTexts === '' ? '' : ` (${jointTexts})`}`;
  });
  const rest = causes.examined < causes.unsolved;
  if (shares) {
    const sample = rest
      ? ` (${groupedCountText(causes.examined)} of ${groupedCountText(causes.unsolved)} examined)`
      : '';
    return `Of the ${total} % that ${name} does not solve${sample}, ${parts.join(', ')}.`;
  }
  const subject = rest
    ? `${causes.examined} of the ${groupedCountText(causes.unsolved)} problems that ${name} does not solve were examined`
    : causes.examined === 1
      ? `${name} does not solve 1 problem of ${groupedCountText(causes.n)}`
      : `${name} does not solve ${causes.examined} problems of ${groupedCountText(causes.n)}`;
  return `${subject}: ${parts.join(', ')}.`;
}

/** Counts a cell's causes of failure and blocking joints by identifier, for files. */
export const countCausesById = (
  { index }: StudyCell,
  study: Study,
  columns: RowColumnReader,
): { readonly examined: number; readonly counts: object; readonly joints: object } => {
  const count = (field: 'cause' | 'causeJoint', words: readonly string[]) => {
    const indices = columns(index, field).filter((value) => !Number.isNaN(value));
    const counts = words.map((_, i) => indices.filter((value) => value === i).length);
    return Object.fromEntries(words.flatMap((word, i) => (counts[i] ? [[word, counts[i]]] : [])));
  };
  const counts = count('cause', CAUSES);
  const examined = Object.values(counts).reduce((sum: number, each) => sum + each, 0);
  return { examined, counts, joints: count('causeJoint', independentJointIds(study)) };
};

export const failureCauseSentences = (study: Study, columns: RowColumnReader): string[] =>
  countStudyFailureCauses(study, columns).flatMap(
    (each) => failureCausesSentence(study, each) || [],
  );

/** Explains how causes of failure are found; '' if none are requested. */
export function failureCausesNote({ causes, count }: Pick<Study, 'causes' | 'count'>): string {
  if (causes === 0) return '';
  const some =
    causes < count ? `of the first ${groupedCountText(causes)} problems` : 'of all problems';
  return `Causes are found by experiments from the last pose of a run: without its cause, the target is reached or the error falls by a tenth. Examined: the unsolved ones ${some}.`;
}
