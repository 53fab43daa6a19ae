/** The script `iklab/worker`: a worker that runs the robots of `remote`. */
import type { RemoteAnswer, RemoteAsk } from './remoteRobots.ts';
import { toSentError } from './sentError.ts';
import { Robot } from './solvableRobot.ts';
import { getOwnWorkerPort } from './workerPort.ts';

const port = getOwnWorkerPort();
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
  return addRobot((await (Robot as unknown as MethodTable)[call]?.(...args)) as Robot);
}

function addRobot(added: Robot) {
  robots.set(++lastId, added);
  const { name, joints, effectors, report, start } = added;
  return { robot: lastId, name, joints, effectors, report, start };
}

/**
 * Calls a method of robot number `robot`. A call of a freed robot throws the error of that robot.
 * `withTool` adds a robot.
 */
function callRobot(robot: number, call: string, args: readonly unknown[]) {
  const value = (robots.get(robot) as unknown as MethodTable | undefined)?.[call]?.(...args);
  return value instanceof Robot ? addRobot(value) : value;
}
