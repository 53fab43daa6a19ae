/** Exports the run of a scene as numbers, with the same records that `iklab run` prints. */
import { type DataTable, npzBytes } from '@iklab/study/npz';
import type { Engine } from 'iklab/engine';
import { runInSlices } from 'iklab/run';
import {
  Csv,
  cellsOf,
  interleavedRecords,
  jsonLines,
  panelRun,
  type ReportedPanel,
  type ReportedRecord,
  reportedPanels,
  shownBy,
} from 'iklab/run/records';
import type { Scenario } from 'iklab/scenario';

export const RUN_FORMS = ['csv', 'jsonl', 'npz'] as const;
export type RunForm = (typeof RUN_FORMS)[number];

/** Maximum number of records of a file; the command line writes larger ones as a stream. */
export const MOST_RECORDS = 200_000;

interface Asked {
  readonly scenario: Scenario;
  readonly engine: Engine;
  /** Number of updates per method; null until the method stops. */
  readonly updates: number | null;
  /** The manifest, for formats that can store one. */
  readonly manifest: object;
}

/** Returns null if it is no longer wanted. Throws a RangeError if there are too many records. */
export async function runFile(
  form: RunForm,
  asked: Asked,
  wanted: () => boolean,
): Promise<string | Uint8Array<ArrayBuffer> | null> {
  const panels = reportedPanels(asked.scenario, asked.engine);
  const records = await runInSlices(recorded(asked, panels), wanted);
  if (records === null) return null;
  if (form === 'npz') return npzBytes(tableOf(records, panels), asked.manifest);
  const format = form === 'csv' ? new Csv(panels) : jsonLines;
  const lines = records.flatMap((each) => format.record(each, panels[each.panel] as ReportedPanel));
  return lines.map((line) => `${line}\n`).join('');
}

function* recorded(
  { scenario, engine, updates }: Asked,
  panels: readonly ReportedPanel[],
): Generator<void, ReportedRecord[]> {
  const records: ReportedRecord[] = [];
  const runs = panels.map((_, i) => panelRun(scenario, i, updates, engine));
  try {
    for (const record of interleavedRecords(runs)) {
      records.push(record);
      if (records.length > MOST_RECORDS)
        throw new RangeError(`has more than ${MOST_RECORDS} updates; use iklab run to export it`);
      yield;
    }
  } finally {
    for (const run of runs) run.return(undefined);
  }
  return records;
}

const WORDS = new Set(['method', 'label', 'stop', 'cause', 'causeJoint']);
const COUNTS = new Set(['panel', 'update', 'rank', 'restarts']);
const typeOf = (name: string) => (WORDS.has(name) ? 'text' : COUNTS.has(name) ? 'count' : 'number');

/** With the column names of the CSV. */
function tableOf(records: readonly ReportedRecord[], panels: readonly ReportedPanel[]): DataTable {
  const shown = shownBy(panels);
  const cells = (each: ReportedRecord) => cellsOf(each, panels[each.panel] as ReportedPanel, shown);
  const [first] = records;
  return {
    columns: (first ? cells(first) : []).map(([name]) => ({
      name,
      type: typeOf(name),
      optional: true,
    })),
    *rows() {
      for (const each of records) yield cells(each).map(([, value]) => value);
    },
  };
}
