/** Follows the solutions of a redundant arm: those at a value of its parameter, and the curve. */
import { EngineError, type PoseSolution, type SolutionFinder } from '@iklab/core/engine';
import { deepEqual, type Joint, type Scene } from '@iklab/core/scenario';
import { isIndependentJoint, listJointsToRoot } from '@iklab/core/scenario/robot';
import { type CancelCallback, threadTime } from '@iklab/core/time';
import { onLabEnd } from '../../browser/labScope.ts';
import { ElbowKnob } from './elbowKnob.ts';
import { matchSolution } from './matchSolution.ts';
import { SelfMotionDiagram } from './selfMotionDiagram.ts';
import { type SelfMotionState, selfMotionState } from './selfMotionState.ts';
import type { ShownParameter, SolutionTrackerContext } from './solutionsState.ts';
import { SEARCH_COUNT } from './solutionTexts.ts';

const SEARCHES_PER_PIECE = 4;
const IDLE_PATIENCE = 100; // Milliseconds.

export class SelfMotionTracker {
  readonly #context: SolutionTrackerContext;
  readonly #state: SelfMotionState;
  #finder: SolutionFinder | null = null;
  #scene: Scene | null = null;
  #joints: readonly Joint[] = [];
  /** Parameter without a choice of the visitor, radians. */
  #usualParameter: number | null = null;
  #shownParameter: number | null = null;
  #solutions: readonly PoseSolution[] = [];
  #reached: readonly number[] | null = null;
  /** Number of searches for a pose so far. */
  searches = 0;
  #found: PoseSolution | null = null;
  /** The pose of the curve; null before it is known. */
  #base: PoseSolution | null = null;
  #isBaseNew = false;
  /** The pose from which the curve was traced. */
  #tracedBase: PoseSolution | null = null;
  /** True if the curve is that of other goals. */
  #isDiagramOld = true;
  #goals: readonly number[] | null = null;
  #shownPosition: number | null = null;
  #cancelPiece: CancelCallback | null = null;

  constructor(context: SolutionTrackerContext) {
    this.#context = context;
    const state = selfMotionState(context);
    this.#state = state;
    new ElbowKnob(context, () => this.isCurveShown);
    const { inspected, visible } = context.viewState;
    const { view, chosenParameter, chosenPosition } = state;
    for (const changed of [view, chosenParameter, chosenPosition, inspected, visible])
      onLabEnd(
        context.scope,
        changed.subscribe(() => context.loop.redraw()),
      );
  }

  /** Begins with the finder of a redundant arm. `keepsCurve`: only the start pose is another. */
  open(finder: SolutionFinder, scene: Scene, keepsCurve: boolean): void {
    if (!keepsCurve) this.close();
    this.#cancel();
    this.#finder = finder;
    this.#scene = scene;
    this.#joints = scene.tree.joints.filter(isIndependentJoint);
    this.#usualParameter = finder.startParameter;
    this.#shownParameter = null;
    this.#reached = null;
    const { chosenParameter, chosenPosition } = this.#state;
    chosenParameter.value = chosenPosition.value = null;
    this.#isBaseNew = true;
  }

  /** Forgets the finder, which its owner frees. `open` begins again. */
  stop(): void {
    this.#cancel();
    this.#finder = null;
  }

  close(): void {
    this.stop();
    this.#scene = null;
    this.#solutions = [];
    this.#goals = null;
    this.#forgetPoses();
    const state = this.#state;
    state.diagram.value = null;
    state.curveStatus.value = 'searching';
    state.reachedCurvePositions.value = [];
    state.reachedParameters.value = [];
    state.chosenParameter.value = null;
  }

  get solutions(): readonly PoseSolution[] {
    return this.#solutions;
  }

  get parameter(): ShownParameter | null {
    const column = this.#finder?.parameter?.column;
    if (column === undefined || this.#shownParameter === null) return null;
    const joint = column === null ? null : (this.#joints[column] ?? null);
    return { joint, value: this.#shownParameter };
  }

  /** True if the strip shows the curve. */
  get isCurveShown(): boolean {
    if (!this.#finder || this.#state.curveStatus.peek() === 'surface') return false;
    return this.#finder.parameter === null || this.#state.view.peek() === 'curve';
  }

  /**
   * Finds what is shown of the finder's goals. `reached`: the pose of the panel that the curve is
   * to contain, or null. Returns whether the solutions changed.
   */
  follow(goals: ArrayLike<number>, reached: ArrayLike<number> | null): boolean {
    const finder = this.#finder;
    if (!finder) return false;
    const hasNewGoals = !haveSameValues(goals, this.#goals);
    const hasNewPose = !haveSameValues(reached, this.#reached);
    if (hasNewGoals) {
      this.#goals = Array.from(goals);
      this.#shownParameter = null;
      this.#forgetPoses();
    }
    if (hasNewPose) this.#reached = reached && Array.from(reached);
    if (hasNewPose && this.#reached)
      this.#usualParameter = this.#parameterOf(this.#reached) ?? this.#usualParameter;
    const isListNew = this.#findList(finder);
    if (this.isCurveShown) this.#followCurve(hasNewPose);
    else if (isListNew || hasNewPose) this.#base = null;
    if (this.#needsPose()) this.#continueSoon();
    return isListNew;
  }

  #forgetPoses(): void {
    this.searches = 0;
    this.#base = this.#found = this.#tracedBase = null;
    this.#isDiagramOld = true;
    const { curveStatus, chosenPosition, cursor } = this.#state;
    chosenPosition.value = cursor.value = null;
    if (curveStatus.peek() !== 'surface') curveStatus.value = 'searching';
  }

  #findList(finder: SolutionFinder): boolean {
    const parameter = this.#state.chosenParameter.peek() ?? this.#usualParameter;
    if (!finder.parameter || parameter === null) return false;
    if (parameter === this.#shownParameter) return false;
    this.#shownParameter = parameter;
    this.#solutions = finder.read(finder.findAt(parameter));
    return true;
  }

  /** Updates the pose of the curve and the cursor. */
  #followCurve(hasNewPose: boolean): void {
    if (hasNewPose || !this.#base) this.#findBase();
    const { diagram, chosenPosition } = this.#state;
    if (!this.#base) return;
    const isTraced = this.#base === this.#tracedBase;
    if (this.#isDiagramOld || (this.#isBaseNew && !isTraced && !this.#isOnCurve())) {
      this.#continueSoon();
      return;
    }
    const position = chosenPosition.peek();
    if (!this.#isBaseNew && position === this.#shownPosition) return;
    this.#isBaseNew = false;
    this.#shownPosition = position;
    this.#showCursor(diagram.peek() as SelfMotionDiagram, this.#base, position);
  }

  #findBase(): void {
    const reached = this.#reached && this.#refine(this.#reached);
    const base = reached ?? this.#base ?? this.#solutions[0] ?? this.#found;
    if (!base || deepEqual(base.theta, this.#base?.theta)) return;
    this.#base = base;
    this.#isBaseNew = true;
  }

  #isOnCurve(): boolean {
    return this.#base !== null && this.#state.diagram.peek()?.positionOf(this.#base.theta) != null;
  }

  #showCursor(diagram: SelfMotionDiagram, base: PoseSolution, position: number | null): void {
    const { cursor, chosenParameter } = this.#state;
    if (position === null) {
      const own = diagram.positionOf(base.theta) ?? 0;
      cursor.value = { position: own, solution: base, isChosen: false };
      return;
    }
    const solution = this.#refine(diagram.poseAt(position));
    if (!solution) {
      cursor.value = null; // There is no pose to start from.
      return;
    }
    cursor.value = { position, solution, isChosen: true };
    chosenParameter.value = this.#parameterOf(solution.theta);
  }

  #needsPose(): boolean {
    if (this.#base || this.#found || this.searches >= SEARCH_COUNT) return false;
    if (this.#solutions.length > 0 || this.#reached) return false;
    if (this.#state.curveStatus.peek() === 'surface') return false;
    return this.isCurveShown || this.#state.chosenParameter.peek() === null;
  }

  #continueSoon(): void {
    this.#cancelPiece ??= threadTime.requestIdle(() => this.#continue(), IDLE_PATIENCE);
  }

  /** Searches a pose, or traces the curve. */
  #continue(): void {
    this.#cancelPiece = null;
    const finder = this.#finder;
    if (!finder) return;
    if (this.#base && this.isCurveShown) this.#trace(finder);
    else if (this.#needsPose()) this.#search(finder);
    this.#context.loop.redraw();
  }

  #search(finder: SolutionFinder): void {
    // A curve exists at any pose or at none.
    if (this.searches === 0 && !finder.parameter && !this.#traceFrom(finder)) return;
    this.searches += SEARCHES_PER_PIECE;
    this.#found = finder.findOne(SEARCHES_PER_PIECE, this.searches);
    if (this.#found) this.#usualParameter = this.#parameterOf(this.#found.theta);
    else if (this.searches >= SEARCH_COUNT) this.#state.curveStatus.value = 'unreached';
  }

  #trace(finder: SolutionFinder): void {
    const { diagram, curveStatus, chosenPosition } = this.#state;
    const base = this.#base as PoseSolution;
    finder.setStart(base.theta);
    const curve = this.#traceFrom(finder);
    finder.setStart((this.#scene as Scene).start);
    if (!curve) return;
    const isSwivel = finder.parameter?.column === null;
    diagram.value = new SelfMotionDiagram(curve, this.#joints, this.#movingJoints(), isSwivel);
    curveStatus.value = 'traced';
    chosenPosition.value = null;
    this.#isDiagramOld = false;
    this.#tracedBase = base;
    this.#isBaseNew = true; // Its position is new.
  }

  #traceFrom(finder: SolutionFinder) {
    try {
      return finder.selfMotion();
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      this.#state.curveStatus.value = 'surface';
      return null;
    }
  }

  /** Returns the independent joints that move an effector with a target. */
  #movingJoints(): Joint[] {
    const { tree, scenario } = this.#scene as Scene;
    const moving = new Set(
      scenario.targets.flatMap(({ effector }) => {
        const carrier = tree.effectors.find(({ id }) => id === effector)?.parent ?? null;
        return listJointsToRoot(tree.joints, carrier).map(({ id, mimic }) => mimic?.joint ?? id);
      }),
    );
    return this.#joints.filter(({ id }) => moving.has(id));
  }

  /** Publishes the positions on the curve of the poses that the methods reached. */
  updateMarks(poses: readonly (readonly number[] | null)[]): void {
    const { reachedCurvePositions, diagram, reachedParameters } = this.#state;
    const shown = this.#isDiagramOld || !this.isCurveShown ? null : diagram.peek();
    setIfChanged(
      reachedCurvePositions,
      poses.map((pose) => pose && (shown?.positionOf(pose) ?? null)),
    );
    setIfChanged(
      reachedParameters,
      poses.map((pose) => pose && this.#parameterOf(pose)),
    );
  }

  #parameterOf(pose: readonly number[]): number | null {
    const finder = this.#finder;
    if (!finder?.parameter) return null;
    finder.setStart(pose);
    const parameter = finder.startParameter;
    finder.setStart((this.#scene as Scene).start);
    return parameter;
  }

  /** Returns the solution next to a pose; null if there is none. */
  #refine(pose: readonly number[]): PoseSolution | null {
    const finder = this.#finder as SolutionFinder;
    const nearest = (all: readonly PoseSolution[]) => {
      const number = matchSolution(pose, all, this.#joints);
      return all.find((each) => each.number === number) ?? null;
    };
    finder.setStart(pose);
    const parameter = finder.startParameter;
    let solution = parameter === null ? null : nearest(finder.read(finder.findAt(parameter)));
    if (!solution) {
      const found = finder.findOne(1);
      solution = found && nearest([found]);
    }
    finder.setStart((this.#scene as Scene).start);
    return solution;
  }

  #cancel(): void {
    this.#cancelPiece?.();
    this.#cancelPiece = null;
  }
}

function setIfChanged<T>(signal: { value: T; peek(): T }, value: T): void {
  if (!deepEqual(value, signal.peek())) signal.value = value;
}

export function haveSameValues(a: ArrayLike<number> | null, b: ArrayLike<number> | null): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && Array.prototype.every.call(b, (value, i) => value === a[i]);
}
