import { expect, test } from 'vitest';
import {
  firstFormulaFault,
  plainFaultMessage,
  splitFaultMessage,
  splitFirstSentence,
} from './faultMessages.ts';

test('text between ** is bold, and plain in plainMessage', () => {
  expect(splitFaultMessage('**J** is rows × joints.')).toEqual([
    { text: 'J', bold: true },
    { text: ' is rows × joints.', bold: false },
  ]);
  expect(plainFaultMessage('Unknown name **lamda**.')).toBe('Unknown name lamda.');
});

test('firstSentence splits at the first full stop outside names', () => {
  expect(splitFirstSentence('A is so. Both are 12 here.')).toEqual([
    'A is so.',
    'Both are 12 here.',
  ]);
  expect(splitFirstSentence('Unknown name **x**. Did you mean **y**?')[1]).toBe(
    'Did you mean **y**?',
  );
  expect(splitFirstSentence('**x.²** squares each entry.')).toEqual([
    '**x.²** squares each entry.',
    '',
  ]);
});

test('firstFault returns the fault with the smallest position', () => {
  const fault = (from: number) => ({ from, to: from, line: 1, column: 1, message: '', fixes: [] });
  expect(firstFormulaFault([fault(9), fault(3), fault(5)])?.from).toBe(3);
  expect(firstFormulaFault([])).toBeNull();
});
