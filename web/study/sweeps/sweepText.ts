/** A sweep as files: a line a value, or all of it with what it hangs on. */
import type { Manifest } from '../published/figuresText.ts';
import type { Study } from '../study.ts';
import { fullStudy } from '../writeStudy.ts';
import { measuresIn } from './sweepMeasures.ts';
import type { SweepPoint } from './sweepStudy.ts';

type Points = ReadonlyMap<number, SweepPoint>;

/** Metres and radians. */
export function sweepCsv({ sweep, cells }: Study, points: Points): string {
  const measures = measuresIn([...points.values()]);
  const heads = measures.flatMap(({ id }) => [id, `${id} low`, `${id} high`]);
  const lines = cells.flatMap(({ index, values }) => {
    const point = points.get(index);
    if (!point) return [];
    const told = measures.flatMap(({ of }) => {
      const { mean, low, high } = of(point) ?? {};
      return [mean, low, high].map((value) => (Number.isFinite(value) ? String(value) : ''));
    });
    return [[...values, point.count, point.solved, ...told].join(',')];
  });
  const head = [...sweep.map(({ path }) => path), 'problems', 'solved', ...heads].join(',');
  return `${[head, ...lines].join('\r\n')}\r\n`;
}

export const sweepJson = (study: Study, points: Points, manifest: Manifest): string =>
  `${JSON.stringify({
    manifest,
    study: fullStudy(study),
    points: study.cells.flatMap(({ index, values }) => {
      const point = points.get(index);
      return point ? [{ values, ...point }] : [];
    }),
  })}\n`;
