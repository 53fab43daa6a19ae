/** How far what a study says holds: a part of its problems with other limits, starts, tolerance. */
import { LIMIT_POLICY_TEXTS } from 'iklab/format';
import { type Catalogue, fullDocument, type PlainObject } from 'iklab/scenario';
import { cellName } from './cellName.ts';
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
const FINER = 1e-3; // of the tolerances

/** The study but for one thing. */
export interface Variant {
  /** To follow "with". */
  readonly words: string;
  readonly study: Study;
}

/** The study with one thing changed at a time. */
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
  return LIMIT_POLICY_TEXTS.filter(([policy]) => policy !== scenario.limitPolicy).map(
    ([limitPolicy, text]) => [
      `joint limits ${text}`,
      { scenario: { ...fullDocument(scenario), limitPolicy } },
    ],
  );
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

/** The variants of a study as one run; `key`: of the study itself. */
export function sensitivityPlan(variants: readonly Variant[], key: string, build: string): RunPlan {
  const tasks = variants.flatMap(({ words, study }) => [
    ...studyPlan(study, build).tasks.map((task) => ({ ...task, group: words })),
    { group: words, request: paceRequest(study), weight: 1 },
  ]);
  return { key: `${key}-others-${tasks.length}`, title: 'Other settings', tasks, hidden: true };
}

/** What each of them says, counted as the study itself is; null of one that is not whole. */
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

/**
 * Whether the choice of a method holds in the variants, in a sentence; where it does not, who
 * solves most then.
 */
export function sensitivityWords(
  study: Study,
  main: StudyVerdict,
  variants: readonly Variant[],
  verdicts: readonly (StudyVerdict | null)[],
): string {
  const [kept, other]: [string[], string[]] = [[], []];
  for (const [i, { words }] of variants.entries()) {
    const verdict = verdicts[i] ?? null;
    const fallen = verdict
      ? main.undecided.filter((cell) => !verdict.undecided.includes(cell))
      : [];
    if (verdict && fallen.length === 0) kept.push(words);
    else other.push(verdict ? `${words}: ${changeText(study, verdict, fallen)}` : nobody(words));
  }
  const [first] = variants;
  if (!first) return '';
  const holds = kept.length > 0 ? `The choice holds with ${listed(kept)}` : '';
  const changes = other.length > 0 ? `changes with ${other.join('; with ')}` : '';
  const all = holds && changes ? `${holds}; it ${changes}` : holds || `The choice ${changes}`;
  return `${all}. Each on ${first.study.count} problems.`;
}

const nobody = (words: string): string => `${words}: no method solves any`;

function changeText(study: Study, verdict: StudyVerdict, fallen: readonly number[]): string {
  const name = (cell: number): string => {
    const found = study.cells[cell];
    return found ? cellName(study, found) : '';
  };
  const share = (cell: number): string =>
    `${((100 * (verdict.solved[cell] ?? 0)) / verdict.n).toFixed(0)} %`;
  const told = (cell: number): string => `${name(cell)} ${share(cell)}`;
  return `${told(verdict.best)}, ${listed(fallen.map(told))}`;
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
