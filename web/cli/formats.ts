/** What `iklab run` prints: a line a record (jsonl, csv), or a table a panel. */
import { csvCell } from 'iklab/format';
import { type MethodPanel, quote } from 'iklab/scenario';
import type { ReportedRecord } from './records.ts';

/** A panel as it is told: its number is that in the document. */
export interface ReportedPanel {
  readonly number: number;
  readonly panel: MethodPanel;
}

/** Takes the records in the order of the run; gives lines, and keeps none. */
export interface Format {
  record(record: ReportedRecord, panel: ReportedPanel): string[];
  /** The run is over. */
  end(): string[];
}

/** The fields of a record, in this order. */
function fields(record: ReportedRecord, { number, panel }: ReportedPanel) {
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

export const jsonLines: Format = {
  record: (record, panel) => [JSON.stringify(fields(record, panel))],
  end: () => [],
};

type Row = [string, number | string | null][];

export class Csv implements Format {
  private first = true;

  record(record: ReportedRecord, panel: ReportedPanel): string[] {
    const row: Row = Object.entries(fields(record, panel)).flatMap(
      ([key, value]): Row =>
        Array.isArray(value) ? value.map((x, i) => [`${key}[${i}]`, x]) : [[key, value]],
    );
    const line = row.map(([, value]) => csvCell(value)).join(',');
    if (!this.first) return [line];
    this.first = false;
    return [row.map(([key]) => key).join(','), line];
  }

  end(): string[] {
    return [];
  }
}

/** The columns of Tabaczynski's traces; it takes one panel after the other. */
export class Table implements Format {
  private readonly titled: boolean;
  private tables = 0;
  private last: ReportedRecord | null = null;

  /** `titled`: each table says whose it is. */
  constructor(titled: boolean) {
    this.titled = titled;
  }

  record(record: ReportedRecord, panel: ReportedPanel): string[] {
    const lines = this.last ? [] : this.head(panel);
    this.last = record;
    return [...lines, tableLine(record)];
  }

  end(): string[] {
    const { last } = this;
    if (!last) return [];
    this.last = null;
    const { update, error, stop } = last;
    const made = `${update} ${update === 1 ? 'update' : 'updates'}`;
    return [
      // as he prints it: the error that ends the run, with the step before it once more
      tableLine({ ...last, update: update + 1, errorBefore: error }),
      `stop: ${stop} after ${made}, error ${Number(error.toPrecision(6))} m`,
    ];
  }

  private head({ number, panel: { id, label } }: ReportedPanel): string[] {
    return [
      ...(this.tables++ > 0 ? [''] : []),
      ...(this.titled ? [`panel ${number}: ${id} ${quote(label)}`] : []),
      `${'k'.padStart(7)} ${'rank used'.padStart(11)} ${'error'.padStart(11)}  dTheta ----->`,
    ];
  }
}

function tableLine({ update, rank, errorBefore, step }: ReportedRecord): string {
  const head = [String(update).padStart(7), String(rank).padStart(11), fixed(errorBefore, 11)];
  return [...head, ...step.map((x) => fixed(x, 9))].join(' ');
}

const fixed = (x: number, width: number) => x.toFixed(4).padStart(width);
