import type { InstanceStatus } from '../engine/engine.ts';
import { figureText, lengthFigure } from '../format/figures.ts';
import type { LengthUnit } from '../scenario/types.ts';

type State = Pick<InstanceStatus, 'error' | 'stop' | 'updatesSinceMove'>;

/** The instance that is ahead, in what, and by how much: a lead that cannot be put into words is none. */
export interface Lead {
  readonly instance: number;
  readonly title:
    | 'Fewest updates'
    | 'Only one to arrive'
    | 'First to arrive'
    | 'Closest'
    | 'Lowest';
  /** '': the title says it all. */
  readonly margin: string;
}

/** A number of each instance, and how it is said. */
export interface Scores {
  readonly values: readonly number[];
  valueText(value: number): string;
}

const CLEARLY = 0.9; // of the next best, at most
const FEWER = { updates: 3, share: 0.2 }; // than the next, at least

/** They go from one pose: nobody had made an update when the targets last moved. */
export const isComparable = (
  instances: readonly Pick<InstanceStatus, 'updates' | 'updatesSinceMove'>[],
): boolean => instances.every(({ updates, updatesSinceMove }) => updates === updatesSinceMove);

/**
 * Of instances that began alike and run until they stop: the one that reached its targets in clearly the
 * fewest updates; where none can reach any more, the one whose error is clearly the smallest.
 */
export function fewestUpdates(instances: readonly State[], unit: LengthUnit = 'm'): Lead | null {
  if (instances.length < 2) return null;
  const going = instances.some(({ stop }) => stop === null);
  const [first, second] = ranked(instances, ({ stop, updatesSinceMove }) =>
    stop === 'reached' ? updatesSinceMove : null,
  );
  if (first) {
    if (!second) return alone(first.instance, going);
    const fewer = second.score - first.score;
    return fewer >= Math.max(FEWER.updates, FEWER.share * second.score)
      ? { instance: first.instance, title: 'Fewest updates', margin: `${fewer} fewer` }
      : null;
  }
  return going
    ? null
    : clearlyClosest(
        instances.map(({ error }) => error),
        unit,
      );
}

const alone = (instance: number, going: boolean): Lead => ({
  instance,
  title: going ? 'First to arrive' : 'Only one to arrive',
  margin: '',
});

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
  if (first && !second) return alone(first.instance, false);
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
  than: 'closer' | 'less',
  share = CLEARLY,
): Lead | null {
  const [first, second] = ranked(values, (value) => value);
  if (!first || !second || !(first.score <= share * second.score)) return null;
  if (say(first.score) === say(second.score)) return null;
  const title = than === 'closer' ? 'Closest' : 'Lowest';
  return { instance: first.instance, title, margin: `${say(second.score - first.score)} ${than}` };
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
