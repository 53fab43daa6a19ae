import type { Lab } from '../engine/engine.ts';
import { lengthWithUnit, valueWithUnitText } from '../format/figures.ts';
import { isMovable } from '../scenario/robot/trees.ts';
import type { Scene } from '../scenario/types.ts';
import { COMPARISON_CRITERIA } from './comparisonCriterion.ts';
import type { PanelScoreValues } from './lead.ts';
import type { TrajectoryStats } from './trajectoryStats.ts';

/**
 * Returns the score of each instance by the scene's criterion; null if methods are ranked by their
 * updates.
 */
export function computePanelScores(
  { scenario, tree }: Scene,
  lab: Lab,
  courses: readonly TrajectoryStats[],
): PanelScoreValues | null {
  const { judgedBy, unit } = scenario;
  if (judgedBy === 'updates') return null;
  if (judgedBy === 'error') {
    const values = courses.map((_, i) => lab.status(i).error);
    return { values, valueText: (value) => valueWithUnitText(lengthWithUnit(value, unit)) };
  }
  const judging = COMPARISON_CRITERIA[judgedBy];
  const hasRevolute = tree.joints.filter(isMovable).some(({ type }) => type !== 'prismatic');
  return {
    values: courses.map((course, i) => judging.quantity(course.measures('all'), lab.distances(i))),
    valueText: (value) => judging.valueText(value, unit, hasRevolute),
  };
}
