/** A log that Orocos KDL has made (kdl_eight.cpp): the error that it names is the one that we measure. */
import { readFileSync } from 'node:fs';
import { presetScene, testEngine } from 'iklab/engine/testing';
import { expect, test } from 'vitest';
import { measureLog } from '../course/measureLog.ts';
import { readLog } from '../readLog.ts';
import { finished, readTable } from '../tables/readTable.ts';

const bytes = readFileSync(new URL('./kdlEight.csv', import.meta.url));

test('errors and turns of a UR5 that follows an eight are those of KDL', async () => {
  const { tree, start } = presetScene('arm-6', await testEngine());
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
  const { errors, turns } = finished(measureLog(log, tree, log.goals ?? []));
  const { columns } = finished(readTable(bytes, 'kdlEight.csv'));
  const said = (name: string) => columns.find((each) => each.name === name)?.values;
  for (let row = 0; row < log.rows; row++) {
    expect(Math.abs((errors?.[row] ?? 1) - (said('error')?.[row] ?? 0))).toBeLessThan(1e-12);
    expect(Math.abs((turns?.[row] ?? 1) - (said('angle')?.[row] ?? 0))).toBeLessThan(1e-9);
  }
  expect(Math.max(...(errors ?? []))).toBeGreaterThan(4e-3);
});
