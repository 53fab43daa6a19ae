/** A log made with Orocos KDL (kdl_eight.cpp): our errors agree with those in its columns. */
import { readFileSync } from 'node:fs';
import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { runGeneratorToEnd } from '@iklab/core/time';
import { expect, test } from 'vitest';
import { measureLog } from '../course/measureLog.ts';
import { readLog } from '../readLog.ts';
import { readLogTable } from '../tables/readLogTable.ts';

const bytes = readFileSync(new URL('./kdlEight.csv', import.meta.url));

test('errors of a UR5 that follows a figure eight agree with KDL', async () => {
  const { tree, start } = makePresetTestScene('arm-6', await testEngine());
  const reading = readLog(bytes, 'kdlEight.csv', tree, { timeStep: 1 / 60, start });
  if (reading.kind !== 'log') throw new Error(JSON.stringify(reading));
  const { log } = reading;
  expect(log.joints.every(({ by }) => by === 'likeness')).toBe(true);
  expect([log.rows, log.readAs, log.times[149]?.toFixed(9)]).toEqual([
    150,
    'radians',
    '2.980000000',
  ]);
  expect(log.unused).toEqual(['error', 'angle']);
  const { errors, turns } = runGeneratorToEnd(measureLog(log, tree, log.goals ?? []));
  const { columns } = runGeneratorToEnd(readLogTable(bytes, 'kdlEight.csv'));
  const printed = (name: string) => columns.find((each) => each.name === name)?.values;
  for (let row = 0; row < log.rows; row++) {
    expect(Math.abs((errors?.[row] ?? 1) - (printed('error')?.[row] ?? 0))).toBeLessThan(1e-12);
    expect(Math.abs((turns?.[row] ?? 1) - (printed('angle')?.[row] ?? 0))).toBeLessThan(1e-9);
  }
  expect(Math.max(...(errors ?? []))).toBeGreaterThan(4e-3);
});
