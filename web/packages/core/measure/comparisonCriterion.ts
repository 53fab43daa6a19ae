import { angleText, lengthWithUnit, valueWithUnitText } from '../format/figures.ts';
import type { LengthUnit, RankingCriterion } from '../scenario/types.ts';
import type { TrajectoryMeasures } from './trajectoryStats.ts';

export interface ComparisonCriterion {
  readonly name: string;
  /** Returns the compared number. `distances`: from effectors to targets, in metres. */
  readonly quantity: (measures: TrajectoryMeasures, distances: ArrayLike<number>) => number;
  /** True if the number depends only on the last pose of an instance, not on the updates before. */
  readonly usesLastPoseOnly?: true;
  /**
   * Formats the compared number; `hasRevolute`: the value is an angle, because the mechanism has
   * revolute joints.
   */
  readonly valueText: (value: number, unit: LengthUnit, hasRevolute: boolean) => string;
}

const lengthText = (value: number, unit: LengthUnit): string =>
  valueWithUnitText(lengthWithUnit(value, unit));
const jointValueText: ComparisonCriterion['valueText'] = (value, unit, hasRevolute) =>
  hasRevolute ? angleText(value) : lengthText(value, unit);

export const COMPARISON_CRITERIA: Readonly<
  Record<Exclude<RankingCriterion, 'updates' | 'error'>, ComparisonCriterion>
> = {
  first: {
    name: 'Distance of the first target',
    quantity: (_, distances) => distances[0] ?? 0,
    usesLastPoseOnly: true,
    valueText: lengthText,
  },
  turn: {
    name: 'Largest joint step',
    quantity: ({ maxStep }) => maxStep,
    valueText: jointValueText,
  },
  beyond: {
    name: 'Farthest beyond a joint limit',
    quantity: ({ limitExcess }) => limitExcess,
    valueText: jointValueText,
  },
  shake: {
    name: 'Mean change of direction per update',
    quantity: ({ shake }) => shake,
    valueText: jointValueText,
  },
  travel: {
    name: 'Total joint travel',
    quantity: ({ travel, slide }) => (travel > 0 ? travel : slide),
    valueText: jointValueText,
  },
};
