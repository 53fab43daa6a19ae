import { fullDocument, type PlainObject, type Scenario } from '@iklab/core/scenario';
import { type DocumentPathKey, faultsText } from '@iklab/core/scenario/checks';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { numberAffectsMethod, setDocumentNumber } from './findSweepableNumbers.ts';
import type { StudyCell } from './study.ts';

export interface ResolvedSweepAxis {
  readonly keyPaths: readonly (readonly DocumentPathKey[])[];
  readonly values: readonly number[];
}

export const isMethodOrRunPath = ([part]: readonly DocumentPathKey[]) =>
  part === 'methods' || part === 'run';

/**
 * Returns a document with a scenario's methods and run on a minimal mechanism, which is parsed
 * fast.
 */
function lightDocument(scenario: Scenario): PlainObject {
  const tree = { planar: { links: [1] } };
  const { methods, run } = fullDocument({ ...scenario, tree, targets: [], start: null });
  return { iklab: 1, tree, targets: [{ effector: 'tip', position: [0, 0, 0] }], methods, run };
}

const scenarioTexts = {
  light: new WeakMap<Scenario, string>(),
  whole: new WeakMap<Scenario, string>(),
};

/** `light`: with a minimal mechanism. Caches the document as JSON. */
function copyDocument(scenario: Scenario, light: boolean): PlainObject {
  const texts = scenarioTexts[light ? 'light' : 'whole'];
  const text =
    texts.get(scenario) ?? JSON.stringify(light ? lightDocument(scenario) : fullDocument(scenario));
  texts.set(scenario, text);
  return JSON.parse(text);
}

/** Returns the scenario with one value per axis, or an error text. */
export function makeScenarioVariant(
  scenario: Scenario,
  axes: readonly ResolvedSweepAxis[],
  values: readonly (number | null)[],
  catalogue: Catalogue,
): Scenario | string {
  const light = axes.every(({ keyPaths }) => keyPaths.every(isMethodOrRunPath));
  const document = copyDocument(scenario, light);
  axes.forEach(({ keyPaths }, a) => {
    const value = values[a];
    if (typeof value !== 'number') return;
    for (const keys of keyPaths) setDocumentNumber(document, keys, value);
  });
  const read = parseScenarioDocument(document, catalogue);
  if (!read.ok) return faultsText(read.faults.slice(0, 1));
  const { methods, run } = read.value;
  return light ? { ...scenario, methods, run } : read.value;
}

/** Parsed scenarios, or error texts, by the values of a sweep point (joined by commas). */
export type ScenarioVariants = Map<string, Scenario | string>;

/**
 * Makes the cells of a study by method, then by sweep point (last axis fastest). Returns a text if
 * a point is invalid. `parsedVariants`: cache of scenarios.
 */
export function makeStudyCells(
  scenario: Scenario,
  axes: readonly ResolvedSweepAxis[],
  catalogue: Catalogue,
  parsedVariants: ScenarioVariants = new Map(),
): readonly StudyCell[] | string {
  const cells: StudyCell[] = [];
  for (const method of scenario.methods.keys()) {
    for (const values of sweepPoints(axes, method)) {
      const key = values.join();
      const variant =
        parsedVariants.get(key) ?? makeScenarioVariant(scenario, axes, values, catalogue);
      parsedVariants.set(key, variant);
      const panel = typeof variant === 'string' ? undefined : variant.methods[method];
      if (typeof variant === 'string') return variant;
      if (panel) cells.push({ index: cells.length, method, values, scenario: variant, panel });
    }
  }
  return cells;
}

/** Returns the points of a sweep for a method: null for an axis that does not affect the method. */
function sweepPoints(axes: readonly ResolvedSweepAxis[], method: number): (number | null)[][] {
  return axes.reduce<(number | null)[][]>(
    (before, { keyPaths, values }) => {
      const isAffected = keyPaths.some((keys) => numberAffectsMethod(keys, method));
      return before.flatMap((point) =>
        (isAffected ? values : [null]).map((value) => [...point, value]),
      );
    },
    [[]],
  );
}
