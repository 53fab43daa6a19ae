import type { PoseSolution } from '@iklab/core/engine';
import { signal } from '@preact/signals';
import { memoizePerLab } from '../../browser/labScope.ts';
import type { SelfMotionDiagram } from './selfMotionDiagram.ts';

/**
 * State of the self-motion curve. `unreached`: no search found a pose. `surface`: there is none,
 * because not exactly one degree of freedom remains.
 */
export type CurveStatus = 'searching' | 'traced' | 'unreached' | 'surface';

/** A pose of the self-motion curve. */
export interface CurveCursor {
  readonly position: number;
  readonly solution: PoseSolution;
  /** True if the visitor chose the pose, false if it is the pose of the curve. */
  readonly isChosen: boolean;
}

/** State of the parameter and the self-motion curve of a redundant arm. */
export class SelfMotionState {
  /** View of the strip for an arm with a parameter: the list of solutions, or the self-motion curve. */
  readonly view = signal<'list' | 'curve'>('list');
  /** The visitor's value of the parameter, radians; null: that of the reached pose or of the start. */
  readonly chosenParameter = signal<number | null>(null);
  /** The parameter of the pose that each panel reached; null without such a pose. */
  readonly reachedParameters = signal<readonly (number | null)[]>([]);
  /** Diagram of the self-motion curve; null before the curve is traced. */
  readonly diagram = signal<SelfMotionDiagram | null>(null);
  readonly curveStatus = signal<CurveStatus>('searching');
  /** The visitor's position on the curve; null: that of the pose of the curve. */
  readonly chosenPosition = signal<number | null>(null);
  readonly cursor = signal<CurveCursor | null>(null);
  /** Positions on the curve of the poses that the methods reached; null for none. */
  readonly reachedCurvePositions = signal<readonly (number | null)[]>([]);
}

export const selfMotionState = memoizePerLab(() => new SelfMotionState());
