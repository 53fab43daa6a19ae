import { expect, test } from 'vitest';
import {
  type EditedFormulaState,
  formatAge,
  formulaLineState,
  toRunTimeFault,
} from './formulaLineState.ts';
import { emptyFormulaReading } from './formulaReading.ts';

const fault = (line: number) => ({ from: 0, to: 1, line, column: 1, message: 'x', fixes: [] });
const stateOf = (what: Partial<EditedFormulaState>) => {
  const { sign, bold, rest, back } = formulaLineState(
    {
      reading: emptyFormulaReading,
      typing: null,
      validSince: 1000,
      refused: '',
      broken: null,
      ...what,
    },
    5000,
  );
  return [sign, `${bold} ${rest}`.trim(), back];
};

test('a valid text is running, with its cost if known', () => {
  expect(stateOf({})).toEqual(['good', 'Running', false]);
  const cost = { operations: '4 620', allowed: '1 000 000 000' };
  expect(stateOf({ reading: { ...emptyFormulaReading, cost } })).toEqual([
    'good',
    'Running up to 4 620 operations per update',
    false,
  ]);
});

test('a faulty text names the line or the number of errors, and whether a valid version runs', () => {
  const reading = { ...emptyFormulaReading, faults: [fault(8)] };
  expect(stateOf({ reading })).toEqual([
    'bad',
    'Line 8 has an error. Your last valid version (4 s ago) is running.',
    true,
  ]);
  expect(stateOf({ reading, validSince: null })).toEqual([
    'bad',
    'Line 8 has an error. No valid version yet: nothing is running.',
    false,
  ]);
  expect(stateOf({ reading: { ...reading, faults: [fault(1), fault(2)] } })[1]).toBe(
    '2 errors. Your last valid version (4 s ago) is running.',
  );
});

test('while typing, no error is shown', () => {
  const reading = { ...emptyFormulaReading, faults: [fault(8)] };
  expect(stateOf({ reading, typing: 8 })[0]).toBe('typing');
});

test('shows why the scene rejects a text', () => {
  expect(stateOf({ refused: 'Its targets are clamped.' })[1]).toContain('Its targets are clamped.');
});

test('ago rounds to one unit', () => {
  expect([formatAge(0), formatAge(59_000), formatAge(90_000), formatAge(7_200_000)]).toEqual([
    '1 s ago',
    '59 s ago',
    '2 min ago',
    '2 h ago',
  ]);
});

test('a breakdown names its line and update, and becomes a fault of that line', () => {
  const broken = { line: 2, update: 17 };
  expect(stateOf({ broken })).toEqual([
    'bad',
    'Line 2 failed at update 17: a value is not finite, a matrix is singular, or an index is out of range.',
    false,
  ]);
  const text = 'a = 0\n  x = 1/a  \nΔθ = x Jᵀe';
  const { from, to, line, column } = toRunTimeFault(text, broken);
  expect([text.slice(from, to), line, column]).toEqual(['x = 1/a', 2, 3]);
  expect(toRunTimeFault('x = 1', { line: 1, update: 1 })).toMatchObject({ from: 0, to: 5 });
});
