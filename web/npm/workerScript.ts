/** The script `iklab/worker`: a worker that runs the robots of `remote`. */
import type { RemoteAnswer, RemoteAsk } from './remoteRobots.ts';
import { sentError } from './sentErrors.ts';
import { Robot } from './solvableRobot.ts';
import { ownPort } from './workerPort.ts';

const port = ownPort();
const robots = new Map<number, Robot>();
let last = 0;

port?.hear((data) => {
  const ask = data as RemoteAsk;
  if (ask?.iklab === 'remote') void answer(ask);
});

async function answer({ id, robot, call, given }: RemoteAsk): Promise<void> {
  const tell = (said: Partial<RemoteAnswer>) =>
    port?.postMessage({ iklab: 'remote', id, ...said }, []);
  try {
    tell({ value: robot === null ? await made(call, given) : await called(robot, call, given) });
  } catch (error) {
    tell({ fault: sentError(error) });
  }
}

type Functions = Readonly<Record<string, (...given: readonly unknown[]) => unknown>>;

async function made(call: string, given: readonly unknown[]) {
  const robot = (await (Robot as unknown as Functions)[call]?.(...given)) as Robot;
  robots.set(++last, robot);
  const { name, joints, effectors, report, start } = robot;
  return { robot: last, name, joints, effectors, report, start };
}

/** A freed robot stays in the map, so that a call throws its error. */
const called = (robot: number, call: string, given: readonly unknown[]) =>
  (robots.get(robot) as unknown as Functions | undefined)?.[call]?.(...given);
