import { exampleFormulas } from '@iklab/core/engine/formulaShelf';
import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { runGeneratorToEnd } from '@iklab/core/time';
import { expect, test } from 'vitest';
import { type BuiltInMethod, compareWithBuiltIn, methodAgreementText } from './methodAgreement.ts';

const engine = await testEngine();
const { scenario } = makePresetTestScene('double-y', engine);

const compare = (text: string, builtIn: BuiltInMethod) =>
  runGeneratorToEnd(compareWithBuiltIn(engine, scenario, text, builtIn));

test.each([
  'bfgs',
  'ccd',
  'dls',
  'filtered',
  'halley',
  'idls',
  'levenberg-marquardt',
  'newton',
  'priority',
  'pseudoinverse',
  'sdls',
  'transpose',
  'truncated',
  'weighted-least-norm',
])('the formula %s agrees with the built-in method to 1e-9 over 60 updates', (id) => {
  const { apart, since, updates, fault } = compare(exampleFormulas[id] ?? '', { id });
  expect([fault, since, updates]).toEqual(['', null, 60]);
  expect(apart).toBeLessThan(1e-9);
});

test('a formula with a damping rule agrees with the built-in method with that rule', () => {
  const text = exampleFormulas['dls-by-sigma'] ?? '';
  const found = compare(text, { id: 'dls', params: { damping: 'smallest-singular-value' } });
  expect([found.fault, found.since, found.updates]).toEqual(['', null, 60]);
  expect(found.apart).toBeLessThan(1e-9);
});

test('reports the first update at which a different method differs, and by how much', () => {
  const found = compare('Δθ = Jᵀe / σ[1]²', { id: 'dls' });
  expect(found.since).toBe(1);
  expect(methodAgreementText(found, 'DLS')).toMatch(
    /^differs from the built-in DLS from update 1 on, by up to \d+ % of the largest step$/,
  );
});

test('reports why a faulty formula or an unknown method cannot be compared', () => {
  expect(methodAgreementText(compare('Δθ = x', { id: 'dls' }), 'DLS')).toMatch(
    /^cannot be compared with the built-in DLS: line 1: Unknown name x/,
  );
  expect(compare('Δθ = Jᵀe', { id: 'nothing' }).fault).toBe('there is no method nothing');
});

test('agreementText says "exactly" only if all bits are equal', () => {
  const none = { updates: 60, since: null, fault: '' };
  expect(methodAgreementText({ ...none, apart: 0 }, 'DLS')).toBe(
    'agrees with the built-in DLS exactly over 60 updates',
  );
  expect(methodAgreementText({ ...none, apart: 2.1e-14 }, 'DLS')).toBe(
    'agrees with the built-in DLS to 2e-14 over 60 updates',
  );
});
