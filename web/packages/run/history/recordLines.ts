import { csvCell } from '@iklab/core/format';
import type { ReportedPanel, ReportedRecord } from './updateRecords.ts';

export interface RecordFormat {
  record(record: ReportedRecord, panel: ReportedPanel): string[];
  end(): string[];
}

function recordFields(record: ReportedRecord, { number, panel }: ReportedPanel) {
  const { update, time, errorBefore, error, errors, orientationErrors } = record;
  const { angles, step, rank, sigma, lambda, stop, restarts } = record;
  const who = { panel: number, method: panel.id, label: panel.label };
  const errorFields = { errorBefore, error, errors, orientationErrors };
  return {
    ...who,
    update,
    time,
    ...errorFields,
    angles,
    step,
    rank,
    sigma,
    lambda,
    stop,
    restarts,
  };
}

export const jsonLinesFormat: RecordFormat = {
  record: (record, panel) => [
    JSON.stringify({
      ...recordFields(record, panel),
      ...observableFields(record, panel),
      ...causeFields(record),
    }),
  ],
  end: () => [],
};

function observableFields(record: ReportedRecord, { observables: names }: ReportedPanel) {
  if (names.length === 0) return {};
  return { shown: Object.fromEntries(names.map((name, i) => [name, record.shown[i] ?? null])) };
}

const causeFields = ({ cause, causeJoint }: ReportedRecord) =>
  cause ? { cause, ...(causeJoint !== undefined && { causeJoint }) } : {};

/**
 * Returns the cells of a CSV line with the names of their columns. `observables`: names of the
 * observables to include.
 */
export function recordToCsvCells(
  record: ReportedRecord,
  panel: ReportedPanel,
  observables: readonly string[],
): [string, number | string | null][] {
  const cells = Object.entries(recordFields(record, panel)).flatMap(
    ([key, value]): [string, number | string | null][] =>
      Array.isArray(value) ? value.map((x, i) => [`${key}[${i}]`, x]) : [[key, value]],
  );
  for (const name of observables)
    cells.push([`shown.${name}`, record.shown[panel.observables.indexOf(name)] ?? null]);
  cells.push(['cause', record.cause ?? null], ['causeJoint', record.causeJoint ?? null]);
  return cells;
}

export const collectObservableNames = (panels: readonly ReportedPanel[]): readonly string[] => [
  ...new Set(panels.flatMap(({ observables }) => observables)),
];

export class RecordCsvFormat implements RecordFormat {
  private first = true;
  private readonly observables: readonly string[];

  constructor(panels: readonly ReportedPanel[] = []) {
    this.observables = collectObservableNames(panels);
  }

  record(record: ReportedRecord, panel: ReportedPanel): string[] {
    const cells = recordToCsvCells(record, panel, this.observables);
    const line = cells.map(([, value]) => csvCell(value)).join(',');
    if (!this.first) return [line];
    this.first = false;
    return [cells.map(([key]) => csvCell(key)).join(','), line];
  }

  end(): string[] {
    return [];
  }
}
