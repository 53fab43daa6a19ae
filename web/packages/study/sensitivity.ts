/** Sensitivity of a conclusion: part of the problems with other limits, starts and tolerances. */
import { LIMIT_POLICY_TEXTS } from 'iklab/format';
import { type Catalogue, fullDocument, type PlainObject } from 'iklab/scenario';
import { cellName } from './cellName.ts';
import { pointsText } from './conclusion.ts';
import { type CostKind, costsOf } from './costs.ts';
import { type PaceRequest, paceRequest, updateMillis } from './paces.ts';
import { parseStudy } from './parseStudy.ts';
import { limitsText } from './problemWords.ts';
import type { Study } from './study.ts';
import { StudyRows } from './studyRows.ts';
import { type SolvedSlice, type StudyRequest, studyPlan } from './studyTask.ts';
import { rankingOf, type StudyVerdict } from './studyVerdict.ts';
import type { RunPlan, TaskRun } from './taskRun.ts';
import { fullStudy } from './writeStudy.ts';

const PROBLEMS = 300;
/** Problems of a variant that is undecided with `PROBLEMS`. */
const MOST_PROBLEMS = 1500;
const FINER = 1e-3; // Factor of the tolerances.

/** The study with one property changed. */
export interface Variant {
  /** Text that follows "with". */
  readonly words: string;
  readonly study: Study;
}

export function variantsOf(study: Study, catalogue: Catalogue): Variant[] {
  return [...limitChanges(study), ...startChanges(study), finer(study)].flatMap(
    ([words, changes]) => {
      const count = Math.min(PROBLEMS, study.count);
      const document = { ...fullStudy(study), count, looks: 1, ...changes };
      const read = parseStudy(document, catalogue);
      return read.ok ? [{ words, study: read.value }] : [];
    },
  );
}

type Change = readonly [words: string, changes: PlainObject];

function limitChanges({ scenario }: Study): Change[] {
  if (limitsText(scenario) === '') return [];
  // `wrap` differs from `clamp` only where a full rotation leads back within the limits.
  return LIMIT_POLICY_TEXTS.filter(
    ([policy]) => policy !== scenario.limitPolicy && policy !== 'wrap',
  ).map(([limitPolicy, text]) => [
    `joint limits ${text}`,
    { scenario: { ...fullDocument(scenario), limitPolicy } },
  ]);
}

function startChanges({ sampling }: Study): Change[] {
  if (!('start' in sampling) || sampling.kind === 'path') return [];
  const { spread: _, ...other } = { spread: undefined, ...sampling };
  const random = { sampling: { ...other, start: 'random' } };
  const given = { sampling: { ...other, start: 'given' } };
  return sampling.start === 'random'
    ? [['the start of the scene', given]]
    : [['random starts', random]];
}

function finer({ scenario }: Study): Change {
  const { run, targets } = scenario;
  const residual = run.residual && run.residual * FINER;
  const [tolerance, orientationTolerance] = [run.tolerance, run.orientationTolerance].map(
    (each) => each * FINER,
  );
  const own = targets.map((target) => ({
    ...target,
    tolerance: target.tolerance && {
      position: target.tolerance.position * FINER,
      rotation: target.tolerance.rotation * FINER,
    },
  }));
  const changed = { ...run, residual, tolerance, orientationTolerance };
  const document = fullDocument({ ...scenario, targets: own, run: changed as typeof run });
  return ['a thousandth of the tolerance', { scenario: document }];
}

/** One run of all variants; `key`: that of the study itself. */
export function sensitivityPlan(variants: readonly Variant[], key: string, build: string): RunPlan {
  const tasks = variants.flatMap(({ words, study }) => [
    ...studyPlan(study, build).tasks.map((task) => ({ ...task, group: words })),
    { group: words, request: paceRequest(study), weight: 1 },
  ]);
  const problems = variants.reduce((sum, { study }) => sum + study.count, 0);
  return {
    key: `${key}-others-${tasks.length}-${problems}`,
    title: 'Other settings',
    tasks,
    hidden: true,
  };
}

/** The verdict on each variant, with the kind of cost of the study; null if rows are missing. */
export function verdictsOf(
  variants: readonly Variant[],
  { plan, results }: Pick<TaskRun, 'plan' | 'results'>,
  kind: CostKind = 'updates',
): (StudyVerdict | null)[] {
  return variants.map(({ words, study }) => {
    const rows = new StudyRows(study);
    let paces: readonly number[] = [];
    plan.tasks.forEach(({ group, request }, place) => {
      const result = results.get(place);
      if (group !== words || !result) return;
      const asked = request as StudyRequest | PaceRequest;
      if (asked.kind === 'pace') paces = updateMillis(result);
      else rows.add(asked.slice, (result as SolvedSlice).rows);
    });
    const timed = kind !== 'time' || paces.length > 0;
    const whole = timed && study.cells.every(({ index }) => rows.known(index) === study.count);
    return whole ? rankingOf(study, costsOf(study, rows.column, kind, paces)) : null;
  });
}

/** Largest difference in success rate to the best at which a choice still holds. */
export const CLOSE = 0.02;

/**
 * Verdict on the chosen methods: `changes` if all of them solve less than the best of the variant,
 * `narrows` if some do, `holds` if none can be more than `CLOSE` behind it, otherwise `open`. Of
 * many chosen methods without a significant difference, some are usually worse; losing those does
 * not change the choice.
 */
export function standing(
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
  const word = fallen.length > 0 ? fell : bound <= CLOSE ? 'holds' : 'open';
  return { word, fallen, bound };
}

/**
 * The variants that are still open, with more problems; null if there are none or none can have
 * more.
 */
export function furtherVariants(
  study: Study,
  main: StudyVerdict,
  variants: readonly Variant[],
  verdicts: readonly (StudyVerdict | null)[],
  catalogue: Catalogue,
): Variant[] | null {
  const count = Math.min(MOST_PROBLEMS, study.count);
  const further = variants.map(({ words, study: before }, i): Variant => {
    const verdict = verdicts[i];
    const isOpen = verdict && standing(main, verdict).word === 'open' && before.count < count;
    const read = isOpen ? parseStudy({ ...fullStudy(before), count }, catalogue) : null;
    return read?.ok ? { words, study: read.value } : { words, study: before };
  });
  return further.some((each, i) => each.study !== variants[i]?.study) ? further : null;
}

/**
 * States in one sentence for which variants the choice of a method holds, narrows, changes, or is
 * undecided; where it narrows or changes, also which method is best.
 */
export function sensitivityWords(
  study: Study,
  main: StudyVerdict,
  variants: readonly Variant[],
  verdicts: readonly (StudyVerdict | null)[],
): string {
  const [kept, fewer, other, open] = [[], [], [], []] as [string[], string[], string[], string[]];
  for (const [i, { words }] of variants.entries()) {
    const verdict = verdicts[i] ?? null;
    if (!verdict) other.push(nobody(words));
    else {
      const { word, fallen, bound } = standing(main, verdict);
      if (word === 'holds') kept.push(words);
      else if (word === 'narrows') fewer.push(`${words}: ${narrowText(study, verdict, fallen)}`);
      else if (word === 'changes') other.push(`${words}: ${changeText(study, verdict, fallen)}`);
      else
        open.push(
          open.length === 0
            ? `${words} (a difference of up to ${pointsText(bound)} is possible)`
            : `${words} (up to ${pointsText(bound)})`,
        );
    }
  }
  const parts = [
    kept.length > 0 && `holds with ${listed(kept)} (within ${pointsText(CLOSE)} of the best)`,
    fewer.length > 0 && `narrows with ${fewer.join('; with ')}`,
    other.length > 0 && `changes with ${other.join('; with ')}`,
    open.length > 0 && `is uncertain with ${listed(open)}`,
  ].filter((part) => part !== false);
  const counts = variants.map(({ study: { count } }) => count);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const problems = least === most ? least : `${least} to ${most}`;
  return parts.length > 0 ? `The choice ${parts.join('; it ')}. Each on ${problems} problems.` : '';
}

const nobody = (words: string): string => `${words}: no method solves any`;

function changeText(study: Study, verdict: StudyVerdict, fallen: readonly number[]): string {
  const told = sharesOf(study, verdict);
  return `${told(verdict.best)}, ${listed(fallen.map(told))}`;
}

function narrowText(study: Study, verdict: StudyVerdict, fallen: readonly number[]): string {
  const told = sharesOf(study, verdict);
  const verb = fallen.length === 1 ? 'falls' : 'fall';
  return `${listed(fallen.map(told))} ${verb} behind ${told(verdict.best)}`;
}

/** Formats a cell as `DLS 83 %`. */
function sharesOf(study: Study, verdict: StudyVerdict): (cell: number) => string {
  const name = (cell: number): string => {
    const found = study.cells[cell];
    return found ? cellName(study, found) : '';
  };
  const share = (cell: number): string =>
    `${((100 * (verdict.solved[cell] ?? 0)) / verdict.n).toFixed(0)} %`;
  return (cell) => `${name(cell)} ${share(cell)}`;
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
