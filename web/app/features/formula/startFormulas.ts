import { exampleFormulas } from '@iklab/core/engine/formulaShelf';
import { formulaTitle } from '@iklab/core/scenario/methods';
import { NEW_FORMULA_TEXT } from './newFormulaText.ts';
import type { StartFormula, StartFormulaGroup } from './startFormula.ts';

type About = Omit<StartFormula, 'text'>;

const FILTERS: readonly About[] = [
  {
    id: 'transpose',
    title: 'Transpose',
    line: 'A step along the gradient, scaled to minimise the remaining error.',
    builtIn: 'transpose',
  },
  {
    id: 'pseudoinverse',
    title: 'Pseudoinverse',
    line: 'Removes the entire error with the smallest joint step.',
    builtIn: 'pseudoinverse',
  },
  {
    id: 'truncated',
    title: 'Truncated',
    line: 'The pseudoinverse without weak directions.',
    builtIn: 'truncated',
  },
  {
    id: 'dls',
    title: 'DLS',
    line: 'Damped least squares: λ balances a small error against a small joint step.',
    builtIn: 'dls',
  },
  {
    id: 'dls-by-sigma',
    title: 'DLS, λ by σ or w',
    line: 'Damped only near-singular poses.',
    builtIn: 'dls',
    params: { damping: 'smallest-singular-value' },
  },
  {
    id: 'filtered',
    title: 'Filtered',
    line: 'Additional damping for the weakest direction only.',
    builtIn: 'filtered',
  },
  {
    id: 'sdls',
    title: 'SDLS',
    line: 'Bounds the step along each direction separately; no λ to choose.',
    builtIn: 'sdls',
  },
];

const LIMITS: readonly About[] = [
  {
    id: 'idls',
    title: 'IDLS',
    line: 'Damping per joint that increases towards the joint limits.',
    builtIn: 'idls',
  },
  {
    id: 'weighted-least-norm',
    title: 'Weighted least norm',
    line: 'Damped least squares with joint weights that increase towards a limit.',
    builtIn: 'weighted-least-norm',
  },
  {
    id: 'priority',
    title: 'Priority',
    line: 'Targets in order of priority: each uses only the null space of the earlier ones.',
    builtIn: 'priority',
  },
  {
    id: 'ccd',
    title: 'CCD',
    line: 'Optimises one joint at a time, from the end effectors to the root.',
    builtIn: 'ccd',
  },
];

const SEARCHES: readonly About[] = [
  {
    id: 'levenberg-marquardt',
    title: 'Levenberg–Marquardt',
    line: 'Reduces the damping while the linear model predicts the error well.',
    builtIn: 'levenberg-marquardt',
  },
  {
    id: 'halley',
    title: 'Halley',
    line: 'Uses the Jacobian predicted for the middle of the step.',
    builtIn: 'halley',
  },
  {
    id: 'newton',
    title: 'Newton',
    line: 'Exact second derivatives, modified to guarantee descent, with a step limit.',
    builtIn: 'newton',
  },
  {
    id: 'bfgs',
    title: 'BFGS',
    line: 'Estimates the curvature from previous steps.',
    builtIn: 'bfgs',
  },
];

const NO_BUILT_IN: readonly About[] = [
  {
    id: 'turn-damped',
    title: 'Damped by joint step',
    line: 'Damps each direction by the joint step that it requires.',
    builtIn: null,
  },
  {
    id: 'heavy-ball',
    title: 'Heavy ball',
    line: 'The gradient plus a fraction of the previous step.',
    builtIn: null,
  },
  {
    id: 'barzilai-borwein',
    title: 'Barzilai–Borwein',
    line: 'The gradient, scaled by its most recent change.',
    builtIn: null,
  },
  {
    id: 'geodesic',
    title: 'Geodesic acceleration',
    line: 'Damped least squares that follows the curvature of its path.',
    builtIn: null,
  },
  {
    id: 'empty',
    title: 'Empty',
    line: 'A single line to start with: a step along the gradient.',
    builtIn: null,
  },
];

const withText = (about: About): StartFormula => ({
  ...about,
  text: exampleFormulas[about.id] ?? NEW_FORMULA_TEXT,
});

export const START_FORMULA_GROUPS: readonly StartFormulaGroup[] = [
  { id: 'filters', name: 'Singular-value filters', texts: FILTERS.map(withText) },
  { id: 'limits', name: 'Limits, weights, priorities', texts: LIMITS.map(withText) },
  { id: 'searches', name: 'Optimisation', texts: SEARCHES.map(withText) },
  { id: 'own', name: 'No built-in equivalent', texts: NO_BUILT_IN.map(withText) },
];

const allTexts = START_FORMULA_GROUPS.flatMap(({ texts }) => texts);

/** Returns the simplest formula of a built-in method; null if there is none. */
export const startFormulaForMethod = (method: string): StartFormula | null =>
  allTexts.find(({ builtIn }) => builtIn === method) ?? null;

/** Returns the project's formula with the title of `text`; null if there is none. */
export function findStartFormula(text: string): StartFormula | null {
  const title = formulaTitle(text);
  return title ? (allTexts.find((each) => formulaTitle(each.text) === title) ?? null) : null;
}
