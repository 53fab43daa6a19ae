import type { StudyViewOptions } from '../document/studyDocument.ts';
import { proportionInterval } from '../results/proportionInterval.ts';
import type { SweepEstimate, SweepPoint } from './makeSweepStudy.ts';

export type SweepMeasureId = StudyViewOptions['measure'];

export interface SweepMeasure {
  readonly id: SweepMeasureId;
  readonly name: string;
  readonly help: string;
  /** Title of the axis without a unit. */
  readonly axis: string;
  readonly band: string;
  estimate(point: SweepPoint): SweepEstimate | null;
}

const success = ({ solved, count }: SweepPoint): SweepEstimate => ({
  mean: solved / count,
  ...proportionInterval(solved, count),
});

const PROBLEMS_BAND_TEXT =
  'range of the mean, estimated from these problems; too narrow if a few problems cost far more than any of these';
const PARTS_BAND_TEXT = 'range of the mean, estimated from eight parts of the settled run';

const MEASURES: readonly SweepMeasure[] = [
  {
    id: 'error',
    name: 'Mean error',
    help: 'while tracking the targets',
    axis: 'mean error',
    band: PARTS_BAND_TEXT,
    estimate: ({ moving }) => moving?.error ?? null,
  },
  {
    id: 'error',
    name: 'Mean error',
    help: 'at the end of a problem',
    axis: 'mean error',
    band: PROBLEMS_BAND_TEXT,
    estimate: ({ error, moving }) => (moving ? null : error),
  },
  {
    id: 'jitter',
    name: 'Jitter',
    help: 'how often joints reverse direction, 0 to 2',
    axis: 'jitter, 0 to 2',
    band: PARTS_BAND_TEXT,
    estimate: ({ moving }) => moving?.jitter ?? null,
  },
  {
    id: 'shake',
    name: 'Shake',
    help: 'change of the step per update',
    axis: 'shake per update',
    band: PARTS_BAND_TEXT,
    estimate: ({ moving }) => moving?.shake ?? null,
  },
  {
    id: 'success',
    name: 'Success',
    help: 'share of problems',
    axis: 'problems solved',
    band: '95 % interval of the share',
    estimate: success,
  },
  {
    id: 'updates',
    name: 'Updates',
    help: 'mean over solved problems',
    axis: 'updates',
    band: PROBLEMS_BAND_TEXT,
    estimate: ({ updates }) => updates,
  },
];

export const availableSweepMeasures = (points: readonly SweepPoint[]): readonly SweepMeasure[] =>
  MEASURES.filter(({ estimate }) => points.some((point) => estimate(point) !== null));

export function measureBandsText(points: readonly SweepPoint[]): string {
  const names = new Map<string, string[]>();
  for (const { name, band } of availableSweepMeasures(points))
    names.set(band, [...(names.get(band) ?? []), name]);
  return [...names].map(([band, measureNames]) => `${measureNames.join(', ')}: ${band}.`).join(' ');
}
