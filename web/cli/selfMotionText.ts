/** The self-motion curve that `iklab solutions --swivel all` prints, as a table, JSON or CSV. */
import type { OutOfReachProof, SelfMotionCurve, SelfMotionSample } from '@iklab/core/engine';
import { csvCell, fixedDecimalsText } from '@iklab/core/format';
import type { Scene } from '@iklab/core/scenario';
import { listWords } from '@iklab/core/scenario/checks';
import { toDegrees } from '@iklab/core/scenario/numbers';
import {
  DECIMALS,
  jointsOf,
  mayBeMore,
  outOfReachJson,
  outOfReachLines,
  parameterName,
  showJointValue,
} from './solutionList.ts';
import { alignColumns } from './study/formatStudyTable.ts';

export interface SelfMotionList {
  readonly scene: Scene;
  readonly targets: readonly string[];
  readonly reason: string;
  readonly idealised: number;
  /** Number of searches for a first pose. */
  readonly searches: number;
  /** The joint whose value is the parameter, or null for the swivel angle; null: no parameter. */
  readonly parameter: { readonly joint: string | null } | null;
  /** Null if no search found a pose. */
  readonly curve: SelfMotionCurve | null;
  readonly outOfReach?: OutOfReachProof | null;
}

const ROW_STEP = 10; // Degrees of the parameter between two rows of a table.

export function formatSelfMotionJson(list: SelfMotionList): string {
  const { targets, reason, idealised, searches, parameter, curve, outOfReach } = list;
  const joints = jointsOf(list);
  const sample = ({ arc, parameter: at, margin, theta }: SelfMotionSample) => ({
    arc,
    parameter: at,
    margin: Number.isFinite(margin) ? margin : null,
    q: Object.fromEntries(joints.map(({ id }, i) => [id, theta[i] ?? 0])),
  });
  return JSON.stringify({
    targets,
    kind: 'redundant',
    reason,
    idealised,
    searches,
    parameter,
    ...(outOfReach === undefined ? {} : { outOfReach: outOfReachJson(list) }),
    curve: curve && {
      ends: curve.ends,
      closure: curve.closure,
      samples: curve.samples.map(sample),
      within: curve.stretches.map(({ best, ...stretch }) => ({ ...stretch, best: sample(best) })),
    },
  });
}

export function formatSelfMotionCsv(list: SelfMotionList): string {
  const head = ['arc', 'parameter', 'margin', ...jointsOf(list).map(({ id }) => `q.${id}`)];
  const rows = (list.curve?.samples ?? []).map(({ arc, parameter, margin, theta }) => [
    arc,
    parameter,
    Number.isFinite(margin) ? margin : null,
    ...theta,
  ]);
  return [head, ...rows].map((row) => `${row.map(csvCell).join(',')}\n`).join('');
}

const degrees = (radians: number) => fixedDecimalsText(toDegrees(radians), DECIMALS);

const END_WORDS = {
  closed: 'closes',
  'two-directions': 'ends at a pose from which the joints can move in two directions',
  lost: 'could not be followed further',
  unfinished: 'is longer than 20 000 steps',
} as const;

export function formatSelfMotionTable(list: SelfMotionList): string {
  const { scene, targets, reason, searches, parameter, curve } = list;
  const names = listWords(targets);
  if (!curve) {
    const by = `${searches} search${searches === 1 ? '' : 'es'}`;
    const first = `${names}: found no pose by ${by}${mayBeMore(0, list.outOfReach)}; ${reason}`;
    return [first, ...outOfReachLines(list)].map((line) => `${line}\n`).join('');
  }
  const joints = jointsOf(list);
  const { samples, stretches, ends } = curve;
  const length = degrees((samples.at(-1)?.arc ?? 0) - (samples[0]?.arc ?? 0));
  const words = [...new Set(ends)].map((end) => END_WORDS[end]).join(', and ');
  const along = parameter ? parameterName(parameter.joint) : 'arc';
  const rows = selectRows(samples).map((sample): [string, string][] => [
    ['arc deg', degrees(sample.arc)],
    ...(sample.parameter === null || parameter?.joint !== null
      ? [] // A parameter that is a joint value is in the column of the joint.
      : [[`${along} deg`, degrees(sample.parameter)] as [string, string]]),
    ['limit margin deg', marginText(sample)],
    ...joints.map((joint, i): [string, string] => {
      const [value, unit] = showJointValue(joint, sample.theta[i] ?? 0, scene);
      return [`q${i + 1} ${unit}`, value];
    }),
  ]);
  const within = stretches.map(({ from, to, fromParameter, toParameter, best }) => {
    const isWhole = from === samples[0]?.arc && to === samples.at(-1)?.arc;
    const isByArc = fromParameter === null || toParameter === null;
    const range = (values: readonly number[]) => values.map(degrees).join(' to ');
    const arcs = `arc${isByArc ? ' from' : ''} ${range([from, to])} deg`;
    const place = degrees(best.parameter ?? best.arc);
    const where = isWhole
      ? 'all of the curve'
      : isByArc
        ? arcs
        : `${along} from ${range([fromParameter, toParameter])} deg (${arcs})`;
    const margin = Number.isFinite(best.margin)
      ? `; largest limit margin: ${marginText(best)} deg at ${along} = ${place} deg`
      : '';
    return `within limits: ${where}${margin}`;
  });
  return [
    `${names}: the poses form a curve of ${length} deg that ${words}; ${reason}`,
    '',
    alignColumns(rows).trimEnd(),
    '',
    ...(within.length > 0 ? within : ['within limits: nowhere on this curve']),
    'arc: root of the sum of squares over the joints, from the pose found first; joint values include full turns',
    'there can be other curves, with other poses that reach the target',
    ...(joints.some(({ type }) => type === 'prismatic')
      ? ["arc and limit margin of slides: share of the mechanism's length, as an angle"]
      : []),
    joints.map(({ id }, i) => `q${i + 1} ${id}`).join(', '),
    '',
  ].join('\n');
}

const marginText = ({ margin }: SelfMotionSample) =>
  Number.isFinite(margin) ? degrees(margin) : 'no limits';

/** Returns the samples nearest to each multiple of 10 degrees of the parameter, or of the arc. */
function selectRows(samples: readonly SelfMotionSample[]): SelfMotionSample[] {
  const rows: { sample: SelfMotionSample; step: number; off: number }[] = [];
  let unwrapped = 0;
  let before: number | null = null;
  for (const sample of samples) {
    const value = toDegrees(sample.parameter ?? sample.arc);
    const change = before === null ? value : value - before;
    unwrapped += sample.parameter === null ? change : change - 360 * Math.round(change / 360);
    before = value;
    const step = Math.round(unwrapped / ROW_STEP);
    const row = { sample, step, off: Math.abs(unwrapped - step * ROW_STEP) };
    const last = rows.at(-1);
    if (last?.step !== step) rows.push(row);
    else if (row.off < last.off) rows[rows.length - 1] = row;
  }
  return rows.map(({ sample }) => sample);
}
