import type { Study } from '../document/study.ts';
import type { Provenance } from '../document/studyManifest.ts';
import { fullStudyDocument } from '../document/writeStudy.ts';
import { type DataTable, finiteNumberOrNull, makeTableColumn } from '../rows/dataTable.ts';
import type { SweepPoint } from './makeSweepStudy.ts';
import { availableSweepMeasures } from './sweepMeasures.ts';

type Points = ReadonlyMap<number, SweepPoint>;

/** Makes the table of a sweep, one row per value, in metres and radians. */
export function sweepTable({ sweep, cells }: Study, points: Points): DataTable {
  const measures = availableSweepMeasures([...points.values()]);
  const heads = measures.flatMap(({ id }) => [id, `${id} low`, `${id} high`]);
  return {
    columns: [
      ...sweep.map(({ path }) => makeTableColumn(path, 'number', true)),
      makeTableColumn('problems', 'count'),
      makeTableColumn('solved', 'count'),
      ...heads.map((name) => makeTableColumn(name, 'number', true)),
    ],
    *rows() {
      for (const { index, values } of cells) {
        const point = points.get(index);
        if (!point) continue;
        const estimates = measures.flatMap(({ estimate }) => {
          const { mean, low, high } = estimate(point) ?? {};
          return [mean, low, high].map(finiteNumberOrNull);
        });
        yield [...values, point.count, point.solved, ...estimates];
      }
    },
  };
}

export const sweepJson = (study: Study, points: Points, manifest: Provenance): string =>
  `${JSON.stringify({
    manifest,
    study: fullStudyDocument(study),
    points: study.cells.flatMap(({ index, values }) => {
      const point = points.get(index);
      return point ? [{ values, ...point }] : [];
    }),
  })}\n`;
