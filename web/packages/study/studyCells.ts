/** What a study solves: each method at each point of the sweep. */
import {
  type Catalogue,
  faultsText,
  fullDocument,
  type PathKey,
  type PlainObject,
  parse,
  type Scenario,
} from 'iklab/scenario';
import { concerns, withNumber } from './numberPath.ts';
import type { Cell } from './study.ts';

/** An axis of the sweep: the numbers that it sets, and their values. */
export interface WrittenAxis {
  readonly places: readonly (readonly PathKey[])[];
  readonly values: readonly number[];
}

/** Whether a number is one of the methods or the run: then the mechanism need not be read again. */
export const isLightPlace = ([part]: readonly PathKey[]) => part === 'methods' || part === 'run';

/** The methods and the run of a scenario on the least mechanism: what there is to read of them alone. */
function lightDocument(scenario: Scenario): PlainObject {
  const tree = { planar: { links: [1] } };
  const { methods, run } = fullDocument({ ...scenario, tree, targets: [], start: null });
  return { iklab: 1, tree, targets: [{ effector: 'tip', position: [0, 0, 0] }], methods, run };
}

const written = { light: new WeakMap<Scenario, string>(), whole: new WeakMap<Scenario, string>() };

/** The document of a scenario, to be changed: written out once, for thousands of points ask for it. */
function documentOf(scenario: Scenario, light: boolean): PlainObject {
  const texts = written[light ? 'light' : 'whole'];
  const text =
    texts.get(scenario) ?? JSON.stringify(light ? lightDocument(scenario) : fullDocument(scenario));
  texts.set(scenario, text);
  return JSON.parse(text);
}

/** The scenario with these numbers in it, or what is wrong with it then. */
export function variantOf(
  scenario: Scenario,
  axes: readonly WrittenAxis[],
  values: readonly (number | null)[],
  catalogue: Catalogue,
): Scenario | string {
  const light = axes.every(({ places }) => places.every(isLightPlace));
  const document = documentOf(scenario, light);
  axes.forEach(({ places }, a) => {
    const value = values[a];
    if (typeof value !== 'number') return;
    for (const keys of places) withNumber(document, keys, value);
  });
  const read = parse(document, catalogue);
  if (!read.ok) return faultsText(read.faults.slice(0, 1));
  const { methods, run } = read.value;
  return light ? { ...scenario, methods, run } : read.value;
}

/** By the values of a point: the scenario there, or what is wrong with it. */
export type Variants = Map<string, Scenario | string>;

/**
 * Method after method, the last axis fastest; or what is wrong with a point of the sweep. `known`:
 * points that were read before.
 */
export function cellsOf(
  scenario: Scenario,
  axes: readonly WrittenAxis[],
  catalogue: Catalogue,
  known: Variants = new Map(),
): readonly Cell[] | string {
  const cells: Cell[] = [];
  for (const method of scenario.methods.keys()) {
    for (const values of points(axes, method)) {
      const key = values.join();
      const variant = known.get(key) ?? variantOf(scenario, axes, values, catalogue);
      known.set(key, variant);
      const panel = typeof variant === 'string' ? undefined : variant.methods[method];
      if (typeof variant === 'string') return variant;
      if (panel) cells.push({ index: cells.length, method, values, scenario: variant, panel });
    }
  }
  return cells;
}

/** The points of the sweep for one method; an axis that does nothing to it stands still. */
export function points(axes: readonly WrittenAxis[], method: number): (number | null)[][] {
  return axes.reduce<(number | null)[][]>(
    (before, { places, values }) => {
      const own = places.some((keys) => concerns(keys, method));
      return before.flatMap((point) => (own ? values : [null]).map((value) => [...point, value]));
    },
    [[]],
  );
}
