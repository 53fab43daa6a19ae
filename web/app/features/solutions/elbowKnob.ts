import { CurveMarks, type MakePaneMarks } from '@iklab/scene/gestures';
import { onLabEnd } from '../../browser/labScope.ts';
import { ELBOW_POINTS, elbowCircle } from './elbowCircle.ts';
import type { SelfMotionRoll } from './selfMotionRoll.ts';
import { type SelfMotionState, selfMotionState } from './selfMotionState.ts';
import type { SolutionTrackerContext } from './solutionsState.ts';

/** Shows the circle of the elbow in the panes, with a knob that moves along the self-motion. */
export class ElbowKnob {
  readonly #context: SolutionTrackerContext;
  readonly #state: SelfMotionState;
  readonly #isRolling: () => boolean;
  #made: MakePaneMarks | null = null;
  #madeFor: SelfMotionRoll | null = null;

  /** `isRolling` tells whether the strip shows the curve. */
  constructor(context: SolutionTrackerContext, isRolling: () => boolean) {
    this.#context = context;
    this.#state = selfMotionState(context);
    this.#isRolling = isRolling;
    const { roll, view, curveStatus } = this.#state;
    for (const changed of [roll, view, curveStatus, context.paneMarks])
      onLabEnd(
        context.scope,
        changed.subscribe(() => this.#update()),
      );
  }

  #update(): void {
    const { paneMarks } = this.#context;
    const roll = this.#isRolling() ? this.#state.roll.peek() : null;
    const isOwn = paneMarks.peek() !== null && paneMarks.peek() === this.#made;
    if (roll !== this.#madeFor) {
      this.#madeFor = roll;
      this.#made = roll && this.#make(roll);
    } else if (isOwn) return;
    // Other marks, such as those of a map, have precedence.
    if (isOwn || paneMarks.peek() === null) paneMarks.value = this.#made;
  }

  #make(roll: SelfMotionRoll): MakePaneMarks | null {
    const { doc, loop } = this.#context;
    const points = elbowCircle(roll, doc.session.peek()?.scene.tree.joints ?? []);
    if (points.length === 0) return null;
    const curve = { points, isOutside: (index: number) => isOutside(roll, index) };
    const { cursor, chosenPosition } = this.#state;
    return (bones) =>
      new CurveMarks(bones, {
        curve,
        get knob() {
          const place = cursor.peek();
          return place && roll.shareOf(place.position) * ELBOW_POINTS;
        },
        begin() {
          const before = chosenPosition.peek();
          return () => {
            chosenPosition.value = before;
            loop.redraw();
          };
        },
        moveTo(place) {
          chosenPosition.value = roll.wrap(roll.from + (place / ELBOW_POINTS) * roll.length);
          loop.redraw();
        },
      });
  }
}

function isOutside(roll: SelfMotionRoll, index: number): boolean {
  const middle = roll.from + ((index + 0.5) / ELBOW_POINTS) * roll.length;
  return !roll.within.some(([from, to]) => middle >= from && middle <= to);
}
