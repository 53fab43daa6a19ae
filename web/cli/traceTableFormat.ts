import type { MethodPanel } from '@iklab/core/scenario';
import { quoteInOneLine } from '@iklab/core/scenario/checks';
import type { RecordFormat, ReportedPanel, ReportedRecord } from '@iklab/run/history/records';

/** Table of `iklab run` with the columns of Tabaczynski's traces. */
export class TraceTableFormat implements RecordFormat {
  private readonly titled: boolean;
  private tables = 0;
  private last: ReportedRecord | null = null;
  private constants = '';
  private readonly constantsOf: (panel: MethodPanel) => string;

  /** `titled`: tables name their panels. `constantsOf`: text of the constants; '' for none. */
  constructor(titled: boolean, constantsOf: (panel: MethodPanel) => string) {
    this.titled = titled;
    this.constantsOf = constantsOf;
  }

  record(record: ReportedRecord, panel: ReportedPanel): string[] {
    const lines = this.last ? [] : this.head(panel);
    if (!this.last) this.constants = this.constantsOf(panel.panel);
    this.last = record;
    return [...lines, formatTableLine(record)];
  }

  end(): string[] {
    const { last } = this;
    if (!last) return [];
    this.last = null;
    const { update, error, stop, reason = 'reached' } = last;
    const made = `${update} ${update === 1 ? 'update' : 'updates'}`;
    return [
      // As in the published traces: the final error, with the last step repeated.
      formatTableLine({ ...last, update: update + 1, errorBefore: error }),
      `stop: ${stop} after ${made}, error ${Number(error.toPrecision(6))} m`,
      ...(reason === 'reached' ? [] : [`cause: ${reason}`]),
      ...(this.constants ? [`constants: ${this.constants}`] : []),
    ];
  }

  private head({ number, panel: { id, label } }: ReportedPanel): string[] {
    return [
      ...(this.tables++ > 0 ? [''] : []),
      ...(this.titled ? [`panel ${number}: ${id} ${quoteInOneLine(label)}`] : []),
      `${'k'.padStart(7)} ${'rank used'.padStart(11)} ${'error'.padStart(11)}  dTheta ----->`,
    ];
  }
}

function formatTableLine({ update, rank, errorBefore, step }: ReportedRecord): string {
  const head = [String(update).padStart(7), String(rank).padStart(11), fixed(errorBefore, 11)];
  return [...head, ...step.map((x) => fixed(x, 9))].join(' ');
}

const fixed = (x: number, width: number) => x.toFixed(4).padStart(width);
