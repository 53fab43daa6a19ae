/// <reference lib="esnext.disposable" preserve="true" />
/** A robot with forward and inverse kinematics. */
import type { PoseSolver } from 'iklab/engine';
import { ANSWER, STOPS, TARGET_STRIDE } from 'iklab/engine/protocol';
import { isMovingJoint, type Joint, withTool } from 'iklab/scenario';
import { writeGoal } from './askedGoals.ts';
import { SOLVE_OPTIONS } from './askedRules.ts';
import { copyNumbers, copyStart } from './checkedValues.ts';
import { moduleBytes } from './loadModule.ts';
import { solvedInThreads, solvedMany } from './manySolutions.ts';
import type {
  DhTable,
  EffectorPose,
  Goal,
  JointInfo,
  ManyOptions,
  ManySolutions,
  MotionFormat,
  Numbers,
  ReadOptions,
  Report,
  Solution,
  SolveOptions,
  ThreadedOptions,
} from './packageTypes.ts';
import { type ReadRobot, readDh, readFile, readScenario, readText } from './readRobots.ts';
import { refusalOf, unknownWord, wrongType } from './refusals.ts';
import { RobotThreads } from './robotThreads.ts';
import { roomOf, type TaskSolvers } from './taskSolvers.ts';

/** A robot in the solver. Units are metres and radians; the world frame is the frame of its root. */
export class Robot {
  readonly name: string;
  /** The independent joints. A pose has one value per joint, in this order. */
  readonly joints: readonly JointInfo[];
  readonly effectors: readonly string[];
  /** The import report of the description; null for a scenario. */
  readonly report: Report | null;
  readonly #read: ReadRobot;
  readonly #room: TaskSolvers;
  #threads: RobotThreads | null = null;

  private constructor(read: ReadRobot) {
    const { scene, report, load } = read;
    this.#read = read;
    this.#room = load(scene);
    roomOf.set(this, this.#room);
    this.name = scene.scenario.name;
    this.joints = scene.tree.joints.filter(isMovingJoint).map(infoOf);
    this.effectors = this.#room.effectors;
    this.report = report;
  }

  /** Creates a robot from the text of a URDF, or of a xacro that needs no other file. */
  static async fromUrdf(text: string, options: ReadOptions = {}): Promise<Robot> {
    return new Robot(await readText(text, 'robot.urdf', options));
  }

  /** Creates a robot from the text of a MuJoCo model. */
  static async fromMjcf(text: string, options: ReadOptions = {}): Promise<Robot> {
    return new Robot(await readText(text, 'robot.xml', options));
  }

  /** Creates a robot from the text of an SDF file (Gazebo). */
  static async fromSdf(text: string, options: ReadOptions = {}): Promise<Robot> {
    return new Robot(await readText(text, 'robot.sdf', options));
  }

  /** Creates a robot from a Denavit–Hartenberg table, or from its text with column headings. */
  static async fromDh(table: DhTable | string): Promise<Robot> {
    if (typeof table === 'string') return new Robot(await readText(table, 'table.dh', {}));
    return new Robot(await readDh(table));
  }

  /** Creates a robot from the mechanism and the start pose of a scenario, a document or its JSON. */
  static async fromScenario(document: object | string): Promise<Robot> {
    return new Robot(await readScenario(document));
  }

  /** Creates a robot from a file and the files that it refers to. Node only. */
  static async fromFile(path: string, options: ReadOptions = {}): Promise<Robot> {
    return new Robot(await readFile(path, options));
  }

  /**
   * Returns the same robot with a tool frame in place of an effector's. `tool`: x y z (metres) and optionally
   * roll pitch yaw (radians, about x, y and z in turn), in the frame of the effector. `effector`: its name; by
   * default the first. Free the returned robot separately.
   */
  withTool(tool: Numbers, effector?: string): Robot {
    const place = this.#placeOf(effector);
    const numbers = new Float64Array(tool?.length === 3 ? 3 : 6);
    copyNumbers(tool, numbers, 0, numbers.length, 'tool');
    for (const [i, x] of numbers.entries())
      if (!Number.isFinite(x)) throw wrongType(`tool[${i}]`, 'a finite number', x);
    const { tree, ...scene } = this.#read.scene;
    const effectors = tree.effectors.map((each, i) =>
      i === place ? withTool(each, numbers) : each,
    );
    return new Robot({ ...this.#read, scene: { ...scene, tree: { ...tree, effectors } } });
  }

  /** The default start pose: that of the scenario, or a well-conditioned one clear of limits. */
  get start(): Float64Array {
    return Float64Array.from(this.#room.scene.start);
  }

  /** Returns the world pose of an effector at joint values `q`. Default: the first effector. */
  pose(q: Numbers, effector?: string): EffectorPose {
    const place = this.#placeOf(effector);
    const frames = this.#look(q, place).numbers('frames');
    const at = (i: number) => frames[place * TARGET_STRIDE + i] as number;
    return { position: [at(0), at(1), at(2)], quaternion: [at(3), at(4), at(5), at(6)] };
  }

  /**
   * Returns the Jacobian, 6 x n, row-major: linear velocity of the effector's origin, then angular velocity, per
   * joint velocity, along the world axes.
   */
  jacobian(q: Numbers, effector?: string): Float64Array {
    return this.#look(q, this.#placeOf(effector)).numbers('jacobian').slice();
  }

  /** Solves from `start` until the goals are reached or a stop rule applies. A miss is no error: `reason` explains it. */
  solve(goals: Goal | readonly Goal[], options: SolveOptions = {}): Solution {
    const all = Array.isArray(goals) ? (goals as readonly Goal[]) : [goals as Goal];
    const solver = this.#room.ready(all, options, SOLVE_OPTIONS);
    const start = solver.numbers('start');
    copyStart(options.start, this.#room.scene.start, start);
    const rows = solver.numbers('goals');
    for (let i = 0; i < all.length; i++) writeGoal(all[i] as Goal, i, rows);
    try {
      solver.solve();
    } catch (error) {
      throw refusalOf(error);
    }
    return this.#solution(solver, all, options);
  }

  /** Solves many problems, one row of numbers each. With `threads`, returns a promise of the same results, bit for bit. */
  solveMany(goals: Numbers, options: ThreadedOptions): Promise<ManySolutions>;
  solveMany(goals: Numbers, options?: ManyOptions): ManySolutions;
  solveMany(goals: Numbers, options: ManyOptions | ThreadedOptions = {}) {
    if (!isThreaded(options)) return solvedMany(this.#room, goals, options, SOLVE_OPTIONS);
    this.#threads ??= new RobotThreads(this.#room.scene, moduleBytes);
    return solvedInThreads(this.#room, this.#threads, goals, options, SOLVE_OPTIONS);
  }

  /**
   * Returns poses as the text of a motion file, or the bytes of a `glb`. `poses`: row after row, one value per joint;
   * `timeStep`: seconds from one row to the next.
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
    this.#room.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }

  #placeOf(effector: string | undefined): number {
    if (effector === undefined) return 0;
    const place = this.effectors.indexOf(effector);
    if (place < 0) throw unknownWord('effector', effector, this.effectors);
    return place;
  }

  #look(q: Numbers, effector: number): PoseSolver {
    const solver = this.#room.looking(effector);
    const start = solver.numbers('start');
    copyNumbers(q, start, 0, start.length, 'q');
    try {
      solver.look();
    } catch (error) {
      throw refusalOf(error, { as: 'q' });
    }
    return solver;
  }

  #solution(solver: PoseSolver, asked: readonly Goal[], options: SolveOptions): Solution {
    const q = copied(solver.numbers('answer'));
    const outcome = solver.numbers('outcome');
    const stop = STOPS[outcome[ANSWER.stop] as number] as Solution['stop'];
    const error = outcome[ANSWER.error] as number;
    const angle = outcome[ANSWER.angle] as number;
    const updates = outcome[ANSWER.updates] as number;
    const restarts = outcome[ANSWER.restarts] as number;
    const reached = stop === 'reached';
    const end = { q, reached, stop, error, angle, updates, restarts };
    if (reached) return { ...end, cause: 'none', reason: 'reached' };
    const goals = copied(solver.numbers('goals'));
    const pose = copied(q);
    return explainedLater(end, () => {
      const again = this.#room.ready(asked, options, SOLVE_OPTIONS);
      again.numbers('start').set(pose);
      again.numbers('goals').set(goals);
      return again.diagnose(stop);
    });
  }
}

/** The experiments take milliseconds, so they run when `cause` or `reason` is first read. */
function explainedLater(
  end: Omit<Solution, 'cause' | 'reason'>,
  diagnose: () => Pick<Solution, 'cause' | 'reason'>,
): Solution {
  let found: Pick<Solution, 'cause' | 'reason'> | null = null;
  const why = () => {
    found ??= diagnosed(diagnose);
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

/** Reading a property must not throw, not even after the robot was freed. */
function diagnosed(diagnose: () => Pick<Solution, 'cause' | 'reason'>) {
  try {
    return diagnose();
  } catch (error) {
    const { message } = error as Error;
    return { cause: 'undiagnosed', reason: `undiagnosed: ${message}` } as const;
  }
}

const isThreaded = (options: ManyOptions): options is ThreadedOptions =>
  (options as ThreadedOptions | null)?.threads !== undefined;

/** Copies in a loop: `slice` would take as long as an update of a small arm. */
function copied(from: Float64Array): Float64Array {
  const to = new Float64Array(from.length);
  for (let i = 0; i < to.length; i++) to[i] = from[i] as number;
  return to;
}

const infoOf = ({ id, type, limits }: Joint): JointInfo => ({
  name: id,
  kind: type as JointInfo['kind'],
  limits,
});
