/** The second tier: tests that `npm run test:all` runs and `npm test` does not. */
import { describe, type TestFunction, test } from 'vitest';

type Act = (...row: unknown[]) => void;
type Add = (name: string, ...more: unknown[]) => void;

const FULL = { tags: 'full' };

/** Puts the first row of a table into the first tier, and the others into the second. */
const split =
  (each: (rows: []) => Add) =>
  (rows: readonly unknown[]): Add =>
  (name, act) => {
    each(rows.slice(0, 1) as [])(name, act);
    each(rows.slice(1) as [])(name, FULL, act);
  };

/** Declares tests of the second tier, like `test` and `test.each`. */
export const secondTierTest = Object.assign(
  (name: string, act: TestFunction) => test(name, FULL, act),
  {
    each: ((rows: []) => (name: string, act: Act) =>
      test.each(rows)(name, FULL, act)) as typeof test.each,
  },
);

/**
 * Declares tests or suites for rows of a table, like `test.each` and `describe.each`: the first row
 * in the first tier, the others in the second.
 */
export const tieredTest = Object.assign(
  split((rows) => test.each(rows) as Add) as unknown as typeof test.each,
  { describe: split((rows) => describe.each(rows) as Add) as unknown as typeof describe.each },
);
