import type { InstanceStatus } from '../engine/engine.ts';
import { lengthWithUnit, valueWithUnitText } from '../format/figures.ts';
import type { LengthUnit } from '../scenario/types.ts';

type State = Pick<InstanceStatus, 'error' | 'stop' | 'updatesSinceMove'>;

export interface LeadingInstance {
  readonly instance: number;
  readonly title:
    | 'Fewest updates'
    | 'Only one to arrive'
    | 'First to arrive'
    | 'Closest'
    | 'Lowest';
  /**
   * Text of the leader's margin over the second, such as "3 fewer"; '' if the title is sufficient.
   */
  readonly margin: string;
}

export interface PanelScoreValues {
  readonly values: readonly number[];
  valueText(value: number): string;
}

const CLEAR_RATIO = 0.9; // At most this fraction of the second best.
const CLEAR_MARGIN = { updates: 3, share: 0.2 }; // Fewer than the second best by at least these.

/**
 * Returns whether all instances started from one pose: none had made an update when the targets
 * last moved.
 */
export const areInstancesComparable = (
  instances: readonly Pick<InstanceStatus, 'updates' | 'updatesSinceMove'>[],
): boolean => instances.every(({ updates, updatesSinceMove }) => updates === updatesSinceMove);

/**
 * Returns the leader among instances that started from one pose and run until they stop: fewest
 * updates, or smallest error if no instance can reach its targets. Null if no instance clearly
 * leads.
 */
export function findLeaderByUpdates(
  instances: readonly State[],
  unit: LengthUnit = 'm',
): LeadingInstance | null {
  if (instances.length < 2) return null;
  const going = instances.some(({ stop }) => stop === null);
  const [first, second] = rank(instances, ({ stop, updatesSinceMove }) =>
    stop === 'reached' ? updatesSinceMove : null,
  );
  if (first) {
    if (!second) return soleLead(first.instance, going);
    const fewer = second.score - first.score;
    return fewer >= Math.max(CLEAR_MARGIN.updates, CLEAR_MARGIN.share * second.score)
      ? { instance: first.instance, title: 'Fewest updates', margin: `${fewer} fewer` }
      : null;
  }
  return going
    ? null
    : findLeaderByError(
        instances.map(({ error }) => error),
        unit,
      );
}

const soleLead = (instance: number, going: boolean): LeadingInstance => ({
  instance,
  title: going ? 'First to arrive' : 'Only one to arrive',
  margin: '',
});

/**
 * Returns the instance with the smallest score once all have stopped. If any reached its targets,
 * the others do not count. Null if no instance clearly leads.
 */
export function findLeaderByScore(
  instances: readonly State[],
  { values, valueText }: PanelScoreValues,
): LeadingInstance | null {
  if (instances.length < 2 || instances.some(({ stop }) => stop === null)) return null;
  const reached = instances.map(({ stop }) => stop === 'reached');
  const some = reached.includes(true);
  const judged = values.map((value, i) => (some && !reached[i] ? null : value));
  const [first, second] = rank(judged, (value) => value);
  if (first && !second) return soleLead(first.instance, false);
  return findClearLeader(judged, valueText, 'less');
}

export const findLeaderByError = (
  errors: readonly number[],
  unit: LengthUnit,
  share = CLEAR_RATIO,
): LeadingInstance | null =>
  findClearLeader(
    errors,
    (error) => valueWithUnitText(lengthWithUnit(error, unit)),
    'closer',
    share,
  );

export function findClearLeader(
  values: readonly (number | null)[],
  formatValue: (value: number) => string,
  than: 'closer' | 'less',
  share = CLEAR_RATIO,
): LeadingInstance | null {
  const [first, second] = rank(values, (value) => value);
  if (!first || !second || !(first.score <= share * second.score)) return null;
  if (formatValue(first.score) === formatValue(second.score)) return null;
  const title = than === 'closer' ? 'Closest' : 'Lowest';
  return {
    instance: first.instance,
    title,
    margin: `${formatValue(second.score - first.score)} ${than}`,
  };
}

function rank<T>(instances: readonly T[], score: (instance: T) => number | null) {
  return instances
    .flatMap((each, instance) => {
      const its = score(each);
      return its === null ? [] : [{ instance, score: its }];
    })
    .sort((a, b) => a.score - b.score);
}
