/** The operation limit of formulas: accepted formulas, and measured operations. */

import { testEngine } from '@iklab/core/engine/testing';
import { describe, expect, test } from 'vitest';
import {
  BENCH_OPERATIONS,
  getFormulaOperationCount,
  makeRepeatedFormula,
} from './benchFormulas.ts';

const { catalogue } = await testEngine();
const UR5E = { iklab: 1, preset: 'ur5e' };
const MOST = 1.6e8; // operations of an update

const operation = (name: string) => {
  const found = BENCH_OPERATIONS.find((each) => each.name === name);
  if (!found) throw new Error(`no operation '${name}'`);
  return found;
};

/** Returns the number of operations of one more repetition. */
function costOfOne(name: string): number {
  const at = (times: number) =>
    getFormulaOperationCount(UR5E, makeRepeatedFormula(operation(name), times)).operations;
  return at(3) - at(2);
}

test('rejects two nested loops that would take seconds, and names the loop and the limit', () => {
  const text = `a = 0.5
Δθ = Jᵀe
for i in 1..1000
  for j in 1..310000
    a = sin(a)
`;
  expect(getFormulaOperationCount(UR5E, text).fault).toMatch(
    /63 G operations in this scene; the limit is 160 M\. Line 4, a loop of 310000 iterations, takes 63 G\.$/,
  );
});

test('has a measurement for every function of the language', () => {
  const { functions } = catalogue.readFormula('Δθ = Jᵀe');
  const bodies = BENCH_OPERATIONS.map(({ body }) => body).join('\n');
  const names = functions.map(({ signature }) => /(\w+)\(/.exec(signature)?.[1]);
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !bodies.includes(`${name}(`))).toEqual([]);
});

test('accepts one repetition of every measured operation, except those of size 300', () => {
  const refused = BENCH_OPERATIONS.filter(
    (each) => getFormulaOperationCount(UR5E, makeRepeatedFormula(each, 1)).fault !== '',
  );
  expect(refused.map(({ name }) => name).filter((name) => !/, 300$/.test(name))).toEqual([]);
});

test('counts one repetition of every operation as more than ten operations', () => {
  for (const each of BENCH_OPERATIONS)
    expect(
      getFormulaOperationCount(UR5E, makeRepeatedFormula(each, MOST / 10)).fault,
      each.name,
    ).toMatch(/operations in this scene; the limit is 160 M/);
});

describe('the operation count', () => {
  test('of an instruction is larger than its arithmetic', () => {
    expect(costOfOne('+ of numbers')).toBeGreaterThanOrEqual(15);
    expect(costOfOne('loop')).toBeGreaterThanOrEqual(30);
  });

  test.each(['sin', 'cos', 'tan', 'tanh'])('of %s is over thirty additions', (name) => {
    expect(costOfOne(`${name} of 1000`)).toBeGreaterThan(30 * 1000);
    expect(costOfOne('+ of 1000')).toBeLessThan(2 * 1000);
  });

  test.each([
    ['matrix times matrix', 2 * 100 ** 3],
    ['solve a matrix', 3 * 100 ** 3],
    ['svd', 12 * 100 ** 3],
  ])('of %s with size 100 follows its multiplications and additions', (name, steps) => {
    const ratio = costOfOne(`${name}, 100`) / steps;
    expect(ratio).toBeGreaterThan(0.9);
    expect(ratio).toBeLessThan(3);
  });
});
