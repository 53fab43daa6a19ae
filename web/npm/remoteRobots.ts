/// <reference lib="esnext.disposable" preserve="true" />
/** Robots in a worker that runs `iklab/worker`. This thread sends messages and loads no solver. */

import { findUnsendableValue } from './findUnsendableValue.ts';
import { IklabError } from './iklabError.ts';
import type {
  DhTable,
  EffectorPose,
  Goal,
  JointInfo,
  ManyOptions,
  ManySolutions,
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
import { fromSentError, type SentError } from './sentError.ts';
import { listenToWorker } from './workerPort.ts';

/** Request to the worker. `robot` is the number of the robot; null creates one. */
export interface RemoteAsk {
  readonly iklab: 'remote';
  readonly id: number;
  readonly robot: number | null;
  readonly call: string;
  readonly given: readonly unknown[];
}

export interface RemoteAnswer {
  readonly iklab: 'remote';
  readonly id: number;
  readonly value?: unknown;
  readonly fault?: SentError;
}

/** A `Worker` of a browser or of Node. */
export interface AnyWorker {
  postMessage(message: unknown): void;
}

/** A `Robot` that runs in a worker: its functions send messages and return promises. */
export interface RemoteRobot {
  readonly name: string;
  readonly joints: readonly JointInfo[];
  readonly effectors: readonly string[];
  readonly report: Report | null;
  readonly start: Float64Array;
  /**
   * Returns the same robot with a tool frame in place of an effector's frame, in the same worker.
   * `tool` and `effector` as in `Robot.withTool`. Free the returned robot separately.
   */
  withTool(tool: Numbers, effector?: string): Promise<RemoteRobot>;
  pose(q: Numbers, effector?: string): Promise<EffectorPose>;
  linkPoses(q: Numbers): Promise<Readonly<Record<string, EffectorPose>>>;
  jacobian(q: Numbers, effector?: string): Promise<Float64Array>;
  solve(goals: Goal | readonly Goal[], options?: SolveOptions): Promise<Solution>;
  solveMany(goals: Numbers, options?: ManyOptions | ThreadedOptions): Promise<ManySolutions>;
  solutions(goals: Goal | readonly Goal[], options?: SolutionsOptions): Promise<PoseSolutions>;
  certify(q: Numbers, goal: Goal): Promise<PoseCertificate | null>;
  /** Frees the memory of the robot, which cannot be used afterwards; the worker keeps running. */
  free(): Promise<void>;
  [Symbol.dispose](): void;
}

/** The functions of `Robot` that create a robot, carried out in a worker. */
export interface RemoteRobots {
  fromUrdf(text: string, options?: ReadOptions): Promise<RemoteRobot>;
  fromMjcf(text: string, options?: ReadOptions): Promise<RemoteRobot>;
  fromSdf(text: string, options?: ReadOptions): Promise<RemoteRobot>;
  fromDh(table: DhTable | string): Promise<RemoteRobot>;
  fromScenario(document: object | string): Promise<RemoteRobot>;
  /** Reads a robot from a file; only available in Node. */
  fromFile(path: string, options?: ReadOptions): Promise<RemoteRobot>;
}

/**
 * Connects to a worker. Calls may overlap, and reject with the errors of `iklab`. The caller
 * terminates the worker.
 */
export function remote(worker: AnyWorker): { readonly Robot: RemoteRobots } {
  const waiting = new Map<
    number,
    { resolve: (value: unknown) => void; fail: (why: Error) => void }
  >();
  let last = 0;
  let endError: IklabError | null = null;
  listenToWorker(worker, {
    message(data) {
      const answer = data as RemoteAnswer | null;
      const waits = answer?.iklab === 'remote' ? waiting.get(answer.id) : undefined;
      if (!answer || !waits) return;
      waiting.delete(answer.id);
      if (answer.fault === undefined) waits.resolve(answer.value);
      else waits.fail(fromSentError(answer.fault));
    },
    end(why) {
      endError ??= new IklabError('module', `the worker has ended: ${why}`);
      for (const { fail } of waiting.values()) fail(endError);
      waiting.clear();
    },
  });
  const send = (robot: number | null, call: string, args: readonly unknown[]) =>
    new Promise<unknown>((resolve, fail) => {
      if (endError) return fail(endError);
      const id = ++last;
      try {
        worker.postMessage({ iklab: 'remote', id, robot, call, given: args } satisfies RemoteAsk);
      } catch (error) {
        const names = ARGUMENTS[call] ?? [];
        return fail(findUnsendableArgument(args, names) ?? (error as Error));
      }
      waiting.set(id, { resolve, fail });
    });
  const making =
    (call: string) =>
    async (...args: readonly unknown[]) =>
      makeRobot((await send(null, call, args)) as CreatedRobot, send);
  const Robot = {
    fromUrdf: making('fromUrdf'),
    fromMjcf: making('fromMjcf'),
    fromSdf: making('fromSdf'),
    fromDh: making('fromDh'),
    fromScenario: making('fromScenario'),
    fromFile: making('fromFile'),
  };
  return { Robot };
}

/** Names of the arguments for errors; '' for options, because errors name the fields of options. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  fromUrdf: ['text', ''],
  fromMjcf: ['text', ''],
  fromSdf: ['text', ''],
  fromDh: ['table'],
  fromScenario: ['document'],
  fromFile: ['path', ''],
  withTool: ['tool', 'effector'],
  pose: ['q', 'effector'],
  linkPoses: ['q'],
  jacobian: ['q', 'effector'],
  solve: ['goals', ''],
  solveMany: ['goals', ''],
  solutions: ['goals', ''],
  certify: ['q', 'goals[0]'],
};

function findUnsendableArgument(args: readonly unknown[], names: readonly string[]) {
  for (const [i, value] of args.entries()) {
    const fault = findUnsendableValue(value, names[i] ?? '');
    if (fault) return fault;
  }
  return null;
}

type CreatedRobot = Pick<RemoteRobot, 'name' | 'joints' | 'effectors' | 'report' | 'start'> & {
  readonly robot: number;
};

function makeRobot(
  { robot, ...description }: CreatedRobot,
  send: (robot: number, call: string, args: readonly unknown[]) => Promise<unknown>,
): RemoteRobot {
  const calls = <T>(call: string, ...args: readonly unknown[]) =>
    send(robot, call, args) as Promise<T>;
  return {
    ...description,
    withTool: async (tool, effector) =>
      makeRobot(await calls<CreatedRobot>('withTool', tool, effector), send),
    pose: (q, effector) => calls('pose', q, effector),
    linkPoses: (q) => calls('linkPoses', q),
    jacobian: (q, effector) => calls('jacobian', q, effector),
    solve: (goals, options) => calls('solve', goals, options),
    solveMany: (goals, options) => calls('solveMany', goals, options),
    solutions: (goals, options) => calls('solutions', goals, options),
    certify: (q, goal) => calls('certify', q, goal),
    free: () => calls('free'),
    [Symbol.dispose]: () => void calls('free').catch(() => {}),
  };
}
