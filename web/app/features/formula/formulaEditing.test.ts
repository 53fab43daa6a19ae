import { beforeEach, expect, test } from 'vitest';
import { createMemoryStorage } from '../../browser/memoryServices.ts';
import { FormulaEditing } from './formulaEditing.ts';
import type { FormulaPanelAccess, FormulaRefusal } from './formulaPanelAccess.ts';
import { readTestFormula } from './testReadFormula.ts';

const GOOD = 'Δθ = V σ';
const BETTER = 'Δθ = V e';
const FAULTY = 'Δθ = V lamda';

let texts: string[] = []; // of the document over time; the last one is current
let refusal: FormulaRefusal | null = null;
const host: FormulaPanelAccess = {
  panel: (slot) => (slot === 1 ? { label: 'Mine', text: texts.at(-1) ?? '' } : null),
  read: readTestFormula,
  setText(_, text, unclamped) {
    const now = unclamped ? null : refusal;
    if (!now) texts.push(text);
    return now;
  },
  undo: () => texts.pop(),
  redo: () => undefined,
};
const services = { storage: createMemoryStorage() };

function desk(time = 0): FormulaEditing {
  const made = new FormulaEditing(host, services, () => time);
  made.follow(1);
  return made;
}

beforeEach(() => {
  texts = [GOOD];
  refusal = null;
  services.storage = createMemoryStorage();
});

test('a valid text is written to the document after a typing pause, not before', () => {
  const at = desk(5);
  at.type(BETTER, 1);
  expect([texts.length, at.typing.value]).toEqual([1, 1]);
  at.pause(BETTER);
  expect([texts, at.typing.value, at.validSince.value]).toEqual([[GOOD, BETTER], null, 5]);
});

test('a faulty text leaves the last valid one in the document, and is restored by a reload', () => {
  const at = desk();
  at.pause(FAULTY);
  expect(texts).toEqual([GOOD]);
  expect(at.reading.value.faults.length).toBe(1);
  expect(desk().text.value).toBe(FAULTY);
  at.restore();
  expect(at.text.value).toBe(GOOD);
  expect(desk().text.value).toBe(GOOD);
});

test('a draft is deleted once its text is valid', () => {
  const at = desk();
  at.pause(FAULTY);
  at.pause(BETTER);
  texts = [GOOD];
  expect(desk().text.value).toBe(GOOD);
});

test('follows an undo of the document; undo is not passed on while the text is a draft', () => {
  const at = desk();
  at.pause(BETTER);
  expect(at.outer.undo()).toBe(true);
  at.follow(1);
  expect(at.text.value).toBe(GOOD);
  at.pause(FAULTY);
  expect(at.outer.undo()).toBe(false);
});

test('a draft hidden by an undo is restored by redo', () => {
  const at = desk();
  at.pause(BETTER);
  at.pause(FAULTY);
  texts = [GOOD];
  at.follow(1);
  expect(at.text.value).toBe(GOOD);
  texts = [GOOD, BETTER];
  at.follow(1);
  expect(at.text.value).toBe(FAULTY);
});

test('a text that the scene rejects is kept as draft with the reason; unclamp applies it', () => {
  const at = desk();
  refusal = { sentence: 'Its targets are clamped.', clamped: true };
  at.pause(BETTER);
  expect([at.refused.value, at.text.value, texts.at(-1)]).toEqual([refusal, BETTER, GOOD]);
  expect(desk().text.value).toBe(BETTER);
  at.unclamp();
  expect([at.refused.value, texts.at(-1)]).toEqual([null, BETTER]);
});

test('does not follow a slot without a formula, and discards unsaved text of another slot', () => {
  const at = desk();
  at.type(FAULTY, 1);
  expect(at.follow(2)).toBe(false);
  expect([at.follow(1), at.text.value]).toEqual([true, GOOD]);
});
