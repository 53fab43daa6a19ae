/** Values that cannot be copied to a thread or a worker are rejected by name. */
import { expect, test } from 'vitest';
import { dls, IklabError } from './index.ts';
import { remote } from './remoteRobots.ts';
import { sampleArm } from './testRobot.ts';

const call = () => 1;
const method = (extra: object) => ({ ...dls(), ...extra }) as never;
const wrong = [
  ['method.made', 'a function', { method: method({ made: call }) }],
  ['method.tag', 'a symbol', { method: method({ tag: Symbol('x') }) }],
  ['method.list[1]', 'a function', { method: method({ list: [1, call] }) }],
  ['clamp', 'an object', { clamp: new Proxy({ mode: 'off' }, {}) }],
  ['method.later', 'an object', { method: method({ later: Promise.resolve() }) }],
] as const;

test.each(wrong)('threads reject %s, which is %s', async (path, is, options) => {
  const asked = { asks: 'position', threads: 2, ...options } as never;
  const error = (await Promise.resolve(sampleArm.solveMany([0.3, 0.1, 0.4], asked)).catch(
    (e) => e,
  )) as Error;
  expect(error).toBeInstanceOf(IklabError);
  expect(error.message).toBe(
    `${path} must be a value that can be sent to a thread, such as numbers, strings and plain objects; got ${is}`,
  );
  expect(error).toMatchObject({ code: 'type', path });
});

test('a robot in a worker rejects the same values, and stays usable', async () => {
  const listeners: ((data: unknown) => void)[] = [];
  const answer = (data: unknown) =>
    queueMicrotask(() => {
      for (const hear of listeners) hear(data);
    });
  const worker = {
    on: (event: string, hear: (data: unknown) => void) =>
      event === 'message' && listeners.push(hear),
    postMessage(asked: unknown) {
      const { id, call } = structuredClone(asked) as { id: number; call: string };
      answer({ iklab: 'remote', id, value: call === 'fromDh' ? { robot: 1 } : call });
    },
  };
  const { Robot } = remote(worker as never);
  const robot = await Robot.fromDh({ rows: [] });
  const why = (promise: Promise<unknown>) => promise.catch((error: IklabError) => error);
  const asked = [
    ['method', robot.solve([], { method: call as never })],
    ['goals[0].position', robot.solve([{ position: call as never }])],
    ['q[0]', robot.pose([call as never])],
    ['tool[1]', robot.withTool([0, call as never, 0])],
    ['text', Robot.fromUrdf(call as never)],
    ['options', Robot.fromUrdf('', call as never)],
  ] as const;
  for (const [path, promise] of asked) {
    const error = (await why(promise)) as IklabError;
    expect(error).toBeInstanceOf(IklabError);
    expect(error.message).toMatch(`${path} must be a value that can be sent to a thread`);
  }
  expect(await robot.solve([])).toBe('solve');
});
