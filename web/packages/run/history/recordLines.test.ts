import { expect, test } from 'vitest';
import { testRecordPanel, testReportedPanel, testReportedRecord } from '../session/testRecord.ts';
import { jsonLinesFormat, RecordCsvFormat } from './recordLines.ts';
import type { ReportedRecord } from './updateRecords.ts';

test('jsonLines writes one object per line, with keys in the documented order', () => {
  expect(jsonLinesFormat.record(testReportedRecord, testReportedPanel)).toEqual([
    '{"panel":3,"method":"dls","label":"DLS, \\"mine\\"","update":1,"time":0.05,"errorBefore":0.52,"error":0.41,"errors":[0.41],"orientationErrors":[null],"angles":[0.1,-0.2],"step":[0.1,-0.00004],"rank":2,"sigma":[1.5,1e-12],"lambda":null,"stop":null,"restarts":2}',
  ]);
});

test('Csv writes one header, a column per number, empty cells for null, and defuses formulas', () => {
  const csv = new RecordCsvFormat();
  expect(csv.record(testReportedRecord, testReportedPanel)).toEqual([
    'panel,method,label,update,time,errorBefore,error,errors[0],orientationErrors[0],angles[0],angles[1],step[0],step[1],rank,sigma[0],sigma[1],lambda,stop,restarts,cause,causeJoint',
    '3,dls,"DLS, ""mine""",1,0.05,0.52,0.41,0.41,,0.1,-0.2,0.1,-0.00004,2,1.5,1e-12,,,2,,',
  ]);
  expect(csv.record({ ...testReportedRecord, update: 2 }, testReportedPanel)).toHaveLength(1);
  const formula = { ...testReportedPanel, panel: { ...testRecordPanel, label: '=1+1' } };
  expect(csv.record(testReportedRecord, formula)[0]).toMatch(/^3,dls,'=1\+1,1,/);
});

test('shown values come last, by name; in CSV every panel has the columns of all panels', () => {
  const one = { ...testReportedPanel, observables: ['Damping', 'a, b'] };
  const other = { ...testReportedPanel, observables: ['k', 'Damping'] };
  const [mine, theirs] = [
    [0.25, null],
    [7, 0.5],
  ].map((shown) => ({ ...testReportedRecord, shown }));
  const json = jsonLinesFormat.record(mine as ReportedRecord, one)[0] ?? '';
  expect(json).toMatch(/"restarts":2,"shown":\{"Damping":0.25,"a, b":null\}\}$/);
  const csv = new RecordCsvFormat([one, testReportedPanel, other]);
  const [head, first] = csv.record(mine as ReportedRecord, one);
  expect(head).toMatch(/,restarts,shown\.Damping,"shown\.a, b",shown\.k,cause,causeJoint$/);
  expect(first).toMatch(/,2,0\.25,,,,$/);
  expect(csv.record(testReportedRecord, testReportedPanel)[0]).toMatch(/,2,,,,,$/);
  expect(csv.record(theirs as ReportedRecord, other)[0]).toMatch(/,2,0\.5,,7,,$/);
});

test('the last record of a panel ends with its cause', () => {
  const last = {
    ...testReportedRecord,
    cause: 'joint-limits',
    causeJoint: 'elbow',
  } as ReportedRecord;
  expect(jsonLinesFormat.record(last, testReportedPanel)[0]).toMatch(
    /"restarts":2,"cause":"joint-limits","causeJoint":"elbow"\}$/,
  );
  const [head, line] = new RecordCsvFormat().record(last, testReportedPanel);
  expect([head, line]).toEqual([
    expect.stringMatching(/,restarts,cause,causeJoint$/),
    expect.stringMatching(/,2,joint-limits,elbow$/),
  ]);
});
