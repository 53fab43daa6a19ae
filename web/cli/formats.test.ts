import type { MethodPanel } from 'iklab/scenario';
import { describe, expect, test } from 'vitest';
import { Csv, jsonLines, type ReportedPanel, Table } from './formats.ts';
import type { ReportedRecord } from './records.ts';

const panel: MethodPanel = {
  id: 'dls',
  label: 'DLS, "mine"',
  slot: 1,
  params: {},
  targetClamp: { mode: 'off', distance: 1, angle: 1, rule: 'paper' },
  maxStep: null,
  maxSlide: null,
  gain: 1,
  secondary: null,
};
const told: ReportedPanel = { number: 3, panel };
const record: ReportedRecord = {
  panel: 0,
  update: 1,
  frame: 1,
  time: 0.05,
  errorBefore: 0.52,
  error: 0.41,
  errors: [0.41],
  orientationErrors: [null],
  angles: [0.1, -0.2],
  step: [0.1, -0.00004],
  rank: 2,
  sigma: [1.5, 1e-12],
  lambda: null,
  stop: null,
  restarts: 2,
};

test('jsonl is an object a line, its keys in the order of the format', () => {
  expect(jsonLines.record(record, told)).toEqual([
    '{"panel":3,"method":"dls","label":"DLS, \\"mine\\"","update":1,"time":0.05,"errorBefore":0.52,"error":0.41,"errors":[0.41],"orientationErrors":[null],"angles":[0.1,-0.2],"step":[0.1,-0.00004],"rank":2,"sigma":[1.5,1e-12],"lambda":null,"stop":null,"restarts":2}',
  ]);
});

test('csv has one header, a column for each number, nothing for null', () => {
  const csv = new Csv();
  expect(csv.record(record, told)).toEqual([
    'panel,method,label,update,time,errorBefore,error,errors[0],orientationErrors[0],angles[0],angles[1],step[0],step[1],rank,sigma[0],sigma[1],lambda,stop,restarts',
    '3,dls,"DLS, ""mine""",1,0.05,0.52,0.41,0.41,,0.1,-0.2,0.1,-0.00004,2,1.5,1e-12,,,2',
  ]);
  expect(csv.record({ ...record, update: 2 }, told)).toHaveLength(1);
  const formula = { ...told, panel: { ...panel, label: '=1+1' } };
  expect(csv.record(record, formula)[0]).toMatch(/^3,dls,'=1\+1,1,/);
});

describe('the table', () => {
  const last: ReportedRecord = {
    ...record,
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

  test('ends with the error that ended the run and the step before it once more', () => {
    const table = new Table(false);
    expect(table.record(record, told)).toEqual(rows.slice(0, 2)); // as they come
    expect(table.record(last, told)).toEqual(rows.slice(2, 3));
    expect(table.end()).toEqual(rows.slice(3));
  });

  test('has a title for each of several panels', () => {
    const other = { number: 5, panel: { ...panel, label: 'DLS*' } };
    const table = new Table(true);
    const lines = [told, other].flatMap((each) => [
      ...table.record(record, each),
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
