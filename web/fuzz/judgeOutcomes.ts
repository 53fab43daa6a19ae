/** Checks the words, numbers and marks of cards, panes, inspector and transport. */

import { CRITERIA } from 'iklab/measure';
import { type History, readInstance, updatesAtEntry } from 'iklab/run';
import { isAtLimit, isIndependentJoint, isStationaryMotion } from 'iklab/scenario';
import { L, lengthRead, N, reads } from './readFigures.ts';
import {
  angleOf,
  errors,
  type InstanceRecord,
  isWithin,
  last,
  mean,
  remainingErrors,
  updatesOf,
} from './runRecords.ts';
import type { SentenceJudge } from './sentenceJudge.ts';

const TREND = 60; // updates

export const recordOf = ({ records }: SentenceJudge, i: number): InstanceRecord =>
  records.instances[i] as InstanceRecord;

/** Returns the joint steps of the last updates, at most `most`, as differences of poses. */
export function steps({ entries }: InstanceRecord, most: number): number[][] {
  const from = Math.max(1, entries.length - most);
  return entries
    .slice(from)
    .map(({ angles }, k) =>
      angles.map((angle, j) => angle - (entries[from + k - 1]?.angles[j] as number)),
    );
}

export function moving({ scene }: SentenceJudge): boolean {
  const { run, targets } = scene.scenario;
  return run.mode !== 'converge' && !targets.every(({ motion }) => isStationaryMotion(motion));
}

function shares(heard: SentenceJudge, i: number) {
  const record = recordOf(heard, i);
  const from = Math.max(
    1,
    record.entries.length - TREND,
    moving(heard) ? 1 : record.approachStart + 1,
  );
  const window = record.entries.slice(from).map(({ error }) => error);
  const changes = window.slice(1).map((error, k) => error - (window[k] as number));
  const rises = changes.filter((change) => change > 0).length; // an upper bound of the page's count
  return { window, rises, share: rises / Math.max(1, changes.length) };
}

/** Returns how often joints reverse direction, 0 to 2: Σ|Δ²θ| / Σ|Δθ|, mean over the joints. */
function jitter(record: InstanceRecord): number {
  const all = steps(record, 120);
  const joints = all[0]?.map((_, j) => {
    let [way, turned] = [0, 0];
    for (let k = 1; k < all.length; k++) {
      way += Math.abs(all[k]?.[j] as number);
      turned += Math.abs((all[k]?.[j] as number) - (all[k - 1]?.[j] as number));
    }
    return turned / (way + 1e-6);
  });
  return mean(joints ?? [0]);
}

/** Outcomes that only a diagnosis can state: here it is only checked that there is a verdict. */
const DIAGNOSED: readonly (readonly [RegExp, (heard: SentenceJudge, i: number) => boolean])[] = [
  /^blocked by (joint limits: .+|\d+ joint limits)$/,
  /^(singular pose|local minimum|no pose found|falls short|slowed by damping|overshoots|stopped early)$/,
  /^(limited|held) by /,
  /^drops (σ[₀-₉]+|a direction)$/,
].map((pattern) => [pattern, (heard, i) => notThere(heard, i) && diagnosed(heard, i)]);

const diagnosed = ({ session }: SentenceJudge, i: number): boolean =>
  session.instances[i]?.verdict.peek() !== null;

/** Whether the error changed by at most 0.1 % over the last 100 poses. */
function standsStill(heard: SentenceJudge, i: number): boolean {
  const all = recordOf(heard, i)
    .entries.slice(-100)
    .map(({ error }) => error);
  const [first = 0] = all;
  return all.length === 100 && Math.abs((all.at(-1) as number) - first) <= 1.001e-3 * first;
}

const WORDS: readonly (readonly [
  RegExp,
  (heard: SentenceJudge, i: number, said: string[]) => boolean,
])[] = [
  [
    /^ready$/,
    (heard, i) =>
      isWithin(heard.scene, recordOf(heard, i).atApproachStart) &&
      updatesOf(recordOf(heard, i)) <= 1,
  ],
  [
    new RegExp(`^reached in ${N}( after \\d+ restarts?)?$`),
    (heard, i, [, count]) =>
      isWithin(heard.scene, last(recordOf(heard, i))) &&
      Number(count) === updatesOf(recordOf(heard, i)),
  ],
  [
    new RegExp(`^within ${L}$`),
    (heard, i, [, far = '']) => {
      const entry = last(recordOf(heard, i));
      const bound = lengthRead(far, heard.unit) * 1.06;
      return isWithin(heard.scene, entry) && entry.error <= bound + 1e-12;
    },
  ],
  [/^within tolerance$/, (heard, i) => isWithin(heard.scene, last(recordOf(heard, i)))],
  [new RegExp(`^out of reach by ${L}$`), (heard, i, [, far = '']) => unreached(heard, i, far)],
  [/^oscillating$/, (heard, i) => oscillates(heard, i)],
  [
    /^converging$/,
    (heard, i) => {
      const { window } = shares(heard, i);
      return diagnosed(heard, i) || (window.at(-1) as number) < (window[0] as number);
    },
  ],
  [/^no progress$/, (heard, i) => notThere(heard, i) && standsStill(heard, i)],
  [/^joints oscillate$/, (heard, i) => jumps(heard) || jitter(recordOf(heard, i)) > 0.79],
  [/^at the start$/, (heard, i) => recordOf(heard, i).entries.length === 1],
  [
    /^(running|tracking)$/,
    (heard, i) => notThere(heard, i) && heard.session.lab.status(i).stop === null,
  ],
  [
    /^(stopped short|update limit reached|failed: singular system)$/,
    (heard, i) => notThere(heard, i) && heard.session.lab.status(i).stop !== null,
  ],
  ...DIAGNOSED,
];

const notThere = (heard: SentenceJudge, i: number): boolean =>
  !isWithin(heard.scene, last(recordOf(heard, i)), 1 - 1e-7);

/** Whether the run has restarts: consecutive poses are then not one path. */
export const jumps = ({ scene }: SentenceJudge): boolean => scene.scenario.run.restarts !== null;

/** Whether the instance is running and its error rises in at least a fifth of the updates. */
export function oscillates(heard: SentenceJudge, i: number): boolean {
  const { stop } = heard.session.lab.status(i);
  return stop === null && (jumps(heard) || shares(heard, i).share >= 0.2);
}

export function onLimits({ scene, records }: SentenceJudge, i: number): string[] {
  const { angles } = last(records.instances[i] as InstanceRecord);
  return scene.tree.joints
    .filter(isIndependentJoint)
    .filter(({ limits }, j) => isAtLimit(angles[j] as number, limits))
    .map(({ id }) => id);
}

/** Whether the targets are not reached, and no recent pose of any instance is closer than `far`. */
export function unreached(heard: SentenceJudge, i: number, far: string): boolean {
  const { goals } = last(recordOf(heard, i));
  const least = Math.min(
    ...heard.records.instances.flatMap(({ entries }) =>
      entries
        .slice(-8)
        .map(({ angles }) =>
          remainingErrors(heard.scene, { angles, goals }).reduce(
            (sum, { off }) => sum + Math.hypot(...off),
            0,
          ),
        ),
    ),
  );
  return lengthRead(far, heard.unit) <= least * 1.051 && notThere(heard, i);
}

/** Checks the outcomes of all panels in their current state. */
export function judgeOutcomes(heard: SentenceJudge, history: History): void {
  const { session, scene } = heard;
  session.instances.forEach((panel, i) => {
    const { words } = panel.outcome.peek();
    const rule = WORDS.find(([pattern]) => pattern.test(words));
    if (!rule) {
      heard.refuseUnknown(words);
      return;
    }
    const [pattern, holds] = rule;
    const kind = words.replace(/[\d.]+.*/, '…');
    heard.judge(
      `outcome ${kind}`,
      words,
      holds(heard, i, [...(pattern.exec(words) ?? [])]),
      panel.label.peek(),
    );
    const { value, unit } = panel.errorFigure.peek();
    const entry = last(recordOf(heard, i));
    heard.judge(
      'figure',
      `${value} ${unit}`,
      reads(`${value} ${unit}`, entry.error, heard.unit),
      String(entry.error),
    );
    const angle = angleOf(scene, entry);
    const told = panel.angle.peek();
    heard.judge(
      'angle',
      String(told),
      (told === null) === (angle === null) && Math.abs((told ?? 0) - (angle ?? 0)) < 1e-6,
      String(angle),
    );
  });
  judgeCounts(heard, history);
  judgeBest(heard);
}

/** Returns the number of updates that the page shows: in mode converge, since the targets moved. */
export function countOf(heard: SentenceJudge, i: number): number {
  const record = recordOf(heard, i);
  const stops = heard.scene.scenario.run.mode === 'converge';
  return stops ? updatesOf(record) : record.entries.length - 1;
}

/** Checks that card, inspector, transport and history show the same count. */
function judgeCounts(heard: SentenceJudge, history: History): void {
  const { session, scene } = heard;
  const stops = scene.scenario.run.mode === 'converge';
  const counts = heard.records.instances.map((_, i) => countOf(heard, i));
  counts.forEach((count, i) => {
    const card = session.instances[i]?.updates.peek();
    heard.judge('count on the card', `${card} updates`, card === count, String(count));
    const inspected = readInstance(session, history, history.last, i).updates;
    heard.judge('count in the inspector', String(inspected), inspected === count, String(count));
    const past = updatesAtEntry(session, history, history.last, i);
    heard.judge('count in the past', String(past), past === count, String(count));
  });
  if (!stops) return;
  const most = Math.max(...counts);
  const said = session.numbers.count.peek();
  heard.judge('count of the transport', said, said === `update ${most}`, String(most));
}

function judgeBest(heard: SentenceJudge): void {
  const { session, records, scene } = heard;
  const { judgedBy } = scene.scenario;
  const best = session.instances.findIndex((panel) => panel.lead.peek() !== null);
  const lead = session.instances[best]?.lead.peek();
  if (!lead) return;
  const { title, margin } = lead;
  const follows = moving(heard);
  const others = records.instances.map((_, i) => i).filter((i) => i !== best);
  const least = (values: readonly number[]): boolean =>
    others.every((i) => (values[best] as number) <= (values[i] as number));
  const gap = (values: readonly number[]): number =>
    Math.min(...others.map((i) => values[i] as number)) - (values[best] as number);
  if (!follows) heard.judge('best from one start', margin, records.isComparable);
  const there = records.instances.map(
    (record, i) => session.lab.status(i).stop === 'reached' && isWithin(scene, last(record)),
  );
  const [, fewer] = /^(\d+) fewer$/.exec(margin) ?? [];
  const [, closer] = /^(.+) closer$/.exec(margin) ?? [];
  const [, less] = /^(.+) less$/.exec(margin) ?? [];
  if (fewer) {
    const counts = records.instances.map((record, i) =>
      there[i] ? updatesOf(record) : Number.POSITIVE_INFINITY,
    );
    const next = Math.min(...others.map((i) => counts[i] as number));
    const clear = gap(counts) >= 3 && gap(counts) >= 0.2 * next;
    heard.judge('best by updates', margin, clear && gap(counts) === Number(fewer), counts.join());
  } else if (margin === '') {
    heard.judge('best alone', title, there[best] === true && others.every((i) => !there[i]));
  } else if (closer) {
    const far = records.instances.map((record) => (follows ? warm(record) : last(record).error));
    heard.judge(
      'best by distance',
      margin,
      least(far) && reads(closer, gap(far), heard.unit),
      far.join(),
    );
  } else if (less) {
    const values = records.instances.map((record, i) =>
      there[i] || !there.includes(true) ? measured(heard, record) : Number.POSITIVE_INFINITY,
    );
    heard.judge(
      `best by ${judgedBy}`,
      margin,
      jumps(heard) || (least(values) && reads(less, gap(values), heard.unit)),
      values.join(),
    );
  } else heard.refuseUnknown(margin);
}

const WARM = 400; // updates after an edit that do not count

/** Mean error without the first `WARM` updates after the edit. */
const warm = (record: InstanceRecord): number =>
  mean(errors(record, record.edited + WARM + 1, record.entries.length - 1));

/** Returns the value by which the scene ranks its methods, from the poses of the run. */
export function measured({ scene }: SentenceJudge, record: InstanceRecord): number {
  const joints = scene.tree.joints.filter(isIndependentJoint);
  const turning = joints.map(({ type }) => type !== 'prismatic');
  const counts = (j: number): boolean => turning[j] === true || !turning.includes(true);
  const all = steps(record, record.entries.length);
  const biggest = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);
  switch (scene.scenario.judgedBy) {
    case 'first':
      return Math.hypot(...(remainingErrors(scene, last(record))[0]?.off ?? []));
    case 'turn':
      return biggest(all.flatMap((step) => step.filter((_, j) => counts(j)).map(Math.abs)));
    case 'beyond':
      return biggest(
        record.entries
          .slice(1)
          .flatMap(({ angles }) =>
            joints.flatMap(({ limits }, j) =>
              limits && counts(j)
                ? [limits[0] - (angles[j] as number), (angles[j] as number) - limits[1]]
                : [],
            ),
          ),
      );
    case 'shake': {
      const changes = all
        .slice(1)
        .map((step, k) =>
          Math.hypot(...step.map((x, j) => (counts(j) ? x - (all[k]?.[j] as number) : 0))),
        );
      return changes.length > 0 ? mean(changes) : 0;
    }
    case 'travel': {
      const way = (which: boolean): number =>
        all.reduce(
          (sum, step) =>
            sum + step.reduce((s, x, j) => s + (turning[j] === which ? Math.abs(x) : 0), 0),
          0,
        );
      return way(true) > 0 ? way(true) : way(false);
    }
    default:
      return last(record).error;
  }
}

export const measureName = (by: string): string =>
  by === 'error' ? 'Error' : (CRITERIA[by as keyof typeof CRITERIA]?.name ?? '');
