import { expect, test } from 'vitest';
import type { MethodObservable } from './catalogue.ts';
import { scalarObservableNames, scalarObservables } from './scalarObservables.ts';

const one = (key: string, label?: string): MethodObservable => ({
  key,
  per: 'instance',
  unit: '',
  ...(label !== undefined && { label }),
});
const many = (key: string): MethodObservable => ({ key, per: 'joint', unit: '' });

test('singleNumbers returns at most six observables, those with one value per instance', () => {
  const observables = [
    many('a'),
    one('b'),
    many('c'),
    ...[1, 2, 3, 4, 5, 6].map((i) => one(`n${i}`)),
  ];
  const keys = scalarObservables({ observables }).map(({ key }) => key);
  expect(keys).toEqual(['b', 'n1', 'n2', 'n3', 'n4', 'n5']);
  expect(scalarObservables(null)).toEqual([]);
});

test('singleNames uses labels, or keys where a label is missing or repeated', () => {
  const observables = [
    one('λ', 'Damping'),
    one('sqrt(μ)', 'Twice'),
    one('k', 'Twice'),
    one('alpha'),
  ];
  expect(scalarObservableNames({ observables })).toEqual(['Damping', 'sqrt(μ)', 'k', 'alpha']);
});
