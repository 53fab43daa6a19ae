/** What `iklab run` prints: a line a record (jsonl, csv), or a table a panel. */
import type { MethodPanel } from '../scenario/types.ts';
import { quote } from '../scenario/words.ts';
import type { ToldRecord } from './records.ts';

/** A panel as it is told: its number is that in the document. */
export interface ToldPanel {
  readonly number: number;
  readonly panel: MethodPanel;
}

/** Takes the records in the order of the run; gives lines. */
export interface Format {
  record(record: ToldRecord, panel: ToldPanel): string[];
  tail(): string[];
}

/** The fields of a record, in this order. */
function fields(record: ToldRecord, { number, panel }: ToldPanel) {
  const { update, time, errorBefore, error, errors, orientationErrors } = record;
  const { angles, step, rank, sigma, lambda, stop } = record;
  const who = { panel: number, method: panel.id, label: panel.label };
  const errorFields = { errorBefore, error, errors, orientationErrors };
  return { ...who, update, time, ...errorFields, angles, step, rank, sigma, lambda, stop };
}

export const jsonLines: Format = {
  record: (record, panel) => [JSON.stringify(fields(record, panel))],
  tail: () => [],
};

type Row = [string, number | string | null][];

export class Csv implements Format {
  private first = true;

  record(record: ToldRecord, panel: ToldPanel): string[] {
    const row: Row = Object.entries(fields(record, panel)).flatMap(
      ([key, value]): Row =>
        Array.isArray(value) ? value.map((x, i) => [`${key}[${i}]`, x]) : [[key, value]],
    );
    const line = row.map(([, value]) => cell(value)).join(',');
    if (!this.first) return [line];
    this.first = false;
    return [row.map(([key]) => key).join(','), line];
  }

  tail(): string[] {
    return [];
  }
}

function cell(value: number | string | null): string {
  if (value === null) return '';
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One row of a table: what is kept of a record until the run is over. */
interface TableRow {
  readonly update: number;
  readonly rank: number;
  readonly errorBefore: number;
  readonly step: readonly number[];
}

/** The columns of Tabaczynski's traces, panel by panel. */
export class Table implements Format {
  private readonly rows = new Map<ToldPanel, TableRow[]>();
  private readonly last = new Map<ToldPanel, ToldRecord>();
  private readonly panels: readonly ToldPanel[];

  constructor(panels: readonly ToldPanel[]) {
    this.panels = panels;
  }

  record(record: ToldRecord, panel: ToldPanel): string[] {
    const { update, rank, errorBefore, step } = record;
    const rows = this.rows.get(panel) ?? [];
    rows.push({ update, rank, errorBefore, step });
    this.rows.set(panel, rows);
    this.last.set(panel, record);
    return [];
  }

  tail(): string[] {
    return this.panels.flatMap((panel, i) => [...(i === 0 ? [] : ['']), ...this.table(panel)]);
  }

  private table(panel: ToldPanel): string[] {
    const last = this.last.get(panel);
    const rows = this.rows.get(panel) ?? [];
    if (!last) return [];
    const { id, label } = panel.panel;
    const title = `panel ${panel.number}: ${id} ${quote(label)}`;
    const { update, rank, step, error, stop } = last;
    // as he prints it: the error that ends the run, with the step before it once more
    const end = { update: update + 1, rank, errorBefore: error, step };
    const made = `${update} ${update === 1 ? 'update' : 'updates'}`;
    return [
      ...(this.panels.length > 1 ? [title] : []),
      `${'k'.padStart(7)} ${'rank used'.padStart(11)} ${'error'.padStart(11)}  dTheta ----->`,
      ...[...rows, end].map(tableLine),
      `stop: ${stop} after ${made}, error ${Number(error.toPrecision(6))} m`,
    ];
  }
}

function tableLine({ update, rank, errorBefore, step }: TableRow): string {
  const head = [String(update).padStart(7), String(rank).padStart(11), fixed(errorBefore, 11)];
  return [...head, ...step.map((x) => fixed(x, 9))].join(' ');
}

const fixed = (x: number, width: number) => x.toFixed(4).padStart(width);
