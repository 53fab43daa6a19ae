/** Checks the story of a run sentence by sentence. */
import { sceneQuestion, writeStory } from 'iklab/explain';
import { type Phrase, plainText } from 'iklab/format';
import { isIndependentJoint } from 'iklab/scenario';
import { judgeClause } from './judgeAnswer.ts';
import { jumps, measured, measureName, recordOf, unreached } from './judgeOutcomes.ts';
import { judgeParts } from './judgeParts.ts';
import { A, L, LA, lengthRead, reads } from './readFigures.ts';
import { angleOf, errors, isWithin, last, mean, updatesOf } from './runRecords.ts';
import type { SentenceJudge } from './sentenceJudge.ts';

/** Replaces names of methods by @0, @1 …, because names may be any text. */
const marked = (phrase: Phrase): string =>
  phrase.map(({ text, panel }) => (panel === undefined ? text : `@${panel}`)).join('');

const panelsIn = (text: string): number[] =>
  [...text.matchAll(/@(\d+)/g)].map(([, i]) => Number(i));

export function judgeStory(heard: SentenceJudge): void {
  const { session } = heard;
  judgeQuestion(heard);
  const said = writeStory(session).map(marked);
  const parts = said.filter((sentence) => /^(Satisfied|Constrained) at /.test(sentence));
  judgeParts(heard, parts.join(' '), null);
  const named = new Set(said.flatMap(panelsIn));
  const all =
    session.instances.every((_, i) => named.has(i)) || /Drag (a|the) target/.test(said.join());
  const any = session.instances.some((_, i) => recordOf(heard, i).entries.length > 1);
  if (any) heard.judge('all are named', said.join(' '), all);
  const apart = !heard.records.isComparable && session.instances.length > 1;
  if (apart && !session.isFollowing && !/Drag/.test(said.join()))
    heard.judge(
      'story of methods that continued',
      said.join(' '),
      /Each method continued/.test(said.join()),
    );
  for (const sentence of said) judgeSentence(heard, sentence);
}

function judgeQuestion(heard: SentenceJudge): void {
  const said = plainText(sceneQuestion(heard.session));
  judgeParts(heard, said, null);
  const { isComparable } = heard.records;
  if (said.includes('start from one pose')) {
    const poses = heard.records.instances.map(({ entries, approachStart }) =>
      entries[approachStart]?.angles.join(),
    );
    heard.judge('from one pose', said, isComparable && new Set(poses).size === 1);
  } else if (said.includes('each from its own pose'))
    heard.judge('from its own pose', said, !isComparable);
  if (said.includes('in how many updates')) heard.judge('question of updates', said, isComparable);
}

type Rule = readonly [string, RegExp, (heard: SentenceJudge, parts: string[]) => boolean];

const rule = (kind: string, pattern: string, holds: Rule[2]): Rule => [
  kind,
  new RegExp(`^${pattern}$`),
  holds,
];

const RULES: readonly Rule[] = [
  rule('parts', '(?:Satisfied|Constrained) at .*; free: [^D]*', () => true), // by judgeParts
  rule(
    'ready',
    '(?:The end effector is|Every end effector is|Satisfied at) .*follows\\.',
    (heard) =>
      heard.records.instances.every(({ atApproachStart }) =>
        isWithin(heard.scene, atApproachStart),
      ),
  ),
  rule(
    'from its own pose',
    'Each method continued from its own pose\\.',
    ({ records }) => !records.isComparable,
  ),
  rule(
    'reached in',
    `(@.* reached (?:the target|both targets|all \\S+ targets) in .*)\\.`,
    (heard, [, said = '']) => arrived(heard, said),
  ),
  rule('needed', `(@.* needed .*)\\.`, (heard, [, said = '']) => arrived(heard, said)),
  rule(
    'reached',
    '(@.*) reached (?:the target|both targets|all \\S+ targets)\\.',
    (heard, [, who = '']) =>
      panelsIn(who).every((i) => isWithin(heard.scene, last(recordOf(heard, i)))),
  ),
  rule('out of reach', `(The target|Target \\d+) is out of reach by .*\\.`, (heard, parts) =>
    outOfReach(heard, parts[0] as string),
  ),
  rule('pose found', '(@.* ends? with .* at .*)\\.', (heard, [, said = '']) => poses(heard, said)),
  rule(
    'pose found',
    '(?:Both|All that arrived) end in one pose, (.*) at (.*)\\.',
    (heard, [, id = '', value = '']) => there(heard).every((i) => standsAt(heard, i, id, value)),
  ),
  rule(
    'mean',
    `(@.*) (?:was closest|stays closest|was) ?,? ${L} off on average (over the last|in updates|after the first) (.*?)(?:; then (.*))?\\.`,
    (heard, parts) => followed(heard, parts),
  ),
  rule(
    'mean',
    `Off on average (over the last|in updates|after the first) (.*): (.*)\\.`,
    (heard, [, how = '', when = '', list = '']) =>
      listed(heard, list, (i) => meanOver(heard, i, how, when)),
  ),
  rule(
    'measure',
    `([A-Z][^@]*?)(?:, up to update (\\d+)| after (?:up to )?(\\d+) updates)?: (@.*)\\.`,
    (heard, [, name = '', upTo, after, list = '']) =>
      name === measureName(heard.scene.scenario.judgedBy) &&
      Number(upTo ?? after ?? mostUpdates(heard)) === mostUpdates(heard) &&
      (jumps(heard) || listed(heard, list, (i) => measured(heard, recordOf(heard, i)), true)),
  ),
  rule('shortfalls', `(@.*)\\.`, (heard, [, said = '']) => shortfalls(heard, said)),
];

function judgeSentence(heard: SentenceJudge, said: string): void {
  const found = RULES.find(([, pattern]) => pattern.test(said));
  if (!found) {
    heard.refuseUnknown(said);
    return;
  }
  const [kind, pattern, holds] = found;
  const settled = / in updates | after the first /.test(said) ? ' since warm' : '';
  heard.judge(`story ${kind}${settled}`, said, holds(heard, [...(pattern.exec(said) ?? [])]));
}

/** “@0 stopped 3.1 mm short, @2 12 mm; @1 and @3 are still running”: checks each group's clause. */
function shortfalls(heard: SentenceJudge, said: string): boolean {
  const groups = [...said.matchAll(/((?:@\d+(?:, | and |; )?)+) ([^@]+?)(?=; @|, @| and @|$)/g)];
  return (
    groups.length > 0 &&
    groups.every(([, who = '', what = '']) => {
      const panels = panelsIn(who);
      const [, far, turn] =
        new RegExp(`^(?:stopped )?${L}(?: and ${A})?(?: short)?$`).exec(what) ?? [];
      if (far) return panels.every((i) => isShort(heard, i, far, turn));
      if (what === 'ended outside its joint limits')
        return panels.every((i) => heard.session.lab.status(i).stop === 'outside-limits');
      return judgeClause(heard, panels, what);
    })
  );
}

const there = (heard: SentenceJudge): number[] =>
  heard.records.instances.flatMap((record, i) => (isWithin(heard.scene, last(record)) ? [i] : []));

/** Whether each named method reached the targets in the next number of updates after its name. */
function arrived(heard: SentenceJudge, said: string): boolean {
  return panelsIn(said).every((i) => {
    const record = recordOf(heard, i);
    const card = heard.session.instances[i]?.updates.peek();
    return (
      isWithin(heard.scene, last(record)) &&
      countBehind(said, i) === updatesOf(record) &&
      card === updatesOf(record)
    );
  });
}

function countBehind(said: string, i: number): number | null {
  const from = said.search(new RegExp(`@${i}(?!\\d)`));
  const [number] = /(?<![@\d])\d+/.exec(said.slice(from).replace(/@\d+/g, '')) ?? [];
  return number === undefined ? null : Number(number);
}

function outOfReach(heard: SentenceJudge, said: string): boolean {
  const all = [...said.matchAll(new RegExp(`is out of reach by ${L}|target \\d+ by ${L}`, 'g'))];
  const far = all.map(([, a, b]) => lengthRead((a ?? b) as string, heard.unit));
  const sum = far.reduce((x, y) => x + y, 0);
  const [, , unit = ''] = /([\d.]+) (\S+)$/.exec(all[0]?.[1] ?? '') ?? [];
  return (
    all.length > 0 && unreached(heard, 0, `${sum / lengthRead(`1 ${unit}`, heard.unit)} ${unit}`)
  );
}

/** Returns the largest number of updates of any instance, since the start. */
const mostUpdates = ({ session }: SentenceJudge): number =>
  Math.max(...session.instances.map((_, i) => session.lab.status(i).updates));

function poses(heard: SentenceJudge, said: string): boolean {
  const [, id = ''] = / ends? with (.*?) at /.exec(said) ?? [];
  return panelsIn(said).every((i) => {
    const [, value = ''] = new RegExp(`@${i}(?!\\d).*? at ([^\\s;]+)`).exec(said) ?? [];
    return standsAt(heard, i, id, value);
  });
}

/** Whether a joint has the stated angle. `id`: its id, or “the elbow” for the second joint. */
function standsAt(heard: SentenceJudge, i: number, id: string, value: string): boolean {
  const joints = heard.scene.tree.joints.filter(isIndependentJoint);
  const j = id === 'the elbow' ? 1 : joints.findIndex((joint) => joint.id === id);
  const angle = last(recordOf(heard, i)).angles[j] as number;
  if (joints[j]?.type !== 'revolute') return true;
  const off = Number(value.replace('−', '-').replace('°', '')) - (angle * 180) / Math.PI;
  return Math.abs(off - 360 * Math.round(off / 360)) <= 0.51;
}

/** Whether each method has the stated mean error, and the first one the smallest. */
function followed(
  heard: SentenceJudge,
  [, who = '', far = '', how = '', when = '', rest = '']: string[],
): boolean {
  const [first = -1] = panelsIn(who);
  const means = heard.records.instances.map((_, i) => meanOver(heard, i, how, when));
  const least = Math.min(...means) >= (means[first] as number) * (1 - 1e-9) - 1e-12;
  const all = panelsIn(rest).length === means.length - 1;
  return (
    least &&
    all &&
    reads(far, means[first] as number, heard.unit) &&
    listed(heard, rest, (i) => means[i] as number)
  );
}

function meanOver(heard: SentenceJudge, i: number, how: string, when: string): number {
  const record = recordOf(heard, i);
  const made = record.entries.length - 1;
  const [first = Number.NaN, to = Number.NaN] = [...when.matchAll(/[\d.]+/g)].map(Number);
  if (how === 'in updates')
    return to === made && first === record.edited + 401
      ? mean(errors(record, first, to))
      : Number.NaN;
  if (how === 'after the first') return mean(errors(record, record.edited + 401, made));
  if (when.startsWith('up to')) return mean(errors(record, Math.max(1, made - 119), made));
  const { run } = heard.scene.scenario;
  const right = first === Math.min(120, made);
  const seconds =
    run.mode !== 'track' ||
    Math.abs(to - (first / run.updatesPerFrame) * run.timeStep) <= 0.05 * to;
  return right && seconds ? mean(errors(record, made - first + 1, made)) : Number.NaN;
}

/** “@0 3.1 mm, @2 12 mm and @1 1.2 m”: whether the numbers are right and in ascending order. */
function listed(
  heard: SentenceJudge,
  list: string,
  numberOf: (i: number) => number,
  all = false,
): boolean {
  const parts = [...list.matchAll(new RegExp(`@(\\d+) ${LA}`, 'g'))];
  const values = parts.map(([, i]) => numberOf(Number(i)));
  const right = parts.every(([, , text = ''], k) => reads(text, values[k] as number, heard.unit));
  const rises = values.every(
    (value, k) => k === 0 || value >= (values[k - 1] as number) * (1 - 1e-9) - 1e-12,
  );
  const whole = !all || parts.length === heard.records.instances.length;
  return right && rises && whole && parts.length === panelsIn(list).length;
}

function isShort(heard: SentenceJudge, i: number, far: string, turn: string | undefined): boolean {
  const { scene } = heard;
  const entry = last(recordOf(heard, i));
  const angle = angleOf(scene, entry) ?? 0;
  const turns = turn
    ? reads(turn, angle, heard.unit)
    : angle <= scene.scenario.run.orientationTolerance * 1.001;
  return reads(far, entry.error, heard.unit) && turns;
}
