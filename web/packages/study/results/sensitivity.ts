/** Tests a conclusion on some problems with other limits, starts and tolerances. */
import { joinNamesWithAnd, LIMIT_POLICY_TEXTS } from '@iklab/core/format/words';
import { fullDocument, type PlainObject } from '@iklab/core/scenario';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { jointLimitPolicyText } from '../document/describeStudyProblems.ts';
import { parseStudy } from '../document/parseStudy.ts';
import type { Study } from '../document/study.ts';
import { studyCellName } from '../document/studyCellName.ts';
import { fullStudyDocument } from '../document/writeStudy.ts';
import { StudyRows } from '../rows/studyRows.ts';
import { planStudyTasks, type SolvedStudySlice, type StudyRequest } from '../tasks/studyTask.ts';
import type { TaskRun, TaskRunPlan } from '../tasks/taskRun.ts';
import {
  makeUpdateTimesRequest,
  type UpdateTimesRequest,
  updateTimesInMilliseconds,
} from '../tasks/updateTimes.ts';
import { percentagePointsText } from './conclusion.ts';
import { EQUIVALENT_SHARE_DIFFERENCE } from './earlyStop.ts';
import { type CostKind, computeCosts } from './problemCosts.ts';
import { rankMethods, type StudyVerdict } from './studyVerdict.ts';

const PROBLEM_COUNT = 300;
const MAX_PROBLEM_COUNT = 1500;
const TOLERANCE_FACTOR = 1e-3; // Factor of the tolerances.

export interface SensitivityVariant {
  /** Description of the variant after "with": `random starts`. */
  readonly words: string;
  readonly study: Study;
}

export function makeSensitivityVariants(study: Study, catalogue: Catalogue): SensitivityVariant[] {
  return [...limitChanges(study), ...startChanges(study), tightenTolerances(study)].flatMap(
    ([words, changes]) => {
      const count = Math.min(PROBLEM_COUNT, study.count);
      const document = { ...fullStudyDocument(study), count, looks: 1, ...changes };
      const read = parseStudy(document, catalogue);
      return read.ok ? [{ words, study: read.value }] : [];
    },
  );
}

type VariantChange = readonly [words: string, changes: PlainObject];

function limitChanges({ scenario }: Study): VariantChange[] {
  if (jointLimitPolicyText(scenario) === '') return [];
  // `wrap` differs from `clamp` only where a full rotation leads back within the limits.
  return LIMIT_POLICY_TEXTS.filter(
    ([policy]) => policy !== scenario.limitPolicy && policy !== 'wrap',
  ).map(([limitPolicy, text]) => [
    `joint limits ${text}`,
    { scenario: { ...fullDocument(scenario), limitPolicy } },
  ]);
}

function startChanges({ sampling }: Study): VariantChange[] {
  if (!('start' in sampling) || sampling.kind === 'path') return [];
  const { spread: _, ...withoutStart } = { spread: undefined, ...sampling };
  const random = { sampling: { ...withoutStart, start: 'random' } };
  const fixed = { sampling: { ...withoutStart, start: 'given' } };
  return sampling.start === 'random'
    ? [['the start of the scene', fixed]]
    : [['random starts', random]];
}

function tightenTolerances({ scenario }: Study): VariantChange {
  const { run, targets } = scenario;
  const residual = run.residual && run.residual * TOLERANCE_FACTOR;
  const [tolerance, orientationTolerance] = [run.tolerance, run.orientationTolerance].map(
    (each) => each * TOLERANCE_FACTOR,
  );
  const scaledTargets = targets.map((target) => ({
    ...target,
    tolerance: target.tolerance && {
      position: target.tolerance.position * TOLERANCE_FACTOR,
      rotation: target.tolerance.rotation * TOLERANCE_FACTOR,
    },
  }));
  const changed = { ...run, residual, tolerance, orientationTolerance };
  const document = fullDocument({
    ...scenario,
    targets: scaledTargets,
    run: changed as typeof run,
  });
  return ['a thousandth of the tolerance', { scenario: document }];
}

/** `key`: key of the results of the study itself. */
export function planSensitivityTasks(
  variants: readonly SensitivityVariant[],
  key: string,
  build: string,
): TaskRunPlan {
  const tasks = variants.flatMap(({ words, study }) => [
    ...planStudyTasks(study, build).tasks.map((task) => ({ ...task, group: words })),
    { group: words, request: makeUpdateTimesRequest(study), weight: 1 },
  ]);
  const problems = variants.reduce((sum, { study }) => sum + study.count, 0);
  return {
    key: `${key}-others-${tasks.length}-${problems}`,
    title: 'Other settings',
    tasks,
    hidden: true,
  };
}

/** Returns the verdict on each variant of a study; null for a variant without all rows. */
export function computeVariantVerdicts(
  variants: readonly SensitivityVariant[],
  { plan, results }: Pick<TaskRun, 'plan' | 'results'>,
  kind: CostKind = 'updates',
): (StudyVerdict | null)[] {
  return variants.map(({ words, study }) => {
    const rows = new StudyRows(study);
    let paces: readonly number[] = [];
    plan.tasks.forEach(({ group, request }, index) => {
      const result = results.get(index);
      if (group !== words || !result) return;
      const taskRequest = request as StudyRequest | UpdateTimesRequest;
      if (taskRequest.kind === 'pace') paces = updateTimesInMilliseconds(result);
      else rows.add(taskRequest.slice, (result as SolvedStudySlice).rows);
    });
    const timed = kind !== 'time' || paces.length > 0;
    const isComplete =
      timed && study.cells.every(({ index }) => rows.knownCount(index) === study.count);
    return isComplete ? rankMethods(study, computeCosts(study, rows.column, kind, paces)) : null;
  });
}

/**
 * Judges a variant by the best methods of the study. `changes`: all solve less than the variant's
 * best. `narrows`: some do. `holds`: none can be worse by `EQUIVALENT_SHARE_DIFFERENCE`. `open`:
 * some can.
 */
export function judgeChoiceInVariant(
  main: Pick<StudyVerdict, 'undecided'>,
  verdict: Pick<StudyVerdict, 'best' | 'comparisons'>,
): {
  readonly word: 'holds' | 'narrows' | 'changes' | 'open';
  readonly fallen: readonly number[];
  readonly bound: number;
} {
  const chosen = verdict.comparisons.filter(({ cell }) => main.undecided.includes(cell));
  const fallen = chosen.filter(({ shares }) => shares.interval.low > 0).map(({ cell }) => cell);
  // The best in the sample may in truth be behind any of the others.
  const ahead = main.undecided.includes(verdict.best)
    ? verdict.comparisons.map(({ shares }) => -shares.interval.low)
    : [];
  const bound = Math.max(0, ...chosen.map(({ shares }) => shares.interval.high), ...ahead);
  const all = fallen.length === main.undecided.length;
  const fell = all ? 'changes' : 'narrows';
  const word = fallen.length > 0 ? fell : bound <= EQUIVALENT_SHARE_DIFFERENCE ? 'holds' : 'open';
  return { word, fallen, bound };
}

/** Adds problems to undecided variants of a study; returns null if no variant gets more. */
export function enlargeUndecidedVariants(
  study: Study,
  main: StudyVerdict,
  variants: readonly SensitivityVariant[],
  verdicts: readonly (StudyVerdict | null)[],
  catalogue: Catalogue,
): SensitivityVariant[] | null {
  const count = Math.min(MAX_PROBLEM_COUNT, study.count);
  const further = variants.map(({ words, study: before }, i): SensitivityVariant => {
    const verdict = verdicts[i];
    const isOpen =
      verdict && judgeChoiceInVariant(main, verdict).word === 'open' && before.count < count;
    const read = isOpen ? parseStudy({ ...fullStudyDocument(before), count }, catalogue) : null;
    return read?.ok ? { words, study: read.value } : { words, study: before };
  });
  return further.some((each, i) => each.study !== variants[i]?.study) ? further : null;
}

/** States for each variant whether the choice of a method remains, narrows, changes or is open. */
export function sensitivityText(
  study: Study,
  main: StudyVerdict,
  variants: readonly SensitivityVariant[],
  verdicts: readonly (StudyVerdict | null)[],
): string {
  const [holding, fewer, changed, open] = [[], [], [], []] as [
    string[],
    string[],
    string[],
    string[],
  ];
  for (const [i, { words }] of variants.entries()) {
    const verdict = verdicts[i] ?? null;
    if (!verdict) changed.push(nothingSolvedText(words));
    else {
      const { word, fallen, bound } = judgeChoiceInVariant(main, verdict);
      if (word === 'holds') holding.push(words);
      else if (word === 'narrows') fewer.push(`${words}: ${narrowText(study, verdict, fallen)}`);
      else if (word === 'changes') changed.push(`${words}: ${changeText(study, verdict, fallen)}`);
      else
        open.push(
          open.length === 0
            ? `${words} (a difference of up to ${percentagePointsText(bound)} is possible)`
            : `${words} (up to ${percentagePointsText(bound)})`,
        );
    }
  }
  const parts = [
    holding.length > 0 &&
      `holds with ${joinNamesWithAnd(holding)} (within ${percentagePointsText(EQUIVALENT_SHARE_DIFFERENCE)} of the best)`,
    fewer.length > 0 && `narrows with ${fewer.join('; with ')}`,
    changed.length > 0 && `changes with ${changed.join('; with ')}`,
    open.length > 0 && `is uncertain with ${joinNamesWithAnd(open)}`,
  ].filter((part) => part !== false);
  const counts = variants.map(({ study: { count } }) => count);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const problems = least === most ? least : `${least} to ${most}`;
  return parts.length > 0 ? `The choice ${parts.join('; it ')}. Each on ${problems} problems.` : '';
}

const nothingSolvedText = (words: string): string => `${words}: no method solves any`;

function changeText(study: Study, verdict: StudyVerdict, fallen: readonly number[]): string {
  const nameWithShare = makeShareText(study, verdict);
  return `${nameWithShare(verdict.best)}, ${joinNamesWithAnd(fallen.map(nameWithShare))}`;
}

function narrowText(study: Study, verdict: StudyVerdict, fallen: readonly number[]): string {
  const nameWithShare = makeShareText(study, verdict);
  const verb = fallen.length === 1 ? 'falls' : 'fall';
  return `${joinNamesWithAnd(fallen.map(nameWithShare))} ${verb} behind ${nameWithShare(verdict.best)}`;
}

function makeShareText(study: Study, verdict: StudyVerdict): (cell: number) => string {
  const name = (cell: number): string => {
    const found = study.cells[cell];
    return found ? studyCellName(study, found) : '';
  };
  const share = (cell: number): string =>
    `${((100 * (verdict.solved[cell] ?? 0)) / verdict.n).toFixed(0)} %`;
  return (cell) => `${name(cell)} ${share(cell)}`;
}
