/** Methods written out, to start from. */
import { shelfTexts } from 'iklab/engine/formulaShelf';
import { formulaTitle } from 'iklab/scenario';
import { FIRST_TEXT } from './firstText.ts';
import type { ShelfGroup, ShelfText } from './shelfText.ts';

type About = Omit<ShelfText, 'text'>;

/** Methods that filter the singular values. */
const FILTERS: readonly About[] = [
  {
    id: 'transpose',
    title: 'Transpose',
    line: 'Along the gradient, by the factor that leaves the least error.',
    builtIn: 'transpose',
  },
  {
    id: 'pseudoinverse',
    title: 'Pseudoinverse',
    line: 'The whole error at once, by the smallest turn that does it.',
    builtIn: 'pseudoinverse',
  },
  {
    id: 'truncated',
    title: 'Truncated',
    line: 'The pseudoinverse, deaf to directions that are hard to move along.',
    builtIn: 'truncated',
  },
  {
    id: 'dls',
    title: 'DLS',
    line: 'Damped least squares: one λ between a small error and a small turn.',
    builtIn: 'dls',
  },
  {
    id: 'dls-by-sigma',
    title: 'DLS, λ by σ or w',
    line: 'Damped only where the arm comes near a singular pose.',
    builtIn: 'dls',
    params: { damping: 'smallest-singular-value' },
  },
  {
    id: 'filtered',
    title: 'Filtered',
    line: 'A second damping for the weakest direction alone.',
    builtIn: 'filtered',
  },
  {
    id: 'sdls',
    title: 'SDLS',
    line: 'Every direction has a bound of its own, and no λ is to be chosen.',
    builtIn: 'sdls',
  },
];

/** For joints and targets that are not all equal. */
const LIMITS: readonly About[] = [
  {
    id: 'idls',
    title: 'IDLS',
    line: 'A damping for each joint, which grows toward its limits.',
    builtIn: 'idls',
  },
  {
    id: 'weighted-least-norm',
    title: 'Weighted least norm',
    line: 'Damped least squares in which a joint gets heavy on its way to a limit.',
    builtIn: 'weighted-least-norm',
  },
  {
    id: 'priority',
    title: 'Priority',
    line: 'Targets one after the other; a later one moves only what is left free.',
    builtIn: 'priority',
  },
  {
    id: 'ccd',
    title: 'CCD',
    line: 'One joint at a time, from the tips to the root, each to its best.',
    builtIn: 'ccd',
  },
];

/** They look where a step would lead before they take it. */
const SEARCHES: readonly About[] = [
  {
    id: 'levenberg-marquardt',
    title: 'Levenberg–Marquardt',
    line: 'Damping that falls as far as the linear model has been right.',
    builtIn: 'levenberg-marquardt',
  },
  {
    id: 'halley',
    title: 'Halley',
    line: 'The Jacobian as it will be half way along the step.',
    builtIn: 'halley',
  },
  {
    id: 'newton',
    title: 'Newton',
    line: 'Exact second derivatives, made to lead down, and shortened.',
    builtIn: 'newton',
  },
  {
    id: 'bfgs',
    title: 'BFGS',
    line: 'Learns the curvature from its own steps.',
    builtIn: 'bfgs',
  },
];

/** What no built-in method does, and a beginning. */
const OWN: readonly About[] = [
  {
    id: 'turn-damped',
    title: 'Turn-damped',
    line: 'A direction is damped by the turn that it asks of a joint.',
    builtIn: null,
  },
  {
    id: 'heavy-ball',
    title: 'Heavy ball',
    line: 'The gradient, with a part of the last step.',
    builtIn: null,
  },
  {
    id: 'barzilai-borwein',
    title: 'Barzilai–Borwein',
    line: 'The gradient, with the factor that its last change tells.',
    builtIn: null,
  },
  {
    id: 'geodesic',
    title: 'Geodesic acceleration',
    line: 'Damped least squares that goes along with the bend of its own way.',
    builtIn: null,
  },
  {
    id: 'empty',
    title: 'Empty',
    line: 'One line to begin with: a part of the gradient.',
    builtIn: null,
  },
];

const withText = (about: About): ShelfText => ({
  ...about,
  text: shelfTexts[about.id] ?? FIRST_TEXT,
});

export const SHELF: readonly ShelfGroup[] = [
  { id: 'filters', name: 'One filter', texts: FILTERS.map(withText) },
  { id: 'limits', name: 'Limits, weights, order', texts: LIMITS.map(withText) },
  { id: 'searches', name: 'Searching', texts: SEARCHES.map(withText) },
  { id: 'own', name: 'Nobody’s', texts: OWN.map(withText) },
];

const all = SHELF.flatMap(({ texts }) => texts);

/** A text by its id. */
export const shelfText = (id: string): ShelfText | null =>
  all.find((each) => each.id === id) ?? null;

/** A method of the table written out, in the plainest text of it; null: nobody has. */
export const writtenOut = (method: string): ShelfText | null =>
  all.find(({ builtIn }) => builtIn === method) ?? null;

/** The text that one was begun from, by what its first comment says; null: from none of these. */
export function shelfOrigin(text: string): ShelfText | null {
  const title = formulaTitle(text);
  return title ? (all.find((each) => formulaTitle(each.text) === title) ?? null) : null;
}
