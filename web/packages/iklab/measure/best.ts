import type { InstanceStatus } from '../engine/engine.ts';
import { figureText, lengthFigure } from '../format/figures.ts';
import type { LengthUnit } from '../scenario/types.ts';

type State = Pick<InstanceStatus, 'error' | 'stop' | 'updatesSinceMove'>;

/** The instance that is ahead, and by what: a lead that cannot be put into words is none. */
export interface Lead {
  readonly instance: number;
  readonly margin: string;
}

/** A number of each instance, and how it is said. */
export interface Scores {
  readonly values: readonly number[];
  valueText(value: number): string;
}

const CLEARLY = 0.9; // of the next best, at most

/** They go from one pose: nobody had made an update when the targets last moved. */
export const isComparable = (
  instances: readonly Pick<InstanceStatus, 'updates' | 'updatesSinceMove'>[],
): boolean => instances.every(({ updates, updatesSinceMove }) => updates === updatesSinceMove);

/**
 * Of instances that began alike and run until they stop: the one that reached its targets in the
 * fewest updates; where none can reach any more, the one whose error is clearly the smallest.
 */
export function fewestUpdates(instances: readonly State[], unit: LengthUnit = 'm'): Lead | null {
  if (instances.length < 2) return null;
  const going = instances.some(({ stop }) => stop === null);
  const [first, second] = ranked(instances, ({ stop, updatesSinceMove }) =>
    stop === 'reached' ? updatesSinceMove : null,
  );
  if (first) {
    if (!second) return { instance: first.instance, margin: going ? 'first' : 'alone' };
    const ahead = second.score - first.score;
    return ahead > 0 ? { instance: first.instance, margin: `${ahead} ahead` } : null;
  }
  return going
    ? null
    : clearlyClosest(
        instances.map(({ error }) => error),
        unit,
      );
}

/** The same by another measure, once all have stopped: of those that are there, if any is. */
export function leastScore(
  instances: readonly State[],
  { values, valueText }: Scores,
): Lead | null {
  if (instances.length < 2 || instances.some(({ stop }) => stop === null)) return null;
  const there = instances.map(({ stop }) => stop === 'reached');
  const some = there.includes(true);
  const judged = values.map((value, i) => (some && !there[i] ? null : value));
  const [first, second] = ranked(judged, (value) => value);
  if (first && !second) return { instance: first.instance, margin: 'alone' };
  return clearlyLeast(judged, valueText, 'less');
}

/** The clearly smallest of some errors. */
export const clearlyClosest = (
  errors: readonly number[],
  unit: LengthUnit,
  share = CLEARLY,
): Lead | null =>
  clearlyLeast(errors, (error) => figureText(lengthFigure(error, unit)), 'closer', share);

/** The clearly smallest of some numbers. */
export function clearlyLeast(
  values: readonly (number | null)[],
  say: (value: number) => string,
  than: string,
  share = CLEARLY,
): Lead | null {
  const [first, second] = ranked(values, (value) => value);
  if (!first || !second || !(first.score <= share * second.score)) return null;
  if (say(first.score) === say(second.score)) return null;
  return { instance: first.instance, margin: `${say(second.score - first.score)} ${than}` };
}

/** Instances with a score, the smallest first. */
function ranked<T>(instances: readonly T[], score: (instance: T) => number | null) {
  return instances
    .flatMap((each, instance) => {
      const its = score(each);
      return its === null ? [] : [{ instance, score: its }];
    })
    .sort((a, b) => a.score - b.score);
}
