/** Criteria for comparing methods besides their updates: the smallest value is the best. */
import { angleFigure, figureText, lengthFigure } from '../format/figures.ts';
import type { JudgedBy, LengthUnit } from '../scenario/types.ts';
import type { Measures } from './measures.ts';

/** A measure by which a scene compares methods, other than their updates. */
export interface Criterion {
  /** Such as "Largest joint step". */
  readonly name: string;
  /** The compared number; `distances`: of the targets from their effectors, in metres. */
  readonly quantity: (measures: Measures, distances: ArrayLike<number>) => number;
  /** The number depends only on the last pose of an instance, not on the updates before. */
  readonly ofLastPose?: true;
  /** `turns`: the value is an angle, because the mechanism has revolute joints. */
  readonly valueText: (value: number, unit: LengthUnit, turns: boolean) => string;
}

const far = (value: number, unit: LengthUnit): string => figureText(lengthFigure(value, unit));
const angle: Criterion['valueText'] = (value, unit, turns) =>
  turns ? angleFigure(value) : far(value, unit);

/** The measures that a document's `judgedBy` may name, except updates and error. */
export const CRITERIA: Readonly<Record<Exclude<JudgedBy, 'updates' | 'error'>, Criterion>> = {
  first: {
    name: 'Distance of the first target',
    quantity: (_, distances) => distances[0] ?? 0,
    ofLastPose: true,
    valueText: far,
  },
  turn: {
    name: 'Largest joint step',
    quantity: ({ turn }) => turn,
    valueText: angle,
  },
  beyond: {
    name: 'Farthest beyond a joint limit',
    quantity: ({ beyond }) => beyond,
    valueText: angle,
  },
  shake: {
    name: 'Mean change of direction per update',
    quantity: ({ shake }) => shake,
    valueText: angle,
  },
  travel: {
    name: 'Total joint travel',
    quantity: ({ travel, slide }) => (travel > 0 ? travel : slide),
    valueText: angle,
  },
};
