/// <reference lib="esnext.disposable" preserve="true" />
/** Single updates for a loop, without allocation. */
import { ANSWER } from '@iklab/core/engine/protocol';
import { makeWrongTypeError, toIklabError } from './callErrors.ts';
import { checkObjectKeys, copyStartPose, numberOrDefault } from './checkedValues.ts';
import { findEffector, isOrientedGoal, writeGoal } from './goalKinds.ts';
import { IklabError } from './iklabError.ts';
import { isMethod } from './method.ts';
import type { Goal, Method, Numbers, UpdateOptions } from './packageTypes.ts';
import type { Robot } from './solvableRobot.ts';
import { solversByRobot, type TaskSolver, type TaskSolvers } from './taskSolvers.ts';
import { writeSolveRules } from './writeSolveRules.ts';

/** Options of a stepper. */
export interface StepperOptions extends UpdateOptions {
  /** Start pose, one value per joint, or `zeros`. Default: the robot's `start`. */
  readonly start?: Numbers | 'zeros';
  /** Most updates per call; a call ends once the goals are within the tolerances. Default: 1. */
  readonly updates?: number;
}

const KEYS: readonly (keyof StepperOptions)[] = [
  ...(['start', 'updates', 'limits', 'tolerance', 'orientationTolerance', 'maxStep'] as const),
  ...(['maxSlide', 'gain', 'clamp', 'secondary'] as const),
];

/** A robot that follows goals update by update. The memory of the method persists between calls. */
export class Stepper {
  /** The current pose: always the same array, overwritten by every update. */
  readonly q: Float64Array;
  /** Sum of the distances to the goals, metres. */
  error = Number.NaN;
  /** The largest remaining orientation error, radians. */
  angle = Number.NaN;
  /** True if the goals are within the tolerances. */
  reached = false;
  /** Number of updates since the start. */
  updates = 0;
  readonly #solvers: TaskSolvers;
  readonly #method: Method;
  readonly #options: StepperOptions;
  #task: TaskSolver | null = null;
  /** Effector and kind of each goal of the first update. */
  #goalKinds: { effector: number; oriented: boolean }[] = [];
  #freed = false;

  constructor(robot: Robot, method: Method, options: StepperOptions = {}) {
    const solvers = solversByRobot.get(robot);
    if (!solvers) throw makeWrongTypeError('robot', 'a Robot', robot);
    if (!isMethod(method)) throw makeWrongTypeError('method', 'a method such as dls()', method);
    checkObjectKeys(options, KEYS, 'options');
    this.#solvers = solvers;
    this.#method = method;
    this.#options = options;
    this.q = Float64Array.from(solvers.scene.start);
    copyStartPose(options.start, solvers.scene.start, this.q);
  }

  /**
   * Makes one step towards goals. The first call defines the effectors and which goals have a
   * quaternion; later calls must match it.
   */
  update(goals: Goal | readonly Goal[]): this {
    if (this.#freed) throw new IklabError('freed', 'the stepper is freed');
    const task = this.#task ?? this.#begin(goals);
    const rows = task.solver.numbers('goals');
    if (Array.isArray(goals)) this.#writeAll(goals, rows);
    else this.#write(goals as Goal, 0, rows);
    try {
      task.solver.step();
    } catch (error) {
      throw toIklabError(error);
    }
    this.#read(task);
    return this;
  }

  /** Frees the memory of the stepper. */
  free(): void {
    this.#freed = true;
    this.#task?.solver.delete();
    this.#task = null;
  }

  [Symbol.dispose](): void {
    this.free();
  }

  #begin(goals: Goal | readonly Goal[]): TaskSolver {
    const all = Array.isArray(goals) ? (goals as readonly Goal[]) : [goals as Goal];
    const { effectors } = this.#solvers;
    this.#goalKinds = all.map((goal, i) => ({
      effector: findEffector(goal, i, effectors),
      oriented: isOrientedGoal(goal),
    }));
    const { start: _, updates, ...options } = this.#options;
    const task = this.#solvers.openTask(all, this.#method);
    try {
      this.#solvers.writeMethod(task, this.#method, options);
      writeSolveRules(options, task.solver.numbers('rules'));
      task.solver.numbers('start').set(this.q);
      task.solver.begin(numberOrDefault(updates, 1, 'updates'));
    } catch (error) {
      task.solver.delete();
      throw toIklabError(error);
    }
    this.#task = task;
    return task;
  }

  #writeAll(goals: readonly Goal[], rows: Float64Array): void {
    if (goals.length !== this.#goalKinds.length)
      throw makeCountError(this.#goalKinds.length, goals.length);
    for (let i = 0; i < goals.length; i++) this.#write(goals[i] as Goal, i, rows);
  }

  #write(goal: Goal, i: number, rows: Float64Array): void {
    const goalKind = this.#goalKinds[i];
    if (
      goalKind?.effector !== findEffector(goal, i, this.#solvers.effectors) ||
      goalKind.oriented !== isOrientedGoal(goal)
    ) {
      const message = `goals[${i}] must have the effector and kind (position or pose) of the first update`;
      throw new IklabError('type', message, { path: `goals[${i}]`, value: goal });
    }
    writeGoal(goal, i, rows);
  }

  #read({ solver }: TaskSolver): void {
    this.q.set(solver.numbers('answer'));
    const outcome = solver.numbers('outcome');
    this.error = outcome[ANSWER.error] as number;
    this.angle = outcome[ANSWER.angle] as number;
    this.reached = outcome[ANSWER.within] === 1;
    this.updates = outcome[ANSWER.updates] as number;
  }
}

const makeCountError = (wanted: number, are: number): IklabError =>
  new IklabError('size', `goals must be ${wanted}, one per target; got ${are}`, {
    path: 'goals',
    value: are,
    allowed: `${wanted}, one per target`,
  });
