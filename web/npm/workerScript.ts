/** The script `iklab/worker`: a worker that runs the robots of `remote`. */
import type { RemoteAnswer, RemoteAsk } from './remoteRobots.ts';
import { toSentError } from './sentErrors.ts';
import { Robot } from './solvableRobot.ts';
import { getOwnPort } from './workerPort.ts';

const port = getOwnPort();
const robots = new Map<number, Robot>();
let lastId = 0;

port?.hear((data) => {
  const request = data as RemoteAsk;
  if (request?.iklab === 'remote') void answerCall(request);
});

async function answerCall({ id, robot, call, given: args }: RemoteAsk): Promise<void> {
  const post = (content: Partial<RemoteAnswer>) =>
    port?.postMessage({ iklab: 'remote', id, ...content }, []);
  try {
    post({
      value: robot === null ? await createRobot(call, args) : await callRobot(robot, call, args),
    });
  } catch (error) {
    post({ fault: toSentError(error) });
  }
}

type MethodTable = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

async function createRobot(call: string, args: readonly unknown[]) {
  const robot = (await (Robot as unknown as MethodTable)[call]?.(...args)) as Robot;
  robots.set(++lastId, robot);
  const { name, joints, effectors, report, start } = robot;
  return { robot: lastId, name, joints, effectors, report, start };
}

/**
 * Calls a method of a robot by its number; a freed robot stays in the map, so that a call throws
 * its error.
 */
const callRobot = (robot: number, call: string, args: readonly unknown[]) =>
  (robots.get(robot) as unknown as MethodTable | undefined)?.[call]?.(...args);
