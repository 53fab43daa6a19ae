/** All poses of a robot that reach goals, and proofs that such a pose exists. */
import { EngineError, openSolutionFinder, type SolutionFinder } from '@iklab/core/engine';
import { TARGET_STRIDE } from '@iklab/core/engine/protocol';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { makeOutOfRangeError, makeWrongTypeError, toIklabError } from './callErrors.ts';
import {
  checkObjectKeys,
  copyNumbers,
  copyStartPose,
  numberOrDefault,
  wholeOrDefault,
} from './checkedValues.ts';
import { makeTaskKey, writeGoal } from './goalKinds.ts';
import { NewestByKey } from './newestByKey.ts';
import type {
  Goal,
  Numbers,
  PoseCertificate,
  PoseSolutions,
  SolutionsOptions,
} from './packageTypes.ts';
import type { TaskSolvers } from './taskSolvers.ts';

const KEYS: readonly (keyof SolutionsOptions)[] = [
  'start',
  'withinLimits',
  'starts',
  'seed',
  'parameter',
];
const DEFAULT_STARTS = 200;
const MAX_STARTS = 100_000;

export class RobotSolutions {
  readonly #solvers: TaskSolvers;
  readonly #finders = new NewestByKey<SolutionFinder>((finder) => finder.delete());

  constructor(solvers: TaskSolvers) {
    this.#solvers = solvers;
  }

  find(goals: readonly Goal[], options: SolutionsOptions): PoseSolutions {
    checkObjectKeys(options, KEYS, 'options');
    const { withinLimits = false } = options;
    if (typeof withinLimits !== 'boolean')
      throw makeWrongTypeError('withinLimits', 'true or false', withinLimits);
    const starts = wholeOrDefault(options.starts, DEFAULT_STARTS, 'starts');
    if (starts > MAX_STARTS) throw makeOutOfRangeError('starts', 0, MAX_STARTS, starts);
    const seed = wholeOrDefault(options.seed, 1, 'seed');
    const finder = this.#openWith(goals, (start) =>
      copyStartPose(options.start, this.#solvers.scene.start, start),
    );
    try {
      const { kind, reason, idealised } = finder;
      const parameter = this.#chooseParameter(finder, options.parameter);
      const count = parameter ? finder.findAt(parameter.value) : finder.find(starts, seed);
      const solutions = finder
        .read(count)
        .filter(({ margin }) => !withinLimits || margin >= 0)
        .map(({ theta, ...solution }) => ({ ...solution, q: Float64Array.from(theta) }));
      return { kind, reason, idealised, ...(parameter ? { parameter } : {}), solutions };
    } catch (error) {
      throw toIklabError(error);
    }
  }

  #chooseParameter(finder: SolutionFinder, asked: number | undefined): PoseSolutions['parameter'] {
    if (!finder.parameter) {
      if (asked === undefined) return undefined;
      const allowed = 'left out: the robot has no free parameter for these goals';
      throw makeWrongTypeError('parameter', allowed, asked);
    }
    const joints = this.#solvers.scene.tree.joints.filter(isIndependentJoint);
    const joint = joints[finder.parameter.column ?? -1]?.id ?? null;
    const value = numberOrDefault(asked, Number.NaN, 'parameter');
    // The start is checked when its solutions are found.
    return { joint, value: asked === undefined ? (finder.startParameter ?? 0) : value };
  }

  certify(q: Numbers, goal: Goal): PoseCertificate | null {
    const finder = this.#openWith([goal], (start) => copyNumbers(q, start, 0, start.length, 'q'));
    const certificate = finder.certify();
    if (finder.fault !== '') throw toIklabError(new EngineError(finder.fault), { startName: 'q' });
    return certificate;
  }

  /** Returns a finder with the goals and the start written. */
  #openWith(goals: readonly Goal[], writeStart: (start: Float64Array) => void): SolutionFinder {
    const finder = this.#open(goals);
    const rows = new Float64Array(goals.length * TARGET_STRIDE);
    for (const [i, goal] of goals.entries()) {
      rows[i * TARGET_STRIDE + 6] = 1;
      writeGoal(goal, i, rows);
    }
    const start = new Float64Array(this.#solvers.scene.start.length);
    writeStart(start);
    finder.setStart(start);
    finder.setGoals(rows);
    return finder;
  }

  #open(goals: readonly Goal[]): SolutionFinder {
    const key = makeTaskKey(goals, this.#solvers.effectors);
    try {
      return this.#finders.getOrOpen(key, () =>
        openSolutionFinder(this.#solvers.engine, this.#solvers.makeScene(goals)),
      );
    } catch (error) {
      throw toIklabError(error);
    }
  }

  free(): void {
    this.#finders.clear();
  }
}
