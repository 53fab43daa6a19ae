/** The solvers of a robot in the module: one per kind of task, the newest few cached. */
import { type Engine, openPoseSolver, type PoseSolver } from 'iklab/engine';
import { CURRENT, FORMULA, faultsText, parse, resolve, type Scenario } from 'iklab/scenario';
import { type AskedBefore, askedBefore, asksTheSame, isOriented, taskText } from './askedGoals.ts';
import { checkFormula, panelOf } from './askedMethod.ts';
import { writeRules } from './askedRules.ts';
import { checkKeys } from './checkedValues.ts';
import { IklabError } from './iklabError.ts';
import { isMethod, method as methodOf } from './method.ts';
import type { Goal, Method, SolveOptions } from './packageTypes.ts';
import { refusalOf, wrongType } from './refusals.ts';
import type { RobotScene } from './threadMessages.ts';

const KEPT = 8;
const USUAL = methodOf('sdls', {});
const SURROUNDINGS = ['maxStep', 'maxSlide', 'gain', 'clamp', 'secondary'] as const;

/** A solver for one kind of task, and what was last written into it. */
export interface TaskSolver {
  readonly solver: PoseSolver;
  readonly scenario: Scenario;
  /** The method whose parameters were written; null: none, or with other options than the defaults. */
  method: Method | null;
  /** Whether the written rules are the defaults. */
  usual: boolean;
}

/** Opens and caches the solvers of a robot. */
export class TaskSolvers {
  readonly scene: RobotScene;
  readonly effectors: readonly string[];
  readonly #engine: Engine;
  readonly #kept = new Map<string, TaskSolver>();
  /** The last task, so that a loop over goals of one kind builds no key. */
  #last: {
    readonly asked: AskedBefore | null;
    readonly text: string;
    readonly task: TaskSolver;
  } | null = null;
  #freed = false;

  constructor(engine: Engine, scene: RobotScene) {
    this.#engine = engine;
    this.scene = scene;
    this.effectors = scene.tree.effectors.map(({ id }) => id);
  }

  /** Returns a solver for such goals, with the method and the rules of the options written. */
  ready(goals: readonly Goal[], options: SolveOptions, known: readonly string[]): PoseSolver {
    const usual = checkOptions(options, known);
    const { method = USUAL } = options;
    if (!isMethod(method)) throw wrongType('method', 'a method such as dls()', method);
    const task = this.#task(goals, method);
    this.tell(task, method, options);
    if (usual && task.usual) return task.solver;
    task.usual = false; // writeRules can throw after it has written some.
    writeRules(options, task.solver.numbers('rules'));
    task.usual = usual;
    return task.solver;
  }

  /** Returns a solver that computes the pose of an effector and its Jacobian, 6 x n. */
  looking(effector: number): PoseSolver {
    const goal = { effector: this.effectors[effector] as string, ...HERE };
    return this.#task([goal], USUAL).solver;
  }

  #task(goals: readonly Goal[], method: Method): TaskSolver {
    if (this.#freed) throw new IklabError('freed', 'the robot is freed');
    const text = method.id === FORMULA ? String(method.params.text) : '';
    const last = this.#last;
    if (last?.text === text && asksTheSame(goals, last.asked, this.effectors)) return last.task;
    const key = taskText(goals, this.effectors) + text;
    const task = this.#kept.get(key) ?? this.#keep(key, this.open(goals, method));
    this.#last = { asked: askedBefore(goals, this.effectors), text, task };
    return task;
  }

  #keep(key: string, task: TaskSolver): TaskSolver {
    if (this.#kept.size === KEPT) this.#drop();
    this.#kept.set(key, task);
    return task;
  }

  /** Returns a new solver, not cached; the caller deletes it. */
  open(goals: readonly Goal[], method: Method): TaskSolver {
    if (this.#freed) throw new IklabError('freed', 'the robot is freed');
    checkFormula(method, this.#engine.catalogue);
    const scenario = this.#scenario(goals, method);
    try {
      const scene = { ...resolve(scenario), tree: this.scene.tree, start: this.scene.start };
      return { solver: openPoseSolver(this.#engine, scene), scenario, method: null, usual: false };
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** Writes the method's parameters and the update options, unless they are already written. */
  tell(task: TaskSolver, method: Method, options: SolveOptions): void {
    const plain = SURROUNDINGS.every((key) => options[key] === undefined);
    if (plain && task.method === method) return;
    task.method = null;
    task.solver.setMethod(panelOf(method, options, task.scenario, this.#engine.catalogue));
    if (plain) task.method = method;
  }

  /** The robot's scenario with these goals as targets. */
  #scenario(goals: readonly Goal[], method: Method): Scenario {
    const { catalogue } = this.#engine;
    const targets = goals.map(({ effector, orientationWeight, tolerance, free, ...goal }, i) => ({
      effector: effector ?? this.effectors[i],
      position: [0, 0, 0],
      ...(isOriented(goal as Goal) && { orientation: [0, 0, 0, 1] }),
      ...(orientationWeight !== undefined && { orientationWeight }),
      ...(tolerance && { tolerance }),
      ...(free && { free }),
    }));
    const { joints, effectors } = this.scene.tree;
    const methods = [
      method.id === FORMULA ? { id: FORMULA, params: method.params } : { id: 'sdls' },
    ];
    const { start } = this.scene;
    const limitPolicy = 'ignore'; // Each solve checks its own start.
    const document = { iklab: CURRENT, tree: { joints, effectors }, start, limitPolicy, methods };
    return accepted(parse({ ...document, targets }, catalogue));
  }

  #drop(): void {
    const [oldest] = this.#kept.keys();
    if (oldest === undefined) return;
    this.#kept.get(oldest)?.solver.delete();
    this.#kept.delete(oldest);
    this.#last = null;
  }

  free(): void {
    this.#freed = true;
    while (this.#kept.size > 0) this.#drop();
  }
}

/** The solvers of each `Robot`, for `Stepper`. */
export const roomOf = new WeakMap<object, TaskSolvers>();

const HERE = { position: [0, 0, 0], quaternion: [0, 0, 0, 1], orientationWeight: 1 } as const;

/** Whether all rules are left at their defaults; throws for an unknown option. */
function checkOptions(options: SolveOptions, known: readonly string[]): boolean {
  checkKeys(options, known, 'options');
  for (const key in options) if (key !== 'start' && key !== 'method') return false;
  return true;
}

function accepted(read: ReturnType<typeof parse>): Scenario {
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
