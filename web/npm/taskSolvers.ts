/** A robot in the module: a solver for each kind of task that was asked for, the last few kept. */
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

/** What solves one kind of task, with the numbers that it was last told. */
export interface TaskSolver {
  readonly solver: PoseSolver;
  readonly scenario: Scenario;
  /** That its row of numbers is of; null: it is to be written. */
  method: Method | null;
  /** Its rules are those of a call that says nothing of them. */
  usual: boolean;
}

/** `scene`: the robot; what its targets ask does not count. */
export class TaskSolvers {
  readonly scene: RobotScene;
  readonly effectors: readonly string[];
  readonly #engine: Engine;
  readonly #kept = new Map<string, TaskSolver>();
  /** What was asked for last, so that a loop over goals makes no text of them. */
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

  /** Ready for these goals by the method and the rules of these options. */
  ready(goals: readonly Goal[], options: SolveOptions, known: readonly string[]): PoseSolver {
    const usual = checkOptions(options, known);
    const { method = USUAL } = options;
    if (!isMethod(method)) throw wrongType('method', 'what a function of a method gives', method);
    const task = this.#task(goals, method);
    this.tell(task, method, options);
    if (usual && task.usual) return task.solver;
    task.usual = false; // a fault may come while they are half written
    writeRules(options, task.solver.numbers('rules'));
    task.usual = usual;
    return task.solver;
  }

  /** Looks at an effector, and the Jacobian of its whole pose. */
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

  /** One of its own, which who asks for it deletes. */
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

  /** Writes the row of numbers, unless it is there. */
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
    const limitPolicy = 'ignore'; // where a solve starts is checked when it does
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

/** The room of a robot in the module, for what is made of a robot. */
export const roomOf = new WeakMap<object, TaskSolvers>();

const HERE = { position: [0, 0, 0], quaternion: [0, 0, 0, 1], orientationWeight: 1 } as const;

/** Whether these say nothing of rules; throws where there is no such option. */
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
