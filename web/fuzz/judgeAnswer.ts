/** Why a panel fares as it does: question, answer, its name in the picture, the clause of the story. */

import { explainWhy } from 'iklab/explain';
import { plainText } from 'iklab/format';
import {
  countedRises,
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
    'away',
    `(?:[Ii]t is|used up,|ends|and is|now(?: it is)?) ${AWAY}(?: away|;|\\.|,)`,
    ({ heard, i }, [, far = '', turn]) => isOff(heard, i, far, turn),
  ),
  rule(
    'came within',
    `came within ${AWAY} in ${N} updates?`,
    ({ heard, i }, [, far = '', turn, count]) =>
      isOff(heard, i, far, turn) &&
      isWithin(heard.scene, last(recordOf(heard, i))) &&
      Number(count) === updatesOf(recordOf(heard, i)),
  ),
  rule(
    'update that is told',
    `Update ${N} (?:had|found) no step`,
    ({ heard, i }, [, count]) => Number(count) === countOf(heard, i),
  ),
  rule('there before', 'was there before its first update', ({ heard, i }) =>
    isWithin(heard.scene, recordOf(heard, i).atApproachStart),
  ),
  rule('asked for', `asked for is (.*?)\\.(?= Reached of |$)`, ({ heard }, [, asked = '']) =>
    isAsked(heard, asked),
  ),
  rule('out of reach', `(?:out of reach,? by) ${L}`, ({ heard, i }, [, far = '']) =>
    unreached(heard, i, far),
  ),
  rule(
    'gain',
    `Update ${N} brought it ${L} closer(?:, less than the ${L} that keep)?`,
    ({ heard, i }, [, update, gain = '', least]) =>
      Number(update) === countOf(heard, i) &&
      gains(heard, i, gain) &&
      (least === undefined || lengthRead(gain, heard.unit) < lengthRead(least, heard.unit)),
  ),
  rule('gain', `the last one brought it ${L} closer`, ({ heard, i }, [, gain = '']) =>
    gains(heard, i, gain),
  ),
  rule(
    'no gain',
    `found no step that brings it closer|the last one brought it no closer`,
    ({ heard, i }) => gained(heard, i) <= 1e-9,
  ),
  rule(
    'rises',
    `Its error rose (.*?), the last time by ${L}`,
    ({ heard, i }, [, times, by = '']) => countedRises(heard, i, times) && gains(heard, i, by, -1),
  ),
  rule(
    'updates used up',
    `Its ${N} updates? are used up`,
    ({ heard, i }, [, count]) =>
      Number(count) === countOf(heard, i) && Number(count) === heard.scene.scenario.run.maxUpdates,
  ),
  rule(
    'updates made',
    `After ${N} updates?`,
    ({ heard, i }, [, count]) => Number(count) === countOf(heard, i),
  ),
  rule(
    'updates made',
    `${N} updates? in all`,
    ({ heard, i }, [, count]) => Number(count) === countOf(heard, i),
  ),
  rule(
    'mean',
    `over its last ${N} updates? it was ${L} away in the mean`,
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
    'to and fro',
    `its steps change by ${A} an update`,
    ({ heard, i }, [, angle = '']) => jumps(heard) || reads(angle, shake(heard, i), heard.unit),
  ),
  rule(
    'on a limit',
    `[Jj]oints? ([^.;]*?) stands? on (?:its limit|their limits)`,
    ({ heard, i }, [, names = '']) => {
      const all = onLimits(heard, i);
      const [told = '', more] = names.split(/ and (\d+) more$/);
      const named = told.split(/, | and /);
      return (
        named.every((name) => all.includes(name)) && named.length + Number(more ?? 0) === all.length
      );
    },
  ),
  rule(
    'along one direction',
    `(All of it|The largest part of it, ${L},) lies along (one|a) direction`,
    (of, [, all = '', far]) => bar(of, all, far),
  ),
  rule(
    'harder to move',
    `, ([\\d.]+) times harder to move than σ₁`,
    ({ answered: { directions, blocking } }, [, times]) => {
      const ratio = (directions[0]?.sigma ?? 0) / (directions[blocking ?? 0]?.sigma ?? 0);
      return ratio >= 1.99 && Math.abs(Number(times) / ratio - 1) < 0.051;
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
    const { blockingName, blocking, directions } = answered;
    if (blocking !== null && blockingName.includes('hard to move')) {
      const small = (directions[blocking]?.sigma ?? 0) <= 0.5 * (directions[0]?.sigma ?? 0);
      heard.judge('hard to move', blockingName, small);
    } else if (blocking !== null)
      heard.judge(
        'arrow',
        blockingName,
        blockingName.includes('most of what is missing') ||
          (directions[blocking]?.sigma ?? 1) <= 1e-8 * (directions[0]?.sigma ?? 0),
      );
    if (/oscillating/.test(answered.question))
      heard.judge('question oscillating', answered.question, oscillates(heard, i));
    if (/the error of .* rise/.test(answered.question))
      heard.judge(
        'question rises',
        answered.question,
        heard.session.lab.status(i).stop === 'oscillating',
      );
    heard.judge(
      'clause',
      plainText(answered.clause),
      judgeClause(heard, i, plainText(answered.clause)),
    );
  });
}

const CLAUSES: readonly (readonly [
  RegExp,
  (heard: SentenceJudge, i: number, parts: string[]) => boolean,
])[] = [
  [
    new RegExp(`^is there in ${N} updates?$`),
    (heard, i, [, count]) =>
      isWithin(heard.scene, last(recordOf(heard, i))) &&
      Number(count) === updatesOf(recordOf(heard, i)),
  ],
  [
    new RegExp(`^is there, ${AWAY} away$`),
    (heard, i, [, far = '', turn]) =>
      isWithin(heard.scene, last(recordOf(heard, i))) && isOff(heard, i, far, turn),
  ],
  [/^breaks down at update (\d+)$/, (heard, i, [, count]) => Number(count) === countOf(heard, i)],
  [/^keeps overshooting$/, (heard, i) => oscillates(heard, i)],
  [/^ends after its error rose(?: (.*))?$/, (heard, i, [, times]) => countedRises(heard, i, times)],
  [/^swings its joints$/, () => true],
  [
    new RegExp(`^cannot reach .*: (?:it is|they are) ${L} out of reach$`),
    (heard, i, [, far = '']) => unreached(heard, i, far),
  ],
  [/^is held by (?:the limits? of .*|joint limits)$/, (heard, i) => onLimits(heard, i).length > 0],
  [/^creeps: .* aims to close (?:< )?[\d.]+ % of what is left along σ/, () => true],
  [
    /^(is stuck|gets no closer|runs out of updates|is on its way|closes in|has not moved yet)$/,
    (heard, i) => !isWithin(heard.scene, last(recordOf(heard, i)), 1 - 1e-7),
  ],
  [
    new RegExp(`^follows ${L} behind$`),
    (heard, i, [, far = '']) => {
      const record = recordOf(heard, i);
      const made = record.entries.length - 1;
      return reads(far, mean(errors(record, Math.max(1, made - 119), made)), heard.unit);
    },
  ],
];

/** To follow a name. */
export function judgeClause(heard: SentenceJudge, i: number, said: string): boolean {
  const found = CLAUSES.find(([pattern]) => pattern.test(said));
  if (!found) heard.refuseUnknown(said);
  return found?.[1](heard, i, [...(found[0].exec(said) ?? [])]) ?? false;
}

function isOff(heard: SentenceJudge, i: number, far: string, turn: string | undefined): boolean {
  const entry = last(recordOf(heard, i));
  const angle = angleOf(heard.scene, entry) ?? 0;
  return (
    reads(far, entry.error, heard.unit) && (turn ? reads(turn, angle, heard.unit) : angle <= 6e-5)
  );
}

/** What the first length of the sentence may be, and that the run stops by it. */
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

/** By how much the last update lowered what the rules judge: the sum, or ‖e‖ where a target is oriented. */
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
  const slack = 1e-9; // of sums in another order
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

/** The largest bar, and more than half of all that is missing; of positions that is ‖e‖. */
function bar(
  { heard, i, answered: { directions, blocking } }: Case,
  all: string,
  far: string | undefined,
): boolean {
  const bars = directions.map(({ missing }) => missing);
  const its = bars[blocking ?? -1] ?? Number.NaN;
  const whole = norm(heard.scene, last(recordOf(heard, i)));
  const right = Math.abs(Math.hypot(...bars) - whole) <= 1e-6 * (1 + whole);
  if (all === 'All of it') return its >= 0.99 * whole;
  return right && its >= Math.max(...bars) && reads(far ?? '', its, heard.unit);
}
