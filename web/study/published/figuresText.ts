/** Figures as files: a line each, or with all that is said of them. */
import type { Figure, PublishedTable } from './publishedTable.ts';
import { deviation, verdictText } from './verdict.ts';

const HEAD = [
  'table',
  'row',
  'column',
  'unit',
  'paper',
  'ours',
  'deviation',
  'low',
  'high',
  'sample',
  'verdict',
];

/** RFC 4180: quotes where a cell needs them. */
const cell = (value: string): string =>
  /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;

const number = (value: number | null | undefined): string =>
  value === null || value === undefined || Number.isNaN(value) ? '' : String(value);

export function figuresCsv(figures: readonly Figure[], table = ''): string {
  const lines = figures.map((figure) =>
    [
      table,
      figure.row,
      figure.column,
      figure.unit,
      number(figure.paper),
      number(figure.ours),
      number(deviation(figure)),
      number(figure.low),
      number(figure.high),
      String(figure.sample),
      verdictText(figure),
    ]
      .map(cell)
      .join(','),
  );
  return `${[HEAD.join(','), ...lines].join('\r\n')}\r\n`;
}

export interface Manifest {
  readonly program: 'IK Lab';
  readonly version: string;
  /** Of the solver module. */
  readonly build: string;
  /** Of the browser, as it calls itself. */
  readonly agent: string;
  readonly made: string;
}

export const figuresJson = (
  figures: readonly Figure[],
  manifest: Manifest,
  table?: PublishedTable,
): string =>
  `${JSON.stringify(
    {
      manifest,
      table: table && {
        id: table.id,
        title: table.title,
        known: table.known,
        recovered: table.recovered,
        assumed: table.assumed,
        lost: table.lost,
        slips: table.slips,
      },
      figures: figures.map((figure) => ({
        ...figure,
        paper: Number.isNaN(figure.paper) ? null : figure.paper,
        ours: Number.isNaN(figure.ours) ? null : figure.ours,
        verdict: verdictText(figure),
      })),
    },
    null,
    1,
  )}\n`;
