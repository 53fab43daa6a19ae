import { CurveMarks, type MakePaneMarks } from '@iklab/scene/gestures';
import { onLabEnd } from '../../browser/labScope.ts';
import { ELBOW_POINTS, elbowCircle } from './elbowCircle.ts';
import type { SelfMotionDiagram } from './selfMotionDiagram.ts';
import { type SelfMotionState, selfMotionState } from './selfMotionState.ts';
import type { SolutionTrackerContext } from './solutionsState.ts';

/** Shows the circle of the elbow in the panes, with a knob that moves along the self-motion. */
export class ElbowKnob {
  readonly #context: SolutionTrackerContext;
  readonly #state: SelfMotionState;
  readonly #isCurveShown: () => boolean;
  #made: MakePaneMarks | null = null;
  #madeFor: SelfMotionDiagram | null = null;

  /** `isCurveShown` returns whether the strip shows the curve. */
  constructor(context: SolutionTrackerContext, isCurveShown: () => boolean) {
    this.#context = context;
    this.#state = selfMotionState(context);
    this.#isCurveShown = isCurveShown;
    const { diagram, view, curveStatus } = this.#state;
    for (const changed of [diagram, view, curveStatus, context.paneMarks])
      onLabEnd(
        context.scope,
        changed.subscribe(() => this.#update()),
      );
  }

  #update(): void {
    const { paneMarks } = this.#context;
    const diagram = this.#isCurveShown() ? this.#state.diagram.peek() : null;
    const isOwn = paneMarks.peek() !== null && paneMarks.peek() === this.#made;
    if (diagram !== this.#madeFor) {
      this.#madeFor = diagram;
      this.#made = diagram && this.#make(diagram);
    } else if (isOwn) return;
    // Other marks, such as those of a map, have precedence.
    if (isOwn || paneMarks.peek() === null) paneMarks.value = this.#made;
  }

  #make(diagram: SelfMotionDiagram): MakePaneMarks | null {
    const { doc, loop } = this.#context;
    const points = elbowCircle(diagram, doc.session.peek()?.scene.tree.joints ?? []);
    if (points.length === 0) return null;
    const curve = { points, isOutside: (index: number) => isOutside(diagram, index) };
    const { cursor, chosenPosition } = this.#state;
    return (bones) =>
      new CurveMarks(bones, {
        curve,
        get knob() {
          const current = cursor.peek();
          return current && diagram.shareOf(current.position) * ELBOW_POINTS;
        },
        begin() {
          const before = chosenPosition.peek();
          return () => {
            chosenPosition.value = before;
            loop.redraw();
          };
        },
        moveTo(pointIndex) {
          chosenPosition.value = diagram.wrap(
            diagram.from + (pointIndex / ELBOW_POINTS) * diagram.length,
          );
          loop.redraw();
        },
      });
  }
}

function isOutside(diagram: SelfMotionDiagram, index: number): boolean {
  const middle = diagram.from + ((index + 0.5) / ELBOW_POINTS) * diagram.length;
  return !diagram.within.some(([from, to]) => middle >= from && middle <= to);
}
