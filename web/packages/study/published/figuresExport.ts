import { resolveCitedPaper } from '@iklab/core/engine';
import { citationText } from '@iklab/core/scenario/methods';
import type { Provenance } from '../document/studyManifest.ts';
import { type DataTable, finiteNumberOrNull, makeTableColumn } from '../rows/dataTable.ts';
import type { PublishedFigure, PublishedTable } from './publishedTable.ts';
import { computeFigureDeviation, replicationVerdictText } from './replicationVerdict.ts';

export interface PublishedTableFigures {
  readonly table: PublishedTable;
  readonly variant: string;
  readonly sample: number;
  readonly figures: readonly PublishedFigure[];
}

export const publishedFiguresTable = (tables: readonly PublishedTableFigures[]): DataTable => ({
  columns: [
    ...['table', 'row', 'column', 'unit'].map((name) => makeTableColumn(name, 'text')),
    ...['paper', 'ours', 'deviation', 'low', 'high'].map((name) =>
      makeTableColumn(name, 'number', true),
    ),
    makeTableColumn('sample', 'count'),
    makeTableColumn('verdict', 'text'),
    makeTableColumn('variant', 'text'),
    makeTableColumn('seed', 'count', true),
  ],
  *rows() {
    for (const { table, variant, figures } of tables)
      for (const figure of figures) {
        const { row, column, unit, paper, ours, low, high, sample } = figure;
        const numbers = [paper, ours, computeFigureDeviation(figure), low, high].map(
          finiteNumberOrNull,
        );
        yield [
          ...[table.title, row, column, unit, ...numbers, sample, replicationVerdictText(figure)],
          ...[variant, table.seed],
        ];
      }
  },
});

export const publishedFiguresProvenance = (
  tables: readonly PublishedTableFigures[],
  from: Provenance,
) => ({
  ...from,
  tables: tables.map(({ table, variant, sample }) => ({
    id: table.id,
    variant,
    sample: sample || null,
  })),
});

export const publishedFiguresJson = (
  tables: readonly PublishedTableFigures[],
  from: Provenance,
): string =>
  `${JSON.stringify(
    {
      manifest: publishedFiguresProvenance(tables, from),
      tables: tables.map(({ table, variant, sample, figures }) => {
        const { id, title, known, recovered, assumed, lost, notComputed, slips, seed } = table;
        const source = citationText(resolveCitedPaper(table.source));
        const about = {
          id,
          title,
          source,
          variant,
          sample: sample || null,
          seed,
          known,
          recovered,
          assumed,
          lost,
          notComputed,
          slips,
        };
        return { ...about, figures: figures.map(figureJson) };
      }),
    },
    null,
    1,
  )}\n`;

const figureJson = (figure: PublishedFigure) => ({
  ...figure,
  paper: finiteNumberOrNull(figure.paper),
  ours: finiteNumberOrNull(figure.ours),
  verdict: replicationVerdictText(figure),
});
