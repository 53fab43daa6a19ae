/** Exports the run of a scene as the records that `iklab run` prints. */

import type { Engine } from '@iklab/core/engine';
import type { Scenario } from '@iklab/core/scenario';
import {
  collectObservableNames,
  interleavedRecords,
  jsonLinesFormat,
  RecordCsvFormat,
  type ReportedPanel,
  type ReportedRecord,
  recordToCsvCells,
  reportedPanels,
  runScenarioPanel,
} from '@iklab/run/history/records';
import { runInSlices } from '@iklab/run/session';
import { type DataTable, encodeNpzTable } from '@iklab/study/rows/npz';

export const RUN_FILE_FORMATS = ['csv', 'jsonl', 'npz'] as const;
export type RunFileFormat = (typeof RUN_FILE_FORMATS)[number];

const MAX_RECORDS = 200_000;

interface RunFileRequest {
  readonly scenario: Scenario;
  readonly engine: Engine;
  /** Number of updates per method; null to run until each method stops. */
  readonly updates: number | null;
  readonly manifest: object;
}

/**
 * Returns a file's content with the records of a run; null if `wanted` returns false. Throws a
 * RangeError for too many records.
 */
export async function makeRunFile(
  form: RunFileFormat,
  request: RunFileRequest,
  wanted: () => boolean,
): Promise<string | Uint8Array<ArrayBuffer> | null> {
  const panels = reportedPanels(request.scenario, request.engine);
  const records = await runInSlices(recordSteps(request, panels), wanted);
  if (records === null) return null;
  if (form === 'npz') return encodeNpzTable(makeTable(records, panels), request.manifest);
  const format = form === 'csv' ? new RecordCsvFormat(panels) : jsonLinesFormat;
  const lines = records.flatMap((each) => format.record(each, panels[each.panel] as ReportedPanel));
  return lines.map((line) => `${line}\n`).join('');
}

function* recordSteps(
  { scenario, engine, updates }: RunFileRequest,
  panels: readonly ReportedPanel[],
): Generator<void, ReportedRecord[]> {
  const records: ReportedRecord[] = [];
  const runs = panels.map((_, i) => runScenarioPanel(scenario, i, updates, engine));
  try {
    for (const record of interleavedRecords(runs)) {
      records.push(record);
      if (records.length > MAX_RECORDS)
        throw new RangeError(`has more than ${MAX_RECORDS} updates; use iklab run to export it`);
      yield;
    }
  } finally {
    for (const run of runs) run.return(undefined);
  }
  return records;
}

const WORDS = new Set(['method', 'label', 'stop', 'cause', 'causeJoint']);
const COUNTS = new Set(['panel', 'update', 'rank', 'restarts']);
const columnType = (name: string) =>
  WORDS.has(name) ? 'text' : COUNTS.has(name) ? 'count' : 'number';

function makeTable(
  records: readonly ReportedRecord[],
  panels: readonly ReportedPanel[],
): DataTable {
  const shownColumns = collectObservableNames(panels);
  const cells = (each: ReportedRecord) =>
    recordToCsvCells(each, panels[each.panel] as ReportedPanel, shownColumns);
  const [first] = records;
  return {
    columns: (first ? cells(first) : []).map(([name]) => ({
      name,
      type: columnType(name),
      optional: true,
    })),
    *rows() {
      for (const each of records) yield cells(each).map(([, value]) => value);
    },
  };
}
