/** What methods may be compared by beside their updates: the least is the best. */
import { angleFigure, figureText, lengthFigure } from '../format/figures.ts';
import type { JudgedBy, LengthUnit } from '../scenario/types.ts';
import type { Measures } from './measures.ts';

/** A measure that a scene's methods are compared by, other than their updates. */
export interface Criterion {
  /** In words: “Largest joint step”. */
  readonly name: string;
  /** The number that is compared; `distances`: of the targets from their effectors, metres. */
  readonly quantity: (measures: Measures, distances: ArrayLike<number>) => number;
  /** It is of the last pose of an instance, and not of the updates that led there. */
  readonly ofLastPose?: true;
  /** The number with its unit; `turns`: some joint does; else it is of those that slide. */
  readonly valueText: (value: number, unit: LengthUnit, turns: boolean) => string;
}

const far = (value: number, unit: LengthUnit): string => figureText(lengthFigure(value, unit));
const angle: Criterion['valueText'] = (value, unit, turns) =>
  turns ? angleFigure(value) : far(value, unit);

/** The measures that a document's `judgedBy` may name, but its updates and error. */
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
