/**
 * A small catalogue for the tests of this folder, which must not need the solver module: one
 * parameter of every scale and one method of every kind. engine/ has the real one.
 */

import { isIndependentJoint } from '../robot/trees.ts';
import type { Catalogue, CatalogueParam, MethodRow } from './catalogue.ts';
import { makeSampleFormulaReader } from './testFormulas.ts';

const base = {
  unit: '',
  min: 0,
  max: 1000,
  options: [],
  when: null,
} as const;
type ParamInput = Partial<CatalogueParam> & Pick<CatalogueParam, 'key' | 'initial'>;
const param = (input: ParamInput): CatalogueParam => ({ ...base, scale: 'linear', ...input });
const choice = (key: string, ...options: string[]) =>
  param({ key, initial: 0, scale: 'choice', options, max: options.length - 1 });

const stages = ['transpose', 'truncated', 'dls', 'sdls'];
const stage = (key: string, initial: number) =>
  param({ key, initial, scale: 'method', options: stages, max: stages.length - 1 });

const row = (
  id: string,
  name: string,
  params: readonly CatalogueParam[],
  maxStep: MethodRow['maxStep'] = Math.PI / 4,
  traits: MethodRow['traits'] = ['spectral', 'stage'],
): MethodRow => ({
  id,
  name,
  group: 'spectral',
  params,
  observables: [],
  maxStep,
  traits,
});

export const sampleCatalogue: Catalogue = {
  build: '0123abcd',
  panelStride: 0,
  stretchOf: () => Number.NaN,
  defaultGoals: ({ effectors }) => effectors.map(() => 'position'),
  readyPose: ({ joints }) => joints.filter(isIndependentJoint).map(() => 0),
  fittedNumbers: () => [],
  readFormula: makeSampleFormulaReader(row, param),
  methods: [
    row('transpose', 'Transpose', [param({ key: 'alpha', initial: 0 })], Math.PI / 6),
    row('truncated', 'Truncated', [
      param({ key: 'cutoff', initial: 1e-4 }),
      choice('cutoffIs', 'absolute', 'relative'),
    ]),
    row('dls', 'DLS', [
      param({ key: 'lambda', initial: 1.1, scale: 'log', unit: 'm' }),
      choice('damping', 'constant', 'manipulability', 'error'),
    ]),
    row(
      'sdls',
      'SDLS',
      [
        param({ key: 'gammaMax', initial: Math.PI / 4 }),
        choice('clampForm', 'hard', 'soft'),
        choice('cutoffIs', 'relative', 'absolute'),
      ],
      null,
    ),
    row('idls', 'IDLS', [
      param({ key: 'p', initial: 8, scale: 'even', min: 2, max: 64 }),
      param({ key: 'weightTerm', initial: 1, scale: 'toggle', max: 1 }),
      param({ key: 'c', initial: 1 }),
      choice('jacobian', 'true', 'parent-frame'),
    ]),
    row('weighted-least-norm', 'Weighted least norm', [param({ key: 'lambda', initial: 0.05 })]),
    row('qp', 'QP', [param({ key: 'lambda', initial: 0.05, min: 1e-6 })], Math.PI / 4, []),
    row('ccd', 'CCD', [], null, ['unclamped']),
    row(
      'two-stage',
      'Two stages',
      [
        stage('first', 2),
        stage('second', 3),
        param({ key: 'switchAt', initial: 0.01 }),
        param({ key: 'clampFirstOnly', initial: 0, scale: 'toggle', max: 1 }),
      ],
      'stage',
      ['spectral'],
    ),
  ],
};
