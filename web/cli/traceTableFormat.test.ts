import type { ReportedRecord } from '@iklab/run/history/records';
import { testRecordPanel, testReportedPanel, testReportedRecord } from '@iklab/run/session/testing';
import { describe, expect, test } from 'vitest';
import { TraceTableFormat } from './traceTableFormat.ts';

describe('the table of a run', () => {
  const last: ReportedRecord = {
    ...testReportedRecord,
    update: 2,
    errorBefore: 0.41,
    error: 1e-9,
    step: [0.2, 0],
    stop: 'reached',
  };
  const rows = [
    '      k   rank used       error  dTheta ----->',
    '      1           2      0.5200    0.1000   -0.0000',
    '      2           2      0.4100    0.2000    0.0000',
    '      3           2      0.0000    0.2000    0.0000',
    'stop: reached after 2 updates, error 1e-9 m',
  ];

  test('ends with the final error and the last step repeated, the stop reason and the constants', () => {
    const table = new TraceTableFormat(false, ({ id }) => `of ${id}`);
    expect(table.record(testReportedRecord, testReportedPanel)).toEqual(rows.slice(0, 2)); // Printed as the records arrive.
    expect(table.record(last, testReportedPanel)).toEqual(rows.slice(2, 3));
    expect(table.end()).toEqual([...rows.slice(3), `constants: of ${testReportedPanel.panel.id}`]);
  });

  test('has a heading for each of several panels', () => {
    const other = { number: 5, panel: { ...testRecordPanel, label: 'DLS*' }, observables: [] };
    const table = new TraceTableFormat(true, () => '');
    const lines = [testReportedPanel, other].flatMap((each) => [
      ...table.record(testReportedRecord, each),
      ...table.record(last, each),
      ...table.end(),
    ]);
    expect(lines).toEqual([
      'panel 3: dls "DLS, \\"mine\\""',
      ...rows,
      '',
      'panel 5: dls "DLS*"',
      ...rows,
    ]);
  });
});
