/** Finds all solutions of the shown targets and the solution that each method reached. */
import {
  EngineError,
  type OutOfReachProof,
  openSolutionFinder,
  type PoseSolution,
  type SolutionFinder,
} from '@iklab/core/engine';
import { largestReachedBounds } from '@iklab/core/format';
import { proveOutOfReach } from '@iklab/core/measure';
import { deepEqual, type Joint, type Scene } from '@iklab/core/scenario';
import {
  halfTypicalLinkLength,
  isIndependentJoint,
  jointFrames,
  jointValues,
} from '@iklab/core/scenario/robot';
import { type CancelCallback, threadTime } from '@iklab/core/time';
import type { Session } from '@iklab/run/session';
import type { PoseGhost } from '@iklab/scene/picture';
import { onLabEnd } from '../../browser/labScope.ts';
import { matchSolution } from './matchSolution.ts';
import { tenthsText } from './parameterTexts.ts';
import { type CurveCursor, selfMotionState } from './selfMotionState.ts';
import { haveSameValues, SelfMotionTracker } from './selfMotionTracker.ts';
import {
  type ShownMoment,
  type SolutionsState,
  type SolutionTrackerContext,
  solutionsState,
} from './solutionsState.ts';
import { certificateText, isWithinLimits, SEARCH_COUNT } from './solutionTexts.ts';

const SEARCHES_PER_PIECE = 16;
const SEARCHES_PER_CALL = 4;
const PIECE_TIME = 8; // Milliseconds after which a piece makes no further call.
const IDLE_PATIENCE = 100; // Milliseconds.
const MAX_GHOSTS = 8; // Besides a highlighted one. More would hide each other.
const LINK_RADIUS = 0.4; // Largest radius of a drawn link per half typical link length.

export class SolutionTracker {
  readonly #context: SolutionTrackerContext;
  readonly #state: SolutionsState;
  readonly #selfMotion: SelfMotionTracker;
  #session: Session | null = null;
  #scene: Scene | null = null;
  #finder: SolutionFinder | null = null;
  #goals: Float64Array | null = null;
  /** True if moved goals require a new search. */
  #hasNewGoals = false;
  #cancelSearch: CancelCallback | null = null;
  #searches = 0;
  #solutions: readonly PoseSolution[] = [];
  #isPublished = false;
  /** Proof for the current goals; undefined before it was tried. */
  #proof: OutOfReachProof | null | undefined;
  /** True after the view was widened to show all solutions. */
  #isViewWidened = false;

  constructor(context: SolutionTrackerContext) {
    this.#context = context;
    this.#state = solutionsState(context);
    this.#selfMotion = new SelfMotionTracker(context);
    onLabEnd(context.scope, () => this.#free());
    const { cursor, view, curveStatus } = selfMotionState(context);
    for (const changed of [this.#state.highlighted, cursor, view, curveStatus])
      onLabEnd(
        context.scope,
        changed.subscribe(() => this.#showGhosts()),
      );
  }

  /**
   * Finds the solutions for the shown goals: at once with a closed form, else by searches in idle
   * time.
   */
  follow(moment: ShownMoment): void {
    const { session, history, entry } = moment;
    const { scene, lab } = session;
    const isSame = this.#scene !== null && isSameProblem(scene, this.#scene);
    if (!isSame) this.#open(scene);
    this.#scene = scene;
    const goals = entry === null ? lab.goals() : history.goals(entry);
    if (this.#finder && !haveSameValues(goals, this.#goals)) this.#find(goals);
    if (this.#finder?.kind === 'redundant') {
      if (this.#selfMotion.follow(goals, this.#poseOfCurve(moment)))
        this.#showSolutions(this.#selfMotion.solutions);
    }
    if (session === this.#session) return;
    this.#session = session;
    this.#isViewWidened = false;
    this.#showGhosts(); // Its panes are new.
  }

  /** Publishes the solutions and the solution that each method reached. */
  updateNumbers(moment: ShownMoment): void {
    const { session } = moment;
    this.#publish();
    this.#widenView(session.scene);
    const poses = session.instances.map((_, i) => {
      const pose = reachedPose(moment, i);
      return pose && [...pose];
    });
    if (this.#finder?.kind === 'redundant') this.#selfMotion.updateMarks(poses);
    const joints = session.scene.tree.joints.filter(isIndependentJoint);
    const numbers = poses.map((pose) => pose && this.#match(pose, joints));
    if (!deepEqual(numbers, this.#state.reachedNumbers.peek()))
      this.#state.reachedNumbers.value = numbers;
    const certificates = poses.map((pose) => (pose ? this.#certify(pose) : ''));
    if (!deepEqual(certificates, this.#state.certificates.peek()))
      this.#state.certificates.value = certificates;
  }

  /** Hides all solutions and frees the finder. `follow` begins again. */
  close(): void {
    this.#free();
    this.#selfMotion.close();
    this.#solutions = [];
    this.#showGhosts();
    this.#state.found.value = null;
    this.#state.fault.value = '';
    this.#state.reachedNumbers.value = [];
    this.#state.certificates.value = [];
    this.#state.highlighted.value = null;
    if (this.#isViewWidened && this.#context.viewpoint() === null) this.#context.resetCamera();
    this.#isViewWidened = false;
  }

  /** Pose that the inspected panel reached, else that of the first shown panel that reached one. */
  #poseOfCurve(moment: ShownMoment): ArrayLike<number> | null {
    const { inspected, visible } = this.#context.viewState;
    const { instances } = moment.session;
    const chosen = instances.findIndex(({ slot }) => slot === inspected.peek());
    const pose = chosen >= 0 ? reachedPose(moment, chosen) : null;
    if (pose) return pose;
    for (let i = 0; i < instances.length; i++) {
      const found = visible.peek()[i] ? reachedPose(moment, i) : null;
      if (found) return found;
    }
    return null;
  }

  #free(): void {
    this.#selfMotion.stop();
    this.#cancelSearch?.();
    this.#cancelSearch = null;
    this.#finder?.delete();
    this.#finder = null;
    this.#scene = this.#session = this.#goals = null;
  }

  #open(scene: Scene): void {
    const before = this.#scene;
    this.#free();
    this.#isPublished = false;
    this.#searches = 0;
    this.#solutions = [];
    try {
      const finder = openSolutionFinder(this.#context.doc.engine, scene);
      this.#finder = finder;
      this.#state.fault.value = '';
      const keepsCurve = before !== null && deepEqual(problemOf(before), problemOf(scene));
      if (finder.kind === 'redundant') this.#selfMotion.open(finder, scene, keepsCurve);
      else this.#selfMotion.close();
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      this.#selfMotion.close();
      this.#state.fault.value = error.message;
      this.#state.found.value = null;
    }
  }

  #find(goals: ArrayLike<number>): void {
    const finder = this.#finder as SolutionFinder;
    this.#goals = Float64Array.from(goals);
    this.#proof = undefined;
    this.#isPublished = false;
    finder.setGoals(goals);
    if (finder.kind === 'redundant') return;
    this.#hasNewGoals = finder.kind === 'found';
    if (this.#hasNewGoals) this.#searchSoon();
    else this.#show(finder.find(0));
  }

  #searchSoon(): void {
    this.#cancelSearch ??= threadTime.requestIdle(() => this.#search(), IDLE_PATIENCE);
  }

  /** Does one part of the search. Moved goals restart the search. */
  #search(): void {
    this.#cancelSearch = null;
    const finder = this.#finder;
    if (!finder) return;
    if (this.#hasNewGoals) this.#searches = 0;
    const last = Math.min(SEARCH_COUNT, this.#searches + SEARCHES_PER_PIECE);
    const end = threadTime.now() + PIECE_TIME;
    let count: number;
    do {
      const starts = Math.min(SEARCHES_PER_CALL, last - this.#searches);
      count = this.#hasNewGoals ? finder.find(starts) : finder.search(starts);
      this.#hasNewGoals = false;
      this.#searches += starts;
    } while (this.#searches < last && threadTime.now() < end);
    this.#show(count);
    if (this.#searches < SEARCH_COUNT) this.#searchSoon();
    this.#context.loop.redraw();
  }

  #show(count: number): void {
    this.#showSolutions((this.#finder as SolutionFinder).read(count));
  }

  #showSolutions(solutions: readonly PoseSolution[]): void {
    this.#solutions = solutions;
    this.#isPublished = false;
    this.#showGhosts();
  }

  #publish(): void {
    const finder = this.#finder;
    if (this.#isPublished || !finder) return;
    this.#isPublished = true;
    const { kind, reason } = finder;
    this.#state.found.value = {
      kind,
      reason,
      solutions: this.#solutions,
      searches: this.#searches,
      proof: this.#proveOutOfReach(finder),
      parameter: this.#selfMotion.parameter,
    };
  }

  #proveOutOfReach(finder: SolutionFinder): OutOfReachProof | null {
    const isSearching = finder.kind === 'found' && this.#searches < SEARCH_COUNT;
    if (this.#solutions.length > 0 || isSearching || !this.#scene) return null;
    if (this.#proof === undefined) this.#proof = proveOutOfReach(finder, this.#scene.scenario);
    return this.#proof;
  }

  #widenView({ tree }: Scene): void {
    if (this.#isViewWidened || this.#solutions.length === 0) return;
    this.#isViewWidened = true;
    const { joints } = tree;
    const radius = LINK_RADIUS * halfTypicalLinkLength(tree);
    const points = this.#solutions.flatMap(({ theta }) => {
      const frameOf = jointFrames(joints, jointValues(joints, theta));
      return joints.flatMap(({ id }) =>
        [-radius, radius].flatMap((offset) =>
          frameOf(id).position.map((coordinate) => coordinate + offset),
        ),
      );
    });
    this.#context.stage.widenView(points);
  }

  #match(pose: readonly number[], joints: readonly Joint[]): number | null {
    const number = matchSolution(pose, this.#solutions, joints);
    const families = this.#solutions.filter(({ family }) => family);
    const finder = this.#finder;
    if (number !== null || families.length === 0 || !finder || !this.#scene) return number;
    // The free angle of a family is that of the start.
    finder.setStart(pose);
    const members = finder.read(finder.find(0));
    finder.setStart(this.#scene.start);
    const member = matchSolution(pose, members, joints);
    const sides = members.find((each) => each.number === member && each.family)?.sides;
    const [family, another] = families.filter((each) => deepEqual(each.sides, sides));
    return another ? null : (family?.number ?? null);
  }

  #certify(pose: readonly number[]): string {
    if (!this.#finder || !this.#scene) return '';
    this.#finder.setStart(pose);
    const certificate = this.#finder.certify();
    this.#finder.setStart(this.#scene.start);
    return certificate ? certificateText(certificate, this.#scene) : '';
  }

  #showGhosts(): void {
    this.#context.stage.showGhosts(this.#ghosts());
  }

  #ghosts(): PoseGhost[] {
    const cursor = selfMotionState(this.#context).cursor.peek();
    if (this.#selfMotion.isCurveShown) return cursor ? [cursorGhost(cursor)] : [];
    const highlighted = this.#state.highlighted.peek();
    const shown = this.#solutions.filter(
      ({ number }, i) => i < MAX_GHOSTS || number === highlighted,
    );
    return shown.map((solution) => ({
      theta: solution.theta,
      number: solution.number,
      faint: !isWithinLimits(solution),
      highlighted: solution.number === highlighted,
    }));
  }
}

const cursorGhost = ({ position, solution, isChosen }: CurveCursor): PoseGhost => ({
  ...{ theta: solution.theta, number: 1, label: tenthsText(position) },
  ...{ faint: !isWithinLimits(solution), highlighted: isChosen },
});

/** Returns the pose of a panel if it reached the targets; else null. */
function reachedPose({ session, history, entry }: ShownMoment, i: number) {
  const { lab } = session;
  const stop = entry === null ? lab.status(i).stop : history.stop(entry, i);
  const isReached = isReachedStop(stop) || (entry === null && lab.status(i).within);
  if (!isReached) return null;
  return entry === null ? lab.angles(i) : history.angles(entry, i);
}

const isReachedStop = (stop: string | null): boolean =>
  stop === 'reached' || stop === 'outside-limits';

/** Returns whether two scenes have the same solutions and proofs, except for target poses. */
function isSameProblem(a: Scene, b: Scene): boolean {
  return a === b || (deepEqual(a.start, b.start) && deepEqual(problemOf(a), problemOf(b)));
}

const problemOf = ({ tree, scenario }: Scene) => ({
  tree,
  ignoresLimits: scenario.limitPolicy === 'ignore',
  reached: largestReachedBounds(scenario),
  targets: scenario.targets.map(
    ({ position: _, motion: _motion, orientation, ...constraints }) => ({
      ...constraints,
      isOriented: orientation !== null,
    }),
  ),
});
