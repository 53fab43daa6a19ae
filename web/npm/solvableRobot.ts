/// <reference lib="esnext.disposable" preserve="true" />
/** A robot with forward and inverse kinematics. */
import type { PoseSolver } from '@iklab/core/engine';
import { ANSWER, STOPS, TARGET_STRIDE } from '@iklab/core/engine/protocol';
import type { Joint } from '@iklab/core/scenario';
import { quaternionFromRotation, type RigidFrame } from '@iklab/core/scenario/numbers';
import {
  isIndependentJoint,
  jointFrames,
  jointValues,
  withToolFrame,
} from '@iklab/core/scenario/robot';
import { makeUnknownWordError, makeWrongTypeError, toIklabError } from './callErrors.ts';
import { copyNumbers, copyStartPose } from './checkedValues.ts';
import { writeGoal } from './goalKinds.ts';
import { IklabError } from './iklabError.ts';
import {
  type LoadableRobot,
  loadDhRobot,
  loadRobotFile,
  loadRobotText,
  loadScenarioRobot,
} from './loadableRobot.ts';
import { readModuleBytes } from './loadModule.ts';
import type {
  DhTable,
  EffectorPose,
  Goal,
  JointInfo,
  ManyOptions,
  ManySolutions,
  MotionFormat,
  Numbers,
  PoseCertificate,
  PoseSolutions,
  ReadOptions,
  Report,
  Solution,
  SolutionsOptions,
  SolveOptions,
  ThreadedOptions,
} from './packageTypes.ts';
import { RobotSolutions } from './robotSolutions.ts';
import { RobotThreads } from './robotThreads.ts';
import { solveMany, solveRowsInThreads } from './solveMany.ts';
import { solversByRobot, type TaskSolvers } from './taskSolvers.ts';
import { SOLVE_OPTIONS } from './writeSolveRules.ts';

/**
 * A robot in the solver. Units are metres and radians; the world frame is the frame of its root.
 */
export class Robot {
  readonly name: string;
  /** The independent joints. A pose has one value per joint, in this order. */
  readonly joints: readonly JointInfo[];
  readonly effectors: readonly string[];
  /** The import report of the description; null for a scenario. */
  readonly report: Report | null;
  readonly #read: LoadableRobot;
  readonly #solvers: TaskSolvers;
  readonly #solutions: RobotSolutions;
  #threads: RobotThreads | null = null;

  private constructor(read: LoadableRobot) {
    // Reachable from JavaScript, where `private` does not hold.
    if (!read?.load)
      throw new IklabError(
        'refused',
        'new Robot() is not for use; call await Robot.fromUrdf(text), fromMjcf, fromSdf, fromDh, fromScenario or fromFile',
      );
    const { scene, report, load } = read;
    this.#read = read;
    this.#solvers = load(scene);
    this.#solutions = new RobotSolutions(this.#solvers);
    solversByRobot.set(this, this.#solvers);
    this.name = scene.scenario.name;
    this.joints = scene.tree.joints.filter(isIndependentJoint).map(toJointInfo);
    this.effectors = this.#solvers.effectors;
    this.report = report;
  }

  /** Creates a robot from the text of a URDF, or of a xacro that needs no other file. */
  static async fromUrdf(text: string, options: ReadOptions = {}): Promise<Robot> {
    return new Robot(await loadRobotText(text, 'robot.urdf', options));
  }

  /** Creates a robot from the text of a MuJoCo model. */
  static async fromMjcf(text: string, options: ReadOptions = {}): Promise<Robot> {
    return new Robot(await loadRobotText(text, 'robot.xml', options));
  }

  /** Creates a robot from the text of an SDF file (Gazebo). */
  static async fromSdf(text: string, options: ReadOptions = {}): Promise<Robot> {
    return new Robot(await loadRobotText(text, 'robot.sdf', options));
  }

  /** Creates a robot from a Denavit–Hartenberg table, or from its text with column headings. */
  static async fromDh(table: DhTable | string): Promise<Robot> {
    if (typeof table === 'string') return new Robot(await loadRobotText(table, 'table.dh', {}));
    return new Robot(await loadDhRobot(table));
  }

  /**
   * Creates a robot from the mechanism and the start pose of a scenario, a document or its JSON.
   */
  static async fromScenario(document: object | string): Promise<Robot> {
    return new Robot(await loadScenarioRobot(document));
  }

  /** Creates a robot from a file and the files that it refers to. Node only. */
  static async fromFile(path: string, options: ReadOptions = {}): Promise<Robot> {
    return new Robot(await loadRobotFile(path, options));
  }

  /**
   * Returns the same robot with a tool frame in place of an effector's. `tool`: x y z (metres) and
   * optionally roll pitch yaw (radians, about x, y and z in turn), in the frame of the effector.
   * `effector`: its name; by default the first. Free the returned robot separately.
   */
  withTool(tool: Numbers, effector?: string): Robot {
    const effectorIndex = this.#indexOfEffector(effector);
    const numbers = new Float64Array(tool?.length === 3 ? 3 : 6);
    copyNumbers(tool, numbers, 0, numbers.length, 'tool');
    for (const [i, x] of numbers.entries())
      if (!Number.isFinite(x)) throw makeWrongTypeError(`tool[${i}]`, 'a finite number', x);
    const { tree, ...scene } = this.#read.scene;
    const effectors = tree.effectors.map((each, i) =>
      i === effectorIndex ? withToolFrame(each, numbers) : each,
    );
    return new Robot({ ...this.#read, scene: { ...scene, tree: { ...tree, effectors } } });
  }

  /** A pose to start from: that of the scenario, or a well-conditioned one clear of limits. */
  get start(): Float64Array {
    return Float64Array.from(this.#solvers.scene.start);
  }

  /** Returns the world pose of an effector at joint values `q`. Default: the first effector. */
  pose(q: Numbers, effector?: string): EffectorPose {
    const effectorIndex = this.#indexOfEffector(effector);
    const frames = this.#computeKinematics(q, effectorIndex).numbers('frames');
    const numberAt = (i: number) => frames[effectorIndex * TARGET_STRIDE + i] as number;
    return {
      position: [numberAt(0), numberAt(1), numberAt(2)],
      quaternion: [numberAt(3), numberAt(4), numberAt(5), numberAt(6)],
    };
  }

  /**
   * Returns the world pose of the link that each joint carries at joint values `q`, by the name of
   * the joint: moving, mimicking and fixed joints. In a URDF, the frame of a link is that of the
   * joint above it.
   */
  linkPoses(q: Numbers): Readonly<Record<string, EffectorPose>> {
    this.#computeKinematics(q, 0); // Checks `q`.
    const { joints } = this.#solvers.scene.tree;
    const frameAt = jointFrames(joints, jointValues(joints, Array.from(q)));
    return Object.fromEntries(joints.map(({ id }) => [id, toPose(frameAt(id))]));
  }

  /**
   * Returns the Jacobian, 6 x n, row-major: linear velocity of the effector's origin, then angular
   * velocity, per joint velocity, along the world axes.
   */
  jacobian(q: Numbers, effector?: string): Float64Array {
    return this.#computeKinematics(q, this.#indexOfEffector(effector)).numbers('jacobian').slice();
  }

  /**
   * Solves until the goals are reached or a stop rule applies: from `start`, or, without one, from
   * the nearest of the poses that the robot has for this. A miss is no error: `reason` explains it.
   */
  solve(goals: Goal | readonly Goal[], options: SolveOptions = {}): Solution {
    const all = toList(goals);
    const solver = this.#solvers.getSolver(all, options, SOLVE_OPTIONS);
    const hasStart = options.start !== undefined;
    if (hasStart) copyStartPose(options.start, this.#solvers.scene.start, solver.numbers('start'));
    const rows = solver.numbers('goals');
    for (let i = 0; i < all.length; i++) writeGoal(all[i] as Goal, i, rows);
    try {
      solver.solve(-1, hasStart);
    } catch (error) {
      throw toIklabError(error);
    }
    return this.#solution(solver, all, options);
  }

  /**
   * Solves many problems, one row of numbers each. With `threads`, returns a promise of the same
   * results, bit for bit.
   */
  solveMany(goals: Numbers, options: ThreadedOptions): Promise<ManySolutions>;
  solveMany(goals: Numbers, options?: ManyOptions): ManySolutions;
  solveMany(goals: Numbers, options: ManyOptions | ThreadedOptions = {}) {
    if (!isThreaded(options)) return solveMany(this.#solvers, goals, options, SOLVE_OPTIONS);
    this.#threads ??= new RobotThreads(this.#solvers.scene, readModuleBytes);
    return solveRowsInThreads(this.#solvers, this.#threads, goals, options, SOLVE_OPTIONS);
  }

  /**
   * Returns the poses that reach the goals: all of them if the arm has a closed form (six revolute
   * joints of a common arrangement, a goal with a quaternion), otherwise those that a search finds.
   * For most arms with seven joints: all at one value of a `parameter`.
   */
  solutions(goals: Goal | readonly Goal[], options: SolutionsOptions = {}): PoseSolutions {
    return this.#solutions.find(toList(goals), options);
  }

  /**
   * Proves that a pose near `q` reaches the goal exactly. Returns null if nothing is proven: far
   * from a solution, near a singularity, with free components, with joints that mimic others, or if
   * the robot cannot move its effector in all directions, as a planar arm.
   */
  certify(q: Numbers, goal: Goal): PoseCertificate | null {
    return this.#solutions.certify(q, goal);
  }

  /**
   * Returns poses as the text of a motion file, or the bytes of a `glb`. `poses`: row after row,
   * one value per joint; `timeStep`: seconds from one row to the next.
   */
  motionFile(format: 'glb', poses: Numbers, timeStep: number): Promise<Uint8Array>;
  motionFile(
    format: Exclude<MotionFormat, 'glb'>,
    poses: Numbers,
    timeStep: number,
  ): Promise<string>;
  async motionFile(format: MotionFormat, poses: Numbers, timeStep: number) {
    const { writeMotion } = await import('./writeMotion.ts');
    return writeMotion(this.#read.scene, format, poses, timeStep);
  }

  /** Frees the memory and ends the threads. The robot cannot be used afterwards. */
  free(): void {
    this.#threads?.end();
    this.#solutions.free();
    this.#solvers.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }

  #indexOfEffector(effector: string | undefined): number {
    if (effector === undefined) return 0;
    const index = this.effectors.indexOf(effector);
    if (index < 0) throw makeUnknownWordError('effector', effector, this.effectors);
    return index;
  }

  #computeKinematics(q: Numbers, effector: number): PoseSolver {
    const solver = this.#solvers.getKinematicsSolver(effector);
    const start = solver.numbers('start');
    copyNumbers(q, start, 0, start.length, 'q');
    try {
      solver.evaluate();
    } catch (error) {
      throw toIklabError(error, { startName: 'q' });
    }
    return solver;
  }

  #solution(solver: PoseSolver, goalList: readonly Goal[], options: SolveOptions): Solution {
    const q = copyArray(solver.numbers('answer'));
    const outcome = solver.numbers('outcome');
    const stop = STOPS[outcome[ANSWER.stop] as number] as Solution['stop'];
    const error = outcome[ANSWER.error] as number;
    const angle = outcome[ANSWER.angle] as number;
    const updates = outcome[ANSWER.updates] as number;
    const restarts = outcome[ANSWER.restarts] as number;
    const givenUp = outcome[ANSWER.givenUp] as number;
    const reached = stop === 'reached';
    const end = { q, reached, stop, error, angle, updates, restarts, givenUp };
    if (reached) return { ...end, cause: 'none', reason: 'reached' };
    const goals = copyArray(solver.numbers('goals'));
    const pose = copyArray(q);
    return withLazyReason(end, () => {
      const taskSolver = this.#solvers.getSolver(goalList, options, SOLVE_OPTIONS);
      taskSolver.numbers('start').set(pose);
      taskSolver.numbers('goals').set(goals);
      return taskSolver.diagnose(stop);
    });
  }
}

/**
 * Adds `cause` and `reason` to a solution. The first access runs experiments for both, which take
 * milliseconds.
 */
function withLazyReason(
  end: Omit<Solution, 'cause' | 'reason'>,
  diagnose: () => Pick<Solution, 'cause' | 'reason'>,
): Solution {
  let found: Pick<Solution, 'cause' | 'reason'> | null = null;
  const why = () => {
    found ??= diagnoseSafely(diagnose);
    return found;
  };
  return {
    ...end,
    get cause() {
      return why().cause;
    },
    get reason() {
      return why().reason;
    },
  };
}

/** Returns the diagnosis, or why there is none. Reading a property must never throw. */
function diagnoseSafely(diagnose: () => Pick<Solution, 'cause' | 'reason'>) {
  try {
    return diagnose();
  } catch (error) {
    const { message } = error as Error;
    return { cause: 'undiagnosed', reason: `undiagnosed: ${message}` } as const;
  }
}

const toList = (goals: Goal | readonly Goal[]): readonly Goal[] =>
  Array.isArray(goals) ? (goals as readonly Goal[]) : [goals as Goal];

const isThreaded = (options: ManyOptions): options is ThreadedOptions =>
  (options as ThreadedOptions | null)?.threads !== undefined;

/** Copies an array in a loop. `slice` would be as slow as an update of a small arm. */
function copyArray(from: Float64Array): Float64Array {
  const to = new Float64Array(from.length);
  for (let i = 0; i < to.length; i++) to[i] = from[i] as number;
  return to;
}

const toPose = ({ position, rotation }: RigidFrame): EffectorPose => ({
  position,
  quaternion: quaternionFromRotation(rotation),
});

const toJointInfo = ({ id, type, limits }: Joint): JointInfo => ({
  name: id,
  kind: type as JointInfo['kind'],
  limits,
});
