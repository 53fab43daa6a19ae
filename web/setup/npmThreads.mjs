/** User programs that solve in workers; each throws if a result is wrong. */
import { PACKAGE } from './npmPrograms.mjs';

/** Source text of rows of positions, in and out of reach. Restarts depend on the row numbers. */
const ROWS = `
const arm = () => Robot.fromDh({ rows: [{ a: 1 }, { a: 0.5, limits: [-2, 2] }, { a: 0.25, alpha: 1 }] });
let drawn = 1;
const random = () => (drawn = (drawn * 48271) % 2147483647) / 2147483647;
const goals = Float64Array.from({ length: 3 * 1501 }, (_, i) => (i % 3 === 2 ? 0 : 3.8 * random() - 1.9));
const options = { asks: 'position', method: dls(), restarts: 2, seed: 5, first: 3, maxUpdates: 60 };
const text = JSON.stringify;
function same(where, is, should) {
  if (text(is) !== text(should)) throw new Error(where + ': ' + text(is) + ', not ' + text(should));
}
const listed = (many) => Object.entries(many).map(([key, row]) => [key, row.constructor.name, [...row]]);
const sentence = async (call) => {
  try {
    await call();
  } catch ({ name, code, message, path, allowed }) {
    return [name, code, message, path, allowed];
  }
  return 'no error';
};`;

/**
 * A program that throws if threads give other rows or messages than one thread. Must end by itself.
 */
export const manyThreads = `import { dls, Robot } from '${PACKAGE}';${ROWS}
const robot = await arm();
const one = robot.solveMany(goals, options);
const solved = one.reached.reduce((sum, each) => sum + each, 0);
if (!(solved > 300 && solved < 1400)) throw new Error(solved + ' reached');
for (const threads of [1, 2, 3, 7])
  same(threads + ' threads', listed(await robot.solveMany(goals, { ...options, threads })), listed(one));
const both = [robot.solveMany(goals, { ...options, threads: 2 }), robot.solveMany(goals, { ...options, threads: 2 })];
for (const each of await Promise.all(both)) same('two calls at once', listed(each), listed(one));
same('no rows', listed(await robot.solveMany([], { ...options, threads: 2 })), listed(robot.solveMany([], options)));

const invalidGoals = goals.slice();
invalidGoals[3 * 700 + 1] = invalidGoals[3 * 1300] = Number.NaN;
const wrong = [
  [invalidGoals, options],
  [goals.slice(1), options],
  [goals, { ...options, method: dls({ lambda: -1 }) }],
  [goals, { ...options, effectors: ['hand'] }],
  [goals, { ...options, starts: [0] }],
  [goals, { ...options, seed: -1 }],
  [goals, { ...options, nonsense: 1 }],
];
for (const [rows, settings] of wrong) {
  const message = await sentence(() => robot.solveMany(rows, settings));
  if (!Array.isArray(message)) throw new Error(message);
  same('by threads', await sentence(() => robot.solveMany(rows, { ...settings, threads: 2 })), message);
}
for (const threads of [0, 1.5, 1000, '2']) {
  const [, , message] = await sentence(() => robot.solveMany(goals, { ...options, threads }));
  if (!message.startsWith('threads must be a whole number from 1 to 256; got ')) throw new Error(message);
}
same('after errors', listed(await robot.solveMany(goals, { ...options, threads: 2 })), listed(one));

const late = sentence(() => robot.solveMany(goals, { ...options, threads: 2 }));
await new Promise((go) => setTimeout(go));
robot.free();
same('freed meanwhile', (await late).slice(0, 3), ['IklabError', 'freed', 'the robot is freed']);
const unfreed = await arm(); // nobody frees it, and the program ends
await unfreed.solveMany(goals, { ...options, threads: 2 });
console.log('same');
`;

const FEW = `
  const robot = await Robot.fromDh({ rows: [{ a: 1 }, { a: 1 }] });
  const many = await robot.solveMany([1, 0.2, 0], { asks: 'position', threads: 2 });
  console.log(many.q.length === 2 ? 'same' : many);`;
/** A program for `node -e`. Threads must not get the options of `node -e`. */
export const evaluatedThreads = `import { Robot } from '${PACKAGE}';${FEW}`;
export const evaluatedLater = `import('${PACKAGE}').then(async ({ Robot }) => {${FEW}})`;

const REMOTE = `
const { Robot: There } = remote(worker);
const rows = [{ a: 1 }, { a: 0.5, limits: [-2, 2] }, { a: 0.25 }];
const robot = await There.fromDh({ rows });
const { position } = await robot.pose([0.3, 0.4, 0.5]);
const problem = [{ position }, { method: { id: 'dls', params: {} }, start: [0, 0.1, 0] }];
const [solution, wrong, many] = await Promise.all([
  robot.solve(...problem),
  robot.solve({ position: [1, 2] }).catch((error) => error),
  robot.solveMany([0.3, 0.4, 0, 1, 1, 0], { asks: 'position' }),
]);
if (!(wrong instanceof IklabError && wrong.message === 'goals[0].position must have 3 values; got 2')) throw wrong;
if (many.reached.length !== 2 || robot.joints[1].limits[0] !== -2) throw new Error(JSON.stringify(robot.joints));
const tool = [0.1, 0.2, 0, 0, 0, 0.3];
const [tooled, here] = [await robot.withTool(tool), (await Robot.fromDh({ rows })).withTool(tool)];
const shown = (...values) => JSON.stringify(values.map((value) => value.q ? [...value.q] : value));
const [there, local] = [
  shown(await tooled.pose([0.3, 0.4, 0.5]), await tooled.solve({ position }, problem[1])),
  shown(here.pose([0.3, 0.4, 0.5]), here.solve({ position }, problem[1])),
];
if (there !== local || there === shown(await robot.pose([0.3, 0.4, 0.5]), solution)) throw new Error(there + ' or ' + local);
const short = await robot.withTool([1, 2]).catch((error) => error);
if (short.message !== 'tool must have 6 values; got 2') throw short;
const [corner, two] = [{ position: [1, 0.5, 0] }, { rows: rows.slice(0, 2) }];
const elbows = [await (await There.fromDh(two)).solutions(corner), (await Robot.fromDh(two)).solutions(corner)];
if (elbows[0].solutions.length !== 2 || shown(elbows[0]) !== shown(elbows[1])) throw new Error(shown(elbows));
const unproven = await robot.certify([0, 0], corner).catch((error) => error);
if (unproven.message !== 'q must have 3 values; got 2') throw unproven;
await robot.free();
if (shown(await tooled.pose([0, 0, 0])) !== shown(here.pose([0, 0, 0]))) throw new Error('it is freed, too');
const after = await robot.pose([0, 0, 0]).catch((error) => error);
if (after.code !== 'freed') throw new Error('it is not freed');
const result = JSON.stringify([...solution.q]);`;

/** A program for Node that solves in a worker. */
export const remoteUnderNode = `import { Worker } from 'node:worker_threads';
import { IklabError, Robot } from '${PACKAGE}';
import { remote } from '${PACKAGE}/remote';
const worker = new Worker(new URL(import.meta.resolve('${PACKAGE}/worker')));${REMOTE}
await worker.terminate();
const ended = await robot.pose([0, 0, 0]).catch((error) => error);
if (!/^the worker has ended: status/.test(ended.message)) throw ended;
console.log(result);
`;

/**
 * A program for a worker in a page of static files. Several threads must give the rows of one
 * thread.
 */
export const remoteInPage = `import { dls, IklabError, Robot } from './node_modules/${PACKAGE}/index.js';
import { remote } from './node_modules/${PACKAGE}/remote.js';
const worker = new Worker('./node_modules/${PACKAGE}/worker.js', { type: 'module' });${REMOTE}${ROWS}
const own = await arm();
same('threads', listed(await own.solveMany(goals, { ...options, threads: 2 })), listed(own.solveMany(goals, options)));
own.free();
globalThis.result = result;
`;

/** A program that solves rows in threads, for a page bundled by Vite. */
export const threadsBundled = `import { dls, Robot } from '${PACKAGE}';${ROWS}
const own = await arm();
same('threads', listed(await own.solveMany(goals, { ...options, threads: 2 })), listed(own.solveMany(goals, options)));
globalThis.result = 'same';
`;
