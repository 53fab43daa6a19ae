/** The solvers of a robot in the module: one per kind of task, the newest few cached. */
import { type Engine, openPoseSolver, type PoseSolver } from '@iklab/core/engine';
import {
  CURRENT_DOCUMENT_VERSION,
  resolveScenario,
  type Scenario,
  type Scene,
} from '@iklab/core/scenario';
import { faultsText } from '@iklab/core/scenario/checks';
import { FORMULA_METHOD_ID } from '@iklab/core/scenario/methods';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { makeWrongTypeError, toIklabError } from './callErrors.ts';
import { checkObjectKeys } from './checkedValues.ts';
import {
  findGoalKinds,
  type GoalKinds,
  haveGoalsSameKinds,
  isOrientedGoal,
  makeTaskKey,
} from './goalKinds.ts';
import { IklabError } from './iklabError.ts';
import { checkMethodFormula, makePanelOfMethod } from './makePanelOfMethod.ts';
import { isMethod, method as methodOf } from './method.ts';
import { NewestByKey } from './newestByKey.ts';
import type { Goal, Method, SolveOptions } from './packageTypes.ts';
import type { RobotScene } from './threadMessages.ts';
import { writeSolveRules } from './writeSolveRules.ts';

const DEFAULT_METHOD = methodOf('sdls', {});
const UPDATE_KEYS = ['maxStep', 'maxSlide', 'gain', 'clamp', 'secondary'] as const;

/** Solver for one kind of task, with the last written method and rules. */
export interface TaskSolver {
  readonly solver: PoseSolver;
  readonly scenario: Scenario;
  /** Method that was last written with default options; null for other options or no method. */
  method: Method | null;
  /** True if the last written rules are the defaults. */
  usual: boolean;
}

export class TaskSolvers {
  readonly scene: RobotScene;
  readonly effectors: readonly string[];
  readonly engine: Engine;
  readonly #cached = new NewestByKey<TaskSolver>(({ solver }) => {
    solver.delete();
    this.#last = null;
  });
  /** Last task with its key. A loop over goals of one kind therefore builds no key. */
  #last: {
    readonly kinds: GoalKinds | null;
    readonly text: string;
    readonly task: TaskSolver;
  } | null = null;
  #freed = false;

  constructor(engine: Engine, scene: RobotScene) {
    this.engine = engine;
    this.scene = scene;
    this.effectors = scene.tree.effectors.map(({ id }) => id);
  }

  /**
   * Returns a solver for the kinds of `goals`. Writes the method and the rules of `options` into
   * the solver.
   */
  getSolver(
    goals: readonly Goal[],
    options: SolveOptions,
    optionNames: readonly string[],
  ): PoseSolver {
    const usual = checkOptions(options, optionNames);
    const { method = DEFAULT_METHOD } = options;
    if (!isMethod(method)) throw makeWrongTypeError('method', 'a method such as dls()', method);
    const task = this.#getTask(goals, method);
    this.writeMethod(task, method, options);
    if (usual && task.usual) return task.solver;
    task.usual = false; // writeRules can throw after it has written some.
    writeSolveRules(options, task.solver.numbers('rules'));
    task.usual = usual;
    return task.solver;
  }

  /** Returns a solver for the pose and the Jacobian (6 x n) of an effector. */
  getKinematicsSolver(effector: number): PoseSolver {
    const goal = { effector: this.effectors[effector] as string, ...ANY_POSE };
    return this.#getTask([goal], DEFAULT_METHOD).solver;
  }

  #getTask(goals: readonly Goal[], method: Method): TaskSolver {
    if (this.#freed) throw new IklabError('freed', 'the robot is freed');
    const text = method.id === FORMULA_METHOD_ID ? String(method.params.text) : '';
    const last = this.#last;
    if (last?.text === text && haveGoalsSameKinds(goals, last.kinds, this.effectors))
      return last.task;
    const key = makeTaskKey(goals, this.effectors) + text;
    const task = this.#cached.getOrOpen(key, () => this.openTask(goals, method));
    this.#last = { kinds: findGoalKinds(goals, this.effectors), text, task };
    return task;
  }

  /** Returns a new solver, not cached; the caller deletes it. */
  openTask(goals: readonly Goal[], method: Method): TaskSolver {
    const scene = this.makeScene(goals, method);
    try {
      const solver = openPoseSolver(this.engine, scene);
      return { solver, scenario: scene.scenario, method: null, usual: false };
    } catch (error) {
      throw toIklabError(error);
    }
  }

  /** Returns the scene of the robot with `goals` as targets. */
  makeScene(goals: readonly Goal[], method = DEFAULT_METHOD): Scene {
    if (this.#freed) throw new IklabError('freed', 'the robot is freed');
    checkMethodFormula(method, this.engine.catalogue);
    const { tree, start } = this.scene;
    return { ...resolveScenario(this.#makeScenario(goals, method)), tree, start };
  }

  /** Writes a method with options into a solver, unless both are already written. */
  writeMethod(task: TaskSolver, method: Method, options: SolveOptions): void {
    const plain = UPDATE_KEYS.every((key) => options[key] === undefined);
    if (plain && task.method === method) return;
    task.method = null;
    task.solver.setMethod(makePanelOfMethod(method, options, task.scenario, this.engine.catalogue));
    if (plain) task.method = method;
  }

  #makeScenario(goals: readonly Goal[], method: Method): Scenario {
    const { catalogue } = this.engine;
    const targets = goals.map(({ effector, orientationWeight, tolerance, free, ...goal }, i) => ({
      effector: effector ?? this.effectors[i],
      position: [0, 0, 0],
      ...(isOrientedGoal(goal as Goal) && { orientation: [0, 0, 0, 1] }),
      ...(orientationWeight !== undefined && { orientationWeight }),
      ...(tolerance && { tolerance }),
      ...(free && { free }),
    }));
    const { joints, effectors } = this.scene.tree;
    const methods = [
      method.id === FORMULA_METHOD_ID
        ? { id: FORMULA_METHOD_ID, params: method.params }
        : { id: 'sdls' },
    ];
    const { start } = this.scene;
    const limitPolicy = 'ignore'; // Each solve checks its own start.
    const document = {
      iklab: CURRENT_DOCUMENT_VERSION,
      tree: { joints, effectors },
      start,
      limitPolicy,
      methods,
    };
    return valueOrThrow(parseScenarioDocument({ ...document, targets }, catalogue));
  }

  free(): void {
    this.#freed = true;
    this.#cached.clear();
  }
}

/** Solvers of each `Robot`, for `Stepper`. */
export const solversByRobot = new WeakMap<object, TaskSolvers>();

const ANY_POSE = { position: [0, 0, 0], quaternion: [0, 0, 0, 1], orientationWeight: 1 } as const;

/** Returns whether all rules have their defaults; throws for an unknown option. */
function checkOptions(options: SolveOptions, optionNames: readonly string[]): boolean {
  checkObjectKeys(options, optionNames, 'options');
  for (const key in options) if (key !== 'start' && key !== 'method') return false;
  return true;
}

function valueOrThrow(read: ReturnType<typeof parseScenarioDocument>): Scenario {
  if (read.ok) return read.value;
  const faults = read.faults.map((fault) => ({
    ...fault,
    path: fault.path
      .replace(/^targets/, 'goals')
      .replace(/^(goals\[\d+\])\.orientation$/, '$1.quaternion'),
    reason: fault.reason.replaceAll('targets[', 'goals['),
  }));
  throw new IklabError('document', faultsText(faults), { path: faults[0]?.path ?? '' });
}
