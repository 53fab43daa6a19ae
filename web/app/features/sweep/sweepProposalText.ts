import { numberText } from '@iklab/core/format';
import {
  joinNamesWithAnd,
  makePhrase,
  makeStrongPhrase,
  type Phrase,
} from '@iklab/core/format/words';
import type { LengthUnit } from '@iklab/core/scenario';
import {
  type FixedTargetProposal,
  isProposalNoImprovement,
  type MovingTargetProposal,
  type SweepPoint,
  type SweepProposal,
} from '@iklab/study/sweeps';
import { sweepMeasureDisplayFactor, sweepMeasureText } from './sweepAxisScale.ts';

export interface SweepTextData {
  readonly unit: LengthUnit;
  readonly points: readonly SweepPoint[];
  /** Swept value of each point with unit. For two swept parameters: both values with names. */
  readonly values: readonly string[];
  readonly name: string;
  readonly pairs: boolean;
  /**
   * The scene's value; null if the scene no longer has the method. `point`: index of the point with
   * the value; null without such a point.
   */
  readonly sceneValue: { readonly text: string; readonly point: number | null } | null;
}

export interface SweepProposalText {
  readonly phrase: Phrase;
  /** Index of the point whose value a button applies; null if no point is better than the scene. */
  readonly applied: number | null;
}

export function sweepProposalText(
  proposal: SweepProposal | null,
  words: SweepTextData,
): SweepProposalText {
  const { points, sceneValue } = words;
  const [one, all] = [words.pairs ? 'pair' : 'value', allText(words)];
  if (!proposal)
    return {
      phrase: makePhrase`No ${one} solves any problem, so none is proposed.`,
      applied: null,
    };
  const { index } = proposal;
  if (index === null)
    return {
      phrase: makePhrase`No ${one} stands out: the curve of mean error against shake over ${all} has no knee.`,
      applied: null,
    };
  const scenePoint = sceneValue?.point ?? null;
  const better =
    sceneValue !== null &&
    (scenePoint === null || !isProposalNoImprovement(proposal, points, scenePoint));
  const describe = proposal.kind === 'solved' ? solvedText : movingText;
  const phrase = [
    ...makeStrongPhrase(`${words.name} ${words.values[index]}`.trim()),
    ...describe(proposal as never, index, words),
    ...makePhrase` ${ownText(proposal, index, words)}`,
  ];
  return { phrase, applied: better ? index : null };
}

const allText = ({ points, pairs }: SweepTextData): string =>
  `these ${numberText(points.length)} ${pairs ? 'pairs' : 'values'}`;

const shareText = ({ solved, count }: SweepPoint): string =>
  sweepMeasureText('success', solved / count, 'm');

const updatesText = ({ updates }: SweepPoint): string =>
  updates ? `${numberText(updates.mean)} updates on average` : 'no update';

function solvedText(
  { best, alike }: FixedTargetProposal,
  index: number,
  words: SweepTextData,
): Phrase {
  const { points, values } = words;
  const [point, largest] = [points[index] as SweepPoint, points[best] as SweepPoint];
  const figures = `${shareText(point)} of ${numberText(point.count)} problems, in ${updatesText(point)}`;
  if (alike.length === 1)
    return makePhrase` has the highest success rate of ${allText(words)}: it solves ${figures}. Every other rate is significantly lower.`;
  const most =
    best === index ? '' : ` The highest rate is ${shareText(largest)}, at ${values[best] ?? ''}.`;
  return makePhrase` solves ${figures}. The success rates of ${alikeText(alike, words)} do not differ significantly (paired 95 % intervals), and none of these needs significantly fewer updates.${most}`;
}

const MAX_RANGES = 3; // Maximum number of ranges.

function alikeText(alike: readonly number[], words: SweepTextData): string {
  const { points, values, pairs } = words;
  if (alike.length === points.length) return `all of ${allText(words)}`;
  if (pairs) return `${numberText(alike.length)} of ${allText(words)}`;
  const ranges: [number, number][] = [];
  for (const i of alike) {
    const last = ranges.at(-1);
    if (last && last[1] === i - 1) last[1] = i;
    else ranges.push([i, i]);
  }
  if (ranges.length > MAX_RANGES) return `${numberText(alike.length)} of ${allText(words)}`;
  const texts = ranges.map(([from, to]) =>
    from === to ? `${values[from]}` : `the values from ${values[from]} to ${values[to]}`,
  );
  return joinNamesWithAnd(texts);
}

function movingText({ front }: MovingTargetProposal, index: number, words: SweepTextData): Phrase {
  const figures = movingFigures(words.points[index] as SweepPoint, words.unit);
  if (front.length === 1)
    return makePhrase` has the smallest mean error and the smallest shake of ${allText(words)}: ${figures}.`;
  const [noun, dotted] = words.pairs ? ['pair', ', dotted below,'] : ['value', ''];
  return makePhrase` is the knee of ${allText(words)}: ${figures}. ${numberText(front.length)} of them${dotted} form the Pareto front: no other ${noun} has both a smaller error and a smaller shake. On logarithmic axes, the knee lies farthest from the straight line between the ends of the front: beyond it, a small gain in one costs much of the other.`;
}

function movingFigures({ moving }: SweepPoint, unit: LengthUnit): string {
  const { error, shake } = moving as NonNullable<SweepPoint['moving']>;
  return `mean error ${sweepMeasureText('error', error.mean, unit)}, shake ${sweepMeasureText('shake', shake.mean * sweepMeasureDisplayFactor('shake'), unit)} per update`;
}

function ownText(proposal: SweepProposal, index: number, words: SweepTextData): string {
  const { sceneValue, points, values, unit } = words;
  if (!sceneValue) return 'The scene no longer has this method.';
  const [scenes, scenePoint] = [
    `The scene’s own ${words.pairs ? 'pair' : 'value'}, ${sceneValue.text},`,
    sceneValue.point,
  ];
  if (scenePoint === null) return `${scenes} is not among ${allText(words)}.`;
  if (scenePoint === index) return `The scene already uses this ${words.pairs ? 'pair' : 'value'}.`;
  const point = points[scenePoint] as SweepPoint;
  if (proposal.kind === 'moving')
    return point.moving
      ? `${scenes} has ${movingFigures(point, unit)}.`
      : `${scenes} has no settled run.`;
  const { best, alike } = proposal;
  if (isProposalNoImprovement(proposal, points, scenePoint))
    return `${scenes} is as good: it solves ${shareText(point)}, in ${updatesText(point)}; neither differs significantly.`;
  if (alike.includes(scenePoint))
    return `${scenes} solves ${shareText(point)}, but in ${updatesText(point)}.`;
  const fewer = numberText(
    (100 * ((points[best] as SweepPoint).solved - point.solved)) / point.count,
  );
  const than = best === index ? '' : ` than ${values[best] ?? ''}`;
  return `${scenes} solves ${fewer} percentage ${fewer === '1' ? 'point' : 'points'} less${than}, in ${updatesText(point)}.`;
}
