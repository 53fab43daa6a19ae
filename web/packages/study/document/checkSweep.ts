import type { Scenario } from '@iklab/core/scenario';
import {
  type CheckedDocumentStructure,
  type FaultCollector,
  nearestWordSuggestion,
  quoteInOneLine,
} from '@iklab/core/scenario/checks';
import type { Catalogue } from '@iklab/core/scenario/methods';
import {
  alternativeNumberPaths,
  findSweepableNumbers,
  resolveNumberPath,
  type SweepableNumbers,
} from './findSweepableNumbers.ts';
import {
  isMethodOrRunPath,
  makeScenarioVariant,
  makeStudyCells,
  type ResolvedSweepAxis,
  type ScenarioVariants,
} from './makeStudyCells.ts';
import type { StudyCell } from './study.ts';
import type { StudyAxis, StudyDocument } from './studyDocument.ts';
import { MAX_MECHANISM_SWEEP_POINTS, MAX_SWEEP_POINTS } from './studyLimits.ts';
import { sweepAxisValues } from './sweepAxisValues.ts';

/**
 * Records the faults of the sweep; returns the cells of the study, or null if the sweep is invalid.
 */
export function checkSweep(
  draft: CheckedDocumentStructure<Pick<StudyDocument, 'sweep'>>,
  scenario: Scenario,
  catalogue: Catalogue,
  faults: FaultCollector,
): readonly StudyCell[] | null {
  const { sweep } = draft.document;
  if (!draft.sound('sweep') || !Array.isArray(sweep)) return null;
  const numberPaths = findSweepableNumbers(scenario);
  if (hasTooManyPoints(sweep, numberPaths, scenario, faults)) return null;
  const tried: ScenarioVariants[] = sweep.map(() => new Map());
  const axes = sweep.map((axis, i) =>
    checkAxis(axis, i, numberPaths, scenario, catalogue, faults, tried[i] as ScenarioVariants),
  );
  if (axes.some((axis) => axis === null)) return null;
  const written = axes as ResolvedSweepAxis[];
  if (hasDuplicatePath(written)) {
    faults.add(['sweep', 1, 'path'], 'must be another number than that of sweep[0]');
    return null;
  }
  // With a single axis, all variants have been parsed already.
  const cells = makeStudyCells(
    scenario,
    written,
    catalogue,
    tried.length === 1 ? tried[0] : undefined,
  );
  if (typeof cells !== 'string') return cells;
  faults.add(['sweep'], `produces invalid values: ${cells}`);
  return null;
}

/** Returns whether a sweep has too many points, and records the fault. */
function hasTooManyPoints(
  sweep: readonly StudyAxis[],
  numberPaths: SweepableNumbers,
  { methods }: Scenario,
  faults: FaultCollector,
): boolean {
  const points = sweep.reduce((product, { count }) => product * count, 1);
  const light = sweep.every(({ path }) =>
    (resolveNumberPath(path, numberPaths, methods.length) ?? []).every(isMethodOrRunPath),
  );
  const most = light ? MAX_SWEEP_POINTS : MAX_MECHANISM_SWEEP_POINTS;
  if (points <= most) return false;
  const why = light ? '' : ' if anything other than methods and run varies';
  faults.add(['sweep'], `must have at most ${most} points in all${why}; got ${points}`);
  return true;
}

function checkAxis(
  axis: StudyAxis,
  index: number,
  numberPaths: SweepableNumbers,
  scenario: Scenario,
  catalogue: Catalogue,
  faults: FaultCollector,
  tried: ScenarioVariants,
): ResolvedSweepAxis | null {
  const keyPaths = resolveNumberPath(axis.path, numberPaths, scenario.methods.length);
  if (keyPaths === null) {
    const meant = nearestWordSuggestion(
      axis.path,
      alternativeNumberPaths(axis.path, numberPaths, scenario.methods.length),
    );
    const reason = `must be the path of a number of the scenario; got ${quoteInOneLine(axis.path, 80)}${meant}`;
    faults.add(['sweep', index, 'path'], reason);
    return null;
  }
  if (!checkScale(axis, index, faults)) return null;
  const written = { keyPaths, values: sweepAxisValues(axis) };
  // The ends first: a value that leaves its allowed range is most likely one of them.
  const [first = 0, ...rest] = written.values;
  for (const value of new Set([first, rest.at(-1) ?? first, ...rest])) {
    const variant = makeScenarioVariant(scenario, [written], [value], catalogue);
    tried.set(String(value), variant);
    if (typeof variant !== 'string') continue;
    const key = value === axis.from ? 'from' : value === axis.to ? 'to' : 'count';
    faults.add(['sweep', index, key], `produces an invalid value: ${variant}`);
    return null;
  }
  return written;
}

function checkScale(
  { scale, from, to }: StudyAxis,
  index: number,
  faults: FaultCollector,
): boolean {
  if (scale === 'linear') return true;
  const bad = from > 0 ? (to > 0 ? null : 'to') : 'from';
  if (bad === null) return true;
  const reason = `must be > 0 on a scale "log"; got ${bad === 'from' ? from : to}`;
  faults.add(['sweep', index, bad], reason);
  return false;
}

function hasDuplicatePath(axes: readonly ResolvedSweepAxis[]): boolean {
  const all = axes.flatMap(({ keyPaths }) => keyPaths.map((keys) => keys.join()));
  return new Set(all).size < all.length;
}
