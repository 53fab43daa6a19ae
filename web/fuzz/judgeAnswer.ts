/** Checks the explanation of an outcome: question, answer, arrow label, clause of the story. */

import { explainWhy } from 'iklab/explain';
import { plainText } from 'iklab/format';
import {
  countOf,
  jumps,
  onLimits,
  oscillates,
  recordOf,
  steps,
  unreached,
} from './judgeOutcomes.ts';
import { judgeParts } from './judgeParts.ts';
import { A, L, lengthRead, N, reads } from './readFigures.ts';
import {
  angleOf,
  errors,
  isWithin,
  last,
  mean,
  norm,
  oriented,
  remainingErrors,
  updatesOf,
} from './runRecords.ts';
import type { SentenceJudge } from './sentenceJudge.ts';

interface Case {
  readonly heard: SentenceJudge;
  readonly i: number;
  readonly answered: ReturnType<typeof explainWhy>;
}

type Rule = readonly [string, RegExp, (of: Case, parts: string[]) => boolean];

const rule = (kind: string, pattern: string, holds: Rule[2]): Rule => [
  kind,
  new RegExp(pattern, 'g'),
  holds,
];

const AWAY = `${L}(?: and ${A})?`;

const RULES: readonly Rule[] = [
  rule(
    'remaining error',
    `(?:[Tt]he error is|(?:It|The method) stopped|in all, ends|now|Final error) ${AWAY}(?: short| after|\\.|;|,| are left)`,
    ({ heard, i }, [, far = '', turn]) => isOff(heard, i, far, turn),
  ),
  rule(
    'final error',
    `^Final error ${AWAY} after ${N} updates?`,
    ({ heard, i }, [, , , count]) =>
      isWithin(heard.scene, last(recordOf(heard, i))) &&
      Number(count) === updatesOf(recordOf(heard, i)),
  ),
  rule(
    'update that failed',
    `Update ${N} failed: `,
    ({ heard, i }, [, count]) => Number(count) === countOf(heard, i),
  ),
  rule(
    'reached before',
    `had reached the target before its first update: ${AWAY} are left`,
    ({ heard, i }) => isWithin(heard.scene, recordOf(heard, i).atApproachStart),
  ),
  rule('tolerance', `the tolerance is (.*?)\\.(?= Satisfied at |$)`, ({ heard }, [, asked = '']) =>
    isAsked(heard, asked),
  ),
  rule('out of reach', `(?:out of reach,? by) ${L}`, ({ heard, i }, [, far = '']) =>
    unreached(heard, i, far),
  ),
  rule(
    'gain',
    `The last update lowered the objective by ${L}(?:, less than the minimum of ${L})?`,
    ({ heard, i }, [, gain = '', least]) =>
      gains(heard, i, gain) &&
      (least === undefined || lengthRead(gain, heard.unit) < lengthRead(least, heard.unit)),
  ),
  rule(
    'no gain',
    `The last update did not lower the objective`,
    ({ heard, i }) => gained(heard, i) <= 1e-9,
  ),
  rule(
    'rise',
    `The last update raised the objective by ${L}`,
    ({ heard, i }, [, by = '']) =>
      gains(heard, i, by, -1) &&
      (jumps(heard) || -gained(heard, i) >= 0.0099 * heard.scene.scenario.run.tolerance),
  ),
  rule(
    'update limit',
    `after ${N} updates?\\. That is the maximum`,
    ({ heard, i }, [, count]) =>
      Number(count) === countOf(heard, i) && Number(count) === heard.scene.scenario.run.maxUpdates,
  ),
  rule(
    'updates made',
    `(?:After|short after) ${N} updates?`,
    ({ heard, i }, [, count]) => Number(count) === countOf(heard, i),
  ),
  rule(
    'updates made',
    `${N} updates? in all`,
    ({ heard, i }, [, count]) => Number(count) === countOf(heard, i),
  ),
  rule(
    'mean',
    `mean error over its last ${N} updates? ${L}`,
    ({ heard, i }, [, count, far = '']) => {
      const record = recordOf(heard, i);
      const made = record.entries.length - 1;
      return (
        Number(count) === Math.min(120, made) &&
        reads(far, mean(errors(record, made - Number(count) + 1, made)), heard.unit)
      );
    },
  ),
  rule(
    'change of steps',
    `its steps change by ${A} per update`,
    ({ heard, i }, [, angle = '']) => jumps(heard) || reads(angle, shake(heard, i), heard.unit),
  ),
  rule(
    'at a limit',
    `(?:^|\\. )([^.;]*?) (?:is at its (?:lower|upper) limit|are at their limits), and Jᵀe pushes`,
    ({ heard, i }, [, names = '']) => {
      const all = onLimits(heard, i);
      const [told = ''] = names.split(/ and \d+ more$/);
      return told.split(/, | and /).every((name) => all.includes(name));
    },
  ),
  rule(
    'along one direction',
    `(All|[\\d.]+ %) of the (?:squared )?weighted error is along (one|a) direction`,
    (of, [, share = '']) => bar(of, share),
  ),
  rule(
    'weaker',
    `, ([\\d.]+) times weaker than σ₁`,
    ({ answered: { directions, blocking } }, [, times]) => {
      const ratio = (directions[0]?.sigma ?? 0) / (directions[blocking ?? 0]?.sigma ?? 0);
      return ratio >= 9.99 && Math.abs(Number(times) / ratio - 1) < 0.051;
    },
  ),
];

export function judgeAnswers(heard: SentenceJudge): void {
  heard.session.instances.forEach((panel, i) => {
    const answered = explainWhy(heard.session.instanceRun(i));
    const said = plainText(answered.answer);
    let judged = 0;
    judgeParts(heard, said, i);
    for (const [kind, pattern, holds] of RULES)
      for (const parts of said.matchAll(pattern)) {
        judged++;
        heard.judge(
          `answer ${kind}`,
          said,
          holds({ heard, i, answered }, [...parts]),
          panel.label.peek(),
        );
      }
    if (judged === 0) heard.refuseUnknown(said);
    heard.judge('no word of nearness', said, !/closer|nearer/.test(said));
    const { blockingName, blocking, directions } = answered;
    const small = (share: number): boolean =>
      (directions[blocking ?? 0]?.sigma ?? 0) <= share * (directions[0]?.sigma ?? 0);
    if (blocking !== null && blockingName.includes('weak direction'))
      heard.judge('weak direction', blockingName, small(0.1));
    else if (blocking !== null)
      heard.judge(
        'arrow',
        blockingName,
        blockingName.includes('no joint moves') ? small(1e-8) : !small(0.0999),
      );
    const { stop } = heard.session.lab.status(i);
    if (/stop short/.test(answered.question))
      heard.judge('question of a stop', answered.question, stop !== null && stop !== 'reached');
    if (/How closely/.test(answered.question))
      heard.judge('question of a follower', answered.question, heard.session.isFollowing);
  });
}

/** Clauses that may follow a name in the story, with their checks. */
const CLAUSES: readonly (readonly [RegExp, (heard: SentenceJudge, i: number) => boolean])[] = [
  [/^(?:oscillates?)$/, (heard, i) => jumps(heard) || oscillates(heard, i) || goesOn(heard, i)],
  [/^(?:is|are) still (?:running|converging)$/, goesOn],
  [/^(?:makes?) no progress$/, goesOn],
  [/^(?:has|have) not started$/, (heard, i) => recordOf(heard, i).entries.length === 1],
];

function goesOn(heard: SentenceJudge, i: number): boolean {
  return heard.session.lab.status(i).stop === null;
}

/** Checks a clause about these panels: by its rule, or else against the verdict of each panel. */
export function judgeClause(
  heard: SentenceJudge,
  panels: readonly number[],
  said: string,
): boolean {
  const short = panels.every((i) => !isWithin(heard.scene, last(recordOf(heard, i)), 1 - 1e-7));
  const found = CLAUSES.find(([pattern]) => pattern.test(said));
  if (found) return short && panels.every((i) => found[1](heard, i));
  return (
    short &&
    panels.every((i) => {
      const verdict = heard.session.instances[i]?.verdict.peek();
      return verdict && plainText(verdict.clause(panels.length > 1)) === said;
    })
  );
}

function isOff(heard: SentenceJudge, i: number, far: string, turn: string | undefined): boolean {
  const entry = last(recordOf(heard, i));
  const angle = angleOf(heard.scene, entry) ?? 0;
  return (
    reads(far, entry.error, heard.unit) && (turn ? reads(turn, angle, heard.unit) : angle <= 6e-5)
  );
}

/** Whether the lengths in the sentence are exactly the tolerances that stop the run. */
function isAsked({ scene, unit }: SentenceJudge, said: string): boolean {
  const { run, targets } = scene.scenario;
  const told = [...said.matchAll(new RegExp(L, 'g'))].map(([text]) => text);
  const own = targets.flatMap(({ tolerance }) => tolerance?.position ?? []);
  const wanted =
    run.residual !== null
      ? [run.residual]
      : [
          ...(own.length < targets.length ? [run.tolerance] : []),
          ...(own.length > 0 ? [Math.max(...own)] : []),
        ];
  return (
    told.length === wanted.length && told.every((text, k) => reads(text, wanted[k] as number, unit))
  );
}

/** Decrease in the last update: of the sum of distances, or of ‖e‖ if a target is oriented. */
function gained({ scene, ...heard }: SentenceJudge, i: number): number {
  const { entries } = heard.records.instances[i] as SentenceJudge['records']['instances'][number];
  const [before, after] = [entries.at(-2), entries.at(-1)];
  if (!before || !after) return 0;
  const here = { ...before, goals: after.goals };
  const sum = remainingErrors(scene, here).reduce((s, { off }) => s + Math.hypot(...off), 0);
  return oriented(scene) ? norm(scene, here) - norm(scene, after) : sum - after.error;
}

function gains(heard: SentenceJudge, i: number, far: string, sign = 1): boolean {
  const gain = sign * gained(heard, i);
  const slack = 1e-9; // the order of summation differs
  return (
    heard.session.lab.status(i).restarts > 0 ||
    [gain, gain - slack, gain + slack].some((value) => reads(far, value, heard.unit))
  );
}

function shake(heard: SentenceJudge, i: number): number {
  const all = steps(recordOf(heard, i), 120);
  const turning = heard.scene.tree.joints
    .filter(({ type, mimic }) => type !== 'fixed' && !mimic)
    .map(({ type }) => type !== 'prismatic');
  const counts = (j: number): boolean => turning[j] === true || !turning.includes(true);
  return mean(
    all
      .slice(1)
      .map((step, k) =>
        Math.hypot(...step.map((x, j) => (counts(j) ? x - (all[k]?.[j] as number) : 0))),
      ),
  );
}

/** Whether the direction has the stated share of ‖e‖² and the largest bar. */
function bar({ heard, i, answered: { directions, blocking } }: Case, said: string): boolean {
  const bars = directions.map(({ errorAlong: missing }) => missing);
  const its = bars[blocking ?? -1] ?? Number.NaN;
  const whole = norm(heard.scene, last(recordOf(heard, i)));
  const share = (its / whole) ** 2;
  if (said === 'All') return share >= 0.99;
  const right = Math.abs(Math.hypot(...bars) - whole) <= 1e-6 * (1 + whole);
  return (
    right && its >= Math.max(...bars) && Math.abs(Number.parseFloat(said) / 100 - share) <= 0.0051
  );
}
